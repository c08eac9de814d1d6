"""Who is let in: with a key where keys are needed, and not too often where that is limited."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from flask import request

from ..problems import Problem
from ..watch.visits import visit

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

    from .keys import Keys
    from .rates import Rates

# What says how to ask needs no key, and probes have none.
OPEN_TO_ALL = frozenset(
    ("home", "docs", "docs-file", "openapi-yaml", "openapi-json", "problems", "problem", "healthz", "readyz")
)
UNCOUNTED = frozenset(("healthz", "readyz", "metrics"))
IPV6_PREFIX = 64


class Gate:
    """Stands before every view; lets a request through or raises the problem why not."""

    def __init__(self, keys: Keys | None, rates: Rates | None) -> None:
        self._keys, self._rates = keys, rates

    def has_key(self, environ: WSGIEnvironment) -> bool:
        """Whether a request has a key, where keys are needed; so that a large body is not waited for without one."""
        return self._keys is None or self._keys.owner(environ.get("HTTP_AUTHORIZATION")) is not None

    def __call__(self) -> None:
        """Looks at the request being answered.

        Rates are looked at first, so that keys cannot be guessed faster than a client may ask.  Browsers send no key
        with the request by which they ask what is allowed.
        """
        if request.method == "OPTIONS":
            return
        endpoint = request.endpoint
        owner = self._keys.owner(request.headers.get("Authorization")) if self._keys else None
        visit().key = owner
        if self._rates and endpoint not in UNCOUNTED:
            seconds = self._rates.wait(f"key {owner}" if owner else f"address {client(request.remote_addr)}")
            if seconds:
                detail = f"A client may ask {self._rates.rate} here. Ask again in {seconds} s."
                raise Problem("too-many-requests", detail, headers={"Retry-After": str(seconds)})
        if self._keys and owner is None and endpoint is not None and endpoint not in OPEN_TO_ALL:
            sent = "Authorization" in request.headers
            detail = (
                "The key in the header Authorization is none of this service's."
                if sent
                else "This service needs a key: send the header Authorization: Bearer KEY."
            )
            challenge = 'Bearer realm="euchred"' + (', error="invalid_token"' if sent else "")
            raise Problem("unauthorized", detail, headers={"WWW-Authenticate": challenge})


def client(address: str | None) -> str:
    """Who asks, by address; whoever has one IPv6 address has 2^64 of them, so they count as one."""
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, IPV6_PREFIX), strict=False))
    return str(found)
