"""`euchre tricks`: who took each trick, and why."""

from __future__ import annotations

from typing import Any

from euchre import output, render
from euchre.cards import SUIT_WORDS
from euchre.client.service import Answer, Service
from euchre.flags import Given
from euchre.options import States, Wire, spread
from euchre.record import Record
from euchre.seats import name_of

EXAMPLES = ("euchre tricks hand.toml", "euchre tricks game.egn#3", "euchre tricks game.egn --json")


@spread
def tricks(given: Given, wire: Wire, states: States = None) -> None:
    """Tell who won each trick, and by which rule."""
    output.each(states, given, wire, _ask, _show)


def _ask(service: Service, record: Record) -> Answer:
    return service.post("tricks", record.state)


def _show(record: Record, body: dict[str, Any]) -> None:
    screen = render.console()
    if body["trump"]:
        screen.print(f"trump: {SUIT_WORDS[body['trump']]}")
    current = body["trick"]
    for trick in body["tricks"]:
        render.sentence(screen, _played(trick, trick["number"]), trick["ruling"]["reason"], trick["ruling"]["rule"], "")
    if current and current["plays"]:
        winning = "" if current["winning"] is None else f"{name_of(current['winning'], record.players)} is winning it."
        render.sentence(screen, _played(current, len(body["tricks"]) + 1), winning, None, "")
    if not body["tricks"] and not (current and current["plays"]):
        screen.print("No card has been played.")


def _played(trick: dict[str, Any], number: int) -> Any:
    """The number of a trick and its cards in the order played."""
    head = render.joined([render.plain(f"{number} "), *(render.card(play["card"]) for play in trick["plays"])])
    head.append("  ")
    return head
