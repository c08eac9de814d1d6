"""The operations that judge: records, games, claims, and what best play leads to (contract §8–§10).

Each is a pure function of the body as read and the choice of `explain`, and knows no HTTP.  The docstrings are what the
published contract says of the operations.
"""

from __future__ import annotations

from typing import Any

from ..law.claims import ClaimNotNow, ClaimTooLarge, judge_claim
from ..law.game import judge_game as judge_deals
from ..law.hand import Hand
from ..law.judge import judge as judge_record
from ..law.solve import NotSolvable, SolveTooLarge, in_play
from ..law.solve import solve as solve_hand
from ..law.state import Defect, ImpossibleState
from . import verdicts
from .answers import Json
from .problems import Problem, of_defects
from .requests.schemas import Sent
from .stages import impossible, possible, replayed


def judge(body: Sent, explain: str | None) -> Json:
    """Say what was wrong in a record.

    Takes a record as it was made at a table, mistakes included, and answers every irregularity with its place, its
    rule, what proves it and what it costs; what stays open and what would settle it; and the result with and without
    penalties. A renege is proven from the cards dealt or by later plays of the same seat. A record may stop anywhere.
    """
    return verdicts.judge(judge_record(possible(body)))


def judge_game(body: tuple[Any, ...], explain: str | None) -> Json:
    """Say what was wrong in a game.

    Judges a record of several hands as a whole: each hand, who dealt, the score before and after every hand, hands
    played after the end, and who won.
    """
    rules, deals, dealer = body
    try:
        return verdicts.judge_game(judge_deals(deals, dealer), rules)
    except ImpossibleState as error:
        raise impossible(error) from None


def claims(body: Json, explain: str | None) -> Json:
    """Say whether a claim is sure.

    A claim is valid when the seat has one way of playing, each card chosen from what it has seen by then, that takes
    so many of the remaining tricks whatever all others play, the partner too, and wherever the unknown cards lie. The
    search is exact; what is too large for it is refused. To judge a claim as made at a table send that seat's view.
    """
    hand = replayed(body["state"], "/state")
    try:
        return verdicts.claim(judge_claim(hand, body["seat"], body["tricks"]), hand)
    except ClaimNotNow as error:
        defect = Defect(
            "/seat", "out-of-range", str(error), body["seat"], "Claim during the play, for a seat that plays."
        )
        raise Problem("claim-not-now", str(error), [defect]) from None
    except ClaimTooLarge as error:
        hint = f"At most {error.most:,} {error.unit}: give more cards, or claim later in the hand."
        raise Problem(
            "claim-too-large", str(error), [Defect("/state", "too-many", str(error), error.found, hint)]
        ) from None


def solve(body: Sent, explain: str | None) -> Json:
    """Say what each move leads to.

    Answers, for every legal move, the tricks that each side takes in the end when both sides see all cards and play
    their best. All cards in play must be known.
    """
    hand = replayed(body)
    try:
        found = solve_hand(hand)
    except NotSolvable as error:
        raise _not_solvable(hand, error) from None
    except SolveTooLarge as error:
        defect = Defect("/moves", "too-many", str(error), error.cards, error.hint)
        raise Problem("claim-too-large", str(error), [defect]) from None
    playing = in_play(hand)
    assert playing is not None and playing.seat is not None
    return verdicts.solved(found, playing.seat, hand.state.rules)


def _not_solvable(hand: Hand, error: NotSolvable) -> Problem:
    """The problem of a hand that cannot be solved: it is not in the play, or cards of it are not known."""
    if in_play(hand) is None:
        defect = Defect("/moves", "required", str(error), None, "Send the moves up to the play.")
        return Problem("claim-not-now", str(error), [defect])
    unknown = [seat for seat, known in enumerate(hand.table.cards.known) if not known and seat not in hand.table.out]
    hint = "Give all cards of this seat, and the cards that it took up or put down."
    return of_defects(
        "impossible-state", [Defect(f"/hands/{seat}", "required", str(error), None, hint) for seat in unknown]
    )
