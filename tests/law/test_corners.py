"""Corners of the law that random hands seldom reach, each with what the rulebook says of it."""

from __future__ import annotations

from typing import Any

import pytest

from euchred import law
from euchred.law import knowledge
from euchred.law import moves as m
from euchred.law.cards import BITS, parse_card
from euchred.law.hand import Hand, IllegalMove, openings_of
from euchred.law.holding import from_holding
from euchred.law.holdings import Holdings
from euchred.law.house import HouseError, read_house
from euchred.law.judge import judge
from euchred.law.openings import Openings
from euchred.law.phases import play
from euchred.law.position import hand_now
from euchred.law.rules import rules_for
from euchred.law.state import ImpossibleState, State, state_of


def state(variant: str, moves: str, dealer: int = 3, **fields: Any) -> State:
    """A state of a variant; options under `options`, hands as texts."""
    rules = rules_for(law.find(variant), fields.pop("options", None))
    if "hands" in fields:
        fields["hands"] = tuple(
            None if hand is None else tuple(map(parse_card, hand.split())) for hand in fields["hands"]
        )
    if "up_card" in fields:
        fields["up_card"] = parse_card(fields["up_card"])
    return state_of(rules, dealer, moves=tuple(map(m.parse_move, moves.split())), **fields)


def test_a_maker_who_has_chosen_from_the_dummy_may_not_go_alone_before_the_lead() -> None:
    """Rulebook §2.2: nor when the fifth card is down and nobody has led."""
    sent = state("three-handed-euchre", "order discard-?? " + "discard-?? " * 5, dealer=2, up_card="QH")
    hand = Hand.replay(sent)
    assert hand.phase == "play"
    assert hand.judge(m.parse_move("0:alone")).rule == "alone.not-allowed"
    assert m.parse_move("0:alone") not in hand.interjections
    assert m.parse_move("1:alone") in hand.interjections


def test_the_jokers_holder_holds_it() -> None:
    """Four passes, then seat 2 names trump: it must hold the joker though no hand is known."""
    sent = state("hasenpfeffer", "pass pass pass pass 2:call-H", options={"all_pass": "joker-holder-bids-three"})
    hand = Hand.replay(sent)
    assert parse_card("JK") in hand_now(hand.table, 2)
    assert (hand.table.caller, hand.phase) == (2, "exchange")


@pytest.mark.parametrize(
    ("variant", "options", "moves", "caller", "contract"),
    [
        ("bid-euchre", {}, "bid-3 pass 0:bid-4 pass pass", 0, "bid-4"),
        ("bid-euchre", {}, "bid-3 pass 0:moon", 0, "moon"),
        ("bid-euchre", {}, "bid-4 pass 0:bid-3 pass pass", 0, "bid-4"),
        ("bid-euchre", {"bid_rounds": "until-passes"}, "bid-3 pass 0:bid-4 pass pass", 0, "bid-4"),
        ("hasenpfeffer", {}, "pass bid-1 bid-2 0:bid-3 pass pass pass", 0, "bid-3"),
        ("euchre", {}, "pass 0:order", 0, "order"),
    ],
)
def test_a_seat_that_has_spoken_calls_again(
    variant: str, options: dict[str, Any], moves: str, caller: int, contract: str
) -> None:
    """Contract §9: a call out of turn stands; nobody was passed over, so the turn stays where it was."""
    fields = {"up_card": "9H"} if variant == "euchre" else {}
    sent = state(variant, moves, options=options, **fields)
    verdict = judge(sent)
    assert [found.ruling.rule for found in verdict.violations] == ["turn.out-of-turn"]
    from euchred.law.irregular import Record

    table = Record.of(sent).hand.table
    assert table.caller == caller
    assert m.TOKENS[table.contract or 0] == contract


