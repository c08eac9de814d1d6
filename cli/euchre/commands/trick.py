"""`euchre trick`: who wins these cards."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from euchre import output, render
from euchre.flags import points_of
from euchre.options import Book, Trump, Wire, spread
from euchre.record import Record

EXAMPLES = (
    "euchre trick --trump H KH JD 9H AH",
    "euchre trick --trump NT QS AS JK TS --variant hasenpfeffer --option no_trump=high",
    "euchre trick --trump S --leader 2 9D AD QD JD",
)

Cards = Annotated[list[str], typer.Argument(metavar="CARD...", help="The cards in the order they were played.")]
Leader = Annotated[int | None, typer.Option(metavar="SEAT", help="The seat that led, for seats in the answer.")]
Seats = Annotated[
    str | None, typer.Option("--seats", metavar="SEATS", help="The seats that played, in order: '1 3 0'.")
]


@spread
def trick(cards: Cards, trump: Trump, book: Book, wire: Wire, leader: Leader = None, seats: Seats = None) -> None:
    """Tell which card wins a trick, and why."""
    body: dict[str, Any] = {**book.fields(), "trump": trump.upper(), "cards": " ".join(cards)}
    if leader is not None:
        body["leader"] = leader
    if seats is not None:
        body["seats"] = points_of(seats)
    output.one(wire.service().post("rulings/trick", body), Record("", body), wire, _show)


def _show(_: Record, body: dict[str, Any]) -> None:
    screen = render.console()
    ruling = body["ruling"]
    head = render.card(body["winner"]["card"]) + render.plain("  ")
    render.sentence(screen, head, ruling["reason"], ruling["rule"], "")
    screen.print(render.plain("ranking: ") + render.joined(render.card(item["card"]) for item in body["ranking"]))
