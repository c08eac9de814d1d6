"""`euchre batch`: a file of questions answered."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from euchre import exits, problems
from euchre.client.batch import CHUNK_BYTES, CHUNK_LINES, MOST_BYTES, MOST_LINES, Chunk, answered, chunks
from euchre.client.errors import Refused, Unreachable
from euchre.client.service import Service
from euchre.exits import Exit
from euchre.files import STANDARD_INPUT
from euchre.messages import Stop, say
from euchre.ndjson import questions
from euchre.options import Wire, spread
from euchre.progress import Meter
from euchre.tally import Tally

EXAMPLES = (
    "euchre batch questions.ndjson > answers.ndjson",
    "make-questions | euchre batch - --server http://127.0.0.1:8000 | read-answers",
    "euchre batch questions.ndjson --lines 2000 --bytes 4000000",
)

TOO_LARGE = 413

File = Annotated[str, typer.Argument(metavar="FILE", help="A question a line (NDJSON), - for standard input.")]
Lines = Annotated[int, typer.Option("--lines", min=1, max=MOST_LINES, help="Send at most so many lines at a time.")]
Bytes = Annotated[int, typer.Option("--bytes", min=1, max=MOST_BYTES, help="And at most so many bytes.")]


@spread
def batch(file: File, wire: Wire, lines: Lines = CHUNK_LINES, size: Bytes = CHUNK_BYTES) -> None:
    """Answer a file of questions, one a line, of any length.

    A line is {"op": "legal-moves", "body": STATE}, with an "id" of your own and "explain" if you like; op is the path
    of an operation after /v1/. The answers are printed in order, {"id", "status", "body"} a line, and after them
    {"summary"}; without it something is missing. Where the connection breaks, only unanswered lines are sent again.
    Empty lines are skipped. With --json nothing changes. Exit: the gravest of all lines: 3, 2, 1, 4, 0.
    """
    service = wire.service()
    tally = Tally()
    name = "standard input" if file == STANDARD_INPUT else file
    with _opened(file) as stream, Meter(stream) as meter:
        for chunk in chunks(questions(stream, name), lines, size):
            _print(service, chunk, tally, name)
            meter.show(tally.lines)
    _put(tally.summary())
    say(tally.in_words())
    raise typer.Exit(tally.code)


def _print(service: Service, chunk: Chunk, tally: Tally, name: str) -> None:
    """Print the answers to a chunk; raises Stop, or leaves, where they end too early."""
    try:
        for replies in answered(service, chunk):
            _put(b"".join([reply.raw + b"\n" for reply in replies]))
            tally.count(replies)
    except (Refused, Unreachable) as error:
        end = f"before line {chunk.questions[chunk.done].number}" if not chunk.whole else "without a summary"
        here = f"the answers to {name} end {end}"
        if isinstance(error, Unreachable):
            raise Stop(f"{error}; {here}", *filter(None, [error.hint]), code=Exit.NO_RULING) from error
        problems.tell(error.answer, lambda _: None, here)
        if error.status == TOO_LARGE:
            say("hint: --bytes sends less at a time")
        raise typer.Exit(exits.of_several([tally.code, exits.of_answer(error.status, error.answer.body)])) from error


def _put(data: bytes) -> None:
    """Put out lines at once, so that whoever reads them has them as soon as they are there."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """The file, or standard input; raises Stop."""
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(name).open("rb"))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise Stop(f"{name}: {reason}") from error
        yield stream
