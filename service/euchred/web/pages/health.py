"""Whether the process lives, and whether it can judge: every rule book is loaded and has played a hand."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...law.deal import deal
from ...law.hand import Hand
from ...law.rules import rules_for
from ...law.variant import RuleBook, books
from ..errors import note_failure
from ..problems import Problem
from ..watch.visits import visit

RETRY_LATER = {"Retry-After": "10"}


def healthz() -> dict[str, Any]:
    """Say whether the process lives.

    For a liveness probe: it answers as long as the process can answer at all.
    """
    return {"status": "alive"}


def readyz() -> dict[str, Any]:
    """Say whether the service can judge.

    For a readiness probe: every rule book has been loaded and a hand dealt from it has been played to its end. Where
    that fails the answer is the problem `not-ready`, and the log says why.
    """
    try:
        return {"status": "ready", "variants": {book.id: tested(book) for book in books()}}
    except Exception as error:
        note_failure("a rule book cannot be used", error)
        detail = f"A rule book cannot be used; the log has the cause under {visit().id}."
        raise Problem("not-ready", detail, headers=RETRY_LATER) from None


@cache
def tested(book: RuleBook) -> int:
    """The revision of a rule book, once a hand dealt from it has been played to its end."""
    hand = Hand(deal(rules_for(book), "self-test"))
    while hand.moves:
        hand.push(hand.moves[-1])
    if hand.result is None:
        raise RuntimeError(f"the self-test of {book.id} stopped in the {hand.phase}")
    return book.revision
