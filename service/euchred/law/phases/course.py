"""The course of a hand: which phase comes after which (rulebook §2.1, §3, §4.1; contract §6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from .. import moves as m
from ..rules import Rules
from ..table import Table
from . import alone, bids, exchange, play, turn_up

Begin = Callable[[Table], bool]


@lru_cache(maxsize=1024)
def after_trump(rules: Rules) -> tuple[Begin, ...]:
    """What may come after trump is fixed, in this order; each begins its step, or says that this hand has none."""
    settings = rules.settings
    found: list[tuple[Begin, object]] = [
        (exchange.begin_pick_up, rules.turn_up),
        (exchange.begin_seven, settings["dealer_discard"] == "after-trump"),
        (exchange.begin_widow, rules.book.widow),
        (exchange.begin_ask, m.ASK in rules.level),
        (alone.begin, True),
        (exchange.begin_dummy, rules.has_dummy),
        (exchange.begin_best, settings["partners_best"]),
        (play.begin, True),
    ]
    return tuple(step for step, is_played in found if is_played)


def begin(table: Table) -> None:
    """The cards are dealt: the dealer of seven cards discards, or the auction begins."""
    if table.rules.settings["dealer_discard"] != "before-bidding" or not exchange.begin_seven(table):
        begin_auction(table)


def begin_auction(table: Table) -> None:
    """Opens the auction."""
    (turn_up if table.rules.turn_up else bids).begin(table)


def proceed(table: Table) -> None:
    """A step is done: on to the next one that this hand has."""
    if table.trump is None:
        begin_auction(table)
        return
    steps, begun = after_trump(table.rules), False
    while not begun:
        begun = steps[table.stage](table)
        table.stage += 1


def ask_again(table: Table) -> None:
    """A seat has declared itself alone: from the alone phase on the course is found anew."""
    asking = after_trump(table.rules).index(alone.begin)
    if table.stage > asking:
        if table.step == "dummy-discard":
            if table.caller not in table.loners:
                return
            exchange.return_dummy(table)
        table.stage = asking
        proceed(table)
