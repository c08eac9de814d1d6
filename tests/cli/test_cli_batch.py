"""`euchre batch`: a file of questions, answered in order, whatever happens on the way."""

from __future__ import annotations

import io
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from tests.cli.cutting import Door, Request, Served, batch, door, http

from euchre.client.batch import LONGEST_LINE, TOO_LONG, Question, Reply
from euchre.exits import Exit
from euchre.messages import Stop
from euchre.ndjson import questions
from euchre.progress import Meter
from euchre.tally import code_of

STATE = {"variant": "euchre", "dealer": 3, "up_card": "JH", "hands": ["9H JD AC KC TS", None, None, None]}
PLAYED = {**STATE, "hands": [*STATE["hands"][:1], "QH 9D TC AS QS", None, None], "moves": "pass order discard-?? / JD"}
LEGAL = {"op": "legal-moves", "body": STATE}
ILLEGAL = {"op": "legal-moves", "body": {**PLAYED, "moves": PLAYED["moves"] + " AS"}}


def line(**members: Any) -> str:
    return json.dumps(members) + "\n"


def answers(text: str) -> list[dict[str, Any]]:
    return [json.loads(found) for found in text.splitlines()]


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., str]:
    """Write lines to a file and say where it is."""

    def write(*lines: str | bytes) -> str:
        path = tmp_path / "questions.ndjson"
        path.write_bytes(b"".join(one.encode() if isinstance(one, str) else one for one in lines))
        return str(path)

    return write


# -- in this process --------------------------------------------------------------------


@pytest.mark.parametrize("size", [["--lines", "1"], ["--lines", "2"], ["--bytes", "1"], []])
def test_a_file_is_answered_line_by_line(euchre: Any, file: Callable[..., str], size: list[str]) -> None:
    name = file(
        line(id="a", **LEGAL), "\n", " \t\r\n", line(id=2, op="validate", body={"state": STATE, "move": "order"})
    )
    result = euchre("batch", name, *size)
    first, second, summary = answers(result.stdout)
    assert (first["id"], first["status"], first["body"]["moves"]) == ("a", 200, ["order", "pass"])
    assert (second["id"], second["body"]["verdict"]) == (2, "legal")
    assert summary == {"summary": {"lines": 2, "problems": 0}}
    assert (result.stderr, result.exit_code) == ("2 lines answered, 0 problems\n", 0)


def test_standard_input_and_json(euchre: Any) -> None:
    plain = euchre("batch", "-", stdin=line(id=1, **LEGAL) + line(id=2, **LEGAL).rstrip())
    asked = euchre("batch", "--json", "-", stdin=line(id=1, **LEGAL) + line(id=2, **LEGAL).rstrip())
    assert plain.stdout == asked.stdout
    assert [answer.get("id") for answer in answers(plain.stdout)] == [1, 2, None]


def test_the_output_is_what_the_service_answers_to_the_whole(euchre: Any, file: Callable[..., str]) -> None:
    """Bytes as they come, and the summary of all lines in the service's own form."""
    lines = [line(id=number, op="deal", body={"variant": "euchre", "seed": f"Zoë-{number}"}) for number in range(5)]
    lines += [line(id=number, op="deal", body={"variant": "euchre", "seed": f"s{number}"}) for number in range(5)]
    few, many = euchre("batch", file(*lines), "--lines", "3"), euchre("batch", file(*lines))
    assert without_ids(few.stdout) == without_ids(many.stdout)
    assert answers(few.stdout)[-1] == {"summary": {"lines": 10, "problems": 5}}


def without_ids(text: str) -> list[dict[str, Any]]:
    """The answers, without the request ids in problems."""
    found = answers(text)
    for answer in found:
        answer.get("body", {}).pop("request_id", None)
    return found


def test_of_nothing_there_is_a_summary(euchre: Any, file: Callable[..., str]) -> None:
    result = euchre("batch", file("\n\n"))
    assert (result.stdout, result.exit_code) == ('{"summary":{"lines":0,"problems":0}}\n', 0)


def test_a_bad_line_is_a_problem_where_it_stands(euchre: Any, file: Callable[..., str]) -> None:
    bad = ["{\n", "7\n", b"\xff\xfe\n", line(op="no-such", body={}), line(id={}, op="deal", body={}), "\x00\n"]
    found = answers((result := euchre("batch", file(line(**LEGAL), *bad, line(id=9, **LEGAL)))).stdout)
    assert [answer.get("status") for answer in found] == [200, 400, 422, 400, 422, 422, 400, 200, None]
    assert (found[-1], found[-2]["id"]) == ({"summary": {"lines": 8, "problems": 6}}, 9)
    assert result.exit_code == 2


