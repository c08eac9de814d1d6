"""The log line of a request, and for `--log-bodies` the beginnings of its bodies."""

from __future__ import annotations

import sys
import time
from time import perf_counter
from typing import TYPE_CHECKING, Any

from .logs import line
from .visits import Visit, variant, verdict

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BODY_LIMIT = 4096
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"))


def request(visit: Visit, environ: WSGIEnvironment) -> None:
    """Writes the line of a request that was answered."""
    told_length = environ.get("CONTENT_LENGTH") or ""
    fields = {
        **about(visit, environ),
        "status": visit.status,
        "problem": visit.problem,
        "duration_ms": round((perf_counter() - visit.arrived) * 1000, 3),
        "variant": variant(visit.sent),
        "verdict": verdict(visit.answer),
        "bytes_in": int(told_length) if told_length.isdecimal() and len(told_length) < 20 else 0,
        "bytes_out": visit.bytes_out,
        "key": visit.key,
    }
    if visit.seen_in is not None:
        fields["body_in"] = visit.seen_in.decode("utf-8", "backslashreplace")
        fields["body_out"] = (visit.seen_out or b"").decode("utf-8", "backslashreplace")
    # Not by a logger: that would take as long again, and a line written at once needs none.
    sys.stderr.write(line(time.time(), "info", "request", None, fields) + "\n")


def about(visit: Visit, environ: WSGIEnvironment) -> dict[str, Any]:
    """Which request it is; the route is the contract's, so that no path and no word of a client is logged."""
    return {
        "request_id": visit.id,
        "method": environ["REQUEST_METHOD"] if environ["REQUEST_METHOD"] in METHODS else "other",
        "route": visit.route,
        "operation": visit.operation,
    }


class Noted:
    """A request's body, whose beginning is kept while it is read."""

    def __init__(self, body: Any, visit: Visit) -> None:
        self._body, self._seen = body, bytearray()
        visit.seen_in = self._seen

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        data: bytes = self._body.read(size)
        self._seen += data[: BODY_LIMIT - len(self._seen)]
        return data
