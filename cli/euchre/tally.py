"""What a batch comes to: how many lines, how many problems, and the exit code for all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from euchre import exits
from euchre.client.batch import Reply
from euchre.exits import Exit


@dataclass(slots=True)
class Tally:
    """The answers counted."""

    lines: int = 0
    problems: int = 0
    codes: set[Exit] = field(default_factory=set)

    def count(self, replies: Sequence[Reply]) -> None:
        """Take answers in."""
        self.lines += len(replies)
        for reply in replies:
            if reply.status >= 400:
                self.problems += 1
            self.codes.add(code_of(reply))

    @property
    def code(self) -> Exit:
        """The one code for all."""
        return exits.of_several(self.codes)

    def summary(self) -> bytes:
        """The last line of a batch, as the service writes it."""
        summary = {"summary": {"lines": self.lines, "problems": self.problems}}
        return json.dumps(summary, separators=(",", ":")).encode() + b"\n"

    def in_words(self) -> str:
        """The same for people."""
        return f"{_count(self.lines, 'line')} answered, {_count(self.problems, 'problem')}"


def code_of(reply: Reply) -> Exit:
    """The exit code of one answer, the same as the command for its operation gives."""
    if reply.status >= 500:
        return Exit.NO_RULING
    if reply.status >= 400:
        return exits.of_answer(reply.status, json.loads(reply.raw)["body"])
    if _wants_a_verdict(reply.question.data):
        return exits.of_ruling(json.loads(reply.raw)["body"])
    return Exit.FINE


def _wants_a_verdict(asked: bytes) -> bool:
    """Whether a line may name an operation that rules; else its answer need not be read to know its code.

    Of a line with a backslash that is not sure: it may spell an operation with escapes.
    """
    return b"validate" in asked or b"judge" in asked or b"claims" in asked or b"\\" in asked


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
