"""What is said to the person at the keyboard: on standard error, data never."""

from __future__ import annotations

import sys

from euchre.exits import Exit


class Stop(Exception):
    """Ends a command: what is wrong, what may help, and the exit code."""

    def __init__(self, message: str, *hints: str, code: Exit = Exit.USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.hints = hints
        self.code = code


def printable(text: str) -> str:
    """The text with control characters and other unprintables escaped, line breaks kept.

    What a file or a server sends must not be able to steer the terminal.
    """
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode("ascii") for c in text)


def say(text: str) -> None:
    """One message on standard error."""
    stream = sys.stderr
    line = printable(text) + "\n"
    stream.write(line.encode(stream.encoding or "utf-8", "backslashreplace").decode(stream.encoding or "utf-8"))
    stream.flush()


def warn(text: str) -> None:
    """Say what was not as expected, though the command goes on."""
    say(f"warning: {text}")


def complain(stop: Stop) -> None:
    """Say why a command ends, and what may help."""
    say(f"error: {stop.message}")
    for hint in stop.hints:
        say(f"hint: {hint}")
