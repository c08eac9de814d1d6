"""Every option of every variant does something: each of its values gives another answer than the others."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from itertools import combinations, count
from random import Random
from typing import Any

import pytest
from tests.law.test_judge import carry_on
from tests.strategies import random_deal

from euchred.law import moves as m
from euchred.law.cards import kinds, parse_card
from euchred.law.deal import deal
from euchred.law.hand import Hand
from euchred.law.judge import judge
from euchred.law.order import NO_TRUMP
from euchred.law.point import who_wins, worth
from euchred.law.rules import Rules, rules_for
from euchred.law.state import State, state_of
from euchred.law.variant import Value, books, find, spelled

# What must be set besides for an option to come to bear, where the book has that option.
BESIDES: dict[str, dict[str, Value]] = {
    "alone_lead": {"partners_best": False}, "both_reach": {"opponents_score": "tricks"},
    "dealer_discard": {"joker": True}, "joker_in_no_trump": {"joker": True}, "joker_turned_up": {"joker": True},
    "moon_beats_ask": {"lone_calls": "ask-and-moon"}, "partner_gives": {"lone_calls": "ask-and-moon"},
    "set_loses": {"lone_calls": "ask-and-moon"},
}  # fmt: skip
# Values that mean the same where seats are few, and why.
SAME = {
    ("three-handed-euchre", "alone", "any-maker", "caller"): "the caller is the whole side",
    ("two-handed-euchre", "renege_lone_points", "4", "2"): "nobody goes alone",
}


def hand_of(rules: Rules, moves: str, up_card: str = "9H", **hands: str) -> Hand:
    """A hand dealt by the last seat; `h0="…"` is what seat 0 holds, twice over in a double deck."""
    held = [tuple(map(parse_card, hands.get(f"h{seat}", "").split())) or None for seat in range(rules.n)]
    dealt = tuple(hand and (hand * rules.book.copies)[: rules.hand_dealt(seat, rules.n - 1)] for seat, hand in
                  enumerate(held))  # fmt: skip
    up = parse_card(up_card) if rules.book.up_card else None
    made = tuple(map(m.parse_move, moves.split()))
    return Hand.replay(state_of(rules, rules.n - 1, hands=dealt, up_card=up, moves=made).check())


def tokens(hand: Hand) -> list[str]:
    """The legal moves, as tokens."""
    return sorted(map(m.token, hand.moves))


def trump_made(rules: Rules, caller: int = 0) -> Hand:
    """A hand in which a seat has made hearts trump and the exchange is done."""
    if rules.turn_up:
        return hand_of(rules, " ".join(["pass"] * caller + ["order", "discard-??"]))
    hand = hand_of(rules, " ".join(["pass"] * caller + ["bid-3"]))
    while hand.phase == "auction":
        hand.push(m.PASS)
    hand.push(m.CALL + 1)
    if hand.phase == "exchange":
        hand.push(m.DISCARD + 33)
    return hand


def all_pass(rules: Rules, less: int = 0) -> Hand:
    """A hand in which everybody but the last seats has passed for good."""
    return hand_of(rules, "pass " * (rules.n * (2 if rules.turn_up else 1) - less))


def alone_by_caller(rules: Rules, caller: int = 0) -> Hand:
    """A hand in which the caller plays alone and nobody else."""
    hand = trump_made(rules, caller)
    hand.push(m.ALONE)
    return hand


def on(hand: Hand) -> Hand:
    """The hand with all passing who are still asked whether to go alone."""
    return hand.elided() or hand


def points(rules: Rules, call: str, took: int, *alone: int, before: int = 0) -> Any:
    """What a hand of seat 0 is worth, and what comes of the game."""
    tricks = [took, rules.tricks - took] + [0] * (len(rules.sides) - 2)
    score = [before] + [0] * (len(rules.sides) - 1)
    result = worth(rules, m.parse_move(call), 0, alone, tricks, score, rules.n - 1)
    return result.points, result.winner, result.next_score, result.games


def lowest(rules: Rules) -> list[int]:
    """From which totals on a made hand of seat 0 wins the game."""
    return [before for before in range(45) if points(rules, "order" if rules.turn_up else "bid-3", 3, before=before)[1]
            is not None]  # fmt: skip


def prices(rules: Rules) -> list[Any]:
    """What failed bids cost."""
    calls = [(m.BID + 5, 2), (m.ASK, rules.tricks - 1), (m.BIG_PEPPER, rules.tricks - 1)]
    return [points(rules, m.token(call), took)[0] for call, took in calls if call in rules.level]


def both_there(rules: Rules) -> int | None:
    """Who wins when one hand brings the bidders, seat 0's side, and the higher others to the target."""
    half, target = rules.tricks // 2, int(rules.settings["target"])
    return worth(rules, m.BID + 3, 0, (), (half, half), (target - 2, target - 1), 3).winner


