"""Rule books: what a variant fixes, its options, and the rules that a choice of options makes.

A rule book is one TOML file in `books/`; it may extend another one, as a house rule book does (rulebook §6).
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

Value = bool | int | str
MOST_OPTIONS = 100  # more than any book has; each unknown one is compared with all that there are
LONGEST_NAME = 40

# What a book plays that says nothing of it, neither as an option nor under [fixed].
NEUTRAL: dict[str, Value] = {
    "pack": 24, "joker": False, "joker_turned_up": "hearts", "joker_in_no_trump": "best", "identical_cards": "first",
    "pick_up": "decline-when-ordered", "turned_down_suit": "barred", "no_trump": "off", "stick_the_dealer": False,
    "alone": "off", "alone_timing": "before-lead", "defend_alone": "off", "alone_lead": "left-of-loner",
    "canadian_loner": False, "dummy": False, "partners_best": False, "farmers_hand": "off", "ace_no_face": False,
    "bidding": "numbers", "bid_rounds": "one", "reentry": True, "all_pass": "redeal", "minimum_bid": 1,
    "highest_bid": 0, "plain_six": False, "lone_calls": "none", "moon_beats_ask": True, "partner_gives": "best-trump",
    "ask_value": 0, "moon_value": 0, "moon_values": "", "dealer_discard": "none", "lead": "eldest", "set_loses": "bid",
    "opponents_score": "none", "target": 10, "both_reach": "higher-total", "laps": False, "slam": False,
    "renege": "none", "renege_points": 2, "renege_lone_points": 2, "renege_hand": "stands",
}  # fmt: skip


class UnknownVariant(LookupError):
    """No rule book has this id; ``nearest`` are ids and aliases like it."""

    def __init__(self, name: str, detail: str, nearest: tuple[str, ...]) -> None:
        super().__init__(detail)
        self.name, self.detail, self.nearest = name, detail, nearest


@dataclass(frozen=True, slots=True)
class OptionError:
    """Why a choice of options is refused; `name` is the option, or None for a combination."""

    code: str
    name: str | None
    detail: str
    value: Any
    hint: str


class OptionsError(ValueError):
    """A choice of options that a rule book does not allow, with everything that is wrong with it."""

    def __init__(self, errors: tuple[OptionError, ...]) -> None:
        super().__init__("; ".join(error.detail for error in errors))
        self.errors = errors


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a rule book: a choice of values, or an integer in a range with examples."""

    name: str
    default: Value
    values: tuple[Value, ...]
    minimum: int | None = None
    maximum: int | None = None

    @property
    def is_choice(self) -> bool:
        """Whether only the listed values are allowed."""
        return self.minimum is None

    def read(self, value: object) -> Value:
        """The value as this option holds it; ValueError when it allows no such value."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        for allowed in self.values if self.is_choice else ():
            if type(allowed) is type(value) and allowed == value:
                return allowed
        if self.minimum is not None and self.maximum is not None and type(value) is int:
            if self.minimum <= value <= self.maximum:
                return value
        raise ValueError(self.allowed)

    @property
    def allowed(self) -> str:
        """The values allowed, in words."""
        if self.is_choice:
            return ", ".join(spelled(value) for value in self.values)
        return f"an integer from {self.minimum} to {self.maximum}"


def spelled(value: Value) -> str:
    """A value of an option as JSON writes it, without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row of a turn-up game's score table: which hands it is for, and what they are worth to whom."""

    outcome: str
    tricks: tuple[int, ...]
    points: int | str
    makers: str = "any"
    defender: str = "any"
    to: str = "makers"

    def fits(self, tricks: int, makers_alone: bool, defender_alone: bool) -> bool:
        """Whether the row is for a hand with this many tricks of the makers and these loners."""
        return (
            tricks in self.tricks
            and self.makers in ("any", "alone" if makers_alone else "together")
            and self.defender in ("any", "alone" if defender_alone else "together")
        )


@dataclass(frozen=True, slots=True)
class RuleBook:
    """A variant as its file says it."""

    id: str
    name: str
    aliases: tuple[str, ...]
    revision: int
    summary: str
    auction: str
    seats: int
    sides: str
    hand_size: int
    up_card: bool
    widow: int
    dummy_size: int
    copies: int
    fixed: Mapping[str, Value]
    options: Mapping[str, Option]
    score: tuple[ScoreRow, ...]
    sources: tuple[str, ...]
    history: tuple[Mapping[str, Any], ...]
    provisional: tuple[str, ...]
    house: bool = False
    digest: str | None = None

    def __hash__(self) -> int:
        """Books are looked up by what they are called; two house books differ by their digest."""
        return hash((self.id, self.revision, self.digest))

    def __eq__(self, other: object) -> bool:
        """Whether the other is the same book in the same revision."""
        if not isinstance(other, RuleBook):
            return NotImplemented
        return (self.id, self.revision, self.digest) == (other.id, other.revision, other.digest)

    def choose(self, options: Mapping[str, object]) -> dict[str, Value]:
        """All options with their effective values; OptionsError lists everything that is wrong."""
        if len(options) > MOST_OPTIONS:
            detail = f"There are {len(options)} options."
            hint = f"{MOST_OPTIONS} are read at most; {self.id} has {len(self.options)}: {', '.join(self.options)}."
            raise OptionsError((OptionError("too-many", None, detail, len(options), hint),))
        chosen: dict[str, Value] = {name: option.default for name, option in self.options.items()}
        errors: list[OptionError] = []
        for name, value in options.items():
            option = self.options.get(name)
            if option is None:
                near = difflib.get_close_matches(str(name)[:LONGEST_NAME], self.options, 3, 0.5)
                hint = f"Did you mean {' or '.join(near)}?" if near else f"Its options: {', '.join(self.options)}."
                errors.append(OptionError("unknown-option", name, f"{self.id} has no option {name!r}.", value, hint))
            elif value is not None:
                try:
                    chosen[name] = option.read(value)
                except ValueError:
                    detail = f"{name} of {self.id} does not allow this value."
                    errors.append(OptionError("option-value", name, detail, value, f"Allowed: {option.allowed}."))
        if not errors:
            errors = conflicts(chosen)
        if errors:
            raise OptionsError(tuple(errors))
        return chosen


