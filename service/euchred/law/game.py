"""A game judged whole: several deals in a row, who dealt, what the score was, and who won (contract §8 judge-game)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import moves as m
from .cards import UNKNOWN
from .judge import Verdict, judge
from .ruling import Ruling
from .state import Defect, ImpossibleState, State

# What all deals of a game may bring together, so that judging them takes no longer than half a second of one core.
MOST_MOVES = 12_000  # two hundred hands of double deck bid euchre have no more
MOST_UNSEEN_GIFTS = 60  # each card that one may have been is tried
UNSEEN_GIFT = m.GIVE + UNKNOWN


@dataclass(frozen=True, slots=True)
class GameDeal:
    """A deal of a game; `state` has any dealer and score, what the record says of them stands beside it."""

    state: State
    dealer: int | None = None
    score: tuple[int, ...] | None = None
    recorded_score: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class GameFinding:
    """Something wrong between the hands of a game; `deal` counts from 1."""

    deal: int
    ruling: Ruling
    expected: Any
    found: Any


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """What the judge says of a game; `score` is None where an unfinished hand leaves it open."""

    deals: tuple[Verdict, ...]
    violations: tuple[GameFinding, ...]
    score: tuple[int, ...] | None
    winner: int | None

    @property
    def verdict(self) -> str:
        """`violations`, `open` or `clean`, of the game and all its hands."""
        found = {deal.verdict for deal in self.deals}
        if self.violations or "violations" in found:
            return "violations"
        return "open" if "open" in found else "clean"


def judge_game(deals: Sequence[GameDeal], first_dealer: int | None = None) -> GameVerdict:
    """Judges the deals of a game in their order; ImpossibleState, with pointers `/deals/…`, for deals that cannot be.

    Each hand is judged with the score that the hands before it left, whatever was written down.  A game that is too
    long to be judged at once is refused in the same way.
    """
    if too_long := [*_too_long([move for deal in deals for move in deal.state.moves])]:
        raise ImpossibleState(too_long)
    verdicts: list[Verdict] = []
    findings: list[GameFinding] = []
    dealer, score, winner = first_dealer, None, None
    for number, deal in enumerate(deals, 1):
        if winner is not None:
            findings.append(_finding(number, deal, "game.after-the-end", winner, None))
        findings += _before(number, deal, dealer, score, winner)
        verdict = _judged(number, deal, dealer, score)
        verdicts.append(verdict)
        if winner is not None:
            continue
        result = verdict.result
        dealer = (verdict.state.dealer + 1) % verdict.state.rules.n
        score = None if result is None else result.score
        winner = None if result is None else result.winner
        if deal.recorded_score is not None:
            if score is not None and deal.recorded_score != score:
                findings.append(_finding(number, deal, "game.score-recorded", list(score), list(deal.recorded_score)))
            score = score or deal.recorded_score
    return GameVerdict(tuple(verdicts), tuple(findings), score, winner)


def _too_long(moves: Sequence[int]) -> Iterator[Defect]:
    """More moves, or more gifts that nobody names, than one question may bring."""
    unseen = sum(move % m.PREFIX == UNSEEN_GIFT for move in moves)
    counts = ((len(moves), MOST_MOVES, "moves"), (unseen, MOST_UNSEEN_GIFTS, "gifts of a card that is not named"))
    for count, most, what in counts:
        if count > most:
            detail = f"There are {count:,} {what} in these deals; a game is judged with at most {most:,}."
            yield Defect("/deals", "too-many", detail, count, "Send a part of the deals at a time.")


def _before(
    number: int, deal: GameDeal, dealer: int | None, score: tuple[int, ...] | None, winner: int | None
) -> list[GameFinding]:
    """What is wrong with the dealer and the score that a deal begins with."""
    found = []
    if dealer is not None and deal.dealer is not None and deal.dealer != dealer and winner is None:
        found.append(_finding(number, deal, "game.dealer", dealer, deal.dealer))
    if score is not None and deal.score is not None and deal.score != score and winner is None:
        found.append(_finding(number, deal, "game.score-before", list(score), list(deal.score)))
    return found


def _judged(number: int, deal: GameDeal, dealer: int | None, score: tuple[int, ...] | None) -> Verdict:
    """The verdict on one hand, with the dealer it names and the score it truly began with."""
    zeros = (0,) * len(deal.state.rules.sides)
    dealt_by = next((seat for seat in (deal.dealer, dealer) if seat is not None), 0)
    state = replace(deal.state, dealer=dealt_by, score=score or deal.score or zeros)
    found = state.defects()
    if found:
        raise ImpossibleState([replace(defect, pointer=f"/deals/{number - 1}{defect.pointer}") for defect in found])
    return judge(state)


def _finding(number: int, deal: GameDeal, rule: str, expected: Any, found: Any) -> GameFinding:
    """A finding between the hands."""
    facts = {"dealer": expected} if rule == "game.dealer" else {}
    seat = found if rule == "game.dealer" else None
    return GameFinding(number, Ruling(rule, False, "illegal", facts, (), seat), expected, found)
