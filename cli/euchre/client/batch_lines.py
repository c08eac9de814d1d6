"""The lines of an answer to a batch: read as they come in, without decoding what need not be."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from requests import Response

BLOCK = 16 * 1024
HEAD = re.compile(rb'\{"id":(?:null|-?[0-9]+|"(?:[^"\\]|\\.)*+"),"status":([0-9]{3}),"body":')


def blocks(reply: Response) -> Iterator[list[bytes]]:
    """The lines of a body as they come in, without their ends; what lacks an end is no line.

    Raises RequestException where the body breaks off.
    """
    begun: list[bytes] = []
    for piece in reply.iter_content(BLOCK):
        lines = piece.split(b"\n")
        if len(lines) > 1:
            lines[0] = b"".join([*begun, lines[0]])
            begun = []
        begun.append(lines.pop())
        if lines:
            yield lines


def status_of(line: bytes) -> int | None:
    """The status in an answer; None for a line that is none. What euchred itself writes need not be decoded."""
    if head := HEAD.match(line):
        return int(head[1])
    try:
        value = json.loads(line)
    except ValueError:
        return None
    status = value.get("status") if isinstance(value, dict) and "body" in value else None
    return status if type(status) is int else None


def counted_by(line: bytes) -> int | None:
    """How many lines a summary counts; None for a line that is none."""
    try:
        lines = json.loads(line)["summary"]["lines"]
    except (ValueError, TypeError, LookupError):
        return None
    return lines if type(lines) is int else None
