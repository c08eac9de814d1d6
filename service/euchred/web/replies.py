"""What every answer has in common: JSON, a request id, headers for browsers, and an ETag on lists and pages."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

JSON = "application/json"
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,128}")
SECONDS_OF_PREFLIGHT = "86400"
ID_KEY = "euchred.request_id"
ALWAYS = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, ETag"),
    ("X-Content-Type-Options", "nosniff"),
)

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def encoded(body: Any) -> bytes:
    """A body as bytes; a lone surrogate that a client sent comes back as the escape that it was sent as."""
    return _encode(body).encode("utf-8", "backslashreplace") + b"\n"


def reply(body: Any, status: int = 200, media_type: str = JSON) -> Response:
    """An answer."""
    return Response(encoded(body), status, content_type=media_type)


def request_id() -> str:
    """The id of the request being answered."""
    found: str = request.environ[ID_KEY]
    return found


def new_id(environ: WSGIEnvironment) -> str:
    """The id of a request: the client's own if it is fit to be logged, else a new one."""
    sent = environ.get("HTTP_X_REQUEST_ID")
    return sent if sent and REQUEST_ID.fullmatch(sent) else secrets.token_hex(12)


def tag(response: Response) -> Response:
    """Gives lists and pages an ETag, and answers 304 to a client that has them already."""
    if request.method in ("GET", "HEAD") and response.status_code == 200:
        response.add_etag()
        response.make_conditional(request)
    return response


class Application(Flask):
    """Flask, with what browsers expect and every answer carries, refusals and failures too."""

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers a request; the headers that are always there are added last, which costs next to nothing."""
        environ[ID_KEY] = own = new_id(environ)

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
            return start_response(status, [*headers, ("X-Request-Id", own), *ALWAYS], exc_info)

        return super().wsgi_app(environ, start)

    def make_default_options_response(self) -> Response:
        """204 with the methods and headers that the address takes, which browsers ask before other requests."""
        methods = ", ".join(sorted(request.url_rule.methods or ())) if request.url_rule else ""
        response = Response(status=204)
        del response.headers["Content-Type"]
        response.headers["Allow"] = methods
        response.headers["Access-Control-Allow-Methods"] = methods
        response.headers["Access-Control-Allow-Headers"] = "Content-Type, Authorization, X-Request-Id"
        response.headers["Access-Control-Max-Age"] = SECONDS_OF_PREFLIGHT
        return response
