"""The course of a hand: which phase comes after which (rulebook §2.1, §3, §4.1; contract §6)."""

from __future__ import annotations

from ..table import Table
from . import alone, bids, exchange, play, turn_up

AFTER_TRUMP = (
    exchange.begin_pick_up,
    lambda table: exchange.begin_seven(table, "after-trump"),
    exchange.begin_widow,
    exchange.begin_ask,
    alone.begin,
    exchange.begin_dummy,
    exchange.begin_best,
    play.begin,
)
ALONE = AFTER_TRUMP.index(alone.begin)


def begin(table: Table) -> None:
    """The cards are dealt: the dealer of seven cards discards, or the auction begins."""
    if not exchange.begin_seven(table, "before-bidding"):
        begin_auction(table)


def begin_auction(table: Table) -> None:
    """Opens the auction."""
    (turn_up if table.rules.turn_up else bids).begin(table)


def proceed(table: Table) -> None:
    """A step is done: on to the next one that this hand has."""
    if table.trump is None:
        begin_auction(table)
        return
    while not AFTER_TRUMP[table.stage](table):
        table.stage += 1
    table.stage += 1


def ask_again(table: Table) -> None:
    """A seat has declared itself alone: from the alone phase on the course is found anew."""
    if table.stage > ALONE:
        if table.step == "dummy-discard":
            if table.caller not in table.loners:
                return
            exchange.return_dummy(table)
        table.stage = ALONE
        proceed(table)
