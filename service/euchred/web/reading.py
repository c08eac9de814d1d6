"""Reads a body strictly: what it holds is JSON and nothing is guessed, or it is refused (contract §11).

The standard library takes the last of two equal keys, NaN, Infinity and 1e400; here all of them are refused.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, Never

from flask import Request

from ..law.state import Defect
from .problems import Problem

BODY_LIMIT = 256 * 1024
NESTING_LIMIT = 32
DIGITS_LIMIT = 300

# Strings, an unclosed one too: so that no text makes the search start over.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


def read_body(request: Request) -> Any:
    """The JSON that a request brings; a Problem when its headers or its bytes are not as they must be."""
    return parse(read_bytes(request, "application/json", BODY_LIMIT))


def read_bytes(request: Request, media_type: str, limit: int) -> bytes:
    """The body of a request of this media type and at most `limit` bytes, whose length was told beforehand."""
    environ = request.environ
    if environ.get("HTTP_CONTENT_ENCODING"):
        raise Problem("unsupported-media-type", "The body has a Content-Encoding. Send it as it is, uncompressed.")
    if environ.get("CONTENT_TYPE") != media_type:
        _check_media_type(request, media_type)
    told = environ.get("CONTENT_LENGTH") or ""
    if environ.get("HTTP_TRANSFER_ENCODING") or not (told.isascii() and told.isdigit()):
        raise Problem("length-required", "Send the body in one piece, with its length in the header Content-Length.")
    if len(told) > 12 or int(told) > limit:
        raise Problem("body-too-large", f"The body has {told[:12]} bytes; {limit} are read at most.")
    data: bytes = environ["wsgi.input"].read(int(told))
    if len(data) < int(told):
        raise Problem("malformed-json", f"The body ended after {len(data)} bytes; its Content-Length is {told}.")
    return data


def _check_media_type(request: Request, media_type: str) -> None:
    """Refuses every media type but one; the only parameter it may have is charset=utf-8."""
    parameters = {name.lower(): value.lower() for name, value in request.mimetype_params.items()}
    if request.mimetype != media_type or parameters not in ({}, {"charset": "utf-8"}):
        found = request.environ.get("CONTENT_TYPE") or "none"
        detail = f"The header Content-Type must be {media_type}, not {found[:80]}."
        raise Problem("unsupported-media-type", detail)


def parse(data: bytes) -> Any:
    """The value that a JSON text stands for; Problem `malformed-json` when it is none."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem("malformed-json", f"The body is not UTF-8: byte {error.start} begins no character.") from None
    if data.count(b"[") + data.count(b"{") > NESTING_LIMIT and _depth(data) > NESTING_LIMIT:
        raise Problem("malformed-json", f"The body is nested more than {NESTING_LIMIT} levels deep.")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        detail = f"The body is not JSON: {error.msg} (line {error.lineno}, column {error.colno})."
        raise Problem("malformed-json", detail) from None
    except ValueError as error:
        raise Problem("malformed-json", str(error)) from None
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        detail = "The body is a JSON string that holds JSON: it was encoded twice."
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
        raise ValueError(f"The body is ambiguous: an object has the key {json.dumps(twice[:40])} twice.")
    return found


def _refuse_constant(name: str) -> Never:
    """NaN and the infinities are no JSON."""
    raise ValueError(f"The body is not JSON: {name} is no number.")


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
