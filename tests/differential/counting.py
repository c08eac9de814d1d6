"""A hand with hidden cards held against every layout: moves, certainty, rulings, refusals (contract §7, §8)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest
from tests.strategies import every_move, state_body

from euchred.law import moves as m
from euchred.law.cards import UNKNOWN
from euchred.law.hand import Hand, IllegalMove
from euchred.law.state import State

from .layouts import Layouts, held_by, readings

Lists = tuple[frozenset[int], frozenset[int], frozenset[int]]


def shown_state(state: State, moves: Sequence[int]) -> str:
    """The state as a client would send it, for the message of a failing test."""
    return json.dumps(state_body(replace(state, moves=tuple(moves))))


def lists(hand: Hand) -> Lists:
    """What a hand lists: moves, interjections, moves of the next phase; without `??`."""
    elided = hand.elided()
    parts = (hand.moves, hand.interjections, elided.moves if elided else ())
    return tuple(frozenset(move for move in part if not is_unseen(move)) for part in parts)  # type: ignore[return-value]


def is_unseen(move: int) -> bool:
    """Whether a move is an exchange `??`."""
    return m.kind(move % m.PREFIX) in ("discard", "give") and m.card_named(move % m.PREFIX) == UNKNOWN


def next_phase(hand: Hand) -> Hand:
    """The hand itself, or with the rest of the alone phase left out."""
    return hand.elided() or hand


def spoken(moves: Iterable[int]) -> list[str]:
    """Moves as tokens, sorted."""
    return sorted(m.token(move) for move in moves)


def compare(hidden: Hand, counted: Layouts) -> None:
    """Everything that a hand with hidden cards says is what counting out says."""
    hands = [hand for _, hand in counted.hands]
    each = [lists(hand) for hand in hands]
    if len({hand.seat for hand in hands}) > 1:
        compare_holders(hidden, hands)
        return
    assert (hidden.seat, {hidden.phase}) == (hands[0].seat, {hand.phase for hand in hands})
    assert len(set(hidden.moves)) == len(hidden.moves)
    for got, expected in zip(lists(hidden), zip(*each, strict=True), strict=True):
        assert spoken(got) == spoken(frozenset().union(*expected))
    assert hidden.certain == (len({moves for moves, _, _ in each}) == 1)
    compare_unseen(hidden, hands)
    if hidden.phase != "over":
        compare_rulings(hidden, hands, [frozenset().union(*parts) for parts in each])


def compare_holders(hidden: Hand, hands: Sequence[Hand]) -> None:
    """Where nobody can tell who holds the joker no seat is to act and every call names one."""
    calls = {(hand.seat + 1) * m.PREFIX + move for hand in hands if hand.seat is not None for move in hand.moves}
    assert (hidden.seat, hidden.phase, hidden.certain) == (None, "exchange", False)
    assert spoken(hidden.moves) == spoken(calls)


def compare_unseen(hidden: Hand, hands: Sequence[Hand]) -> None:
    """`??` is listed where the layouts differ in the hand that parts with a card, and not where all of it is sent."""
    step = next_phase(hidden)
    if step.phase != "exchange" or not hands or step.table.step in ("name", "joker-suit"):
        return
    listed = any(is_unseen(move) for move in step.moves)
    if len({held_by(next_phase(hand), step.seat or 0) for hand in hands}) > 1:
        assert listed
    if all(UNKNOWN not in (hand or (UNKNOWN,)) for hand in hidden.state.hands) and not step.table.exchanged:
        assert listed == (step.table.step in ("widow-discard", "dummy-discard") and step.table.hidden)


def compare_rulings(hidden: Hand, hands: Sequence[Hand], legal: Sequence[frozenset[int]]) -> None:
    """Each token of the book is ruled legal, illegal or open as the layouts in which the seat holds the card say."""
    table = hidden.table
    ahead = [next_phase(hand) for hand in hands]
    holds = [held_by(hand, hand.seat or 0) for hand in ahead]
    verdicts = {}
    for move in table.rules.actions:
        index = m.card_named(move)
        if index != UNKNOWN:
            fit = [place for place in range(len(hands)) if index is None or holds[place] >> index & 1]
            verdicts[move] = verdict([move in legal[place] for place in fit])
    for seat in set(range(table.rules.n)) - {hidden.seat}:
        for move in (m.ALONE, m.PASS, m.CLAIM_ACE_NO_FACE):
            said = (seat + 1) * m.PREFIX + move
            verdicts[said] = verdict([said in moves for moves in legal])
    got = {move: hidden.judge(move).legal for move in verdicts}
    wrong = {m.token(move): (got[move], expected) for move, expected in verdicts.items() if got[move] is not expected}
    assert not wrong, f"ruled, expected: {wrong}"
    for ruling in hidden.rulings():
        assert ruling.move is None or is_unseen(ruling.move) or ruling.legal is verdicts[ruling.move]


def verdict(allowed: Sequence[bool]) -> bool | None:
    """Legal where every layout allows it, illegal where none does (or there is none), else open."""
    return None if any(allowed) and not all(allowed) else any(allowed)


def compare_refusals(state: State, made: Sequence[int], hidden: Hand, counted: Layouts, rng: Random) -> None:
    """Tokens that no layout allows are refused, by a record too, at their place, whatever follows them."""
    playing = hidden.phase == "play"
    rules, plays = hidden.table.rules, hidden.table.plays
    unplayed = [index for index in rules.kind_list if index not in plays or rules.double]
    tokens = sorted(unplayed if playing else rules.actions)
    for move in rng.sample(tokens, min(4, len(tokens))):
        if any(hand.judge(other).legal for _, hand in counted.hands for other in readings_of(hand, move)):
            continue
        assert hidden.judge(move).legal is False, m.token(move)
        with pytest.raises(IllegalMove):
            hidden.copy().push(move)
        tail = [rng.choice(tokens) for _ in range(rng.randrange(3))]
        with pytest.raises(IllegalMove) as refused:
            Hand.replay(replace(state, moves=(*made, move, *tail)))
        assert refused.value.index == len(made), f"{m.token(move)}, then {spoken(tail)}"


def readings_of(hand: Hand, move: int) -> Iterable[int]:
    """What a token may have been in a layout; nothing once that hand is over."""
    return readings(hand, move) if hand.phase != "over" else ()


def choose(hidden: Hand, rng: Random) -> int:
    """A legal move, a claim in preference."""
    moves = every_move(hidden)
    claims = [move for move in moves if m.kind(move % m.PREFIX) == "claim"]
    return rng.choice(claims) if claims and rng.random() < 0.3 else rng.choice(moves)
