"""The way to the service: a server over HTTP, or the same application in this process.

Nothing heavy is imported before the first request: `euchre --help` needs neither requests nor Flask.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING, Any

from euchre.exits import Exit
from euchre.messages import TRACEBACK, Stop

if TYPE_CHECKING:
    from requests import Session

IN_PROCESS = "http://in-process"
CONNECT_SECONDS, READ_SECONDS = 5.0, 60.0


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
    """The service at an address; without one, the application itself."""

    def __init__(self, server: str | None = None) -> None:
        self.base = (server or IN_PROCESS).rstrip("/")
        self.local = not server

    def post(self, operation: str, body: Any, explain: str | None = None) -> Answer:
        """The answer of `POST /v1/{operation}`."""
        data = json.dumps(body, allow_nan=False).encode("ascii")
        return self._send("POST", f"/v1/{operation}", {"explain": explain}, data)

    def get(self, path: str, **query: str | None) -> Answer:
        """The answer of `GET {path}`; parameters that are None are left out."""
        return self._send("GET", path, query, None)

    @cached_property
    def session(self) -> Session:
        """The session, with what stands behind it: the application, or a network and its retries."""
        from requests import Session

        session = Session()
        session.headers.update({"Accept": "application/json", "User-Agent": "euchre"})
        if self.local:
            from euchre.wsgi import WsgiAdapter
            from euchred.web.app import create_app

            session.trust_env = False
            # The log of a fault would be a traceback on the terminal; it is shown to those who ask for it.
            errors = None if os.environ.get(TRACEBACK) else StringIO()
            session.mount(IN_PROCESS, WsgiAdapter(create_app(), errors))
            return session
        from requests.adapters import HTTPAdapter
        from urllib3.util import Retry

        # Every POST is a pure function of its body, so all may be repeated; the last answer is kept, to be shown.
        retry = Retry(
            total=3,
            backoff_factor=0.2,
            status_forcelist=(429, 502, 503, 504),
            allowed_methods=None,
            respect_retry_after_header=True,
            raise_on_status=False,
        )
        for scheme in ("http://", "https://"):
            session.mount(scheme, HTTPAdapter(max_retries=retry))
        return session

    def _send(self, method: str, path: str, query: dict[str, str | None], data: bytes | None) -> Answer:
        from requests import exceptions

        headers = {"Content-Type": "application/json"} if data is not None else None
        try:
            reply = self.session.request(
                method,
                self.base + path,
                params=query,
                data=data,
                headers=headers,
                timeout=(CONNECT_SECONDS, READ_SECONDS),
            )
        except (exceptions.InvalidURL, exceptions.InvalidSchema, exceptions.MissingSchema) as error:
            raise Stop(f"{self.base} is no server's address", "write it as http://HOST:PORT") from error
        except exceptions.Timeout as error:
            raise Stop(f"{self.base} did not answer in time", code=Exit.NO_RULING) from error
        except exceptions.RequestException as error:
            raise Stop(
                f"{self.base} cannot be reached",
                "is the server running? without --server the service inside this program answers",
                code=Exit.NO_RULING,
            ) from error
        return Answer(reply.status_code, reply.content, self._decoded(reply.status_code, reply.content), self.local)

    def _decoded(self, status: int, raw: bytes) -> Any:
        """The body as JSON; None for a refusal that is not JSON, such as a proxy's page."""
        try:
            return json.loads(raw)
        except ValueError as error:
            if status >= 400:
                return None
            raise Stop(f"{self.base} does not answer as euchred does", code=Exit.NO_RULING) from error