def joker_up(rules: Rules) -> Any:
    """What follows when the joker is turned up."""
    hand = hand_of(rules, "", "JK")
    if hand.phase == "auction":
        return hand.seat, hand.judge(m.ORDER).facts["suit"]
    return hand.seat, hand_of(rules, "call-C", "JK").phase


def farmer(rules: Rules) -> str:
    """What a claim of a farmer's hand leads to."""
    hand = hand_of(rules, "", "AS", h0="9S TS 9H TH 9D")
    if m.CLAIM_FARMERS_HAND not in hand.moves:
        return "not offered"
    hand.push(m.CLAIM_FARMERS_HAND)
    return hand.phase


def puts_down(rules: Rules) -> list[bool]:
    """Whether the dealer may put the up-card down: ordered by the first seat, and by his own call."""
    last = f"h{rules.n - 1}"
    calls = ("order", "pass " * (rules.n - 1) + "order")
    return ["discard-9H" in tokens(hand_of(rules, call, **{last: "9S TS QD KD AC"})) for call in calls]


def piles(rules: Rules) -> list[int]:
    """How many cards lie where."""
    state = deal(rules, "piles", rules.n - 1)
    return [len(pile or ()) for pile in (*state.hands, state.dummy, state.kitty)]


@cache
def renege(variant: str, alone: bool) -> State:
    """A whole record with one renege, of a defender against a loner or of anybody; under the default options."""
    rules = rules_for(find(variant))
    wanted = [m.ORDER, m.BID + 3, m.CALL + 1, *([m.ALONE] if alone else []), m.PASS]
    for seed in count():
        rng = Random(f"{variant} {seed}")
        state = random_deal(rules, rng)
        hand = Hand(state_of(rules, state.dealer, hands=state.hands, up_card=state.up_card, widow=state.widow,
                             dummy=state.dummy, kitty=state.kitty))  # fmt: skip
        while hand.phase != "play":
            hand.push(next((move for move in wanted if move in hand.moves), hand.moves[0]))
        while hand.phase == "play":
            assert hand.seat is not None
            held = set(kinds(hand.table.cards.held[hand.seat]))
            wrong = sorted(held - set(hand.moves))
            if wrong and not (alone and hand.table.is_maker(hand.seat)):
                return carry_on(State(**{**fields(hand.now()), "moves": (*hand.record, wrong[0])}), rng)
            hand.push(rng.choice(list(hand.moves)))
    raise AssertionError


def fields(state: State) -> dict[str, Any]:
    """The fields of a state."""
    return {field.name: getattr(state, field.name) for field in dataclasses.fields(State) if field.init}


def reneged(rules: Rules, alone: bool = False) -> Any:
    """What the judge makes of a renege."""
    state = renege(rules.book.id, alone and m.ALONE in rules.actions)
    verdict = judge(State(**{**fields(state), "rules": rules}))
    (found,) = verdict.violations
    assert verdict.result is not None
    return found.penalty, verdict.result.outcome, verdict.result.points, verdict.result.penalties


