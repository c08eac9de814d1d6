"""The operations without a state: point questions (contract §8, `rulings/…`).

Each is a pure function of the body as read and the choice of `explain`, and knows no HTTP.  The docstrings are what the
published contract says of the operations.
"""

from __future__ import annotations

from typing import Any

from ..law.state import ImpossibleState
from . import answers
from .answers import Json
from .stages import impossible


def ruling_trick(body: tuple[Any, ...], explain: str | None) -> Json:
    """Say who wins a trick, without a state.

    A question about some cards on a table, for programs that keep positions rather than records. Answers the winner,
    all cards from the best to the worst, and the ruling.
    """
    try:
        return answers.ruling_trick(*body)
    except ImpossibleState as error:
        raise impossible(error) from None


def ruling_play(body: tuple[Any, ...], explain: str | None) -> Json:
    """Say which cards may be played, without a state.

    A question about a hand and the cards played to a trick so far. Answers the cards that may be played, and a ruling
    for every card of the hand.
    """
    try:
        return answers.ruling_play(*body)
    except ImpossibleState as error:
        raise impossible(error) from None


def ruling_score(body: tuple[Any, ...], explain: str | None) -> Json:
    """Say what a hand is worth, without a state.

    A question about a hand in numbers: the winning call, who made it, who played alone, and the tricks of each side.
    Answers the same result as `score` does for a whole record.
    """
    try:
        return answers.ruling_score(*body)
    except ImpossibleState as error:
        raise impossible(error) from None
