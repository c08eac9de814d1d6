"""The exit codes of the command line, and which answer gives which."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any


class Exit(IntEnum):
    """What a run of `euchre` tells the shell."""

    FINE = 0  # legal, clean, valid; or simply answered
    AGAINST = 1  # ruled against: an illegal move or record
    USAGE = 2  # bad usage, or any other answer of 4xx
    NO_RULING = 3  # no ruling to be had: network, 5xx
    OPEN = 4  # cannot be decided from the cards known


RULED_AGAINST = ("illegal-history", "illegal-move")
BY_VERDICT = {
    "legal": Exit.FINE,
    "clean": Exit.FINE,
    "illegal": Exit.AGAINST,
    "violations": Exit.AGAINST,
    "open": Exit.OPEN,
}
# Of several files, the first of these that occurred.
GRAVEST_FIRST = (Exit.NO_RULING, Exit.USAGE, Exit.AGAINST, Exit.OPEN, Exit.FINE)


def of_answer(status: int, body: Any) -> Exit:
    """The code for an answer: its status and its body, a problem's type where it is one."""
    if status >= 500:
        return Exit.NO_RULING
    if status < 400:
        return Exit.FINE
    return Exit.AGAINST if status == 422 and problem_type(body) in RULED_AGAINST else Exit.USAGE


def of_ruling(body: Any) -> Exit:
    """The code for a body that is no problem, whatever was asked: what it rules, if it rules anything."""
    ruled = body if isinstance(body, dict) else {}
    if ruled.get("valid") is False:
        return Exit.AGAINST
    verdict = ruled.get("verdict")
    return BY_VERDICT.get(verdict, Exit.FINE) if isinstance(verdict, str) else Exit.FINE


def problem_type(body: Any) -> str | None:
    """The name of a problem's type, such as `illegal-move`; None for a body that is no problem."""
    kind = body.get("type") if isinstance(body, dict) else None
    return kind.rsplit("/", 1)[-1] if isinstance(kind, str) else None


def of_several(codes: Iterable[Exit]) -> Exit:
    """The one code for several files."""
    seen = set(codes)
    return next((code for code in GRAVEST_FIRST if code in seen), Exit.FINE)
