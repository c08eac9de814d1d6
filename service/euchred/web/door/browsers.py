"""What browsers are told: whose pages may read an answer, how long it may be kept, and what a page of ours may do."""

from __future__ import annotations

from collections.abc import Collection

Headers = tuple[tuple[str, str], ...]

SECONDS_OF_PREFLIGHT = "86400"
EXPOSED = ("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, ETag")
PREFLIGHT: Headers = (
    ("Access-Control-Allow-Headers", "Content-Type, Authorization, X-Request-Id"),
    ("Access-Control-Max-Age", SECONDS_OF_PREFLIGHT),
)
NO_SNIFFING = ("X-Content-Type-Options", "nosniff")
# Answers to operations hold cards that others must not see, and a problem is over when its cause is.
NOT_KEPT = ("Cache-Control", "no-store")
# Pages change only with a release; until they are asked after again they may be old for so long.
KEPT_BY_ALL = "public, max-age=300, must-revalidate"
# Where keys are needed no cache between here and the client may hand a page to another.
KEPT_BY_CLIENT = "private, max-age=300, must-revalidate"
# What is shown as a page is data, except /docs, which brings a policy of its own.
OF_PAGES: Headers = (
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "no-referrer"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)


class Origins:
    """The origins whose pages may read answers: all (`*`), those listed, or none."""

    def __init__(self, allowed: Collection[str] = ("*",)) -> None:
        self._all = "*" in allowed
        self._listed = frozenset(origin.lower() for origin in allowed)

    def headers(self, origin: str | None) -> Headers:
        """What an answer says to a page of this origin; caches are told where that depends on it."""
        if self._all:
            return _TO_ALL
        if not self._listed:
            return ()
        if origin is None or origin.lower() not in self._listed:
            return _TO_NONE
        return (("Access-Control-Allow-Origin", origin), EXPOSED, *_TO_NONE)

    def allow(self, origin: str | None) -> bool:
        """Whether a page of this origin may ask."""
        return self._all or (origin or "").lower() in self._listed


_TO_ALL: Headers = (("Access-Control-Allow-Origin", "*"), EXPOSED)
_TO_NONE: Headers = (("Vary", "Origin"),)
