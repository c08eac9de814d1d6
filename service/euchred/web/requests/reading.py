"""Reads a body strictly: what it holds is JSON and nothing is guessed, or it is refused (contract §11).

The standard library takes the last of two equal keys, NaN, Infinity and 1e400; here all of them are refused.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Never, TypeVar

from werkzeug.http import parse_options_header

from ...law.state import Defect
from ..problems import Problem
from .defects import Refused
from .quick import NESTING_LIMIT, sure

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Value = TypeVar("Value")

BODY_LIMIT = 256 * 1024
BATCH_LIMIT = 64 * 1024 * 1024
BATCH_PATH = "/v1/batch"
DIGITS_LIMIT = 300
LENGTH_DIGITS = 12

# Strings, an unclosed one too: so that no text makes the search start over.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


def read_as(load: Callable[[Any], Value], data: bytes, what: str = "body") -> Value:
    """What `load` makes of a JSON text; Problem when it is none, Refused when `load` refuses what it stands for.

    Read quickly where that is sure to give the same; a refusal is always of what the reference reads.
    """
    quick = sure(data)
    if quick is not None:
        try:
            return load(quick)
        except Refused:
            pass
    return load(parse(data, what))


def body_limit(path: str) -> int:
    """How many bytes the body of a request to this path may have."""
    return BATCH_LIMIT if path == BATCH_PATH else BODY_LIMIT


def told_length(environ: WSGIEnvironment) -> int | None:
    """The length of the body that the headers tell, None where they tell none; more digits than any has are a lot."""
    told = environ.get("CONTENT_LENGTH") or ""
    if environ.get("HTTP_TRANSFER_ENCODING") or not (told.isascii() and told.isdigit()):
        return None
    return int(told) if len(told) <= LENGTH_DIGITS else sys.maxsize


def read_bytes(environ: WSGIEnvironment, media_type: str, limit: int) -> bytes:
    """The body of a request of this media type and at most `limit` bytes, whose length was told beforehand."""
    if environ.get("HTTP_CONTENT_ENCODING"):
        raise Problem("unsupported-media-type", "The body has a Content-Encoding. Send it as it is, uncompressed.")
    if environ.get("CONTENT_TYPE") != media_type:
        _check_media_type(environ.get("CONTENT_TYPE") or "", media_type)
    told = told_length(environ)
    if told is None:
        raise Problem("length-required", "Send the body in one piece, with its length in the header Content-Length.")
    if told > limit:
        digits = environ["CONTENT_LENGTH"][:LENGTH_DIGITS]
        raise Problem("body-too-large", f"The body has {digits} bytes; {limit} are read at most.")
    data: bytes = environ["wsgi.input"].read(told)
    if len(data) < told:
        raise Problem("malformed-json", f"The body ended after {len(data)} bytes; its Content-Length is {told}.")
    return data


def _check_media_type(sent: str, media_type: str) -> None:
    """Refuses every media type but one; the only parameter it may have is charset=utf-8."""
    name, options = parse_options_header(sent)
    parameters = {key.lower(): value.lower() for key, value in options.items()}
    if name.lower() != media_type or parameters not in ({}, {"charset": "utf-8"}):
        detail = f"The header Content-Type must be {media_type}, not {sent[:80] or 'none'}."
        raise Problem("unsupported-media-type", detail)


def parse(data: bytes, what: str = "body") -> Any:
    """The value that a JSON text stands for; Problem `malformed-json` when it is none.  `what` is the text's name."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem("malformed-json", f"The {what} is not UTF-8: byte {error.start} begins no character.") from None
    if data.count(b"[") + data.count(b"{") > NESTING_LIMIT and _depth(data) > NESTING_LIMIT:
        raise Problem("malformed-json", f"The {what} is nested more than {NESTING_LIMIT} levels deep.")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        detail = f"The {what} is not JSON: {error.msg} (line {error.lineno}, column {error.colno})."
        raise Problem("malformed-json", detail) from None
    except ValueError as error:
        raise Problem("malformed-json", str(error)) from None
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        detail = f"The {what} is a JSON string that holds JSON: it was encoded twice."
        raise Problem("malformed-json", detail, [Defect("", "wrong-type", detail, value, "Encode the object once.")])
    return value


def _depth(data: bytes) -> int:
    """How deep arrays and objects are nested, whether or not they are closed."""
    depth = deepest = 0
    for mark in _STRING.sub(b"", data):
        if mark in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in b"]}":
            depth -= 1
    return deepest


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, none of whose keys stands there twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise ValueError(
            f"An object has the key {json.dumps(twice[:40])} twice: which of the two is meant cannot be told."
        )
    return found


def _refuse_constant(name: str) -> Never:
    """NaN and the infinities are no JSON."""
    raise ValueError(f"{name} is no number in JSON.")


def _finite(digits: str) -> float:
    """A number with a fraction or an exponent, unless it is too large for any reader to hold."""
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"The number {digits[:40]} is too large.")
    return value


def _integer(digits: str) -> int:
    """An integer of a length that every reader can hold."""
    if len(digits) > DIGITS_LIMIT:
        raise ValueError(f"The number {digits[:40]}… is too large.")
    return int(digits)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_float=_finite, parse_int=_integer
)
