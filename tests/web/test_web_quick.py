"""orjson reads and writes only what the standard library reads and writes in the same way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchred.web.problems import Problem
from euchred.web.requests import quick
from euchred.web.requests.reading import parse

texts = st.text(st.characters(codec="utf-8"), max_size=6) | st.sampled_from(["a", "b", ":", '"', "\\", '":', ' "'])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)

separators = st.sampled_from([(",", ":"), (", ", ": "), (" ,", " :"), (",\n", ":\t")])
pairs_of_keys = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3)), max_size=5)


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":1,"a":2}',
        b'{"a":1,"a" :2}',
        b'{"a" :1,"b":":","a":2}',
        b'{"a":[{"b":1,"b":2}]}',
        b'{"a":{"b":1,"b":1},"c":":"}',
        b'{"a":1,"\\u0061":2}',
        b'{"a"\n:1,"a":2}',
        b'{"a":NaN}',
        b'{"a":1e400}',
        b'{"a":"\\ud800"}',
        b'{"a":' + b"[" * 40 + b"]" * 40 + b"}",
        b'{"a":18446744073709551616}',
        b'{"a":1e5}',
        b'{"a": 1,"b":2}, "a":1}',
        b'{"a":": ","a":": "}',
        b'{"a":", ", "b":1, "a":", "}',
        b'{"a":"x: y"}' + b" " * 3 + b"{}",
        b"[1]",
        b"{",
        b"\xff",
    ],
)
def test_what_only_the_reference_may_read(text: bytes) -> None:
    assert quick.sure(text) is None


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":1,"b":[true,null,"x: y"],"c":{"d":-0.0}}',
        b' {"a":{}}\r\n',
        json.dumps({"a": 1, "b": [1.5, "xy"], "c": {"d": "e:f,g"}}).encode(),
        b'{"a":18446744073709551615,"b":"\xc3\xa9"}',
    ],
)
def test_what_is_read_quickly(text: bytes) -> None:
    assert _exactly(quick.sure(text)) == _exactly(parse(text))


@given(
    st.dictionaries(texts, values, max_size=5),
    st.sampled_from([(",", ":"), (", ", ": "), (" ,", " :"), (",\n", ":\t")]),
)
def test_what_is_read_is_what_the_reference_reads(body: dict[str, Any], marks: tuple[str, str]) -> None:
    text = json.dumps(body, ensure_ascii=False, separators=marks).encode("utf-8", "surrogatepass")
    found = quick.sure(text)
    if found is not None:
        assert _exactly(found) == _exactly(json.loads(text))


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3)), max_size=5),
    st.booleans(),
    st.sampled_from(["", " "]),
)
def test_a_key_is_never_lost(pairs: list[tuple[str, int]], nested: bool, space: str) -> None:
    inner = "{" + ",".join(f'"{key}"{space}:{value}' for key, value in pairs) + "}"
    text = (f'{{"x":{inner},"y":":"}}' if nested else inner).encode()
    found = quick.sure(text)
    try:
        wanted = parse(text)
    except Problem:
        assert found is None
    else:
        assert found is None or found == wanted


@given(values)
def test_what_is_written_is_what_the_reference_writes(value: Any) -> None:
    """Numbers with a fraction are not part of any answer; of them only the value is the same."""
    written = quick.written(value)
    assert _exactly(json.loads(written)) == _exactly(value)
    if not _has_float(value):
        assert written == quick.reference(value)


def _exactly(value: Any) -> Any:
    """A value, with 1, 1.0 and true told apart."""
    if isinstance(value, dict):
        return {key: _exactly(inner) for key, inner in value.items()}
    return [_exactly(inner) for inner in value] if isinstance(value, list) else (type(value), value)


def _has_float(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_float, value.values()))
    return any(map(_has_float, value)) if isinstance(value, list) else isinstance(value, float)
