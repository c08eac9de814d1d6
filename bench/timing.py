"""Timing two ways of doing the same work, turn and turn about, and the ratio between them."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Work = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison: operations a second of ours and of the peer's, and how many times the peer's rate ours is.

    The rates are medians of several rounds, and so is the ratio: of those within each round, since a machine that is
    slow for a while is slow for both.
    """

    name: str
    unit: str
    peer: str
    ours: float
    theirs: float
    ratio: float


def row(name: str, unit: str, peer: str, pairs: Sequence[tuple[float, float]]) -> Row:
    """What came of several rounds: our rate and the peer's in each."""
    ours, theirs = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    return Row(name, unit, peer, ours, theirs, statistics.median(pair[0] / pair[1] for pair in pairs))


def rate(work: Work, clock: Callable[[], float]) -> float:
    """How many units a second one round of a work does."""
    gc.collect()
    gc.disable()
    try:
        start = clock()
        done = work()
        return done / (clock() - start)
    finally:
        gc.enable()


def compare(
    name: str,
    unit: str,
    peer: str,
    ours: Work,
    theirs: Work,
    rounds: int = 9,
    clock: Callable[[], float] = time.process_time,
) -> Row:
    """Runs both works turn and turn about; a work answers how many units it did."""
    ours(), theirs()
    return row(name, unit, peer, [(rate(ours, clock), rate(theirs, clock)) for _ in range(rounds)])


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| what | unit | ours | peer | theirs | ratio |", "|---|---|---:|---|---:|---:|"]
    lines += [
        f"| {row.name} | {row.unit} | {row.ours:,.0f} | {row.peer} | {row.theirs:,.0f} | {row.ratio:.2f} |"
        for row in rows
    ]
    return "\n".join(lines)
