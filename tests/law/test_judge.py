"""The judge: legal records are clean, one slip is one finding, and hidden hands never make it say more than is so."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.strategies import BOOK_IDS, hide, random_deal, random_record, random_rules

from euchred.law import moves as m
from euchred.law.cards import kinds
from euchred.law.hand import Hand
from euchred.law.irregular import Record
from euchred.law.judge import judge
from euchred.law.phases.play import legal_kinds
from euchred.law.state import State
from euchred.law.turn import STEPS
from euchred.law.variant import find

variants = pytest.mark.parametrize("variant", BOOK_IDS)


def legal_record(variant: str, rng: Random, most: int | None = None) -> State:
    """A random legal record of known hands."""
    return random_record(random_deal(random_rules(rng, find(variant)), rng), rng, most)


def carry_on(state: State, rng: Random) -> State:
    """The record continued legally, from what stands, to its end or to where an unknown gift would be played."""
    record = Record.of(state)
    moves = list(state.moves)
    while not record.over and not any(record.hand.table.cards.blank):
        table = record.hand.table
        if table.step == "play":
            assert table.order is not None and table.seat is not None
            led = next((table.order.suits[one.card] for one in record.trick if one.seat == record.leader), -1)
            hand = table.cards.held[table.seat] | table.cards.maybe[table.seat]
            move = rng.choice(list(kinds(legal_kinds(table.order, led, hand))))
        else:
            held = table.cards.held[table.seat or 0]
            move = rng.choice(list(record.hand.moves) or [m.DISCARD + kind for kind in kinds(held)])
        record._take(len(moves), move)
        moves.append(move)
    return replace(state, moves=tuple(moves))


@variants
def test_a_legal_record_is_clean(variant: str) -> None:
    rng = Random(f"clean {variant}")
    for _ in range(60):
        state = legal_record(variant, rng, rng.choice([None, 5, 15]))
        verdict = judge(state)
        assert verdict.verdict == "clean", (verdict.violations, verdict.open)
        assert verdict.result == verdict.as_played == Hand.replay(state).result


@variants
def test_a_legal_record_of_hidden_hands_has_no_violation(variant: str) -> None:
    rng = Random(f"hidden {variant}")
    for _ in range(40):
        state = legal_record(variant, rng, rng.choice([None, 20]))
        hands = tuple(hand if rng.random() < 0.3 else None for hand in state.hands)
        verdict = judge(replace(state, hands=hands, widow=None, dummy=None, kitty=None))
        assert not verdict.violations


@variants
def test_a_legal_record_with_exchanges_unseen_has_no_violation(variant: str) -> None:
    """Whatever is hidden: what a replay takes for legal the judge does not call wrong."""
    rng = Random(f"unseen {variant}")
    for _ in range(120):
        state = random_record(hide(random_deal(random_rules(rng, find(variant)), rng), rng), rng, unseen=True)
        assert not judge(state).violations, judge(state).summary


def illegal_calls(hand: Hand, rng: Random) -> list[int]:
    """Moves of the seat to act that its step knows and does not allow."""
    step = STEPS[hand.table.step]
    return [move for move in hand.state.rules.actions if m.KIND[move] in step.kinds and hand.judge(move).legal is False]


@variants
def test_one_slip_is_one_finding(variant: str) -> None:
    rng = Random(f"slip {variant}")
    slips: dict[str, int] = {}
    for _ in range(150):
        state = legal_record(variant, rng, rng.choice([0, 1, 2, 3, 5, 8, 12, 18]))
        hand = Hand.replay(state)
        if hand.phase == "over":
            continue
        wrong = illegal_calls(hand, rng)
        if not wrong:
            continue
        move = rng.choice(sorted(wrong))
        whole = carry_on(replace(state, moves=(*state.moves, move)), rng)
        verdict = judge(whole)
        found = [(one.index, one.ruling.rule) for one in (*verdict.violations, *verdict.open)]
        assert [index for index, _ in found] == [len(state.moves)], (m.token(move), found)
        slips[found[0][1]] = slips.get(found[0][1], 0) + 1
    assert len(slips) >= 2, slips


@variants
def test_what_hidden_hands_prove_is_so(variant: str) -> None:
    """The certain findings with hands unknown are among those with all hands known; a renege there is never missed."""
    rng = Random(f"subset {variant}")
    shown = 0
    for _ in range(120):
        state = legal_record(variant, rng, rng.choice([8, 12, 16, 20]))
        hand = Hand.replay(state)
        wrong = [move for move in illegal_calls(hand, rng) if move < 33] if hand.phase == "play" else []
        held = [move for move in wrong if hand.table.cards.held[hand.table.seat or 0] >> move & 1]
        if not held:
            continue
        whole = carry_on(replace(state, moves=(*state.moves, rng.choice(held))), rng)
        known = judge(whole)
        hidden = judge(replace(whole, hands=(None,) * state.rules.n, widow=None, dummy=None, kitty=None))
        proven = {one.index for one in known.violations}
        assert len(proven) == 1
        assert {one.index for one in hidden.violations} <= proven
        assert proven <= {one.index for one in (*hidden.violations, *hidden.open)}
        for one in hidden.violations:
            shown += 1
            assert one.ruling.evidence
    assert shown > 3
