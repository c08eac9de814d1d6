"""The table of operations: the path of each, what reads its body, and what answers it (contract §8).

It serves single requests and batches alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from . import hand_operations as hand
from . import point_operations as point
from . import verdict_operations as verdict
from .answers import Json
from .requests.point_schemas import PlayQuestion, ScoreQuestion, TrickQuestion
from .requests.schemas import (
    ApplyRequest,
    DealRequest,
    Either,
    NextDealRequest,
    StateInput,
    ValidateRequest,
    ViewRequest,
)
from .requests.verdict_schemas import ClaimRequest, GameRequest
from .stages import replayed


class Reader(Protocol):
    """What reads a body: a schema, or a choice of two."""

    def load(self, data: Any) -> Any:
        """What the body stands for; Refused with all its defects when it is not of the right shape."""


def as_read(body: Any) -> Any:
    """Nothing to prepare: the operation is asked about the body as it was read."""
    return body


@dataclass(frozen=True, slots=True)
class Operation:
    """A POST operation: `name` is its path after /v1/.

    `reader` reads the body, `prepare` makes of that what `answer` takes, together with the choice of `explain`.
    """

    name: str
    reader: Reader
    answer: Callable[[Any, str | None], Json]
    prepare: Callable[[Any], Any] = as_read

    def ask(self, read: Any, explain: str | None) -> Json:
        """What the operation answers to a body as read."""
        return self.answer(self.prepare(read), explain)

    @property
    def id(self) -> str:
        """The name as one word, for endpoints and for the contract's operationId."""
        return self.name.replace("/", "-")


OPERATIONS = {
    operation.name: operation
    for operation in (
        Operation("legal-moves", StateInput(), hand.legal_moves, replayed),
        Operation("tricks", StateInput(), hand.tricks, replayed),
        Operation("score", StateInput(), hand.score, replayed),
        Operation("position", StateInput(), hand.position, replayed),
        Operation("validate", ValidateRequest(), hand.validate),
        Operation("apply", ApplyRequest(), hand.apply),
        Operation("view", ViewRequest(), hand.view),
        Operation("deal", Either("after", NextDealRequest(), DealRequest()), hand.deal),
        Operation("judge", StateInput(), verdict.judge),
        Operation("judge-game", GameRequest(), verdict.judge_game),
        Operation("claims", ClaimRequest(), verdict.claims),
        Operation("solve", StateInput(), verdict.solve),
        Operation("rulings/trick", TrickQuestion(), point.ruling_trick),
        Operation("rulings/play", PlayQuestion(), point.ruling_play),
        Operation("rulings/score", ScoreQuestion(), point.ruling_score),
    )
}
