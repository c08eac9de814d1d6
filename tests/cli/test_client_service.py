"""The way to the service, against small WSGI applications of these tests."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from requests import Session
from tests.cli.cutting import Served, door, http

from euchre.client.errors import BadSetting, Unreachable
from euchre.client.service import Service
from euchre.client.wsgi import WsgiAdapter

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
    with served(answering("200 OK", body=b"<html>")) as address, pytest.raises(Unreachable, match="does not answer"):
        Service(address).get("/v1")


def test_nobody_there() -> None:
    with served(echo) as address:
        pass
    with pytest.raises(Unreachable, match="cannot be reached") as trouble:
        Service(address, retries=1).get("/v1")
    assert "is the server running" in str(trouble.value.hint)


FINE = b'{"here":true}'
BUSY = http(b'{"title": "Busy"}', status="503 Busy", headers=["Retry-After: 0"])


@pytest.mark.parametrize("how", ["length", "chunks"])
@pytest.mark.parametrize("reset", [False, True])
def test_an_answer_that_breaks_off_is_asked_for_again_wherever_it_does(how: str, reset: bool) -> None:
    whole = http(FINE, how)
    for cut in range(len(whole)):
        with door(lambda number, _, cut=cut: Served(whole, None if number else cut, reset and not number)) as there:
            with Service(there.address) as service:
                assert service.post("score", {}).raw == FINE, cut
            assert len(there.requests) == 2 or b"}" in whole[:cut], cut


def test_a_connection_that_was_closed_meanwhile_is_opened_again() -> None:
    whole = http(FINE)
    closing = door(lambda number, _: Served(whole, len(whole) if number == 0 else None))
    with closing as there, Service(there.address, retries=1) as service:
        assert [service.get("/v1").body, service.get("/v1").body] == [{"here": True}] * 2


def test_how_often_is_bounded() -> None:
    with door(lambda *_: Served(b"", 0)) as there:
        with Service(there.address, retries=2) as service, pytest.raises(Unreachable, match="cannot be reached"):
            service.get("/v1")
        assert len(there.requests) == 3
        with Service(there.address, retries=0) as service, pytest.raises(Unreachable):
            service.get("/v1")
        assert len(there.requests) == 4


def test_breaking_off_and_being_busy_share_one_count() -> None:
    with door(lambda number, _: (Served(BUSY), Served(http(FINE), -3))[number % 2]) as there:
        with Service(there.address) as service, pytest.raises(Unreachable, match="broke off"):
            service.get("/v1")
        assert len(there.requests) == 4


@pytest.mark.parametrize(("header", "seconds"), [("7", 7), ("3600", 60), ("soon", 0), ("", 0)])
def test_a_busy_server_says_how_long_to_wait(monkeypatch: pytest.MonkeyPatch, header: str, seconds: float) -> None:
    waits: list[float] = []
    monkeypatch.setattr("euchre.client.patience.time.sleep", waits.append)
    busy = http(b"{}", status="429 Slow down", headers=[f"Retry-After: {header}"] if header else [])
    with door(lambda number, _: Served(http(FINE) if number else busy)) as there, Service(there.address) as service:
        assert service.get("/v1").ok
    assert waits == [seconds]


def test_pauses_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("euchre.client.patience.time.sleep", waits.append)
    with door(lambda *_: Served(b"", 0)) as there, Service(there.address) as service, pytest.raises(Unreachable):
        service.get("/v1")
    assert waits == [0, 0.4, 0.8]


@pytest.mark.parametrize("data", [b"", http(FINE)[:40], http(FINE)[:-3]])
def test_a_server_that_does_not_answer_in_time(data: bytes) -> None:
    with door(lambda *_: Served(data, silent=True)) as there:
        service = Service(there.address, timeout=(1, 0.05), retries=1)
        with service, pytest.raises(Unreachable, match="did not answer in time"):
            service.get("/v1")
        assert len(there.requests) == 2


def test_nobody_is_followed_elsewhere() -> None:
    moved = http(b"", status="301 Moved", headers=["Location: https://rules.example/v1"])
    with door(lambda *_: Served(moved)) as there, Service(there.address) as service:
        with pytest.raises(Unreachable, match="sends on to https://rules") as trouble:
            service.post("score", {})
        assert trouble.value.hint == "name the server by the address that answers"
        assert len(there.requests) == 1


@pytest.mark.parametrize(
    "server",
    ["127.0.0.1:8000", "ftp://here", "http://", "://", "http://[::1", "http://here?a=b", "http://here#top"],
)
def test_what_is_no_address(server: str) -> None:
    with pytest.raises(BadSetting, match="is no server's address"):
        Service(server)


@pytest.mark.parametrize("server", ["http://a..b", "http://*"])
def test_an_address_that_nobody_can_have(server: str) -> None:
    with pytest.raises(BadSetting, match="is no server's address"):
        Service(server).get("/v1")


def test_an_api_key_is_sent_and_no_password_comes_before_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("default login somebody password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with door(lambda *_: Served(http(FINE))) as there:
        with Service(there.address, "k-1") as service:
            service.get("/v1")
        assert there.requests[0].headers["authorization"] == "Bearer k-1"
        assert "k-1" not in repr(service) + str(vars(service.session))


@pytest.mark.parametrize("key", ["k 1", "k\r\nX: y", "schlüssel"])
def test_a_key_that_no_header_can_carry_is_not_repeated(key: str) -> None:
    with pytest.raises(BadSetting, match="characters that no header can carry") as refusal:
        Service("http://127.0.0.1:1", key)
    assert key not in str(refusal.value) + refusal.value.hint


def test_a_password_in_an_address_is_not_shown() -> None:
    with pytest.raises(Unreachable) as trouble:
        Service("http://ann:secret@127.0.0.1:1/judge/", retries=0).get("/v1")
    assert str(trouble.value) == "http://127.0.0.1:1/judge cannot be reached"


def test_a_service_that_was_not_asked_has_nothing_to_close() -> None:
    with Service():
        pass


def test_an_application_is_told_when_nobody_reads_on(session: Session) -> None:
    closed: list[str] = []

    def app(_: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        start_response("200 OK", [])
        try:
            yield b""
            yield b"one "
            yield b"two"
        finally:
            closed.append("closed")

    session.mount("http://here", WsgiAdapter(app))
    with session.get("http://here/", stream=True) as reply:
        assert next(reply.iter_content(3)) == b"one"
        assert closed == []
    assert closed == ["closed"]
    assert session.get("http://here/").content == b"one two"
