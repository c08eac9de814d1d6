"""JSON by orjson where it is installed, for what it is certain to read and write as the standard library does.

The standard library is the reference.  orjson takes the last of two equal keys in silence and makes a float of a large
integer, so its reading is used only where no key can stand twice, and no refusal is built on it.
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

    A quote and a colon in a row stand behind every key, but where white space comes between them; and where no quote is
    escaped, counting them finds at least all keys.  If the object read has as many, no key was lost.
    """
    if (
        orjson is None
        or b"\\" in data
        or b'" ' in data
        or b'"\n' in data
        or b'"\t' in data
        or b'"\r' in data
        or data.count(b"[") + data.count(b"{") > NESTING_LIMIT  # it may be nested too deeply
    ):
        return None
    try:
        found = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    return found if found.__class__ is dict and _keys(found) == data.count(b'":') else None


def _keys(found: dict[str, Any]) -> int:
    """How many keys an object and the objects within it have; those in lists are not counted, and so never sure."""
    kinds = [*map(type, found.values())]
    nested = kinds.count(dict)
    if not nested:
        return len(found)
    values = [*found.values()]
    if nested == 1:
        return len(found) + _keys(values[kinds.index(dict)])
    return len(found) + sum(_keys(value) for value in values if value.__class__ is dict)


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
