"""How the tests talk to the proxy, and what every problem must be."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from http.client import HTTPResponse
from typing import Any

from euchred.web.problems import MEDIA_TYPE, MEMBERS, types

STATE = {"variant": "euchre", "dealer": 0, "up_card": "9S"}
# What every answer has that is not asked for by a page of one origin.
ALWAYS = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "X-Request-Id, Retry-After, ETag",
    "x-content-type-options": "nosniff",
}


def said(port: int, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """The answer to these very bytes; a header that comes twice is a defect."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as raw:
        # The proxy may refuse and close before it has read all.
        with suppress(OSError):
            raw.sendall(request)
        reply = HTTPResponse(raw)
        reply.begin()
        headers = [(name.lower(), value) for name, value in reply.getheaders()]
        assert len(headers) == len(dict(headers)), headers
        return reply.status, dict(headers), reply.read()


def problem(name: str, answer: tuple[int, dict[str, str], bytes]) -> dict[str, Any]:
    """The problem that an answer is: of this type, and in every other way as the judges' own problems are."""
    status, headers, data = answer
    body: dict[str, Any] = json.loads(data)
    kind = types()[name]
    assert (body["type"], body["title"], body["status"], status) == (
        f"/problems/{name}",
        kind.title,
        kind.status,
        kind.status,
    )
    assert headers["content-type"] == MEDIA_TYPE
    assert body.keys() == MEMBERS.keys()
    assert (body["ruling"], body["errors"], body["more"]) == (None, [], 0)
    assert body["detail"]
    assert body["request_id"] == headers["x-request-id"]
    assert headers.items() >= ALWAYS.items()
    assert headers["cache-control"] == "no-store"
    assert headers["server"] == "nginx"
    return body
