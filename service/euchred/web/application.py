"""The application: Flask, with what every answer carries, refusals and failures too, and without what is not used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter
from werkzeug.wsgi import ClosingIterator

from .addresses import Addresses, Fixed, fixed
from .door.browsers import KEPT_BY_ALL, NO_SNIFFING, NOT_KEPT, PREFLIGHT, Origins
from .replies import Whole, new_id, tag
from .watch.request_log import Noted
from .watch.visits import ARRIVED, VISIT, Visit, Watcher

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

    from .door.gate import Gate


class NoSessions(SessionInterface):
    """Nothing is kept of a client from one request to the next."""

    nothing = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The session that every request has."""
        return self.nothing


class Application(Flask):
    """Flask, with what browsers expect and every answer carries, refusals and failures too.

    origins: whose pages may read answers. gate: who is let in, None where everybody is. watchers: told of every request
    once it is answered. notes_bodies: whether they may see bodies. bare: the same application without limits, for the
    examples that pages show.
    """

    origins = Origins()
    watchers: tuple[Watcher, ...] = ()
    notes_bodies = False
    gate: Gate | None = None
    bare: Callable[[], Flask]
    session_interface = NoSessions()

    def __init__(self) -> None:
        super().__init__("euchred", static_folder=None)
        self.config["KEPT"] = KEPT_BY_ALL
        self.bare = lambda: self

    @cached_property
    def fixed(self) -> Fixed:
        """The addresses without a name in them; all are there before the first request."""
        return fixed(self.url_map)

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """What finds the view of a request; Flask would work the host out twice before."""
        return None if request is None else Addresses(self.url_map, self.fixed, request.environ)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """None of our functions is a coroutine, so there is nothing to look for at every request."""
        return func

    def process_response(self, response: Response) -> Response:
        """Tags the answer; there are no sessions to be kept, and no other functions that come after a request."""
        return response if response.__class__ is Whole and not self.notes_bodies else tag(response)

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers a request; the headers that are always there are added last, which costs next to nothing."""
        environ[VISIT] = asked = Visit(new_id(environ), environ.get(ARRIVED))
        always = (("X-Request-Id", asked.id), *self.origins.headers(environ.get("HTTP_ORIGIN")), NO_SNIFFING)
        if self.notes_bodies:
            environ["wsgi.input"] = Noted(environ["wsgi.input"], asked)

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
            asked.status = int(status[:3])
            asked.bytes_out = int(dict(headers).get("Content-Length", 0))
            return start_response(status, [*headers, *always, *(() if asked.kept else (NOT_KEPT,))], exc_info)

        answer = super().wsgi_app(environ, start)
        if not self.watchers:
            return answer
        if asked.streamed:
            closing = [answer.close] if hasattr(answer, "close") else []
            return ClosingIterator(_counted(answer, asked), [*closing, lambda: self._tell(environ)])
        self._tell(environ)
        return answer

    def _tell(self, environ: WSGIEnvironment) -> None:
        """Tells the watchers of a request that was answered."""
        for watcher in self.watchers:
            watcher(environ[VISIT], environ)

    def make_default_options_response(self) -> Response:
        """204 with the methods and headers that the address takes, which browsers ask before other requests."""
        methods = ", ".join(sorted(request.url_rule.methods or ())) if request.url_rule else ""
        response = Response(status=204)
        del response.headers["Content-Type"]
        response.headers["Allow"] = methods
        if self.origins.allow(request.headers.get("Origin")):
            response.headers["Access-Control-Allow-Methods"] = methods
            response.headers.extend(PREFLIGHT)
        return response


def _counted(pieces: Iterable[bytes], asked: Visit) -> Iterator[bytes]:
    """The pieces of an answer, whose bytes are counted as they go."""
    for piece in pieces:
        asked.bytes_out += len(piece)
        yield piece
