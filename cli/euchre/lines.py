"""Where in a text a value stands: from a JSON pointer to a line.

For messages only: a place that cannot be found is None, never an error. JSON is found as YAML is, by the positions
of YAML's own nodes; TOML, whose reader in the standard library keeps none, by `toml_lines`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from json import loads
from typing import Any

from euchre.toml_lines import Span, TomlScan

JSON_MARK = re.compile(r'"(?:\\.|[^"\\])*+"|[{}\[\]:]')
WORD = re.compile(r"""[^\s/|,"'\[\]]+""")


def line_of(text: str, kind: str, pointer: str) -> int | None:
    """The line, from 1, of what the pointer names, or of the nearest thing around it; None where there is none."""
    spans = _spans(text, kind)
    steps = pointer.split("/")
    for end in range(len(steps), 1, -1):
        span = spans.get("/".join(steps[:end]))
        if span is not None:
            inner = steps[end] if end < len(steps) else None
            return 1 + text.count("\n", 0, _inside(text, span, inner))
    return None


@lru_cache(maxsize=2)
def _spans(text: str, kind: str) -> dict[str, Span]:
    """Where each value stands; nothing for a text that its own reader refused."""
    try:
        return TomlScan(text).spans if kind == "toml" else _yaml_spans(text)
    except Exception:  # whatever it is, only the line is lost
        return {}


def second_key(text: str, name: str) -> int | None:
    """The line of the second of two equal keys in one object of a JSON text, which is good up to there."""
    seen: list[bool] = []  # for each object and array that is open
    before: re.Match[str] | None = None
    for found in JSON_MARK.finditer(text):
        if found[0] in "{[":
            seen.append(False)
        elif found[0] in "}]":
            seen.pop()
        elif found[0] == ":" and before is not None and loads(before[0]) == name:
            if seen[-1]:
                return 1 + text.count("\n", 0, before.start())
            seen[-1] = True
        before = found if found[0][0] == '"' else None
    return None


def _inside(text: str, span: Span, index: str | None) -> int:
    """Where the nth word of a string of cards or moves begins; else where the value does."""
    start, end = span
    if index is not None and index.isdigit():
        words = [word.start() for word in WORD.finditer(text, start, end)]
        if int(index) < len(words):
            return words[int(index)]
    return start


def _compose(text: str) -> Any:
    import yaml

    return yaml.compose(text.replace("\t", " "), Loader=yaml.SafeLoader)


def _yaml_spans(text: str) -> dict[str, Span]:
    spans: dict[str, Span] = {}

    def walk(node: Any, pointer: str) -> None:
        start = node.start_mark.index
        if node.id == "scalar" and node.style in ("|", ">"):  # past the mark and its line break
            start = text.index("\n", start) + 1
        spans.setdefault(pointer, (start, node.end_mark.index))
        if node.id == "mapping":
            for key, value in node.value:
                walk(value, f"{pointer}/{key.value}")
        elif node.id == "sequence":
            for index, item in enumerate(node.value):
                walk(item, f"{pointer}/{index}")

    walk(_compose(text), "")
    return spans
