"""The targets of the fuzzer: quiet about all that they begin with, loud about faults that are planted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fuzz import file_readers, harness, readers, seeds, web_readers
from fuzz.targets import TARGETS, Target

from euchre.messages import Stop
from euchred.web.requests import reading


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_is_wrong_with_the_seeds(name: str) -> None:
    begun = list(TARGETS[name].seeds())
    assert begun
    for seed in begun:
        TARGETS[name].read(seed)


@pytest.mark.parametrize(
    ("place", "what", "fault", "target", "data"),
    [
        (web_readers, "sure", lambda _: {"a": 1.0}, "json", b'{"a":1}'),
        (web_readers, "sure", lambda _: {}, "json", b'{"a":1,"a":2}'),
        (web_readers, "parse_card", lambda text: 1 if text == "x" else 2, "card", b"x"),
        (web_readers, "parse_move", lambda text: int(text), "move", b"pass"),
        (web_readers, "answers_to", lambda data, own: [b'{"summary":{"lines":0,"problems":0}}\n'], "batch", b"{}"),
        (file_readers, "questions", lambda stream, name: [], "file-lines", b"{}"),
        (file_readers, "parse", lambda data: {}, "file-json", b'{"dealer":'),
        (file_readers, "judged", lambda *told: iter(()).__next__(), "file-yaml", b""),
        (reading, "sure", lambda data: 1 / 0, "operation", b"\0{}"),
    ],
)
def test_a_fault_is_found(
    monkeypatch: pytest.MonkeyPatch, place: Any, what: str, fault: Any, target: str, data: bytes
) -> None:
    monkeypatch.setattr(place, what, fault)
    with pytest.raises((AssertionError, ArithmeticError, StopIteration, ValueError)):
        TARGETS[target].read(data)


def test_what_takes_too_long_is_found() -> None:
    quick = Target(lambda data: None, list)
    assert quick(b"") >= 0
    with pytest.raises(harness.TooSlow, match="3 bytes"):
        quick(b"abc", -1)


def test_a_stop_is_no_finding() -> None:
    TARGETS["file-toml"].read(b"[")
    with pytest.raises(Stop):
        file_readers.read_text("[", "toml")


def test_the_dictionary_is_one_that_libfuzzer_reads() -> None:
    lines = seeds.dictionary().splitlines()
    assert len(lines) > 200
    assert all(re.fullmatch(r'"(?:[!#-\[\]-~]|\\x[0-9A-F]{2})+"', line) for line in lines)


def test_a_fuzzed_reader_is_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    monkeypatch.setattr(readers, "KEPT", tmp_path)
    outcome = readers.fuzz("card", 20, ["-runs=500"])
    assert outcome.findings == ()
    assert outcome.executions >= 500
    assert (tmp_path / "card" / "corpus").is_dir()


def test_a_finding_is_read_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = tmp_path / "found-crash"
    found.write_bytes(json.dumps({"variant": "euchre"}).encode())
    assert readers.again("json", found) == 0
    monkeypatch.setattr(web_readers, "parse", lambda data: 1 / 0)
    assert readers.again("json", found) == 1
    assert "ZeroDivisionError" in capsys.readouterr().out
