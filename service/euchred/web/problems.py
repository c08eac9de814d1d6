"""Problems: every refusal is one object of RFC 9457, with all that is wrong at once (contract §7, §11)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ..law.hand import IllegalMove
from ..law.state import Defect
from . import answers

MEDIA_TYPE = "application/problem+json"
MOST_ERRORS = 100
LONGEST_VALUE = 80
LONGEST_TEXT = 400

MEMBERS = {
    "type": "Which problem it is: the path of a page that explains it. Programs decide by it.",
    "title": "The type in words, always the same for one type.",
    "status": "The status of the answer once more.",
    "detail": "What is wrong with this request, in a sentence for people; it may change.",
    "request_id": "The same as the header X-Request-Id; the service's log has the request under it.",
    "ruling": "The ruling on the move that was not legal, with its index and the evidence; null for other types.",
    "errors": "What is wrong, one object for each defect: pointer (where, as a JSON pointer into the body sent), code,"
    " detail, value (what was found there) and hint (what would be right); at most 100.",
    "more": "How many further defects there are.",
}


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A kind of refusal: its name, its status, what it means, and for those that no example leads to a detail."""

    name: str
    status: int
    title: str
    meaning: str
    detail: str = ""


@cache
def types() -> dict[str, ProblemType]:
    """Every problem type by name, in the order of their statuses."""
    text = (resources.files(__package__) / "problems.toml").read_text("utf-8")
    return {name: ProblemType(name, **entry) for name, entry in tomllib.loads(text).items()}


class Problem(Exception):
    """A request that is refused: which type, why, all its defects, and for an illegal move the ruling on it."""

    def __init__(
        self,
        name: str,
        detail: str,
        errors: Sequence[Defect] = (),
        ruling: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.type = types()[name]
        self.detail, self.errors, self.ruling, self.headers = detail, errors, ruling, headers or {}

    def body(self, request_id: str) -> dict[str, Any]:
        """The answer's body."""
        return {
            "type": f"/problems/{self.type.name}",
            "title": self.type.title,
            "status": self.type.status,
            "detail": cut(self.detail),
            "request_id": request_id,
            "ruling": self.ruling,
            "errors": [_error(defect) for defect in self.errors[:MOST_ERRORS]],
            "more": max(0, len(self.errors) - MOST_ERRORS),
        }


def of_defects(name: str, errors: Sequence[Defect]) -> Problem:
    """The problem of these defects; its detail is the first one and how many there are."""
    first = errors[0]
    others = f" There {'is 1 more' if len(errors) == 2 else f'are {len(errors) - 1} more'}." if len(errors) > 1 else ""
    return Problem(name, f"{first.pointer or 'The body'}: {first.detail}{others}", errors)


def of_failure(request_id: str) -> Problem:
    """The problem of a defect of ours, which the log has under the id of the request."""
    return Problem("internal-error", f"The log has the cause under {request_id}.")


def of_illegal_move(name: str, error: IllegalMove, pointer: str) -> Problem:
    """The problem of a move that is not legal; `pointer` is where it stands in the body."""
    ruling = answers.move_ruling(error.ruling, error.state, error.index)
    reason = ruling["reason"]
    return Problem(name, reason, [Defect(pointer, "out-of-range", reason, ruling["move"])], ruling)


def _error(defect: Defect) -> dict[str, Any]:
    """A defect as the wire has it."""
    return {
        "pointer": defect.pointer,
        "code": defect.code,
        "detail": cut(defect.detail),
        "value": shortened(defect.value),
        "hint": defect.hint,
    }


def cut(text: str) -> str:
    """A sentence, without the end of what a client made it repeat."""
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"


def shortened(value: Any) -> Any:
    """A value to be shown again: itself when it is short, else the beginning of its text."""
    if value is None or isinstance(value, (bool, float)):
        return value
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return value if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…"
