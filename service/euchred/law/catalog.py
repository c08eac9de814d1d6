"""Texts of the law for people: what an option decides, where a rule was published, and worked examples of a rule.

They stand in `options.toml`, `sources.toml` and `worked/<rule id>.toml`; nothing here rules on anything.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

UNKNOWN_HAND = "??"  # TOML has no null: a hand written so is not known (contract §12)


@dataclass(frozen=True, slots=True)
class ValueNote:
    """What one value of an option means, and the tags of the sources that play it so."""

    title: str
    description: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionNotes:
    """What an option decides; `values` by the spelling of `variant.spelled`, for integers the examples."""

    title: str
    description: str
    values: Mapping[str, ValueNote]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule was published: the tag that rules and options cite, what it is, and what it was used for."""

    tag: str
    title: str
    note: str


def _read(*path: str) -> dict[str, Any]:
    """The data of a file of this package; empty when there is no such file."""
    file = resources.files(__package__).joinpath(*path)
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


@cache
def option_notes() -> dict[str, OptionNotes]:
    """The notes on every option by its name, in the order of the file."""
    return {
        name: OptionNotes(
            entry["title"],
            entry["description"],
            {
                value: ValueNote(note["title"], note["description"], tuple(note["sources"]))
                for value, note in entry["values"].items()
            },
        )
        for name, entry in _read("options.toml").items()
    }


@cache
def sources() -> dict[str, Source]:
    """Every source by its tag, in the order of the file."""
    return {tag: Source(tag, entry["title"], entry["note"]) for tag, entry in _read("sources.toml").items()}


def worked_cases(rule_id: str) -> list[dict[str, Any]]:
    """The worked examples of a rule in wire form, made anew at each call; empty for an unknown rule.

    Each has `title`, `operation` (the path after /v1/), `body` (what to post) and `answer` (a part of what comes back).
    """
    return [wire(case) for case in _read("worked", f"{rule_id}.toml").get("case", ())]


def wire(case: Mapping[str, Any]) -> dict[str, Any]:
    """A case as its file writes it (`state` and `move` or `claim`, a `record`, a `game`, a `question`) in wire form."""
    answer = dict(case["answer"])
    if "record" in case:
        body, operation = _state(case["record"]), "judge"
    elif "game" in case:
        body, operation = {**case["game"], "deals": list(map(_state, case["game"]["deals"]))}, "judge-game"
    elif "question" in case:
        body = dict(case["question"])
        operation = "rulings/score" if "call" in body else "rulings/trick"
    else:
        body = _state(case["state"])
        operation = "score" if "result" in answer else "legal-moves"
        if "move" in case:
            body, operation = {"state": body, "move": case["move"]}, "validate"
        elif "claim" in case:
            body, operation = {"state": body, **case["claim"]}, "claims"
    return {"title": case["title"], "operation": operation, "body": body, "answer": answer}


def _state(written: Mapping[str, Any]) -> dict[str, Any]:
    """A state with null for each hand that is not known."""
    state = dict(written)
    if "hands" in state:
        state["hands"] = [None if hand == UNKNOWN_HAND else hand for hand in state["hands"]]
    return state
