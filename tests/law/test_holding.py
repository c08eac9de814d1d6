"""States given by what the seats hold now: turned into the deal, and everything that cannot be."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.strategies import BOOK_IDS, random_deal, random_record, random_rules

from euchred.law import moves as m
from euchred.law.cards import CODES, UNKNOWN, parse_card
from euchred.law.hand import Hand, IllegalMove
from euchred.law.holding import from_holding
from euchred.law.position import hand_now
from euchred.law.rules import rules_for
from euchred.law.state import Cards, ImpossibleState, State, state_of
from euchred.law.variant import find

variants = pytest.mark.parametrize("variant", BOOK_IDS)


def held_at_the_end(state: State) -> State:
    """The same record, its hands what the seats hold at the end of it."""
    table = Hand.replay(state).table
    return replace(state, hands=tuple(tuple(hand_now(table, seat)) for seat in range(state.rules.n)))


def in_order(hand: Cards | None) -> list[int] | None:
    """A hand without its order."""
    return None if hand is None else sorted(hand)


@variants
def test_a_deal_comes_back_from_what_is_held(variant: str) -> None:
    rng = Random(f"holding {variant}")
    exchanged = 0
    for _ in range(60):
        state = random_record(random_deal(random_rules(rng, find(variant)), rng), rng, rng.choice([None, 5, 9, 14, 20]))
        again = from_holding(held_at_the_end(state))
        assert list(map(in_order, again.hands)) == list(map(in_order, state.hands))
        assert replace(again, hands=state.hands) == state
        exchanged += bool(Hand.replay(state).table.exchanged)
    assert exchanged or m.DISCARD + UNKNOWN not in state.rules.actions


@variants
def test_hands_that_are_not_given_stay_unknown(variant: str) -> None:
    rng = Random(f"some {variant}")
    for _ in range(30):
        state = random_record(random_deal(random_rules(rng, find(variant)), rng), rng, rng.choice([3, 9, 15]))
        given = held_at_the_end(state)
        shown = [rng.randrange(2) for _ in state.hands]
        hands = tuple(hand if show else None for hand, show in zip(given.hands, shown, strict=True))
        again = from_holding(replace(given, hands=hands))
        for seat, show in enumerate(shown):
            assert in_order(again.hands[seat]) == (in_order(state.hands[seat]) if show else None)


@variants
def test_a_hand_known_in_part_is_dealt_in_part(variant: str) -> None:
    """With `??` for some cards held, the hand dealt has what the seat is known to have had, and `??` for the rest."""
    rng = Random(f"part {variant}")
    compared, refused, taken = 0, set[str](), set[str]()
    for _ in range(40):
        state = random_record(random_deal(random_rules(rng, find(variant)), rng), rng, rng.choice([3, 9, 15]))
        given = held_at_the_end(state)
        hands = tuple(tuple(rng.choice((card, UNKNOWN)) for card in hand or ()) for hand in given.hands)
        try:
            again = from_holding(replace(given, hands=hands))
        except ImpossibleState as error:
            refused |= {defect.pointer for defect in error.defects}
            taken |= {f"/holding/{seat}" for seat, _ in Hand.replay(state).table.taken}
            continue
        for seat, hand in enumerate(again.hands):
            assert hand is not None
            known = [card for card in hand if card != UNKNOWN]
            left = list(state.hands[seat] or ())
            for card in known:
                left.remove(card)
            assert len(left) == len(hand) - len(known)
        compared += 1
    assert compared > 10
    assert refused <= taken


# -- by hand, and the errors -------------------------------------------------------------


def state_in(variant: str, moves: str, options: dict[str, Any] | None = None, **fields: Any) -> State:
    """A state with `holding` in the place of its hands; texts of cards, `-` for a hand that is not given."""
    rules = rules_for(find(variant), options)
    holding = fields.pop("holding")
    hands = tuple(None if text == "-" else tuple(map(parse_card, text.split())) for text in holding)
    made = {name: tuple(map(parse_card, text.split())) for name, text in fields.items() if name != "up_card"}
    if "up_card" in fields:
        made["up_card"] = parse_card(fields["up_card"])
    return state_of(rules, rules.n - 1, hands=hands, moves=tuple(map(m.parse_move, moves.split())), **made)


def dealt(state: State, seat: int) -> str:
    """The hand dealt to a seat, sorted by code."""
    return " ".join(sorted(CODES[index] for index in from_holding(state).hands[seat] or ()))


def test_what_left_is_put_back_and_what_came_is_taken_out() -> None:
    ordered = state_in("euchre", "order discard-9S 9D KD", up_card="9H", holding=("-", "-", "-", "9H TS JS QS KS"))
    assert dealt(ordered, 3) == "9S JS KS QS TS"
    gifts = "ask pass pass pass call-H give-9C give-JD"
    asked = state_in("bid-euchre", gifts, holding=("JH JD AH KH QH AS", "-", "9C TH 9H KC QD 9S", "-"))
    assert dealt(asked, 0) == "9C AH AS JH KH QH"
    assert dealt(asked, 2) == "9H 9S JD KC QD TH"
    widow = state_in("hasenpfeffer", "bid-2 pass pass pass call-H discard-9C", widow="JK",
                     holding=("JK JH AH KH QH AS", "-", "-", "-"))  # fmt: skip
    assert dealt(widow, 0) == "9C AH AS JH KH QH"
    unseen = state_in("euchre", "order discard-??", up_card="9H", holding=("-", "-", "-", "9H TS JS QS KS"))
    assert dealt(unseen, 3) == "?? JS KS QS TS"


WRONG: dict[str, tuple[State, list[tuple[str, str]]]] = {
    "too few hands": (
        state_in("euchre", "pass", up_card="9H", holding=("-", "-", "-")), [("/holding", "wrong-length")]),
    "a hand too large for now": (
        state_in("euchre", "order discard-?? 9S", up_card="9H", holding=("9S AS KS QS JS", "-", "-", "-")),
        [("/holding/0", "hand-size")]),
    "the card he took is gone": (
        state_in("euchre", "order discard-9S", up_card="9H", holding=("-", "-", "-", "AS TS JS QS KS")),
        [("/holding/3", "hand-size")]),
    "a widow that the state does not give": (
        state_in("hasenpfeffer", "bid-2 pass pass pass call-H discard-9C",
                 holding=("JK JH AH KH QH AS", "-", "-", "-")), [("/holding/0", "required")]),
    "a gift that the state does not give": (
        state_in("bid-euchre", "ask pass pass pass call-H give-?? give-JD",
                 holding=("-", "-", "9C TH 9H KC QD 9S", "-")), [("/holding/2", "required")]),
    "a card in two hands": (
        state_in("euchre", "pass", up_card="9H", holding=("9S AS KS QS JS", "9S 9C TC JC QC", "-", "-")),
        [("/holding/1", "card-twice")]),
    "a card that is not in the pack": (
        state_in("euchre", "pass", up_card="9H", holding=("7S AS KS QS JS", "-", "-", "-")),
        [("/holding/0", "not-in-pack")]),
    "two hands at once": (
        state_in("euchre", "pass", up_card="9H", holding=("9S", "-", "9C TC", "-")),
        [("/holding/0", "hand-size"), ("/holding/2", "hand-size")]),
    "no up-card": (state_in("euchre", "pass", holding=("-",) * 4), [("/up_card", "required")]),
    "a card held and in the kitty": (
        state_in("euchre", "pass", up_card="9H", kitty="9S TS AH", holding=("9S AS KS QS JS", "-", "-", "-")),
        [("/kitty/0", "card-twice")]),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_held(name: str) -> None:
    state, expected = WRONG[name]
    with pytest.raises(ImpossibleState) as refused:
        from_holding(state)
    assert [(defect.pointer, defect.code) for defect in refused.value.defects] == expected
    assert all(defect.detail and defect.hint for defect in refused.value.defects)


def test_a_record_that_no_deal_makes_legal_is_refused_as_such() -> None:
    state = state_in("euchre", "pass alone", up_card="9H", holding=("-",) * 4)
    with pytest.raises(IllegalMove) as refused:
        from_holding(state)
    assert refused.value.index == 1
