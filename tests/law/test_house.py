"""House rules: real books, everything that can be wrong with one, and the digest that names it (rulebook §6)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from tests.strategies import random_deal, random_record

from euchred.law import moves as m
from euchred.law.hand import Hand
from euchred.law.house import MOST_COUNTS, MOST_ROWS, HouseError, read_house, settings_known
from euchred.law.point import worth
from euchred.law.rules import Rules, rules_for
from euchred.law.state import state_of
from euchred.law.variant import MOST_OPTIONS, NEUTRAL, OptionsError, books, find

EXAMPLES = Path(__file__).parents[2] / "examples" / "house-rules"
READERS = {".json": json.loads, ".toml": tomllib.loads, ".yaml": yaml.safe_load}
ROW: dict[str, Any] = {"outcome": "made", "tricks": [3, 4, 5], "points": 1}
SET: dict[str, Any] = {"outcome": "euchred", "tricks": [0, 1, 2], "points": 2, "to": "defenders"}


def example(name: str) -> Mapping[str, Any]:
    """An example of a house book, as written."""
    path = EXAMPLES / name
    found: Mapping[str, Any] = READERS[path.suffix](path.read_text("utf-8"))
    return found


def euchre(**fields: Any) -> dict[str, Any]:
    """A house book that extends euchre."""
    return {"extends": "euchre", **fields}


def points(rules: Rules, call: str, took: tuple[int, int], *alone: int) -> tuple[int, ...]:
    """What a hand of seat 0 is worth."""
    return worth(rules, m.parse_move(call), 0, alone, took, (0, 0), 3).points


# -- books that are played ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["euchrelinks.json", "st-austell.yaml", "trickster.toml"])
def test_a_real_book_is_played_to_the_end(name: str) -> None:
    data = example(name)
    book = read_house(data)
    assert (book.name, book.house, book.id) == (data["name"], True, data["extends"])
    rng = Random(name)
    for _ in range(20):
        state = random_record(random_deal(rules_for(book), rng), rng)
        assert Hand.replay(state).result is not None


def test_what_the_real_books_change() -> None:
    links, cornwall, apps = (rules_for(read_house(example(name))) for name in
                             ("euchrelinks.json", "st-austell.yaml", "trickster.toml"))  # fmt: skip
    assert points(links, "order", (0, 5)) == points(links, "order", (1, 4), 0) == (0, 4)
    assert links.settings["canadian_loner"] is True
    assert cornwall.settings["target"] == 21
    assert points(apps, "order-alone", (4, 1)) == (0, 0)
    assert points(apps, "order-alone", (5, 0)) == (4, 0)
    assert [points(apps, "order", (took, 5 - took)) for took in (0, 2, 3, 5)] == [(0, 2), (0, 2), (1, 0), (2, 0)]
    assert apps.book.options["alone"].values[0] == "caller"


def test_every_field_of_a_book_counts() -> None:
    book = read_house({
        "extends": "hasenpfeffer", "name": "Ours", "summary": "A widow of two.", "hand_size": 5, "widow": 2,
        "pack": 24, "joker": True, "target": 21, "options": {"bidding": "peppers"}, "fixed": {"ask_value": 7},
    })  # fmt: skip
    rules = rules_for(book)
    assert (book.name, book.summary, rules.hand_size, book.widow, rules.kitty_size) == (
        "Ours", "A widow of two.", 5, 2, 3)  # fmt: skip
    assert (rules.settings["target"], rules.settings["bidding"], rules.settings["ask_value"]) == (21, "peppers", 7)
    assert rules_for(read_house(euchre(pack=32, joker=True))).kitty_size == 12
    assert rules_for(read_house(euchre(hand_size=4, score=[{**ROW, "tricks": [3, 4]}, SET]))).tricks == 4
    fixed = rules_for(read_house({"extends": "two-handed-euchre", "joker": True, "fixed": {"lone_march": 3}}))
    assert (fixed.settings["joker"], fixed.settings["lone_march"], fixed.kitty_size) == (True, 3, 14)


def test_options_of_a_state_override_those_of_the_book() -> None:
    book = read_house(euchre(options={"stick_the_dealer": True, "target": 5}, target=7))
    assert rules_for(book).settings["stick_the_dealer"] is True
    assert rules_for(book).settings["target"] == 7
    overridden = rules_for(book, {"stick_the_dealer": False, "target": 11})
    assert (overridden.settings["stick_the_dealer"], overridden.settings["target"]) == (False, 11)
    assert overridden.book is book
    with pytest.raises(OptionsError):
        rules_for(book, {"no_such_option": 1})


@pytest.mark.parametrize(
    ("data", "options"),
    [
        (
            {"extends": "three-handed-euchre", "hand_size": 7, "options": {"dummy": False},
             "score": [{**ROW, "tricks": [4, 5, 6, 7]}, {**SET, "tricks": [0, 1, 2, 3]}]},
            {"dummy": True},
        ),
        ({"extends": "bid-euchre", "fixed": {"highest_bid": 4, "lone_calls": "none"}}, {"minimum_bid": 5}),
    ],
)  # fmt: skip
def test_options_of_a_state_keep_the_sums_right(data: dict[str, Any], options: dict[str, Any]) -> None:
    book = read_house(data)
    with pytest.raises((OptionsError, HouseError)):
        rules_for(book, options)


@pytest.mark.parametrize("data", [euchre(fixed={"stick_the_dealer": True}), {"extends": "bid-euchre", "score": [ROW]}])
def test_nothing_in_a_book_is_dropped_in_silence(data: dict[str, Any]) -> None:
    try:
        rules = rules_for(read_house(data))
    except HouseError:
        return
    assert all(rules.settings[name] == value for name, value in data.get("fixed", {}).items())
    assert "score" not in data


def test_where_a_bid_decides_who_plays_alone_nobody_declares_it() -> None:
    rules = rules_for(read_house({"extends": "bid-euchre", "fixed": {"alone": "any-maker", "defend_alone": "always"}}))
    moves = tuple(map(m.parse_move, ("ask", "pass", "pass", "pass", "call-H", "give-??", "give-??")))
    hand = Hand.replay(state_of(rules, 3, moves=moves))
    assert (hand.phase, hand.interjections) == ("play", [])
    ruling = hand.judge(m.parse_move("1:alone"))
    assert (ruling.rule, ruling.form) == ("alone.not-allowed", "bid")


def test_the_digest_names_the_rules_and_not_the_way_they_were_written() -> None:
    plain = read_house(euchre(target=7))
    same = [read_house(data) for data in (
        euchre(options={"target": 7}), {"target": 7, "extends": "turn-up"}, euchre(target=7, options={"alone": None}),
        euchre(options={"target": 7, "pack": 24}), euchre(target=7, hand_size=5, widow=0, name=None, fixed={}),
    )]  # fmt: skip
    assert {book.digest for book in same} == {plain.digest}
    assert all(book == plain and hash(book) == hash(plain) for book in same)
    others = [read_house(data) for data in (
        euchre(target=8), euchre(target=7, name="Ours"), euchre(target=7, pack=28), euchre(target=7, summary="Ours."),
        {"extends": "british-euchre", "target": 7}, euchre(target=7, score=[ROW, SET]))]  # fmt: skip
    assert len({book.digest for book in [plain, *others]}) == 7
    assert plain != find("euchre")
    assert len(str(plain.digest)) == 64
    swapped = [read_house(euchre(score=[{**ROW, "tricks": tricks}, SET])).digest for tricks in ([3, 4, 5], [5, 4, 3])]
    assert swapped[0] == swapped[1]


# -- books that are refused -----------------------------------------------------------------


SHAPES: dict[str, tuple[dict[str, Any], str, str]] = {
    "unknown field": (euchre(colour="red"), "/colour", "unknown-field"),
    "extends nothing": ({"name": "Ours"}, "/extends", "required"),
    "extends a number": ({"extends": 7}, "/extends", "wrong-type"),
    "extends no book": ({"extends": "euchr"}, "/extends", "unknown-variant"),
    "extends nonsense": ({"extends": "zzzzzz"}, "/extends", "unknown-variant"),
    "extends another revision": ({"extends": "euchre@99"}, "/extends", "unknown-variant"),
    "a name that is none": (euchre(name=7), "/name", "wrong-type"),
    "a blank name": (euchre(name="  "), "/name", "wrong-type"),
    "a long name": (euchre(name="x" * 401), "/name", "wrong-type"),
    "a summary with control characters": (euchre(summary="a\x1bb"), "/summary", "wrong-type"),
    "no cards": (euchre(hand_size=0), "/hand_size", "out-of-range"),
    "too many cards": (euchre(hand_size=13), "/hand_size", "out-of-range"),
    "half a card": (euchre(hand_size=2.5), "/hand_size", "wrong-type"),
    "true cards": (euchre(hand_size=True), "/hand_size", "wrong-type"),
    "a negative widow": (euchre(widow=-1), "/widow", "out-of-range"),
    "target zero": (euchre(target=0), "/target", "out-of-range"),
    "target too high": (euchre(target=1000), "/target", "out-of-range"),
    "a pack of 25": (euchre(pack=25), "/pack", "option-value"),
    "a pack that is true": (euchre(pack=True), "/pack", "option-value"),
    "a joker of one": (euchre(joker=1), "/joker", "wrong-type"),
    "options that are a list": (euchre(options=[]), "/options", "wrong-type"),
    "fixed that is a text": (euchre(fixed="x"), "/fixed", "wrong-type"),
    "an unknown setting": (euchre(fixed={"colour": "red"}), "/fixed/colour", "unknown-option"),
    "an unknown value": (euchre(fixed={"set_loses": "all"}), "/fixed/set_loses", "option-value"),
    "a number out of range": (euchre(fixed={"ask_value": 1000}), "/fixed/ask_value", "out-of-range"),
    "a pack of 26 for good": (euchre(fixed={"pack": 26}), "/fixed/pack", "option-value"),
    "one for true": (euchre(fixed={"laps": 1}), "/fixed/laps", "option-value"),
    "rows that are none": (euchre(score={}), "/score", "wrong-type"),
    "a row that is none": (euchre(score=[7]), "/score/0", "wrong-type"),
    "a row with another field": (euchre(score=[{**ROW, "colour": 1}]), "/score/0", "wrong-type"),
    "a row without an outcome": (euchre(score=[{"tricks": [3], "points": 1}]), "/score/0/outcome", "option-value"),
    "a row of another outcome": (euchre(score=[{**ROW, "outcome": "won"}]), "/score/0/outcome", "option-value"),
    "makers somewhere else": (euchre(score=[{**ROW, "makers": "away"}]), "/score/0/makers", "option-value"),
    "defender somewhere else": (euchre(score=[{**ROW, "defender": 1}]), "/score/0/defender", "option-value"),
    "to nobody": (euchre(score=[{**ROW, "to": "nobody"}]), "/score/0/to", "option-value"),
    "tricks that are a number": (euchre(score=[{**ROW, "tricks": 3}]), "/score/0/tricks", "wrong-type"),
    "tricks of halves": (euchre(score=[{**ROW, "tricks": [2.5]}]), "/score/0/tricks", "wrong-type"),
    "points below zero": (euchre(score=[{**ROW, "points": -1}]), "/score/0/points", "out-of-range"),
    "points that are true": (euchre(score=[{**ROW, "points": True}]), "/score/0/points", "wrong-type"),
    "no points": (euchre(score=[{"outcome": "made", "tricks": [3]}]), "/score/0/points", "wrong-type"),
    "an unknown option": (euchre(options={"colour": 1}), "/options/colour", "unknown-option"),
    "a value it has not": (euchre(options={"target": 1000}), "/options/target", "option-value"),
    "a target in words": (euchre(target="ten"), "/target", "wrong-type"),
    "a pack that the book has not": ({"extends": "two-handed-euchre", "pack": 28}, "/pack", "option-value"),
    "options that shut each other out": (
        euchre(options={"alone": "off", "canadian_loner": True}), "/options/canadian_loner", "options-conflict"),
}  # fmt: skip

SUMS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "six hands of five": (
        euchre(hand_size=6), "/hand_size", "out-of-range",
        "4 hands of 6, 1 turned up are 25 cards, and the pack has 24."),
    "the dealer of seven": (
        {"extends": "bid-euchre", "joker": True, "hand_size": 7}, "/hand_size", "out-of-range",
        "4 hands of 7, 1 more for the dealer are 29 cards, and the pack has 25."),
    "a widow too many": (
        {"extends": "hasenpfeffer", "widow": 2}, "/hand_size", "out-of-range",
        "4 hands of 6, a widow of 2 are 26 cards, and the pack has 25."),
    "a dummy too many": (
        {"extends": "three-handed-euchre", "hand_size": 7}, "/hand_size", "out-of-range",
        "3 hands of 7, 1 turned up, a dummy of 5 are 27 cards, and the pack has 24."),
    "a widow in a turn-up game": (euchre(widow=1), "/widow", "out-of-range", "Only bid games have a widow."),
    "no row for two tricks": (
        euchre(score=[ROW, {**SET, "tricks": [0, 1]}]), "/score", "options-conflict",
        "2 tricks with makers together, defenders together: no row of the score table."),
    "two rows for three tricks": (
        euchre(score=[ROW, {**SET, "tricks": [0, 1, 2, 3]}]), "/score", "options-conflict",
        "3 tricks with makers alone, defenders alone: rows 0, 1 of the score table."),
    "no row for loners": (
        euchre(score=[{**ROW, "makers": "together"}, SET]), "/score", "options-conflict",
        "5 tricks with makers alone, defenders together: no row of the score table."),
    "no row for lone defenders": (
        euchre(score=[{**ROW, "defender": "together"}, SET]), "/score", "options-conflict",
        "4 tricks with makers together, defenders alone: no row of the score table."),
    "a sixth trick without a row": (
        euchre(pack=32, hand_size=6, score=None), "/score", "options-conflict",
        "6 tricks with makers together, defenders together: no row of the score table."),
    "points of an option that there is not": (
        euchre(score=[{**ROW, "points": "colour"}, SET]), "/score/0/points", "unknown-option", "No such option."),
    "points of an option that is no number": (
        euchre(score=[{**ROW, "points": "alone"}, SET]), "/score/0/points", "unknown-option", "No such option."),
    "a bid that cannot be met": (
        {"extends": "bid-euchre", "hand_size": 4}, "/hand_size", "options-conflict",
        "A bid of 5 tricks cannot be met with 4 cards."),
    "no bid": (
        {"extends": "bid-euchre", "options": {"minimum_bid": 5}, "fixed": {"highest_bid": 4, "lone_calls": "none"}},
        "/options/minimum_bid", "options-conflict", "Bids begin at 5 and end at 4: no number is left to bid."),
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_a_book_that_cannot_be_read(name: str) -> None:
    data, pointer, code = SHAPES[name]
    with pytest.raises(HouseError) as refused:
        read_house(data)
    assert [(defect.pointer, defect.code) for defect in refused.value.defects] == [(pointer, code)]
    assert all(defect.detail and defect.hint for defect in refused.value.defects)
    assert f"{pointer}: " in str(refused.value)


@pytest.mark.parametrize("name", SUMS)
def test_a_sum_that_does_not_come_out(name: str) -> None:
    data, pointer, code, detail = SUMS[name]
    with pytest.raises(HouseError) as refused:
        read_house(data)
    assert (pointer, code, detail) in {(found.pointer, found.code, found.detail) for found in refused.value.defects}


def test_all_defects_of_shape_are_told_at_once() -> None:
    with pytest.raises(HouseError) as refused:
        read_house({"extends": "euchr", "name": 1, "pack": 1, "score": [1, {**ROW, "to": 0, "tricks": 0}], "x": 1})
    assert [defect.pointer for defect in refused.value.defects] == [
        "/x", "/extends", "/name", "/pack", "/score/0", "/score/1/to", "/score/1/tricks"]  # fmt: skip
    hints = {defect.pointer: str(defect.hint) for defect in refused.value.defects}
    assert "euchre" in hints["/extends"]


def test_what_a_book_may_fix_is_what_some_book_knows() -> None:
    known = settings_known()
    assert set(known) == set(NEUTRAL) | {name for book in books() for name in {**book.options, **book.fixed}}
    assert set(known["set_loses"]) == {"bid", "short", "six", "value"}


def test_a_book_with_too_many_options_is_refused_as_one_with_none_of_them() -> None:
    many = {f"option-{number}": True for number in range(101)}
    with pytest.raises(HouseError) as refused:
        read_house(euchre(options=many))
    assert [(one.pointer, one.code, one.value) for one in refused.value.defects] == [("/options", "too-many", 101)]
    with pytest.raises(OptionsError, match="101 options"):
        rules_for(find("euchre"), many)


@pytest.mark.parametrize(
    ("book", "pointer", "value"),
    [
        ({"fixed": {f"setting-{number}": 1 for number in range(30_000)}}, "/fixed", 30_000),
        ({"score": [{}] * 80_000}, "/score", 80_000),
        ({"score": [ROW, {**ROW, "tricks": [3] * 100_000}]}, "/score/1/tricks", 100_000),
        ({f"field-{number}": 1 for number in range(30_000)}, "", 30_001),
    ],
)
def test_a_book_of_very_many_parts_is_not_read_to_its_end(book: dict[str, Any], pointer: str, value: int) -> None:
    """What is refused is told once, and of the parts only as many are looked at as a book may have."""
    with pytest.raises(HouseError) as refused:
        read_house(euchre(**book))
    defects = refused.value.defects
    assert [(one.pointer, one.value) for one in defects if one.code == "too-many"] == [(pointer, value)]
    assert len(defects) <= 500


def test_the_books_have_fewer_parts_than_are_read() -> None:
    for book in books():
        assert len(book.score) < MOST_ROWS / 2
        assert len(book.fixed) < MOST_OPTIONS / 2
        assert max((len(row.tricks) for row in book.score), default=0) <= MOST_COUNTS


@pytest.mark.parametrize(
    ("book", "pointer"),
    [
        ({"a/b~c": 1}, "/a~1b~0c"),
        ({"fixed": {"a/b": 1}}, "/fixed/a~1b"),
        ({"options": {"a/b": 1}}, "/options/a~1b"),
        ({"options": {"extends": 1}}, "/options/extends"),
        ({"target": 0.5, "options": {"name": 1}}, "/target"),
    ],
)
def test_pointers_into_a_book_lead_there(book: dict[str, Any], pointer: str) -> None:
    with pytest.raises(HouseError) as refused:
        read_house(euchre(**book))
    assert pointer in [one.pointer for one in refused.value.defects]


def test_a_number_without_a_fraction_is_an_integer_and_every_trick_may_be_bid() -> None:
    assert rules_for(find("euchre"), {"target": 11.0}).settings["target"] == 11
    book = read_house({"extends": "bid-euchre", "options": {"plain_six": True}})
    assert m.parse_move("bid-6") in rules_for(book).level
