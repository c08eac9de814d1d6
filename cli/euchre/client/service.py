"""The way to the service: a server over HTTP, or the same application in this process. The inner part of Judge.

Nothing heavy is imported before the first request: `euchre --help` needs neither requests nor Flask.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from euchre.client.address import IN_PROCESS, Address, Bearer
from euchre.client.errors import Unreachable

if TYPE_CHECKING:
    from requests import Response, Session

    from euchre.client.patience import Patience

TRACEBACK = "EUCHRE_TRACEBACK"  # the environment variable that asks for the traceback of a defect
JSON = "application/json"
CONNECT_SECONDS, READ_SECONDS = 5.0, 60.0
RETRIES = 3
BUSY = (429, 502, 503, 504)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service answered: the body as it came, and as JSON; `local` when the service is in this process."""

    status: int
    raw: bytes
    body: Any
    local: bool = False

    @property
    def ok(self) -> bool:
        """Whether it is no problem."""
        return self.status < 400


class Service:
    """The service at an address; without one, the application itself.

    `api_key` is sent as a bearer token, `timeout` is in seconds: to connect and between two pieces of an answer.
    A request is repeated up to `retries` times when the connection fails or the server is busy: every operation is a
    pure function of what is sent. Raises BadSetting for an address or a key that cannot be one.
    """

    def __init__(
        self,
        server: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float | tuple[float, float] = (CONNECT_SECONDS, READ_SECONDS),
        retries: int = RETRIES,
    ) -> None:
        self.address = Address.of(server)
        self.local = not server
        self._key = Bearer(api_key) if api_key else None
        self.timeout = timeout
        self.retries = retries

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        if "session" in self.__dict__:
            self.session.close()

    def post(self, operation: str, body: Any, explain: str | None = None) -> Answer:
        """The answer of `POST /v1/{operation}`, a problem too; raises Unreachable."""
        data = json.dumps(body, allow_nan=False).encode("ascii")
        return self._asked("POST", f"/v1/{operation}", {"explain": explain}, data)

    def get(self, path: str, **query: str | None) -> Answer:
        """The answer of `GET {path}`, a problem too; parameters that are None are left out. Raises Unreachable."""
        return self._asked("GET", path, query, None)

    @cached_property
    def session(self) -> Session:
        """The session, with what stands behind it: the application or a network."""
        from requests import Session

        session = Session()
        session.headers.update({"Accept": JSON, "User-Agent": "euchre"})
        if self.local:
            from euchre.client.wsgi import WsgiAdapter
            from euchred.web.app import create_app

            session.trust_env = False
            # The log of a fault would be a traceback on the terminal; it is shown to those who ask for it.
            errors = None if os.environ.get(TRACEBACK) else StringIO()
            session.mount(IN_PROCESS, WsgiAdapter(create_app(), errors))
        elif self._key:
            # Not a header of the session: that one gives way to a password that .netrc has for the host.
            session.auth = self._key
        return session

    def patience(self) -> Patience:
        """How often and after which pauses a request may be repeated."""
        from euchre.client.patience import Patience

        return Patience.of(self.retries)

    def attempt(
        self,
        method: str,
        path: str,
        query: Mapping[str, str | None],
        data: bytes | None,
        media_type: str = JSON,
        *,
        stream: bool = False,
    ) -> Response:
        """Send a request once; with `stream` the body of the answer is still to be read. Raises Unreachable."""
        from requests.exceptions import RequestException

        from euchre.client.trouble import trouble

        try:
            reply = self.session.request(
                method,
                self.address.base + path,
                params=query,
                data=data,
                headers={"Content-Type": media_type} if data is not None else None,
                timeout=self.timeout,
                allow_redirects=False,
                stream=stream,
            )
        except RequestException as error:
            raise trouble(error, self.address.shown) from error
        if 300 <= reply.status_code < 400:
            reply.close()
            where = reply.headers.get("Location", "nowhere")
            hint = "name the server by the address that answers"
            raise Unreachable(f"{self.address.shown} sends on to {where}", hint)
        return reply

    def answer(self, reply: Response) -> Answer:
        """The whole answer; its body is None where it is not JSON, such as a proxy's page. Raises Unreachable."""
        from requests.exceptions import RequestException

        from euchre.client.trouble import trouble

        try:
            raw = reply.content
            body = json.loads(raw)
        except RequestException as error:
            raise trouble(error, self.address.shown) from error
        except ValueError:
            body = None
        return Answer(reply.status_code, raw, body, self.local)

    def stands(self, reply: Response, answer: Answer) -> bool:
        """Whether an answer is final: the server was not too busy, and nothing of it is missing.

        A head that broke off looks like a whole one that gives no length; then only what can be read is whole.
        """
        if answer.status in BUSY:
            return False
        told = getattr(reply.raw, "length_remaining", 0) is not None or getattr(reply.raw, "chunked", False)
        return told or answer.body is not None

    def stranger(self, detail: str | None = None) -> Unreachable:
        """What to raise for an answer that euchred does not give."""
        return Unreachable(f"{self.address.shown} does not answer as euchred does" + (f": {detail}" if detail else ""))

    def _asked(self, method: str, path: str, query: Mapping[str, str | None], data: bytes | None) -> Answer:
        """The answer to a request, which is repeated while there is patience."""
        patience = self.patience()
        while True:
            try:
                reply = self.attempt(method, path, query, data)
            except Unreachable as error:
                if not (error.passing and patience.again()):
                    raise
                continue
            answer = self.answer(reply)
            if self.stands(reply, answer) or not patience.again(reply):
                if answer.ok and answer.body is None:
                    raise self.stranger()
                return answer
