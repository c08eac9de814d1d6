"""Bodies are read strictly: what the standard library would let pass is refused, and nothing takes long."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from euchred.web.problems import Problem
from euchred.web.requests.reading import BODY_LIMIT, NESTING_LIMIT, parse

PATH = "/v1/legal-moves"
GOOD = '{"variant": "euchre", "dealer": 0, "up_card": "9S"}'
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def sent(client: FlaskClient, data: str | bytes, **headers: str) -> TestResponse:
    return client.post(PATH, data=data, headers={"Content-Type": "application/json"} | headers)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" ", "Expecting value"),
        ("{", "Expecting property name"),
        (GOOD[:-1], "delimiter"),
        (GOOD + "{}", "Extra data"),
        ("'a'", "Expecting value"),
        ('{"dealer": NaN}', "NaN"),
        ('{"dealer": Infinity}', "Infinity"),
        ('{"dealer": -Infinity}', "-Infinity"),
        ('{"dealer": 1e400}', "too large"),
        ('{"dealer": -1e400}', "too large"),
        ('{"dealer": ' + "9" * 5000 + "}", "too large"),
        ('{"dealer": 0, "dealer": 0}', 'the key "dealer" twice'),
        ('{"options": {"joker": true, "joker": false}}', 'the key "joker" twice'),
        ("\ufeff" + GOOD, "not JSON"),
        ("[" * 33 + "]" * 33, "32 levels"),
        ("[" * 100_000, "32 levels"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "32 levels"),
    ],
)
def test_what_is_no_json_is_refused(client: FlaskClient, text: str, said: str) -> None:
    reply = sent(client, text)
    assert (reply.status_code, reply.json["type"]) == (400, "/problems/malformed-json")
    assert said in reply.json["detail"]


def test_bytes_that_are_no_utf_8(client: FlaskClient) -> None:
    reply = sent(client, GOOD.replace("9S", "9♠").encode("utf-16"))
    assert reply.status_code == 400
    assert "UTF-8" in reply.json["detail"]


def test_json_in_a_string_is_told(client: FlaskClient) -> None:
    reply = sent(client, json.dumps(GOOD))
    assert (reply.status_code, reply.json["type"]) == (400, "/problems/malformed-json")
    assert reply.json["errors"][0]["hint"] == "Encode the object once."


@pytest.mark.parametrize("text", ["[]", "5", '"euchre"', "null", "true"])
def test_json_that_is_no_object_is_a_defect_of_shape(client: FlaskClient, text: str) -> None:
    reply = sent(client, text)
    assert (reply.status_code, reply.json["type"]) == (422, "/problems/invalid-request")
    assert [(error["pointer"], error["code"]) for error in reply.json["errors"]] == [("", "wrong-type")]


def test_brackets_in_strings_are_no_nesting() -> None:
    text = json.dumps({"a": "[{" * 200, "b": '"\\"[' * 50})
    assert parse(text.encode()) == json.loads(text)


def test_nesting_up_to_the_limit() -> None:
    assert parse(b"[" * NESTING_LIMIT + b"]" * NESTING_LIMIT)
    with pytest.raises(Problem):
        parse(b"[" * (NESTING_LIMIT + 1) + b"]" * (NESTING_LIMIT + 1))


@given(VALUES)
def test_all_other_json_is_read_as_the_standard_library_reads_it(value: Any) -> None:
    text = json.dumps(value)
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        return
    assert parse(text.encode()) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":"' + '\\"' * (BODY_LIMIT // 2 - 50),
        "[" + '"' * (BODY_LIMIT - 10),
        "{" + ",".join(f'"{i}":0' for i in range(20_000)) + ',"19999":0}',
        "[" + "[],[],[]," * 20_000,
        '{"variant":"euchre","dealer":0,"moves":"' + "x " * 100_000 + '"}',
        '{"variant":"euchre","dealer":0,"hands":[' + ",".join(['"' + "Ж" * 900 + '"'] * 100) + "]}",
        '{"variant":"euchre","dealer":0,"players":["' + "\\u202e" * 30_000 + '", "b"]}',
        "{" + ",".join(f'"field{i}":0' for i in range(12_000)) + "}",
    ],
)
def test_large_bodies_are_refused_like_small_ones(client: FlaskClient, text: str) -> None:
    assert len(text.encode()) <= BODY_LIMIT
    assert sent(client, text).status_code in (400, 422)


def test_names_are_compared_only_for_the_errors_shown(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of unknown fields must not cost thousands of comparisons."""
    compared = []
    monkeypatch.setattr(
        "euchred.web.requests.schemas.difflib.get_close_matches", lambda name, *rest: compared.append(name) or []
    )
    answer = sent(client, "{" + ",".join(f'"field{i}":0' for i in range(12_000)) + "}").json
    assert len(answer["errors"]) == 100
    assert answer["more"] > 11_000
    assert len(set(compared)) == 100
