"""What the operations on a hand answer (contract §8)."""

from __future__ import annotations

from dataclasses import dataclass

from euchre.client.body import Body, named
from euchre.client.objects import (
    Elided,
    HistoryEntry,
    MoveRuling,
    Result,
    State,
    Trick,
    TrickInProgress,
    VariantUsed,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead(Body):
    """Who may do what now; `certain` is False where the list depends on cards that are not known."""

    variant: VariantUsed
    phase: str
    seat: int | None
    certain: bool
    legal_moves: tuple[str, ...] = named("moves")
    interjections: tuple[str, ...]
    alone_open: tuple[int, ...]
    elided: Elided | None
    rulings: tuple[MoveRuling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalMoves(Ahead):
    """Who may do what now, and why; `rulings` is empty with `explain="none"`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Ahead):
    """Everything that follows from a state; `score` is before the hand, `rulings` only with `explain="moves"`."""

    history: tuple[HistoryEntry, ...]
    trump: str | None
    caller: int | None
    makers: int | None
    contract: str | None
    alone: tuple[int, ...]
    sitting_out: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    dealer: int
    up_card: str | None
    proposed: str | None
    turned_down: str | None
    hands: tuple[tuple[str, ...], ...]
    trick: TrickInProgress | None
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, ...]
    score: tuple[int, ...]
    result: Result | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tricks(Body):
    """The tricks, and who won them."""

    variant: VariantUsed
    trump: str | None
    tricks: tuple[Trick, ...]
    trick: TrickInProgress | None
    tricks_won: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(Body):
    """What the hand was worth; `result` is None while it runs."""

    variant: VariantUsed
    over: bool
    result: Result | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation(MoveRuling):
    """The ruling on the move asked about; `legal_moves` are those of the same seat and phase."""

    variant: VariantUsed
    legal_moves: tuple[str, ...] = named("moves")


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Body):
    """A state as one seat may know it; `seat` is None for a spectator."""

    variant: VariantUsed
    seat: int | None
    state: State
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied(Body):
    """What a move led to: `made` are the history entries it added, `trick` the one it completed."""

    state: State
    position: Position
    ruling: MoveRuling
    made: tuple[HistoryEntry, ...]
    trick: Trick | None
    views: tuple[View, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Body):
    """A fresh hand; its seed gives the same cards again."""

    variant: VariantUsed
    seed: str
    state: State
    position: Position
