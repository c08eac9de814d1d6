"""What goes over the wire, as tests read it."""

from __future__ import annotations

from collections.abc import Callable

from werkzeug.test import TestResponse

Post = Callable[..., TestResponse]


def pointers(reply: TestResponse) -> list[tuple[str, str]]:
    """Where a problem says that something is wrong, and what."""
    assert reply.json is not None
    return [(error["pointer"], error["code"]) for error in reply.json["errors"]]
