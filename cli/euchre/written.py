"""Values written as JSON, TOML and YAML that the readers here take back unchanged.

Texts are quoted as JSON quotes them, which all three languages read alike. TOML has no null, and in YAML text fields
it is a word like any other: a field that is null is left out of both, and a hand that nobody knows is `"??"`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from euchre.cards import UNKNOWN

BARE = re.compile(r"[A-Za-z0-9_-]+")
HANDS = ("hands", "holding")


class CannotHold(ValueError):
    """What a format cannot hold: the pointer of the value, and why."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.detail = detail


def as_json(data: Mapping[str, Any]) -> str:
    """A JSON text, a field a line, and a deal a line."""
    fields = [f"  {_json(name)}: {_lines(name, value)}" for name, value in data.items()]
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _lines(name: str, value: Any) -> str:
    if name == "deals" and isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"    {_json(deal)}" for deal in value) + "\n  ]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def as_yaml(data: Mapping[str, Any]) -> str:
    """A YAML text, a field a line; deals are a list of such blocks. Raises CannotHold."""
    lines: list[str] = []
    for name, value in _without_null(dict(data), "", "").items():
        if name == "deals" and _tables(value):
            lines.append("deals:")
            for deal in value:
                inner = [f"{_key(field)}: {_flow(item)}" for field, item in deal.items()]
                lines += [f"{'  - ' if not number else '    '}{line}" for number, line in enumerate(inner)]
        else:
            lines.append(f"{_key(name)}: {_flow(value)}")
    return "\n".join(lines or ["{}"]) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(name)}: {_flow(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def as_toml(data: Mapping[str, Any]) -> str:
    """A TOML text: plain fields first, then a rule book as a table, then the deals; raises CannotHold."""
    kept: dict[str, Any] = _without_null(dict(data), "", "")
    own = {name: value for name, value in kept.items() if name == "variant" and isinstance(value, dict)}
    several = {name: value for name, value in kept.items() if name in ("deals", "score") and _tables(value)}
    lines = [_pair(name, value) for name, value in kept.items() if name not in own and name not in several]
    for name, value in own.items():
        lines += ["", f"[{_key(name)}]", *(_pair(field, item) for field, item in value.items())]
    for name, items in several.items():
        for item in items:
            lines += ["", f"[[{_key(name)}]]", *(_pair(field, value) for field, value in item.items())]
    return "\n".join(lines).lstrip("\n") + "\n"


def _tables(value: Any) -> bool:
    """Whether a value is a list of objects, each with a field at least."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) and item for item in value)


def _pair(name: str, value: Any) -> str:
    return f"{_key(name)} = {_inline(value)}"


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(_pair(name, item) for name, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return _scalar(value)


def _without_null(value: Any, pointer: str, field: str) -> Any:
    """The value without nulls: fields that have none are left out, an unknown hand is `"??"`."""
    if isinstance(value, dict):
        items = ((name, item) for name, item in value.items() if item is not None)
        return {name: _without_null(item, f"{pointer}/{name}", name) for name, item in items}
    if isinstance(value, list):
        if field in HANDS:
            value = [UNKNOWN if item is None else item for item in value]
        return [_without_null(item, f"{pointer}/{index}", "") for index, item in enumerate(value)]
    if value is None:
        raise CannotHold(pointer, "a null in a list has no like there")
    return value


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) and not name.isdecimal() else _quoted(name)


def _scalar(value: Any) -> str:
    return _quoted(value) if isinstance(value, str) else _json(value)


def _quoted(text: str) -> str:
    """A text in double quotes, whatever is not printable escaped."""
    return "".join(c if c.isprintable() else _escaped(c) for c in _json(text))


def _escaped(character: str) -> str:
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:
        raise CannotHold("", "half a character has no like there")
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"