def conflicts(chosen: Mapping[str, Value]) -> list[OptionError]:
    """The combinations of options that would leave a seat without a legal move (rulebook §2.2, §7)."""
    if chosen.get("canadian_loner") and chosen.get("alone") == "off":
        detail = "canadian_loner lets the dealer's partner order only alone, and alone is off."
        hint = "Set alone to any-maker or caller, or canadian_loner to false."
        return [OptionError("options-conflict", "canadian_loner", detail, True, hint)]
    return []


# -- reading the files ------------------------------------------------------------


def read_option(name: str, entry: list[Value] | dict[str, Any]) -> Option:
    """An option as a rule book file writes it: a list of values, or a table with default, minimum, maximum."""
    if isinstance(entry, list):
        return Option(name, entry[0], tuple(entry))
    return Option(name, entry["default"], tuple(entry["examples"]), entry["minimum"], entry["maximum"])


def merged(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """A book's data with the changes of one that extends it; [fixed] takes an option away."""
    data = {**base, **change}
    data["fixed"] = {**base.get("fixed", {}), **change.get("fixed", {})}
    data["options"] = {**base["options"], **change.get("options", {})}
    for name in change.get("options", {}):
        data["fixed"].pop(name, None)
    for name in data["fixed"]:
        data["options"].pop(name, None)
    return data


def build(data: Mapping[str, Any]) -> RuleBook:
    """A rule book of its data."""
    rows = (ScoreRow(**{**row, "tricks": tuple(row["tricks"])}) for row in data.get("score", ()))
    return RuleBook(
        id=data["id"], name=data["name"], aliases=tuple(data.get("aliases", ())), revision=data["revision"],
        summary=data["summary"], auction=data["auction"], seats=data["seats"], sides=data["sides"],
        hand_size=data["hand_size"], up_card=data.get("up_card", False), widow=data.get("widow", 0),
        dummy_size=data.get("dummy_size", 0), copies=data.get("copies", 1), fixed=data["fixed"],
        options={name: read_option(name, entry) for name, entry in data["options"].items()},
        score=tuple(rows), sources=tuple(data["sources"]), history=tuple(data["history"]),
        provisional=tuple(data.get("provisional", ())),
    )  # fmt: skip


@cache
def _files() -> dict[str, dict[str, Any]]:
    """The data of every rule book file, by id."""
    folder = resources.files(__package__) / "books"
    found = [tomllib.loads(file.read_text("utf-8")) for file in folder.iterdir() if file.name.endswith(".toml")]
    return {data["id"]: data for data in found}


@cache
def book_data(name: str) -> dict[str, Any]:
    """The data of a rule book file with all that it extends."""
    data = _files()[name]
    base = book_data(data["extends"]) if "extends" in data else {"options": {}, "fixed": {}}
    return merged(base, data)


@cache
def books() -> tuple[RuleBook, ...]:
    """Every rule book, in the order in which lists show them."""
    found = [build(book_data(name)) for name in _files()]
    return tuple(
        sorted(found, key=lambda book: (bool(book.provisional), book.auction != "turn-up", -book.seats, book.id))
    )


@cache
def names() -> dict[str, RuleBook]:
    """Every id and alias."""
    table = {alias: book for book in books() for alias in book.aliases}
    return table | {book.id: book for book in books()}


def find(name: str) -> RuleBook:
    """The rule book with this id, alias or `id@revision`; UnknownVariant with the nearest ids when there is none."""
    plain, at, revision = name.partition("@")
    book = names().get(plain.lower())
    if book is None:
        near = tuple(difflib.get_close_matches(plain.lower()[:LONGEST_NAME], names(), 3, 0.5))
        raise UnknownVariant(name, f"There is no rule book {name[:60]!r}.", near)
    if at and revision != str(book.revision):
        detail = f"{book.id} has no revision {revision[:20]!r}; this service has revision {book.revision}."
        raise UnknownVariant(name, detail, (f"{book.id}@{book.revision}",))
    return book
