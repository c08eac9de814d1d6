"""Batches of lines good and bad, and what must hold of the answer to any batch (contract §8)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from euchred.web.operations import OPERATIONS
from euchred.web.problems import Problem
from euchred.web.requests.query import EXPLAIN
from euchred.web.requests.quick import reference
from euchred.web.requests.reading import BODY_LIMIT, parse
from fuzz.bodies import ODD, Question, questions

Ask = Callable[[str, str | None, bytes], tuple[int, Any]]  # operation, explain, body: status and body of the answer

IDS = st.none() | st.integers(-(2**70), 2**70) | st.text(max_size=12) | st.sampled_from(ODD)
SEPARATORS = st.sampled_from([(",", ":"), (", ", ": "), (" ,", " :")])
NO_LINES = (
    b"", b" ", b"\t \r", b"\x0b\x0c", b"\x1c", b"\xc2\x85", b"\xff", b"\xef\xbb\xbf{}", b"{", b"}", b"[]", b"null",
    b"7", b'"a"', b'"{}"', b"NaN", b"[" * 40, b"{}\r", b'{"id":1,"id":2}', b"\x00", b"\xe2\x80\xa8",
    b'{"id":1,"op":"score","body":{"dealer":1,"dealer":2}}', b'{"op":"batch","body":{}}',
    b'{"op":"rulings-trick","body":{}}', b'{"op":"solve","body":[]}',
)  # fmt: skip


@st.composite
def lines(draw: st.DrawFn, asked: st.SearchStrategy[Question] | None = None) -> bytes:
    """A line: mostly a question, at times one with a field too many or too few, cut off, overlong, or no line."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(st.sampled_from(NO_LINES) | st.binary(max_size=30).map(lambda text: text.replace(b"\n", b" ")))
    name, explain, body = draw(asked if asked is not None else questions())
    made: dict[str, Any] = {"id": draw(IDS), "op": name, "explain": explain, "body": body}
    if kind == 1:
        made[draw(st.sampled_from([*made, "more", ""]))] = draw(st.sampled_from(ODD))
    elif kind == 2:
        del made[draw(st.sampled_from(sorted(made)))]
    text = json.dumps(made, ensure_ascii=draw(st.booleans()), separators=draw(SEPARATORS)).encode("utf-8", "replace")
    if kind == 3:
        return text[: draw(st.integers(0, len(text)))]
    return text + b" " * (BODY_LIMIT - 1 - len(text) + draw(st.integers(0, 3))) if kind == 4 and _rare(draw) else text


def _rare(draw: st.DrawFn) -> bool:
    """One time in four; never in the simplest example."""
    return draw(st.integers(0, 3)) == 3


def batches(asked: st.SearchStrategy[Question] | None = None, most: int = 12) -> st.SearchStrategy[bytes]:
    """A body for `POST /v1/batch`: some lines, the last with or without its end.

    It is never empty: clients then send none.
    """
    text = st.lists(lines(asked), max_size=most).map(b"\n".join)
    return st.builds(lambda body, end: body + end or b"\n", text, st.sampled_from((b"", b"\n", b"\r\n", b"\n\n")))


def faults(sent: bytes, answer: bytes, ask: Ask) -> list[str]:
    """What is wrong with the answer to a batch; `ask` puts one question alone.

    A line for each that is not empty, in order, under its id; its status and body what the operation alone answers; a
    summary at the end, and nothing that failed.
    """
    asked = [line for line in sent.split(b"\n") if line and not line.isspace()]
    if not answer.endswith(b"\n"):
        return ["the answer does not end with a whole line"]
    *found, summary = [json.loads(line) for line in answer.split(b"\n")[:-1]]
    problems = sum(line.get("status") != 200 for line in found)
    wrong = []
    if summary != {"summary": {"lines": len(asked), "problems": problems}}:
        wrong.append(f"{len(asked)} lines with {problems} problems, summed up as {summary}")
    if len(found) != len(asked):
        return [*wrong, f"{len(asked)} lines are answered with {len(found)}"]
    for number, (line, told) in enumerate(zip(asked, found, strict=True)):
        wrong += [f"line {number}: {fault}: {line[:2000]!r}" for fault in _faults(line, told, ask)]
    return wrong


def _faults(line: bytes, told: dict[str, Any], ask: Ask) -> list[str]:
    """What is wrong with the answer to one line."""
    if set(told) != {"id", "status", "body"}:
        return [f"its answer has the fields {sorted(told)}"]
    if told["status"] >= 500:
        return [f"it is answered {told['status']}"]
    kind = told["body"].get("type") if told["status"] != 200 else None
    if len(line.rstrip(b"\r\n")) > BODY_LIMIT:
        return [] if kind == "/problems/body-too-large" else [f"it is too long, and answered {told['status']} {kind}"]
    try:
        read = parse(line, "line")
    except Problem:
        return [] if kind == "/problems/malformed-json" else [f"it is no JSON, and answered {told['status']} {kind}"]
    if not isinstance(read, dict):
        return [] if kind == "/problems/invalid-request" else [f"it is no object, and answered {told['status']} {kind}"]
    own = read.get("id")
    own = own if type(own) in (str, int) else None
    if (type(told["id"]), told["id"]) != (type(own), own):
        return [f"its id is {own!r}, and its answer's {told['id']!r}"]
    return _as_alone(read, told, kind, ask)


def _as_alone(read: dict[str, Any], told: dict[str, Any], kind: str | None, ask: Ask) -> list[str]:
    """How the answer to a line that can be read differs from that of the operation."""
    name, explain, body = read.get("op"), read.get("explain"), read.get("body")
    good_id = read.get("id") is None or type(read["id"]) in (str, int)
    good = good_id and isinstance(name, str) and name in OPERATIONS and explain in (None, *EXPLAIN)
    if not good or body is None or not read.keys() <= {"id", "op", "explain", "body"}:
        return [] if kind == "/problems/invalid-request" else [f"its fields are wrong, and it is answered {kind}"]
    written = reference(body)
    if len(written) > BODY_LIMIT:  # 1e9 in a line is 1000000000.0 here, so that only the line is short enough
        return []
    status, alone = ask(str(name), explain, written)
    if isinstance(body, str) or name == "deal" and isinstance(body, dict) and body.get("seed") is None:
        # A text that holds JSON is told more of when it is the body; a deal without a seed is another each time.
        return [] if (status == 200) == (told["status"] == 200) else [f"alone it is answered {status}"]
    for answer in (alone, told["body"]):
        answer.pop("request_id", None)
    return [] if (status, alone) == (told["status"], told["body"]) else [f"alone it is answered {status} {alone}"]
