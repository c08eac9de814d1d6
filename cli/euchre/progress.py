"""A bar on standard error while many records are judged; on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


class Bar:
    """Shows how many of so many things are done, and nothing where there is one or nobody looks."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = -1
        self.shown = total > 1 and sys.stderr.isatty()

    def count(self) -> None:
        """Say that the next one is taken up."""
        self.done += 1

    @contextmanager
    def step(self) -> Iterator[None]:
        """While one of them is worked on: the bar is gone again before anything else is printed."""
        if not self.shown:
            yield
            return
        progress = self._drawn()
        progress.start()
        progress.refresh()
        try:
            yield
        finally:
            progress.stop()

    def _drawn(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress

        progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            console=Console(file=sys.stderr),
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        progress.add_task("", total=self.total, completed=self.done)
        return progress
