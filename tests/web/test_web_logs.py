"""Log lines: one JSON object a line, of one shape, with nothing in them of what was asked about."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Any

import pytest
from flask import Response
from flask.testing import FlaskClient

from euchred.web.app import create_app
from euchred.web.settings import Settings
from euchred.web.watch import logs, request_log

FIRST = ["time", "level", "event", "pid", "message"]
OF_REQUESTS = [
    *FIRST, "request_id", "method", "route", "operation", "status", "problem", "duration_ms", "variant", "verdict",
    "bytes_in", "bytes_out", "key",
]  # fmt: skip


@pytest.fixture
def logged(capsys: pytest.CaptureFixture[str]) -> Any:
    """The lines on requests that were logged."""

    def lines() -> list[dict[str, Any]]:
        return [json.loads(line) for line in capsys.readouterr().err.splitlines() if '"event":"request"' in line]

    return lines


def client(**settings: Any) -> FlaskClient:
    return create_app(Settings(**settings)).test_client()


def test_requests_are_logged_only_when_asked_for(logged: Any, state: dict[str, Any]) -> None:
    create_app().test_client().post("/v1/legal-moves", json=state)
    client().post("/v1/legal-moves", json=state)
    assert logged() == []


def test_the_line_of_a_request(logged: Any, state: dict[str, Any]) -> None:
    body = json.dumps({"state": state | {"variant": "Turn-Up"}, "move": "TC"})
    reply = client(access_log=True).post(
        "/v1/validate?explain=none", data=body, content_type="application/json", headers={"X-Request-Id": "mine"}
    )
    (line,) = logged()
    assert list(line) == OF_REQUESTS
    assert line.pop("time").endswith("Z")
    assert line.pop("pid") > 1
    assert line.pop("duration_ms") > 0
    assert line == {
        "level": "info", "event": "request", "message": None, "request_id": "mine", "method": "POST",
        "route": "/v1/validate", "operation": "validate", "status": 200, "problem": None, "variant": "euchre",
        "verdict": "illegal", "bytes_in": len(body), "bytes_out": len(reply.data), "key": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("operation", "change", "expected"),
    [
        ("legal-moves", {}, (200, None, "euchre", None)),
        ("judge", {}, (200, None, "euchre", "clean")),
        ("judge", {"moves": "pass order discard-9C / JD TC"}, (200, None, "euchre", "violations")),
        ("legal-moves", {"moves": "pass order discard-9C / JD TC"}, (422, "illegal-history", "euchre", "illegal")),
        ("legal-moves", {"dealer": 9}, (422, "invalid-request", "euchre", None)),
        ("legal-moves", {"variant": "euker"}, (422, "invalid-request", None, None)),
        ("legal-moves", {"variant": {"extends": "euchre", "target": 5}}, (200, None, "euchre", None)),
        ("legal-moves", {"variant": 5}, (422, "invalid-request", None, None)),
    ],
)
def test_what_an_answer_was_about(
    logged: Any, state: dict[str, Any], operation: str, change: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    client(access_log=True).post(f"/v1/{operation}", json=state | change)
    (line,) = logged()
    assert tuple(line[name] for name in ("status", "problem", "variant", "verdict")) == expected


def test_bodies_that_are_no_objects(logged: Any) -> None:
    asked = client(access_log=True)
    for body in ("[1]", "null", '"x"', "{", '{"state": 5}'):
        asked.post("/v1/validate", data=body, content_type="application/json")
    assert [line["variant"] for line in logged()] == [None] * 5


@pytest.mark.parametrize(
    ("method", "path", "told"),
    [
        ("GET", "/v1/variants/euchre", ("GET", "/v1/variants/{variant}", "variant", 200)),
        ("GET", "/v1/variants/JD-secret", ("GET", "/v1/variants/{variant}", "variant", 404)),
        ("GET", "/v1/rules?q=secret", ("GET", "/v1/rules", "rules", 200)),
        ("GET", "/secret/JD", ("GET", None, None, 404)),
        ("OPTIONS", "/v1/legal-moves", ("OPTIONS", "/v1/legal-moves", "legal-moves", 204)),
        ("BREW", "/v1", ("other", None, None, 405)),
        ("GET", "/v1/legal-moves", ("GET", None, None, 405)),
        ("HEAD", "/docs/start.js", ("HEAD", "/docs/{name}", "docs-file", 200)),
    ],
)
def test_routes_are_those_of_the_contract(logged: Any, method: str, path: str, told: tuple[Any, ...]) -> None:
    client(access_log=True).open(path, method=method)
    (line,) = logged()
    assert tuple(line[name] for name in ("method", "route", "operation", "status")) == told
    assert "secret" not in json.dumps(line)


def test_nothing_of_a_hand_is_logged(capsys: pytest.CaptureFixture[str], state: dict[str, Any]) -> None:
    asked = client(access_log=True)
    for body in (state, state | {"dealer": "Ann"}, state | {"up_card": "ZZ"}, state | {"moves": "pass TC"}):
        asked.post("/v1/legal-moves", json=body, headers={"User-Agent": "JD", "Referer": "/TC"})
    text = capsys.readouterr().err
    assert text.count("\n") == 4
    for secret in ("JD", "TC", "9H", "Ann", "ZZ", "discard", "127.0.0.1"):
        assert secret not in text


def test_bodies_are_logged_when_asked_for(logged: Any, state: dict[str, Any]) -> None:
    asked = client(log_bodies=True)
    reply = asked.post("/v1/legal-moves", json=state)
    asked.post("/v1/legal-moves", data=b"\xff" + b"x" * 100_000, content_type="application/json")
    asked.get("/healthz")
    first, second, third = logged()
    assert json.loads(first["body_in"]) == state
    assert reply.text.startswith(first["body_out"])
    assert len(first["body_out"]) == min(len(reply.data), request_log.BODY_LIMIT)
    assert second["body_in"] == "\\xff" + "x" * (request_log.BODY_LIMIT - 1)
    assert json.loads(second["body_out"])["type"] == "/problems/malformed-json"
    assert (third["body_in"], third["body_out"]) == ("", '{"status":"alive"}\n')


def test_a_streamed_answer_is_logged_when_it_has_been_sent(logged: Any) -> None:
    app = create_app(Settings(log_bodies=True))
    app.view_functions["about"] = lambda: Response(iter([b"first", b"second"]))
    for read_to_its_end, sent in ((True, len(b"firstsecond")), (False, len(b"first"))):
        reply = app.test_client().get("/v1", buffered=False)
        pieces = iter(reply.response)
        assert logged() == []
        assert next(pieces) == b"first"
        if read_to_its_end:
            assert list(pieces) == [b"second"]
        reply.close()
        (line,) = logged()
        assert (line["status"], line["bytes_out"], line["body_out"]) == (200, sent, "")


def record(message: str, **more: Any) -> logging.LogRecord:
    made = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, message, (), more.pop("exc_info", None))
    made.__dict__.update(more)
    return made


def test_no_text_begins_a_line_of_its_own() -> None:
    wild = 'a\nb\r\u2028\x1b[31m\x00"}\ud800'
    line = logs.JsonLines().format(record(wild, fields={"event": "x", "more": wild}))
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["message"] == json.loads(line)["more"] == wild


@pytest.mark.parametrize(
    ("message", "event"),
    [
        ("Child process [12] died", "worker-died"),
        ("Child process [12] failed to start, stopping the parent process.", "worker-failed"),
        ("Started server process [12]", "worker-start"),
        ("Whatever the server says", "server"),
    ],
)
def test_what_the_server_says_is_an_event(message: str, event: str) -> None:
    line = json.loads(logs.JsonLines().format(record(message)))
    assert list(line) == FIRST
    assert (line["event"], line["level"], line["message"]) == (event, "warning", message)


def test_other_libraries_are_told_apart() -> None:
    other = logging.LogRecord("urllib3", logging.INFO, "", 0, "hello %s", ("you",), None)
    line = json.loads(logs.JsonLines().format(other))
    assert (line["event"], line["level"], line["message"]) == ("log", "info", "hello you")


def failing() -> Any:
    """What the interpreter knows of an exception that another one led to."""
    try:
        try:
            raise KeyError("9H")
        except KeyError as error:
            raise ValueError("the hand of Ann") from error
    except ValueError:
        return sys.exc_info()


def test_a_traceback_says_where_and_only_on_demand_what() -> None:
    line = json.loads(logs.JsonLines().format(record("failed", exc_info=failing())))
    assert line["event"] == "failure"
    assert "in failing" in line["traceback"]
    assert line["traceback"].index("builtins.KeyError") < line["traceback"].index("builtins.ValueError")
    assert "9H" not in line["traceback"].replace('KeyError("9H")', "")
    whole = json.loads(logs.JsonLines(bodies=True).format(record("failed", exc_info=failing())))
    assert "builtins.ValueError: the hand of Ann" in whole["traceback"]


def test_a_long_traceback_keeps_its_end() -> None:
    def deeper(levels: int) -> None:
        if levels == 0:
            raise RuntimeError
        try:
            deeper(levels - 1)
        except RuntimeError as error:
            raise RuntimeError from error

    try:
        deeper(80)
    except RuntimeError as error:
        told = logs.told(error, sentences=False)
    assert len(told) == logs.TRACEBACK_LIMIT
    assert told.endswith("builtins.RuntimeError")


def test_a_circle_of_exceptions_ends() -> None:
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert logs.told(first, sentences=False) == "builtins.KeyError\nand then\nbuiltins.ValueError"


def test_a_failure_is_logged_with_its_request(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(Settings())
    app.view_functions["about"] = lambda: 1 / 0
    reply = app.test_client().get("/v1", headers={"X-Request-Id": "find-me"})
    assert reply.status_code == 500
    (failure,) = caplog.records
    line = json.loads(logs.JsonLines().format(failure))
    expected = {
        "event": "failure", "level": "error", "request_id": "find-me", "route": "/v1", "operation": "about",
        "method": "GET",
    }  # fmt: skip
    assert expected.items() <= line.items()
    assert "ZeroDivisionError" in line["traceback"]


def test_every_field_is_documented() -> None:
    told = (Path(__file__).parents[2] / "docs" / "settings.md").read_text("utf-8")
    for name, text in logs.FIELDS.items():
        assert f"| `{name}` | {text} |\n" in told
    assert {*OF_REQUESTS, "body_in", "body_out", "traceback"} == logs.FIELDS.keys()
    for _, _, event in logs.SAYINGS:
        assert f"`{event}`" in told
