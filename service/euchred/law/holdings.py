"""What each seat holds: cards known for certain, cards it may have put down unseen, and cards nobody has named.

For a seat: ``held`` are cards it certainly holds, ``maybe`` cards of which ``gone`` may have left unseen, ``blank`` the
number of cards that are not known.  The hand is known when there is nothing blank and nothing gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import COPY, ONE_OF_EACH, UNKNOWN, add, kinds, mask_of, remove


class Holdings:
    """The hands of all seats, as far as the record tells; changed in place while a hand is replayed."""

    __slots__ = ("blank", "gone", "held", "known", "maybe")

    held: list[int]
    blank: list[int]

    def __init__(self, hands: Sequence[tuple[int, ...] | None], masks: Sequence[int], sizes: Sequence[int]) -> None:
        """The hands as dealt, their masks as `State.masks` has them, and how many cards each seat is dealt."""
        seats = len(sizes)
        self.maybe, self.gone = [0] * seats, [0] * seats
        if max(masks) <= ONE_OF_EACH and tuple(map(int.bit_count, masks)) == sizes:  # all known, no two alike
            self.held, self.blank, self.known = [*masks], [0] * seats, [True] * seats
            return
        self.held, self.blank, self.known = [0] * seats, [*sizes], [False] * seats
        for seat, (hand, mask) in enumerate(zip(hands, masks, strict=True)):
            if hand is None:
                continue
            if mask.bit_count() == sizes[seat] and mask <= ONE_OF_EACH:
                self.held[seat], self.blank[seat], self.known[seat] = mask, 0, True
            else:  # two of a card, or unknown ones
                known = [index for index in hand if index != UNKNOWN]
                self.held[seat], self.blank[seat] = mask_of(known), sizes[seat] - len(known)
                self.known[seat] = not self.blank[seat]

    def copy(self) -> Holdings:
        """The same hands, to be changed apart."""
        other = Holdings.__new__(Holdings)
        other.held, other.maybe, other.gone = self.held.copy(), self.maybe.copy(), self.gone.copy()
        other.blank, other.known = self.blank.copy(), self.known.copy()
        return other

    def size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return self.held[seat].bit_count() + self.maybe[seat].bit_count() + self.blank[seat] - self.gone[seat]

    def take(self, seat: int, cards: Iterable[int]) -> None:
        """A seat takes cards up, UNKNOWN for each one that is not known."""
        for index in cards:
            if index == UNKNOWN:
                self.blank[seat] += 1
            elif self.maybe[seat] >> index & 1:
                self.maybe[seat] = add(self.maybe[seat], index)
            else:
                self.held[seat] = add(self.held[seat], index)
        self._settle(seat)

    def put_back(self, seat: int, cards: Iterable[int]) -> None:
        """A seat gives back cards that it has taken and of which it has used none."""
        for index in cards:
            if index == UNKNOWN:
                self.blank[seat] -= 1
            else:
                self.lose(seat, index)
        self._settle(seat)

    def named(self, seat: int) -> int:
        """The kinds of the known cards that a seat may hold."""
        cards = self.held[seat] | self.maybe[seat]
        return (cards | cards >> COPY) & ONE_OF_EACH

    def may_hold(self, seat: int, index: int) -> bool:
        """Whether the record of this seat alone lets it hold a card."""
        return bool((self.held[seat] | self.maybe[seat]) >> index & 1) or self.blank[seat] > 0

    def lose(self, seat: int, index: int) -> None:
        """A card leaves a hand for all to see."""
        if self.held[seat] >> index & 1:
            self.held[seat] = remove(self.held[seat], index)
            twin = 1 << index + COPY
            if self.maybe[seat] & twin:
                self.maybe[seat] ^= twin | 1 << index
        elif self.maybe[seat] >> index & 1:
            self.maybe[seat] = remove(self.maybe[seat], index)
        else:
            self.blank[seat] -= 1
        self._settle(seat)

    def lose_unseen(self, seat: int, among: int) -> None:
        """A card of these kinds leaves a hand and nobody says which."""
        held = self.held[seat] & among & ONE_OF_EACH
        for index in kinds(held):
            twin = 1 << index + COPY
            self.maybe[seat] |= twin if self.held[seat] & twin else 1 << index
            self.held[seat] = remove(self.held[seat], index)
        self.gone[seat] += 1
        self._settle(seat)

    def may_have_gone(self, seat: int, index: int) -> bool:
        """Whether a known card of a hand may be one of those that left it unseen."""
        return bool((self.maybe[seat] >> index | self.maybe[seat] >> index + COPY) & 1)

    def name(self, seat: int, index: int) -> None:
        """One of the cards that left a hand unseen turns out to have been this known one."""
        self.maybe[seat] = remove(self.maybe[seat], index)
        self.gone[seat] -= 1
        self._settle(seat)

    def _settle(self, seat: int) -> None:
        """Draws what follows by counting the seat's own cards."""
        gone = self.gone[seat]
        if not gone:
            self.held[seat] |= self.maybe[seat]
            self.maybe[seat] = 0
        elif not self.blank[seat] and self.maybe[seat].bit_count() == gone:
            self.maybe[seat] = self.gone[seat] = 0
        self.known[seat] = not self.blank[seat] and not self.gone[seat]
