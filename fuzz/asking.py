"""States that no schema can lead to, asked about over live HTTP until the time is over, alone and in batches."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup

from euchred.web.batch import NDJSON
from euchred.web.pages.docs import document as published
from fuzz.batches import batches
from fuzz.bodies import Question, heavy_states, known_states, questions
from fuzz.hooks import BATCH

ALWAYS_ANSWERED = ("legal-moves", "tricks", "score", "position", "judge")
MOST_FINDINGS = 10
A_ROUND = 30
REMEMBERED = 300

Round = Callable[[], None]
bounded = settings(max_examples=A_ROUND, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def ask_until(until: float, url: str, first_seed: int) -> list[str]:
    """Asks in rounds until a time of the monotonic clock; what was found."""
    findings: list[str] = []
    with requests.Session() as session:
        for ask in _rounds(Live(url, session), first_seed):
            if time.monotonic() >= until or len(findings) >= MOST_FINDINGS:
                break
            try:
                ask()
            except (Exception, FailureGroup) as error:
                told = "\n".join(getattr(error, "__notes__", ()))
                findings.append(f"{type(error).__name__}: {error}\n{told}")
    return findings


class Live:
    """The live service with its contract: whatever is sent to it is checked in every way."""

    def __init__(self, url: str, session: requests.Session) -> None:
        self.url, self.session = url, session
        config = SchemathesisConfig.from_path(Path(__file__).parents[1] / "schemathesis.toml")
        self.schema = schemathesis.openapi.from_dict(json.loads(json.dumps(published())), config=config)

    def send(self, path: str, body: Any, explain: str | None, media_type: str) -> int:
        """The status of an answer that is right in every way; a failure of a check is raised."""
        query = {"explain": explain} if explain else {}
        case = self.schema[path]["POST"].Case(body=body, query=query, media_type=media_type)
        status: int = case.call_and_validate(base_url=self.url, session=self.session).status_code
        return status


def _rounds(live: Live, first_seed: int) -> Iterator[Round]:
    """Rounds of four kinds in turn, each with a seed of its own."""
    asked: deque[Question] = deque(maxlen=REMEMBERED)

    def heavy_question(question: Question) -> None:
        name, explain, body = question
        live.send(f"/v1/{name}", body, explain, "application/json")

    def any_question(question: Question) -> None:
        asked.append(question)
        heavy_question(question)

    def what_can_be(name: str, explain: str | None, body: Any) -> None:
        status = live.send(f"/v1/{name}", body, explain, "application/json")
        assert status == 200, f"{name} answers a state that can be with {status}: {json.dumps(body)}"

    def batch(body: bytes) -> None:
        assert live.send(BATCH, body, None, NDJSON) == 200

    explains = st.sampled_from((None, "none", "moves"))
    number = first_seed
    while True:
        kinds: tuple[Any, ...] = (
            given(questions())(any_question),
            given(st.sampled_from(ALWAYS_ANSWERED), explains, known_states())(what_can_be),
            given(questions(heavy_states()))(heavy_question),
            given(batches(st.sampled_from(list(asked)), most=40))(batch) if asked else given(batches())(batch),
        )
        for kind in kinds:
            yield seed(number)(bounded(kind))
            number += 1
