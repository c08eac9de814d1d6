"""What judges, claims and solutions answer (contract §8 to §10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from euchre.client.body import Body
from euchre.client.objects import Play, RefusedRuling, Result, Ruling, VariantUsed


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(RefusedRuling):
    """Something that was wrong in a record; `place` is the one in the trick, from 1, `penalty` has one entry a side."""

    trick: int | None
    place: int | None
    penalty: tuple[int, ...] | None
    consequence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Need(Body):
    """Which cards of which seat would settle an open question."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFinding(Finding):
    """Something that the cards known do not decide."""

    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged(Body):
    """What the judge says of a record; the results are None while the hand runs."""

    variant: VariantUsed
    verdict: str
    violations: tuple[Finding, ...]
    open: tuple[OpenFinding, ...]
    summary: str
    result: Result | None
    result_as_played: Result | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDeal(Judged):
    """What the judge says of one hand of a game; `number` counts from 1."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFinding(Ruling):
    """Something wrong between the hands of a game: a dealer, or totals."""

    deal: int
    expected: Any
    found: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedGame(Body):
    """What the judge says of a game; `winner` is a side, `score` None where an unfinished hand leaves it open."""

    variant: VariantUsed
    verdict: str
    deals: tuple[JudgedDeal, ...]
    violations: tuple[GameFinding, ...]
    score: tuple[int, ...] | None
    game_over: bool
    winner: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterexample(Body):
    """A way in which a claim fails."""

    hands: tuple[tuple[str, ...] | None, ...]
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimJudged(Body):
    """Whether a claim is sure; `tricks` are those claimed, `guaranteed` the most that the seat can be sure of."""

    variant: VariantUsed
    seat: int
    tricks: int
    valid: bool
    guaranteed: int
    ruling: Ruling
    counterexample: Counterexample | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedMove(Body):
    """What a move leads to with best play: the tricks of each side at the end of the hand."""

    move: str
    tricks: tuple[int, ...]
    best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedHand(Body):
    """Best play with open cards, for every legal move."""

    variant: VariantUsed
    seat: int
    moves: tuple[SolvedMove, ...]
