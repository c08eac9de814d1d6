"""Answers printed: as they came with `--json`, else as text for people; and the exit code they come to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import typer

from euchre import exits, problems
from euchre.client.service import Answer, Service
from euchre.exits import Exit
from euchre.flags import Given
from euchre.messages import Stop, complain, printable
from euchre.options import Wire
from euchre.progress import Bar
from euchre.record import Record
from euchre.sources import Records, records

Ask = Callable[[Service, Record], Answer]
Show = Callable[[Record, Any], None]
Judge = Callable[[Any], Exit]


@dataclass(frozen=True, slots=True)
class Many:
    """How a command goes about several states: how it finds them, reads the code in an answer, and sums up."""

    find: Callable[[list[str], Given, Service], Records] = records
    judge: Judge | None = None
    total: Callable[[Sequence[Exit]], None] | None = None
    bar: bool = False


PLAIN = Many()


def each(names: list[str] | None, given: Given, wire: Wire, ask: Ask, show: Show, many: Many = PLAIN) -> NoReturn:
    """Ask about every state that the arguments name, print the answers, and leave with the code for all."""
    service = wire.service()
    found = many.find(names or [], given, service)
    bar = Bar(len(names or []) if many.bar else 0)
    codes: list[Exit] = []
    for label, record in found.items:
        bar.count()
        if isinstance(record, Stop):
            complain(record)
            codes.append(record.code)
            if wire.json and found.several:
                _line(label, None, b"null")
            continue
        with bar.step():
            answer = ask(service, record)
        codes.append(_code(answer, many.judge))
        if wire.json and found.several:
            _line(label, answer.status, b"null" if answer.body is None else answer.raw)
        elif wire.json:
            verbatim(answer)
        else:
            heading = label if found.several else ""
            if answer.ok and heading:
                typer.echo(f"== {printable(heading)}")
            told(answer, record, show, heading)
    if many.total and found.several and not wire.json:
        many.total(codes)
    raise typer.Exit(exits.of_several(codes))


def one(answer: Answer, record: Record, wire: Wire, show: Show, judge: Judge | None = None) -> NoReturn:
    """Print one answer and leave with its code; `judge` finds it in the body of an answer that is no problem."""
    code = _code(answer, judge)
    if wire.json:
        verbatim(answer)
    else:
        told(answer, record, show)
    raise typer.Exit(code)


def _code(answer: Answer, judge: Judge | None) -> Exit:
    """The exit code of an answer, read in its body where it is no problem and `judge` knows how."""
    return judge(answer.body) if judge and answer.ok else exits.of_answer(answer.status, answer.body)


def told(answer: Answer, record: Record, show: Show, label: str = "") -> None:
    """Show an answer as text, a problem on standard error."""
    if answer.ok:
        show(record, answer.body)
    else:
        problems.tell(answer, record.place, label)


def verbatim(answer: Answer) -> None:
    """Print a body as it came, and a line break where it lacks one."""
    typer.echo(answer.raw, nl=not answer.raw.endswith(b"\n"))


def document(value: dict[str, Any], in_one_line: bool = False) -> None:
    """Print a state as JSON that can be read again: a field a line, or all in one."""
    if in_one_line:
        text = _dump(value)
    else:
        text = "{\n" + ",\n".join(f"  {_dump(name)}: {_dump(item)}" for name, item in value.items()) + "\n}"
    typer.echo(text.encode("utf-8", "backslashreplace"))


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _line(label: str, status: int | None, body: bytes) -> None:
    """One of several answers: `{"file", "status", "body"}` in one line."""
    inner = body.strip()
    if b"\n" in inner:
        inner = _dump(json.loads(inner)).encode()
    head = f'{{"file": {_dump(label)}, "status": {_dump(status)}, "body": '
    typer.echo(head.encode("utf-8", "backslashreplace") + inner + b"}")
