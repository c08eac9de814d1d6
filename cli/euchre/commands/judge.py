"""`euchre judge`: whole records, mistakes included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from euchre import findings, output, render
from euchre.client.service import Answer, Service
from euchre.exits import BY_VERDICT, Exit
from euchre.flags import Given
from euchre.options import States, Wire, spread
from euchre.record import Record
from euchre.sources import judged

EXAMPLES = (
    "euchre judge dispute.toml",
    "euchre judge game.egn game.toml#2",
    "euchre judge --json records/*.json > verdicts.ndjson",
)
WORDS = {
    Exit.FINE: "clean",
    Exit.AGAINST: "with violations",
    Exit.OPEN: "open",
    Exit.USAGE: "refused",
    Exit.NO_RULING: "without a ruling",
}


@spread
def judge(given: Given, wire: Wire, states: States = None) -> None:
    """Say what was wrong in a record, the proof, and what it costs.

    A file with deals, or an EGN file of several, is judged as one game. Moves are counted from 0.
    Exit 0: clean. 1: violations. 4: open, the cards known cannot tell.
    """
    output.each(states, given, wire, _ask, _show, output.Many(find=judged, judge=_judge, total=_total, bar=True))


def _ask(service: Service, record: Record) -> Answer:
    return service.post("judge-game" if record.is_game else "judge", record.state)


def _judge(body: dict[str, Any]) -> Exit:
    return BY_VERDICT[body["verdict"]]


def _show(record: Record, body: dict[str, Any]) -> None:
    (findings.told_of_game if record.is_game else findings.told)(record, body)


def _total(codes: Sequence[Exit]) -> None:
    counts = Counter(codes)
    told = ", ".join(f"{counts[code]} {word}" for code, word in WORDS.items() if counts[code])
    render.console().print(render.strong(f"{len(codes)} records: {told}"))
