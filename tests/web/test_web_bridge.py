"""Clients that send half of what they announced, nothing at all, or too much: nobody else waits for them."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.web.running import Running, serving

from euchred.server.bridge import MIB, Bridge
from euchred.web.app import create_app
from euchred.web.door import keys
from euchred.web.settings import Settings

STATE = b'{"variant": "euchre", "dealer": 0, "up_card": "9S"}'
HEAD = b"POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
WHOLE = HEAD + b"Content-Length: %d\r\n\r\n" % len(STATE) + STATE
IDLE, HALF = 1500, 500

live = pytest.mark.live


@pytest.fixture(scope="module")
def service() -> Iterator[Running]:
    """A worker that waits a second for its clients."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * (IDLE + 2 * HALF)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard < wanted else max(soft, wanted), hard))
    with serving("--client-seconds", "1") as found:
        yield found


def connected(service: Running, data: bytes = b"") -> socket.socket:
    """A connection that has sent this."""
    made = socket.create_connection(("127.0.0.1", service.port), timeout=30)
    made.sendall(data)
    return made


def answer(made: socket.socket) -> tuple[int, dict[str, str], Any]:
    """Status, headers and body of what comes over a connection."""
    reply = http.client.HTTPResponse(made)
    reply.begin()
    headers = {name.lower(): value for name, value in reply.getheaders()}
    return reply.status, headers, json.loads(reply.read() or b"null")


def ended(made: socket.socket) -> bool:
    """Whether the other side ends a connection without a word."""
    try:
        return made.recv(1) == b""
    except ConnectionResetError:
        return True


def cut_off(made: socket.socket, more: bytes = b" ") -> bool:
    """Whether a connection is ended before a thousand pieces more have been sent."""
    try:
        for _ in range(1000):
            made.sendall(more)
            time.sleep(0.01)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


@live
def test_thousands_who_say_nothing_or_half_hinder_nobody(service: Running) -> None:
    with ExitStack() as open_ones:

        def many(count: int, data: bytes) -> list[socket.socket]:
            return [open_ones.enter_context(connected(service, data)) for _ in range(count)]

        half_bodies = many(HALF, WHOLE[:-5])
        half_heads = many(HALF, HEAD)
        idle = many(IDLE, b"")
        assert service.ask("GET", "/healthz")[0] == 200
        with connected(service, WHOLE) as another:
            assert answer(another)[0] == 200
        status, headers, problem = answer(half_bodies[-1])
        assert (status, problem["type"], headers["connection"]) == (408, "/problems/request-timeout", "close")
        assert problem["request_id"] == headers["x-request-id"]
        assert ended(half_heads[-1])
        assert ended(idle[-1])
    assert service.ask("GET", "/healthz")[0] == 200


@live
def test_idle_connections_make_room_for_new_ones() -> None:
    with serving("--connections", "20") as small, ExitStack() as open_ones:
        idle = [open_ones.enter_context(connected(small)) for _ in range(60)]
        answered = [open_ones.enter_context(connected(small, WHOLE)) for _ in range(10)]
        assert {answer(made)[0] for made in answered} == {200}
        assert ended(idle[0])
        for made in answered:  # they were kept alive, and the older ones went
            made.sendall(WHOLE)
        assert {answer(made)[0] for made in answered} == {200}


@live
def test_an_answer_that_nobody_takes_is_not_made(service: Running) -> None:
    """Its connection ends, and meanwhile the worker holds a piece of the answer and not all of it."""
    line = b'{"id":1,"op":"legal-moves","body":%b}\n' % STATE
    body = line * 60_000
    head = b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
    before = service.memory()
    with connected(service, head + b"Content-Length: %d\r\n\r\n" % len(body) + body) as lazy:
        assert lazy.recv(12) == b"HTTP/1.1 200"
        highest = 0
        for _ in range(15):
            assert service.ask("GET", "/healthz")[0] == 200
            highest = max(highest, service.memory())
            time.sleep(0.1)
        assert highest - before < len(body) + 40 * MIB  # the whole answer has more than 80 MiB
        assert cut_off(lazy)


@live
@pytest.mark.parametrize("data", [b"NONSENSE\r\n\r\n", b"GET / HTTP/1.1\r\nBad Header: x\r\n\r\n"])
def test_what_is_not_http_is_told_so(service: Running, data: bytes) -> None:
    with connected(service, data) as made:
        status, headers, problem = answer(made)
        assert (status, problem["type"]) == (400, "/problems/malformed-request")
        assert problem["request_id"] == headers["x-request-id"]
        assert ended(made)


@live
def test_headers_without_end_are_refused(service: Running) -> None:
    with connected(service, HEAD) as made:
        assert cut_off(made, b"X: " + b"a" * 1000 + b"\r\n")


@live
def test_who_comes_when_too_many_wait_is_told_to_come_again() -> None:
    with serving("--queue", "8") as small, ExitStack() as open_ones:
        many = [open_ones.enter_context(connected(small, WHOLE)) for _ in range(40)]
        assert {answer(made)[0] for made in many} == {200}
        time.sleep(0.1)  # the last of them counts as waiting for an instant after its answer
        os.kill(small.workers()[0], signal.SIGSTOP)
        try:
            for made in many:
                made.sendall(WHOLE)
        finally:
            os.kill(small.workers()[0], signal.SIGCONT)
        found = [answer(made) for made in many]
    assert {status for status, _, _ in found} == {200, 503}
    assert sum(status == 200 for status, _, _ in found) >= 8
    for status, headers, body in found:
        if status == 503:
            assert (body["type"], headers["retry-after"]) == ("/problems/overloaded", "1")