def test_a_long_line_is_a_problem_where_it_stands(euchre: Any, file: Callable[..., str]) -> None:
    body = b'{"op": "deal", "body": {"variant": "euchre", "seed": "s"}}'
    edge = body.replace(b" ", b" " * (LONGEST_LINE - len(body) + 1), 1)
    assert len(edge) == LONGEST_LINE
    lines = [edge + b"\n", edge + b"\r\n", edge + b" \n", b"x" * 3_000_000 + b"\n", b" " * 3_000_000 + b"\n", edge]
    result = euchre("batch", file(*lines))
    assert [answer.get("status") for answer in answers(result.stdout)] == [200, 200, 413, 413, 200, None]
    warning = "warning: line {} of {} is longer than 262144 bytes and will be refused\n"
    name = file(*lines)
    assert result.stderr == warning.format(3, name) + warning.format(4, name) + "5 lines answered, 2 problems\n"


KNOWN = {
    **STATE,
    "hands": ["9H JD AC KC TS", "QH 9D TC AS QS", "AH KH QC 9S AD", "9C JC QD JS KS"],
    "moves": "pass order discard-9C / JD",
}
VALID = {"op": "claims", "body": {"state": KNOWN, "seat": 0, "tricks": 0}}
REFUSED_CLAIM = {"op": "claims", "body": {"state": KNOWN, "seat": 0, "tricks": 5}}
CLEAN = {"op": "judge", "body": PLAYED}
RENEGE = {"op": "judge", "body": {**PLAYED, "moves": PLAYED["moves"] + " AS"}}
GAME = {
    "op": "judge-game",
    "body": {"variant": "euchre", "deals": [{k: v for k, v in PLAYED.items() if k != "variant"}]},
}
BARRED = {"op": "validate", "body": {"state": PLAYED, "move": "AS"}}
OPEN = {
    "op": "validate",
    "body": {"state": {**STATE, "moves": "pass order discard-?? / JD", "hands": [None] * 4}, "move": "AS"},
}
ESCAPED = {"op": "ESCAPED", "body": BARRED["body"]}


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([LEGAL], 0),
        ([ILLEGAL], 1),
        ([VALID], 0),
        ([REFUSED_CLAIM], 1),
        ([CLEAN], 0),
        ([RENEGE], 1),
        ([GAME], 0),
        ([BARRED], 1),
        ([ESCAPED], 1),
        ([OPEN], 4),
        ([LEGAL, OPEN, LEGAL], 4),
        ([OPEN, BARRED, LEGAL], 1),
        ([BARRED, {"op": "deal", "body": {}}, OPEN], 2),
        ([{"op": "deal", "body": {"variant": "euchre", "players": ["judge", "claims", "validate", "Dan"]}}], 0),
    ],
)
def test_the_exit_code_is_the_gravest_of_all_lines(
    euchre: Any, file: Callable[..., str], lines: list[dict[str, Any]], code: int
) -> None:
    result = euchre("batch", file(*(line(**one).replace("ESCAPED", "val\\u0069date") for one in lines)))
    assert result.exit_code == code, result.stdout


@pytest.mark.parametrize(
    ("asked", "status", "body", "code"),
    [
        (b'"op":"deal"', 500, b"{}", Exit.NO_RULING),
        (b'"op":"deal"', 422, b'{"type":"/problems/illegal-history"}', Exit.AGAINST),
        (b'"op":"deal"', 404, b"{}", Exit.USAGE),
        (b'"op":"judge"', 200, b'{"verdict":"violations"}', Exit.AGAINST),
        (b'"op":"judge"', 200, b'{"verdict":"clean"}', Exit.FINE),
        (b'"op":"judge"', 200, b'{"verdict":"of a newer server"}', Exit.FINE),
        (b'"op":"judge"', 200, b'{"verdict":{"by":"somebody"}}', Exit.FINE),
        (b'"op":"claims"', 200, b'{"valid":false}', Exit.AGAINST),
        (b'"op":"claims"', 200, b'{"valid":true}', Exit.FINE),
        (b'"op":"claims"', 200, b"[]", Exit.FINE),
        (b'"op":"deal"', 200, b'{"verdict":"illegal"}', Exit.FINE),
    ],
)
def test_the_code_of_one_answer(asked: bytes, status: int, body: bytes, code: Exit) -> None:
    raw = b'{"id":null,"status":%d,"body":%b}' % (status, body)
    assert code_of(Reply(Question(1, b"{%b}" % asked), raw, status)) is code


