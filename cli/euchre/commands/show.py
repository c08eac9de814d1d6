"""`euchre show`: the table drawn."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from euchre import output, render, table
from euchre.client.service import Answer, Service
from euchre.flags import Given, seat_of
from euchre.options import States, Wire, spread
from euchre.record import Record

EXAMPLES = ("euchre show hand.toml", "euchre show hand.toml --seat Ann", "euchre show game.egn#2")

Viewer = Annotated[str | None, typer.Option("--seat", metavar="SEAT", help="Only what this seat may know.")]


@spread
def show(given: Given, wire: Wire, states: States = None, seat: Viewer = None) -> None:
    """Draw the table.

    Seats, hands sorted with trumps first, the trick in progress, trump, tricks and score. In the trick `led` marks
    the lead and * the card that is winning; a card in brackets may not be played now.
    """

    def ask(service: Service, record: Record) -> Answer:
        if seat is None:
            return service.post("position", record.state, explain="moves")
        viewer = seat_of(seat, record.players, "--seat")
        return service.post("view", {"state": record.state, "seat": viewer}, explain="moves")

    def draw(record: Record, body: dict[str, Any]) -> None:
        viewer = 0 if seat is None else seat_of(seat, record.players, "--seat")
        table.draw(render.console(), body if seat is None else body["position"], record.players, viewer)

    output.each(states, given, wire, ask, draw)
