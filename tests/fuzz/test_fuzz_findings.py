"""What fuzzing has found, each a case: bytes that a reader fell over, or took too long for."""

from __future__ import annotations

import difflib
import io
import json
import sys
import tomllib
from typing import Any

import pytest
from fuzz.web_readers import answered

from euchre import files, strict
from euchre.egn.rules import read_rules
from euchre.lines import second_key
from euchre.messages import Stop
from euchre.nodes import Node


@pytest.mark.parametrize(("name", "value"), [("loner_lead", [None]), ("loner_lead", {}), ("min_rank", [9])])
def test_an_egn_setting_that_is_a_list_is_not_ruled(name: str, value: Any) -> None:
    """`value in {...}` raised TypeError: a list has no hash."""
    rules = read_rules(Node("", {"ruleset": {name: value}}))
    assert rules.warnings == (f"the setting {name}={value} is not ruled here",)


@pytest.mark.parametrize(
    "key", ["a." * 30_000 + "b", "a . " * 60 + "b", '"a".' * 60 + "b", "[" + "a." * 60 + "b]\nc", "x = {" + "a." * 60]
)
def test_a_toml_key_of_very_many_parts_is_refused(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """`tomllib` took a minute and all memory for 64,000 parts; now it does not see them."""
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("tomllib was given the key"))
    with pytest.raises(strict.BadText, match="nested too deeply"):
        strict.toml(f"dealer = 1\n{key} = 1\n")


def test_dots_in_toml_texts_are_no_keys() -> None:
    """What looks like a long key in a text or a comment is none."""
    dots = "a." * 100
    text = f'a = "{dots}"\nb = \'{dots}\'\nc = \'\'\'\n{dots}\'\'\'\nd = """{dots}\n\\"{dots}"""\n# {dots}\n'
    text += "e = [" + "1.5, " * 100 + "]\nf.g.h = 1\n"
    assert strict.toml(text)["f"] == {"g": {"h": 1}}


def test_the_deepest_toml_key_is_read() -> None:
    text = ".".join(["a"] * (strict.DEEPEST_KEY + 1)) + " = 1"
    assert strict.toml(text)
    with pytest.raises(strict.BadText):
        strict.toml("a." + text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"b": {"a": 1},\n"a": 1,\n"a": 2}', 3),
        ('{"x": [{"a": 1}, {"a": 1,\n"c": "a", "\\u0061": 2}]}', 2),
        ('{"a": "}{\\"", "b": ["a", "a"],\n\n"a": 1}', 3),
        ('{"a": 1}', None),
    ],
)
def test_the_second_key_is_found_without_a_reader_of_yaml(text: str, line: int | None) -> None:
    """It was looked for with one, which took seconds for a file of the size that the service takes."""
    assert second_key(text, "a") == line


def test_two_equal_keys_are_told_with_their_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"a": [1],\n"a": 2}')))
    with pytest.raises(Stop, match="standard input:2: 'a' stands here twice"):
        files.read("-", "json")


NAMES = {f"stick{number}": 1 for number in range(2000)}
FEWER = dict(list(NAMES.items())[:100])


@pytest.mark.parametrize("options", [NAMES, FEWER], ids=len)
@pytest.mark.parametrize("house", [False, True])
def test_thousands_of_options_are_not_compared(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, int], house: bool
) -> None:
    """A body of 256 KiB of unknown options held a worker for six seconds."""
    compared: list[Any] = []
    near = difflib.get_close_matches

    def counted(name: str, *told: Any) -> list[str]:
        compared.append(name)
        return near(name, *told)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    body = (
        {"variant": {"extends": "euchre", "options": options}} if house else {"variant": "euchre", "options": options}
    )
    status, problem = answered("legal-moves", None, json.dumps({"dealer": 0, **body}).encode())
    code, pointer = problem["errors"][0]["code"], problem["errors"][0]["pointer"]
    assert status == 422
    if options is NAMES:
        assert (len(problem["errors"]), code, compared) == (1, "too-many", [])
        assert pointer == ("/variant/options" if house else "/options")
    else:
        assert (len(problem["errors"]), code) == (100, "unknown-option")
        assert len(compared) <= 20 * len(options)
