"""Fields of a deal that are no cards: the variant, its options, names and totals (contract §3, §4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from marshmallow import missing

from ...law import moves as m
from ...law.rules import Rules
from ...law.state import LONGEST_NAME, SCORE_LIMIT, Defect, name_faults
from .defects import Refused, refusal
from .fields import FEWEST_SEATS, Own, check_length, most_seats, read_each, read_seat, read_whole
from .rulebooks import book_of, rules_of

NAMES = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
Entry = TypeVar("Entry")

OPTION_VALUE = {"anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}]}


class Variant(Own):
    """The name of a rule book, or an object that extends one; read together with the options, see Options."""

    def __init__(self, description: str) -> None:
        super().__init__(description, {"$ref": "#/components/schemas/VariantChoice"}, required=True)

    def _read(self, value: Any, data: Mapping[str, Any]) -> Any:
        book_of(value)
        return missing


class Options(Own):
    """The options; what it answers are the rules of the variant beside it under these options."""

    def __init__(self, description: str) -> None:
        schema = {"type": "object", "additionalProperties": {"anyOf": [*OPTION_VALUE["anyOf"], {"type": "null"}]}}
        super().__init__(description, schema)

    def _absent(self, data: Mapping[str, Any]) -> Rules | None:
        return rules_of(data.get("variant"), None)

    def _read(self, value: Any, data: Mapping[str, Any]) -> Rules | None:
        return rules_of(data.get("variant"), value)


class Players(Own):
    """The players' names."""

    def __init__(self, description: str) -> None:
        schema = {"type": "array", "items": NAMES, "minItems": FEWEST_SEATS, "maxItems": m.MOST_SEATS}
        super().__init__(description, schema)

    def _read(self, value: Any, data: Mapping[str, Any]) -> tuple[str, ...]:
        names = read_list(value, _name)
        if faults := _faults(names):
            raise Refused(
                [Defect(f"/{place}", "out-of-range", told, names[place], hint) for place, told, hint in faults]
            )
        return names


class Score(Own):
    """The totals before the hand, one a side."""

    def __init__(self, description: str) -> None:
        total = {"type": "integer", "minimum": -SCORE_LIMIT, "maximum": SCORE_LIMIT}
        schema = {"type": "array", "items": total, "minItems": FEWEST_SEATS, "maxItems": m.MOST_SEATS}
        super().__init__(description, schema)

    def _read(self, value: Any, data: Mapping[str, Any]) -> tuple[int, ...]:
        return read_list(value, _total)


class Seats(Own):
    """Some seats; `within` as in Seat."""

    def __init__(self, description: str, within: str | None = None, **keywords: Any) -> None:
        seat = {"type": "integer", "minimum": 0, "maximum": m.MOST_SEATS - 1}
        super().__init__(description, {"type": "array", "items": seat, "maxItems": m.MOST_SEATS}, **keywords)
        self.within = within

    def _read(self, value: Any, data: Mapping[str, Any]) -> tuple[int, ...]:
        seats = most_seats(data, self.within)
        return read_list(value, lambda seat: read_seat(seat, seats), 0)


def read_list(value: Any, read: Callable[[Any], Entry], least: int = FEWEST_SEATS) -> tuple[Entry, ...]:
    """The entries of a list that has one for each seat or side."""
    if not isinstance(value, list):
        raise refusal("wrong-type", "A list is wanted here.", value, "One entry a seat or side.")
    check_length(value, m.MOST_SEATS, least)
    return tuple(read_each(value, read))


def _name(value: Any) -> str:
    """A name, whatever it holds."""
    if not isinstance(value, str):
        raise refusal("wrong-type", "A name is a text.", value, f"1 to {LONGEST_NAME} printable characters.")
    return value


@lru_cache(maxsize=1024)
def _faults(names: tuple[str, ...]) -> tuple[tuple[int, str, str], ...]:
    """What is wrong with names; the same players come back with every move."""
    return tuple(name_faults(names))


def _total(value: Any) -> int:
    """A total of a side."""
    return read_whole(value, -SCORE_LIMIT, SCORE_LIMIT)
