"""`euchre score`: what the hand is worth."""

from __future__ import annotations

from typing import Any

from euchre import output, render
from euchre.client.service import Answer, Service
from euchre.flags import Given
from euchre.options import States, Wire, spread
from euchre.record import Record

EXAMPLES = ("euchre score hand.toml", "euchre score game.egn", 'euchre score hand.toml --score "4 9"')


@spread
def score(given: Given, wire: Wire, states: States = None) -> None:
    """Tell what a hand scores, and the score after it.

    The deals of an EGN file follow one another: each starts from the score that those before it came to.
    """
    output.each(states, given, wire, _ask, _show)


def _ask(service: Service, record: Record) -> Answer:
    return service.post("score", record.state)


def _show(record: Record, body: dict[str, Any]) -> None:
    show_result(body["result"], record.players)


def show_result(result: dict[str, Any] | None, players: tuple[str, ...]) -> None:
    """Print a result; None: the hand still runs."""
    screen = render.console()
    if result is None:
        screen.print("The hand is not over: there is no score yet.")
        return
    render.sentence(screen, render.plain(""), result["ruling"]["reason"], result["ruling"]["rule"], "")
    sides = render.sides_of(len(result["points"]), players)
    screen.print(f"{result['outcome']}: {_per_side(result['points'], sides)}")
    screen.print(f"score: {_per_side(result['score'], sides)}")
    if result["winner"] is not None:
        double = ", counted twice" if result["games"] > 1 else ""
        screen.print(f"{sides[result['winner']]} won the game{double}.")


def _per_side(values: list[int], sides: list[str]) -> str:
    return ", ".join(f"{side}: {value}" for side, value in zip(sides, values, strict=True))
