"""Placing problems made ready for a search: which unseen cards a seat may play in some layout, without listing layouts.

The unseen cards are bits of a ladder, sorted into classes that may lie in the same places.  Which of them a seat may
play depends only on how many cards of each class are left, how many cards each place takes, and which suits a seat has
not followed since the search began (those before are in the problem).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import comb
from typing import NamedTuple

from .ladder import Ladder, single_bits
from .matching import Fit, Group, Problem, bits
from .search import Tries

SUITS = 5
FIT_COUNTS = 10  # to work out what can lie where takes as long as to try so many cards with open hands


class Class(NamedTuple):
    """Unseen cards of one suit that may lie in the same places."""

    suit: int
    places: int
    cards: int


class Placing:
    """The unseen cards of one placing problem and the places they may be in.

    `at[seat]` is the place that is the hand of a seat whose cards are not known; `mask` are all unseen cards.
    """

    __slots__ = ("_allowed", "_fits", "_open", "_tries", "_unlike", "at", "classes", "mask", "room")

    def __init__(self, problem: Problem, ladder: Ladder, taken: int, at: dict[int, int], tries: Tries) -> None:
        """`taken` are the bits of the ladder that known cards have; `at` the hands' places by seat."""
        self.at, self.room, self.mask, self._tries = at, problem.room, 0, tries
        found: dict[tuple[int, int], int] = {}
        for (kind, places), count in sorted(problem.cards.items()):
            free = [bit for bit in ladder.bits[kind] if not bit & (taken | self.mask)][:count]
            suit = ladder.suits.index(ladder.suit[ladder.bits[kind][0]])
            self.mask |= sum(free)
            found[suit, places] = found.get((suit, places), 0) | sum(free)
        self.classes = [Class(suit, places, cards) for (suit, places), cards in sorted(found.items()) if cards]
        self._allowed: dict[tuple[object, ...], int] = {}
        self._fits: dict[tuple[object, ...], Fit] = {}
        self._open: dict[int, list[int]] = {}
        self._unlike: dict[int, tuple[int, ...]] = {}

    def number_of(self, bit: int) -> int:
        """The number of the class of an unseen card, or -1."""
        return next((number for number, each in enumerate(self.classes) if each.cards & bit), -1)

    def may_hold(self) -> int:
        """The suits of which a seat may have unseen cards (bit seat * SUITS + suit)."""
        found = 0
        for seat, place in self.at.items():
            for each in self.classes:
                found |= (each.places >> place & 1) << seat * SUITS + each.suit
        return found

    def held_by(self, seat: int) -> int:
        """The unseen cards that lie in a seat's hand in every layout, by their places."""
        only = 1 << self.at[seat]
        return sum(each.cards for each in self.classes if each.places == only)

    def unlike(self, copies: int) -> tuple[int, ...]:
        """Of one or two copies of a card one, or both where neither may lie wherever the other may."""
        found = self._unlike.get(copies)
        if found is None:
            found = tuple(single_bits(copies))
            if len(found) == 2:
                one, two = (self.classes[self.number_of(copy)].places for copy in found)
                found = found[:1] if not one & ~two else found[1:] if not two & ~one else found
            self._unlike[copies] = found
        return found

    def allowed(self, mask: int, voids: int, room: tuple[int, ...], seat: int, led: int) -> int:
        """The unseen cards that a seat may play when this suit was led, -1 for a lead.

        `mask` are the unseen cards not yet played, `voids` the suits not followed, `room` the cards that each place
        still takes.
        """
        key = (mask, voids, room, seat, led)
        found = self._allowed.get(key)
        if found is None:
            counts = tuple([(mask & each.cards).bit_count() for each in self.classes])
            numbers = self._classes_allowed(counts, voids, room, seat, led)
            found = self._allowed[key] = mask & sum([self.classes[number].cards for number in numbers])
        return found

    def _classes_allowed(
        self, counts: tuple[int, ...], voids: int, room: tuple[int, ...], seat: int, led: int
    ) -> Iterator[int]:
        """The numbers of the classes from which a seat may play."""
        place = self.at[seat]
        refused = voids if led < 0 else voids | 1 << seat * SUITS + led
        for number, each in enumerate(self.classes):
            if counts[number] and each.places >> place & 1:
                marks = voids if each.suit == led else refused
                open_to = self._open_to(marks)[number]
                if open_to >> place & 1 and self._fit(counts, marks, room).may_lie(open_to, place):
                    yield number

    def _fit(self, counts: tuple[int, ...], voids: int, room: tuple[int, ...]) -> Fit:
        """What can lie where when so many cards of each class are left."""
        key = (counts, voids, room)
        found = self._fits.get(key)
        if found is None:
            sizes: dict[int, int] = {}
            for places, count in zip(self._open_to(voids), counts, strict=True):
                if count:
                    sizes[places] = sizes.get(places, 0) + count
            found = self._fits[key] = Fit(sizes, room)
            self._tries.left -= FIT_COUNTS
        return found

    def _open_to(self, voids: int) -> list[int]:
        """The places that the cards of each class may be in when some seats have not followed some suits."""
        found = self._open.get(voids)
        if found is None:
            found = self._open[voids] = [
                each.places
                & ~sum(1 << place for seat, place in self.at.items() if voids >> seat * SUITS + each.suit & 1)
                for each in self.classes
            ]
        return found


def without_detail(problem: Problem, kept: Iterable[int]) -> Problem:
    """The problem with places made one that every card may or may not be in alike, but for those kept."""
    keep = frozenset(kept)
    groups = [places for (_, places), count in problem.cards.items() if count]
    first: dict[tuple[bool, ...], int] = {}
    room, moved = list(problem.room), 0
    for place in range(len(room)):
        if place not in keep:
            other = first.setdefault(tuple(bool(places >> place & 1) for places in groups), place)
            if other != place:
                room[other] += room[place]
                room[place] = 0
                moved |= 1 << place
    cards: Counter[Group] = Counter()
    for (kind, places), count in problem.cards.items():
        cards[kind, places & ~moved] += count
    return replace(problem, cards=+cards, room=tuple(room))


def count_layouts(problem: Problem) -> int:
    """How many layouts a placing problem has, identical cards told apart."""
    sizes: Counter[int] = Counter()
    for (_, places), count in problem.cards.items():
        sizes[places] += count
    ways = Counter({problem.room: 1})
    for places, count in sorted(sizes.items(), key=lambda item: item[0].bit_count()):
        after: Counter[tuple[int, ...]] = Counter()
        for room, number in ways.items():
            for split, orders in _splits(count, list(bits(places)), room):
                after[split] += number * orders
        ways = after
    return sum(ways.values())


def _splits(count: int, places: Sequence[int], room: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The ways to put so many different cards into places that have room: what room is left, and how often."""
    if not places:
        yield room, 1
        return
    first, *others = places
    least = max(0, count - sum(room[place] for place in others))
    for size in range(least, min(count, room[first]) + 1):
        after = (*room[:first], room[first] - size, *room[first + 1 :])
        for split, ways in _splits(count - size, others, after):
            yield split, ways * comb(count, size)
