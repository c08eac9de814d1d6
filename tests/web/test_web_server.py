"""The server over real sockets: what only a socket can send, and an end that finishes what was begun."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from euchred.web import server

BODY = b'{"variant": "euchre", "dealer": 0, "up_card": "9S"}'
JSON = {"Content-Type": "application/json"}

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server in a process of its own, on a free port of this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    command = [sys.executable, "-c", "from euchred.web.server import main; main()", "--port", str(number)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(200):
                try:
                    socket.create_connection(("127.0.0.1", number)).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield number
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0


def asked(port: int, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, names, encode_chunked="Transfer-Encoding" in names)
        reply = connection.getresponse()
        return reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read()
    finally:
        connection.close()


def test_a_ruling(port: int) -> None:
    own = {"X_Request_Id": "a-1", "Content_Type": "application/json"}
    status, headers, data = asked(port, "POST", "/v1/legal-moves", BODY, **own)
    assert status == 200
    assert json.loads(data)["moves"] == ["order", "pass"]
    assert headers["x-request-id"] == "a-1"
    assert not any(mark.isdigit() for mark in headers.get("server", ""))


def test_chunked_bodies_are_refused(port: int) -> None:
    """Sent in one piece: the server answers at the headers and closes, so a later piece could not be written."""
    head = "POST /v1/legal-moves HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    request = f"{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=30) as raw:
        raw.sendall(request.encode())
        reply = http.client.HTTPResponse(raw)
        reply.begin()
        assert (reply.status, json.loads(reply.read())["type"]) == (411, "/problems/length-required")


def test_a_body_that_is_too_large(port: int) -> None:
    status, _, data = asked(port, "POST", "/v1/legal-moves", b" " * 300_000, Content_Type="application/json")
    assert (status, json.loads(data)["type"]) == (413, "/problems/body-too-large")


def test_refusals_of_paths_and_methods(port: int) -> None:
    assert asked(port, "GET", "/nowhere")[0] == 404
    status, headers, _ = asked(port, "GET", "/v1/legal-moves")
    assert (status, headers["allow"]) == (405, "OPTIONS, POST")
    status, headers, data = asked(port, "OPTIONS", "/v1/legal-moves")
    assert (status, data) == (204, b"")
    assert headers["access-control-allow-origin"] == "*"


def test_head_and_etag(port: int) -> None:
    status, headers, data = asked(port, "HEAD", "/v1/variants")
    assert (status, data) == (200, b"")
    assert asked(port, "GET", "/v1/variants", If_None_Match=headers["etag"])[0] == 304


def test_a_body_that_never_comes_hinders_nobody_else(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(b"POST /v1/legal-moves HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
        assert asked(port, "GET", "/healthz")[0] == 200


def test_many_requests_over_one_connection(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    for _ in range(20):
        connection.request("POST", "/v1/legal-moves", BODY, JSON)
        reply = connection.getresponse()
        assert reply.status == 200
        reply.read()
    connection.close()


@pytest.mark.parametrize("arguments", ["--port 0", "--port 65536", "--port x", "--workers 0", "--workers 65", "--nope"])
def test_settings_out_of_bounds(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        server.main(arguments.split())
    assert stop.value.code == 2
    assert "usage: euchred" in capsys.readouterr().err


def test_help_names_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        server.main(["--help"])
    text = capsys.readouterr().out
    assert all(flag in text for flag in ("--host", "--port", "--workers", "--version", "/docs"))


def test_the_server_is_set_up_as_asked() -> None:
    chosen = server.parser().parse_args(["--host", "::1", "--port", "9000", "--workers", "3"])
    made = server.server(chosen.host, chosen.port, chosen.workers)
    assert (made.bind_addr, made.bind_port, made.workers, made.blocking_threads) == ("::1", 9000, 3, 1)
    assert (made.http.value, made.websockets, made.respawn_failed_workers) == ("1", False, True)


def test_a_worker_gets_an_application() -> None:
    app = server.application()
    assert app.test_client().get("/readyz").status_code == 200
