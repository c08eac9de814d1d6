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
from .point_schemas import PlayQuestion, ScoreQuestion, TrickQuestion
from .schemas import ApplyRequest, DealRequest, Either, NextDealRequest, StateInput, ValidateRequest, ViewRequest
from .verdict_schemas import ClaimRequest, GameRequest


class Reader(Protocol):
    """What reads a body: a schema, or a choice of two."""

    def load(self, data: Any) -> Any:
        """What the body stands for; Refused with all its defects when it is not of the right shape."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A POST operation: `name` is its path after /v1/, `answer` takes the body as read and the choice of `explain`."""

    name: str
    reader: Reader
    answer: Callable[[Any, str | None], Json]

    @property
    def id(self) -> str:
        """The name as one word, for endpoints and for the contract's operationId."""
        return self.name.replace("/", "-")


OPERATIONS = {
    operation.name: operation
    for operation in (
        Operation("legal-moves", StateInput(), hand.legal_moves),
        Operation("tricks", StateInput(), hand.tricks),
        Operation("score", StateInput(), hand.score),
        Operation("position", StateInput(), hand.position),
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
