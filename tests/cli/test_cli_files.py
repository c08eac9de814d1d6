"""State files: what is read, what is refused, and where the fault stands."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from euchre.files import read
from euchre.messages import Stop

STATE = {"variant": "euchre", "dealer": 3, "hands": ["9H JD AC KC TS", None, None, None], "moves": ["order"]}


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_bytes(text.encode("utf-8"))
    return str(path)


def refusal(folder: Path, name: str, text: str) -> str:
    with pytest.raises(Stop) as stop:
        read(write(folder, name, text))
    assert stop.value.code == 2
    return stop.value.message.removeprefix(str(folder) + "/")


def test_json(tmp_path: Path) -> None:
    source = read(write(tmp_path, "hand.json", json.dumps(STATE)))
    assert (source.format, source.data) == ("json", STATE)


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    assert read(write(tmp_path, "hand.json", "\ufeff{}")).data == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n"dealer": 1,\n"dealer": 2}', "hand.json:3: 'dealer' stands here twice"),
        ('{"a": 1,\n "b": NaN}', "hand.json:2: NaN is no number that can be sent"),
        ('{"a": "NaN",\n\n "b": -Infinity}', "hand.json:3: -Infinity is no number that can be sent"),
        ('{"score": [\n1e400]}', "hand.json:2: 1e400 is no number that can be sent"),
        ('{"score":\n' + "9" * 5000 + "}", "hand.json:2: " + "9" * 20 + " is no number that can be sent"),
        ('{"a": 1,\n}', "hand.json:2: not JSON:"),
        ("", "hand.json:1: not JSON:"),
        ("[" * 100_000, "hand.json: nested too deeply"),
        ('"{}"', "hand.json holds no state but a text"),
        ("[]", "hand.json holds no state but a list"),
        ("7", "hand.json holds no state but a number"),
        ("null", "hand.json holds no state but nothing"),
    ],
)
def test_json_is_read_strictly(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, "hand.json", text).startswith(message)


def test_toml(tmp_path: Path) -> None:
    text = 'variant = "euchre"\ndealer = 3\nmoves = "order"\n[options]\nstick_the_dealer = true\n'
    assert read(write(tmp_path, "hand.toml", text)).data == {
        "variant": "euchre",
        "dealer": 3,
        "moves": "order",
        "options": {"stick_the_dealer": True},
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dealer = 3\ndealer = 4\n", "hand.toml:2: not TOML:"),
        ("dealer = \n", "hand.toml:1: not TOML:"),
        ("a = 1\ndealer = 2024-01-01\n", "hand.toml:2: 2024-01-01 is neither text nor a number"),
        ("score = [1,\n inf]\n", "hand.toml:2: inf is neither text nor a number"),
        ("score = " + "9" * 5000, "hand.toml: not TOML:"),
        ("a = " + "[" * 5000, "hand.toml"),
    ],
)
def test_toml_is_read_strictly(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, "hand.toml", text).startswith(message)


def test_yaml_leaves_text_as_text(tmp_path: Path) -> None:
    text = """
variant: euchre
players: [No, On, 2024-01-01, null]
dealer: on
up_card: 9H
hands: [9H TD 10C 0S JK, "??", ~, null]
options: {alone: off, no_trump: off, stick_the_dealer: true, target: 10, ratio: 1.5, when: 12:30}
moves: [2:30, yes, 1e3, 0x1F]
score: [-4, 9]
empty:
quoted: "12"
"""
    assert read(write(tmp_path, "hand.yaml", text)).data == {
        "variant": "euchre",
        "players": ["No", "On", "2024-01-01", "null"],
        "dealer": "on",
        "up_card": "9H",
        "hands": ["9H TD 10C 0S JK", "??", None, None],
        "options": {
            "alone": "off",
            "no_trump": "off",
            "stick_the_dealer": True,
            "target": 10,
            "ratio": 1.5,
            "when": "12:30",
        },
        "moves": ["2:30", "yes", "1e3", "0x1F"],
        "score": [-4, 9],
        "empty": None,
        "quoted": "12",
    }


def test_yaml_aliases_are_read_within_bounds(tmp_path: Path) -> None:
    assert read(write(tmp_path, "a.yml", "hands: [&a 9H JD, *a]\n")).data == {"hands": ["9H JD", "9H JD"]}
    bomb = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)
    )
    assert "the aliases make too much of this text" in refusal(tmp_path, "bomb.yaml", bomb)
    assert "nested too deeply" in refusal(tmp_path, "loop.yaml", "a: &a [*a]\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dealer: 1\nscore: [0, 0]\ndealer: 2\n", "hand.yaml:3: 'dealer' stands here twice"),
        ("dealer: 1\nx: !!python/name:os.system y\n", "hand.yaml:2: the tag tag:yaml.org,2002:python/name:os.system"),
        ("x: !!python/object/apply:os.system [ls]\n", "hand.yaml:1: the tag"),
        ('x: !!int "3"\n', "hand.yaml:1: the tag"),
        ("x: !!binary aGk=\n", "hand.yaml:1: the tag"),
        ("? [1]\n: 2\n", "hand.yaml:1: a key that is no word"),
        ("score: [0,\n 1e400]\n", "hand.yaml:2: 1e400 is too large a number"),
        ("score: " + "9" * 5000, "hand.yaml:1: "),
        ("a: [1\nb: 2\n", "hand.yaml:2: "),
        (
            "a: 1\nhands: [9H JD, ??]\n",
            "hand.yaml:2: not YAML: expected the node content, but found '?'; between brackets",
        ),
        ("hands: [9H ??]\n", "hand.yaml:1: not YAML: expected ',' or ']', but got '?'; between brackets"),
        ("--- {}\n--- {}\n", "hand.yaml:2: "),
        ("a: \x00", "hand.yaml: "),
        ("a: " + "[" * 5000, "hand.yaml: nested too deeply"),
        ("", "hand.yaml holds no state but nothing"),
    ],
)
def test_yaml_is_read_strictly(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, "hand.yaml", text).startswith(message)


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "hand.toml"
    path.write_bytes(b'variant = "euchre"\n# \xff\n')
    with pytest.raises(Stop, match=r"hand\.toml:2: not UTF-8"):
        read(str(path))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="No such file"):
        read(str(tmp_path / "none.json"))
    with pytest.raises(Stop, match="Is a directory"):
        read(str(tmp_path))
    with pytest.raises(Stop):
        read("a\0b")


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ('  {"dealer": 1}', None, "json"),
        ("dealer = 1", None, "toml"),
        ("dealer: 1", "yaml", "yaml"),
        ('{"fileType": "Euchre Game Notation"}', None, "egn"),
    ],
)
def test_standard_input_is_taken_for_what_it_looks_like(
    monkeypatch: pytest.MonkeyPatch, text: str, kind: str | None, found: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert read("-", kind).format == found


def test_standard_input_taken_wrongly_says_how_to_put_it_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"dealer: 1\n")))
    with pytest.raises(Stop, match="standard input:1: not TOML") as stop:
        read("-")
    assert stop.value.hints == ("--format says what it is: json, toml, yaml, egn",)
