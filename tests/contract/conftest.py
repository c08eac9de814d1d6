"""What the tests of the published contract share: the document, the application, and schemathesis set to both."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from openapi_schema_validator import OAS31Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from werkzeug.test import Client

from euchred.web.app import create_app
from euchred.web.pages.docs import document as published
from euchred.web.settings import Settings


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """The contract as it is published."""
    return deepcopy(published())


@pytest.fixture(scope="session")
def client() -> Client:
    """A client of the application in this process."""
    return Client(create_app(Settings()))


@pytest.fixture(scope="session")
def faults(document: dict[str, Any]) -> Callable[[dict[str, Any], Any], list[str]]:
    """What a value breaks of a schema of the contract, in words."""
    registry = Registry().with_resource("urn:contract", Resource(document, DRAFT202012))

    def found(schema: dict[str, Any], value: Any) -> list[str]:
        validator = OAS31Validator(_within(schema), registry=registry)
        return [f"{'/'.join(map(str, error.path))}: {error.message[:200]}" for error in validator.iter_errors(value)]

    return found


def _within(schema: Any) -> Any:
    """The schema with references that lead into the contract from outside."""
    if isinstance(schema, dict):
        return {key: f"urn:contract{value}" if key == "$ref" else _within(value) for key, value in schema.items()}
    return [_within(item) for item in schema] if isinstance(schema, list) else schema
