"""Refusals: one shape, the right type, and for paths and methods the right headers."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from flask.testing import FlaskClient
from tests.web.wire import Post, pointers

from euchred.law.state import Defect
from euchred.web.app import create_app
from euchred.web.pages import about
from euchred.web.problems import MEMBERS, MOST_ERRORS, Problem, of_defects, shortened, types


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/v1/legal-moves/", "/v1/variants/euker", "/v1/variants/euchre@9", "/v1/rules/play.nothing",
     "/problems/none", "/docs/none.js", "/docs/..%2Fopenapi.yaml", "/v1//variants", "/%00", "/v1/variants/%ff"],
)  # fmt: skip
def test_nothing_there(client: FlaskClient, path: str) -> None:
    reply = client.get(path)
    assert (reply.status_code, reply.json["type"]) == (404, "/problems/not-found")
    assert reply.headers["Content-Type"] == "application/problem+json"
    assert set(reply.json) == set(MEMBERS)


def test_a_variant_like_the_one_asked_for_is_named(client: FlaskClient) -> None:
    assert "euchre" in client.get("/v1/variants/euker").json["detail"]


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/v1/legal-moves", "OPTIONS, POST"),
        ("PUT", "/v1/legal-moves", "OPTIONS, POST"),
        ("POST", "/v1/variants", "GET, HEAD, OPTIONS"),
        ("DELETE", "/v1/rules/play.lead", "GET, HEAD, OPTIONS"),
        ("BREW", "/v1", "GET, HEAD, OPTIONS"),
    ],
)
def test_other_methods(client: FlaskClient, method: str, path: str, allow: str) -> None:
    reply = client.open(path, method=method)
    assert (reply.status_code, reply.json["type"]) == (405, "/problems/method-not-allowed")
    assert reply.headers["Allow"] == allow


def test_a_defect_of_ours_tells_nothing_but_its_id(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> dict[str, Any]:
        raise KeyError("a secret")

    app = create_app()
    app.add_url_rule("/fails", "fails", fails)
    with caplog.at_level(logging.ERROR):
        reply = app.test_client().get("/fails", headers={"X-Request-Id": "find-me"})
    assert (reply.status_code, reply.json["type"]) == (500, "/problems/internal-error")
    assert reply.json["request_id"] == "find-me"
    assert "secret" not in reply.text
    assert "Traceback" not in reply.text
    assert "find-me" in caplog.text
    assert "a secret" in caplog.text
    assert reply.headers["Access-Control-Allow-Origin"] == "*"


def test_a_hundred_defects_are_listed_and_the_others_counted(post: Post) -> None:
    body = {"variant": "euchre", "dealer": 0, **{f"x{place}": 1 for place in range(140)}}
    reply = post("legal-moves", body)
    assert len(reply.json["errors"]) == MOST_ERRORS
    assert reply.json["more"] == 40
    assert reply.json["errors"][0]["pointer"] == "/x0"


def test_long_values_are_cut(post: Post) -> None:
    long = "Ж" * 3_000
    body = {"variant": long, "dealer": [0] * 10_000, "options": {long: 1}, "moves": [long], "up_card": long, "x": long}
    reply = post("legal-moves", body)
    assert reply.status_code == 422
    for error in reply.json["errors"]:
        assert len(json.dumps(error["value"], ensure_ascii=False)) < 100, error["pointer"]
        assert len(error["detail"]) < 500, error["pointer"]


@pytest.mark.parametrize("value", [None, True, 1.5, 12, "short", ["a"], {"a": 1}])
def test_short_values_are_shown_as_they_are(value: Any) -> None:
    assert shortened(value) == value


def test_a_long_integer_is_cut_too() -> None:
    assert shortened(10**200) == "1" + "0" * 79 + "…"


def test_the_detail_counts_the_others() -> None:
    one = Defect("/dealer", "seat", "There is no seat 9.")
    assert of_defects("invalid-request", [one]).detail == "/dealer: There is no seat 9."
    assert of_defects("invalid-request", [one] * 2).detail.endswith("There is 1 more.")
    assert of_defects("invalid-request", [one] * 3).detail.endswith("There are 2 more.")
    assert of_defects("invalid-request", [Defect("", "wrong-type", "No.")]).detail.startswith("The body: ")


def test_pages_explain_every_type(client: FlaskClient) -> None:
    listed = client.get("/problems").json["problems"]
    assert [entry["type"] for entry in listed] == [f"/problems/{name}" for name in types()]
    for entry in listed:
        page = client.get(entry["type"]).json
        assert {key: page[key] for key in entry} == entry
        assert [member["name"] for member in page["members"]] == list(Problem("not-found", "").body("id"))
        assert page["example"]["answer"]["type"] == entry["type"]
        assert len(entry["meaning"]) > 60


def test_about_names_the_limits(client: FlaskClient) -> None:
    assert client.get("/v1").json == about.about()


def test_queries_are_read_as_strictly_as_bodies(client: FlaskClient, post: Post, state: dict[str, Any]) -> None:
    wrong = {"explain=all": "out-of-range", "explain=": "out-of-range", "explain=none&explain=none": "too-many"}
    for query, code in wrong.items():
        reply = post("legal-moves", state, query_string=query)
        assert (reply.status_code, pointers(reply)) == (422, [("/explain", code)])
    reply = post("legal-moves", state | {"dealer": "3"}, query_string="explian=none")
    assert pointers(reply) == [("/explian", "unknown-field"), ("/dealer", "wrong-type")]
    assert pointers(client.get("/v1/variants?q=x")) == [("/q", "unknown-field")]
    assert pointers(client.get("/v1/rules?variant=euker")) == [("/variant", "unknown-variant")]
    assert client.get("/v1/rules?variant=&q=").status_code == 200
