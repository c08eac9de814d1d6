"""Placing unknown cards: whether a layout exists that puts each card where it may be.

Each card has a set of *places* (a hand, a discard nobody saw, the undealt rest), each place room for so many cards.
By Hall's theorem a layout exists exactly when no union of places has less room than there are cards that can only go
there; `has_layout` tests that for every union of the place sets that occur.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

Group = tuple[int, int]  # a kind of card and its possible places, as bits


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits of a mask."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class Problem:
    """Cards to be placed and the room for them.

    `cards` counts cards by group; `room` is the number of cards each place takes; for a seat, `hand` are the places
    that are its hand now, `pool` those and the places of the cards it put down; `fixed` are known cards in its hand.
    """

    cards: Counter[Group]
    room: tuple[int, ...]
    hand: Mapping[int, int]
    pool: Mapping[int, int]
    fixed: Mapping[int, int]

    def has_layout(self) -> bool:
        """Whether the cards can be placed so that every place is filled exactly."""
        room = self.room
        if min(room, default=0) < 0 or self.cards.total() != sum(room):
            return False
        sizes: dict[int, int] = {}
        for (_, places), count in self.cards.items():
            if count:
                sizes[places] = sizes.get(places, 0) + count
        return all_fit(sizes, room)

    def taking(self, places: int, kind: int) -> Iterator[Problem]:
        """What remains once a card of this kind lies in one of these places: a problem for each way."""
        for group, count in self.cards.items():
            if group[0] != kind or not count:
                continue
            for place in bits(group[1] & places):
                cards = self.cards.copy()
                cards[group] -= 1
                yield replace(self, cards=cards, room=_less(self.room, place, 1))

    def holding(self, seat: int, kind: int) -> Iterator[Problem]:
        """What remains once a seat holds a card of this kind now."""
        if self.fixed.get(seat, 0) >> kind & 1:
            yield self
        else:
            yield from self.taking(self.hand.get(seat, 0), kind)

    def barring(self, places: int, kinds: int) -> Problem:
        """The problem with some kinds barred from some places."""
        cards: Counter[Group] = Counter()
        for (kind, allowed), count in self.cards.items():
            cards[kind, allowed & ~places if kinds >> kind & 1 else allowed] += count
        return replace(self, cards=cards)

    def splitting(self, place: int, size: int, kinds_new: int, kinds_old: int) -> Problem:
        """The problem with a place split: `size` cards of its room for some kinds only, the rest for others."""
        new = len(self.room)
        cards: Counter[Group] = Counter()
        for (kind, allowed), count in self.cards.items():
            if allowed >> place & 1:
                extra = 1 << new if kinds_new >> kind & 1 else 0
                allowed = (allowed if kinds_old >> kind & 1 else allowed & ~(1 << place)) | extra
            cards[kind, allowed] += count
        return replace(self, cards=cards, room=(*_less(self.room, place, size), size))


def all_fit(sizes: Mapping[int, int], room: Sequence[int]) -> bool:
    """Whether no union of places has less room than there are cards that can only go there (Hall's theorem).

    `sizes` counts the cards by the set of places that they may be in.
    """
    unions = {0}
    for places in sizes:
        unions |= {places | union for union in unions}
    for union in unions:
        inside = sum(count for places, count in sizes.items() if not places & ~union)
        if inside > sum(size for place, size in enumerate(room) if union >> place & 1):
            return False
    return True


def _less(room: tuple[int, ...], place: int, size: int) -> tuple[int, ...]:
    """The room with a place smaller by so many cards."""
    return (*room[:place], room[place] - size, *room[place + 1 :])
