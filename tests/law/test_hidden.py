"""Exactness about hidden cards: the law against counting out every layout, in every variant (contract §7, §8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from tests.differential.counting import choose, compare, compare_refusals, shown_state
from tests.differential.hiding import hide_few, hide_most, leaning, shown, unseen_record
from tests.differential.layouts import Layouts, TooMany
from tests.strategies import random_deal, random_move, random_rules

from euchred.law import moves as m
from euchred.law.cards import parse_card
from euchred.law.hand import Hand, IllegalMove
from euchred.law.rules import Rules, rules_for
from euchred.law.state import State, state_of
from euchred.law.variant import OptionsError, Value, find

# Variant, options that are set (the others at random), and how the auction begins (`any`: any legal move).
SCENES: dict[str, tuple[str, dict[str, Value], str]] = {
    "joker-holder": ("hasenpfeffer", {"all_pass": "joker-holder-bids-three"}, "pass pass pass pass"),
    "widow": ("hasenpfeffer", {}, ""),
    "ask": ("bid-euchre", {"no_trump": "high", "joker": False}, "ask"),
    "seven-cards": ("bid-euchre", {"joker": True, "dealer_discard": "before-bidding", "ace_no_face": True}, ""),
    "seven-cards-late": ("bid-euchre", {"joker": True, "dealer_discard": "after-trump", "ace_no_face": True}, "ask"),
    "seven-cards-ask": ("bid-euchre", {"joker": True, "dealer_discard": "before-bidding"}, "any ask"),
    "ace-no-face": ("bid-euchre", {"ace_no_face": True, "joker": False}, ""),
    "double-deck-ask": ("double-deck-bid-euchre", {"lone_calls": "ask-and-moon"}, "ask"),
    "double-deck": ("double-deck-bid-euchre", {"ace_no_face": True}, ""),
    "swap": ("euchre", {"ace_no_face": True, "farmers_hand": "swap-three"}, ""),
    "swap-28": ("euchre", {"farmers_hand": "swap-three", "pack": 28, "joker": True}, ""),
    "redeal": ("euchre", {"ace_no_face": True, "farmers_hand": "redeal", "pack": 32}, ""),
    "any-card": ("euchre", {"pick_up": "any-card"}, "order"),
    "keep-up-card": ("euchre", {"pick_up": "keep-up-card"}, "order"),
    "decline": ("euchre", {"pick_up": "decline-when-ordered"}, "order"),
    "british-swap": ("british-euchre", {"farmers_hand": "swap-three", "ace_no_face": True}, ""),
    "british-no-trump": ("british-euchre", {"no_trump": "round-two"}, "pass pass pass pass"),
    "best-with-call": ("railroad-euchre", {"alone_timing": "with-call"}, "order-alone"),
    "best": ("railroad-euchre", {"defend_alone": "always"}, "order"),
    "dummy": ("three-handed-euchre", {"dummy": True}, "order"),
    "dummy-joker": ("three-handed-euchre", {"joker": True}, "pass pass order"),
    "two-handed": ("two-handed-euchre", {}, ""),
}  # fmt: skip


def scene_rules(name: str, rng: Random) -> Rules:
    """The rules of a scene, all that it does not set at random."""
    variant, options, _ = SCENES[name]
    while True:
        try:
            return rules_for(find(variant), {**random_rules(rng, find(variant)).options, **options})
        except OptionsError:
            continue


def opening(name: str, state: State, rng: Random) -> list[int]:
    """How the auction of a scene begins, as far as that is legal."""
    hand = Hand(state)
    for word in SCENES[name][2].split():
        move = choose(hand, rng) if word == "any" else m.parse_move(word)
        if hand.phase == "over" or not hand.judge(move).legal:
            break
        hand.push(move)
    return list(hand.record)


def play_on(state: State, hidden: Hand, counted: Layouts, most: int, moves: Iterator[int], rng: Random) -> int:
    """Plays a hand on and holds it against its layouts at every move; answers how many positions were compared."""
    positions = 0
    try:
        while True:
            compare(hidden, counted)
            positions += 1
            if hidden.phase == "over":
                return positions
            if rng.random() < 0.25:
                compare_refusals(state, hidden.record, hidden, counted, rng)
            move = next(moves, None)
            if move is None:
                move = choose(hidden, rng) if rng.randrange(2) else random_move(hidden, rng)
            counted = counted.after(move, most)
            assert counted.hands, f"{m.token(move)} is listed and no layout allows it"
            hidden.push(move)
    except TooMany:
        return positions
    except (AssertionError, IllegalMove, pytest.fail.Exception) as error:
        raise AssertionError(f"{error}\n{shown_state(state, hidden.record)}") from error


@pytest.mark.parametrize("name", SCENES)
def test_few_hidden_cards_from_the_deal_on(name: str) -> None:
    positions = 0
    for seed in range(7):
        rng = Random(f"few {name} {seed}")
        state = hide_few(leaning(random_deal(scene_rules(name, rng), rng), rng), rng, 60)
        start = iter(opening(name, state, rng))
        positions += play_on(state, Hand(state), Layouts.of(state, 60), 480, start, rng)
    assert positions > 30


def whole_hand(name: str, state: State, rng: Random) -> list[int]:
    """The moves of a whole hand of which all is known."""
    hand = Hand(state)
    hand.extend(opening(name, state, rng))
    while hand.phase != "over":
        hand.push(rng.choice(list(hand.moves)))
    return list(hand.record)


def countable(state: State, sent: list[int], most: int) -> tuple[Hand, Layouts] | None:
    """The first position of a record of which all layouts can be counted out."""
    for end in range(len(sent) + 1):
        hidden = Hand.replay(replace(state, moves=tuple(sent[:end])))
        try:
            return hidden, Layouts.of(replace(shown(state, hidden), moves=tuple(sent[:end])), most)
        except TooMany:
            continue
    return None


@pytest.mark.parametrize("name", SCENES)
def test_endings_of_hidden_hands(name: str) -> None:
    endings = 0
    for seed in range(90):
        rng = Random(f"ending {name} {seed}")
        full = leaning(random_deal(scene_rules(name, rng), rng), rng)
        sent = unseen_record(full, whole_hand(name, full, rng), rng)
        state = hide_most(full, rng)
        found = countable(state, sent, 250)
        if found and found[0].phase != "over":
            rest = sent[len(found[0].record) :]
            play_on(state, *found, 500, iter(rest[: rng.randint(0, len(rest))]), rng)
            endings += 1
        if endings == 6:
            return
    raise AssertionError(f"only {endings} hands had an ending to count out")


RENEGES = {
    "null-hand": ("euchre", "9H", "pass order discard-?? AS KC QS 9S TC KS", 8),
    "discard-unseen": ("two-handed-euchre", "KS", "pass order discard-?? TH QS JS JH AH", 7),
}


@pytest.mark.parametrize("name", RENEGES)
def test_a_record_that_shows_a_renege_is_refused_where_it_shows(name: str) -> None:
    variant, up_card, words, index = RENEGES[name]
    moves = tuple(m.parse_move(word) for word in words.split())
    rules = rules_for(find(variant))
    state = state_of(rules, rules.n - 1, up_card=parse_card(up_card), moves=moves)
    with pytest.raises(IllegalMove) as refused:
        Hand.replay(state)
    assert (refused.value.index, refused.value.ruling.rule) == (index, "play.renege-shown")


def test_an_unseen_gift_was_of_no_suit_that_its_taker_has_refused_since() -> None:
    """Seat 3 did not follow diamonds, trump: what seat 1 gave was not the joker (railroad, partner's best)."""
    dealt = ("KD JD QD 9S QC", "QS AS KH JK 9H", "9C JC AD JH KC", "TS TC JS QH AC")
    hands = tuple(tuple(parse_card(word) for word in hand.split()) for hand in dealt)
    record = "pass pass order discard-QC alone discard-JS give-?? TD AD AC 9C TC 9S"
    moves = tuple(m.parse_move(word) for word in record.split())
    rules = rules_for(find("railroad-euchre"), {"defend_alone": "off"})
    state = state_of(rules, 0, hands=hands, up_card=parse_card("TD"), moves=moves)
    assert sorted(map(m.token, Hand.replay(state).moves)) == ["9H", "AS", "KH", "QH", "QS", "TS"]
