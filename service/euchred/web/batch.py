"""POST /v1/batch: many questions in one request, a line each, and a verdict or a problem for every line (contract §8).

The whole body is read first: to answer while it comes would wait for a client that waits for us.  A line that cannot be
answered is a problem of its own and stops nothing; the last line counts, so that an answer cut off is noticed.
"""

from __future__ import annotations

import difflib
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice
from time import perf_counter
from typing import Any

from flask import Response, request

from ..law.state import Defect, pointer_part
from .operations import OPERATIONS, Operation
from .problems import Problem, of_defects, of_failure
from .replies import request_id
from .requests.defects import Refused
from .requests.query import EXPLAIN, no_such_explain, read_query
from .requests.quick import reference, written
from .requests.reading import BATCH_LIMIT, BODY_LIMIT, read_as, read_bytes
from .watch.metrics import batch_lines

NDJSON = "application/x-ndjson"
PENDING, DONE = 0, 200
LINES_A_PIECE = 64
SECONDS_A_TURN = 0.01
FIELDS = {
    "id": "A text or an integer, to know the answer by; it comes back as it is.",
    "op": "The operation: its path after /v1/, such as `legal-moves` or `rulings/trick`.",
    "explain": "As the query parameter of the operation.",
    "body": "The body that the operation takes.",
}

log = logging.getLogger(__name__)
Told = Callable[[Counter[tuple[str, int]]], None]


def batch() -> Response:
    """Answer many questions at once.

    Takes one JSON object a line, `{"id", "op", "explain", "body"}`, and answers `{"id", "status", "body"}` for each, in
    the same order: `status` and `body` are what the operation itself would have answered. Empty lines are skipped. A
    line that cannot be read is a problem on its own line and stops nothing. The last line is a summary; where it is
    missing, the answer was cut off, and the lines without an answer can be sent again.
    """
    data = read_bytes(request.environ, NDJSON, BATCH_LIMIT)
    _, defects = read_query(request.environ, ())
    if defects:
        raise of_defects("invalid-request", defects)
    return Response(answers_to(data, request_id(), batch_lines), content_type=NDJSON)


def answers_to(data: bytes, own: str, tell: Told | None = None) -> Iterator[bytes]:
    """The answer to a body, in pieces of whole lines; `own` is the request's id, `tell` gets the counts at the end.

    An empty piece says that a line took long, and that it is others' turn.
    """
    counts: Counter[tuple[str, int]] = Counter()
    texts = (line for line in BytesIO(data) if not line.isspace())
    while lines := [Line(text) for text in islice(texts, LINES_A_PIECE)]:
        # One phase for all lines, then the next: the code of a phase stays in the processor's cache.
        began = perf_counter()
        for step in (Line.read, Line.prepare, Line.answer):
            for line in lines:
                if line.status == PENDING:
                    line.take(step, own)
                    if perf_counter() - began > SECONDS_A_TURN:
                        yield b""
                        began = perf_counter()
        counts.update([(line.name, line.status) for line in lines])
        yield b"".join([line.written for line in lines])
    problems = sum(count for (_, status), count in counts.items() if status != DONE)
    if tell:
        tell(counts)
    yield written({"summary": {"lines": counts.total(), "problems": problems}}) + b"\n"


class Line:
    """A question of a batch on its way to its answer."""

    __slots__ = ("explain", "id", "operation", "status", "text", "value", "written")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.id: str | int | None = None
        self.explain: str | None = None
        self.operation: Operation | None = None
        self.value: Any = None
        self.status = PENDING
        self.written = b""

    @property
    def name(self) -> str:
        """The operation, "" where it cannot be told."""
        return self.operation.name if self.operation else ""

    def take(self, step: Callable[[Line], None], own: str) -> None:
        """Takes a step; when that fails, the problem is the answer."""
        try:
            step(self)
        except Problem as problem:
            self._refuse(problem, own)
        except Exception:
            log.exception("a line of batch %s failed", own)
            self._refuse(of_failure(own), own)

    def read(self) -> None:
        """From the text to what the operation takes."""
        if len(self.text) > BODY_LIMIT and len(self.text.rstrip(b"\r\n")) > BODY_LIMIT:
            detail = f"The line has {len(self.text)} bytes; {BODY_LIMIT} are read at most."
            raise Problem("body-too-large", detail)
        try:
            self.value = read_as(self._load, self.text, "line")
        except Refused as error:
            raise of_defects("invalid-request", error.defects) from None

    def prepare(self) -> None:
        """From there to what the operation asks: for most, the hand replayed."""
        assert self.operation is not None
        self.value = self.operation.prepare(self.value)

    def answer(self) -> None:
        """From there to the answer."""
        assert self.operation is not None
        self._write(DONE, written(self.operation.answer(self.value, self.explain)))

    def _load(self, line: Any) -> Any:
        """What the operation takes; Refused with everything that is wrong with the shape of the line."""
        if not isinstance(line, dict):
            hint = 'For example {"id": 1, "op": "legal-moves", "body": {…}}.'
            raise Refused([Defect("", "wrong-type", "A line is an object.", line, hint)])
        defects: list[Defect] = []
        own = line.get("id")
        if own.__class__ in (str, int):
            self.id = own
        elif own is not None:
            defects.append(Defect("/id", "wrong-type", "An id is a text or an integer.", own, FIELDS["id"]))
        explain = line.get("explain")
        if explain in EXPLAIN:
            self.explain = explain
        elif explain is not None:
            defects.append(no_such_explain(explain))
        name = line.get("op")
        self.operation = OPERATIONS.get(name) if isinstance(name, str) else None
        if self.operation is None:
            defects.append(_no_operation(name))
        if line.get("body") is None:
            defects.append(Defect("/body", "required", "body is missing.", None, FIELDS["body"]))
        if not line.keys() <= FIELDS.keys():
            hint = f"The fields: {', '.join(FIELDS)}."
            defects += [
                Defect(f"/{pointer_part(other)}", "unknown-field", "There is no such field.", line[other], hint)
                for other in line
                if other not in FIELDS
            ]
        if defects or self.operation is None:
            raise Refused(defects)
        return self.operation.reader.load(line["body"])

    def _refuse(self, problem: Problem, own: str) -> None:
        self._write(problem.type.status, reference(problem.body(own)))

    def _write(self, status: int, body: bytes) -> None:
        own_id = b"%d" % self.id if isinstance(self.id, int) else reference(self.id)
        self.status, self.written = status, b'{"id":%b,"status":%d,"body":%b}\n' % (own_id, status, body)


def _no_operation(name: Any) -> Defect:
    """The defect of a line that names no operation."""
    if name is None:
        return Defect("/op", "required", "op is missing.", None, FIELDS["op"])
    if not isinstance(name, str):
        return Defect("/op", "wrong-type", "An operation is a text.", name, FIELDS["op"])
    near = difflib.get_close_matches(name[:40], OPERATIONS, 1)
    hint = f"Did you mean {near[0]}?" if near else f"The operations: {', '.join(OPERATIONS)}."
    return Defect("/op", "out-of-range", "There is no such operation.", name, hint)
