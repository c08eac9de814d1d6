"""`euchre check`: one move judged."""

from __future__ import annotations

from typing import Any

from euchre import output, render, seats
from euchre.exits import BY_VERDICT, Exit
from euchre.flags import Given
from euchre.options import StateAndMove, Wire, spread
from euchre.record import Record
from euchre.sources import state_and_move

EXAMPLES = (
    "euchre check hand.toml AC",
    "euchre check hand.toml Cat:order",
    "euchre check hand.toml discard-xx && echo legal",
)


@spread
def check(words: StateAndMove, given: Given, wire: Wire) -> None:
    """Judge one move.

    Exit 0: legal. 1: illegal. 4: the cards known cannot tell.
    """
    service = wire.service()
    record, move = state_and_move(words, given, service)
    answer = service.post("validate", {"state": record.state, "move": move})
    output.one(answer, record, wire, _show, judge=_judge)


def _judge(body: dict[str, Any]) -> Exit:
    return BY_VERDICT[body["verdict"]]


def _show(record: Record, body: dict[str, Any]) -> None:
    screen = render.console()
    who = seats.name_of(body["seat"], record.players) if body["seat"] is not None else "nobody"
    screen.print(f"{body['verdict']}: {who}, {body['move']}")
    render.sentence(screen, render.plain(""), body["reason"], body["rule"])
    if body["legal"] is False and body["moves"]:
        screen.print("  legal: " + " ".join(body["moves"]))
