"""Values written as JSON, TOML and YAML come back as they were."""

from __future__ import annotations

import math
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre import written
from euchre.files import read

WRITERS = {"json": written.as_json, "toml": written.as_toml, "yaml": written.as_yaml}
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
WORDS = st.sampled_from(["on", "no", "null", "~", "1e3", "0x1F", "2:30", "??", "9H", "# x", "a: b", "true", "- x", ""])
SCALAR = (
    TEXT | WORDS | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
)
KEY = st.from_regex(r"[a-z_]{1,8}", fullmatch=True) | TEXT | st.sampled_from(["1", "on", "null", ""])
CARDS = st.lists(st.sampled_from(["9H", "JD", "??"]), max_size=6) | st.just("9H JD ??")
OBJECT = st.dictionaries(
    KEY, SCALAR | st.lists(SCALAR, max_size=3) | st.dictionaries(KEY, SCALAR, max_size=2), max_size=3
)
STATE = st.fixed_dictionaries(
    {"dealer": st.integers(0, 3) | TEXT},
    optional={
        "variant": TEXT | OBJECT,
        "options": OBJECT,
        "hands": st.lists(CARDS, max_size=4),
        "moves": TEXT | st.lists(TEXT, max_size=4),
        "players": st.lists(TEXT, max_size=4),
        "score": st.lists(st.integers(), max_size=2),
        "up_card": WORDS,
    },
)
GAME = st.fixed_dictionaries(
    {"deals": st.lists(STATE, max_size=3)}, optional={"variant": TEXT | OBJECT, "dealer": TEXT}
)


def back(kind: str, value: dict[str, Any]) -> Any:
    """The value after it was written to a file and read again."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"state.{kind}"
        path.write_bytes(WRITERS[kind](value).encode())
        return read(str(path)).data


def same(one: Any, other: Any) -> bool:
    """Equal, and numbers and truth values of the same kind."""
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and (one == other or (isinstance(one, float) and math.isclose(one, other)))


@pytest.mark.parametrize("kind", WRITERS)
@given(value=STATE | GAME | OBJECT)
def test_round_trip(kind: str, value: dict[str, Any]) -> None:
    assert same(value, back(kind, value))


@pytest.mark.parametrize("kind", ["toml", "yaml"])
def test_nulls(kind: str) -> None:
    state = {"variant": "euchre", "hands": [None, "9H JD AC KC TS"], "kitty": None, "options": {"alone": None}}
    state |= {"deals": [{"hands": [None], "moves": None}]}
    assert back(kind, state) == {
        "variant": "euchre",
        "hands": ["??", "9H JD AC KC TS"],
        "options": {},
        "deals": [{"hands": ["??"]}],
    }
    assert back("json", state) == state
    with pytest.raises(written.CannotHold) as lost:
        WRITERS[kind]({"deals": [{"score": [None, 3]}]})
    assert lost.value.pointer == "/deals/0/score/0"


def test_half_a_character() -> None:
    assert b"\\ud800" in written.as_json({"a": "\ud800"}).encode("utf-8", "backslashreplace")
    for write in (written.as_toml, written.as_yaml):
        with pytest.raises(written.CannotHold):
            write({"a": "\ud800"})


def test_how_a_game_looks() -> None:
    game = {"variant": {"extends": "euchre"}, "deals": [{"dealer": 0, "moves": "pass"}, {"dealer": 1}]}
    assert written.as_toml(game) == (
        '[variant]\nextends = "euchre"\n\n[[deals]]\ndealer = 0\nmoves = "pass"\n\n[[deals]]\ndealer = 1\n'
    )
    assert written.as_yaml(game) == (
        'variant: {extends: "euchre"}\ndeals:\n  - dealer: 0\n    moves: "pass"\n  - dealer: 1\n'
    )
    assert written.as_json(game) == (
        '{\n  "variant": {"extends": "euchre"},\n  "deals": [\n    {"dealer": 0, "moves": "pass"},\n'
        '    {"dealer": 1}\n  ]\n}\n'
    )
