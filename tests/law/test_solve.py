"""Best play with open cards: against plain minimax in every variant, and against bridge's double-dummy solver."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.differential.brute_claims import best_play
from tests.strategies import random_deal, random_rules

from euchred.law import moves as m
from euchred.law.cards import JOKER, parse_card
from euchred.law.hand import Hand
from euchred.law.rules import rules_for
from euchred.law.solve import MOST_CARDS, NotSolvable, Solved, SolveTooLarge, solve
from euchred.law.state import state_of
from euchred.law.variant import books, find

BOOK_IDS = [book.id for book in books()]


def known_endings(variant: str, seed: str, count: int, least: int, most: int) -> Iterator[Hand]:
    """Random hands of which all is known, played until so many cards are left in a hand; no two of one deal."""
    number = 0
    while count:
        number += 1
        rng = Random(f"{seed} {variant} {number}")
        hand = Hand(random_deal(random_rules(rng, find(variant)), rng))
        wanted = rng.randint(least, most)
        while hand.phase != "over":
            table = hand.table
            if table.step == "play" and table.rules.tricks - len(table.plays) // table.trick_size <= wanted:
                for _ in range(rng.randrange(table.trick_size)):
                    hand.push(rng.choice(list(hand.moves)))
                if hand.phase == "play":
                    count -= 1
                    yield hand
                break
            hand.push(rng.choice(list(hand.moves)))


def further(hand: Hand, solved: list[Solved]) -> dict[int, int]:
    """The further tricks of the camp of the seat to act for each move solved."""
    table = hand.table
    assert hand.seat is not None
    camp = {table.rules.side[seat] for seat in table.camp(hand.seat)}
    won = sum(table.won[seat] for side in camp for seat in table.rules.sides[side])
    return {each.move: sum(each.tricks[side] for side in camp) - won for each in solved}


@pytest.mark.parametrize("variant", BOOK_IDS)
def test_agrees_with_plain_minimax(variant: str) -> None:
    for hand in known_endings(variant, "plain", 260, 1, 3):
        solved = solve(hand)
        assert further(hand, solved) == best_play(hand), m.token(hand.record[-1])
        assert [each.move for each in solved] == list(hand.moves)
        assert all(sum(each.tricks) == hand.table.rules.tricks for each in solved)
        most = max(further(hand, solved).values())
        assert [each.best for each in solved] == [further(hand, [each])[each.move] == most for each in solved]


@pytest.mark.parametrize(
    ("variant", "count", "tricks"),
    [("euchre", 200, 5), ("british-euchre", 100, 5), ("railroad-euchre", 60, 5), ("bid-euchre", 60, 6)],
)
def test_agrees_with_bridges_double_dummy_solver(variant: str, count: int, tricks: int) -> None:
    pytest.importorskip("endplay", reason="endplay, bridge's double-dummy solver, is not installed")
    from tests.differential.dds import BridgeDeal

    compared = 0
    for hand in known_endings(variant, "dds", 2 * count, tricks, tricks):
        while hand.table.in_trick:
            hand.push(next(iter(hand.moves)))
        fifth_suit = (hand.table.trump or 0) >= 4 and any(held >> JOKER & 1 for held in hand.table.cards.held)
        if hand.phase == "play" and not fifth_suit and compared < count:
            compared += 1
            assert further(hand, solve(hand)) == BridgeDeal(hand).solve()
    assert compared == count


def test_all_deals_of_bid_euchre_are_solved_from_the_first_lead() -> None:
    """Six cards a hand are within the limit, whoever plays."""
    for hand in known_endings("bid-euchre", "whole", 40, 6, 6):
        assert sum(1 for each in solve(hand) if each.best) >= 1
    assert MOST_CARDS >= 24


def test_an_open_alone_phase_counts_as_passed() -> None:
    """The moves of the lead, without anybody having been asked."""
    hands = ("9H JD AC KC TS", "AH QC 9S 9C QH", "KH TC AS QS KS", "TH KD QD 9D AD")
    cards = tuple(tuple(parse_card(code) for code in hand.split()) for hand in hands)
    moves = tuple(m.parse_move(token) for token in ["order", "discard-9D"])
    state = state_of(rules_for(find("euchre")), 3, hands=cards, up_card=parse_card("JH"), moves=moves)
    hand = Hand.replay(state)
    assert hand.phase == "alone"
    assert [m.token(each.move) for each in solve(hand)] == ["TS", "9H", "JD", "KC", "AC"]


def test_what_cannot_be_solved_is_refused() -> None:
    rules = rules_for(find("euchre"))
    up_card = parse_card("9H")
    with pytest.raises(NotSolvable, match="being played"):
        solve(Hand(state_of(rules, 3, up_card=up_card)))
    record = tuple(m.parse_move(token) for token in ["order", "discard-??", "AH"])
    with pytest.raises(NotSolvable, match=r"Seat 0, Seat 1, Seat 2 and Seat 3"):
        solve(Hand.replay(state_of(rules, 3, up_card=up_card, moves=record)))
    double = Hand(random_deal(rules_for(find("double-deck-bid-euchre")), Random(1)))
    for token in ("bid-12", "call-H"):
        double.push(m.parse_move(token))
    with pytest.raises(SolveTooLarge, match="48 cards") as refused:
        solve(double)
    assert (refused.value.cards, refused.value.most) == (48, MOST_CARDS)


def test_best_play_is_given_up_after_so_many_cards_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same hand is solved or given up by counting, at the same card each time."""
    (hand,) = known_endings("bid-euchre", "given up", 1, 6, 6)
    solved = solve(hand)
    monkeypatch.setattr("euchred.law.solve.MOST_TRIED", 60)
    for _ in range(2):
        with pytest.raises(SolveTooLarge, match="more ways than the 60 gone through") as refused:
            solve(hand)
        assert "fewer cards" in refused.value.hint
    monkeypatch.setattr("euchred.law.solve.MOST_TRIED", 10**9)
    assert solve(hand) == solved
