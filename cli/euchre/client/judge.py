"""`Judge`: everything that the service answers, as Python objects."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from euchre.client import batch
from euchre.client.asking import Explain
from euchre.client.batch import CHUNK_BYTES, CHUNK_LINES, Question, Reply
from euchre.client.body import Body, Unreadable, read
from euchre.client.hand_questions import HandQuestions
from euchre.client.hands import Applied, Deal, LegalMoves, Position, Score, Tricks, Validation, View
from euchre.client.page_questions import PageQuestions
from euchre.client.point_questions import PointQuestions
from euchre.client.points import PlayRuling, ScoreRuling, TrickRuling
from euchre.client.problem import problem_of
from euchre.client.verdict_questions import VerdictQuestions
from euchre.client.verdicts import ClaimJudged, Judged, JudgedGame, SolvedHand

# What each operation answers.
ANSWERS: dict[str, type[Body]] = {
    "legal-moves": LegalMoves,
    "tricks": Tricks,
    "score": Score,
    "position": Position,
    "validate": Validation,
    "apply": Applied,
    "view": View,
    "deal": Deal,
    "judge": Judged,
    "judge-game": JudgedGame,
    "claims": ClaimJudged,
    "solve": SolvedHand,
    "rulings/trick": TrickRuling,
    "rulings/play": PlayRuling,
    "rulings/score": ScoreRuling,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchAnswer(Body):
    """The answer to a line of a batch: what its operation answers, or a Problem."""

    id: str | int | None
    status: int
    body: Body


class Judge(HandQuestions, VerdictQuestions, PointQuestions, PageQuestions):
    """The judge: on a server, or in this process when no server is named.

    Every operation of the service is a method. A problem raises Refused, trouble with the network Unreachable. Close it
    or use it as a context manager; one Judge serves one thread at a time. `post` and `get` give answers as they came.
    """

    def batch(
        self,
        lines: Iterable[Mapping[str, Any]],
        *,
        explain: Explain | None = None,
        chunk_lines: int = CHUNK_LINES,
        chunk_bytes: int = CHUNK_BYTES,
    ) -> Iterator[BatchAnswer]:
        """The answers to many questions, in their order, as they come in.

        A line is a mapping with `op`, `body`, and `id` and `explain` if wanted; `explain` here is for lines without
        it. Questions are taken from `lines` a chunk at a time, so that there may be any number of them. A problem is
        the answer to its line and stops nothing.
        """
        operations: deque[str] = deque()

        def questions() -> Iterator[Question]:
            for number, line in enumerate(lines, 1):
                whole = {"explain": explain, **line}
                operations.append(str(whole.get("op")))
                yield Question(number, json.dumps(whole, allow_nan=False).encode("ascii"))

        for chunk in batch.chunks(questions(), chunk_lines, chunk_bytes):
            for replies in batch.answered(self, chunk):
                for reply in replies:
                    yield self._of_line(operations.popleft(), reply)

    def _of_line(self, operation: str, reply: Reply) -> BatchAnswer:
        """An answer as an object."""
        whole = json.loads(reply.raw)
        try:
            body = (
                read(ANSWERS.get(operation, Body), whole["body"])
                if reply.status < 400
                else problem_of(reply.status, whole["body"])
            )
        except Unreadable as error:
            raise self.stranger(str(error)) from error
        return BatchAnswer(id=whole.get("id"), status=reply.status, body=body, json=whole)
