"""Targets: what the service reads.  Each takes bytes and raises only where something is wrong with us."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from dataclasses import fields
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from werkzeug.test import EnvironBuilder, run_wsgi_app

from euchred.law.cards import CODES, CardError, parse_card
from euchred.law.moves import MoveError, parse_move, token
from euchred.web import settings
from euchred.web.app import create_app
from euchred.web.batch import answers_to
from euchred.web.door import keys
from euchred.web.operations import OPERATIONS
from euchred.web.problems import Problem, of_defects
from euchred.web.requests.defects import Refused
from euchred.web.requests.quick import sure
from euchred.web.requests.reading import parse, read_as
from fuzz.batches import faults

NAMES = sorted(OPERATIONS)
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "TRACE", "")
HEADERS = (
    "X-Request-Id", "If-None-Match", "Content-Type", "Content-Length", "Authorization", "Origin", "Content-Encoding",
    "Access-Control-Request-Method", "Accept", "Host", "Range", "If-Modified-Since", "Cookie", "X-Forwarded-For",
)  # fmt: skip


def json_text(data: bytes) -> None:
    """Bytes as JSON: refused as no JSON and in no other way, and the quick reading is the reference's or none."""
    quick = sure(data)
    kind, value = None, None
    try:
        value = parse(data)
    except Problem as problem:
        kind = problem.type.name
    assert kind in (None, "malformed-json"), kind
    assert quick is None or kind is None, f"the reference refuses what is read quickly as {quick!r}"
    assert quick is None or exactly(quick) == exactly(value), f"{quick!r} is not {value!r}"


def operation(data: bytes) -> None:
    """The first byte chooses an operation, the others are its body: it is read or refused."""
    if data:
        _read(NAMES[data[0] % len(NAMES)], data[1:])


def batch(data: bytes) -> None:
    """A body of `POST /v1/batch`: every line is answered as the operation alone answers it."""
    wrong = faults(data, b"".join(answers_to(data, "x")), answered)
    assert not wrong, "\n".join(wrong)


def answered(name: str, explain: str | None, body: bytes) -> tuple[int, Any]:
    """What an operation answers to a body."""
    try:
        return 200, json.loads(json.dumps(OPERATIONS[name].ask(_loaded(name, body), explain)))
    except Refused as error:
        problem = of_defects("invalid-request", error.defects)
    except Problem as error:
        problem = error
    return problem.type.status, json.loads(json.dumps(problem.body("x")))


def request(data: bytes) -> None:
    """A whole request: method, path, query, headers and body, split by zero bytes; its answer is not a failure."""
    parts = iter(data.split(b"\0"))
    method, path, query = METHODS[len(next(parts, b"")) % len(METHODS)], next(parts, b""), next(parts, b"")
    headers = {name: next(parts, b"").decode("latin-1") for name in HEADERS}
    sent = {name: value for name, value in headers.items() if value and value.isprintable()}
    body = b"\0".join(parts)
    environ = EnvironBuilder(path="/", method=method or "GET", input_stream=BytesIO(body)).get_environ()
    environ |= {"PATH_INFO": "/" + path.decode("latin-1").lstrip("/"), "QUERY_STRING": query.decode("latin-1")}
    for name, value in ({"Content-Length": str(len(body))} | sent).items():
        key = name.upper().replace("-", "_")
        environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
    pieces, status, answer_headers = run_wsgi_app(_app(), environ)
    b"".join(pieces)
    assert not status.startswith("5"), status
    assert answer_headers.get("X-Request-Id")


def move(data: bytes) -> None:
    """A move: read, and then the same when written; or a MoveError."""
    with suppress(MoveError):
        read = parse_move(data.decode("utf-8", "surrogateescape"))
        assert parse_move(token(read)) == read


def card(data: bytes) -> None:
    """A card: read, and then the same when written; or a CardError."""
    with suppress(CardError):
        read = parse_card(data.decode("utf-8", "surrogateescape"))
        assert parse_card(CODES[read]) == read


def variables(data: bytes) -> None:
    """The settings, a value for each variable split by zero bytes; or a BadSetting."""
    names = [settings.variable(entry) for entry in fields(settings.Settings)]
    values = [value.decode("utf-8", "surrogateescape") for value in data.split(b"\0")]
    with suppress(settings.BadSetting):
        found = settings.from_environment(dict(zip(names, values, strict=False)))
        assert 1 <= found.port <= 65535


def key_file(data: bytes) -> None:
    """A file of keys and, after its first zero byte, an Authorization header; or BadKeys."""
    text, _, header = data.partition(b"\0")
    _scratch().write_bytes(text)
    with suppress(keys.BadKeys):
        owner = keys.read(str(_scratch())).owner(header.decode("latin-1"))
        assert owner is None, "a key was guessed"


def _read(name: str, body: bytes) -> Any:
    with suppress(Refused, Problem):
        return _loaded(name, body)
    return None


def _loaded(name: str, body: bytes) -> Any:
    return read_as(OPERATIONS[name].reader.load, body)


def exactly(value: Any) -> Any:
    """A value, with 1, 1.0 and true told apart, and 0.0 and -0.0."""
    if isinstance(value, dict):
        return {key: exactly(inner) for key, inner in value.items()}
    return [exactly(inner) for inner in value] if isinstance(value, list) else (type(value), repr(value))


@cache
def _app() -> Any:
    return create_app(settings.Settings())


@cache
def _scratch() -> Path:
    return Path(tempfile.mkdtemp(prefix="euchred-fuzz-")) / "keys"
