"""The search with open cards: how many tricks a side takes when every card is known and both sides play their best.

Alpha-beta on bit masks, asked as a question: can the side take so many of the tricks that remain?  For each position
between two tricks the memory keeps the most the side is known to reach and the most it is not known to miss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .ladder import Ladder, runs, single_bits

# The few claims and positions that take long are given up after so many cards tried: half a second of one core.
MOST_TRIED = 130_000


class TriedTooMany(ValueError):
    """A search has tried as many cards as it may, `most`."""

    def __init__(self, most: int) -> None:
        super().__init__(f"more than {most:,} cards to try")
        self.most = most


class Tries:
    """How many cards a search may still try: the same position always comes to the same end, whatever the machine."""

    __slots__ = ("left", "most")

    def __init__(self, most: int) -> None:
        self.most = self.left = most


class Spot(NamedTuple):
    """A point of the play: the known cards not yet played, who is to play, the trick in progress, the tricks to come.

    `led` are the cards of the suit led, 0 for a lead; `top` is the card that wins so far and `winner` its seat;
    `waiting` is how many seats have still to play to the trick, `left` how many tricks remain, this one counted.
    """

    live: int
    seat: int
    led: int
    top: int
    winner: int
    waiting: int
    left: int


@dataclass(frozen=True, slots=True)
class Play:
    """What does not change while cards are played.

    `held` are the cards of each seat, `size` the seats that play; `ours` are the seats that choose for the side asked
    about, `counts` those whose tricks are its own.
    """

    ladder: Ladder
    held: Sequence[int]
    nxt: Sequence[int]
    size: int
    ours: Sequence[bool]
    counts: Sequence[bool]

    def after(self, spot: Spot, bit: int) -> tuple[Spot, int]:
        """The spot after a card, and 1 when it ends a trick that the side takes, else 0."""
        wins = not spot.led or bool(bit & self.ladder.above[spot.top])
        top, winner = (bit, spot.seat) if wins else (spot.top, spot.winner)
        live = spot.live & ~bit
        if spot.waiting > 1:
            led = spot.led or self.ladder.suit[bit]
            return Spot(live, self.nxt[spot.seat], led, top, winner, spot.waiting - 1, spot.left), 0
        return Spot(live, winner, 0, 0, winner, self.size, spot.left - 1), int(self.counts[winner])


class OpenSearch:
    """The play of hands that are all known; `can` and `most` say what the side takes, `line` how.

    Raises TriedTooMany when there is more to go through than `tries` allow.
    """

    __slots__ = ("follow", "lead", "play")

    def __init__(self, play: Play, tries: Tries) -> None:
        self.play = play
        self.lead, self.follow = _functions(play, tries)

    def can(self, spot: Spot, need: int) -> bool:
        """Whether the side can take at least so many of the tricks that remain."""
        if not 0 < need <= spot.left:
            return need <= 0
        if not spot.led:
            return self.lead(spot.live, spot.seat, need, spot.left)
        return self.follow(spot.live, spot.seat, spot.led, spot.top, spot.winner, spot.waiting, need, spot.left)

    def most(self, spot: Spot) -> int:
        """How many of the tricks that remain the side takes.

        Asked from above: that it cannot take so many is mostly seen at once, that it can is proven only once.
        """
        need = spot.left
        while need and not self.can(spot, need):
            need -= 1
        return need

    def line(self, spot: Spot, value: int) -> Iterator[tuple[int, int]]:
        """Seats and cards of one line of best play; `value` is the most the side takes."""
        while spot.left:
            bit, after, won = self._keeping(spot, value)
            yield spot.seat, bit
            spot, value = after, value - won

    def _keeping(self, spot: Spot, value: int) -> tuple[int, Spot, int]:
        """A card after which the side takes what it takes with best play, with the spot after it."""
        mine = self.play.ours[spot.seat]
        for bit in self._options(spot):
            after, won = self.play.after(spot, bit)
            if self.can(after, value - won + (not mine)) is mine:
                return bit, after, won
        raise AssertionError("no card keeps to the value of the position")

    def _options(self, spot: Spot) -> Iterator[int]:
        """The cards that may be played, one of each run of equals."""
        hand = self.play.held[spot.seat] & spot.live
        walls = self.play.ladder.breaks(spot.live & ~hand | spot.top)
        return (run & -run for run in runs(hand & spot.led or hand, walls))


SHAPE_BITS = 16  # a suit of a double deck has at most 14 cards, and no more shapes than sets of them


class _Shapes(dict[int, int]):
    """The cards of a suit that are left, numbered by whose they are from the lowest to the highest.

    Positions in which the same seats hold the lowest, the next… card of each suit are the same for the play, provided
    that in a double deck identical cards stand at the same places.
    """

    def __init__(self, ladder: Ladder, suit: int, owner: Mapping[int, int]) -> None:
        super().__init__()
        self.cards = [(bit, owner[bit], ladder.kind[bit]) for bit in single_bits(suit) if bit in owner]
        self.numbers: dict[tuple[int, ...], int] = {}

    def __missing__(self, live: int) -> int:
        shape, last = [], -1
        for bit, seat, kind in self.cards:
            if live & bit:
                shape += [-1, seat] if kind == last else [seat]
                last = kind
        found = self[live] = self.numbers.setdefault(tuple(shape), len(self.numbers))
        return found


Lead = Callable[[int, int, int, int], bool]
Follow = Callable[[int, int, int, int, int, int, int, int], bool]


def _functions(play: Play, tries: Tries) -> tuple[Lead, Follow]:
    """The two functions of a search, its tables bound once because every node reads them."""
    ladder, held, nxt, ours, counts = play.ladder, play.held, play.nxt, play.ours, play.counts
    above, suit, fences, double = ladder.above, ladder.suit, ladder.fences, bool(ladder.firsts)
    ruffs = ladder.ruffs
    breaks, sure, others = ladder.breaks, ladder.sure, play.size - 1
    memory: dict[int, tuple[int, int]] = {}
    owner = {bit: seat for seat, hand in enumerate(held) for bit in single_bits(hand)}
    shapes = [(cards, _Shapes(ladder, cards, owner)) for cards in ladder.suits if cards]

    def lead(live: int, seat: int, need: int, left: int) -> bool:
        """Whether the side can take at least so many tricks, from 1 to all of them, when this seat leads."""
        hand = held[seat] & live
        if left == 1:
            top, winner, at = hand, seat, nxt[seat]
            while at != seat:
                bit = held[at] & live
                if bit & above[top]:
                    top, winner = bit, at
                at = nxt[at]
            return counts[winner]
        key = seat
        for cards, numbers in shapes:
            key = key << SHAPE_BITS | numbers[live & cards]
        least, most = memory.get(key, (0, left))
        if need <= least:
            return True
        if need > most:
            return False
        mine = ours[seat]
        trumps = live & ruffs
        if trumps and not double:
            by = owner[1 << trumps.bit_length() - 1]
            top = ((held[by] & trumps) >> (trumps & ~held[by]).bit_length()).bit_count()
            if top >= need if counts[by] else left - top < need:  # each of the highest trumps takes a trick
                return counts[by]
        if counts[seat] is mine:
            count = sure(hand, live & ~hand)
            if mine and count >= need:
                memory[key] = (count, most)
                return True
            if not mine and left - count < need:
                memory[key] = (least, left - count)
                return False
        walls = breaks(live & ~hand) if double else live & ~hand | fences
        found = not mine
        while hand:
            low = hand & -hand
            wall = walls & -(low << 1)
            hand &= -(wall & -wall)
            if follow(live ^ low, nxt[seat], suit[low], low, seat, others, need, left) is mine:
                found = mine
                break
        memory[key] = (need, most) if found else (least, need - 1)
        return found

    def follow(live: int, seat: int, led: int, top: int, winner: int, waiting: int, need: int, left: int) -> bool:
        """Whether the side can take at least so many tricks, this one counted, when this seat plays to it."""
        tries.left -= 1
        if tries.left < 0:
            raise TriedTooMany(tries.most)
        hand = held[seat] & live
        cards = hand & led or hand
        beating = cards & above[top]
        if not cards & cards - 1:
            best, by = (cards, seat) if beating else (top, winner)
            if waiting > 1:
                return follow(live ^ cards, nxt[seat], led, best, by, waiting - 1, need, left)
            still = need - counts[by]
            return still <= 0 or still < left and lead(live ^ cards, by, still, left - 1)
        mine = ours[seat]
        walls = breaks(live & ~hand | top) if double else live & ~hand | top | fences
        waiting -= 1
        first = beating if counts[winner] is not mine and counts[seat] is mine else cards & ~beating
        for rest in (first, cards & ~first):
            while rest:
                low = rest & -rest
                wall = walls & -(low << 1)
                rest &= -(wall & -wall)
                best, by = (low, seat) if low & beating else (top, winner)
                if waiting:
                    found = follow(live ^ low, nxt[seat], led, best, by, waiting, need, left)
                else:
                    still = need - counts[by]
                    found = still <= 0 or still < left and lead(live ^ low, by, still, left - 1)
                if found is mine:
                    return mine
        return not mine

    return lead, follow
