"""What every answer has in common: JSON, a request id, headers for browsers, and an ETag on lists and pages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Response, current_app
from flask.globals import request_ctx as request_context
from werkzeug.datastructures import Headers

from .door.browsers import OF_PAGES
from .requests.quick import written
from .watch.request_log import BODY_LIMIT
from .watch.visits import VISIT, Visit, visit

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


JSON = "application/json"
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,128}")
# Pages that change while the service runs.
OF_THE_MOMENT = frozenset(("healthz", "readyz", "metrics"))


def encoded(body: Any) -> bytes:
    """An answer as bytes."""
    return written(body) + b"\n"


class Whole(Response):
    """An answer that is there as a whole, to a POST: what werkzeug works out to make and send one is known already."""

    def __init__(self, body: bytes) -> None:
        self.headers = Headers()
        self.headers._list += [("Content-Type", JSON), ("Content-Length", str(len(body)))]
        self.response = [body]
        self._status, self._status_code = "200 OK", 200
        self.direct_passthrough, self._on_close = False, []

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Sends it as it is."""
        start_response(self._status, self.headers._list)
        return self.response  # type: ignore[return-value]


def reply(body: Any) -> Response:
    """A page."""
    return Response(encoded(body), content_type=JSON)


def answer(body: Any) -> Response:
    """The answer of an operation."""
    return Whole(encoded(body))


def request_id() -> str:
    """The id of the request being answered."""
    return visit().id


def new_id(environ: WSGIEnvironment) -> str:
    """The id of a request: the client's own if it is fit to be logged, else a new one."""
    sent = environ.get("HTTP_X_REQUEST_ID")
    return sent if sent and REQUEST_ID.fullmatch(sent) else os.urandom(12).hex()


def tag(response: Response) -> Response:
    """Gives pages their headers and an ETag, and 304 to a client that has them."""
    now = request_context.request  # each look at Flask's `request` would cost as much as the rest
    asked: Visit = now.environ[VISIT]
    asked.streamed = not response.is_sequence
    if now.environ["REQUEST_METHOD"] in ("GET", "HEAD"):
        for name, value in OF_PAGES:
            response.headers.setdefault(name, value)
        if response.status_code == 200 and not asked.streamed:
            if asked.operation not in OF_THE_MOMENT:
                response.headers["Cache-Control"] = current_app.config["KEPT"]
                asked.kept = True
            response.add_etag()
            response.make_conditional(now.environ)
    if asked.seen_in is not None and not asked.streamed:
        asked.seen_out = response.get_data()[:BODY_LIMIT]
    return response
