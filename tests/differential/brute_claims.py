"""Claims and best play by brute force: every layout counted out, a choice a function of what its player has seen.

A *belief* is the set of layouts that fit what the claimant has seen by now.  At his turn he chooses one card for the
whole belief; at any other turn the adversary plays any card that some layout of the belief allows, and the layouts
that do not allow it drop out.  Nothing is pruned and no two cards are taken for equals.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from euchred.law.cards import cards_in
from euchred.law.hand import Hand
from euchred.law.order import winner_place
from euchred.law.state import State

from .hiding import hide_few, hide_most, shown, unseen_record
from .layouts import Layouts, TooMany

Hands = tuple[tuple[int, ...], ...]
Trick = tuple[tuple[int, int], ...]


def possible_hands(record: Hand, most: int) -> list[Hand]:
    """The record under every layout that fits; TooMany when there are more than `most`."""
    state = replace(shown(record.state, record), moves=tuple(record.record))
    return [hand for _, hand in Layouts.of(state, most).hands]


def seen_by(hand: Hand, seat: int) -> object:
    """All cards that a seat has seen by itself: those it was dealt, took up, put down, gave, was given and holds."""
    own = [(p.seat, p.to, p.card) for p in hand.table.exchanged if seat in (p.seat, p.to)]
    return hand.state.hands[seat], tuple(own), hand.table.cards.held[seat]


class Brute:
    """The play of one record: `ours` are the seats that choose for the side asked about, `counts` those it counts."""

    def __init__(self, record: Hand, ours: Collection[int], counts: Collection[int]) -> None:
        self.table = record.table
        self.rules, self.order = record.table.rules, record.table.order
        self.ours, self.counts = ours, counts
        self.values: dict[object, int] = {}

    def playable(self, hand: Sequence[int], trick: Trick) -> list[int]:
        """The different cards of a hand that follow suit, or all where none does."""
        assert self.order is not None
        suits = self.order.suits
        following = [card for card in hand if trick and suits[card] == suits[trick[0][1]]]
        return sorted(set(following or hand))

    def value(self, belief: frozenset[Hands], trick: Trick, seat: int) -> int:
        """The tricks that the side is sure of from here on."""
        key = belief, trick, seat
        if key not in self.values:
            self.values[key] = self._value(belief, trick, seat)
        return self.values[key]

    def _value(self, belief: frozenset[Hands], trick: Trick, seat: int) -> int:
        if len(trick) == self.table.trick_size:
            assert self.order is not None
            place = winner_place([card for _, card in trick], self.order, last_wins=self.rules.last_wins)
            winner = trick[place][0]
            return (winner in self.counts) + self.value(belief, (), winner)
        if not next(iter(belief))[seat]:
            return 0
        cards = {card for hands in belief for card in self.playable(hands[seat], trick)}
        after = {
            card: self.value(self.without(belief, trick, seat, card), (*trick, (seat, card)), self.table.nxt[seat])
            for card in cards
        }
        return max(after.values()) if seat in self.ours else min(after.values())

    def without(self, belief: frozenset[Hands], trick: Trick, seat: int, card: int) -> frozenset[Hands]:
        """The layouts that allow a card, once it is played."""
        found = set()
        for hands in belief:
            if card in self.playable(hands[seat], trick):
                left = list(hands[seat])
                left.remove(card)
                found.add((*hands[:seat], tuple(left), *hands[seat + 1 :]))
        return frozenset(found)


def guaranteed(record: Hand, seat: int, possible: Sequence[Hand]) -> int:
    """The most remaining tricks that a seat is sure of, over everything that it may have seen."""
    rules, sights = record.table.rules, dict[object, set[Hands]]()
    for hand in possible:
        sights.setdefault(seen_by(hand, seat), set()).add(hands_of(hand))
    brute = Brute(record, [seat], rules.sides[rules.side[seat]])
    return min(brute.value(frozenset(belief), trick_of(record), record.seat or 0) for belief in sights.values())


def best_play(hand: Hand) -> dict[int, int]:
    """For each legal card the further tricks of the camp of the seat to act, with open cards and best play of all."""
    seat, trick = hand.seat or 0, trick_of(hand)
    camp = hand.table.camp(seat)
    brute, hands = Brute(hand, camp, camp), hands_of(hand)
    return {
        card: brute.value(
            brute.without(frozenset([hands]), trick, seat, card), (*trick, (seat, card)), hand.table.nxt[seat]
        )
        for card in brute.playable(hands[seat], trick)
    }


def hands_of(hand: Hand) -> Hands:
    """The cards of each seat that plays, all known."""
    held = enumerate(hand.table.cards.held)
    return tuple(() if seat in hand.table.out else tuple(cards_in(mask)) for seat, mask in held)


def trick_of(hand: Hand) -> Trick:
    """The trick in progress."""
    table = hand.table
    cards = table.plays[len(table.plays) - table.in_trick :] if table.in_trick else []
    seats = [table.leads[-1]] if cards else []
    while len(seats) < len(cards):
        seats.append(table.nxt[seats[-1]])
    return tuple(zip(seats, cards, strict=True))


# -- endings to try --------------------------------------------------------------------------


class Ending(NamedTuple):
    """A record near its end, and every layout under which it may have come about."""

    record: Hand
    possible: list[Hand]


def ending(full: State, moves: Sequence[int], rng: Random, most: int) -> Ending | None:
    """A random ending of a whole hand with cards hidden, of no more than `most` layouts; None where there are more."""
    sent = unseen_record(full, moves, rng)
    state = hide_most(full, rng) if rng.randrange(3) else hide_few(full, rng, 400)
    for end in range(len(sent) - rng.randrange(1, 14), len(sent)):
        record = Hand(state)
        record.extend(sent[:end])
        after = record.elided() or record
        if after.phase != "play":
            continue
        after.record = record.record
        try:
            return Ending(after, possible_hands(after, most))
        except TooMany:
            continue
    return None


def whole_hand(state: State, rng: Random) -> list[int]:
    """The moves of a random hand of which all is known; empty when it is not played."""
    hand = Hand(state)
    while hand.phase != "over":
        hand.push(rng.choice(list(hand.moves)))
    return list(hand.record) if hand.table.plays else []
