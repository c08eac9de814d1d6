"""The check of batch answers finds what it is there to find."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from fuzz.batches import NO_LINES, batches, faults
from fuzz.web_readers import answered
from hypothesis import HealthCheck, given, settings

from euchred.web.batch import answers_to
from euchred.web.requests.reading import BODY_LIMIT

LINES = [
    {"id": number, "op": "rulings/trick", "body": {"variant": "euchre", "trump": "H", "cards": cards}}
    for number, cards in enumerate(("9H AH", "JD JH", "9S 9S", "??"))
]
SENT = b"\n".join([*(json.dumps(line).encode() for line in LINES), *NO_LINES])
Answer = list[dict[str, Any]]


def answer(sent: bytes = SENT) -> bytes:
    return b"".join(answers_to(sent, "x"))


def changed(change: Callable[[Answer], object]) -> bytes:
    """The answer after a change."""
    lines = [json.loads(line) for line in answer().splitlines()]
    change(lines)
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def test_a_right_answer_is_right() -> None:
    assert faults(SENT, answer(), answered) == []
    assert faults(SENT, changed(lambda lines: None), answered) == []


@settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(batches())
def test_whatever_is_sent_is_answered_right(sent: bytes) -> None:
    assert faults(sent, answer(sent), answered) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines.pop(1),
        lambda lines: lines.insert(1, lines[0]),
        lambda lines: lines.reverse(),
        lambda lines: lines.__setitem__(slice(0, 2), lines[1::-1]),
        lambda lines: lines.pop(),
        lambda lines: lines[-1]["summary"].update(problems=0),
        lambda lines: lines[-1]["summary"].update(lines=1),
        lambda lines: lines[0].update(id="0"),
        lambda lines: lines[0].update(id=False),
        lambda lines: lines[0].update(status=500),
        lambda lines: lines[0].pop("body"),
        lambda lines: lines[0]["body"]["winner"].update(place=0, seat=None, card="9H"),
        lambda lines: lines[2]["body"].update(type="/problems/illegal-move"),
        lambda lines: lines[2].update(status=200, body=lines[0]["body"]),
        lambda lines: lines[-2].update(status=200, body={}),
    ],
)
def test_what_is_wrong_is_found(change: Callable[[Answer], object]) -> None:
    assert faults(SENT, changed(change), answered)


@pytest.mark.parametrize("variant", ["\u0301" * 100_000, [1e5] * 40_000])
def test_a_body_is_asked_alone_as_it_stood_in_the_line(variant: object) -> None:
    line = json.dumps({"op": "solve", "body": {"variant": variant}}, ensure_ascii=False, separators=(",", ":"))
    sent = line.replace("100000.0", "1e5").encode()
    assert len(sent) < BODY_LIMIT
    assert faults(sent, answer(sent), answered) == []


def test_an_answer_that_is_cut_off_is_found() -> None:
    assert faults(SENT, answer()[:-1], answered)
