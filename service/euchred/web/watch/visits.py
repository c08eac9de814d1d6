"""A request as logs and metrics know it: what is noted while it is answered, and what follows from that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import request

from ...law.variant import names

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment
    from werkzeug.routing import Rule

VISIT = "euchred.visit"
# When the request arrived, by `time.perf_counter`; a server that lets requests wait puts it into the environment.
ARRIVED = "euchred.arrived"


class Visit:
    """One request; every part notes here what it learns, and nobody reads it before the answer is made."""

    __slots__ = (
        "answer",
        "arrived",
        "bytes_out",
        "id",
        "kept",
        "key",
        "operation",
        "problem",
        "route",
        "seen_in",
        "seen_out",
        "sent",
        "status",
        "streamed",
    )  # fmt: skip

    def __init__(self, own: str, arrived: float | None) -> None:
        self.id = own
        self.arrived = arrived or perf_counter()
        self.operation: str | None = None
        self.route: str | None = None
        self.problem: str | None = None
        self.key: str | None = None
        self.sent: Any = None
        self.answer: Any = None
        self.status = 0
        self.bytes_out = 0
        self.streamed = self.kept = False
        self.seen_in: bytearray | None = None
        self.seen_out: bytes | None = None

    def at(self, rule: Rule) -> None:
        """Notes the address, as the contract writes it; an address that there is not is never noted."""
        self.operation, self.route = rule.endpoint, route(rule.rule)


@cache
def route(rule: str) -> str:
    """An address of ours as the contract writes it."""
    return rule.replace("<", "{").replace(">", "}")


# Where rulings stand in an answer that is about one.
RULED_ON = frozenset(("rule", "ruling", "result", "violations", "open", "deals"))
Watcher = Callable[[Visit, "WSGIEnvironment"], None]


def visit() -> Visit:
    """The request being answered."""
    found: Visit = request.environ[VISIT]
    return found


def rulings(answer: Any) -> Iterator[tuple[str, str]]:
    """Rule and verdict of each ruling that an answer or a problem is about; lists of candidates are not decisions.

    Those are the ruling on the move asked about, on a claim or a trick, on the result of a hand, and the findings of
    the judges.
    """
    if not isinstance(answer, dict) or RULED_ON.isdisjoint(answer):
        return
    result = answer.get("result")
    for found in (
        answer,
        answer.get("ruling"),
        result and result.get("ruling"),
        *answer.get("violations", ()),
        *answer.get("open", ()),
    ):
        if found and "rule" in found:
            yield found["rule"], found["verdict"]
    for deal in answer.get("deals", ()):
        yield from rulings(deal)


def verdict(answer: Any) -> str | None:
    """The verdict that an answer or a problem comes to: of the judges, or of the one ruling that it is about."""
    if not isinstance(answer, dict):
        return None
    found: str | None = answer.get("verdict")
    return found or next((said for _, said in rulings(answer)), None)


def variant(sent: Any) -> str | None:
    """The id of the rule book that a body asks for, of house rules that which they extend; None where there is none."""
    for body in (sent, *(sent.get(part) for part in ("state", "after"))) if isinstance(sent, dict) else ():
        named = body.get("variant") if isinstance(body, dict) else None
        named = named.get("extends") if isinstance(named, dict) else named
        book = names().get(named.partition("@")[0].lower()) if isinstance(named, str) else None
        if book is not None:
            return book.id
    return None
