"""Where a service is, and the key that opens it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from euchre.client.errors import BadSetting

IN_PROCESS = "http://in-process"
KEY = re.compile(r"[!-~]+")


@dataclass(frozen=True, slots=True)
class Address:
    """What stands before the paths of requests, and how to show it: without a password that may be in it."""

    base: str
    shown: str

    @classmethod
    def of(cls, server: str | None) -> Address:
        """The address of a server, or that of the application in this process; raises BadSetting."""
        if not server:
            return cls(IN_PROCESS, "the service in this process")
        try:
            parts = urlsplit(server)
            known = parts.scheme in ("http", "https") and not (parts.query or parts.fragment) and parts.port != 0
            known = known and bool((parts.hostname or "").encode("idna"))
        except ValueError:
            known = False
        if not known:
            raise no_address(server)
        shown = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        return cls(server.rstrip("/"), shown.rstrip("/"))


class Bearer:
    """Gives a request its API key; raises BadSetting for what cannot be one, without repeating it."""

    def __init__(self, key: str) -> None:
        if not KEY.fullmatch(key):
            raise BadSetting("the API key has characters that no header can carry", "use visible ASCII characters only")
        self._key = key

    def __call__(self, request: Any) -> Any:
        """The request with the key in its header."""
        request.headers["Authorization"] = f"Bearer {self._key}"
        return request


def no_address(server: str) -> BadSetting:
    """What to raise for an address that is none."""
    return BadSetting(f"{server} is no server's address", "write it as http://HOST:PORT")
