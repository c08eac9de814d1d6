"""Lists and pages: rule books, rules, health, and documentation that needs no other host."""

from __future__ import annotations

import re
from typing import Any

import jsonschema_rs
import pytest
from flask.testing import FlaskClient
from tests.web.wire import Post

from euchred.law.catalog import sources
from euchred.law.ruling import FACTS
from euchred.law.ruling import rules as all_rules
from euchred.law.variant import Option, books
from euchred.web.pages import health
from euchred.web.pages.docs import OWN_FILES, SWAGGER_FILES
from euchred.web.pages.rule_use import AUCTIONS, LONERS, SETTINGS


def test_every_book_is_listed_as_its_page_says(client: FlaskClient) -> None:
    listed = client.get("/v1/variants").json["variants"]
    assert [book["id"] for book in listed] == [book.id for book in books()]
    for book in listed:
        assert client.get(book["href"]).json == book
        for alias in book["aliases"]:
            assert client.get(f"/v1/variants/{alias}").json == book
        assert book["actions"] == sorted(set(book["actions"]))
        assert {source["id"] for source in book["sources"]} <= set(sources())
        assert book["history"][-1]["revision"] == book["revision"]


def tried(option: Option) -> list[Any]:
    """Values that an option allows and others that look like them."""
    near = [option.minimum, option.maximum, (option.minimum or 0) - 1, (option.maximum or 0) + 1]
    return [*option.values, *near, "off", "none", True, False, 1, 0, 1.5, None, "true"]


@pytest.mark.parametrize("book", books(), ids=lambda book: book.id)
def test_options_are_a_schema_of_what_is_accepted(client: FlaskClient, post: Post, book: Any) -> None:
    page = client.get(f"/v1/variants/{book.id}").json
    schema = jsonschema_rs.validator_for(page["options"])
    assert schema.is_valid({name: entry["default"] for name, entry in page["options"]["properties"].items()})
    assert not schema.is_valid({"no_such_option": 1})
    for name, option in book.options.items():
        entry = page["options"]["properties"][name]
        assert entry["description"]
        values = entry["oneOf"] if option.is_choice else entry["anyOf"][:-1]
        assert [value["const"] for value in values] == list(option.values)
        assert all(value["title"] for value in values)
        for value in tried(option):
            if value is None or (name, value) == ("canadian_loner", True):
                continue
            reply = post("deal", {"variant": book.id, "seed": "a", "options": {name: value}})
            conflict = reply.status_code == 422 and reply.json["errors"][0]["code"] == "options-conflict"
            assert conflict or (reply.status_code == 200) == schema.is_valid({name: value}), (name, value)


def test_every_rule_has_its_page(client: FlaskClient) -> None:
    listed = client.get("/v1/rules").json["rules"]
    assert [rule["rule"] for rule in listed] == list(all_rules())
    for rule in listed:
        assert client.get(rule["href"]).json == rule
        assert rule["variants"], rule["rule"]
        assert rule["sources"]
        assert {fact["name"]: fact["type"] for fact in rule["facts"]}.items() <= FACTS.items()


def test_worked_cases_come_out_as_they_say(client: FlaskClient, post: Post) -> None:
    def holds(want: Any, got: Any) -> bool:
        if isinstance(want, dict):
            return isinstance(got, dict) and all(key in got and holds(value, got[key]) for key, value in want.items())
        if isinstance(want, list):
            return len(want) == len(got) and all(map(holds, want, got))
        return bool(want == got)

    for rule in client.get("/v1/rules").json["rules"]:
        for case in rule["cases"]:
            reply = post(case["operation"], case["body"])
            if case["operation"] == "validate":
                case["answer"].pop("evidence", None)  # told where a record is refused or judged
            assert holds(case["answer"], reply.json), (rule["rule"], case["title"])
            used = case["body"].get("variant") or case["body"]["state"]["variant"]
            assert client.get(f"/v1/variants/{used}").json["id"] in rule["variants"], (rule["rule"], used)


def test_rules_are_searched_by_words_and_variant(client: FlaskClient) -> None:
    def found(query: str) -> set[str]:
        return {rule["rule"] for rule in client.get(f"/v1/rules?{query}").json["rules"]}

    assert "play.follow-suit" in found("q=FOLLOW")
    assert found("q=follow+suit") <= found("q=follow")
    assert found("q=zebra") == set()
    assert "exchange.widow" in found("variant=hasenpfeffer")
    assert "exchange.widow" not in found("variant=turn-up")
    assert found("variant=euchre&q=alone") == found("variant=euchre") & found("q=alone")


def test_the_table_of_uses_names_rules_that_there_are() -> None:
    assert {*AUCTIONS, *SETTINGS, *LONERS} <= all_rules().keys()


def test_health(client: FlaskClient) -> None:
    assert client.get("/healthz").json == {"status": "alive"}
    assert client.get("/readyz").json["variants"] == {book.id: book.revision for book in books()}
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("fails", ["tested", "books"])
def test_a_book_that_cannot_be_used_makes_the_service_not_ready(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fails: str
) -> None:
    monkeypatch.setattr(health, fails, lambda *_: 1 / 0)
    reply = client.get("/readyz", headers={"X-Request-Id": "find-me"})
    assert (reply.status_code, reply.json["type"]) == (503, "/problems/not-ready")
    assert int(reply.headers["Retry-After"]) > 0
    assert "find-me" in reply.json["detail"]
    assert [record.fields["request_id"] for record in caplog.records] == ["find-me"]
    assert "ZeroDivisionError" in caplog.text
    assert client.get("/healthz").status_code == 200
    monkeypatch.undo()
    assert client.get("/readyz").status_code == 200


def test_a_book_that_cannot_be_played_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.Hand, "result", None)
    with pytest.raises(RuntimeError, match="self-test of euchre"):
        health.tested.__wrapped__(next(book for book in books() if book.id == "euchre"))


def test_the_documentation_needs_no_other_host(client: FlaskClient) -> None:
    home = client.get("/")
    assert (home.status_code, home.headers["Location"]) == (302, "/docs")
    page = client.get("/docs")
    needed = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert needed
    for path in needed:
        assert path.startswith("/docs/")
        assert client.get(path).status_code == 200
    assert "http" not in re.sub(r"<!DOCTYPE html>", "", page.text)
    assert "http" not in client.get("/docs/start.js").text.replace("another host", "")
    assert "validatorUrl: null" in client.get("/docs/start.js").text
    assert "'self'" in page.headers["Content-Security-Policy"]
    assert "http" not in page.headers["Content-Security-Policy"]
    for name in OWN_FILES | SWAGGER_FILES:
        assert client.get(f"/docs/{name}").status_code == 200


def test_the_contract_is_served_in_both_forms(client: FlaskClient) -> None:
    assert client.get("/openapi.json").json["openapi"] == "3.1.0"
    assert client.get("/openapi.yaml").text.startswith("paths:") or "openapi: 3.1.0" in client.get("/openapi.yaml").text
    assert client.get("/openapi.yaml").headers["Content-Type"] == "application/yaml"
