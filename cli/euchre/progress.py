"""Progress on standard error while many records are judged or many questions answered; on a terminal only."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self

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


class Meter:
    """Shows how far a stream has been worked through, unless the answers themselves run over the terminal."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._progress = _metered(_size(stream)) if sys.stderr.isatty() and not sys.stdout.isatty() else None

    def __enter__(self) -> Self:
        if self._progress:
            self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._progress:
            self._progress.stop()

    def show(self, lines: int) -> None:
        """Say how many lines have been answered."""
        if self._progress:
            (task,) = self._progress.task_ids
            done = self._stream.tell() if self._progress.tasks[0].total else 0
            self._progress.update(task, completed=done, description=f"{lines:,} lines")


def _size(stream: BinaryIO) -> int | None:
    """The bytes of a file; None for a pipe or a terminal."""
    found = os.fstat(stream.fileno())
    return found.st_size if stat.S_ISREG(found.st_mode) else None


def _metered(total: int | None) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    screen = Console(file=sys.stderr)
    progress = Progress(*columns, console=screen, transient=True, redirect_stdout=False, redirect_stderr=False)
    progress.add_task("", total=total)
    return progress
