"""What fuzzing found (`python -m fuzz.law`): each finding with what is right."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from test_cases import state_in
from tests.strategies import hide, random_deal, random_record

from euchred.law import moves as m
from euchred.law import rules as rules_module
from euchred.law.catalog import _state as with_nulls
from euchred.law.claims import ClaimTooLarge, judge_claim
from euchred.law.hand import Hand
from euchred.law.house import HouseError, read_house
from euchred.law.irregular import Record
from euchred.law.judge import judge
from euchred.law.rules import Rules, rules_for, rules_of
from euchred.law.state import State
from euchred.law.variant import find

RAILROAD = {"variant": "railroad-euchre", "options": {"alone_timing": "with-call", "defend_alone": "off"}}
DOUBLE_ASK = {"variant": "double-deck-bid-euchre", "options": {"lone_calls": "ask-and-moon"}}


def state(**body: Any) -> State:
    """A state in its wire form."""
    return state_in(with_nulls(body))


# -- the judge accused where the record is legal --------------------------------------------


GIFTS = {
    "a card of the partner's known hand, given unseen": state(
        **RAILROAD, dealer=3, up_card="QH",
        hands=["9S TS QS 9C TC", "9D TD QD KD AS", "9H TH KC QC AC", "JS KS JC AD JH"],
        moves="order-alone discard-JS discard-9S give-?? / 9D AD KC",
    ),
    "the only card of the partner, the gift's twin with its giver": state(
        **DOUBLE_ASK, dealer=3,
        hands=["??", "QD KH JH TC ?? AS KS 9H ?? ?? ?? ??", "??", "??"],
        moves="bid-4 bid-8 bid-12 ask call-C give-TC give-?? AS KD JD QH 9H JC 9C JS KH 9S JH QD JD AD AC 9C TC QH TH "
              "AH JC QC QC KD AC TS TD",
    ),
    "one copy given by the partner, the other in a hand not known": state(
        variant="double-deck-bid-euchre", dealer=1,
        options={"lone_calls": "ask-and-moon", "lead": "eldest", "partner_gives": "free-choice"},
        hands=["??", "TD AD QD 9S 9H JS AS KS KH 9D KC KC", "AC ?? ?? ?? QS ?? TC ?? TS QH QC AS",
               "JD JC 9H KD 9D QC JH JH TH 9C AH KH"],
        moves="bid-6 bid-12 pass ask call-D give-QD give-?? AD AH JD KC QC TC TD JD TS AC AC KC QH TH 9H QS JS JS TS",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GIFTS)
def test_a_gift_that_nobody_named_is_held_by_its_taker(name: str) -> None:
    sent = GIFTS[name]
    assert Hand.replay(sent).phase == "play"
    assert not judge(sent).violations, judge(sent).summary


def test_only_one_card_was_given() -> None:
    """Railroad: the first card of the partner's hand that the loner plays was the gift; a second one is not held."""
    sent = replace(GIFTS["a card of the partner's known hand, given unseen"], moves=())
    moves = "order-alone discard-JS discard-9S give-?? 9D AD KC KS TS AS TD JC AC"
    verdict = judge(replace(sent, moves=tuple(map(m.parse_move, moves.split()))))
    assert [(one.index, one.ruling.rule) for one in verdict.violations] == [(12, "play.not-held")]


def test_the_only_card_of_a_partner_is_the_gift() -> None:
    """A house game of one trick: what the loner leads is all that his partner held."""
    row = {"outcome": "made", "tricks": [0, 1], "points": 1}
    rules = rules_for(read_house({"extends": "railroad-euchre", "hand_size": 1, "score": [row]}))
    rng = Random("one card")
    judged = 0
    for _ in range(150):
        sent = random_record(hide(random_deal(rules, rng), rng), rng, unseen=True)
        judged += m.GIVE + 33 in sent.moves
        assert not judge(sent).violations, judge(sent).summary
    assert judged > 5


def test_a_loner_who_took_an_unseen_gift_follows_with_the_cards_he_is_known_to_hold() -> None:
    """His own spades are known, the gift is not: he may not throw a club, and may not refuse whatever he was given."""
    sent = GIFTS["a card of the partner's known hand, given unseen"]
    moves = [*sent.moves[:6], *map(m.parse_move, ["TS", "KS"])]
    hand = Hand.replay(replace(sent, moves=tuple(moves)))
    assert (hand.seat, hand.certain) == (0, True)
    assert sorted(map(m.token, hand.moves)) == ["QS"]
    club = hand.judge(m.parse_move("9C"))
    assert (club.rule, club.legal, club.facts["held"]) == ("play.follow-suit", False, ["QS"])


# -- irregular records that the judge could not take ------------------------------------------


