"""The way to the service, against small WSGI applications of these tests."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from requests import Session

from euchre.messages import Stop
from euchre.transport import Service
from euchre.wsgi import WsgiAdapter

App = Callable[[WSGIEnvironment, StartResponse], Iterator[bytes]]


def echo(environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
    """Answers with what it was sent."""
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    seen = {
        "method": environ["REQUEST_METHOD"],
        "path": environ["PATH_INFO"].encode("latin-1").decode(),
        "query": environ["QUERY_STRING"],
        "type": environ.get("CONTENT_TYPE"),
        "accept": environ.get("HTTP_ACCEPT"),
        "body": body.decode() or None,
    }
    start_response("200 OK", [("Content-Type", "application/json")])
    yield b"  "
    yield json.dumps(seen).encode()


def answering(*statuses: str, body: bytes = b'{"title": "Busy"}', headers: tuple[tuple[str, str], ...] = ()) -> App:
    """An application that answers with one status after the other, the last one again and again."""
    left = list(statuses)

    def app(_: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        start_response(left.pop(0) if len(left) > 1 else left[0], list(headers))
        yield body

    return app


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served(app: App) -> Iterator[str]:
    """The address of a server of this application, on this machine."""
    with make_server("127.0.0.1", 0, app, handler_class=_Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def session() -> Iterator[Session]:
    with Session() as made:
        yield made


def test_a_request_to_an_application_in_this_process(session: Session) -> None:
    session.mount("http://here", WsgiAdapter(echo))
    reply = session.post("http://here/v1/rül es", params={"q": "a b"}, data=b"{}", headers={"Content-Type": "x/y"})
    assert reply.status_code == 200
    assert reply.reason == "OK"
    assert reply.headers["content-type"] == "application/json"
    seen = reply.json()
    assert seen["path"] == "/v1/rül es"
    assert (seen["method"], seen["query"], seen["type"], seen["body"]) == ("POST", "q=a+b", "x/y", "{}")


def test_an_application_is_closed_and_may_write(session: Session) -> None:
    closed: list[bool] = []

    class Body:
        def __iter__(self) -> Iterator[bytes]:
            return iter([b"two"])

        def close(self) -> None:
            closed.append(True)

    def app(_: WSGIEnvironment, start_response: StartResponse) -> Any:
        start_response("201 Made", [])(b"one ")
        return Body()

    session.mount("http://here", WsgiAdapter(app))
    reply = session.get("http://here/")
    assert (reply.status_code, reply.reason, reply.content, closed) == (201, "Made", b"one two", [True])


def test_post_and_get_over_a_network() -> None:
    with served(echo) as address:
        service = Service(address + "/")
        posted = service.post("legal-moves", {"dealer": 1, "name": "Zoë"}, explain="none")
        assert posted.raw.startswith(b"  {")
        assert posted.ok
        assert (posted.body["method"], posted.body["path"]) == ("POST", "/v1/legal-moves")
        assert (posted.body["query"], posted.body["type"]) == ("explain=none", "application/json")
        assert json.loads(posted.body["body"]) == {"dealer": 1, "name": "Zoë"}
        got = service.get("/v1/rules", q="left bower", variant=None)
        assert (got.body["method"], got.body["query"]) == ("GET", "q=left+bower")
        assert got.body["body"] is None


@pytest.mark.parametrize(("statuses", "status"), [(["503 Busy", "200 OK"], 200), (["429 Slow down", "200 OK"], 200)])
def test_a_busy_server_is_asked_again(statuses: list[str], status: int) -> None:
    with served(answering(*statuses, headers=(("Retry-After", "0"),))) as address:
        assert Service(address).post("score", {}).status == status


def test_a_server_that_stays_busy_is_heard_out() -> None:
    with served(answering("503 Busy", headers=(("Retry-After", "0"),))) as address:
        answer = Service(address).post("score", {})
    assert (answer.status, answer.body) == (503, {"title": "Busy"})


def test_a_refusal_is_an_answer() -> None:
    with served(answering("422 No")) as address:
        assert not Service(address).post("score", {}).ok


def test_a_page_that_is_no_json() -> None:
    with served(answering("404 Not Found", body=b"<html>")) as address:
        assert Service(address).get("/v1").body is None
    with served(answering("200 OK", body=b"<html>")) as address, pytest.raises(Stop, match="does not answer") as stop:
        Service(address).get("/v1")
    assert stop.value.code == 3


def test_nobody_there() -> None:
    with served(echo) as address:
        pass
    with pytest.raises(Stop, match="cannot be reached") as stop:
        Service(address).get("/v1")
    assert stop.value.code == 3


def test_a_server_that_does_not_answer_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from requests.exceptions import ReadTimeout

    def late(*_: Any, **__: Any) -> Any:
        raise ReadTimeout

    monkeypatch.setattr(Session, "request", late)
    with pytest.raises(Stop, match="did not answer in time") as stop:
        Service("http://127.0.0.1:1").get("/v1")
    assert stop.value.code == 3


@pytest.mark.parametrize("server", ["127.0.0.1:8000", "ftp://here", "http://", "://"])
def test_what_is_no_address(server: str) -> None:
    with pytest.raises(Stop, match="is no server's address") as stop:
        Service(server).get("/v1")
    assert stop.value.code == 2
