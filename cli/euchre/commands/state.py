"""`euchre state`: what would be sent."""

from __future__ import annotations

import typer

from euchre import exits, output
from euchre.exits import Exit
from euchre.flags import Given
from euchre.messages import Stop, complain
from euchre.options import States, Wire, spread
from euchre.sources import records

EXAMPLES = ("euchre state hand.toml > hand.json", "euchre state game.egn#1", "euchre state --dealer 0 --up 9H")


@spread
def state(given: Given, wire: Wire, states: States = None) -> None:
    """Print the JSON that would be sent.

    Names of seats are turned into numbers; nothing is ruled.
    Several states are printed one a line, and so is one with --json.
    """
    found = records(states or [], given, wire.service())
    codes: list[Exit] = []
    for _, record in found.items:
        if isinstance(record, Stop):
            complain(record)
            codes.append(record.code)
        else:
            output.document(record.state, in_one_line=found.several or wire.json)
    raise typer.Exit(exits.of_several(codes))
