"""Placing unknown cards: whether a layout exists that puts each card where it may be.

Each card has a set of *places* (a hand, a discard nobody saw, the undealt rest), each place room for so many cards.
By Hall's theorem a layout exists exactly when no union of places has less room than there are cards that can only go
there; `Fit` tests that for every union of the place sets that occur, once, and then knows where single cards may lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

Group = tuple[int, int]  # a kind of card and its possible places, as bits


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits of a mask."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Fit:
    """So many cards, by the places they may be in, and the room of the places: what can lie where.

    `possible` says whether the cards can be placed so that every place is filled exactly.
    """

    __slots__ = ("_bound", "_room", "_spare", "possible")

    def __init__(self, sizes: Mapping[int, int], room: Sequence[int]) -> None:
        """`sizes` counts the cards by the set of places that they may be in."""
        self._room = list(room)
        self._spare: list[tuple[int, int]] = []  # the unions that two cards may overfill, and the room they have left
        self._bound: dict[int, int] = {}
        self.possible = 0 not in sizes and sum(sizes.values()) == sum(room)
        choices = []
        unions = {0}
        for places, count in sizes.items():
            if places & places - 1:
                choices.append((places, count))
                unions.update([places | union for union in unions])
            elif places:  # its cards lie there in every layout
                self._room[places.bit_length() - 1] -= count
        if min(self._room, default=0) < 0:
            self.possible = False
        rooms = [(1 << place, size) for place, size in enumerate(self._room) if size]
        for union in unions if self.possible else ():
            left = 0
            for bit, size in rooms:
                if union & bit:
                    left += size
            for places, count in choices:
                if not places & ~union:
                    left -= count
            if left < 0:
                self.possible = False
                return
            if left < 2:
                self._spare.append((union, left))

    def may_lie(self, places: int, place: int) -> bool:
        """Whether in some layout a card that has these places lies in that one of them."""
        if not self.possible or not places & places - 1:
            return self.possible
        if not self._room[place]:
            return False
        bound = self._bound.get(place)
        if bound is None:  # a full union takes only cards that can go nowhere else
            bound = -1
            for union, left in self._spare:
                if not left and union >> place & 1:
                    bound &= union
            self._bound[place] = bound
        return not places & ~bound

    def may_both_lie(self, one: Group, other: Group) -> bool:
        """Whether in some layout two different cards lie so, each given by a place and all its places."""
        (place, places), (there, others) = one, other
        if not self.may_lie(places, place) or not self.may_lie(others, there):
            return False
        if not places & places - 1 or not others & others - 1:
            return True
        if place == there and self._room[place] < 2:
            return False
        for union, left in self._spare:
            taken = (union >> place & 1) - (not places & ~union) + (union >> there & 1) - (not others & ~union)
            if taken > left:
                return False
        return True


# Without slots: what follows from a problem is worked out when first asked for, and kept with it.
@dataclass(frozen=True, eq=False)
class Problem:
    """Cards to be placed and the room for them.

    `cards` counts the cards of each group that has any; `room` is the number of cards each place takes; for a seat,
    `hand` are the places that are its hand now, `pool` those and the places of the cards it put down; `fixed` are known
    cards in its hand.
    """

    cards: Counter[Group]
    room: tuple[int, ...]
    hand: Mapping[int, int]
    pool: Mapping[int, int]
    fixed: Mapping[int, int]

    @cached_property
    def fit(self) -> Fit:
        """What can lie where."""
        sizes: dict[int, int] = {}
        for (_, places), count in self.cards.items():
            sizes[places] = sizes.get(places, 0) + count
        return Fit(sizes, self.room)

    @cached_property
    def groups(self) -> dict[int, list[int]]:
        """The sets of places of the cards of each kind."""
        found: dict[int, list[int]] = {}
        for kind, places in self.cards:
            found.setdefault(kind, []).append(places)
        return found

    @cached_property
    def _barred(self) -> dict[Group, Problem]:
        """The problems with kinds barred from places that were asked for."""
        return {}

    def has_layout(self) -> bool:
        """Whether the cards can be placed so that every place is filled exactly."""
        return self.fit.possible

    def ways(self, kind: int, places: int) -> Iterator[Group]:
        """How a card of this kind may lie in one of these places: that place and all its places."""
        for group in self.groups.get(kind, ()):
            for place in bits(group & places):
                if self.fit.may_lie(group, place):
                    yield place, group

    def may_lie(self, kind: int, places: int) -> bool:
        """Whether a card of this kind lies in one of these places in some layout."""
        return any(True for _ in self.ways(kind, places))

    def may_hold(self, seat: int, kind: int) -> bool:
        """Whether a seat holds a card of this kind now in some layout."""
        if self.fixed.get(seat, 0) >> kind & 1:
            return self.fit.possible
        return self.may_lie(kind, self.hand.get(seat, 0))

    def may_lack(self, seat: int, kind: int) -> bool:
        """Whether a seat holds no card of this kind now in some layout."""
        places = self.hand.get(seat, 0)
        return not self.fixed.get(seat, 0) >> kind & 1 and self.barring(places, 1 << kind).has_layout()

    def barring(self, places: int, kinds: int) -> Problem:
        """The problem with some kinds barred from some places."""
        found = self._barred.get((places, kinds))
        if found is None:
            cards: Counter[Group] = Counter()
            for (kind, allowed), count in self.cards.items():
                cards[kind, allowed & ~places if kinds >> kind & 1 else allowed] += count
            found = self._barred[places, kinds] = replace(self, cards=cards)
        return found

    def splitting(self, place: int, size: int, kinds_new: int, kinds_old: int) -> Problem:
        """The problem with a place split: `size` cards of its room for some kinds only, the rest for others."""
        new = len(self.room)
        cards: Counter[Group] = Counter()
        for (kind, allowed), count in self.cards.items():
            if allowed >> place & 1:
                extra = 1 << new if kinds_new >> kind & 1 else 0
                allowed = (allowed if kinds_old >> kind & 1 else allowed & ~(1 << place)) | extra
            cards[kind, allowed] += count
        room = (*self.room[:place], self.room[place] - size, *self.room[place + 1 :], size)
        return replace(self, cards=cards, room=room)
