"""Batches of the client, against servers that break off: no line lost, none answered twice, all in order."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from tests.cli.cutting import Request, Served, batch, door, http

from euchre import Judge, Refused, Unreachable
from euchre.answers import Body, LegalMoves, Problem, Validation
from euchre.client.batch import LONGEST_LINE, Chunk, Question, Reply, answered, chunks
from euchre.client.service import Service

LINES = [Question(number, b'{"id":%d,"op":"deal","body":{}}' % number) for number in range(1, 8)]
STATE = {"variant": "euchre", "dealer": 3, "up_card": "JH", "hands": [["9H", "JD", "AC", "KC", "TS"], None, None, None]}


def ids(service: Service, questions: list[Question] = LINES) -> list[int]:
    """The ids of the answers to these lines, in the order in which they came."""
    replies = [reply for block in answered(service, Chunk(questions)) for reply in block]
    assert [reply.question for reply in replies] == questions
    serials = [json.loads(reply.raw)["body"]["serial"] for reply in replies]
    assert len(set(serials)) == len(serials), "an answer stands for two lines"
    return [json.loads(reply.raw)["id"] for reply in replies]


def lines_of(request: Request) -> list[int]:
    """The ids of the lines that were sent."""
    return [json.loads(line)["id"] for line in request.body.splitlines()]


@pytest.mark.parametrize("how", ["chunks", "length", "close"])
@pytest.mark.parametrize("reset", [False, True])
def test_wherever_an_answer_breaks_off_every_line_is_answered_once_and_in_order(how: str, reset: bool) -> None:
    """Every byte is tried: in the head, in a line, between lines, in the summary and after it."""
    questions = LINES[:3]
    size = len(http(batch(Request("", {}, b"\n".join(line.data for line in questions)), itertools.count()), how))
    for cut in range(size + 1):
        serial = itertools.count()

        def plan(number: int, request: Request, cut: int = cut, serial: Iterator[int] = serial) -> Served:
            return Served(http(batch(request, serial), how), None if number else cut, reset and not number)

        with door(plan) as there, Service(there.address) as service:
            assert ids(service, questions) == [1, 2, 3], cut
        assert len(there.requests) <= 2, cut


def test_only_what_has_no_answer_is_sent_again() -> None:
    serial = itertools.count()

    def plan(number: int, request: Request) -> Served:
        whole = http(batch(request, serial), "chunks")
        return Served(whole, whole.index(b'"id":%d,' % (3, 3, 6, 0)[number]) if number < 3 else None)

    with door(plan) as there, Service(there.address) as service:
        assert ids(service) == [1, 2, 3, 4, 5, 6, 7]
    assert [lines_of(request)[0] for request in there.requests] == [1, 3, 3, 6]


def test_as_long_as_answers_come_in_it_goes_on() -> None:
    """Six attempts with one retry: each but the last brings one answer."""
    serial = itertools.count()

    def plan(number: int, request: Request) -> Served:
        whole = http(batch(request, serial), "chunks")
        return Served(whole, whole.index(b'"serial"', whole.index(b'"serial"') + 1) if number < 6 else None)

    with door(plan) as there, Service(there.address, retries=1) as service:
        assert ids(service) == [1, 2, 3, 4, 5, 6, 7]
    assert len(there.requests) == 7


def test_a_line_that_never_gets_an_answer_ends_it() -> None:
    serial = itertools.count()

    def plan(_: int, request: Request) -> Served:
        whole = http(batch(request, serial), "chunks")
        return Served(whole, whole.index(b'"id":3,') if b'"id":3,' in whole else None)

    chunk = Chunk(LINES)
    found: list[Reply] = []
    with door(plan) as there, Service(there.address, retries=2) as service:
        blocks = answered(service, chunk)
        found += next(blocks) + next(blocks)
        with pytest.raises(Unreachable, match="broke off in the middle of an answer"):
            next(blocks)
    assert [reply.question.number for reply in found] == [1, 2]
    assert (chunk.done, chunk.whole) == (2, False)
    assert [lines_of(request)[0] for request in there.requests] == [1, 3, 3]


@pytest.mark.parametrize("status", ["429 Slow", "502 Bad Gateway", "503 Busy", "504 Late"])
def test_a_busy_server_is_asked_again(status: str) -> None:
    serial = itertools.count()
    busy = http(b"<html>", status=status, headers=["Retry-After: 0"])

    def plan(number: int, request: Request) -> Served:
        return Served(http(batch(request, serial), "chunks") if number else busy)

    with door(plan) as there, Service(there.address, retries=1) as service:
        assert ids(service) == [1, 2, 3, 4, 5, 6, 7]
        assert len(there.requests) == 2


@pytest.mark.parametrize(("status", "requests"), [("503 Busy", 3), ("401 No", 1), ("404 Not Found", 1)])
def test_a_server_that_refuses_a_batch(status: str, requests: int) -> None:
    problem = {"type": "/problems/x", "title": "No", "status": 1, "detail": "d", "request_id": "r"}
    body = json.dumps({**problem, "ruling": None, "errors": [], "more": 0}).encode()
    with door(lambda *_: Served(http(body, status=status))) as there, Service(there.address, retries=2) as service:
        with pytest.raises(Refused) as refusal:
            ids(service)
        assert len(there.requests) == requests
    assert (refusal.value.type, str(refusal.value)) == ("x", "No: d")


def test_a_refusal_that_breaks_off_is_asked_for_again() -> None:
    serial = itertools.count()
    refusal = http(b'{"type":"/problems/unauthorized"}', status="401 No")

    def plan(number: int, request: Request) -> Served:
        return Served(http(batch(request, serial), "chunks")) if number > 1 else Served(refusal, (-5, 20)[number])

    with door(plan) as there, Service(there.address, retries=2) as service:
        assert ids(service) == [1, 2, 3, 4, 5, 6, 7]


ANSWER = b'{"id":1,"status":200,"body":{}}\n'
SUMMARY = b'{"summary":{"lines":1,"problems":0}}\n'


@pytest.mark.parametrize(
    "lines",
    [
        [b"<html>\n"],
        [b"7\n"],
        [ANSWER, SUMMARY],
        [ANSWER, ANSWER, SUMMARY],
        [ANSWER, ANSWER, b'{"summary":{"lines":"2"}}\n'],
        [ANSWER, ANSWER, b'{"summary":2}\n'],
        [ANSWER, ANSWER, ANSWER],
        [ANSWER, b'{"id":1,"status":"200","body":{}}\n'],
        [ANSWER, b'{"id":1,"status":200}\n'],
    ],
)
def test_what_no_euchred_answers_is_not_asked_for_again(lines: list[bytes]) -> None:
    with door(lambda *_: Served(http(lines, "chunks"))) as there, Service(there.address) as service:
        with pytest.raises(Unreachable, match="does not answer as euchred does"):
            for _ in answered(service, Chunk(LINES[:2])):
                pass
        assert len(there.requests) == 1


def test_answers_may_be_written_in_any_other_way_of_json() -> None:
    """What the fast reading does not know is decoded: spaces, another order, new members, escapes in an id."""
    lines = [
        b'{ "status": 422, "id": "a\\"b", "body": {"id": 1} , "new": true}\n',
        b'{"id":"a\\\\","status":200,"body":{}}\n',
        b' {"summary": {"problems": 1, "lines": 2, "new": 0}} \n',
    ]
    with door(lambda *_: Served(http(lines, "chunks"))) as there, Service(there.address) as service:
        replies = [reply for block in answered(service, Chunk(LINES[:2])) for reply in block]
    assert [reply.status for reply in replies] == [422, 200]


def test_one_connection_serves_all_chunks() -> None:
    serial = itertools.count()
    heads = []

    def plan(_: int, request: Request) -> Served:
        heads.append(request.headers)
        return Served(http(batch(request, serial), "chunks"))

    with door(plan) as there, Service(there.address) as service:
        for _ in range(3):
            ids(service)
        assert len(service.session.adapters["http://"].poolmanager.pools) == 1
        (pool,) = service.session.adapters["http://"].poolmanager.pools._container.values()
        assert pool.num_connections == 1
    assert {head["content-type"] for head in heads} == {"application/x-ndjson"}
    assert all(int(head["content-length"]) > 0 for head in heads)


def test_a_reader_that_leaves_ends_the_request() -> None:
    serial = itertools.count()
    with door(lambda _, request: Served(http(batch(request, serial), "chunks"))) as there:
        service = Service(there.address)
        blocks = answered(service, Chunk(LINES))
        assert next(blocks)
        blocks.close()
        assert ids(service) == [1, 2, 3, 4, 5, 6, 7]
        service.close()


# -- chunks -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "size", "sizes"),
    [
        (3, 1000, [3, 3, 1]),
        (7, 1000, [7]),
        (1000, 1000, [7]),
        (1000, 62, [2, 2, 2, 1]),
        (1000, 5, [1] * 7),
        (1, 9, [1] * 7),
    ],
)
def test_chunks_are_bounded_by_lines_and_bytes(lines: int, size: int, sizes: list[int]) -> None:
    assert {len(line.data) for line in LINES} == {30}
    made = list(chunks(LINES, lines, size))
    assert [len(chunk.questions) for chunk in made] == sizes
    assert [line for chunk in made for line in chunk.questions] == LINES
    assert all(len(chunk.body()) <= size for chunk in made) or size < 31


def test_of_no_lines_there_is_no_chunk() -> None:
    assert list(chunks([], 5, 5)) == []


def test_chunks_are_made_as_they_are_wanted() -> None:
    taken = []

    def endless() -> Iterator[Question]:
        for number in itertools.count(1):
            taken.append(number)
            yield Question(number, b"{}")

    made = chunks(endless(), 10, 1000)
    next(made)
    next(made)
    assert taken[-1] <= 21


def test_a_line_that_is_too_long_is_never_sent_whole() -> None:
    fits, long = Question(1, b"a" * LONGEST_LINE), Question(2, b"b" * (LONGEST_LINE + 1000))
    (chunk,) = chunks([fits, long], 10, 10 * LONGEST_LINE)
    assert [len(line.data) for line in chunk.questions] == [LONGEST_LINE, LONGEST_LINE + 1]


# -- Judge.batch, in this process -------------------------------------------------------


@pytest.mark.parametrize("chunk_lines", [1, 2, 500])
def test_answers_are_objects(chunk_lines: int) -> None:
    lines = [
        {"id": "a", "op": "legal-moves", "body": STATE},
        {"id": 7, "op": "validate", "body": {"state": STATE, "move": "order"}, "explain": "none"},
        {"op": "legal-moves", "body": {"variant": "euchre"}},
        {"op": "no-such", "body": {}},
    ]
    with Judge() as judge:
        moves, ruled, refused, strange = judge.batch(lines, explain="none", chunk_lines=chunk_lines)
    assert isinstance(moves.body, LegalMoves)
    assert (moves.id, moves.status, moves.body.legal_moves, moves.body.rulings) == ("a", 200, ("order", "pass"), ())
    assert isinstance(ruled.body, Validation)
    assert (ruled.id, ruled.body.verdict) == (7, "legal")
    assert isinstance(refused.body, Problem)
    assert (refused.id, refused.status, refused.body.name) == (None, 422, "invalid-request")
    assert isinstance(strange.body, Problem)
    assert strange.body.errors[0].pointer == "/op"


def test_any_number_of_lines_is_taken_a_chunk_at_a_time() -> None:
    taken = []

    def lines() -> Iterator[dict[str, Any]]:
        for number in range(100):
            taken.append(number)
            yield {"id": number, "op": "deal", "body": {"variant": "euchre", "seed": f"s{number}"}}

    with Judge() as judge:
        answers = judge.batch(lines(), chunk_lines=10)
        assert next(answers).id == 0
        assert len(taken) <= 11
        assert [answer.id for answer in answers] == list(range(1, 100))


def test_a_line_that_is_no_json_is_the_callers_error() -> None:
    with Judge() as judge, pytest.raises(ValueError, match="not JSON compliant"):
        list(judge.batch([{"op": "deal", "body": {"score": float("nan")}}]))


def test_a_long_line_is_refused_where_it_stands() -> None:
    long = {"id": 2, "op": "deal", "body": {"variant": "euchre", "seed": "x" * LONGEST_LINE}}
    fine = {"id": 1, "op": "deal", "body": {"variant": "euchre", "seed": "x"}}
    with Judge() as judge:
        first, second, third = judge.batch([fine, long, fine])
    assert [first.status, second.status, third.status] == [200, 413, 200]
    assert isinstance(second.body, Problem)
    assert (second.id, second.body.name) == (None, "body-too-large")


def test_an_operation_of_a_newer_server_is_answered_too(batch_of: Callable[..., Judge]) -> None:
    judge = batch_of(
        b'{"id":null,"status":200,"body":{"new":[1]},"more":2}\n', b'{"summary":{"lines":1,"problems":0}}\n'
    )
    (answer,) = judge.batch([{"op": "audit", "body": {}}])
    assert (type(answer.body), answer.body.json, answer.json["more"]) == (Body, {"new": [1]}, 2)


def test_an_answer_that_is_none_of_its_operation(batch_of: Callable[..., Judge]) -> None:
    judge = batch_of(b'{"id":null,"status":200,"body":{"new":[1]}}\n', SUMMARY)
    with pytest.raises(Unreachable, match="does not answer as euchred does: LegalMoves lacks variant"):
        list(judge.batch([{"op": "legal-moves", "body": {}}]))


@pytest.fixture
def batch_of() -> Iterator[Callable[..., Judge]]:
    """A judge that asks a server which answers every batch with these lines."""
    with ExitStack() as stack:

        def made(*lines: bytes) -> Judge:
            there = stack.enter_context(door(lambda *_: Served(http(lines, "chunks"))))
            return stack.enter_context(Judge(there.address))

        yield made
