"""YAML state files: the safe part of the language, with text read as text.

The reader builds its values from YAML's nodes itself. A plain word is a number, `true`, `false` or `null` only
where JSON would have one, so that `on`, `no`, `9H`, `2:30` or a date stay what was written; names and moves are
text whatever they look like, cards are text or null. Aliases cannot grow a text without bound, equal keys are refused.
"""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

import yaml
from yaml import MappingNode, Node, ScalarNode, SequenceNode

from euchre.strict import BadText

TEXT_FIELDS = frozenset({"players", "moves", "variant"})
CARD_FIELDS = frozenset({"hands", "holding", "up_card", "widow", "dummy", "kitty"})
MOST_VALUES = 20_000
DEEPEST = 50
PREFIX = "tag:yaml.org,2002:"
PLAIN_TAGS = frozenset(PREFIX + name for name in ("str", "int", "float", "bool", "null", "timestamp", "merge", "value"))
INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def load(text: str) -> Any:
    """The value of a YAML text; raises BadText."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        quotes = '; between brackets write "??" in quotes' if "'?'" in (error.problem or "") else ""
        raise BadText(f"not YAML: {error.problem}{quotes}", mark.line + 1 if mark else None) from error
    except yaml.YAMLError as error:
        raise BadText(f"not YAML: {str(error).splitlines()[0]}", None) from error
    except RecursionError as error:
        raise BadText("nested too deeply", None) from error
    return _Builder().value(node, field=None, depth=0) if node is not None else None


class _Builder:
    """Makes values of nodes and counts them, those that an alias repeats too."""

    def __init__(self) -> None:
        self.made = 0

    def value(self, node: Node, field: str | None, depth: int) -> Any:
        self.made += 1
        line = node.start_mark.line + 1
        if self.made > MOST_VALUES:
            raise BadText("the aliases make too much of this text", line)
        if depth > DEEPEST:
            raise BadText("nested too deeply", line)
        if isinstance(node, ScalarNode):
            return _scalar(node, field)
        if isinstance(node, SequenceNode):
            _check_tag(node, "seq")
            return [self.value(item, field, depth + 1) for item in node.value]
        assert isinstance(node, MappingNode)
        return self._mapping(node, depth)

    def _mapping(self, node: MappingNode, depth: int) -> dict[str, Any]:
        _check_tag(node, "map")
        made: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, ScalarNode):
                raise BadText("a key that is no word", line)
            if key.value in made:
                raise BadText(f"{key.value!r} stands here twice", line)
            made[key.value] = self.value(value, key.value, depth + 1)
        return made


def _check_tag(node: Node, name: str) -> None:
    if node.tag != PREFIX + name:
        raise BadText(f"the tag {node.tag} is not read here", node.start_mark.line + 1)


def _scalar(node: ScalarNode, field: str | None) -> Any:
    """The value of a word; quoted words and those of a text field are text."""
    word: str = node.value
    if node.style is not None or node.tag not in PLAIN_TAGS:
        _check_tag(node, "str")
        return word
    if field in TEXT_FIELDS and word:
        return word
    known = word.lower() if word.lower() in WORDS else None
    if field in CARD_FIELDS:
        return None if known is not None and WORDS[known] is None else word
    if known is not None:
        return WORDS[known]
    return _number(word, node.start_mark.line + 1) if NUMBER.fullmatch(word) else word


def _number(word: str, line: int) -> int | float:
    """A number as JSON has it; one that JSON cannot carry is refused."""
    value = float(word)
    if not isfinite(value):
        raise BadText(f"{word} is too large a number", line)
    return int(word) if INTEGER.fullmatch(word) else value
