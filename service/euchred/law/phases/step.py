"""A step: one kind of decision in a hand, with the functions that rule on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from .. import moves as m
from ..ruling import Ruling
from ..table import Entry, Table


class Step(NamedTuple):
    """One kind of decision.

    `kinds` are the kinds of move it knows; `allows` says from the table alone whether a move may stand (what hidden
    cards add is the business of `knowledge`); `apply` makes a move that may stand and answers whether the step is
    done; `offers` lists every legal move of the seat to act; `judge` rules on any move of these kinds; `shown` are
    the moves that an explanation goes through.
    """

    phase: str
    kinds: frozenset[str]
    allows: Callable[[Table, int], bool]
    apply: Callable[[Table, int, int], bool]
    offers: Callable[[Table], Iterable[int]]
    judge: Callable[[Table, int, int], Ruling]
    shown: Callable[[Table], Iterable[int]]


def rule_on(
    rule: str, legal: bool | None, form: str, seat: int, move: int, options: tuple[str, ...] = (), /, **facts: Any
) -> Ruling:
    """A ruling on a move of a seat."""
    return Ruling(rule, legal, form, facts, options, seat, move)


def note(table: Table, move: int, index: int, phase: str) -> None:
    """Writes a move of the seat to act into the record."""
    assert table.seat is not None
    table.log.append(Entry(table.seat, move, index, phase))


def fix_trump(table: Table, trump: int) -> None:
    """Trump is fixed, and with it the order of the cards."""
    table.trump = trump
    table.order = table.rules.orders[trump]


def make_caller(table: Table, seat: int, contract: int) -> None:
    """A seat has won the auction: it is the maker, its side are the makers."""
    table.caller, table.contract = seat, contract
    table.makers = table.rules.side[seat]
    if m.plays_alone(contract):
        declare(table, seat, -1)


def declare(table: Table, seat: int, index: int) -> None:
    """A seat plays alone: the others of its camp lay their hands down (rulebook §2.2).

    `index` is that of the move that says so, or -1 where a call says it.
    """
    table.alone_said[seat] = (m.ALONE, index)
    table.loners = tuple(sorted((*table.loners, seat)))
    table.out = tuple(sorted(other for loner in table.loners for other in table.camp(loner) if other != loner))
