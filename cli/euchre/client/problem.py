"""A problem as an object (RFC 9457, contract §7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from euchre.client.body import Body, Unreadable, read
from euchre.client.objects import RefusedRuling

NO_TYPE = "about:blank"  # what RFC 9457 calls a problem that is no more than its status


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemError(Body):
    """One thing that is wrong with a request; `pointer` says where, `hint` what would be right."""

    pointer: str
    code: str
    detail: str
    value: Any
    hint: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(Body):
    """Why a request was refused; `more` counts the defects beyond those in `errors`."""

    type: str
    title: str
    status: int
    detail: str
    request_id: str
    ruling: RefusedRuling | None
    errors: tuple[ProblemError, ...]
    more: int

    @property
    def name(self) -> str:
        """The type without the path before it, such as `illegal-move`."""
        return self.type.rsplit("/", 1)[-1]


def problem_of(status: int, body: Any) -> Problem:
    """The problem in the body of a refusal; one that gives no reason for a body that holds none."""
    try:
        return read(Problem, body)
    except Unreadable:
        detail = f"The status is {status}, and the answer is no problem of euchred."
        return Problem(
            type=NO_TYPE, title="The server gave no reason", status=status, detail=detail, request_id="", ruling=None,
            errors=(), more=0, json=body if isinstance(body, dict) else {},
        )  # fmt: skip
