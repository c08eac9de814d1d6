"""`euchre follow`: what a hand may play to these cards."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from euchre import output, render
from euchre.options import Book, Trump, Wire, spread
from euchre.record import Record

EXAMPLES = ('euchre follow --trump H --led 9H --hand "JD AC 9S"', 'euchre follow -t S --led "QD AD" --hand "9D JC AH"')

Led = Annotated[str, typer.Option("--led", metavar="CARDS", help="The card led, or all cards of the trick so far.")]
Hand = Annotated[str, typer.Option("--hand", metavar="CARDS", help="The cards held.")]


@spread
def follow(trump: Trump, hand: Hand, book: Book, wire: Wire, led: Led = "") -> None:
    """Tell which cards of a hand may be played.

    And why the others may not.
    """
    body: dict[str, Any] = {**book.fields(), "trump": trump.upper(), "cards": led, "hand": hand}
    output.one(wire.service().post("rulings/play", body), Record("", body), wire, _show)


def _show(_: Record, body: dict[str, Any]) -> None:
    screen = render.console()
    screen.print("legal: " + " ".join(body["moves"]))
    render.rulings(screen, body["rulings"])