PROBES: dict[str, Callable[[Rules], Any]] = {
    "ace_no_face": lambda rules: "claim-ace-no-face" in tokens(hand_of(rules, "", "KD", h0="AS TS 9S TH 9D 9H")),
    "all_pass": lambda rules: (all_pass(rules).phase, all_pass(rules).seat),
    "alone": lambda rules: (on(trump_made(rules)).phase, trump_made(rules).alone_open),
    "alone_lead": lambda rules: on(alone_by_caller(rules, 1)).seat,
    "alone_timing": lambda rules: tokens(hand_of(rules, "")),
    "bid_rounds": lambda rules: hand_of(rules, "bid-3 pass pass bid-4").phase,
    "bidding": lambda rules: tokens(hand_of(rules, "")),
    "both_reach": both_there,
    "canadian_loner": lambda rules: tokens(hand_of(rules, "pass")),
    "dealer_discard": lambda rules: hand_of(rules, "").phase,
    "defend_alone": lambda rules: (trump_made(rules).alone_open, alone_by_caller(rules).alone_open),
    "dummy": piles,
    "farmers_hand": farmer,
    "identical_cards": lambda rules: who_wins(rules, 0, (*[parse_card("AH")] * 2, 10), (0, 1, 2)).ranking,
    "joker": piles,
    "joker_in_no_trump": lambda rules: who_wins(rules, NO_TRUMP, (10, 32, 15), (0, 1, 2)).ranking,
    "joker_turned_up": joker_up,
    "laps": lambda rules: points(rules, "order", 5, before=9),
    "lead": lambda rules: on(trump_made(rules, 1)).seat,
    "lone_calls": lambda rules: tokens(hand_of(rules, "")),
    "lone_defender_euchre": lambda rules: points(rules, "order", 2, 1),
    "lone_defender_march": lambda rules: points(rules, "order", 0, 1),
    "lone_euchred": lambda rules: points(rules, "order", 2, 0),
    "lone_march": lambda rules: points(rules, "order", 5, 0),
    "minimum_bid": lambda rules: tokens(hand_of(rules, "")),
    "moon_beats_ask": lambda rules: hand_of(rules, "ask").phase,
    "no_trump": lambda rules: tokens(
        all_pass(rules, rules.n) if rules.turn_up else hand_of(rules, "bid-3 pass pass pass")),
    "opponents_score": lambda rules: points(rules, "bid-3", 3),
    "pack": piles,
    "partner_gives": lambda rules: tokens(
        hand_of(rules, "ask pass pass pass call-H give-9C", h2="JD TH 9H KC QD 9S")),
    "partners_best": lambda rules: on(alone_by_caller(rules)).phase,
    "pick_up": puts_down,
    "plain_six": lambda rules: tokens(hand_of(rules, "")),
    "reentry": lambda rules: hand_of(rules, "pass bid-1 bid-2 bid-3").seat,
    "renege": reneged,
    "renege_hand": reneged,
    "renege_lone_points": lambda rules: reneged(rules, alone=True),
    "renege_points": reneged,
    "set_loses": prices,
    "slam": lambda rules: points(rules, "order", 5, before=9),
    "stick_the_dealer": lambda rules: tokens(all_pass(rules, 1)),
    "super_euchre": lambda rules: points(rules, "order", 0),
    "target": lowest,
    "turned_down_suit": lambda rules: tokens(all_pass(rules, rules.n)),
}  # fmt: skip


def test_every_option_has_its_probe_and_no_probe_is_left_over() -> None:
    assert set(PROBES) == {name for book in books() for name in book.options}
    named = {(book.id, name) for book in books() for name in book.options}
    assert {(variant, name) for variant, name, *_ in SAME} <= named


OPTIONS = [(book.id, name) for book in books() for name in book.options]


@pytest.mark.parametrize(("variant", "name"), OPTIONS, ids=[f"{variant} {name}" for variant, name in OPTIONS])
def test_each_value_gives_another_answer(variant: str, name: str) -> None:
    book = find(variant)
    besides = {other: value for other, value in BESIDES.get(name, {}).items() if other in book.options}
    answers = {value: PROBES[name](rules_for(book, {**besides, name: value})) for value in book.options[name].values}
    assert len(answers) > 1
    for one, other in combinations(answers, 2):
        same = (variant, name, spelled(one), spelled(other)) in SAME
        assert (answers[one] == answers[other]) == same, (one, other, answers[one])
    if name not in besides:
        assert PROBES[name](rules_for(book, besides)) == answers[book.options[name].default]
