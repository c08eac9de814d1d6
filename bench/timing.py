"""Timing two ways of doing the same work, turn and turn about, and the ratio between them."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison: operations a second of ours and of the peer's, medians of several rounds."""

    name: str
    unit: str
    peer: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """How many times the peer's rate ours is."""
        return self.ours / self.theirs


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
    pairs = [(rate(ours, clock), rate(theirs, clock)) for _ in range(rounds)]
    return Row(name, unit, peer, statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs))


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| what | unit | ours | peer | theirs | ratio |", "|---|---|---:|---|---:|---:|"]
    lines += [
        f"| {row.name} | {row.unit} | {row.ours:,.0f} | {row.peer} | {row.theirs:,.0f} | {row.ratio:.2f} |"
        for row in rows
    ]
    return "\n".join(lines)
