"""Rulings: a decision, the rule it rests on, and the sentence that says so.

The rules stand in `rulebook.toml`: id, title, statement, sources, and a sentence for each form a ruling takes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final

from . import moves as m
from .cards import CODES, SUIT_NAMES, SUITS
from .order import LED_CODES, TRUMPS, led_name, left_bower, trump_name
from .state import State
from .sums import counted
from .variant import Value

# The facts that rulings give, each with one type throughout (contract §7).
FACTS: dict[str, str] = {
    "seat": "seat", "seats": "list of seats", "card": "card", "cards": "list of cards", "suit": "S H D C",
    "led": "S H D C JK", "held": "list of cards", "may_play": "list of cards", "trump": "S H D C NT LOW",
    "standing": "call", "need": "integer", "took": "integer", "trick": "integer from 1", "dealer": "seat",
    "value": "integer",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the judge: its statement in our words, its sources, and how its rulings are said."""

    id: str
    title: str
    statement: str
    sources: tuple[str, ...]
    facts: tuple[str, ...]
    options: tuple[str, ...]
    reasons: Mapping[str, str]


@cache
def rules() -> dict[str, Rule]:
    """Every rule by id, in the order of the file."""
    text = (resources.files(__package__) / "rulebook.toml").read_text("utf-8")
    return {
        name: Rule(
            name, entry["title"], entry["statement"], tuple(entry["sources"]), tuple(entry.get("facts", ())),
            tuple(entry.get("options", ())), entry["reasons"],
        )
        for name, entry in tomllib.loads(text).items()
    }  # fmt: skip


@dataclass(slots=True)
class Ruling:
    """A decision, never changed: `legal` true, false or None (open); `facts` are written as on the wire.

    `seat` and `move` are those of the move ruled on, None for a ruling on a trick or a score; `evidence` are the
    indexes of the moves that prove it.
    """

    rule: Final[str]
    legal: Final[bool | None]
    form: Final[str]
    facts: Final[Mapping[str, Any]] = field(default_factory=dict)
    options: Final[tuple[str, ...]] = ()
    seat: Final[int | None] = None
    move: Final[int | None] = None
    evidence: Final[tuple[int, ...]] = ()

    @property
    def verdict(self) -> str:
        """`legal`, `illegal` or `open`."""
        return "open" if self.legal is None else "legal" if self.legal else "illegal"

    def deciding(self, state: State) -> dict[str, Value]:
        """The options that decided, with their values; what a book fixes is no option."""
        chosen = state.rules.options
        return {name: chosen[name] for name in self.options if name in chosen}

    def reason(self, state: State) -> str:
        """The ruling as a sentence for people, in the players' names."""
        template = rules()[self.rule].reasons[self.form]
        return template.format_map(_Words(state, self))


def one_of(words: Sequence[str], joint: str = "and") -> str:
    """A list as people say it: `A, B and C`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}" if words else "none"


class _Words(dict[str, str]):
    """What the fields of a sentence stand for; each is made when a sentence asks for it."""

    def __init__(self, state: State, ruling: Ruling) -> None:
        super().__init__()
        self.state, self.ruling = state, ruling

    def __missing__(self, name: str) -> str:
        said = _SAID.get(name)
        if said is not None:
            return said(self.ruling, self.state)
        facts = self.ruling.facts
        if name.endswith("_tricks"):
            return counted(facts[name.removesuffix("_tricks")], "trick")
        return str(facts[name])


def _player(ruling: Ruling, state: State) -> str:
    """The player whose move it is; where the ruling is on none, of whom its facts speak."""
    seat = ruling.seat if ruling.seat is not None else ruling.facts.get("seat")
    return state.name(seat) if seat is not None else "The player"


_SAID: dict[str, Callable[[Ruling, State], str]] = {
    "player": _player,
    "token": lambda ruling, _: m.TOKENS[ruling.move % m.PREFIX] if ruling.move is not None else "",
    "note": lambda ruling, _: bower_note(ruling.facts),
    "book": lambda _, state: state.rules.book.name,
    "dealer": lambda _, state: state.name(state.dealer),
    "seat": lambda ruling, state: state.name(ruling.facts["seat"]),
    "seats": lambda ruling, state: one_of([state.name(seat) for seat in ruling.facts["seats"]]),
    "held": lambda ruling, _: one_of(ruling.facts["held"]),
    "cards": lambda ruling, _: one_of(ruling.facts["cards"]),
    "may_play": lambda ruling, _: one_of(ruling.facts["may_play"], "or"),
    "suit": lambda ruling, _: SUIT_NAMES[SUITS.index(ruling.facts["suit"])],
    "led": lambda ruling, _: led_name(LED_CODES.index(ruling.facts["led"])),
    "trump": lambda ruling, _: trump_name(TRUMPS.index(ruling.facts["trump"])),
}
_LEFT_BOWERS = {code: (CODES[left_bower(suit)], SUIT_NAMES[suit][:-1]) for suit, code in enumerate(SUITS)}


def bower_note(facts: Mapping[str, Any]) -> str:
    """Why a card counts as another suit than is printed on it, where that matters to a ruling; else nothing."""
    if facts.get("trump") not in _LEFT_BOWERS:
        return ""
    left, suit = _LEFT_BOWERS[facts["trump"]]
    named = {facts.get("card"), *facts.get("held", ()), *facts.get("cards", ())}
    notes = []
    if left in named:
        notes.append(f"{left} is the left bower and counts as a {suit}.")
    if "JK" in named:
        notes.append(f"The joker is the highest trump and counts as a {suit}.")
    return " " + " ".join(notes) if notes else ""


def codes(cards: Iterable[int]) -> list[str]:
    """Cards as answers write them."""
    return [CODES[index] for index in cards]
