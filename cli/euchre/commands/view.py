"""`euchre view`: a state as one seat may know it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from euchre import output
from euchre.flags import Given, seat_of
from euchre.options import States, Wire, spread
from euchre.record import Record
from euchre.sources import only

EXAMPLES = (
    "euchre view hand.toml --seat Ann",
    "euchre view hand.toml --seat 2 | euchre legal -",
    "euchre view hand.toml",
)

Viewer = Annotated[
    str | None, typer.Option("--seat", metavar="SEAT", help="Whose knowledge; without it, an onlooker's.")
]


@spread
def view(given: Given, wire: Wire, states: States = None, seat: Viewer = None) -> None:
    """Print a state as one seat may know it.

    As JSON; other hands and hidden exchanges are unknown in it. Without --seat: as an onlooker may know it.
    """
    service = wire.service()
    record = only(states or [], given, service)
    viewer = None if seat is None else seat_of(seat, record.players, "--seat")
    output.one(service.post("view", {"state": record.state, "seat": viewer}), record, wire, _show)


def _show(_: Record, body: dict[str, Any]) -> None:
    output.document(body["state"])
