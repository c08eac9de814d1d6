"""Objects of answers: frozen dataclasses made from JSON, by the types that their members are said to have.

Answers are open (contract §7): a member that this version does not know is no error and stays in `json`; lists of names
that may grow are plain `str`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Reader = Callable[[Any], Any]
Members = tuple[tuple[str, str, Reader | None, bool], ...]
UNIONS = (Union, type(int | None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """An object of an answer; `json` is the object as it came, with everything in it."""

    json: Mapping[str, Any] = field(repr=False, compare=False)


T = TypeVar("T", bound=Body)
_known: dict[type[Body], Members] = {}


class Unreadable(ValueError):
    """An object that lacks what the contract promises."""


def named(key: str) -> Any:
    """A member that has another name on the wire."""
    return field(metadata={"key": key})


def key_of(member: Any) -> str:
    """What a field of one of these classes is called on the wire."""
    return str(member.metadata.get("key", member.name))


def read(kind: type[T], value: Any) -> T:
    """The object that a JSON value stands for; raises Unreadable."""
    if not isinstance(value, dict):
        raise Unreadable(f"{kind.__name__} is an object and not {value!r:.40}")
    values: dict[str, Any] = {"json": value}
    if kind not in _known:
        _known[kind] = _members(kind)
    for name, key, reader, required in _known[kind]:
        if key in value:
            values[name] = reader(value[key]) if reader else value[key]
        elif required:
            raise Unreadable(f"{kind.__name__} lacks {key}")
    return kind(**values)


def _members(kind: type[Body]) -> Members:
    """Of every member: its name here and on the wire, what reads it (None: it stays as it is), whether it must be."""
    hints = get_type_hints(kind)
    return tuple(
        (one.name, key_of(one), _reader(hints[one.name]), one.default is MISSING)
        for one in fields(kind)
        if one.name != "json"
    )


def _reader(hint: Any) -> Reader | None:
    """What reads a value of this type; None where JSON gives it already."""
    origin = get_origin(hint)
    if origin in UNIONS:
        readers = [reader for part in get_args(hint) if (reader := _reader(part))]
        return _or_none(readers[0]) if readers else None
    if origin is tuple:
        return _each(_reader(get_args(hint)[0]))
    return _of(hint) if isinstance(hint, type) and issubclass(hint, Body) else None


def _or_none(inner: Reader) -> Reader:
    return lambda value: None if value is None else inner(value)


def _each(inner: Reader | None) -> Reader:
    def read_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise Unreadable(f"a list is wanted and not {value!r:.40}")
        return tuple(map(inner, value)) if inner else tuple(value)

    return read_list


def _of(kind: type[Body]) -> Reader:
    return lambda value: read(kind, value)
