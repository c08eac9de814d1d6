"""`euchre solve`: best play with open cards."""

from __future__ import annotations

from typing import Any

from euchre import output, render
from euchre.client.service import Answer, Service
from euchre.flags import Given
from euchre.options import States, Wire, spread
from euchre.record import Record
from euchre.seats import name_of

EXAMPLES = ("euchre solve hand.toml", "euchre solve hands/*.toml --json")


@spread
def solve(given: Given, wire: Wire, states: States = None) -> None:
    """Tell the tricks that each legal move leads to.

    All hands must be known; both sides then play their best, seeing all cards. * marks the best moves.
    """
    output.each(states, given, wire, _ask, _show)


def _ask(service: Service, record: Record) -> Answer:
    return service.post("solve", record.state)


def _show(record: Record, body: dict[str, Any]) -> None:
    screen = render.console()
    screen.print(f"{name_of(body['seat'], record.players)} to act; tricks of the whole hand with best play:")
    width = max(len(item["move"]) for item in body["moves"]) + 2
    for item in body["moves"]:
        head = render.plain("* " if item["best"] else "  ") + render.move(item["move"])
        head.pad_right(width + 2 - head.cell_len)
        sides = render.sides_of(len(item["tricks"]), record.players)
        tricks = ", ".join(f"{side}: {count}" for side, count in zip(sides, item["tricks"], strict=True))
        render.sentence(screen, head, tricks)
