"""Targets: what the command line reads.  Nothing but Stop, which has a message, may come of any file."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, suppress
from functools import cache
from typing import Any

import typer

from euchre import strict, written
from euchre.client.service import Service
from euchre.egn.made import egn_of
from euchre.files import STANDARD_INPUT, read
from euchre.flags import Given
from euchre.messages import Stop
from euchre.ndjson import questions
from euchre.options import service_at
from euchre.record import Record
from euchre.sources import judged
from euchred.web.batch import answers_to
from euchred.web.problems import Problem
from euchred.web.requests.reading import parse
from fuzz.web_readers import exactly


def json_file(data: bytes) -> None:
    """A JSON file: what the service reads is read the same, and what it refuses is refused too."""
    _same_as_the_service(data)
    _taken_back(data, "json", written.as_json)


def toml_file(data: bytes) -> None:
    """A TOML file: read or refused, and what is read can be sent and written again."""
    _taken_back(data, "toml", written.as_toml)


def yaml_file(data: bytes) -> None:
    """A YAML file, with its aliases and tags."""
    if value := _value(data, "yaml"):
        with suppress(written.CannotHold):
            read_text(written.as_yaml(value), "yaml")


def egn_file(data: bytes) -> None:
    """A file in Euchre Game Notation: read as a game, and written in the notation again."""
    record = _record(data, "egn")
    if record is not None:
        for lossy in (False, True):
            with suppress(Stop, typer.Exit), redirect_stderr(io.StringIO()):
                json.dumps(egn_of(record, _service(), lossy))


def question_lines(data: bytes) -> None:
    """A file of questions: the command line counts as many lines as the service answers."""
    with redirect_stderr(io.StringIO()):
        found = list(questions(io.BytesIO(data), "-"))
    *_, summary = b"".join(answers_to(data, "x")).splitlines()
    assert len(found) == json.loads(summary)["summary"]["lines"]


def read_text(text: str, kind: str) -> Any:
    """The value of a text as the file readers have it; raises Stop."""
    with standard_input(text.encode("utf-8", "backslashreplace")):
        return read(STANDARD_INPUT, kind).data


@contextmanager
def standard_input(data: bytes) -> Iterator[None]:
    """Bytes as standard input."""
    kept, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data))
    try:
        yield
    finally:
        sys.stdin = kept


def _record(data: bytes, kind: str) -> Record | None:
    """The record in a file, each part of it with its place; None where the file is refused."""
    with standard_input(data), redirect_stderr(io.StringIO()):
        _, found = next(judged([STANDARD_INPUT], Given(format=kind), _service()).items)
    if isinstance(found, Stop):
        assert found.message
        return None
    json.dumps(found.state, allow_nan=False)
    lines = data.count(b"\n") + 1
    for pointer in _pointers(found.state, ""):
        place = found.place(pointer)
        line = (place or "").rpartition(":")[2]
        assert not line.isdigit() or 1 <= int(line) <= lines, f"{pointer} is said to be at {place}"
    return found


def _value(data: bytes, kind: str) -> dict[str, Any] | None:
    """The value in a file, which can be sent; None where the file is refused."""
    found = _record(data, kind)
    if found is None or found.source is None:
        return None
    value: dict[str, Any] = found.source.data
    json.dumps(value, allow_nan=False)
    return value


def _taken_back(data: bytes, kind: str, write: Callable[[Mapping[str, Any]], str]) -> None:
    """What is read from a file is read again from what is written of it."""
    value = _value(data, kind)
    if value is None:
        return
    try:
        text = write(value)
    except written.CannotHold:
        return
    assert exactly(read_text(text, kind)) == exactly(value), f"{value!r} is written as {text!r}"


def _same_as_the_service(data: bytes) -> None:
    """The command line and the service agree on what is JSON; the service alone bounds the depth."""
    sent: Any = None
    told: str | None = None
    try:
        sent = parse(data)
    except Problem as problem:
        told = problem.detail
    try:
        text = data.decode("utf-8")
        value: Any = strict.json(text)
    except (UnicodeDecodeError, strict.BadText, RecursionError):
        assert told is not None, f"the service reads {sent!r}"
        return
    if told is None:
        assert exactly(sent) == exactly(value)
    else:
        assert "nested" in told or "encoded twice" in told, told


def _pointers(value: Any, pointer: str) -> Iterator[str]:
    """The pointers of a value and all in it, and of some words within its texts."""
    yield pointer
    if isinstance(value, str):
        yield from (f"{pointer}/{index}" for index in range(min(len(value.split()) + 1, 4)))
    elif isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from _pointers(inner, f"{pointer}/{key}")


@cache
def _service() -> Service:
    return service_at(None)
