"""What the tests of the HTTP layer share: a client, and states to send."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from tests.web.wire import Post
from werkzeug.test import TestResponse

from euchred.web.app import create_app
from euchred.web.settings import Settings


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    """A client of the application in this process."""
    return create_app(Settings()).test_client()


@pytest.fixture
def post(client: FlaskClient) -> Post:
    """Posts a body to an operation."""

    def send(operation: str, body: Any, **keywords: Any) -> TestResponse:
        return client.post(f"/v1/{operation}", json=body, **keywords)

    return send


@pytest.fixture
def state() -> dict[str, Any]:
    """Trump is hearts, Ann has led the left bower, and Bob must follow with his queen."""
    return {
        "variant": "euchre",
        "dealer": 3,
        "up_card": "JH",
        "hands": ["9H JD AC KC TS", "QH 9D TC AS QS", "AH KH QC 9S AD", "9C JC QD JS KS"],
        "moves": "pass order discard-9C / JD",
        "players": ["Ann", "Bob", "Cat", "Dan"],
    }
