"""`euchre points`: what a hand is worth without its cards."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

import typer

from euchre import output
from euchre.client.service import Service
from euchre.commands.score import show_result
from euchre.flags import points_of
from euchre.messages import Stop
from euchre.options import Book, Wire, spread
from euchre.record import Record

EXAMPLES = (
    "euchre points --call order --took 3",
    "euchre points --variant bid-euchre --call bid-5 --took 4",
    'euchre points --call call-H --took 5 --alone --caller 2 --score "6 9"',
)

Call = Annotated[str, typer.Option(metavar="CALL", help="The call that stood: order, call-H, bid-5, moon, pass.")]
Took = Annotated[
    str | None, typer.Option(metavar="TRICKS", help="Tricks of the caller's side, or of every side: '4 1'.")
]
Caller = Annotated[int, typer.Option(metavar="SEAT", help="Who called.")]
Alone = Annotated[bool, typer.Option("--alone", help="The caller went alone.")]
LoneDefender = Annotated[int | None, typer.Option(metavar="SEAT", help="A defender who went alone.")]
Points = Annotated[str | None, typer.Option("--score", metavar="POINTS", help="Points before the hand: '4 9'.")]
Dealer = Annotated[int | None, typer.Option(metavar="SEAT", help="Who dealt.")]


@spread
def points(
    call: Call,
    book: Book,
    wire: Wire,
    took: Took = None,
    caller: Caller = 0,
    alone: Alone = False,
    lone_defender: LoneDefender = None,
    score: Points = None,
    dealer: Dealer = None,
) -> None:
    """Tell what a call and the tricks taken score."""
    service = wire.service()
    body: dict[str, Any] = {**book.fields(), "call": call, "caller": caller}
    body |= {"tricks": _tricks(took, caller, book, service)} if took is not None else {}
    lone = [seat for seat, holds in ((caller, alone), (lone_defender, lone_defender is not None)) if holds]
    body |= {"alone": lone} if lone else {}
    body |= {"score": points_of(score)} if score is not None else {}
    body |= {"dealer": dealer} if dealer is not None else {}
    output.one(service.post("rulings/score", body), Record("", body), wire, _show)


def _tricks(took: str, caller: int, book: Book, service: Service) -> list[int]:
    """Tricks of every side; from the caller's alone those of the one other side follow. Raises Stop."""
    counts = points_of(took)
    if len(counts) > 1:
        return counts
    answer = service.get(f"/v1/variants/{quote(str(book.fields()['variant']), safe='')}")
    if not answer.ok:
        return counts
    if len(answer.body["sides"]) > 2:
        raise Stop("there are more than two sides", "--took wants the tricks of each: '3 1 1'")
    others = answer.body["hand_size"] - counts[0]
    return [counts[0] if caller in side else others for side in answer.body["sides"]]


def _show(_: Record, body: dict[str, Any]) -> None:
    show_result(body["result"], ())
