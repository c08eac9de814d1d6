"""The server's protocol with bounds on what is awaited of a client, and on connections that do nothing.

What a client does not take of an answer is the kernel's to see (TCP_USER_TIMEOUT).
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ..web.problems import MEDIA_TYPE, Problem
from ..web.replies import new_id
from ..web.requests.quick import reference
from ..web.requests.reading import LENGTH_DIGITS
from .bridge import LATE

MOST_HEAD_BYTES = 64 * 1024
SLOWEST_BYTES_A_SECOND = 128 * 1024
USER_TIMEOUT = getattr(socket, "TCP_USER_TIMEOUT", None)


class GuardedProtocol(HttpToolsProtocol):
    """One connection; `app` is the Bridge.

    There is a timer only while something is awaited: most requests come whole and need none.
    """

    head_bytes = 0
    in_head = True
    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client that says nothing is not waited for, nor one that takes nothing of its answer."""
        super().connection_made(transport)
        seconds = self.app.client_seconds
        if USER_TIMEOUT is not None and (raw := transport.get_extra_info("socket")) and raw.family != socket.AF_UNIX:
            raw.setsockopt(socket.IPPROTO_TCP, USER_TIMEOUT, int(seconds * 1000))
        self.timer = self.loop.call_later(seconds, self._head_is_late)
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._stop_waiting()
        self.app.idle.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Takes what has come; waits with a limit for what is missing."""
        if self.in_head:
            self.head_bytes += len(data)
        super().data_received(data)
        if self.in_head:
            if self.head_bytes > MOST_HEAD_BYTES and not self.transport.is_closing():
                self.send_400_response(f"The headers have more than {MOST_HEAD_BYTES} bytes.")
            elif self.timer is None:
                self.timer = self.loop.call_later(self.app.client_seconds, self._head_is_late)
        elif self.timer is None and self.cycle.more_body and not self.cycle.response_complete:
            self.timer = self.loop.call_later(self._seconds_for_body(), self._body_is_late)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.head_bytes, self.in_head = 0, True

    def on_headers_complete(self) -> None:
        """The headers are there."""
        self.in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body is there."""
        self._stop_waiting()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answers what cannot be read as HTTP with a problem, as everything else, and ends the connection."""
        own = new_id({})
        body = reference(Problem("malformed-request", msg).body(own)) + b"\n"
        head = (
            "HTTP/1.1 400 Bad Request", f"content-type: {MEDIA_TYPE}", f"content-length: {len(body)}",
            f"x-request-id: {own}", "connection: close",
        )  # fmt: skip
        self.transport.write("\r\n".join(head).encode("ascii") + b"\r\n\r\n" + body)
        self.transport.close()

    def on_response_complete(self) -> None:
        """The connection has nothing to do until its next request."""
        super().on_response_complete()
        if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
            self.app.idle[self] = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Answers a request, or says that there is too much to do."""
        self.app.idle.pop(self, None)
        busy = app is not self.app or len(self.tasks) - self.app.parked >= self.app.queue
        super()._start_asgi_task(cycle, self.app.overloaded if busy else app)

    def _make_room(self) -> None:
        """When there are as many connections as there may be, ends the one that has had nothing to do for longest."""
        idle = self.app.idle
        if self.limit_concurrency is not None and len(self.connections) >= self.limit_concurrency and idle:
            oldest = next(iter(idle))
            del idle[oldest]
            self.connections.discard(oldest)  # it counts until it is lost, which comes later
            oldest.transport.abort()
        idle[self] = None

    def _seconds_for_body(self) -> float:
        """How long the body of the request may take: long ones get a second more for each 128 KiB."""
        told = next((value for name, value in self.headers if name == b"content-length"), b"0")
        seconds: float = self.app.client_seconds
        return seconds + (int(told) / SLOWEST_BYTES_A_SECOND if len(told) <= LENGTH_DIGITS else 0)

    def _stop_waiting(self) -> None:
        """What was awaited has come, or never will."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _head_is_late(self) -> None:
        """Ends a connection that sent no request, or only the beginning of one."""
        self.timer = None
        self.transport.abort()

    def _body_is_late(self) -> None:
        """Lets the bridge know that it waits in vain, so that it answers."""
        self.timer = None
        self.cycle.scope[LATE] = True  # type: ignore[literal-required]
        self.cycle.message_event.set()
