"""`euchre apply`: a move made."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from euchre import output
from euchre.flags import Given, seat_of
from euchre.options import StateAndMove, Wire, spread
from euchre.record import Record
from euchre.sources import state_and_move

EXAMPLES = (
    "euchre apply hand.toml JD > next.json",
    "euchre apply hand.toml order | euchre apply - discard-TS | euchre show -",
    "euchre apply hand.toml JD --seat Ann --seat Bob",
)

Viewers = Annotated[
    list[str] | None, typer.Option("--seat", metavar="SEAT", help="Then also the state as this seat may know it.")
]


@spread
def apply(words: StateAndMove, given: Given, wire: Wire, seat: Viewers = None) -> None:
    """Make a move and print the new state as JSON.

    An illegal move is refused with exit 1. With --seat the state is printed in one line, and after it a line for
    each seat named.
    """
    service = wire.service()
    record, move = state_and_move(words, given, service)
    body: dict[str, Any] = {"state": record.state, "move": move}
    if seat:
        body["seats"] = [seat_of(name, record.players, "--seat") for name in seat]

    def show(_: Record, made: dict[str, Any]) -> None:
        output.document(made["state"], in_one_line=bool(seat))
        for view in made["views"] if seat else ():
            output.document(view["state"], in_one_line=True)

    output.one(service.post("apply", body), record, wire, show)
