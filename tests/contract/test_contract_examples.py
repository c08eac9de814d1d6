"""Every example of the contract is sent, and every answer shown is the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.contract.walk import operations, resolved
from werkzeug.test import Client

from euchred.web.operations import OPERATIONS
from euchred.web.pages import examples
from euchred.web.pages.docs import document as published
from euchred.web.problems import types
from euchred.web.replies import JSON

Faults = Callable[[dict[str, Any], Any], list[str]]
HEADERS = {"X-Request-Id": examples.REQUEST_ID}


def shown() -> Iterator[tuple[str, str, str]]:
    """Path, method and name of every example of a request."""
    for path, method, operation in operations(published()):
        for name in operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("examples", {}):
            yield path, method, name


@pytest.mark.parametrize(("path", "method", "name"), list(shown()))
def test_request_gives_the_answer_shown(
    document: dict[str, Any], client: Client, faults: Faults, path: str, method: str, name: str
) -> None:
    operation = document["paths"][path][method]
    content = operation["requestBody"]["content"][JSON]
    body = content["examples"][name]["value"]
    assert faults(content["schema"], body) == []
    reply = client.open(path, method=method.upper(), json=body, headers=HEADERS)
    answer = operation["responses"]["200"]["content"][JSON]
    assert reply.status_code == 200
    assert reply.json == answer["examples"][name]["value"]
    assert faults(answer["schema"], reply.json) == []


def test_every_operation_has_examples() -> None:
    assert {path for path, _, _ in shown()} == {f"/v1/{name}" for name in OPERATIONS}


def test_every_answer_shown_is_of_its_schema(document: dict[str, Any], faults: Faults) -> None:
    for path, _, operation in operations(document):
        for status, response in operation["responses"].items():
            for media in resolved(document, response).get("content", {}).values():
                for name, example in media.get("examples", {}).items():
                    value = resolved(document, example)["value"]
                    assert faults(media["schema"], value) == [], f"{path} {status} {name}"


@pytest.mark.parametrize("name", list(types()))
def test_problem_is_answered_as_shown(document: dict[str, Any], client: Client, faults: Faults, name: str) -> None:
    page = client.get(f"/problems/{name}").json
    example = document["components"]["examples"][name]["value"]
    assert page is not None
    assert page["example"]["answer"] == example
    assert faults({"$ref": "#/components/schemas/ProblemPage"}, page) == []
    request = examples.to_problem(name)
    assert (request is None) == bool(types()[name].detail), "a type has an example, or the detail of one"
    if request is not None:
        assert examples.send(client.application, request) == (types()[name].status, example)


@pytest.mark.parametrize("page", ["/v1", "/v1/variants", "/v1/rules", "/problems", "/healthz", "/readyz"])
def test_pages_are_of_their_schema(document: dict[str, Any], client: Client, faults: Faults, page: str) -> None:
    schema = document["paths"][page]["get"]["responses"]["200"]["content"][JSON]["schema"]
    assert faults(schema, client.get(page).json) == []
