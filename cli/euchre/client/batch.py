"""Many questions, a line each: sent in chunks, answered in their order, no line lost and none answered twice.

An answer that was received whole is kept whatever happens afterwards; only lines that have none are sent again
(contract §8, `batch`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from euchre.client import batch_lines
from euchre.client.batch_lines import counted_by, status_of
from euchre.client.errors import Refused, Unreachable
from euchre.client.service import Service

if TYPE_CHECKING:
    from requests import Response

NDJSON = "application/x-ndjson"
LONGEST_LINE = 256 * 1024  # bytes that the service reads of a line, its end not counted
TOO_LONG = b"x" * (LONGEST_LINE + 1)  # goes in place of a longer line, so that the service refuses it where it stands
CHUNK_LINES, CHUNK_BYTES = 1000, 512 * 1024
MOST_LINES, MOST_BYTES = 100_000, 64 * 1024 * 1024


class Question(NamedTuple):
    """A line to send, without its end, and its number from 1."""

    number: int
    data: bytes


class Reply(NamedTuple):
    """The answer to a question: the line as it came, without its end, and the status in it."""

    question: Question
    raw: bytes
    status: int


@dataclass(slots=True)
class Chunk:
    """Questions that are sent together, and how many of them have been answered."""

    questions: Sequence[Question]
    done: int = 0

    @property
    def whole(self) -> bool:
        """Whether all of them have been answered."""
        return self.done == len(self.questions)

    def body(self) -> bytes:
        """What to send to have the others answered."""
        return b"\n".join(question.data for question in self.questions[self.done :]) + b"\n"


def chunks(questions: Iterable[Question], most_lines: int, most_bytes: int) -> Iterator[Chunk]:
    """The questions in chunks of so many lines and bytes at most; one that is larger by itself goes alone."""
    held: list[Question] = []
    size = 0
    for question in questions:
        weight = len(question.data) + 1
        if weight > LONGEST_LINE + 1:
            question, weight = Question(question.number, TOO_LONG), len(TOO_LONG) + 1
        if held and (len(held) >= most_lines or size + weight > most_bytes):
            yield Chunk(held)
            held, size = [], 0
        held.append(question)
        size += weight
    if held:
        yield Chunk(held)


def answered(service: Service, chunk: Chunk) -> Iterator[list[Reply]]:
    """The answers to a chunk in its order, some at a time as they come in.

    Raises Refused or Unreachable when there are no more to be had; `chunk` then says how many there were. It is tried
    again as long as answers keep coming in; the service's `retries` bound the attempts that bring none.
    """
    patience = service.patience()
    while not chunk.whole:
        before = chunk.done
        try:
            with closing(_sent(service, chunk)) as reply:
                if reply.status_code < 400:
                    yield from _replies(service, reply, chunk)
                    continue
                answer = service.answer(reply)
                if service.stands(reply, answer) or not patience.again(reply):
                    raise Refused(answer)
        except Unreachable as error:
            if not error.passing:
                raise
            if chunk.done > before:
                patience = service.patience()
            if not chunk.whole and not patience.again():
                raise


def _sent(service: Service, chunk: Chunk) -> Response:
    """The answer to what is open of a chunk, its body still to be read."""
    return service.attempt("POST", "/v1/batch", {}, chunk.body(), NDJSON, stream=True)


def _replies(service: Service, reply: Response, chunk: Chunk) -> Iterator[list[Reply]]:
    """What an answer holds; raises Unreachable when it ends before its summary."""
    from requests.exceptions import RequestException

    from euchre.client.trouble import broken_off, trouble

    first = chunk.done
    found = batch_lines.blocks(reply)
    while True:
        try:
            lines = next(found, None)
        except RequestException as error:
            raise trouble(error, service.address.shown) from error
        if lines is None:
            raise broken_off(service.address.shown)
        made = _paired(chunk.questions[chunk.done : chunk.done + len(lines)], lines)
        chunk.done += len(made)
        if made:
            yield made
        if len(made) < len(lines):
            last = lines[len(made)]
            if counted_by(last) != chunk.done - first or not chunk.whole:
                raise service.stranger(f"after {chunk.done - first} answers comes {last[:40]!r}")
            with suppress(RequestException):  # nothing follows; read on, so that the connection can be used again
                next(found, None)
            return


def _paired(questions: Sequence[Question], lines: Sequence[bytes]) -> list[Reply]:
    """Questions and their answers, up to the first line that is no answer."""
    made = []
    for question, line in zip(questions, lines, strict=False):
        status = status_of(line)
        if status is None:
            break
        made.append(Reply(question, line, status))
    return made
