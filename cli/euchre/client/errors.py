"""What a client can meet in place of an answer."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from euchre.client.objects import RefusedRuling
    from euchre.client.problem import Problem, ProblemError
    from euchre.client.service import Answer


class BadSetting(ValueError):
    """An address or a key that cannot be one, with a hint; a key is never repeated."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Unreachable(Exception):
    """No ruling is to be had: nobody answers, the answer breaks off, or it is none of euchred's.

    `passing` says that asking again may help; whoever raises it to a caller has done so already.
    """

    def __init__(self, message: str, hint: str | None = None, *, passing: bool = False) -> None:
        super().__init__(message)
        self.hint = hint
        self.passing = passing


class Refused(Exception):
    """A request that the service refused: its problem (RFC 9457), member by member."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        self.answer = answer

    def __str__(self) -> str:
        """What is wrong, in words."""
        return f"{self.title}: {self.detail}"

    @cached_property
    def problem(self) -> Problem:
        """The problem as an object; one without reasons where a proxy refused and not the service."""
        from euchre.client.problem import problem_of

        return problem_of(self.answer.status, self.answer.body)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.answer.status

    @property
    def type(self) -> str:
        """Which problem it is, such as `illegal-move`; programs decide by it. The list is open."""
        return self.problem.name

    @property
    def title(self) -> str:
        """The type in words."""
        return self.problem.title

    @property
    def detail(self) -> str:
        """What is wrong with this request, in a sentence."""
        return self.problem.detail

    @property
    def errors(self) -> tuple[ProblemError, ...]:
        """Every defect, with the JSON pointer to it."""
        return self.problem.errors

    @property
    def ruling(self) -> RefusedRuling | None:
        """The ruling on the move that was not legal; None for other problems."""
        return self.problem.ruling

    @property
    def request_id(self) -> str:
        """Under which id the service's log has the request."""
        return self.problem.request_id
