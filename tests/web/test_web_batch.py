"""Batches: an answer or a problem for every line, in order, the same that the operation itself gives."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from tests.strategies import hide, random_deal, random_record, random_rules, state_body
from tests.web.wire import Post
from werkzeug.test import TestResponse

from euchred.web import batch, operations
from euchred.web.requests import quick
from euchred.web.requests.reading import BATCH_LIMIT, BODY_LIMIT

STATE = {"variant": "euchre", "dealer": 3, "up_card": "9S"}
ID = {"X-Request-Id": "a-batch"}


def sent(client: FlaskClient, *lines: Any, **keywords: Any) -> TestResponse:
    """The answer to lines: objects, or bytes as they stand."""
    body = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    return client.post("/v1/batch", data=body, content_type="application/x-ndjson", headers=ID, **keywords)


def answered(client: FlaskClient, *lines: Any) -> list[dict[str, Any]]:
    """The answers, and the summary at the end."""
    reply = sent(client, *lines)
    assert (reply.status_code, reply.content_type) == (200, "application/x-ndjson")
    assert reply.data.endswith(b"\n")
    return [json.loads(line) for line in reply.data.splitlines()]


def asked(own: Any = 1, op: Any = "legal-moves", body: Any = STATE, **others: Any) -> dict[str, Any]:
    """A line."""
    return {"id": own, "op": op, "body": body, **others}


def some_states(count: int, seed: int) -> list[dict[str, Any]]:
    """States of all variants, every other one with cards hidden."""
    rng = Random(seed)
    deals = (random_deal(random_rules(rng), rng) for _ in range(count))
    hidden = (hide(deal, rng) if place % 2 else deal for place, deal in enumerate(deals))
    return [state_body(random_record(deal, rng, rng.randrange(30), unseen=True)) for deal in hidden]


BODIES: dict[str, Any] = {
    "validate": {"state": STATE, "move": "pass"},
    "apply": {"state": STATE, "move": "pass", "seats": [1]},
    "view": {"state": STATE, "seat": 1},
    "deal": {"variant": "euchre", "seed": "a"},
    "judge-game": {"variant": "euchre", "deals": [{"dealer": 3, "up_card": "9S", "moves": "pass pass"}]},
    "claims": {
        "state": {
            "variant": "two-handed-euchre",
            "dealer": 0,
            "up_card": "9S",
            "hands": ["9H TH JH QH KH", "9D TD JD QD KD"],
            "moves": "order-alone",
        },
        "seat": 1,
    },
    "rulings/trick": {"variant": "euchre", "trump": "H", "cards": "KH JD 9H AH"},
    "rulings/play": {"variant": "euchre", "trump": "H", "cards": "9H", "hand": "JD AC 9S"},
    "rulings/score": {"variant": "bid-euchre", "call": "bid-5", "caller": 0, "tricks": [6, 0]},
}


@pytest.mark.parametrize("name", operations.OPERATIONS)
def test_a_line_is_answered_as_the_operation_answers(client: FlaskClient, post: Post, name: str) -> None:
    body = BODIES.get(name, STATE)
    alone = post(name, body, headers=ID)
    [line, summary] = answered(client, asked("x", name, body))
    assert line == {"id": "x", "status": alone.status_code, "body": alone.json}
    assert summary == {"summary": {"lines": 1, "problems": int(alone.status_code != 200)}}


def test_random_states_are_answered_as_alone(client: FlaskClient, post: Post) -> None:
    bodies = some_states(60, 11)
    for explain in (None, "none"):
        lines = answered(client, *(asked(place, body=body, explain=explain) for place, body in enumerate(bodies)))
        query = f"?explain={explain}" if explain else ""
        for place, body in enumerate(bodies):
            alone = post(f"legal-moves{query}", body, headers=ID)
            assert lines[place] == {"id": place, "status": alone.status_code, "body": alone.json}


def test_answers_come_in_the_order_of_the_lines(client: FlaskClient) -> None:
    wanted = [None, "b", 3, "", 2**70, -1, "ü", "b"] * 20
    lines = answered(client, *(asked(own, "score") for own in wanted))
    assert [line["id"] for line in lines[:-1]] == wanted
    assert lines[-1] == {"summary": {"lines": 160, "problems": 0}}


def test_empty_lines_are_skipped(client: FlaskClient) -> None:
    lines = answered(client, b"", b"  \r", asked(1), b"\t", asked(2), b"", b"")
    assert [line.get("id") for line in lines] == [1, 2, None]
    assert lines[-1] == {"summary": {"lines": 2, "problems": 0}}
    assert answered(client, b"", b"") == [{"summary": {"lines": 0, "problems": 0}}]


@pytest.mark.parametrize(
    ("line", "own", "status", "kind", "pointer"),
    [
        (b'{"id": "b", "op": ', None, 400, "malformed-json", None),
        (b"\xff", None, 400, "malformed-json", None),
        (b'{"id": 1, "id": 2, "op": "score", "body": {}}', None, 400, "malformed-json", None),
        (b'{"id":1,"op":"score","body":{"dealer":1,"dealer":2}}', None, 400, "malformed-json", None),
        (b"[" * 40, None, 400, "malformed-json", None),
        (b"7", None, 422, "invalid-request", ""),
        (asked(1, "batch"), 1, 422, "invalid-request", "/op"),
        (asked(1, "legal-move"), 1, 422, "invalid-request", "/op"),
        (asked(1, None), 1, 422, "invalid-request", "/op"),
        (asked(1, ["score"]), 1, 422, "invalid-request", "/op"),
        (asked(1, body=None), 1, 422, "invalid-request", "/body"),
        (asked(True), None, 422, "invalid-request", "/id"),
        (asked(1.5), None, 422, "invalid-request", "/id"),
        (asked(1, explain="all"), 1, 422, "invalid-request", "/explain"),
        (asked(1, explain=[]), 1, 422, "invalid-request", "/explain"),
        (asked(1, more=1), 1, 422, "invalid-request", "/more"),
        (asked(1, body={**STATE, "dealer": 9}), 1, 422, "invalid-request", "/dealer"),
        (asked(1, body={**STATE, "dealer": 2**70}), 1, 422, "invalid-request", "/dealer"),
        (asked(1, body={**STATE, "hands": [["9S"] * 5, None, None, None]}), 1, 422, "impossible-state", "/hands/0/1"),
        (asked(1, body={**STATE, "moves": "call-S"}), 1, 422, "illegal-history", "/moves/0"),
        (b'{"id":1,"op":"score","body":"' + b" " * BODY_LIMIT + b'"}', None, 413, "body-too-large", None),
    ],
)
def test_a_bad_line_is_a_problem_of_its_own(
    client: FlaskClient, line: Any, own: Any, status: int, kind: str, pointer: str | None
) -> None:
    before, found, after, summary = answered(client, asked("before"), line, asked("after"))
    assert (before["id"], before["status"], after["id"], after["status"]) == ("before", 200, "after", 200)
    assert (found["id"], found["status"], found["body"]["type"]) == (own, status, f"/problems/{kind}")
    assert (found["body"]["status"], found["body"]["request_id"]) == (status, "a-batch")
    if pointer is not None:
        assert pointer in [error["pointer"] for error in found["body"]["errors"]]
    assert summary == {"summary": {"lines": 3, "problems": 1}}


def test_a_line_of_the_most_bytes_is_read(client: FlaskClient) -> None:
    bare = json.dumps(asked(1)).encode()
    full = bare + b" " * (BODY_LIMIT - len(bare))
    assert [line.get("status") for line in answered(client, full, full + b" ")] == [200, 413, None]


def test_every_defect_of_a_line_is_told(client: FlaskClient) -> None:
    [line, _] = answered(client, {"op": "solv", "explain": 1, "bodie": {}})
    assert [error["pointer"] for error in line["body"]["errors"]] == ["/explain", "/op", "/body", "/bodie"]
    assert line["body"]["errors"][1]["hint"] == "Did you mean solve?"


def test_a_defect_of_ours_stops_nothing(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Any, __: Any) -> Any:
        raise KeyError("a secret")

    broken = operations.Operation("score", operations.OPERATIONS["score"].reader, fails)
    monkeypatch.setitem(operations.OPERATIONS, "score", broken)
    found = answered(client, asked(1, "score"), asked(2, "tricks"))
    assert [line.get("status") for line in found] == [500, 200, None]
    assert found[0]["body"]["type"] == "/problems/internal-error"
    assert "secret" not in json.dumps(found)


def test_a_batch_is_ndjson_and_has_a_length(client: FlaskClient) -> None:
    assert client.post("/v1/batch", json=asked()).status_code == 415
    charset = "application/x-ndjson; charset=utf-8"
    assert client.post("/v1/batch", data=json.dumps(asked()), content_type=charset).status_code == 200
    assert client.get("/v1/batch").status_code == 405
    assert sent(client, asked(), query_string={"explain": "none"}).status_code == 422
    chunked = {"HTTP_TRANSFER_ENCODING": "chunked"}
    assert sent(client, asked(), environ_overrides=chunked).status_code == 411
    assert sent(client, asked(), environ_overrides={"CONTENT_LENGTH": str(BATCH_LIMIT + 1)}).status_code == 413


def test_the_answer_comes_in_pieces_of_whole_lines() -> None:
    lines = [json.dumps(asked(place, "score")).encode() for place in range(200)]
    pieces = [piece for piece in batch.answers_to(b"\n".join(lines), "x") if piece]
    assert [piece.count(b"\n") for piece in pieces] == [64, 64, 64, 8, 1]
    assert all(piece.endswith(b"}\n") for piece in pieces)


def test_a_line_that_takes_long_lets_others_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "SECONDS_A_TURN", 0)
    lines = [json.dumps(asked(place, "score")).encode() for place in range(5)]
    pieces = list(batch.answers_to(b"\n".join(lines), "x"))
    assert pieces[:-2] == [b""] * 15
    assert pieces[-2].count(b"\n") == 5


def test_what_is_counted(client: FlaskClient) -> None:
    told: list[dict[tuple[str, int], int]] = []
    lines = b"\n".join([json.dumps(asked()).encode(), b"nonsense", json.dumps(asked(1, "tricks")).encode()] * 2)
    list(batch.answers_to(lines, "x", told.append))
    assert told == [{("legal-moves", 200): 2, ("", 400): 2, ("tricks", 200): 2}]


def test_without_orjson_every_answer_is_the_same(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [asked(place, body=body) for place, body in enumerate(some_states(40, 12))]
    lines += [asked(2**64), asked("\ud800"), asked('é\u2028\x7f\x00"'), asked(1, body={**STATE, "dealer": 2**64})]
    with_it = sent(client, *lines).data
    monkeypatch.setattr(quick, "orjson", None)
    assert sent(client, *lines).data == with_it
