"""Cards as bits in the order of their strength, for searches: suit by suit, the lower card the lower bit.

Above each suit stands a fence, a bit that is no card, so that neighbours are always of one suit.  In a double deck
each kind has two bits and a fence of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .order import Order


class Ladder:
    """Some cards laid out by suit and rank under one order.

    `bits[kind]` are the bits of a kind, one a copy; `suit[bit]` all bits of its suit, `above[bit]` all cards that beat
    it when they are played after it and it is the best card of the trick so far; `ruffs` are the cards that win
    whatever was led; `fences` the fences between suits.
    """

    __slots__ = ("above", "bits", "fences", "firsts", "kind", "last_wins", "plain", "ruffs", "seconds", "suit", "suits")

    def __init__(self, order: Order, kinds: Iterable[int], *, double: bool, last_wins: bool) -> None:
        self.bits: dict[int, tuple[int, ...]] = {}
        self.suits = [0] * len(order.masks)
        self.last_wins = last_wins
        self.ruffs = self.firsts = self.seconds = self.fences = 0
        rungs: list[list[int]] = [[] for _ in order.masks]
        for kind in sorted(set(kinds), key=lambda index: order.power[order.suits[index]][index]):
            rungs[order.suits[kind]].append(kind)
        place = 0
        for suit, held in enumerate(rungs):
            for kind in held:
                self.bits[kind] = (1 << place, 2 << place) if double else (1 << place,)
                place += 3 if double else 1
                self.suits[suit] |= sum(self.bits[kind])
                if any(order.power[led][kind] for led in range(len(rungs)) if led != suit):
                    self.ruffs |= sum(self.bits[kind])
            if held:
                place += not double
                self.fences |= 1 << place - 1
        if double:
            self.firsts = sum(pair[0] for pair in self.bits.values())
            self.seconds = self.firsts << 1
        self.kind = {bit: kind for kind, bits in self.bits.items() for bit in bits}
        self.suit = {bit: next(suit for suit in self.suits if suit & bit) for bit in self.kind}
        self.above = {bit: self._above(bit) for bit in self.kind}
        self.plain = [suit for suit in self.suits if suit and not suit & self.ruffs]

    def _above(self, bit: int) -> int:
        """All cards that beat a card."""
        own = self.bits[self.kind[bit]]
        higher = self.suit[bit] & -(own[-1] << 1)
        if self.last_wins:
            higher |= sum(own) ^ bit
        return higher | (0 if bit & self.ruffs else self.ruffs)

    def lay(self, piles: Iterable[Sequence[int]]) -> list[int]:
        """The bits of some piles of cards, no bit twice; the piles hold no kind more often than the pack."""
        taken, found = 0, []
        for pile in piles:
            mask = 0
            for kind in pile:
                bit = next(bit for bit in self.bits[kind] if not bit & taken)
                taken |= bit
                mask |= bit
            found.append(mask)
        return found

    def breaks(self, foreign: int) -> int:
        """The bits that separate cards which are not as good as each other, when others hold these cards."""
        if not self.firsts:
            return foreign | self.fences
        first, second = foreign & self.firsts, foreign & self.seconds
        return foreign | self.fences | first << 2 | first >> 1 | second << 1 | second >> 2

    def best(self, cards: int, foreign: int) -> int:
        """How many of some cards of one suit, led one after the other, nobody beats who follows suit."""
        if not foreign:
            return cards.bit_count()
        length = foreign.bit_length()
        if self.last_wins and self.firsts >> length - 1 & 1:
            length += 1
        return (cards >> length).bit_count()

    def sure(self, hand: int, others: int) -> int:
        """How many tricks a hand is sure of that leads, whoever holds these other cards and plays what he likes."""
        out, mine = others & self.ruffs, hand & self.ruffs
        count = self.best(mine, out)
        if count < out.bit_count():
            return count
        return mine.bit_count() + sum(self.best(hand & suit, others & suit) for suit in self.plain)


def single_bits(mask: int) -> Iterator[int]:
    """The bits of a mask, the lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def runs(cards: int, walls: int) -> Iterator[int]:
    """The cards in runs of neighbours that no wall parts, the lowest first."""
    while cards:
        wall = walls & -((cards & -cards) << 1)
        wall &= -wall
        yield cards & wall - 1
        cards &= -wall