def test_a_seat_that_has_spoken_since_the_bid_that_stands_bids_out_of_turn() -> None:
    """Pepper: to pass over all seats up to it would end the bidding.  The bid stands, the turn stays where it was."""
    sent = state(variant="pepper", dealer=3, moves="bid-2 pass 1:bid-3 pass pass pass")
    assert [(one.index, one.ruling.rule) for one in judge(sent).violations] == [(2, "turn.out-of-turn")]
    table = Record.of(sent).hand.table
    assert (table.step, table.caller, table.contract) == ("name", 1, m.BID + 3)


def test_a_claim_in_a_record_that_no_deal_bears_out_is_open() -> None:
    """The farmer put down three nines and tens that nobody can hold; of another's hand nothing follows from that."""
    sent = state(
        variant="euchre", options={"farmers_hand": "swap-three", "ace_no_face": True}, dealer=3, up_card="KC",
        hands=["AS KS QS ?? ??", "??", "??", "??"],
        moves="claim-farmers-hand discard-?? discard-?? discard-?? 1:claim-ace-no-face",
    )  # fmt: skip
    verdict = judge(sent)
    assert "auction.ace-no-face" in [one.ruling.rule for one in verdict.open], verdict.summary


# -- house books ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "pointer"),
    [
        ({"extends": "three-handed-euchre", "fixed": {"partners_best": True}}, "/fixed/partners_best"),
        ({"extends": "bid-euchre", "fixed": {"partners_best": True}}, "/fixed/partners_best"),
        ({"extends": "double-deck-bid-euchre", "joker": True, "widow": 2}, "/hand_size"),
        ({"extends": "railroad-euchre", "hand_size": 6, "fixed": {"farmers_hand": "swap-three"}}, "/hand_size"),
    ],
)
def test_a_book_that_cannot_be_dealt_or_played_is_refused(book: dict[str, Any], pointer: str) -> None:
    if book.get("hand_size"):
        book = book | {"score": [{"outcome": "made", "tricks": list(range(7)), "points": 1}]}
    with pytest.raises(HouseError) as refused:
        read_house(book)
    assert pointer in [defect.pointer for defect in refused.value.defects]


@pytest.mark.parametrize(
    ("book", "token"),
    [
        ({"extends": "pepper", "fixed": {"highest_bid": 0}}, "bid-5"),
        ({"extends": "double-deck-bid-euchre", "fixed": {"bidding": "peppers", "highest_bid": 5}}, "bid-11"),
        ({"extends": "bid-euchre", "joker": True, "fixed": {"dealer_discard": "after-trump"}}, "discard-??"),
    ],
)
def test_every_move_of_a_house_book_is_a_move_of_the_book(book: dict[str, Any], token: str) -> None:
    assert m.parse_move(token) in rules_for(read_house(book)).actions


# -- equality ---------------------------------------------------------------------------------


def test_a_state_is_the_same_after_it_was_pickled_and_its_rules_were_forgotten() -> None:
    sent = random_deal(rules_for(find("euchre"), {"target": 37}), Random("pickled"))
    rules_of.cache_clear()
    assert pickle.loads(pickle.dumps(sent)) == sent == copy.deepcopy(sent)
    assert rules_for(find("euchre"), {"target": 37}) is sent.rules
    assert rules_for(find("euchre"), {"target": 38}) != sent.rules


def test_rules_that_nobody_holds_are_forgotten() -> None:
    rules: Rules | None = rules_for(find("euchre"), {"target": 39})
    assert rules in rules_module._HELD.values()
    rules_of.cache_clear()
    del rules
    assert 39 not in [held.settings["target"] for held in rules_module._HELD.values()]


def test_a_hand_of_hidden_cards_is_copied_and_pickled_with_what_follows_about_them() -> None:
    hand = Hand.replay(state(variant="euchre", dealer=3, up_card="9H", moves="order discard-?? / AS KS"))
    listed = list(hand.moves)
    for other in (pickle.loads(pickle.dumps(hand)), copy.deepcopy(hand)):
        assert list(other.moves) == listed


# -- work bounded -----------------------------------------------------------------------------


def test_a_claim_that_takes_the_search_too_long_is_given_up_at_the_same_card_each_time() -> None:
    """Three cards hidden, one a hand: few layouts, and more ways to play them than are gone through."""
    sent = state(
        variant="british-euchre", dealer=2, up_card="TC", moves="pass pass pass pass call-S",
        hands=["JC KS QD 9S JS", "JD AD AC TD ??", "AH QC JK TS ??", "?? TH KD QH JH"],
    )  # fmt: skip
    for _ in range(2):
        with pytest.raises(ClaimTooLarge, match=r"more than 130,000 plays to go through") as refused:
            judge_claim(Hand.replay(sent), 0, None)
        assert refused.value.found == refused.value.most + 1
