"""schemathesis over every operation, in this process: nothing fails, nothing wrong is accepted, nor right refused.

A body of the right shape may describe a deal that cannot be, so 422 is no failure in itself; which problem it is tells
how far the service got.  Legal states come from our own strategy, since no schema can say what a legal record is.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
import schemathesis
from fuzz.batches import batches
from fuzz.hooks import BATCH
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from tests.contract.walk import ROOT
from tests.strategies import bodies, hidden_states, legal_states

from euchred.web.app import create_app
from euchred.web.batch import NDJSON
from euchred.web.pages.docs import document as published
from euchred.web.settings import Settings

STATE_OPERATIONS = ("legal-moves", "tricks", "score", "position", "judge")

schema = schemathesis.openapi.from_dict(
    json.loads(json.dumps(published())), config=SchemathesisConfig.from_path(ROOT / "schemathesis.toml")
)
schema.app = create_app(Settings())
seen: Counter[int] = Counter()
fast = settings(max_examples=6, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def send(case: schemathesis.Case) -> schemathesis.Response:
    """Sends a case, with all of schemathesis' checks and our own (`fuzz/hooks.py`)."""
    response = case.call_and_validate()
    seen[response.status_code] += 1
    return response


@schema.parametrize()
@fast
def test_every_operation(case: schemathesis.Case) -> None:
    send(case)


@pytest.mark.parametrize("name", STATE_OPERATIONS)
def test_legal_states_are_answered(name: str) -> None:
    operation = schema[f"/v1/{name}"]["POST"]

    @fast
    @given(body=bodies(legal_states() | hidden_states()), explain=st.sampled_from([None, "none", "moves"]))
    def run(body: dict[str, Any], explain: str | None) -> None:
        query = {"explain": explain} if explain else {}
        assert send(operation.Case(body=body, query=query, media_type="application/json")).status_code == 200

    run()


@fast
@given(body=bodies(legal_states()), data=st.data())
def test_legal_moves_are_applied_and_viewed(body: dict[str, Any], data: st.DataObject) -> None:
    def post(name: str, sent: dict[str, Any]) -> dict[str, Any]:
        response = send(schema[f"/v1/{name}"]["POST"].Case(body=sent, media_type="application/json"))
        assert response.status_code == 200
        answer: dict[str, Any] = response.json()
        return answer

    found = post("legal-moves", body)
    seat = data.draw(st.sampled_from([None, *range(len(body["hands"]))]))
    post("view", {"state": body, "seat": seat})
    if found["moves"]:
        move = data.draw(st.sampled_from(found["moves"]))
        assert post("validate", {"state": body, "move": move})["legal"] is not False
        post("apply", {"state": body, "move": move, "seats": list(range(len(body["hands"])))})


@fast
@given(body=batches())
def test_batches_are_answered_as_the_operations_answer(body: bytes) -> None:
    assert send(schema[BATCH]["POST"].Case(body=body, media_type=NDJSON)).status_code == 200


@fast
@given(body=bodies(legal_states()), cut=st.integers(1, 200))
def test_broken_json_is_no_json(body: dict[str, Any], cut: int) -> None:
    text = json.dumps(body)
    reply = (
        create_app()
        .test_client()
        .post("/v1/legal-moves", data=text[: max(1, len(text) - cut)], content_type="application/json")
    )
    assert reply.status_code == 400
    assert reply.json["type"] == "/problems/malformed-json"
    seen[reply.status_code] += 1


def test_links_lead_through_hands() -> None:
    machine = schema.as_state_machine()
    machine.run(
        settings=settings(
            max_examples=8, stateful_step_count=6, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
    )


def test_all_kinds_of_answers_were_seen() -> None:
    assert {200, 400, 422} <= seen.keys(), seen
