"""`euchre deal`: a new hand."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from euchre import output
from euchre.flags import Given, points_of, seat_of
from euchre.messages import Stop, say
from euchre.options import Book, Wire, spread
from euchre.record import Record
from euchre.sources import only

EXAMPLES = (
    "euchre deal > hand.json",
    "euchre deal --variant bid-euchre --seed friday-3 --player Ann --player Bob --player Cat --player Dan --dealer Dan",
    "euchre deal --after hand.json | euchre show -",
)

Seed = Annotated[str | None, typer.Option(metavar="WORD", help="The same word deals the same hand.")]
After = Annotated[str | None, typer.Option(metavar="STATE", help="Deal the hand that follows this one, now over.")]
Dealer = Annotated[str | None, typer.Option(metavar="SEAT", help="Who deals; else the seed draws him.")]
Players = Annotated[list[str] | None, typer.Option("--player", metavar="NAME", help="A player, from seat 0 on.")]
Points = Annotated[str | None, typer.Option("--score", metavar="POINTS", help="The score so far, a side each: '4 9'.")]


@spread
def deal(
    book: Book,
    wire: Wire,
    seed: Seed = None,
    dealer: Dealer = None,
    player: Players = None,
    score: Points = None,
    after: After = None,
) -> None:
    """Deal a hand and print its state as JSON.

    The seed that was drawn is said on standard error.
    """
    service = wire.service()
    body = _new(book, dealer, tuple(player or ()), score)
    record = Record("", body)
    if after is not None:
        if len(body) > 1 or book.variant:
            raise Stop("--after takes everything but --seed from the hand before")
        record = only([after], Given(), service)
        body = {"after": record.state}
    if seed is not None:
        body["seed"] = seed

    def show(_: Record, made: dict[str, Any]) -> None:
        output.document(made["state"])
        if seed is None:
            say(f"seed: {made['seed']}")

    output.one(service.post("deal", body), record, wire, show)


def _new(book: Book, dealer: str | None, players: tuple[str, ...], score: str | None) -> dict[str, Any]:
    """The body that asks for a first hand, with what is given."""
    body = book.fields()
    if dealer is not None:
        body["dealer"] = seat_of(dealer, players, "--dealer")
    if players:
        body["players"] = list(players)
    if score is not None:
        body["score"] = points_of(score)
    return body
