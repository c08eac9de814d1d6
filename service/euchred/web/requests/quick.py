"""JSON by orjson where it is installed, for what it is certain to read and write as the standard library does.

The standard library is the reference.  orjson takes the last of two equal keys in silence and makes a float of a large
integer, so its reading is used only where it gives the whole text back, and no refusal is built on it.
"""

from __future__ import annotations

import json
from typing import Any

try:
    import orjson
except ModuleNotFoundError:  # the extra [fast] is not installed
    orjson = None  # type: ignore[assignment]

NESTING_LIMIT = 32

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def sure(data: bytes) -> Any:
    """The object that a JSON text stands for, or None where only the reference can tell.

    What orjson has read is written again.  Where that is the text, nothing was lost in reading: a key that stood twice
    would be missing, and a number that orjson cannot hold would be another.  The text may have a space behind each
    comma and colon, as Python writes it; a text with escapes, or laid out in another way, is left to the reference.
    """
    if orjson is None or data.count(b"[") + data.count(b"{") > NESTING_LIMIT:  # it may be nested too deeply
        return None
    try:
        found = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    again, bare = orjson.dumps(found), data.strip()
    if found.__class__ is not dict or again != bare and again != bare.replace(b": ", b":").replace(b", ", b","):
        return None
    return found


def reference(body: Any) -> bytes:
    """A body as bytes; a lone surrogate that a client sent comes back as the escape that it was sent as."""
    return _encode(body).encode("utf-8", "backslashreplace")


def written(body: Any) -> bytes:
    """An answer as bytes, the same as the reference writes it.

    The two differ only in how they write numbers with an exponent.  No answer has any, but problems, which repeat what
    was sent: they are written by the reference.
    """
    if orjson is None:
        return reference(body)
    try:
        return orjson.dumps(body)
    except TypeError:  # a lone surrogate, or a number that orjson does not hold
        return reference(body)