@pytest.mark.parametrize("words", [["batch"], ["batch", "a", "b"], ["batch", "-", "--lines", "0"]])
def test_bad_usage(euchre: Any, words: list[str]) -> None:
    assert euchre(*words).exit_code == 2


@pytest.mark.parametrize("name", ["no-such-file", "no\0such", "."])
def test_a_file_that_cannot_be_read(euchre: Any, name: str) -> None:
    result = euchre("batch", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {name.encode('unicode_escape').decode()}: ")


# -- over a network that breaks ---------------------------------------------------------


DEALS = [line(id=number, op="deal", body={}) for number in range(1, 8)]


@pytest.fixture
def served() -> Iterator[Callable[..., Door]]:
    """Serve batches by a plan; without one, whole ones."""
    serial = itertools.count()
    opened = []

    def serve(cut: Callable[[int, bytes], int | None] = lambda *_: None) -> Door:
        def plan(number: int, request: Request) -> Served:
            whole = http(batch(request, serial), "chunks")
            return Served(whole, cut(number, whole))

        opened.append(door(plan))
        return opened[-1].__enter__()

    yield serve
    for one in opened:
        one.__exit__(None, None, None)


def test_a_chunk_that_broke_off_is_completed(euchre: Any, file: Callable[..., str], served: Any) -> None:
    there = served(lambda number, whole: whole.index(b'"id":6,') if number == 1 else None)
    result = euchre("batch", file(*DEALS), "--server", there.address, "--lines", "3")
    found = answers(result.stdout)
    assert [answer.get("id") for answer in found] == [1, 2, 3, 4, 5, 6, 7, None]
    assert len({answer["body"]["serial"] for answer in found[:-1]}) == 7
    assert found[-1] == {"summary": {"lines": 7, "problems": 0}}
    sent = [[json.loads(text)["id"] for text in request.body.splitlines()] for request in there.requests]
    assert sent == [[1, 2, 3], [4, 5, 6], [6], [7]]
    assert result.exit_code == 0


def test_what_comes_before_the_line_without_an_answer_is_printed(
    euchre: Any, file: Callable[..., str], served: Any
) -> None:
    there = served(lambda _, whole: whole.index(b'"id":5,') if b'"id":5,' in whole else None)
    name = file(*DEALS[:2], "\n", *DEALS[2:])
    result = euchre("batch", name, "--server", there.address, "--lines", "2")
    assert [answer["id"] for answer in answers(result.stdout)] == [1, 2, 3, 4]
    assert result.exit_code == 3
    assert result.stderr == (
        f"error: {there.address} broke off in the middle of an answer; the answers to {name} end before line 6\n"
    )


def test_nobody_there(euchre: Any, served: Any) -> None:
    result = euchre("batch", "-", "--server", "http://127.0.0.1:1", stdin=DEALS[0])
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith(
        "error: http://127.0.0.1:1 cannot be reached; the answers to standard input end before line 1\nhint: "
    )


@pytest.mark.parametrize(
    ("status", "kind", "code", "hint"),
    [
        ("401 No", "unauthorized", 2, ""),
        ("413 Large", "body-too-large", 2, "hint: --bytes sends less at a time\n"),
        ("500 Oops", "internal-error", 3, ""),
    ],
)
def test_a_server_that_refuses_the_whole(
    euchre: Any, file: Callable[..., str], status: str, kind: str, code: int, hint: str
) -> None:
    problem = {"type": f"/problems/{kind}", "title": "No", "detail": "because", "errors": [], "ruling": None}
    serial = itertools.count()

    def plan(number: int, request: Request) -> Served:
        return Served(http(json.dumps(problem).encode(), status=status) if number else http(batch(request, serial)))

    with door(plan) as there:
        name = file(*DEALS)
        result = euchre("batch", name, "--server", there.address, "--lines", "2")
    assert (result.exit_code, len(answers(result.stdout))) == (code, 2)
    assert result.stderr == f"error: the answers to {name} end before line 3: No: because\n{hint}"


def test_a_server_that_counts_otherwise(euchre: Any) -> None:
    lines = [b'{"id":1,"status":200,"body":{}}\n', b'{"summary":{"lines":9,"problems":0}}\n']
    with door(lambda *_: Served(http(lines))) as there:
        result = euchre("batch", "-", "--server", there.address, stdin=DEALS[0])
    assert (result.exit_code, len(answers(result.stdout))) == (3, 1)
    assert result.stderr.endswith("; the answers to standard input end without a summary\n")


def test_the_key_comes_from_the_environment(euchre: Any, served: Any) -> None:
    there = served()
    result = euchre("batch", "-", stdin=DEALS[0], env={"EUCHRE_SERVER": there.address, "EUCHRE_API_KEY": "k-1"})
    assert result.exit_code == 0
    assert there.requests[0].headers["authorization"] == "Bearer k-1"
    assert "k-1" not in result.stdout + result.stderr
    bad = euchre("batch", "-", stdin=DEALS[0], env={"EUCHRE_SERVER": there.address, "EUCHRE_API_KEY": "k 1"})
    assert (bad.exit_code, bad.stderr) == (
        2,
        "error: the API key has characters that no header can carry\nhint: use visible ASCII characters only\n",
    )


# -- any length -------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A line without an end, of so many bytes, and then a short one."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.left = size
        self.last = b"\n{}\n"
        self.most = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.most = max(self.most, len(buffer))
        if self.left > 0:
            count = min(len(buffer), self.left)
            buffer[:count] = b"x" * count
            self.left -= count
            return count
        count, self.last = len(self.last), b""
        buffer[:count] = b"\n{}\n"[:count]
        return count


def test_a_line_of_any_length_is_never_held(capsys: pytest.CaptureFixture[str]) -> None:
    raw = Endless(300_000_000)
    stream: BinaryIO = io.BufferedReader(raw)  # type: ignore[assignment]
    first, second = questions(stream, "it")
    assert first.data is TOO_LONG
    assert second == Question(2, b"{}")
    assert raw.most <= 2 * LONGEST_LINE
    assert capsys.readouterr().err == "warning: line 1 of it is longer than 262144 bytes and will be refused\n"


def test_a_file_that_fails_in_the_middle() -> None:
    class Failing(io.BytesIO):
        def readline(self, _: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(Stop, match="it: Input/output error"):
        list(questions(Failing(), "it"))


def test_answers_come_while_questions_are_still_written() -> None:
    """A pipe that stays open: each full chunk is answered before the next question is there."""
    process = subprocess.Popen(
        [sys.executable, "-m", "euchre.main", "batch", "-", "--lines", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin and process.stdout and process.stderr
        for number in (1, 3):
            process.stdin.write(line(id=number, **LEGAL) + line(id=number + 1, **LEGAL))
            process.stdin.flush()
            # The third line makes it sure that the first two are a chunk.
            process.stdin.write(line(id=0, **LEGAL) if number == 3 else "")
            if number == 3:
                process.stdin.flush()
                assert [json.loads(process.stdout.readline())["id"] for _ in range(4)] == [1, 2, 3, 4]
        process.stdin.close()
        assert [json.loads(text).get("id") for text in process.stdout] == [0, None]


def test_a_reader_that_leaves_ends_it() -> None:
    command = f"yes '{line(id=1, **LEGAL).strip()}' | {sys.executable} -m euchre.main batch - | head -n 3"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert [json.loads(text)["id"] for text in result.stdout.splitlines()] == [1, 1, 1]
    assert result.stderr == ""


# -- progress ---------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1000)
    for err, out, shown in (
        (Terminal(), io.StringIO(), True),
        (Terminal(), Terminal(), False),
        (io.StringIO(), io.StringIO(), False),
    ):
        monkeypatch.setattr(sys, "stderr", err)
        monkeypatch.setattr(sys, "stdout", out)
        with path.open("rb") as stream, Meter(stream) as meter:
            stream.read(500)
            meter.show(1234)
        assert ("1,234 lines" in err.getvalue()) == shown
        assert ("%" in err.getvalue()) == shown


def test_progress_of_a_pipe_counts_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    err = Terminal()
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream, os.fdopen(writing, "wb"), Meter(stream) as meter:
        meter.show(7)
    assert "7 lines" in err.getvalue()