@live
def test_a_header_that_could_pass_for_another_is_not_read(service: Running) -> None:
    with connected(service, WHOLE.replace(b"Host", b"X_Request_Id: mine\r\nX-Request-Id: other\r\nHost")) as made:
        assert answer(made)[1]["x-request-id"] == "other"


@live
def test_the_date_is_said_once(service: Running) -> None:
    with connected(service, b"GET /v1 HTTP/1.1\r\nHost: localhost\r\n\r\n") as made:
        assert made.recv(1 << 16).lower().count(b"\r\ndate: ") == 1


class Exchange:
    """One request to a Bridge without a server: its body comes when it is told to."""

    def __init__(self, length: int, path: str = "/v1/score") -> None:
        self.sent: list[dict[str, Any]] = []
        self.come = asyncio.Event()
        self.messages: list[dict[str, Any]] = []
        media = b"application/x-ndjson" if path == "/v1/batch" else b"application/json"
        self.scope: dict[str, Any] = {
            "type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "path": path,
            "raw_path": path.encode(), "query_string": b"", "server": ("localhost", 80), "client": ("127.0.0.1", 9),
            "headers": [(b"content-type", media), (b"content-length", str(length).encode())],
        }  # fmt: skip

    async def receive(self) -> dict[str, Any]:
        """The next piece of the body."""
        await self.come.wait()
        return self.messages.pop(0)

    async def send(self, message: dict[str, Any]) -> None:
        """Keeps a message."""
        self.sent.append(message)

    def gets(self, *pieces: bytes) -> None:
        """The body comes."""
        last = len(pieces) - 1
        self.messages = [
            {"type": "http.request", "body": piece, "more_body": place < last} for place, piece in enumerate(pieces)
        ]
        self.come.set()

    @property
    def status(self) -> int:
        """The status answered."""
        return int(self.sent[0]["status"])


def test_bodies_are_held_only_up_to_a_limit() -> None:
    async def scene() -> None:
        bridge = Bridge(create_app(), bodies_mib=2)
        first, second, third = (Exchange(MIB, "/v1/batch") for _ in range(3))
        running = [asyncio.create_task(bridge(one.scope, one.receive, one.send)) for one in (first, second)]
        await asyncio.sleep(0)
        await bridge(third.scope, third.receive, third.send)
        assert third.status == 503
        assert bridge.parked == 2
        for one in (first, second):
            one.gets(b"\n" * (MIB - 1), b"\n")
        await asyncio.gather(*running)
        assert (first.status, second.status, bridge.held_bytes, bridge.parked) == (200, 200, 0, 0)
        fourth = Exchange(MIB, "/v1/batch")
        fourth.gets(b"\n" * MIB)
        await bridge(fourth.scope, fourth.receive, fourth.send)
        assert fourth.status == 200

    asyncio.run(scene())


def test_a_large_body_is_not_waited_for_without_a_key(tmp_path: Path) -> None:
    async def scene() -> None:
        key, line = keys.made("bots")
        (tmp_path / "keys").write_text(line)
        app = create_app(Settings(api_keys=str(tmp_path / "keys")))
        assert app.gate is not None
        bridge = Bridge(app, has_key=app.gate.has_key)
        stranger = Exchange(MIB, "/v1/batch")
        await bridge(stranger.scope, stranger.receive, stranger.send)
        assert stranger.status == 401
        known = Exchange(MIB, "/v1/batch")
        known.scope["headers"].append((b"authorization", f"Bearer {key}".encode()))
        known.gets(b"\n" * MIB)
        await bridge(known.scope, known.receive, known.send)
        assert known.status == 200

    asyncio.run(scene())


def test_a_client_that_goes_away_is_not_answered() -> None:
    async def scene() -> None:
        bridge = Bridge(create_app())
        gone = Exchange(100)
        gone.messages = [{"type": "http.disconnect"}]
        gone.come.set()
        await bridge(gone.scope, gone.receive, gone.send)
        assert (gone.sent, bridge.held_bytes, bridge.parked) == ([], 0, 0)

    asyncio.run(scene())


def test_bodies_that_will_be_refused_are_not_waited_for() -> None:
    async def scene() -> None:
        bridge = Bridge(create_app())
        for path, length, status in (("/v1/score", 300_000, 413), ("/v1/batch", 65 * MIB, 413)):
            refused = Exchange(length, path)
            await bridge(refused.scope, refused.receive, refused.send)
            assert refused.status == status

    asyncio.run(scene())


def test_a_piece_is_made_when_the_last_was_taken() -> None:
    async def scene() -> None:
        bridge = Bridge(create_app())
        made: list[int] = []
        taken = asyncio.Semaphore(0)

        def pieces() -> Iterator[bytes]:
            for number in range(5):
                made.append(number)
                yield b"%d" % number

        async def send(message: dict[str, Any]) -> None:
            await taken.acquire()

        streaming = asyncio.create_task(bridge._stream(pieces(), send))
        for count in range(1, 6):
            await asyncio.sleep(0.01)
            assert made == list(range(count))
            taken.release()
        taken.release()
        await streaming

    asyncio.run(scene())
