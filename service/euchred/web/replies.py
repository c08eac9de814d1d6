"""What every answer has in common: JSON, a request id, headers for browsers, and an ETag on lists and pages."""

from __future__ import annotations

import json
import re
import secrets
from typing import Any

from flask import Flask, Response, g, request

JSON = "application/json"
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,128}")
SECONDS_OF_PREFLIGHT = "86400"

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def encoded(body: Any) -> bytes:
    """A body as bytes; a lone surrogate that a client sent comes back as the escape that it was sent as."""
    return _encode(body).encode("utf-8", "backslashreplace") + b"\n"


def reply(body: Any, status: int = 200, media_type: str = JSON) -> Response:
    """An answer."""
    return Response(encoded(body), status, content_type=media_type)


def request_id() -> str:
    """The id of the request being answered: the client's own if it is fit to be logged, else a new one."""
    found: str | None = g.get("request_id")
    if found is None:
        sent = request.headers.get("X-Request-Id", "")
        found = g.request_id = sent if REQUEST_ID.fullmatch(sent) else secrets.token_hex(12)
    return found


def finish(response: Response) -> Response:
    """Adds to an answer, refusals too, what all of them carry."""
    headers = response.headers
    headers["X-Request-Id"] = request_id()
    headers["Access-Control-Allow-Origin"] = "*"
    headers["Access-Control-Expose-Headers"] = "X-Request-Id, Retry-After, ETag"
    headers["X-Content-Type-Options"] = "nosniff"
    if request.method in ("GET", "HEAD") and response.status_code == 200:
        response.add_etag()
        response.make_conditional(request)
    return response


class Application(Flask):
    """Flask, with the answer to OPTIONS that browsers expect before a request across origins."""

    def make_default_options_response(self) -> Response:
        """204 with the methods and headers that the address takes."""
        methods = ", ".join(sorted(request.url_rule.methods or ())) if request.url_rule else ""
        response = Response(status=204)
        del response.headers["Content-Type"]
        response.headers["Allow"] = methods
        response.headers["Access-Control-Allow-Methods"] = methods
        response.headers["Access-Control-Allow-Headers"] = "Content-Type, Authorization, X-Request-Id"
        response.headers["Access-Control-Max-Age"] = SECONDS_OF_PREFLIGHT
        return response
