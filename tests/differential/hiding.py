"""States of which so much is hidden that every layout can still be counted out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from euchred.law import moves as m
from euchred.law.cards import ACE, JOKER, NINE, TEN, UNKNOWN, rank_of
from euchred.law.hand import Hand
from euchred.law.state import Cards, State

from .layouts import count_layouts, readings

PILES = ("widow", "dummy", "kitty")


def leaning(state: State, rng: Random) -> State:
    """The deal with low cards exchanged into one hand, where the rules have a claim for such a hand."""
    settings = state.rules.settings
    farmer = settings["farmers_hand"] != "off" and rng.randrange(2)
    if not farmer and not settings["ace_no_face"]:
        return state
    hands = [list(hand or ()) for hand in state.hands]
    seat = rng.randrange(state.rules.n)

    def wanted(index: int) -> bool:
        if farmer:
            return index != JOKER and rank_of(index) in (NINE, TEN)
        return index == JOKER or rank_of(index) <= TEN or rank_of(index) == ACE

    for place, index in enumerate(hands[seat]):
        others = [(s, p) for s, hand in enumerate(hands) for p, c in enumerate(hand) if s != seat and wanted(c)]
        if others and not wanted(index) and rng.randrange(12):
            other, there = rng.choice(others)
            hands[seat][place], hands[other][there] = hands[other][there], index
    return replace(state, hands=tuple(tuple(hand) for hand in hands)).check()


def without(cards: Cards, rng: Random) -> Cards:
    """The cards with one of them `??`."""
    place = rng.randrange(len(cards))
    return (*cards[:place], UNKNOWN, *cards[place + 1 :])


def hide_few(state: State, rng: Random, most: int) -> State:
    """The deal with whole hands and piles and single cards hidden as long as no more than `most` layouts fit."""
    for _ in range(rng.choice((3, 6, 12, 20))):
        piles = [name for name in PILES if getattr(state, name)]
        if piles and not rng.randrange(4):
            name = rng.choice(piles)
            veiled_pile: Any = rng.choice((None, without(getattr(state, name), rng)))
            other = replace(state, **{name: veiled_pile})
        else:
            seat = rng.randrange(state.rules.n)
            hand = state.hands[seat]
            if hand is None:
                continue
            veiled = None if not rng.randrange(4) else without(hand, rng)
            other = replace(state, hands=(*state.hands[:seat], veiled, *state.hands[seat + 1 :]))
        if count_layouts(other) <= most:
            state = other
    return state


def hide_most(state: State, rng: Random) -> State:
    """The deal with most hands and piles null or half hidden, for endings."""

    def veil(cards: Cards | None, chance: float) -> Cards | None:
        if cards is None or rng.random() < chance:
            return cards
        return None if rng.random() < 0.6 else tuple(rng.choice((index, UNKNOWN)) for index in cards)

    fields: dict[str, Any] = {name: veil(getattr(state, name), 0) for name in PILES}
    hands = tuple(veil(hand, 0.25) for hand in state.hands)
    return replace(state, hands=hands, moves=(), **fields)


def unseen_record(state: State, moves: Sequence[int], rng: Random) -> list[int]:
    """The moves of a whole hand as an onlooker may send them: exchanges `??`, and the prefix of a joker's holder."""
    hand, sent, chance = Hand(state), list[int](), rng.choice((0.3, 1.0))
    for move in moves:
        kind = m.kind(move % m.PREFIX)
        unseen = move - (m.card_named(move % m.PREFIX) or 0) + UNKNOWN
        if kind in ("discard", "give") and rng.random() < chance and move in readings(hand, unseen):
            sent.append(unseen)
        elif kind == "call" and hand.table.rules.settings["all_pass"] != "redeal" and set(sent) == {m.PASS}:
            sent.append((hand.seat or 0) * m.PREFIX + m.PREFIX + move)
        else:
            sent.append(move)
        hand.push(move)
    return sent


def shown(state: State, hand: Hand) -> State:
    """The deal with the cards that the record showed put back where they must have been dealt.

    Only for seats that took up no cards but the up-card: of theirs nothing else is possible.
    """
    table = hand.table
    takers = {seat for seat, pile in table.taken if pile != "up"} | {passed.to for passed in table.exchanged}
    hands = list(state.hands)
    for seat in set(range(state.rules.n)) - takers - {table.farmer}:
        played = [m.card_named(entry.move % m.PREFIX) for entry, _ in hand.history() if entry.seat == seat]
        up_card = [state.up_card or 0] if (seat, "up") in table.taken else []
        cards = list(hands[seat] or (UNKNOWN,) * state.rules.hand_dealt(seat, state.dealer))
        missing = Counter(index for index in played if index not in (None, UNKNOWN)) - Counter([*cards, *up_card])
        for index in missing.elements():
            cards[cards.index(UNKNOWN)] = index or 0
        hands[seat] = tuple(cards)
    return replace(state, hands=tuple(hands), moves=()).check()
