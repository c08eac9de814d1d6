"""A service that needs keys, or is asked too often, answers as the contract says of every address."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.contract.walk import operations, resolved
from werkzeug.test import Client, TestResponse

from euchred.web.app import create_app
from euchred.web.door.keys import made
from euchred.web.pages.docs import document as published
from euchred.web.problems import MEDIA_TYPE, types
from euchred.web.settings import Settings

Faults = Callable[[dict[str, Any], Any], list[str]]
ADDRESSES = [(path, method) for path, method, _ in operations(published())]
NAMES = {"variant": "euchre", "rule": "play.lead", "name": "not-found"}


def asked(client: Client, path: str, method: str) -> TestResponse:
    """The answer of an address, to a body that would be refused if it were read."""
    return client.open(path.format_map(NAMES), method=method.upper())


def holds(document: dict[str, Any], faults: Faults, operation: dict[str, Any], reply: TestResponse) -> None:
    """The answer is one that the contract describes: its status, its headers and its body."""
    described = resolved(document, operation["responses"][str(reply.status_code)])
    assert described["headers"].keys() <= set(reply.headers.keys())
    assert reply.headers["Content-Type"] == MEDIA_TYPE
    assert faults(described["content"][MEDIA_TYPE]["schema"], reply.json) == []
    assert str(reply.json["type"]).removeprefix("/problems/") in described["content"][MEDIA_TYPE]["examples"]


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Client:
    """A client without a key of a service that needs one."""
    file: Path = tmp_path_factory.mktemp("keys") / "keys"
    file.write_text(made("bots")[1])
    return Client(create_app(Settings(api_keys=str(file))))


@pytest.mark.parametrize(("path", "method"), ADDRESSES)
def test_addresses_need_a_key_as_the_contract_says(
    document: dict[str, Any], faults: Faults, guarded: Client, path: str, method: str
) -> None:
    operation = document["paths"][path][method]
    reply = asked(guarded, path, method)
    assert (reply.status_code == 401) == (operation.get("security", document["security"]) != [])
    assert (reply.status_code == 401) == ("401" in operation["responses"])
    if reply.status_code == 401:
        holds(document, faults, operation, reply)
    assert {} in document["security"], "a service without keys is sound too"
    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"


@pytest.mark.parametrize(("path", "method"), ADDRESSES)
def test_addresses_are_limited_as_the_contract_says(
    document: dict[str, Any], faults: Faults, path: str, method: str
) -> None:
    operation = document["paths"][path][method]
    client = Client(create_app(Settings(rate_limit="1/day")))
    client.get("/v1")
    reply = asked(client, path, method)
    assert (reply.status_code == 429) == ("429" in operation["responses"])
    if reply.status_code == 429:
        holds(document, faults, operation, reply)


def test_every_address_can_have_too_much_to_do(document: dict[str, Any]) -> None:
    for path, _, operation in operations(document):
        described = resolved(document, operation["responses"]["503"])
        assert "overloaded" in described["content"][MEDIA_TYPE]["examples"], path
        assert "Retry-After" in described["headers"]


def test_types_of_a_status_are_in_its_responses(document: dict[str, Any]) -> None:
    for path, _, operation in operations(document):
        for status, response in operation["responses"].items():
            for media in resolved(document, response).get("content", {}).values():
                for name in media.get("examples", {}):
                    assert name not in types() or str(types()[name].status) == status, path
