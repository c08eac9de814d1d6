"""Load: so many connections, each of which sends its next request as soon as the last one is answered."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle


@dataclass(frozen=True, slots=True)
class Load:
    """What came of it: answers a second, and how long each took, in seconds."""

    rate: float
    seconds: Sequence[float]

    def percentile(self, share: float) -> float:
        """The time that this share of the answers did not exceed."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Connection:
    """One connection, and the answer that it waits for."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sent = 0.0
        self.came = bytearray()

    def ask(self, data: bytes) -> None:
        """Sends a request."""
        self.came.clear()
        self.sent = time.perf_counter()
        self.socket.sendall(data)

    def is_answered(self) -> bool:
        """Takes what has come; whether that is the whole answer.  RuntimeError when it is not 200."""
        self.came += self.socket.recv(1 << 16)
        end = self.came.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self.came.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(self.came.decode())
        head = bytes(self.came[:end]).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        return len(self.came) == end + 4 + length


def requests_of(path: str, bodies: Sequence[bytes]) -> list[bytes]:
    """Bodies as whole requests."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
    return [f"{head}{len(body)}\r\n\r\n".encode() + body for body in bodies]


def under_load(port: int, requests: Sequence[bytes], connections: int, count: int) -> Load:
    """Sends `count` requests, the given ones in turn, over so many connections."""
    waiting = cycle(requests)
    found: list[float] = []
    with selectors.DefaultSelector() as ready:
        for _ in range(connections):
            one = Connection(port)
            ready.register(one.socket, selectors.EVENT_READ, one)
            one.ask(next(waiting))
        asked = connections
        start = time.perf_counter()
        while len(found) < count:
            for key, _ in ready.select():
                one = key.data
                if one.is_answered():
                    found.append(time.perf_counter() - one.sent)
                    if asked < count:
                        one.ask(next(waiting))
                        asked += 1
        took = time.perf_counter() - start
        for key in list(ready.get_map().values()):
            key.data.socket.close()
    return Load(len(found) / took, found)
