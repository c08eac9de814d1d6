"""From a JSON pointer to the line where the value stands."""

from __future__ import annotations

import pytest

from euchre.lines import line_of, second_key

JSON = """{
\t"dealer": 3,
  "hands": [
    ["9H", "JD",
     "AC"],
    null
  ],
  "moves": "order discard-?? / JC 9S",
  "options": {"alone": "off"}
}
"""
TOML = '''# a comment with = and [
variant = "euchre"  # another
hands = [ # dealt
  ["9H",
   "JD"], "AC KC",

  "??" ]
options.alone = "off"
moves = """
pass
order JC   # no comment but a word
9S
"""
literal = 'a # b'
more = { a = 1, "b c" = [1, 2] }
[table.inner]
x = [ { y = 1 },
      { y = 2 } ]
[[deals]]
dealer = 0
[[deals]]
dealer = 1
'''
YAML = """variant: euchre
hands:
  - 9H JD
  - [AC,
     KC]
moves: >
  order
  discard-??
  JC
players: [Ann, "Bob"]
"""


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("/dealer", 2),
        ("/hands/0/1", 4),
        ("/hands/0/2", 5),
        ("/hands/1", 6),
        ("/moves/3", 8),
        ("/options/alone", 9),
        ("/options/no_trump", 9),
        ("/up_card", None),
        ("", None),
    ],
)
def test_json(pointer: str, line: int | None) -> None:
    assert line_of(JSON, "json", pointer) == line


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("/variant", 2),
        ("/hands", 3),
        ("/hands/0/1", 5),
        ("/hands/1/1", 5),
        ("/hands/2", 7),
        ("/options/alone", 8),
        ("/moves/0", 10),
        ("/moves/2", 11),
        ("/literal", 14),
        ("/more/b c/1", 15),
        ("/table/inner/x/1/y", 18),
        ("/deals/1/dealer", 22),
        ("/dealer", None),
    ],
)
def test_toml(pointer: str, line: int | None) -> None:
    assert line_of(TOML, "toml", pointer) == line


@pytest.mark.parametrize(
    ("pointer", "line"), [("/hands/0/1", 3), ("/hands/1/1", 5), ("/moves/1", 8), ("/players/1", 10), ("/dealer", None)]
)
def test_yaml(pointer: str, line: int | None) -> None:
    assert line_of(YAML, "yaml", pointer) == line


@pytest.mark.parametrize("kind", ["json", "toml", "yaml"])
def test_a_broken_text_has_no_lines_and_no_error(kind: str) -> None:
    assert line_of('a = [ "', kind, "/a/0") is None or kind == "toml"
    assert line_of("{[", kind, "/a") is None


def test_the_second_of_two_equal_keys() -> None:
    text = '{\n "a": {"b": 1},\n "b": 2,\n "c": {"b": 1,\n "b": 2}}'
    assert second_key(text, "b") == 5
    assert second_key(text, "c") is None
    assert second_key("{", "c") is None
