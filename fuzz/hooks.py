"""What schemathesis has to know of this service, in the tests within the process and against a live one alike.

`SCHEMATHESIS_HOOKS=fuzz.hooks` loads it: how a batch is made and sent, and what holds of every answer beyond what the
contract's schemas can say.
"""

from __future__ import annotations

import atexit
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import schemathesis
from hypothesis import strategies as st
from werkzeug.test import Client

from euchred.web.app import create_app
from euchred.web.batch import NDJSON
from euchred.web.operations import OPERATIONS
from euchred.web.pages.docs import document as published
from euchred.web.problems import MEDIA_TYPE
from euchred.web.settings import Settings
from fuzz.batches import batches, faults
from fuzz.tally import Slow, Tally

BATCH = "/v1/batch"
INVALID = "/problems/invalid-request"
AFTER_SHAPE = {
    f"/problems/{name}"
    for name in ("impossible-state", "illegal-history", "illegal-move", "claim-not-now", "claim-too-large")
}
TALLY_FILE = "EUCHRED_FUZZ_TALLY"

Case = schemathesis.Case[Any]

tally = Tally()


@schemathesis.hook
def before_generate_body(context: schemathesis.HookContext, strategy: st.SearchStrategy[Any]) -> Any:
    """Makes a batch in place of any text."""
    operation = context.operation
    return batches() if operation is not None and operation.path == BATCH else strategy


@schemathesis.serializer(NDJSON)
def as_bytes(_: Any, value: Any) -> bytes:
    """A batch as bytes; what schemathesis makes in place of one goes out as JSON."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value)).encode("utf-8", "surrogatepass")


@cache
def shape(path: str) -> Any:
    """What decides whether a body is of the shape that the contract gives for a path."""
    content = published()["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    return jsonschema_rs.validator_for({**content["schema"], "components": published()["components"]})


SHAPED = {f"/v1/{name}" for name in OPERATIONS}


@schemathesis.check
def stage_is_right(ctx: Any, response: schemathesis.Response, case: Case) -> None:
    """A body of a wrong shape never reaches the law; one of the right shape is refused only in ways we know."""
    path, status = case.operation.path, response.status_code
    if path not in SHAPED or status not in (200, 422) or not isinstance(case.body, dict | list):
        return
    answer = response.json()
    if not shape(path).is_valid(json.loads(json.dumps(case.body))):
        assert answer.get("type") == INVALID, f"a body of a wrong shape came to the law: {status}"
    elif status == 422:
        assert answer["type"] in AFTER_SHAPE | {INVALID}, f"refused with {answer['type']}"


@schemathesis.check
def answer_has_an_id(ctx: Any, response: schemathesis.Response, case: Case) -> None:
    """Every answer carries X-Request-Id, and a problem the same in its body."""
    ids = response.headers.get("x-request-id", [])
    assert len(ids) == 1 and ids[0], f"the answer's X-Request-Id are {ids}"
    if response.headers.get("content-type") == [MEDIA_TYPE]:
        assert response.json()["request_id"] == ids[0]


@schemathesis.check
def batch_is_whole(ctx: Any, response: schemathesis.Response, case: Case) -> None:
    """The answer to a batch is what the operations answer to each line, and nothing is missing."""
    if case.operation.path == BATCH and case.operation.method.upper() == "POST" and response.status_code == 200:
        sent = response.request.body or b""
        sent = sent if isinstance(sent, bytes) else sent.encode("utf-8")
        wrong = faults(sent, response.content, ask)
        assert not wrong, "\n".join(wrong)


def ask(name: str, explain: str | None, body: bytes) -> tuple[int, Any]:
    """What the operation answers in this process."""
    query = {"explain": explain} if explain else {}
    reply = client().post(f"/v1/{name}", data=body, query_string=query, content_type="application/json")
    return reply.status_code, reply.get_json(force=True)


@cache
def client() -> Client:
    """A client of the application in this process."""
    return Client(create_app(Settings()))


@schemathesis.hook
def after_call(context: Any, case: Case, response: schemathesis.Response) -> None:
    """Counts every answer."""
    request = response.request
    body = request.body or b""
    body = body.encode("utf-8") if isinstance(body, str) else body
    media_type = str(request.headers.get("Content-Type", ""))
    slow = Slow(response.elapsed, str(request.method), str(request.url), media_type, body)
    tally.note(case.operation.label, response.status_code, slow)
    if response.headers.get("content-type") == [NDJSON]:
        tally.note_lines(response.content)


if TALLY_FILE in os.environ:
    atexit.register(tally.save, Path(os.environ[TALLY_FILE]))
