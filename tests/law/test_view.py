"""Views: what a seat may know, no more, and enough to play on (contract §8, view)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.strategies import BOOK_IDS, random_deal, random_record, random_rules

from euchred.law import moves as m
from euchred.law.cards import CODES, UNKNOWN, kinds, parse_card
from euchred.law.hand import Hand, IllegalMove
from euchred.law.knowledge import joker_holders
from euchred.law.phases.exchange import pile_cards
from euchred.law.rules import rules_for
from euchred.law.state import Cards, State, state_of
from euchred.law.variant import find
from euchred.law.view import view

variants = pytest.mark.parametrize("variant", BOOK_IDS)


def legal_hand(variant: str, rng: Random) -> Hand:
    """A random legal record of a deal of which every card is known."""
    most = rng.choice([None, 0, 2, 4, 6, 8, 11, 15, 20])
    return Hand.replay(random_record(random_deal(random_rules(rng, find(variant)), rng), rng, most))


def seen_by(hand: Hand, seat: int | None) -> set[int]:
    """Every card that a seat has seen: its own, those it took up, those given to or by it, and those that lay open."""
    state, table = hand.state, hand.table
    seen = {*table.plays, *(() if state.up_card is None else (state.up_card,))}
    if seat is not None:
        seen |= {*(state.hands[seat] or ())}
        seen |= {card for taker, pile in table.taken if taker == seat for card in pile_cards(table, pile)}
        seen |= {passed.card for passed in table.exchanged if seat in (passed.seat, passed.to)}
    return seen


def swapped(state: State, one: int, other: int, record: Sequence[int]) -> State:
    """The deal and its record with two cards changed for each other wherever they are."""
    turn = {one: other, other: one}

    def pile(cards: Cards | None) -> Cards | None:
        return None if cards is None else tuple(turn.get(card, card) for card in cards)

    def move(made: int) -> int:
        card = m.card_named(made % m.PREFIX)
        return made if card is None else made - card + turn.get(card, card)

    return replace(
        state, hands=tuple(map(pile, state.hands)), widow=pile(state.widow), dummy=pile(state.dummy),
        kitty=pile(state.kitty), moves=tuple(map(move, record)),
    )  # fmt: skip


def public(hand: Hand) -> list[tuple[int, str]]:
    """Who did what, without the cards."""
    return [(entry.seat, m.kind(entry.move)) for entry, _ in hand.history()]


@variants
def test_a_view_tells_nothing_that_the_seat_cannot_know(variant: str) -> None:
    """Two cards that a seat has not seen, changed for each other, change nothing in its view."""
    rng = Random(f"leaks {variant}")
    compared = 0
    for _ in range(70):
        hand = legal_hand(variant, rng)
        for seat in (None, *range(hand.state.rules.n)):
            secret = sorted(set(kinds(hand.state.rules.kinds)) - seen_by(hand, seat))
            if len(secret) < 2:
                continue
            other = swapped(hand.state, *rng.sample(secret, 2), hand.record)
            try:
                again = Hand.replay(other.check())
            except IllegalMove:
                continue
            if public(again) != public(hand):
                continue  # the joker's holder is another seat
            assert view(again, seat) == view(hand, seat), (seat, hand.now(), other)
            compared += other.hands != hand.state.hands
    assert compared > 40


@variants
def test_a_view_is_a_legal_state_in_which_the_seat_plays_on(variant: str) -> None:
    rng = Random(f"views {variant}")
    acted = 0
    for _ in range(50):
        hand = legal_hand(variant, rng)
        for seat in (None, *range(hand.state.rules.n)):
            seen = Hand.replay(view(hand, seat).check())
            assert (seen.phase, len(seen.record)) == (hand.phase, len(hand.record))
            if seen.seat is None and hand.seat is not None:
                assert seat not in joker_holders(seen.table)
                assert (hand.seat + 1) * m.PREFIX + hand.moves[0] in seen.moves
                continue
            assert seen.seat == hand.seat, (seat, hand.now())
            assert seen.result == hand.result
            if seat is not None and seat == hand.seat:
                assert (list(seen.moves), seen.certain) == (list(hand.moves), True), (seat, hand.now())
                ours, theirs = seen.elided(), hand.elided()
                if ours and theirs and theirs.seat == seat and theirs.phase == "play":  # the dummy is not seen before
                    assert (list(ours.moves), ours.certain) == (list(theirs.moves), True)
                acted += 1
            assert view(seen, seat) == seen.now()
    assert acted > 15


@variants
def test_a_view_shows_the_own_hand_and_no_other(variant: str) -> None:
    rng = Random(f"own {variant}")
    for _ in range(25):
        hand = legal_hand(variant, rng)
        for seat in (None, *range(hand.state.rules.n)):
            state = view(hand, seat)
            shown = {place: cards for place, cards in enumerate(state.hands) if cards is not None}
            assert shown == ({} if seat is None else {seat: hand.state.hands[seat]})
            known = {card for pile in (state.widow, state.dummy, state.kitty) for card in pile or ()} - {UNKNOWN}
            told = {m.card_named(move % m.PREFIX) for move in state.moves} - {None, UNKNOWN}
            assert known | told <= seen_by(hand, seat)
            assert (state.up_card, state.score, state.dealer) == (
                hand.state.up_card, hand.state.score, hand.state.dealer)  # fmt: skip


# -- exchanges -------------------------------------------------------------------------


def seen_moves(variant: str, moves: str, options: dict[str, Any] | None = None, **fields: str) -> dict[Any, list[str]]:
    """The moves of a record as each seat and a spectator see them."""
    rules = rules_for(find(variant), options)
    up = {"up_card": parse_card(fields["up_card"])} if "up_card" in fields else {}
    piles = {
        name: tuple(map(parse_card, fields[name].split())) for name in ("widow", "dummy", "kitty") if name in fields
    }
    made = tuple(map(m.parse_move, moves.split()))
    hand = Hand.replay(state_of(rules, rules.n - 1, moves=made, **up, **piles).check())
    return {seat: [m.token(move) for move in view(hand, seat).moves] for seat in (None, *range(rules.n))}


def test_a_gift_is_known_to_giver_and_receiver() -> None:
    seen = seen_moves("bid-euchre", "ask pass pass pass call-H give-9C give-JD JH")
    for seat in (0, 2):
        assert seen[seat][5:] == ["give-9C", "give-JD", "JH"]
    for seat in (None, 1, 3):
        assert seen[seat][5:] == ["give-??", "give-??", "JH"]


def test_partners_best_is_known_to_both_and_what_was_put_down_to_one() -> None:
    seen = seen_moves("railroad-euchre", "order discard-9C alone pass pass discard-9S give-AD", up_card="9H")
    assert (seen[0][5:], seen[2][5:]) == (["discard-9S", "give-AD"], ["discard-??", "give-AD"])
    assert seen[1] == seen[None] == ["order", "discard-??", "alone", "pass", "pass", "discard-??", "give-??"]
    assert seen[3][1] == "discard-9C"


@pytest.mark.parametrize(
    ("pick_up", "moves", "others"),
    [
        ("decline-when-ordered", "order discard-9H", "discard-9H"),
        ("decline-when-ordered", "order decline", "discard-9H"),
        ("decline-when-ordered", "order discard-9S", "discard-??"),
        ("decline-when-ordered", "pass pass pass order discard-9S", "discard-??"),
        ("any-card", "order discard-9H", "discard-??"),
        ("any-card", "pass pass pass order discard-9H", "discard-??"),
        ("keep-up-card", "order discard-9S", "discard-??"),
    ],
)
def test_declining_is_seen_by_all_or_hidden(pick_up: str, moves: str, others: str) -> None:
    seen = seen_moves("euchre", moves, {"pick_up": pick_up}, up_card="9H")
    assert seen[3][-1] == moves.split()[-1].replace("decline", "discard-9H")
    assert [seen[seat][-1] for seat in (None, 0, 1, 2)] == [others] * 4


def test_piles_are_shown_to_who_took_them() -> None:
    rules = rules_for(find("euchre"), {"farmers_hand": "swap-three", "pack": 28})
    hands = ("9S TS 9H TH AS", "KS QS JS KH QH", "KD QD JD KC QC", "9D TD 9C TC AC")
    moves = "claim-farmers-hand discard-9S discard-9H discard-TS pass"
    kitty = "AH JH JC 8S 8H 8D 8C"
    state = state_of(
        rules, 3, hands=tuple(tuple(map(parse_card, hand.split())) for hand in hands), up_card=parse_card("AD"),
        kitty=tuple(map(parse_card, kitty.split())), moves=tuple(map(m.parse_move, moves.split())),
    )  # fmt: skip
    hand = Hand.replay(state.check())
    assert [CODES[card] for card in view(hand, 0).kitty or ()] == ["AH", "JH", "JC", "??", "??", "??", "??"]
    assert [view(hand, seat).kitty for seat in (None, 1, 2, 3)] == [None] * 4
    assert [m.token(move) for move in view(hand, 1).moves[1:4]] == ["discard-??"] * 3
    unknown = view(Hand.replay(replace(state, kitty=None)), 0)
    assert unknown.kitty is None


def test_who_named_trump_for_the_joker_is_seen_by_all() -> None:
    seen = seen_moves("hasenpfeffer", "pass pass pass pass 2:call-H discard-9S",
                      {"all_pass": "joker-holder-bids-three"}, widow="9D")  # fmt: skip
    for seat in (None, 0, 1, 2, 3):
        assert seen[seat][4] == "2:call-H"
        assert seen[seat][5] == ("discard-9S" if seat == 2 else "discard-??")


def test_the_holder_of_the_joker_is_named_where_the_state_gives_his_hand() -> None:
    rules = rules_for(find("hasenpfeffer"), {"all_pass": "joker-holder-bids-three"})
    held = tuple(map(parse_card, ("JK", "9S", "TS", "QS", "KS", "AS")))
    moves = (m.PASS, m.PASS, m.PASS, m.PASS, m.CALL + 1)
    hand = Hand.replay(state_of(rules, 3, hands=(None, held, None, None), moves=moves))
    assert [m.token(move) for move in view(hand, 0).moves][4] == "1:call-H"
    assert view(hand, 1).hands[1] == held
