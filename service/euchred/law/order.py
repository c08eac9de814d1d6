"""Suits and ranks once trump is fixed: the only module that knows bowers, the joker and no-trump.

Rulebook §1: the left bower belongs to trump for every purpose, the joker is always a trump, no-trump has no bowers
and turns the joker into a suit of its own; low no-trump turns the ranks round.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from .cards import ACE, COPY, JACK, JOKER, KINDS, ONE_OF_EACH, SUIT_NAMES, SUITS, card, rank_of, suit_of

NO_TRUMP, LOW = 4, 5
TRUMPS = ("S", "H", "D", "C", "NT", "LOW")
JOKER_SUIT = 4
LED_CODES = (*SUITS, "JK")


def same_colour(suit: int) -> int:
    """The other suit of the same colour: spades and clubs, hearts and diamonds."""
    return 3 - suit


def right_bower(trump: int) -> int:
    """The jack of trump."""
    return card(trump, JACK)


def left_bower(trump: int) -> int:
    """The jack of the other suit of trump's colour."""
    return card(same_colour(trump), JACK)


def trump_name(trump: int) -> str:
    """A trump as people say it."""
    return (*SUIT_NAMES, "no-trump", "low no-trump")[trump]


def led_name(led: int) -> str:
    """A suit led as people say it."""
    return (*SUIT_NAMES, "the joker")[led]


@dataclass(frozen=True, slots=True)
class Order:
    """The order of the cards under one trump.

    `suits[card]` is the suit a card counts as; `masks[suit]` all cards of it, both copies; `power[led][card]` its
    strength when that suit was led, 0 for a card that cannot win.
    """

    trump: int
    joker_best: bool
    suits: tuple[int, ...]
    masks: tuple[int, ...]
    power: tuple[tuple[int, ...], ...]

    @property
    def trumps(self) -> int:
        """All trumps, both copies; none in no-trump."""
        return self.masks[self.trump] if self.trump < 4 else 0

    def above(self, index: int) -> int:
        """All trumps that rank above a card; every trump when the card is none. Asked where a suit is trump."""
        power = self.power[self.trump]
        least = power[index] if self.suits[index] == self.trump else 0
        higher = sum(1 << other for other in range(KINDS) if self.trumps >> other & 1 and power[other] > least)
        return higher | higher << COPY


def _suit(index: int, trump: int) -> int:
    """The suit a card counts as (rulebook §1: left bower and joker)."""
    if index == JOKER:
        return trump if trump < NO_TRUMP else JOKER_SUIT
    if trump < NO_TRUMP and index == left_bower(trump):
        return trump
    return suit_of(index)


def _rank(index: int, trump: int) -> int:
    """The rank of a card among those of its own suit, from 1."""
    if index == JOKER:
        return 12
    if trump < NO_TRUMP:
        if index == right_bower(trump):
            return 11
        if index == left_bower(trump):
            return 10
    return ACE - rank_of(index) + 1 if trump == LOW else rank_of(index) + 1


def _power(index: int, led: int, trump: int, joker_best: bool) -> int:
    """The strength of a card when `led` was led; 0 when it can win nothing."""
    suit = _suit(index, trump)
    if trump < NO_TRUMP:
        return _rank(index, trump) + (20 if suit == trump else 0) if suit in (led, trump) else 0
    if suit == JOKER_SUIT:
        return 40 if joker_best or led == JOKER_SUIT else 0
    return _rank(index, trump) if suit == led else 0


@cache
def order(trump: int, joker_best: bool = True) -> Order:
    """The order of the cards under a trump; `joker_best` is the option `joker_in_no_trump`."""
    suits = tuple(_suit(index, trump) for index in range(KINDS))
    masks = [sum(1 << index for index in range(KINDS) if suits[index] == suit) for suit in range(5)]
    power = tuple(tuple(_power(i, led, trump, joker_best) for i in range(KINDS)) for led in range(5))
    return Order(trump, joker_best, suits, tuple(mask | mask << COPY for mask in masks), power)


def best_trump(hand: int, under: Order) -> int | None:
    """The highest trump of a hand, or None when it has none."""
    trumps = hand & under.trumps & ONE_OF_EACH
    held = [index for index in range(KINDS) if trumps >> index & 1]
    return max(held, key=under.power[under.trump].__getitem__) if held else None


def winner_place(cards: list[int], under: Order, *, last_wins: bool = False) -> int:
    """The place in a trick, from 0 in the order played, of the card that wins it.

    Rulebook §1: the highest trump, else the highest card of the suit led; of two identical cards the first, or the
    last under `identical_cards: last`.
    """
    power = under.power[under.suits[cards[0]]]
    place = 0
    for later in range(1, len(cards)):
        if power[cards[later]] > power[cards[place]] - (last_wins and cards[later] == cards[place]):
            place = later
    return place
