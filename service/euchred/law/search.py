"""The search with open cards: how many tricks a side takes when every card is known and both play their best.

Alpha-beta on bit masks, asked as a question: can the side take so many of the tricks that remain?  Two kinds of
answers are kept by position, the most it is known to be able to take and the least it is known not to exceed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from .ladder import Ladder, one_of_equals


class Spot(NamedTuple):
    """A point of the play: cards not yet played, who is to play, the trick in progress, the tricks that remain.

    `led` are the cards of the suit led, 0 for a lead; `top` is the card that wins so far and `winner` its seat;
    `waiting` is how many seats have still to play to the trick, `left` how many tricks remain with this one.
    """

    live: int
    seat: int
    led: int
    top: int
    winner: int
    waiting: int
    left: int


class OpenSearch:
    """The play of hands that are all known.

    `held` are the hands, `chooses` the seats that play for the side asked about, `counts` those whose tricks are its
    own.  `lead` and `follow` answer whether the side can take at least `need` of the tricks that remain.
    """

    __slots__ = ("chooses", "counts", "follow", "held", "ladder", "lead", "nxt", "size")

    def __init__(
        self, ladder: Ladder, held: Sequence[int], nxt: Sequence[int], chooses: Sequence[bool], counts: Sequence[bool]
    ) -> None:
        self.ladder, self.held, self.nxt, self.chooses, self.counts = ladder, held, nxt, chooses, counts
        self.size = sum(1 for hand in held if hand)
        self.lead, self.follow = _functions(self)

    def can(self, spot: Spot, need: int) -> bool:
        """Whether the side can take at least so many of the tricks that remain."""
        if not spot.led:
            return self.lead(spot.live, spot.seat, need, spot.left)
        return self.follow(
            spot.live, spot.seat, spot.led, spot.top, spot.winner, spot.waiting, need, spot.left
        )

    def most(self, spot: Spot) -> int:
        """How many of the tricks that remain the side takes."""
        return next(need for need in range(spot.left, -1, -1) if not need or self.can(spot, need))

    def options(self, spot: Spot) -> Iterator[int]:
        """The cards that may be played, one of each run of equals."""
        hand = self.held[spot.seat] & spot.live
        foreign = (spot.live & ~hand) | spot.top
        return one_of_equals(hand & spot.led or hand, self.ladder.breaks(foreign))

    def after(self, spot: Spot, bit: int) -> tuple[Spot, int]:
        """The spot after a card, and 1 when it gives the side a trick, else 0."""
        return played(self.ladder, self.nxt, self.size, self.counts, spot, bit)

    def line(self, spot: Spot, value: int) -> Iterator[tuple[int, int]]:
        """Seats and cards of one line of best play; the side takes `value`, the most it can."""
        while spot.left:
            mine = self.chooses[spot.seat]
            for bit in self.options(spot):
                after, won = self.after(spot, bit)
                if self.can(after, value - won + (not mine)) is mine:
                    break
            yield spot.seat, bit
            spot, value = after, value - won


def played(
    ladder: Ladder, nxt: Sequence[int], size: int, counts: Sequence[bool], spot: Spot, bit: int
) -> tuple[Spot, int]:
    """The spot after a card, and 1 when it ends the trick and gives it to the side, else 0."""
    wins = not spot.led or bool(bit & ladder.above[spot.top])
    top, winner = (bit, spot.seat) if wins else (spot.top, spot.winner)
    live = spot.live & ~bit
    if spot.waiting > 1:
        led = spot.led or ladder.suit[bit]
        return Spot(live, nxt[spot.seat], led, top, winner, spot.waiting - 1, spot.left), 0
    return Spot(live, winner, 0, 0, winner, size, spot.left - 1), int(counts[winner])


Lead = Callable[[int, int, int, int], bool]
Follow = Callable[[int, int, int, int, int, int, int, int], bool]


def _functions(search: OpenSearch) -> tuple[Lead, Follow]:
    """The two functions of a search; its tables are bound once, since they are read at every node."""
    ladder, held, nxt, chooses, counts = search.ladder, search.held, search.nxt, search.chooses, search.counts
    above, suit, fences, double, sure = ladder.above, ladder.suit, ladder.fences, bool(ladder.firsts), ladder.sure
    breaks, size = ladder.breaks, search.size
    wants = [chooses[seat] == counts[seat] for seat in range(len(held))]
    memo: dict[int, tuple[int, int]] = {}

    def lead(live: int, seat: int, need: int, left: int) -> bool:
        """Whether the side can take at least so many tricks when this seat leads."""
        if need <= 0:
            return True
        if need > left:
            return False
        hand = held[seat] & live
        if left == 1:
            top, winner, at = hand, seat, nxt[seat]
            while at != seat:
                bit = held[at] & live
                if bit & above[top]:
                    top, winner = bit, at
                at = nxt[at]
            return counts[winner]
        key = live << 3 | seat
        least, most = memo.get(key, (0, left))
        if need <= least:
            return True
        if need > most:
            return False
        mine = chooses[seat]
        if wants[seat]:
            count = sure(hand, live & ~hand)
            if mine and count >= need:
                memo[key] = (count, most)
                return True
            if not mine and left - count < need:
                memo[key] = (least, left - count)
                return False
        walls = breaks(live & ~hand) if double else live & ~hand | fences
        rest, found = hand, not mine
        waiting = size - 1
        while rest:
            high = rest & -rest
            wall = walls & -(high << 1)
            rest &= -(wall & -wall)
            if follow(live ^ high, nxt[seat], suit[high], high, seat, waiting, need, left) is mine:
                found = mine
                break
        memo[key] = (need, most) if found else (least, need - 1)
        return found

    def follow(
        live: int, seat: int, led: int, top: int, winner: int, waiting: int, need: int, left: int
    ) -> bool:
        """Whether the side can take at least so many tricks, this one counted, when this seat plays to it."""
        mine = chooses[seat]
        hand = held[seat] & live
        cards = hand & led or hand
        beating = cards & above[top]
        walls = breaks(live & ~hand | top) if double else live & ~hand | top | fences
        waiting -= 1
        first = beating if counts[winner] is not mine and counts[seat] is mine else cards & ~beating
        for rest in (first, cards & ~first):
            while rest:
                low = rest & -rest
                wall = walls & -(low << 1)
                rest &= -(wall & -wall)
                if low & beating:
                    if waiting:
                        found = follow(live ^ low, nxt[seat], led, low, seat, waiting, need, left)
                    else:
                        found = lead(live ^ low, seat, need - counts[seat], left - 1)
                elif waiting:
                    found = follow(live ^ low, nxt[seat], led, top, winner, waiting, need, left)
                else:
                    found = lead(live ^ low, winner, need - counts[winner], left - 1)
                if found is mine:
                    return mine
        return not mine

    return lead, follow
