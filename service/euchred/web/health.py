"""Whether the process lives, and whether it can judge: every rule book is loaded and has played a hand."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..law.deal import deal
from ..law.hand import Hand
from ..law.rules import rules_for
from ..law.variant import RuleBook, books


def healthz() -> dict[str, Any]:
    """The process answers."""
    return {"status": "alive"}


def readyz() -> dict[str, Any]:
    """Every rule book works; where one does not this fails, which is a problem like any other failure."""
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
