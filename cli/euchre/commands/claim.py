"""`euchre claim`: whether a seat is sure of the tricks it claims."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from euchre import output, render
from euchre.exits import Exit
from euchre.flags import Given, seat_of
from euchre.messages import Stop
from euchre.options import Seat, States, Wire, spread
from euchre.record import Record
from euchre.seats import name_of
from euchre.sources import only

EXAMPLES = (
    "euchre claim hand.toml --seat Ann",
    "euchre claim hand.toml --seat 0 --tricks 2",
    "euchre view hand.toml --seat Ann | euchre claim - --seat 0",
)
ALL = "all"

Tricks = Annotated[str, typer.Option(metavar="N", help="How many of the tricks that remain; else all.")]


@spread
def claim(seat: Seat, given: Given, wire: Wire, states: States = None, tricks: Tricks = ALL) -> None:
    """Judge a claim of tricks.

    It is valid when one way of playing takes them, whatever the others play and wherever unknown cards lie.
    All cards of the state count as known to the claimant: to judge a claim made at a table give his view.
    Exit 0: valid. 1: refused.
    """
    service = wire.service()
    record = only(states or [], given, service)
    record = replace(record, by_option={**record.by_option, "/seat": "--seat", "/tricks": "--tricks"})
    body = {"state": record.state, "seat": seat_of(seat, record.players, "--seat"), "tricks": _number(tricks)}
    output.one(service.post("claims", body), record, wire, _show, judge=_judge)


def _number(word: str) -> int | str:
    if word == ALL:
        return ALL
    if not (word.isdecimal() and word.isascii() and len(word) < 4):
        raise Stop(f"--tricks {word}: no number of tricks", "write a whole number, or leave it out to claim all")
    return int(word)


def _judge(body: dict[str, Any]) -> Exit:
    return Exit.FINE if body["valid"] else Exit.AGAINST


def _show(record: Record, body: dict[str, Any]) -> None:
    screen = render.console()
    word = "valid" if body["valid"] else "refused"
    render.sentence(screen, render.strong(f"{word}  "), body["ruling"]["reason"], body["ruling"]["rule"], "")
    against = body["counterexample"]
    if against is None:
        return
    screen.print("for example, with these hands")
    width = max(len(name_of(seat, record.players)) for seat in range(len(against["hands"]))) + 2
    for seat, hand in enumerate(against["hands"]):
        name = render.plain("  " + name_of(seat, record.players).ljust(width))
        screen.print(name + render.joined(render.card(card) for card in hand or ()))
    plays = ", ".join(f"{name_of(play['seat'], record.players)} {play['card']}" for play in against["plays"])
    render.sentence(screen, render.plain("the play may go  "), plays, None, "")
