"""Fields that read one value strictly: no text is a number, true is no seat, and null counts as absent.

marshmallow's own Integer takes "3" and its Boolean takes "on"; these refuse both.  A field says what is wrong as a list
of Defects whose pointers begin at the field, and `json_schema` is what the published contract says of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from marshmallow import fields, missing

from ...law import moves as m
from ...law.state import Defect
from .defects import Refused, below, refusal
from .rulebooks import seats_of

JsonSchema = dict[str, Any]
FEWEST_SEATS = 2
Value = TypeVar("Value")


def whole(value: Any) -> int | None:
    """An integer as JSON Schema understands it (2.0 is one), or None when the value is something else."""
    if type(value) is int:
        return value
    return int(value) if isinstance(value, float) and value.is_integer() else None


def check_length(value: Sequence[Any], most: int, least: int = 0) -> None:
    """Refuses a list with fewer or more entries than any game has."""
    if len(value) > most:
        raise refusal("too-many", f"There are {len(value)} entries.", len(value), f"{most} are read at most.")
    if len(value) < least:
        raise refusal(
            "wrong-length", f"There are only {len(value)} entries.", len(value), "Give one entry a seat or side."
        )


def read_each(entries: Sequence[Any], read: Callable[[Any], Value]) -> list[Value]:
    """What each entry of a list stands for; Refused with the Defects of all that stand for nothing."""
    found: list[Value] = []
    defects: list[Defect] = []
    for place, entry in enumerate(entries):
        try:
            found.append(read(entry))
        except Refused as error:
            defects += below(f"/{place}", error.defects)
    if defects:
        raise Refused(defects)
    return found


def lacking(field: fields.Field[Any]) -> Refused:
    """The refusal of an object that lacks a field."""
    return refusal("required", f"{field.name} is missing.", None, field.metadata["description"])


class Own(fields.Field[Any]):
    """A field of a request; `_read` turns a value that is there into what the law takes.

    `instead_of` names another field that says the same in another way: only one of the two may be sent.
    """

    def __init__(
        self,
        description: str,
        schema: JsonSchema,
        *,
        required: bool = False,
        default: Any = missing,
        instead_of: str | None = None,
    ) -> None:
        super().__init__(required=required, load_default=default, metadata={"description": description})
        self.json_schema, self.instead_of = schema, instead_of

    def deserialize(
        self, value: Any, attr: str | None = None, data: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> Any:
        """What `_read` makes of a value; where it is absent or null the default, or the defect that it is missing."""
        if value is None or value is missing:
            if self.required:
                raise lacking(self)
            return self._absent(data or {})
        if self.instead_of and data and data.get(self.instead_of) is not None:
            detail = f"{self.name} and {self.instead_of} say the same in two ways."
            raise refusal("unknown-field", detail, None, f"Send {self.name} or {self.instead_of}, not both.")
        return self._read(value, data or {})

    @property
    def may_be_skipped(self) -> bool:
        """Whether nothing stands for the field where it was not sent."""
        return not self.required and self.load_default is missing and type(self)._absent is Own._absent

    @property
    def read_alone(self) -> Callable[[Any, Mapping[str, Any]], Any] | None:
        """What reads a value that is there; None where other fields have a say in whether it may be."""
        return self._read if self.instead_of is None else None

    def _absent(self, data: Mapping[str, Any]) -> Any:
        """What stands for a value that was not sent; `data` is the object around it."""
        return self.load_default

    def _read(self, value: Any, data: Mapping[str, Any]) -> Any:
        """The value as the law takes it; Refused with Defects when it is none."""
        raise NotImplementedError


def read_whole(value: Any, least: int, most: int) -> int:
    """An integer in a range."""
    number = value if value.__class__ is int else whole(value)
    if number is None:
        raise refusal("wrong-type", "An integer is wanted here.", value, f"From {least} to {most}.")
    if not least <= number <= most:
        raise refusal("out-of-range", "The number is out of range.", value, f"From {least} to {most}.")
    return number


class Seat(Own):
    """A seat; `within` is the field of the body that holds the state, "" when the variant stands beside the seat."""

    def __init__(self, description: str, within: str | None = None, **keywords: Any) -> None:
        super().__init__(description, {"type": "integer", "minimum": 0, "maximum": m.MOST_SEATS - 1}, **keywords)
        self.within = within

    def _read(self, value: Any, data: Mapping[str, Any]) -> int:
        return read_seat(value, most_seats(data, self.within))


def most_seats(data: Mapping[str, Any], within: str | None) -> int:
    """How many seats there are in the game of a body, as far as it can be told."""
    around = data.get(within) if within else data
    known = seats_of(around.get("variant")) if within is not None and isinstance(around, Mapping) else None
    return known or m.MOST_SEATS


def read_seat(value: Any, seats: int) -> int:
    """A seat of a game with so many."""
    number = whole(value)
    if number is None:
        raise refusal("wrong-type", "A seat is an integer.", value, f"The seats are 0 to {seats - 1}, clockwise.")
    if not 0 <= number < seats:
        raise refusal(
            "seat", f"There is no seat {str(number)[:20]}.", value, f"The seats are 0 to {seats - 1}, clockwise."
        )
    return number


class Text(Own):
    """A text of a given form."""

    def __init__(self, description: str, pattern: str, hint: str, **keywords: Any) -> None:
        super().__init__(description, {"type": "string", "pattern": f"^{pattern}$"}, **keywords)
        self.form, self.hint = re.compile(pattern), hint

    def _read(self, value: Any, data: Mapping[str, Any]) -> str:
        if not isinstance(value, str):
            raise refusal("wrong-type", "A text is wanted here.", value, self.hint)
        if not self.form.fullmatch(value):
            raise refusal("out-of-range", "The text has not the form wanted here.", value, self.hint)
        return value


class Inner(fields.Nested):
    """An object within a body; null counts as absent."""

    def __init__(self, nested: Any, description: str, *, required: bool = False) -> None:
        super().__init__(nested, required=required, metadata={"description": description})

    def deserialize(
        self, value: Any, attr: str | None = None, data: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> Any:
        """What the inner schema makes of a value; the defect that it is missing where it is absent or null."""
        if value is None or value is missing:
            if self.required:
                raise lacking(self)
            return missing
        return self.schema.load(value)
