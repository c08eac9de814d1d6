"""A judge that only pretends: a socket of this machine that does with each connection what a test tells it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Queue

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"


def read_request(connection: socket.socket) -> bytes:
    """A whole request, as far as its headers tell its length; nothing when the other side has closed."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return b""
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    length = int(lengths[0].split(b":")[1]) if lengths else 0
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


class Pretended:
    """Accepts every connection, and leaves each to `behave` in a thread of its own."""

    def __init__(self, listener: socket.socket, behave: Callable[[socket.socket], None]) -> None:
        self.listener, self.behave = listener, behave
        self.address = f"127.0.0.1:{listener.getsockname()[1]}"
        self.accepted: Queue[socket.socket] = Queue()
        self.open: list[socket.socket] = []
        self.threads = [threading.Thread(target=self._accept)]
        self.threads[0].start()

    def _accept(self) -> None:
        """Until the listener is closed."""
        with suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.open.append(connection)
                self.accepted.put(connection)
                self.threads.append(threading.Thread(target=self._one, args=(connection,)))
                self.threads[-1].start()

    def _one(self, connection: socket.socket) -> None:
        """One connection; the proxy may close it at any time."""
        with suppress(OSError), connection:
            self.behave(connection)

    def close(self) -> None:
        """Ends all that is going on."""
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.threads[0].join()
        for connection in self.open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self.threads[1:]:
            thread.join()


@contextmanager
def pretended(behave: Callable[[socket.socket], None]) -> Iterator[Pretended]:
    """A judge that behaves like this."""
    made = Pretended(socket.create_server(("127.0.0.1", 0), backlog=256), behave)
    try:
        yield made
    finally:
        made.close()


def silent(connection: socket.socket) -> None:
    """Takes the request and never answers."""
    while read_request(connection):
        pass
