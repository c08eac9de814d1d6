"""The law against the naive implementation: whole random hands of every variant under random options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.differential.counting import shown_state
from tests.differential.hiding import leaning
from tests.differential.naive import Deal
from tests.differential.naive_hand import game, hand
from tests.strategies import BOOK_IDS, random_deal, random_rules

from euchred.law import moves as m
from euchred.law.cards import CODES
from euchred.law.hand import Hand
from euchred.law.state import Cards, State
from euchred.law.variant import find

HANDS = 600


def codes(cards: Cards | None) -> list[str]:
    """Cards in strings."""
    return [CODES[index] for index in cards or ()]


def told(state: State) -> Deal:
    """The deal in the words of the naive implementation."""
    up_card = None if state.up_card is None else CODES[state.up_card]
    hands = [codes(cards) for cards in state.hands]
    piles = (codes(state.widow), codes(state.dummy), codes(state.kitty))
    return Deal(state.rules.book.id, state.rules.options, state.dealer, hands, up_card, *piles)


def reluctant(moves: list[str], rng: Random, passing: float) -> str:
    """A random move, `pass` with a chance of its own."""
    return "pass" if "pass" in moves and rng.random() < passing else rng.choice(moves)


def both(state: State, rng: Random) -> tuple[Any, Hand]:
    """Plays one hand in both; every seat and every list of moves must agree.  The naive result, and the law's hand."""
    judge, story, said = Hand(state), hand(told(state)), None
    passing = rng.choice((0.2, 0.5, 0.8))
    while True:
        try:
            seat, moves = story.send(said) if said else next(story)
        except StopIteration as end:
            return end.value, judge
        assert (judge.seat, sorted(map(m.token, judge.moves))) == (seat, sorted(moves)), shown_state(
            state, judge.record
        )
        said = reluctant(sorted(moves), rng, passing)
        judge.push(m.parse_move(said))


@pytest.mark.parametrize("book", [book for book in BOOK_IDS if not find(book).provisional])
def test_every_decision_and_score(book: str) -> None:
    outcomes = set()
    for seed in range(HANDS):
        rng = Random(f"{book} {seed}")
        state = leaning(random_deal(random_rules(rng, find(book)), rng), rng)
        (outcome, tricks, points), judge = both(state, rng)
        result, rules = judge.result, state.rules
        assert result is not None
        assert (result.outcome, list(result.tricks), list(result.points)) == (outcome, tricks, points)
        after = [total + gain for total, gain in zip(state.score, points, strict=True)]
        bidders = (
            rules.side[judge.table.caller] if judge.table.caller is not None and outcome not in ("void",) else None
        )
        ended = game(told(state), list(state.score), after, bidders)
        assert list(result.score) == after
        assert (result.winner, list(result.next_score), result.games) == ended, (state.score, points, rules.options)
        outcomes.add(outcome)
    assert len(outcomes) > 2
