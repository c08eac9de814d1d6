"""Between the server and the application: ASGI in, WSGI out, so that no client can hold a worker.

A WSGI server reads bodies in the thread that answers, and one body that never ends takes that thread away for good.
Here bodies are awaited, all at once and within bounds; the application then answers without waiting for anybody, one
request at a time.  Long answers are made piece by piece, as fast as their reader takes them, and the requests of others
come in between.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import lru_cache
from io import BytesIO
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from flask import Flask, request

from ..web.problems import Problem
from ..web.requests.reading import BODY_LIMIT, body_limit, told_length
from ..web.watch.visits import ARRIVED

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

REFUSAL = "euchred.refusal"
LATE = "euchred.late"  # in the scope of a request whose body does not come: the guard puts it there
MIB = 1024 * 1024
RETRY_LATER = {"Retry-After": "1"}

_ALWAYS: dict[str, Any] = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": False,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}


class Bridge:
    """The application for an ASGI server; one belongs to one event loop.

    client_seconds: how long a client may take, for the guard that watches the connections.
    queue: how many requests may wait to be answered; further ones are refused with the problem `overloaded`.
    bodies_mib: how many MiB of bodies are held at once; further ones are refused likewise.
    has_key: whether a request may send a large body; the refusal of one that may not does not depend on the body.
    """

    def __init__(
        self,
        app: Flask,
        client_seconds: float = 10,
        queue: int = 1024,
        bodies_mib: int = 256,
        has_key: Callable[[WSGIEnvironment], bool] | None = None,
    ) -> None:
        self.app, self.has_key = app, has_key
        self.client_seconds, self.queue, self.most_bytes = client_seconds, queue, bodies_mib * MIB
        self.parked = 0  # requests that wait for their client, not for us
        self.held_bytes = 0
        self.piece = asyncio.Lock()
        self.idle: dict[Any, None] = {}  # connections with nothing to do, the one that has been so for longest first
        app.before_request(refuse_as_told)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        environ = environ_of(scope)
        environ[ARRIVED] = perf_counter()
        length = length_to_read(environ)
        if length > BODY_LIMIT and self.has_key and not self.has_key(environ):
            length = 0
        if self.held_bytes + length > self.most_bytes:
            environ[REFUSAL] = too_much("bodies are being read already")
            length = 0
        self.held_bytes += length
        try:
            if length:
                body = await self._body(length, scope, receive)
                if body is None:
                    return
                if isinstance(body, Problem):
                    environ[REFUSAL] = body
                else:
                    environ["wsgi.input"] = BytesIO(body)
            await self._answer(environ, send)
        finally:
            self.held_bytes -= length

    async def overloaded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers that the service has too much to do, without a look at the body."""
        environ = environ_of(scope)
        environ[REFUSAL] = too_much("requests wait already")
        await self._answer(environ, send)

    async def _body(self, length: int, scope: Scope, receive: Receive) -> bytes | Problem | None:
        """The whole body; the problem that it is too slow, or None when the client went away."""
        self.parked += 1
        try:
            pieces = []
            more = True
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                pieces.append(message["body"])
                more = message["more_body"]
                if more and LATE in scope:
                    came = sum(map(len, pieces))
                    detail = f"Of the body's {length} bytes {came} came in time. Send it in one go."
                    return Problem("request-timeout", detail, headers={"Connection": "close"})
            return pieces[0] if len(pieces) == 1 else b"".join(pieces)
        finally:
            self.parked -= 1

    async def _answer(self, environ: WSGIEnvironment, send: Send) -> None:
        """Calls the application and sends what it says: in one piece when it is of known length, else as it comes."""
        head: dict[str, Any] = {"type": "http.response.start"}

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
            head["status"] = int(status[:3])
            named = dict(headers)
            if "Date" in named:  # the server says it, and says it once
                headers = [header for header in headers if header[0] != "Date"]
            head["headers"] = [*map(_encoded, headers)]
            head["whole"] = "Content-Length" in named
            return _no_writing

        pieces: Iterable[bytes] = self.app(environ, start)
        try:
            if head.pop("whole") or head["status"] in (204, 304):
                body = b"".join(pieces)
                await send(head)
                await send({"type": "http.response.body", "body": body})
            else:
                await send(head)
                await self._stream(pieces, send)
        finally:
            if close := getattr(pieces, "close", None):
                close()

    async def _stream(self, pieces: Iterable[bytes], send: Send) -> None:
        """Sends an answer piece by piece: the next is made when the last has been taken, and one at a time of all."""
        self.parked += 1
        try:
            waiting = iter(pieces)
            while True:
                async with self.piece:
                    piece = next(waiting, None)
                    if piece is None:
                        break
                    await asyncio.sleep(0)  # others' turn
                if piece:
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self.parked -= 1


def environ_of(scope: Scope) -> WSGIEnvironment:
    """The WSGI environment of a request (PEP 3333), with no body yet.

    Header names with an underscore are left out: they could pass for others.
    """
    host, port = scope["server"] or ("localhost", 80)
    environ: WSGIEnvironment = {
        **_ALWAYS,
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope["client"] or ("",))[0],
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
    }
    for name, value in scope["headers"]:
        key = _key(name)
        if key is None:
            continue
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


def length_to_read(environ: WSGIEnvironment) -> int:
    """How many bytes of the body to wait for: none when its headers alone are a reason to refuse it."""
    length = told_length(environ) or 0
    return length if length <= body_limit(environ["PATH_INFO"]) else 0


def too_much(what: str) -> Problem:
    """The refusal of a request for which there is no room."""
    return Problem("overloaded", f"Too many {what}. Send the request again a second later.", headers=RETRY_LATER)


def refuse_as_told() -> None:
    """Raises the refusal that the bridge has put into the environment, so that it is answered as any other."""
    problem = request.environ.get(REFUSAL)
    if problem is not None:
        raise problem


@lru_cache(1024)
def _encoded(header: tuple[str, str]) -> tuple[bytes, bytes]:
    """A header of an answer as bytes; most are alike."""
    return header[0].encode("latin-1"), header[1].encode("latin-1")


@lru_cache(512)
def _key(name: bytes) -> str | None:
    """The key of a header in the environment; None for a name that could pass for another."""
    if b"_" in name:
        return None
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


def _no_writing(_: bytes) -> object:
    raise RuntimeError("the application answers with what it returns")
