"""A server on a socket of this machine that gives each request the bytes it is told to, and breaks off where told."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

RESET = struct.pack("ii", 1, 0)  # SO_LINGER: closing the socket resets the connection


@dataclass(frozen=True)
class Served:
    """What to send: the answer, how many bytes of it (None: all), and how to end where not all is sent."""

    data: bytes
    cut: int | None = None
    reset: bool = False
    silent: bool = False


@dataclass(frozen=True)
class Request:
    """What came: the first line, the headers and the body."""

    line: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Door:
    """Where the server is, and what it was sent."""

    address: str
    requests: list[Request] = field(default_factory=list)


@contextmanager
def door(plan: Callable[[int, Request], Served]) -> Iterator[Door]:
    """Serve: the plan says what the request of a number, from 0, is given."""
    held: list[socket.socket] = []
    threads: list[threading.Thread] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        made = Door(f"http://127.0.0.1:{listener.getsockname()[1]}")

        def accept() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                held.append(connection)
                threads.append(threading.Thread(target=_serve, args=(connection, made, plan)))
                threads[-1].start()

        threads.append(threading.Thread(target=accept))
        threads[0].start()
        try:
            yield made
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            threads[0].join()
            for connection in held:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            for thread in threads[1:]:
                thread.join()
            for connection in held:
                connection.close()


def _serve(connection: socket.socket, made: Door, plan: Callable[[int, Request], Served]) -> None:
    """Answer the requests of one connection until it is to be cut, or the client leaves."""
    with suppress(OSError), connection.makefile("rb") as stream:
        while line := stream.readline().decode("latin-1").strip():
            headers = {}
            while text := stream.readline().decode("latin-1").strip():
                name, _, value = text.partition(":")
                headers[name.lower()] = value.strip()
            request = Request(line, headers, stream.read(int(headers.get("content-length", 0))))
            made.requests.append(request)
            served = plan(len(made.requests) - 1, request)
            connection.sendall(served.data[: served.cut])
            if served.silent:
                stream.read(1)
            if served.reset:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            if served.cut is not None or b"connection: close" in served.data.lower():
                break
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR) if not served.reset else connection.close()


def http(
    body: bytes | Sequence[bytes], how: str = "length", status: str = "200 OK", headers: Sequence[str] = ()
) -> bytes:
    """An answer; `how` says what marks its end: its length, chunks (one for each piece), or that the server closes."""
    pieces = [body] if isinstance(body, bytes) else list(body)
    whole = b"".join(pieces)
    more = {
        "length": [f"Content-Length: {len(whole)}"],
        "chunks": ["Transfer-Encoding: chunked"],
        "close": ["Connection: close"],
    }[how]
    head = "\r\n".join([f"HTTP/1.1 {status}", "Content-Type: application/json", *headers, *more]) + "\r\n\r\n"
    if how == "chunks":
        whole = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    return head.encode() + whole


def batch(request: Request, serial: Iterator[int]) -> list[bytes]:
    """The answer to a batch, a piece a line; every answer has a number of its own."""
    lines = [json.loads(line) for line in request.body.splitlines() if line.strip()]
    answers = [{"id": line.get("id"), "status": 200, "body": {"serial": next(serial)}} for line in lines]
    summary = {"summary": {"lines": len(lines), "problems": 0}}
    return [json.dumps(answer, separators=(",", ":")).encode() + b"\n" for answer in [*answers, summary]]
