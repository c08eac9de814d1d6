"""JSON and TOML read strictly: equal keys, and numbers or dates unknown to JSON, are refused with their line."""

from __future__ import annotations

import re
import tomllib
from json import JSONDecodeError, loads
from math import isfinite
from typing import Any, NoReturn

from euchre.lines import line_of, second_key

NUMBER_REFUSED = re.compile(r'"(?:\\.|[^"\\])*"|(-?(?:Infinity|NaN|[0-9][0-9.eE+-]*))')
LONGEST_INTEGER = 300
DEEPEST_KEY = 50
# The dots of keys, and what ends a key; texts, closed or not, and comments are passed over.
TOML_DOT = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"{3,5}|\Z)' + r"|'''.*?(?:'{3,5}|\Z)" + r'|"(?:\\.|[^"\\\n])*+"?' + r"|'[^'\n]*+'?|#[^\n]*"
    r"""|(?P<dot>\.)|(?P<end>[\[\]{}=,\n])""",
    re.DOTALL,
)


class BadText(ValueError):
    """What is wrong with a text, and its line from 1."""

    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message)
        self.line = line


class _Twice(ValueError):
    """A key that stands twice in one object."""


def json(text: str) -> Any:
    """The value of a JSON text, read as the service reads it; raises BadText."""
    try:
        return loads(text, object_pairs_hook=_once, parse_constant=_refused, parse_float=_finite, parse_int=_integer)
    except JSONDecodeError as error:
        raise BadText(f"not JSON: {error.msg}", error.lineno) from error
    except _Twice as error:
        raise BadText(f"{str(error)!r} stands here twice", second_key(text, str(error))) from error
    except ValueError as error:
        bad = next((word.start() for word in NUMBER_REFUSED.finditer(text) if word[1] == str(error)), None)
        line = None if bad is None else 1 + text.count("\n", 0, bad)
        raise BadText(f"{str(error)[:20]} is no number that can be sent", line) from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made:
            raise _Twice(name)
        made[name] = value
    return made


def _refused(word: str) -> NoReturn:
    raise ValueError(word)


def _finite(word: str) -> float:
    value = float(word)
    return value if isfinite(value) else _refused(word)


def _integer(word: str) -> int:
    return int(word) if len(word) <= LONGEST_INTEGER else _refused(word)


def toml(text: str) -> Any:
    """The value of a TOML text that JSON can carry; raises BadText."""
    _check_keys(text)
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # tomllib's own, or a number of too many digits
        line = re.search(r"\(at line (\d+)", str(error))
        message = re.sub(r" \(at .*\)$", "", str(error))
        raise BadText(f"not TOML: {message}", int(line[1]) if line else None) from error
    _check_toml(data, "", text)
    return data


def _check_keys(text: str) -> None:
    """Refuse keys of very many parts: for them tomllib takes time and memory that grow with the square."""
    dots = 0
    for found in TOML_DOT.finditer(text):
        dots = 0 if found["end"] else dots + (found["dot"] is not None)
        if dots > DEEPEST_KEY:
            raise BadText("nested too deeply", 1 + text.count("\n", 0, found.start()))


def _check_toml(value: Any, pointer: str, text: str) -> None:
    """Refuse what TOML knows and JSON does not: dates, times, inf and nan."""
    if isinstance(value, dict):
        for name, inner in value.items():
            _check_toml(inner, f"{pointer}/{name}", text)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _check_toml(inner, f"{pointer}/{index}", text)
    elif not isinstance(value, (str, int, float)) or (isinstance(value, float) and not isfinite(value)):
        raise BadText(f"{value} is neither text nor a number", line_of(text, "toml", pointer))
