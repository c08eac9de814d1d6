"""The law as a library: what its front page shows, moves made one by one, refusals that change nothing, openings."""

from __future__ import annotations

import doctest
import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.strategies import BOOK_IDS, every_move, random_deal, random_record, random_rules

from euchred import law
from euchred.law import moves as m
from euchred.law.hand import openings_of
from euchred.law.rules import rules_for
from euchred.law.state import State
from euchred.law.variant import find

variants = pytest.mark.parametrize("variant", BOOK_IDS)


def test_the_front_page_is_true() -> None:
    result = doctest.testmod(law)
    assert result.attempted >= 5
    assert result.failed == 0


def test_everything_named_there_is_there() -> None:
    assert sorted(law.__all__) == list(law.__all__)
    assert all(hasattr(law, name) for name in law.__all__)
    public = {name for name, value in vars(law).items() if not name.startswith("_") and hasattr(value, "__module__")}
    assert {name for name in public if vars(law)[name].__module__.startswith("euchred.law.")} <= set(law.__all__)


def facts(hand: law.Hand) -> tuple[Any, ...]:
    """All that a hand answers."""
    elided = hand.elided()
    return (
        hand.phase, hand.seat, list(hand.moves), hand.certain, hand.interjections, hand.alone_open, hand.result,
        hand.history(), list(hand.record), elided and list(elided.moves),
    )  # fmt: skip


@variants
def test_push_makes_the_whole_move_or_nothing(variant: str) -> None:
    rng = Random(f"atomic {variant}")
    refused = 0
    for _ in range(25):
        whole = random_record(random_deal(random_rules(rng, find(variant)), rng), rng)
        state = replace(whole, moves=())
        hand = law.Hand(state)
        for move in whole.moves:
            token = rng.choice(sorted(m.TOKENS)) + rng.choice((0, 0, rng.randint(1, hand.state.rules.n) * m.PREFIX))
            if hand.judge(token).legal is False:
                before = facts(hand)
                with pytest.raises(law.IllegalMove) as error:
                    hand.push(token)
                assert error.value.index == len(hand.record)
                assert error.value.ruling == hand.judge(token)
                assert str(error.value) == error.value.ruling.reason(state)
                assert facts(hand) == before
                refused += 1
            hand.push(move)
        assert hand.now() == whole
        assert law.Hand.replay(whole).result == hand.result
    assert refused > 50


@variants
def test_replay_names_the_first_move_that_is_not_legal(variant: str) -> None:
    rng = Random(f"first {variant}")
    for _ in range(40):
        state = random_record(random_deal(random_rules(rng, find(variant)), rng), rng)
        place = rng.randrange(len(state.moves))
        before = law.Hand.replay(replace(state, moves=state.moves[:place]))
        wrong = [move for move in m.TOKENS if before.judge(move).legal is False]
        moves = (*state.moves[:place], rng.choice(wrong), *state.moves[place:])[:250]
        with pytest.raises(law.IllegalMove) as error:
            law.Hand.replay(replace(state, moves=moves))
        assert error.value.index == place
        assert error.value.ruling == before.judge(moves[place])


def test_a_hand_can_be_copied_and_pickled_states_too() -> None:
    rng = Random("copies")
    state = random_record(random_deal(rules_for(find("euchre")), rng), rng, 7)
    hand = law.Hand.replay(state)
    other = hand.copy()
    other.push(other.moves[0])
    assert len(hand.record) == len(other.record) - 1
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.rules is state.rules


def test_the_rulings_of_a_step_hold_every_legal_move() -> None:
    rng = Random("rulings")
    for _ in range(150):
        state = random_record(random_deal(random_rules(rng), rng), rng, rng.randrange(25))
        hand = law.Hand.replay(state)
        rulings = hand.rulings()
        legal = {ruling.move for ruling in rulings if ruling.legal}
        assert legal == set(hand.moves)
        assert len(rulings) == len({ruling.move for ruling in rulings})
        assert all(ruling.seat == hand.seat for ruling in rulings)
        assert {move % m.PREFIX for move in every_move(hand)} <= state.rules.actions


# -- openings ---------------------------------------------------------------------------


def known(moves: str, **options: object) -> State:
    """A deal of which every hand is known, dealer 3, and some moves; the up-card is QD."""
    state = law.deal(rules_for(find("euchre"), options), "a-seed", 3)
    return replace(state, moves=tuple(map(m.parse_move, moves.split())))


@pytest.mark.parametrize(
    "moves",
    [
        "order discard-QS TH",
        "order discard-QS pass pass pass pass TH",
        "order discard-?? TH",
        "pass pass pass order discard-QD TH",
        "order discard-AS TH",
        "order",
        "pass pass pass pass pass call-S",
        "order discard-QS 1:alone",
        "0:order discard-QS TH",
        "order decline TH",
        "order alone",
    ],
)
def test_a_replay_from_an_opening_is_a_replay_move_by_move(moves: str) -> None:
    """Whatever can begin a record: plain openings, and those that the openings leave to the phases."""
    state = known(moves)
    slow = law.Hand(state)
    try:
        slow.extend(state.moves)
    except law.IllegalMove as error:
        for _ in range(2):
            with pytest.raises(law.IllegalMove) as refused:
                law.Hand.replay(state)
            assert (refused.value.index, refused.value.ruling) == (error.index, error.ruling)  # noqa: PT017
        return
    for _ in range(2):
        assert facts(law.Hand.replay(state)) == facts(slow)


def test_an_opening_is_learned_once_and_given_to_no_other_rules() -> None:
    state = known("order discard-QS TH")
    law.Hand.replay(state)
    kept = openings_of(state.rules)
    learned = len(kept.found)
    law.Hand.replay(known("order discard-9H TH"))
    assert (openings_of(state.rules), len(kept.found)) == (kept, learned)
    assert openings_of(known("", stick_the_dealer=True).rules) is not kept
    played = law.Hand.replay(state)
    played.push(played.moves[0])
    assert len(law.Hand.replay(state).record) == 3
