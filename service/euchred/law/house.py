"""House rules: a rule book that a state brings along, checked by arithmetic when it is read (rulebook §6)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sized
from dataclasses import replace
from itertools import islice
from typing import Any

from .state import Defect, pointer_part
from .sums import faults
from .variant import MOST_OPTIONS, NEUTRAL, Option, OptionsError, RuleBook, ScoreRow, UnknownVariant, Value, books, find

FIELDS = ("extends", "name", "summary", "options", "fixed", "hand_size", "widow", "pack", "joker", "target", "score")
AS_FIELDS = ("pack", "joker", "target")  # options that a book may also give as fields of its own
OUTCOMES = ("made", "march", "euchred", "lone-made", "lone-march", "lone-euchred", "defended-alone")
ROW_FIELDS = ("outcome", "tricks", "points", "makers", "defender", "to")
LONGEST = 80
MOST_ROWS = 100  # of a score table; the books have at most a dozen
MOST_COUNTS = 13  # nobody takes more than twelve tricks


class HouseError(ValueError):
    """A house rule book that cannot be played, with everything that is wrong with it; pointers into the book."""

    def __init__(self, defects: tuple[Defect, ...]) -> None:
        super().__init__("; ".join(f"{defect.pointer}: {defect.detail}" for defect in defects))
        self.defects = defects


def read_house(data: Mapping[str, Any]) -> RuleBook:
    """The rule book of `{"extends": "euchre", "name": …, "options": {…}, …}`; HouseError when it cannot be played."""
    defects = [*_shape(data)]
    if defects:
        raise HouseError(tuple(defects))
    base = find(data["extends"])
    options = dict(data.get("options") or {})
    fixed: dict[str, Value] = {**base.fixed, **(data.get("fixed") or {})}
    for name in AS_FIELDS:
        if data.get(name) is not None:
            if name in base.options:
                options[name] = data[name]
            else:
                fixed[name] = data[name]
    try:
        chosen = base.choose(options)
    except OptionsError as error:
        raise HouseError(
            tuple(
                Defect(_pointer(data, found.name), found.code, found.detail, found.value, found.hint)
                for found in error.errors
            )
        ) from None
    for name in data.get("fixed") or {}:
        if name in base.options:
            try:
                fixed[name] = base.options[name].read(fixed[name])
            except ValueError as error:
                hint = f"Allowed: {error}."
                detail = f"{name} of {base.id} does not allow this value."
                raise HouseError((Defect(f"/fixed/{name}", "option-value", detail, fixed[name], hint),)) from None
    book = replace(
        base,
        name=data.get("name") or base.name,
        summary=data.get("summary") or base.summary,
        hand_size=data.get("hand_size") or base.hand_size,
        widow=base.widow if data.get("widow") is None else data["widow"],
        fixed=fixed,
        options={
            name: _with_default(option, chosen[name]) for name, option in base.options.items() if name not in fixed
        },
        score=base.score if data.get("score") is None else tuple(map(_row, data["score"])),
        house=True,
    )
    defaults = {name: option.default for name, option in book.options.items()}
    defects = [
        Defect(fault.pointer, fault.code, fault.detail, fault.value, fault.hint) for fault in faults(book, defaults)
    ]
    if defects:
        raise HouseError(tuple(defects))
    return replace(book, digest=digest(book))


def _pointer(data: Mapping[str, Any], name: str | None) -> str:
    """Where the client wrote an option: as a field of the book or among its options; None stands for all of them."""
    if name is None:
        return "/options"
    return f"/{name}" if name in AS_FIELDS and data.get(name) is not None else f"/options/{pointer_part(name)}"


def _with_default(option: Option, value: Value) -> Option:
    """The option with another default, which stands first among its values."""
    return replace(option, default=value, values=tuple(dict.fromkeys([value, *option.values])))


def _row(data: Mapping[str, Any]) -> ScoreRow:
    """A row of the score table."""
    return ScoreRow(**{**data, "tricks": tuple(data["tricks"])})


def digest(book: RuleBook) -> str:
    """SHA-256 of the effective book, the same for the same rules however they were written."""
    told = {
        "extends": book.id, "revision": book.revision, "name": book.name, "summary": book.summary,
        "hand_size": book.hand_size, "widow": book.widow, "fixed": dict(book.fixed),
        "options": {name: option.default for name, option in book.options.items()},
        "score": [
            [row.outcome, row.makers, row.defender, sorted(row.tricks), row.to, row.points] for row in book.score
        ],
    }  # fmt: skip
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


# -- shape ----------------------------------------------------------------------------


def _shape(data: Mapping[str, Any]) -> Iterator[Defect]:
    """Fields that a house book does not have, or of the wrong type."""
    yield from _too_many("", data, len(FIELDS) + MOST_OPTIONS)
    for name in islice(data, len(FIELDS) + MOST_OPTIONS):
        if name not in FIELDS:
            yield Defect(
                f"/{pointer_part(name)}",
                "unknown-field",
                "A house rule book has no such field.",
                None,
                f"Fields: {', '.join(FIELDS)}.",
            )
    extends = data.get("extends")
    if not isinstance(extends, str):
        code = "required" if extends is None else "wrong-type"
        yield Defect("/extends", code, "Say which rule book this one extends.", extends, "For example euchre.")
    else:
        try:
            find(extends)
        except UnknownVariant as error:
            hint = f"Did you mean {' or '.join(error.nearest)}?" if error.nearest else "GET /v1/variants lists them."
            yield Defect("/extends", "unknown-variant", error.detail, extends[:LONGEST], hint)
    for name in ("name", "summary"):
        text = data.get(name)
        if text is not None and not (
            isinstance(text, str) and text.isprintable() and 1 <= len(text.strip()) <= LONGEST * 5
        ):
            yield Defect(f"/{name}", "wrong-type", "A printable text is wanted.", None, "Up to 400 characters.")
    for name, least, most in (("hand_size", 1, 12), ("widow", 0, 12), ("target", 1, 999)):
        yield from _integer(f"/{name}", data.get(name), least, most)
    if data.get("pack") not in (None, 24, 28, 32) or isinstance(data.get("pack"), bool):
        yield Defect("/pack", "option-value", "There is no such pack.", data.get("pack"), "24, 28 or 32 cards.")
    if not isinstance(data.get("joker"), (bool, type(None))):
        yield Defect("/joker", "wrong-type", "The joker is there or not.", data.get("joker"), "true or false.")
    for name in ("options", "fixed"):
        if not isinstance(data.get(name), (Mapping, type(None))):
            yield Defect(f"/{name}", "wrong-type", "An object is wanted.", None, "Names and values.")
    yield from _fixed(data.get("fixed"))
    yield from _rows(data.get("score"))


def _too_many(pointer: str, entries: Sized, most: int) -> Iterator[Defect]:
    """A list or an object with more entries than any rule book has."""
    if len(entries) > most:
        yield Defect(
            pointer, "too-many", f"There are {len(entries)} entries.", len(entries), f"{most} are read at most."
        )


def _integer(pointer: str, value: object, least: int, most: int) -> Iterator[Defect]:
    """A value that is not an integer in a range."""
    if value is not None and not (type(value) is int and least <= value <= most):
        code = "out-of-range" if type(value) is int else "wrong-type"
        yield Defect(pointer, code, "No such number here.", value, f"An integer from {least} to {most}.")


def settings_known() -> dict[str, tuple[Value, ...]]:
    """Every setting that a book may fix, with the values that some book knows for it; integers have a range."""
    known: dict[str, set[Value]] = {name: {value} for name, value in NEUTRAL.items()}
    for book in books():
        for name, option in book.options.items():
            known.setdefault(name, set()).update(option.values)
        for name, value in book.fixed.items():
            known.setdefault(name, set()).add(value)
    return {name: tuple(sorted(values, key=str)) for name, values in known.items()}


def _fixed(fixed: object) -> Iterator[Defect]:
    """Settings that no book has, or values that no book knows."""
    if not isinstance(fixed, Mapping):
        return
    known = settings_known()
    yield from _too_many("/fixed", fixed, MOST_OPTIONS)
    for name, value in islice(fixed.items(), MOST_OPTIONS):
        if name not in known:
            yield Defect(
                f"/fixed/{pointer_part(name)}",
                "unknown-option",
                "No rule book has this setting.",
                None,
                "GET /v1/variants lists them.",
            )
        elif type(value) is int and any(type(other) is int for other in known[name]) and name != "pack":
            yield from _integer(f"/fixed/{name}", value, 0, 999)
        elif not any(type(value) is type(other) and value == other for other in known[name]):
            allowed = ", ".join(map(str, known[name])).lower()
            yield Defect(
                f"/fixed/{name}", "option-value", "No rule book knows this value.", value, f"Known: {allowed}."
            )


def _rows(rows: object) -> Iterator[Defect]:
    """Rows of a score table that cannot be read."""
    if rows is None:
        return
    if not isinstance(rows, (list, tuple)):
        yield Defect("/score", "wrong-type", "A list of rows is wanted.", None, "See a rule book's score table.")
        return
    yield from _too_many("/score", rows, MOST_ROWS)
    for place, row in enumerate(rows[:MOST_ROWS]):
        where = f"/score/{place}"
        if not isinstance(row, Mapping) or any(name not in ROW_FIELDS for name in row):
            yield Defect(
                where, "wrong-type", "This is no row of a score table.", None, f"Fields: {', '.join(ROW_FIELDS)}."
            )
            continue
        if row.get("outcome") not in OUTCOMES:
            yield Defect(f"{where}/outcome", "option-value", "There is no such outcome.", None, ", ".join(OUTCOMES))
        for name, values in (
            ("makers", "together alone any"),
            ("defender", "together alone any"),
            ("to", "makers defenders"),
        ):
            if row.get(name, values.split()[0]) not in values.split():
                yield Defect(f"{where}/{name}", "option-value", "No such value.", None, f"One of {values}.")
        tricks = row.get("tricks")
        if not isinstance(tricks, (list, tuple)) or not all(type(count) is int for count in tricks):
            yield Defect(
                f"{where}/tricks", "wrong-type", "A list of trick counts is wanted.", None, "For example [3, 4]."
            )
        else:
            yield from _too_many(f"{where}/tricks", tricks, MOST_COUNTS)
        if not isinstance(row.get("points"), str):
            yield from _integer(f"{where}/points", row.get("points", "none"), 0, 999)
