"""`euchre legal`: what the seat to act may do."""

from __future__ import annotations

from typing import Any

from euchre import output, render
from euchre.client.service import Answer, Service
from euchre.flags import Given
from euchre.options import States, Wire, spread
from euchre.record import Record
from euchre.seats import name_of

EXAMPLES = (
    "euchre legal hand.toml",
    'euchre legal --dealer 3 --up JH --hand 0="9H JD AC KC TS" --moves "pass pass pass pass"',
)


@spread
def legal(given: Given, wire: Wire, states: States = None) -> None:
    """List what may be done, and what may not.

    Each with the rule that decides it.
    """
    output.each(states, given, wire, _ask, _show)


def _ask(service: Service, record: Record) -> Answer:
    return service.post("legal-moves", record.state)


def _show(record: Record, body: dict[str, Any]) -> None:
    screen = render.console()
    players = record.players
    screen.print(render.to_act(body["seat"], body["phase"], players))
    if not body["certain"]:
        screen.print("Some cards are not known: a move is listed when it is legal for some of the hands that fit.")
    _group("legal", [item for item in body["rulings"] if item["legal"]])
    _group("open", [item for item in body["rulings"] if item["legal"] is None])
    _group("barred", [item for item in body["rulings"] if item["legal"] is False])
    if body["interjections"]:
        screen.print("also, out of turn: " + " ".join(body["interjections"]))
    if body["elided"]:
        words = " ".join(body["elided"]["moves"])
        screen.print(f"or, if nobody else goes alone, {name_of(body['elided']['seat'], players)}: {words}")


def _group(title: str, items: list[dict[str, Any]]) -> None:
    if items:
        screen = render.console()
        screen.print(f"{title}:")
        render.rulings(screen, items)
