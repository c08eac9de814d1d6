"""Whether the process lives, and whether it can judge: every rule book is loaded and has played a hand."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..law.deal import deal
from ..law.hand import Hand
from ..law.rules import rules_for
from ..law.variant import RuleBook, books


def healthz() -> dict[str, Any]:
    """Say whether the process lives.

    For a liveness probe: it answers as long as the process can answer at all.
    """
    return {"status": "alive"}


def readyz() -> dict[str, Any]:
    """Say whether the service can judge.

    For a readiness probe: every rule book has been loaded and a hand dealt from it has been played to its end. Where
    that fails the answer is the problem `internal-error`.
    """
    return {"status": "ready", "variants": {book.id: tested(book) for book in books()}}


@cache
def tested(book: RuleBook) -> int:
    """The revision of a rule book, once a hand dealt from it has been played to its end."""
    hand = Hand(deal(rules_for(book), "self-test"))
    while hand.moves:
        hand.push(hand.moves[-1])
    if hand.result is None:
        raise RuntimeError(f"the self-test of {book.id} stopped in the {hand.phase}")
    return book.revision
