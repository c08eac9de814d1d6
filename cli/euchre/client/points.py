"""What point questions answer: a trick, a hand of cards, a score, without a state (contract §8)."""

from __future__ import annotations

from dataclasses import dataclass

from euchre.client.body import Body, named
from euchre.client.objects import MoveRuling, Result, Ruling, VariantUsed


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedCard(Body):
    """A card of a trick; `place` counts from 0 in the order played."""

    place: int
    seat: int | None
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickRuling(Body):
    """Who wins a trick; `ranking` has all cards, the best first."""

    variant: VariantUsed
    trump: str
    led: str
    winner: PlacedCard
    ranking: tuple[PlacedCard, ...]
    ruling: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRuling(Body):
    """What may be played, and a ruling for every card held."""

    variant: VariantUsed
    trump: str
    led: str | None
    legal_moves: tuple[str, ...] = named("moves")
    rulings: tuple[MoveRuling, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRuling(Body):
    """What a hand is worth."""

    variant: VariantUsed
    result: Result
