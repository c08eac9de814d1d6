"""Point questions: who wins a trick, what may be played, what a hand is worth; each answer and each defect."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tests.strategies import random_deal, random_record, random_rules

from euchred.law import moves as m
from euchred.law.cards import CODES, parse_card
from euchred.law.hand import Hand
from euchred.law.order import LED_CODES, TRUMPS
from euchred.law.point import what_follows, who_wins, worth
from euchred.law.position import tricks
from euchred.law.rules import Rules, rules_for
from euchred.law.score import Result
from euchred.law.state import ImpossibleState
from euchred.law.variant import find


def rules(variant: str, **options: object) -> Rules:
    """The rules of a variant."""
    return rules_for(find(variant), options)


def cards(text: str) -> list[int]:
    """Cards of a text."""
    return [parse_card(code) for code in text.split()]


def refused(ask: Any, *given: Any) -> list[tuple[str, str]]:
    """Pointers and codes of what is wrong with a question."""
    with pytest.raises(ImpossibleState) as error:
        ask(*given)
    assert all(defect.detail and defect.hint for defect in error.value.defects)
    return [(defect.pointer, defect.code) for defect in error.value.defects]


# -- who wins ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "trump", "trick", "ranking", "rule"),
    [
        (rules("euchre"), "H", "KH JD 9H AH", [1, 3, 0, 2], "trick.highest-trump"),
        (rules("euchre"), "H", "AS 9S 9H AD", [2, 0, 1, 3], "trick.highest-trump"),
        (rules("euchre"), "C", "TS QS AD", [1, 0, 2], "trick.highest-of-suit-led"),
        (rules("euchre"), "S", "9D", [0], "trick.highest-of-suit-led"),
        (rules("euchre", joker=True), "S", "JS JK JC AS", [1, 0, 2, 3], "trick.highest-trump"),
        (rules("euchre", joker=True), "NT", "9H JK AH TH", [1, 2, 3, 0], "trick.joker-in-no-trump"),
        (rules("euchre", joker=True, joker_in_no_trump="worst"), "NT", "9H JK AH", [2, 0, 1],
         "trick.highest-of-suit-led"),
        (rules("euchre", joker=True, joker_in_no_trump="worst"), "NT", "JK AH", [0, 1], "trick.joker-in-no-trump"),
        (rules("bid-euchre"), "LOW", "TH 9H AH QS", [1, 0, 2, 3], "trick.highest-of-suit-led"),
        (rules("double-deck-bid-euchre"), "S", "9H AH AH TH", [1, 2, 3, 0], "trick.identical-cards"),
        (rules("double-deck-bid-euchre", identical_cards="last"), "S", "9H AH AH TH", [2, 1, 3, 0],
         "trick.identical-cards"),
        (rules("double-deck-bid-euchre", identical_cards="last"), "S", "9H AD AD TH", [3, 0, 1, 2],
         "trick.highest-of-suit-led"),
        (rules("double-deck-bid-euchre", identical_cards="last"), "H", "9H JD JD JH", [3, 2, 1, 0],
         "trick.highest-trump"),
    ],
)  # fmt: skip
def test_who_wins(book: Rules, trump: str, trick: str, ranking: list[int], rule: str) -> None:
    played = cards(trick)
    seats: Sequence[int | None] = [2, 3, 0, 1][: len(played)]
    answer = who_wins(book, TRUMPS.index(trump), played, seats)
    assert (list(answer.ranking), answer.ruling.rule, answer.ruling.seat) == (ranking, rule, seats[ranking[0]])
    assert answer.ruling.facts["card"] == CODES[played[ranking[0]]]
    assert answer.ruling.facts["led"] == LED_CODES[answer.led]
    without = who_wins(book, TRUMPS.index(trump), played, [None] * len(played))
    assert (without.ranking, without.ruling.seat) == (answer.ranking, None)


def test_the_winner_of_a_trick_is_the_leader_of_the_next() -> None:
    rng = Random("leaders")
    asked = 0
    for _ in range(150):
        state = random_record(random_deal(random_rules(rng), rng), rng, rng.choice((None, None, 14)))
        hand = Hand.replay(state)
        for trick, following in pairwise(tricks(hand.table)):
            seats, played = zip(*trick.plays, strict=True)
            answer = who_wins(state.rules, hand.table.trump or 0, played, seats)
            assert answer.ruling == trick.ruling
            assert answer.ruling.seat == trick.winner == following.leader
            assert LED_CODES[answer.led] == trick.led
            asked += 1
    assert asked > 200


def test_tricks_that_cannot_be() -> None:
    euchre, double = rules("euchre"), rules("double-deck-bid-euchre")
    assert refused(who_wins, euchre, 0, [], []) == [("/cards", "wrong-length")]
    assert refused(who_wins, euchre, 0, cards("9S TS JS QS KS"), [None] * 5) == [("/cards", "wrong-length")]
    assert refused(who_wins, rules("two-handed-euchre"), 0, cards("9S TS JS"), [None] * 3) == [
        ("/cards", "wrong-length")]  # fmt: skip
    assert refused(who_wins, euchre, 0, cards("?? JK 7S 9S"), [None] * 4) == [
        ("/cards/0", "unknown-card"), ("/cards/1", "not-in-pack"), ("/cards/2", "not-in-pack")]  # fmt: skip
    assert refused(who_wins, euchre, 0, cards("9S TS 9S"), [None] * 3) == [("/cards/2", "card-twice")]
    assert refused(who_wins, double, 0, cards("9S 9S 9S"), [None] * 3) == [("/cards/2", "card-twice")]
    with pytest.raises(ImpossibleState) as error:
        who_wins(euchre, 0, cards("JK"), [0])
    assert "option joker" in str(error.value.defects[0].hint)
    with pytest.raises(ImpossibleState) as error:
        who_wins(rules("two-handed-euchre"), 0, cards("JK"), [0])
    assert "option joker" not in str(error.value.defects[0].hint)


# -- what may be played ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "trump", "trick", "hand", "led", "legal", "verdicts"),
    [
        (rules("euchre"), "H", "9H", "JD AC QD", "H", "JD", "follow-suit any=illegal any=illegal"),
        (rules("euchre"), "H", "9D", "JD AC", "D", "JD AC", "any-card any-card"),
        (rules("euchre"), "H", "", "JD AC", None, "JD AC", "lead lead"),
        (rules("hasenpfeffer"), "NT", "JK", "JD AC", "JK", "JD AC", "any-card any-card"),
        (rules("hasenpfeffer"), "NT", "9D", "JK AD", "D", "AD", "follow-suit=illegal follow-suit"),
        (rules("double-deck-bid-euchre"), "H", "9S 9S", "AS AS KD", "S", "AS", "follow-suit follow-suit=illegal"),
    ],
)
def test_what_may_be_played(
    book: Rules, trump: str, trick: str, hand: str, led: str | None, legal: str, verdicts: str
) -> None:
    suit, moves, rulings = what_follows(book, TRUMPS.index(trump), cards(trick), cards(hand))
    assert suit == (-1 if led is None else LED_CODES.index(led))
    assert sorted(moves) == sorted(cards(legal))
    assert [ruling.legal for ruling in rulings] == ["=illegal" not in word for word in verdicts.split()]
    assert {ruling.move for ruling in rulings if ruling.legal} == set(moves)
    named = [word.removesuffix("=illegal") for word in verdicts.split()]
    assert [r.rule for r in rulings] == [f"play.{'follow-suit' if word == 'any' else word}" for word in named]


def test_hands_that_cannot_be() -> None:
    euchre = rules("euchre")
    assert refused(what_follows, euchre, 0, cards("9S"), []) == [("/hand", "hand-size")]
    assert refused(what_follows, euchre, 0, [], cards("9S TS JS QS KS AS")) == [("/hand", "hand-size")]
    assert refused(what_follows, euchre, 0, cards("9S TS JS QS"), cards("KS")) == [("/cards", "wrong-length")]
    assert refused(what_follows, euchre, 0, cards("9S ??"), cards("KS 9S 8S ?? KS")) == [
        ("/cards/1", "unknown-card"), ("/hand/1", "card-twice"), ("/hand/2", "not-in-pack"),
        ("/hand/3", "unknown-card"), ("/hand/4", "card-twice")]  # fmt: skip


# -- what it is worth ------------------------------------------------------------------------


def points(book: Rules, call: str, took: Sequence[int], *alone: int, score: Sequence[int] = (0, 0)) -> Result:
    """What a hand of caller 0 and dealer 3 is worth."""
    return worth(book, m.parse_move(call), 0, alone, took, score, book.n - 1)


def test_what_a_hand_is_worth() -> None:
    euchre, bid, pepper = rules("euchre"), rules("bid-euchre"), rules("hasenpfeffer", bidding="peppers")
    assert points(euchre, "order", (3, 2)).points == (1, 0)
    assert points(euchre, "call-H-alone", (5, 0)).points == points(euchre, "call-H", (5, 0), 0).points == (4, 0)
    assert points(euchre, "order-alone", (5, 0), 0).points == (4, 0)
    assert points(euchre, "order", (1, 4), 1).outcome == "defended-alone"
    assert points(euchre, "order", (1, 4), 0, 3).points == (0, 2)
    assert points(euchre, "pass", (0, 0)).outcome == "passed-out"
    assert points(euchre, "order", (3, 2), score=(9, 9)).winner == 0
    assert points(bid, "ask", (6, 0)).points == points(bid, "ask", (6, 0), 0).points == (12, 0)
    assert points(bid, "moon", (5, 1)).points == (-6, 1)
    assert points(bid, "bid-5", (4, 2)).points == (-5, 2)
    assert points(pepper, "big-pepper", (6, 0)).points == (12, 0)
    assert points(pepper, "little-pepper", (5, 1)).points == (-6, 0)
    three = points(rules("three-handed-euchre"), "order", (2, 2, 1), score=(0, 0, 9))
    assert (three.points, three.winner, three.next_dealer) == ((0, 2, 2), 2, 0)


def test_hands_that_were_not_played_so() -> None:
    euchre, bid, three = rules("euchre"), rules("bid-euchre"), rules("three-handed-euchre")
    for book, call in ((euchre, "bid-3"), (euchre, "alone"), (euchre, "call-LOW"), (bid, "order"), (bid, "bid-6"),
                       (rules("two-handed-euchre"), "call-H-alone"), (bid, "call-H")):  # fmt: skip
        size = [book.tricks] + [0] * (len(book.sides) - 1)
        assert refused(points, book, call, size) == [("/call", "unknown-move")], call
    assert refused(points, euchre, "order", (3, 3)) == [("/tricks", "out-of-range")]
    assert refused(points, euchre, "order", (6, -1)) == [("/tricks", "out-of-range")]
    assert refused(points, euchre, "order", (3, 1, 1)) == [("/tricks", "wrong-length")]
    assert refused(points, three, "order", (3, 2)) == [("/tricks", "wrong-length")]
    for alone in ((0, 2), (1, 3), (0, 0), (0, 1, 3)):
        assert refused(points, euchre, "order", (3, 2), *alone) == [("/alone", "out-of-range")], alone
    assert refused(points, three, "order", (3, 1, 1), 1, 2) == [("/alone", "out-of-range")]
    assert refused(points, euchre, "ask", (9,), 0, 2) == [
        ("/call", "unknown-move"), ("/tricks", "wrong-length"), ("/alone", "out-of-range")]  # fmt: skip
