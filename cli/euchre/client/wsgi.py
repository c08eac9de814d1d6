"""Requests to a WSGI application in this process, without a socket between."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator
from io import BytesIO, RawIOBase
from itertools import chain
from typing import Any, TextIO
from urllib.parse import unquote_to_bytes, urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict
from requests.utils import get_encoding_from_headers


class WsgiAdapter(BaseAdapter):
    """Answers the requests of a session by calling a WSGI application (PEP 3333), whose log goes to `errors`."""

    def __init__(self, application: WSGIApplication, errors: TextIO | None = None) -> None:
        super().__init__()
        self.application = application
        self.errors = errors or sys.stderr

    def send(self, request: PreparedRequest, *_: Any, **__: Any) -> Response:
        """Call the application; its answer is read as it makes it. How to reach a network does not matter here."""
        head: list[tuple[str, list[tuple[str, str]]]] = []
        written: list[bytes] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: Any = None) -> Any:
            head[:] = [(status, headers)]
            return written.append

        pieces = self._pieces(environ(request, self.errors), start_response)
        first = next(pieces, b"")  # the head is sure to be there once the first piece is
        (status, headers) = head[0]
        return response(request, status, headers, Body([*written, first], pieces))

    def _pieces(self, given: WSGIEnvironment, start_response: StartResponse) -> Generator[bytes, None, None]:
        """What the application answers; it is told when nobody reads on."""
        chunks: Iterable[bytes] = self.application(given, start_response)
        try:
            yield from chunks
        finally:
            if close := getattr(chunks, "close", None):
                close()

    def close(self) -> None:
        """Nothing is held open."""


class Body(RawIOBase):
    """The body of an answer, made while it is read."""

    def __init__(self, begun: Iterable[bytes], pieces: Generator[bytes, None, None]) -> None:
        super().__init__()
        self._all: Iterator[bytes] = chain(begun, pieces)
        self._pieces = pieces
        self._rest = memoryview(b"")

    def readinto(self, buffer: Any) -> int:
        """Put what comes next into a buffer; 0 at the end."""
        while not self._rest:
            piece = next(self._all, None)
            if piece is None:
                return 0
            self._rest = memoryview(piece)
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count

    def close(self) -> None:
        """Tell the application that no more is wanted."""
        self._pieces.close()
        super().close()


def environ(request: PreparedRequest, errors: TextIO) -> WSGIEnvironment:
    """The WSGI environment of a request."""
    parts = urlsplit(request.url or "")
    body = request.body or b""
    data = body.encode() if isinstance(body, str) else bytes(body)
    values: WSGIEnvironment = {
        "REQUEST_METHOD": request.method or "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(parts.path).decode("latin-1"),
        "QUERY_STRING": parts.query,
        "SERVER_NAME": parts.hostname or "localhost",
        "SERVER_PORT": str(parts.port or 80),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": parts.scheme or "http",
        "wsgi.input": BytesIO(data),
        "wsgi.errors": errors,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in request.headers.items():
        key = name.upper().replace("-", "_")
        values[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
    return values


def response(request: PreparedRequest, status: str, headers: list[tuple[str, str]], body: RawIOBase) -> Response:
    """What the application said, as an answer that requests knows."""
    answer = Response()
    code, _, answer.reason = status.partition(" ")
    answer.status_code = int(code)
    answer.headers = CaseInsensitiveDict(headers)
    answer.encoding = get_encoding_from_headers(answer.headers)
    answer.raw = body
    answer.url = request.url or ""
    answer.request = request
    return answer
