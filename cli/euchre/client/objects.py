"""The objects that answers share (contract §7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from euchre.client.body import Body, named

Value = bool | int | str
State = Mapping[str, Any]  # in the form of the wire, so that it can be sent again as it is


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantUsed(Body):
    """The rule book that was applied; `options` is None with `explain="none"`."""

    id: str
    revision: int
    name: str
    house: bool
    digest: str | None
    options: Mapping[str, Value] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Body):
    """A decision, the rule that it rests on, and why; `legal` is None where the cards known do not decide."""

    rule: str
    legal: bool | None
    verdict: str
    reason: str
    facts: Mapping[str, Any]
    options: Mapping[str, Value]
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRuling(Ruling):
    """A decision on a move; `tricks` are those that it bids, `label` is what is said at a table."""

    seat: int | None
    move: str
    kind: str
    card: str | None
    suit: str | None
    tricks: int | None
    alone: bool
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedRuling(MoveRuling):
    """A decision against a move of a record: which one, and which later moves prove it."""

    index: int
    evidence: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Body):
    """A card on the table, and who played it."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick(Body):
    """A trick that was played; `winner` is a seat, `ruling` is None with `explain="none"`."""

    number: int
    leader: int
    led: str
    plays: tuple[Play, ...]
    winner: int
    ruling: Ruling | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickInProgress(Body):
    """The trick on the table; `winning` is a seat."""

    leader: int
    led: str
    plays: tuple[Play, ...]
    winning: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Elided(Body):
    """What could follow if everybody still to be asked about going alone passed; each such move is legal now."""

    seat: int | None
    legal_moves: tuple[str, ...] = named("moves")


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry(Body):
    """A move of the full record; `index` is its place in the moves sent, None where it was filled in."""

    seat: int
    move: str
    index: int | None
    phase: str
    trick: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Body):
    """What a hand was worth; tuples have one entry a side, `score` is after the hand, `winner` a side."""

    outcome: str
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    penalties: tuple[int, ...]
    score: tuple[int, ...]
    winner: int | None
    game_over: bool
    next_dealer: int | None
    next_score: tuple[int, ...]
    games: int
    ruling: Ruling
