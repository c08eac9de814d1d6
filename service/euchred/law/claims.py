"""Claims: whether a seat is sure of the tricks it claims, whatever the others play and wherever the cards lie.

Contract §10: valid is a claim for which the claimant has one way of playing, each choice depending only on what he has
then seen.  The search is exact; what is too large for it is refused, by counting layouts and cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from .guarantee import ClaimTooLarge, guarantee, lays_down
from .hand import Hand
from .position import hand_now
from .ruling import Ruling
from .solve import in_play
from .state import Cards

__all__ = ["Claim", "ClaimNotNow", "ClaimTooLarge", "Counterexample", "judge_claim"]


class ClaimNotNow(ValueError):
    """A claim by a seat that does not play now."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Hands as held when the claim was made, and plays to the end, that defeat the claimant's best way of playing.

    UNKNOWN stands for cards that never come into play; `plays` are seats and cards.
    """

    hands: tuple[Cards, ...]
    plays: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim judged: the tricks claimed, whether they are sure, and how many are (`guaranteed`)."""

    seat: int
    tricks: int
    valid: bool
    guaranteed: int
    ruling: Ruling
    counterexample: Counterexample | None


def judge_claim(hand: Hand, seat: int, tricks: int | None) -> Claim:
    """Judges a claim of so many of the tricks that remain, the one in progress counted; None claims them all.

    Cards of other hands that the state gives are known to the claimant.  Raises ClaimNotNow outside the play and for a
    seat that sits out, ClaimTooLarge when there is too much to go through.
    """
    playing = in_play(hand)
    if playing is None:
        raise ClaimNotNow("Tricks are claimed while the cards are being played.")
    table, name = playing.table, playing.state.name(seat)
    if seat in table.out:
        raise ClaimNotNow(f"{name} sits out and takes no tricks.")
    left = table.rules.tricks - len(table.plays) // table.trick_size
    claimed = left if tricks is None else tricks
    if claimed <= left and lays_down(table, seat, left):
        return Claim(seat, claimed, True, left, _ruling(seat, claimed, left, left), None)
    guaranteed, plays = guarantee(table, seat, left)
    if guaranteed >= claimed:
        return Claim(seat, claimed, True, guaranteed, _ruling(seat, claimed, guaranteed, left), None)
    hands: list[list[int]] = [[] for _ in range(table.rules.n)]
    for player, kind in plays:
        hands[player].append(kind)
    for other in table.out:
        hands[other] = hand_now(table, other)
    against = Counterexample(tuple(map(tuple, hands)), tuple(plays))
    return Claim(seat, claimed, False, guaranteed, _ruling(seat, claimed, guaranteed, left), against)


def _ruling(seat: int, claimed: int, guaranteed: int, left: int) -> Ruling:
    """The ruling on a claim."""
    facts = {"need": claimed, "took": guaranteed}
    if claimed > guaranteed:
        form = "none" if not guaranteed else "illegal"
        return Ruling("claim.refused", False, form, facts, (), seat)
    form = "last" if claimed == left == 1 else "all" if claimed == left else "legal"
    return Ruling("claim.valid", True, form, facts, (), seat)
