"""Properties of every variant under random options: random legal records, interjections and elisions among them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.strategies import BOOK_IDS, every_move, hidden_states, legal_states, random_move, randoms

from euchred.law import moves as m
from euchred.law.cards import UNKNOWN, cards_in
from euchred.law.hand import Hand, IllegalMove
from euchred.law.state import State

many = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
variants = pytest.mark.parametrize("variant", BOOK_IDS)


def said(hand: Hand) -> list[tuple[int, int, str, int | None]]:
    """The record in full form, without the indexes of the moves as sent."""
    return [(entry.seat, entry.move, entry.phase, trick) for entry, trick in hand.history()]


def summary(hand: Hand) -> tuple[object, ...]:
    """Everything that a hand answers."""
    position = (hand.phase, hand.seat, list(hand.moves), hand.certain, hand.interjections, hand.alone_open)
    return (*position, said(hand), hand.result, [hand.table.cards.size(seat) for seat in range(hand.state.rules.n)])


def accepts(hand: Hand, move: int) -> bool:
    """Whether a hand takes a move; judge and push must say the same, and a refusal changes nothing."""
    other = hand.copy()
    if hand.judge(move).legal is not False:
        other.push(move)
        assert len(other.record) == len(hand.record) + 1
        return True
    with pytest.raises(IllegalMove) as refused:
        other.push(move)
    assert refused.value.ruling.legal is False
    assert (other.record, summary(other)) == (hand.record, summary(hand))
    return False


@variants
@many
@given(data=st.data())
def test_somebody_can_act_until_the_hand_is_over(variant: str, data: st.DataObject) -> None:
    state, rng = data.draw(hidden_states([variant])), data.draw(randoms())
    hand = Hand.replay(state)
    for _ in range(250):
        if hand.phase == "over":
            break
        assert len(set(hand.moves)) == len(hand.moves) > 0
        assert (hand.seat is None) == (hand.phase == "exchange" and all(move >= m.PREFIX for move in hand.moves))
        hand.push(random_move(hand, rng))
    assert (hand.phase, hand.seat, list(hand.moves), hand.result is None) == ("over", None, [], False)


@variants
@many
@given(data=st.data())
def test_every_card_is_in_one_place(variant: str, data: st.DataObject) -> None:
    state = data.draw(legal_states([variant]))
    hand = Hand.replay(state)
    table, taken = hand.table, {pile for _, pile in hand.table.taken}
    piles: list[tuple[int, ...]] = [() if state.up_card is None or "up" in taken else (state.up_card,)]
    piles += [() if pile in taken else getattr(state, pile) or () for pile in ("widow", "dummy")]
    piles += [(state.kitty or ())[3 if "swap" in taken else 0 :]]
    kept = [index for held in table.cards.held for index in cards_in(held)]
    gone = [passed.card for passed in table.exchanged if passed.to is None]
    everywhere = Counter([*kept, *gone, *table.plays, *(index for pile in piles for index in pile)])
    assert everywhere == Counter(cards_in(state.rules.pack))


@variants
@many
@given(data=st.data())
def test_each_active_seat_plays_one_card_to_a_trick(variant: str, data: st.DataObject) -> None:
    hand = Hand.replay(data.draw(legal_states([variant], finished=True)))
    rules, table, tricks = hand.state.rules, hand.table, Counter[int | None]()
    for entry, trick in hand.history():
        tricks[trick] += entry.phase == "play"
        assert entry.phase != "play" or entry.seat not in table.out
    if table.ending == "played":
        assert [tricks[number + 1] for number in range(rules.tricks)] == [rules.n - len(table.out)] * rules.tricks
        assert sum(table.won) == rules.tricks and not any(table.won[seat] for seat in table.out)
    else:
        assert set(tricks) <= {None} and not any(table.won)


@variants
@many
@given(data=st.data())
def test_move_by_move_is_the_same_as_the_whole_record(variant: str, data: st.DataObject) -> None:
    state = data.draw(hidden_states([variant]))
    hand = Hand(state)
    for move in state.moves:
        hand.push(move)
    whole, parts = Hand.replay(state), Hand(state)
    middle = data.draw(st.integers(0, len(state.moves)))
    parts.extend(state.moves[:middle])
    parts.extend(state.moves[middle:])
    assert summary(hand) == summary(whole) == summary(parts)
    assert [entry.index for entry, _ in hand.history()] == [entry.index for entry, _ in whole.history()]


@variants
@settings(many, max_examples=12)
@given(data=st.data())
def test_what_is_listed_is_legal_and_nothing_else(variant: str, data: st.DataObject) -> None:
    state = data.draw(st.one_of(legal_states([variant]), hidden_states([variant])))
    hand = Hand.replay(state)
    elided, listed = hand.elided(), set(every_move(hand))
    own = [(part.seat, move) for part in (hand, elided) if part for move in part.moves]
    prefixed = {(seat + 1) * m.PREFIX + move for seat, move in own if seat is not None}
    exchanges = [move for move in listed | prefixed if m.kind(move % m.PREFIX) in ("discard", "give")]
    unseen = {move - (m.card_named(move % m.PREFIX) or 0) + UNKNOWN for move in exchanges}
    legal = listed | prefixed | unseen
    tokens = [
        (seat + 1) * m.PREFIX + move for move in m.TOKENS for seat in range(-1, state.rules.n) if move != m.DECLINE
    ]
    for token in sorted({*legal, *data.draw(randoms()).sample(tokens, 60)}):
        assert accepts(hand, token) == (token in legal), m.token(token)


@variants
@many
@given(data=st.data())
def test_a_copy_is_played_on_apart(variant: str, data: st.DataObject) -> None:
    hand, rng = Hand.replay(data.draw(hidden_states([variant]))), data.draw(randoms())
    before, other = summary(hand), hand.copy()
    while other.phase != "over":
        other.push(random_move(other, rng))
    assert summary(hand) == before


@variants
@many
@given(data=st.data())
def test_the_full_form_of_a_record_replays_to_the_same_hand(variant: str, data: st.DataObject) -> None:
    state = data.draw(legal_states([variant], finished=True))
    hand = Hand.replay(state)
    again = Hand.replay(replace(state, moves=full_form(hand)))
    assert (without_passes(again), again.result) == (without_passes(hand), hand.result)
    once_more = Hand.replay(replace(state, moves=full_form(again)))
    assert (said(once_more), once_more.result) == (said(again), again.result)


def without_passes(hand: Hand) -> list[tuple[int, int, str, int | None]]:
    """The record but for passes about going alone: an early declaration leaves seats before it unasked."""
    return [entry for entry in said(hand) if entry[1:3] != (m.PASS, "alone")]


def full_form(hand: Hand) -> tuple[int, ...]:
    """The moves of the history, each said at its place; a claim keeps its seat."""
    return tuple((entry.seat + 1) * m.PREFIX + entry.move for entry, _ in hand.history())


def test_the_strategies_reach_every_phase_and_both_kinds_of_hidden_card() -> None:
    seen: set[object] = set()

    @settings(many, max_examples=400, database=None, derandomize=True)
    @given(hidden_states())
    def collect(state: State) -> None:
        hand = Hand.replay(state)
        seen.update((hand.phase, state.rules.book.id, hand.certain, bool(hand.interjections)))
        seen.update(m.kind(move % m.PREFIX) for move in state.moves)
        seen.update(
            "some" if cards and UNKNOWN in cards else "none" if cards is None else "all" for cards in state.hands
        )

    collect()
    kinds = {"pass", "order", "call", "bid", "alone", "discard", "give", "card"}
    assert seen >= {
        *BOOK_IDS,
        *kinds,
        "auction",
        "exchange",
        "alone",
        "play",
        "over",
        True,
        False,
        "some",
        "none",
        "all",
    }
