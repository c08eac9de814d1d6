"""The lines of a file of questions, one by one: of any number and length, and never more than one in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from euchre.client.batch import LONGEST_LINE, TOO_LONG, Question
from euchre.messages import Stop, warn

BLOCK = 64 * 1024
ENOUGH = LONGEST_LINE + 2  # with the two bytes that may end it


def questions(stream: BinaryIO, name: str) -> Iterator[Question]:
    """The lines that are not empty, with their numbers; raises Stop where they cannot be read."""
    number = 0
    try:
        while begun := stream.readline(ENOUGH):
            number += 1
            data = _line(begun, stream)
            if data is TOO_LONG:
                warn(f"line {number} of {name} is longer than {LONGEST_LINE} bytes and will be refused")
            if data:
                yield Question(number, data)
    except OSError as error:
        raise Stop(f"{name}: {error.strerror or error}") from error


def _line(begun: bytes, stream: BinaryIO) -> bytes:
    """The rest of a line read, and the line without its end: nothing for white space, TOO_LONG for too much."""
    data = begun.rstrip(b"\r\n")
    whole = begun.endswith(b"\n") or len(begun) < ENOUGH
    empty = not data.strip()
    while not begun.endswith(b"\n") and (begun := stream.readline(BLOCK)):
        empty = empty and not begun.strip()
    if empty:
        return b""
    return data if whole and len(data) <= LONGEST_LINE else TOO_LONG
