"""What the tests of the command line share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from requests import Session
from typer.testing import CliRunner, Result

from euchre.client.address import IN_PROCESS
from euchre.client.service import Service
from euchre.client.wsgi import WsgiAdapter
from euchre.main import app

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDED = Path(__file__).parents[2].parent / "shared" / "data" / "egn"


@pytest.fixture(scope="session")
def recorded() -> Path:
    """The folder of recorded games; they are data for tests and no part of the product."""
    if not RECORDED.is_dir():
        pytest.skip("the recorded games (../shared/data/egn) are not here")
    return RECORDED


@pytest.fixture(scope="session")
def examples() -> Path:
    """The folder of examples."""
    return EXAMPLES


@dataclass
class Canned:
    """A service that answers as it is told and keeps what it was sent."""

    answers: dict[str, tuple[int, Any]] = field(default_factory=dict)
    sent: list[tuple[str, Any]] = field(default_factory=list)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        length = int(environ.get("CONTENT_LENGTH") or 0)
        query = environ["QUERY_STRING"]
        path = environ["PATH_INFO"] + (f"?{query}" if query else "")
        self.sent.append((path, json.loads(environ["wsgi.input"].read(length)) if length else None))
        status, body = self.answers.get(path, (404, {"type": "/problems/not-found", "title": "Not found"}))
        start_response(f"{status} Status", [("Content-Type", "application/json")])
        return [body if isinstance(body, bytes) else json.dumps(body).encode()]


@pytest.fixture
def canned(monkeypatch: pytest.MonkeyPatch) -> Canned:
    """In place of the service in this process, one that answers as the test tells it."""
    app = Canned()
    session = Session()
    session.mount(IN_PROCESS, WsgiAdapter(app))
    monkeypatch.setattr(Service, "session", session)
    return app


@pytest.fixture
def euchre() -> Callable[..., Result]:
    """Run `euchre` with these words, as a shell would."""

    def run(*words: str, stdin: str | None = None, env: dict[str, str] | None = None) -> Result:
        return CliRunner().invoke(app, words, input=stdin, env=env, catch_exceptions=False)

    return run
