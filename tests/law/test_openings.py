"""Openings are only a quicker way: a hand opened from them is the hand that the phases replay."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.law.test_random import summary
from tests.strategies import BOOK_IDS, random_deal, random_record, random_rules

from euchred.law import moves as m
from euchred.law.hand import Hand, IllegalMove, openings_of
from euchred.law.state import State
from euchred.law.variant import find


def by_the_phases(state: State) -> Hand:
    """The hand replayed without openings."""
    hand = Hand(state)
    hand.extend(state.moves)
    return hand


@pytest.mark.parametrize("variant", BOOK_IDS)
def test_an_opened_hand_is_the_replayed_hand(variant: str) -> None:
    rng = Random(f"openings {variant}")
    opened = 0
    for _ in range(150):
        rules = random_rules(rng, find(variant))
        state = random_record(random_deal(rules, rng), rng, rng.choice([None, 8, 14]))
        opened += openings_of(rules).open(state) is not None
        ours, theirs = Hand.replay(state), by_the_phases(state)
        assert summary(ours) == summary(theirs)
        assert ours.record == theirs.record
        assert ours.table.exchanged == theirs.table.exchanged or not any(
            passed.card == 33 for passed in ours.table.exchanged
        )
        assert ours.table.cards.held == theirs.table.cards.held
        assert ours.table.first_play == theirs.table.first_play
    assert (opened > 5) == find(variant).up_card


def test_a_discard_that_is_not_allowed_is_left_to_the_phases() -> None:
    rng = Random("discards")
    refused = 0
    while refused < 25:
        state = random_record(random_deal(random_rules(rng, find("euchre")), rng), rng)
        places = [place for place, move in enumerate(state.moves) if m.DISCARD <= move < m.GIVE]
        if not places or Hand.replay(state).phase != "over":
            continue
        wrong = list(state.moves)
        wrong[places[0]] = m.DISCARD + state.rules.kind_list[rng.randrange(len(state.rules.kind_list))]
        changed = replace(state, moves=tuple(wrong))
        if Hand.replay(replace(state, moves=state.moves[: places[0]])).judge(wrong[places[0]]).legal is not False:
            continue
        with pytest.raises(IllegalMove) as slowly:
            by_the_phases(changed)
        with pytest.raises(IllegalMove) as quickly:
            Hand.replay(changed)
        assert (quickly.value.index, quickly.value.ruling) == (slowly.value.index, slowly.value.ruling)
        refused += 1
