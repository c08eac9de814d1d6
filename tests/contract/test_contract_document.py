"""The published contract is what the code says, is sound OpenAPI, and is shaped so that generators can use it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from tests.contract.walk import ROOT, operations, resolved

from euchred.law.cards import CODES
from euchred.law.order import TRUMPS
from euchred.law.turn import STEPS
from euchred.law.variant import books
from euchred.web.app import create_app
from euchred.web.openapi import written
from euchred.web.openapi.components import KINDS, PHASES, VERDICTS, names
from euchred.web.pages import docs
from euchred.web.problems import types
from euchred.web.requests import schemas

CLOSED = ("Card", "Trump", "Phase", "Verdict", "Kind")
REQUESTS = {name for name, value in inspect.getmembers(schemas, inspect.isclass) if issubclass(value, schemas.Body)}
REQUESTS |= {"TrickQuestion", "PlayQuestion", "ScoreQuestion", "HouseBook", "ScoreRow"}
REQUESTS |= {"ClaimRequest", "GameRequest", "DealPlayed", "BatchLine"}


def nodes(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of a document with the path to it, examples left out."""
    if isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            if key not in ("examples", "example"):
                yield from nodes(value, f"{path}/{key}")
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from nodes(value, f"{path}/{place}")


def test_file_equals_what_the_code_says() -> None:
    text = (ROOT / "openapi.yaml").read_bytes()
    assert text == written(), "write it anew: python -m euchred.web.openapi > openapi.yaml"
    assert docs.contract() == text


def test_it_is_sound(document: dict[str, Any]) -> None:
    OpenAPIV31SpecValidator(document).validate()


def test_every_address_is_in_it_and_no_other(document: dict[str, Any]) -> None:
    described = {(path, method.upper()) for path, method, _ in operations(document)}
    routes = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), method)
        for rule in create_app().url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == described


def test_operation_ids_are_the_endpoints(document: dict[str, Any]) -> None:
    ids = [operation["operationId"] for _, _, operation in operations(document)]
    assert sorted(ids) == sorted(rule.endpoint for rule in create_app().url_map.iter_rules())
    assert len(set(ids)) == len(ids)


def test_everything_is_described(document: dict[str, Any]) -> None:
    for path, _, operation in operations(document):
        assert len(operation["description"].split()) > 3, path
        assert operation["summary"], path
        assert operation["tags"][0] in [tag["name"] for tag in document["tags"]]
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name
        for field, value in schema.get("properties", {}).items():
            assert name == "Facts" or value.get("description"), f"{name}.{field}"


def test_requests_are_closed_and_answers_are_open(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        if name in REQUESTS - {"Body"}:
            assert schema["additionalProperties"] is False, name
        elif name != "Facts":
            assert "additionalProperties" not in schema, name
    assert {"StateInput", "State"} <= document["components"]["schemas"].keys()


def test_objects_are_written_out_flat(document: dict[str, Any]) -> None:
    for path, node in nodes(document):
        assert "allOf" not in node, path
        kinds = node.get("type")
        if kinds == "array" or isinstance(kinds, list) and "array" in kinds:
            assert "items" in node, path
        if path.endswith("/additionalProperties"):
            assert node, path


def test_a_text_may_stand_for_a_list_only_in_requests(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        if name in REQUESTS:
            continue
        for path, node in nodes(schema, name):
            kinds = [choice.get("type") for choice in node.get("anyOf", ()) if isinstance(choice, dict)]
            assert path.startswith("Facts") or not {"array", "string"} <= set(map(str, kinds)), path


def test_only_the_lists_of_the_head_are_closed(document: dict[str, Any]) -> None:
    allowed = {f"/components/schemas/{name}" for name in CLOSED}
    allowed |= {"/components/schemas/VariantChoice/anyOf/0", "/components/schemas/Explain"}  # what a request may hold
    for path, node in nodes(document):
        if "enum" in node and path.startswith("/components/schemas") and path not in allowed:
            assert path.split("/")[3] in REQUESTS, path


def test_the_closed_lists_are_those_of_the_law(document: dict[str, Any]) -> None:
    schema = document["components"]["schemas"]
    assert schema["Card"]["enum"] == list(CODES)
    assert schema["Trump"]["enum"] == list(TRUMPS)
    assert schema["Verdict"]["enum"] == list(VERDICTS)
    assert set(PHASES) == {step.phase for step in STEPS.values()} | {"over"}
    assert set(KINDS) >= {kind for step in STEPS.values() for kind in step.kinds}
    known = schema["VariantChoice"]["anyOf"][0]["enum"]
    assert known == names()
    assert {name for book in books() for name in (book.id, *book.aliases)} <= set(known)


@pytest.mark.parametrize("name", list(types()))
def test_every_problem_is_shown(document: dict[str, Any], name: str) -> None:
    example = document["components"]["examples"][name]["value"]
    assert example["type"] == f"/problems/{name}"
    assert example["status"] == types()[name].status
    if name not in ("not-found", "method-not-allowed"):
        where = [
            path
            for path, _, operation in operations(document)
            for response in operation["responses"].values()
            for media in resolved(document, response).get("content", {}).values()
            if name in media.get("examples", {})
        ]
        assert where, name


def test_links_lead_from_the_deal_to_the_score(document: dict[str, Any]) -> None:
    targets = {
        operation["operationId"]: {
            link["operationId"] for link in operation["responses"]["200"].get("links", {}).values()
        }
        for _, _, operation in operations(document)
        if "200" in operation["responses"]
    }
    assert targets["deal"] == {"legal-moves"}
    assert targets["legal-moves"] == {"apply"}
    assert targets["apply"] == {"legal-moves", "score"}


def test_packaged_file_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "openapi.yaml").write_bytes(b"openapi: 3.1.0\n")
    monkeypatch.setattr(docs.resources, "files", lambda _: tmp_path)
    assert docs.contract.__wrapped__() == b"openapi: 3.1.0\n"
