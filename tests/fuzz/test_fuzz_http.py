"""Fuzzing over HTTP: what is counted, what is slow, and what of a server's log is a finding."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fuzz import asking, hooks, http, slow
from fuzz.tally import MOST_SLOW, Slow, Tally, read
from hypothesis import Phase, settings
from schemathesis.core.failures import Failure, FailureGroup
from tests.web.running import serving

from euchred.web.batch import NDJSON

ASKED = Slow(2.0, "POST", "http://127.0.0.1:1/v1/batch", NDJSON, b"\xff\n{}")


def tally() -> Tally:
    found = Tally()
    for number in range(MOST_SLOW + 5):
        found.note("GET /v1", 200, Slow(number / 100, "GET", "http://127.0.0.1:1/v1", "", b""))
    found.note("POST /v1/batch", 413, ASKED)
    found.note_lines(b'{"id":1,"status":200,"body":{}}\n{"id":1,"status":422,"body":{}}\n{"summary":{}}\n')
    return found


def test_a_tally_adds_up_and_comes_back(tmp_path: Path) -> None:
    first = tally()
    first.save(tmp_path / "tally")
    again = read(tmp_path / "tally")
    assert (again.counts, again.lines, sorted(again.slowest)) == (first.counts, first.lines, sorted(first.slowest))
    again.add(first)
    assert again.statuses == {200: 2 * (MOST_SLOW + 5), 413: 2}
    assert again.lines == {200: 2, 422: 2}
    assert len(again.slowest) == MOST_SLOW
    assert again.table().splitlines()[-1].split() == ["all", str(2 * (MOST_SLOW + 5)), "2", str(2 * (MOST_SLOW + 6))]


def test_only_what_the_processor_takes_long_for_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.5, 0.0, 7.5, 0.0, 1.5])
    monkeypatch.setattr(slow, "time", SimpleNamespace(process_time=lambda: next(times)))
    single = Slow(9.0, "GET", "http://127.0.0.1:1/v1", "", b"")
    assert slow.finding(single) is None
    assert "7.5 seconds of the processor for GET" in str(slow.finding(single))
    assert slow.finding(Slow(1.0, "GET", "http://127.0.0.1:1/v1", "", b"")) is None
    assert slow.finding(ASKED) is None, "two lines have two seconds"


class Stopped:
    """What the log of a server that has stopped says."""

    def __init__(self, code: int, *lines: dict[str, Any]) -> None:
        self.code, self.lines = code, list(lines)

    def stop(self) -> int:
        return self.code

    def log(self) -> list[dict[str, Any]]:
        return self.lines


@pytest.mark.parametrize(
    ("server", "count"),
    [
        (Stopped(0, {"event": "start", "level": "info"}), 0),
        (Stopped(0, {"event": "failure", "level": "error"}), 1),
        (Stopped(0, {"event": "worker-died", "level": "info"}), 1),
        (Stopped(0, {"event": "log", "level": "critical"}), 1),
        (Stopped(1), 1),
    ],
)
def test_what_the_log_complains_of_is_found(server: Any, count: int) -> None:
    assert len(http.of_the_log(server)) == count


@pytest.mark.live
def test_a_live_server_is_asked_and_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr(asking, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    monkeypatch.setattr(asking, "bounded", settings(asking.bounded, max_examples=4))
    with serving("--workers", "2") as server:
        assert asking.ask_until(4, f"http://127.0.0.1:{server.port}", 1) == []
        assert http.of_the_log(server) == []
    assert hooks.tally.lines[200] + hooks.tally.lines[422] + hooks.tally.lines[400] > 0


@pytest.mark.live
def test_an_answer_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr(asking, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    monkeypatch.setattr(asking, "bounded", settings(asking.bounded, max_examples=2, phases=[Phase.generate]))
    monkeypatch.setattr(asking, "ALWAYS_ANSWERED", ("claims",))
    with serving() as server:
        [finding] = asking.ask_until(2, f"http://127.0.0.1:{server.port}", 1)
    assert "claims answers a state that can be with 422" in finding


def test_what_a_check_finds_is_told_and_the_next_round_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong() -> None:
        raise FailureGroup([Failure(operation=None, title="batch_is_whole", message="wrong")])

    monkeypatch.setattr(asking, "_rounds", lambda live, seed: [wrong, wrong])
    findings = asking.ask_until(time.monotonic() + 60, "http://127.0.0.1:9", 1)
    assert len(findings) == 2
    assert all("FailureGroup" in finding for finding in findings)