def test_holding_with_a_pile_that_nobody_knows() -> None:
    """The widow is not given: with all seven cards unknown the hand is, with known ones it cannot be told which."""
    moves = "bid-3 pass pass pass call-S discard-??"
    unknown = from_holding(state("hasenpfeffer", moves, dealer=2, hands=[None, None, None, "?? ?? ?? ?? ?? ??"]))
    assert unknown.hands[3] == (33,) * 6
    with pytest.raises(ImpossibleState, match="took cards up"):
        from_holding(state("hasenpfeffer", moves, dealer=2, hands=[None, None, None, "JS JC AH KH QD 9C"]))


def test_a_card_like_one_that_may_have_gone() -> None:
    """Double deck: a hand that may have given AH away unseen takes the other AH."""
    ace, nine = parse_card("AH"), parse_card("9S")
    cards = Holdings([(ace, nine)], [BITS[ace] + BITS[nine]], [2])
    cards.lose_unseen(0, (1 << 33) - 1)
    cards.take(0, (ace,))
    assert cards.size(0) == 2
    assert cards.may_hold(0, ace)
    cards.lose(0, ace)
    cards.lose(0, nine)
    assert cards.size(0) == 0


@pytest.mark.parametrize(
    ("book", "pointer"),
    [
        ({"extends": "euchre", "fixed": {"pick_up": "hearts"}}, "/fixed/pick_up"),
        ({"extends": "euchre", "fixed": {"target": 1000}}, "/fixed/target"),
        ({"extends": "euchre", "fixed": {"joker_turned_up": "best"}}, "/fixed/joker_turned_up"),
        ({"extends": "hasenpfeffer", "fixed": {"lone_calls": "moons"}}, "/fixed/moon_values"),
        ({"extends": "three-handed-euchre", "fixed": {"target": 0}}, "/fixed/target"),
    ],
)
def test_a_fixed_value_that_cannot_be(book: dict[str, Any], pointer: str) -> None:
    with pytest.raises(HouseError) as error:
        read_house(book)
    assert pointer in [defect.pointer for defect in error.value.defects]


def test_a_house_without_no_trump_has_no_such_call() -> None:
    book = read_house({"extends": "euchre", "fixed": {"no_trump": "off"}})
    assert m.parse_move("call-NT") not in rules_for(book).actions
    assert m.parse_move("call-NT") in rules_for(law.find("euchre")).actions
    assert book != "euchre"


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of moves and openings are kept up to a limit; beyond it they are worked out again, with the same answer."""
    monkeypatch.setattr(play._Lists, "MOST", 0)
    monkeypatch.setattr("euchred.law.openings.MOST", 0)
    assert play._Lists()[0b101] == (0, 2)
    rules = rules_for(law.find("euchre"))
    openings = Openings(rules, openings_of(rules).replayed)
    sent = state(
        "euchre",
        "order discard-AS 9H",
        up_card="KH",
        hands=["9H TH 9S TS 9C", "JH QH QS 9D TD", "AD KD QD JD AC", "AS KS JS KC QC"],
    )
    assert openings.open(sent) is not None
    assert not openings.found
    with pytest.raises(IllegalMove):
        Hand.replay(state("euchre", "order discard-AS AS", up_card="KH", hands=[None, None, None, "AS KS JS KC QC"]))


def test_a_gift_is_played_before_its_dealt_twin_is_told_to_be_held() -> None:
    """Double deck: the asker was dealt JD, gave a card unseen and got JD; one played, the other may be gone."""
    own = "JD AD KD AS KS QS AC KC QC AH KH QH"
    moves = "ask pass pass pass call-D give-?? give-JD JD 9D TD"
    sent = state("double-deck-bid-euchre", moves, options={"lone_calls": "ask-and-moon"}, hands=[own, None, None, None])
    hand = Hand.replay(sent)
    jack = parse_card("JD")
    assert jack in hand.moves
    (problem,) = knowledge.layouts(hand.table)
    assert problem.may_lack(0, jack)
