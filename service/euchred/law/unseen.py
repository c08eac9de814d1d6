"""Unseen cards in a search: which of them a seat may still show, given all that has been seen (contract §10).

`Unseen` keeps the readings of a record, one placing each, through the play.  A belief lists those that still fit, each
with its cards not yet seen; cards that may lie in the same places are of one cell, and neighbours of one cell are as
good as each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .ladder import Ladder, runs, single_bits
from .placing import SUITS, Placing

Belief = tuple[tuple[int, int], ...]  # the number of each placing that fits, and its unseen cards


class Unseen:
    """The unseen cards of a search; `at` are the seats whose hands are not known, `start` the belief at its start."""

    __slots__ = (
        "_of_suit", "_room", "_settled", "at", "cells", "double", "ladder", "may_matter", "nxt", "placings", "start",
    )  # fmt: skip

    def __init__(self, ladder: Ladder, nxt: Sequence[int], placings: Sequence[Placing]) -> None:
        self.ladder, self.nxt, self.placings = ladder, nxt, placings
        self.double = bool(ladder.firsts)
        self.at = frozenset(placings[0].at)
        self.start: Belief = tuple((number, placing.mask) for number, placing in enumerate(placings))
        self.may_matter = 0
        for placing in placings:
            self.may_matter |= placing.may_hold()
        self._of_suit = [(self._voids_of(suit), cards) for suit, cards in enumerate(ladder.suits) if cards]
        cells: dict[tuple[int, ...], int] = {}
        for bit in single_bits(self.cards(self.start)):
            where = tuple(placing.number_of(bit) for placing in placings)
            cells[where] = cells.get(where, 0) | bit
        self.cells = list(cells.values())
        self._room: dict[tuple[int, int, int, int], tuple[int, ...]] = {}
        self._settled: dict[tuple[int, int], int] = {}

    def _voids_of(self, suit: int) -> int:
        """The marks of all seats for one suit."""
        return sum(1 << seat * SUITS + suit for seat in self.at)

    def sure_of(self, seat: int) -> int:
        """The unseen cards that a seat holds for certain: those given of a hand that is known in part."""
        held = -1
        for placing in self.placings:
            held &= placing.held_by(seat)
        return held

    def relevant(self, belief: Belief, voids: int) -> int:
        """The marks of suits not followed of which cards are still unseen."""
        mask = self.cards(belief)
        for marks, cards in self._of_suit:
            if voids & marks and not mask & cards:
                voids &= ~marks
        return voids

    def cards(self, belief: Belief) -> int:
        """All cards that are unseen in some placing that fits."""
        if len(belief) == 1:
            return belief[0][1]
        found = 0
        for _, mask in belief:
            found |= mask
        return found

    def void(self, seat: int, suit: int) -> int:
        """The mark of a seat that has not followed a suit; none where no unseen card makes a difference."""
        return 1 << seat * SUITS + suit & self.may_matter

    def allowed(self, belief: Belief, voids: int, seat: int, led: int, waiting: int, left: int) -> list[int]:
        """In each placing that fits the cards that a seat may play when this suit was led, -1 for a lead.

        `waiting` seats, this one the first, have still to play to the trick; `left` tricks remain.
        """
        return [
            self.placings[number].allowed(mask, voids, self._room_now(number, seat, waiting, left), seat, led)
            for number, mask in belief
        ]

    def _room_now(self, number: int, seat: int, waiting: int, left: int) -> tuple[int, ...]:
        """The cards that each place of a placing still takes."""
        key = number, seat, waiting, left
        found = self._room.get(key)
        if found is None:
            placing = self.placings[number]
            room = list(placing.room)
            for place in placing.at.values():
                room[place] = left - 1
            for _ in range(waiting):
                if seat in placing.at:
                    room[placing.at[seat]] = left
                seat = self.nxt[seat]
            found = self._room[key] = tuple(room)
        return found

    def later(self, seat: int, waiting: int) -> int:
        """How many seats with unseen cards play to the trick after this one, of so many with it."""
        found = 0
        for _ in range(waiting - 1):
            seat = self.nxt[seat]
            found += seat in self.at
        return found

    def after(self, belief: Belief, allowed: Sequence[int], bit: int) -> Belief:
        """The belief once an allowed card has been played; of two copies it may have been either."""
        if not self.double and len(belief) == 1:
            return ((belief[0][0], belief[0][1] ^ bit),)
        copies = sum(self.ladder.bits[self.ladder.kind[bit]])
        found: set[tuple[int, int]] = set()
        for (number, mask), cards in zip(belief, allowed, strict=True):
            if cards & copies:
                found.update([(number, mask ^ copy) for copy in self.placings[number].unlike(cards & copies)])
        return tuple(sorted(found))

    def settled(self, live: int, belief: Belief) -> Belief:
        """The belief with unseen cards that are as good as each other changed for the lowest of them.

        Between two tricks cards already played part nobody from his neighbours, so that only the number in each run
        of a cell matters.
        """
        if self.double:
            return belief
        mask = self.cards(belief)
        found = self._settled.get((live, mask))
        if found is None:
            found = 0
            for cell in self.cells:
                left = cell & mask
                if left and left != cell:
                    walls = live | mask & ~cell | self.ladder.fences
                    left = sum([lowest(run, (run & left).bit_count()) for run in runs(cell, walls)])
                found |= left
            self._settled[live, mask] = found
        return tuple([(number, found & self.placings[number].mask) for number, _ in belief])

    def worth_trying(self, belief: Belief, live: int, allowed: Sequence[int], beats: int, later: int) -> list[int]:
        """Of the cards that a seat may play those that no other one is as good as.

        `live` are the known cards with the one that wins so far, `beats` the cards that beat that one; `later` is how
        many seats with unseen cards have still to play to the trick.
        """
        cards = 0
        for mask in allowed:
            cards |= mask
        if self.double:
            firsts = cards & self.ladder.firsts
            return list(single_bits(firsts | cards & self.ladder.seconds & ~(firsts << 1)))
        found = []
        walls = live | self.cards(belief)
        for cell in self.cells:
            if cards & cell:
                for run in runs(cards & cell, walls & ~cell | live | self.ladder.fences):
                    if not later or not run & beats or not run & run - 1:
                        found.append(run & -run)
                    else:
                        bits = list(single_bits(run))
                        found += [bits[place] for place in best_places(len(bits), later)]
        return found


def lowest(mask: int, count: int) -> int:
    """So many of the lowest bits of a mask."""
    found = 0
    for _ in range(count):
        low = mask & -mask
        found |= low
        mask ^= low
    return found


@cache
def best_places(size: int, later: int) -> tuple[int, ...]:
    """The places in a run of cards as good as each other, from the lowest, that no other place is as good as.

    A card in the middle leaves those who play later to the trick every choice that a card at the end leaves them: to
    play below it, above it, and among each other as they like, for which `2 ** later - 1` cards on a side are enough.
    """
    enough = 2**later - 1
    sides = [(min(place, enough), min(size - 1 - place, enough)) for place in range(size)]
    return tuple(
        place
        for place, (below, over) in enumerate(sides)
        if (below, over) not in sides[:place]
        and not any(b >= below and o >= over and (b, o) != (below, over) for b, o in sides)
    )
