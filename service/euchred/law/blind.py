"""The search with unseen cards: how many tricks a claimant is sure of (contract §10).

The others are one adversary: he plays every seat but the claimant's, the partner too, and settles an unseen card only
when it is played.  What the claimant has seen is the play so far, so that each position is one point of his one way of
playing; which cards the adversary may show next is the business of `unseen.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .ladder import runs, single_bits
from .search import Play, Spot, TriedTooMany, Tries
from .unseen import Belief, Unseen

TRY_COUNTS = 2  # to try a card takes as long as two with open cards, for each reading of the record


class Point(NamedTuple):
    """A point of the play as the claimant sees it: known cards in `spot`, the others and suits not followed apart."""

    spot: Spot
    belief: Belief
    voids: int


# Cards worth trying; for a hand that is not known the unseen cards that it may play in each placing, else None; and
# the suits not followed once it has not followed now.
Choice = tuple[list[int], list[int] | None, int]


class BlindSearch:
    """The play of a claimant against the adversary: what he is sure of, and what defeats him.

    Raises TriedTooMany when there is more to go through than `tries` allow.
    """

    __slots__ = ("_memory", "_owner", "claimant", "play", "sure", "tries", "unseen")

    def __init__(self, play: Play, claimant: int, unseen: Unseen, tries: Tries) -> None:
        self.play, self.claimant, self.unseen, self.tries = play, claimant, unseen, tries
        self.sure = [unseen.sure_of(seat) if seat in unseen.at else held for seat, held in enumerate(play.held)]
        self._owner = {bit: seat for seat, cards in enumerate(self.sure) for bit in single_bits(cards)}
        self._memory: dict[tuple[int, Belief, int], dict[int, tuple[int, int]]] = {}

    def can(self, point: Point, need: int) -> bool:
        """Whether the claimant is sure of at least so many of the tricks that remain."""
        live, seat, led, top, winner, waiting, left = point.spot
        if not led:
            return self._between(live, point.belief, point.voids, seat, need, left)
        return self._within(live, point.belief, point.voids, seat, led, top, winner, waiting, need, left)

    def most(self, point: Point, less_than: int) -> int:
        """How many of the tricks that remain the claimant is sure of, where it is known to be less than a number.

        Asked from above: that he cannot take so many is mostly seen at once, that he can is proven only once.
        """
        need = min(less_than - 1, point.spot.left)
        while need and not self.can(point, need):
            need -= 1
        return need

    def line(self, point: Point, value: int) -> Iterator[tuple[int, int]]:
        """Seats and cards of a line that holds the claimant, who plays as well as he can, to `value` tricks."""
        while point.spot.left:
            bit, after, won = self._keeping(point, value)
            yield point.spot.seat, bit
            point, value = after, value - won

    def _keeping(self, point: Point, value: int) -> tuple[int, Point, int]:
        """A card after which the claimant takes what he takes with best play, with the point after it."""
        live, seat, led, top, _, waiting, left = point.spot
        mine = seat == self.claimant
        cards, shown, refused = self._choice(live, point.belief, point.voids, seat, led, top, waiting, left)
        for bit in cards:
            spot, won = self.play.after(point.spot, bit)
            belief = point.belief if shown is None else self.unseen.after(point.belief, shown, bit)
            after = Point(spot, belief, point.voids if not led or bit & led else refused)
            if self.can(after, value - won + (not mine)) is mine:
                return bit, after, won
        raise AssertionError("no card keeps to the value of the point")

    # -- the search ------------------------------------------------------------------------

    def _between(self, live: int, belief: Belief, voids: int, seat: int, need: int, left: int) -> bool:
        """Whether the claimant is sure of so many tricks when this seat leads.

        The more suits the others have not followed, the less the adversary can do: what holds for some marks holds for
        more of them, and what fails fails for fewer.
        """
        if need <= 0:
            return True
        if need > left:
            return False
        belief = self.unseen.settled(live, belief)
        voids = self.unseen.relevant(belief, voids) if voids else 0
        known = self._memory.setdefault((live, belief, seat), {})
        for marks, (least, most) in known.items():
            if need <= least and not marks & ~voids:
                return True
            if need > most and not voids & ~marks:
                return False
        if voids in known:
            least, most = known[voids]
        else:
            least, most = known[voids] = self._bounds(live, belief, seat, left)
            if not least < need <= most:
                return need <= least
        found = self._within(live, belief, voids, seat, 0, 0, seat, self.play.size, need, left)
        known[voids] = (need, most) if found else (least, need - 1)
        return found

    def _bounds(self, live: int, belief: Belief, seat: int, left: int) -> tuple[int, int]:
        """How many tricks the claimant's side takes at least and at most, by cards that nobody can beat."""
        ladder, counts, cards = self.play.ladder, self.play.counts, live | self.unseen.cards(belief)
        least, most, trumps = 0, left, cards & ladder.ruffs
        by = self._owner.get(1 << trumps.bit_length() - 1) if trumps and not ladder.firsts else None
        if by is not None:  # each of the highest trumps takes a trick
            own = self.sure[by] & trumps
            count = (own >> (trumps & ~own).bit_length()).bit_count()
            least, most = (count, left) if counts[by] else (0, left - count)
        if seat == self.claimant or not counts[seat]:
            own = self.sure[seat] & cards
            count = ladder.sure(own, cards & ~own)
            least, most = (max(least, count), most) if counts[seat] else (least, min(most, left - count))
        return least, most

    def _within(
        self, live: int, belief: Belief, voids: int,
        seat: int, led: int, top: int, winner: int, waiting: int, need: int, left: int,
    ) -> bool:  # fmt: skip
        """Whether the claimant is sure of so many tricks, this one counted, when this seat plays to it."""
        play, unseen, tries = self.play, self.unseen, self.tries
        counts, nxt, mine = play.counts, play.nxt[seat], seat == self.claimant
        cards, shown, refused = self._choice(live, belief, voids, seat, led, top, waiting, left)
        beats = -1
        if led:
            beats = play.ladder.above[top]
            if len(cards) > 1:
                win, lose = [bit for bit in cards if bit & beats], [bit for bit in cards if not bit & beats]
                cards = win + lose if counts[winner] is not mine and counts[seat] is mine else lose + win
        waiting -= 1
        for bit in cards:
            tries.left -= TRY_COUNTS * len(belief)
            if tries.left < 0:
                raise TriedTooMany(tries.most)
            best, by = (bit, seat) if bit & beats else (top, winner)
            if shown is None:
                live_after, belief_after = live ^ bit, belief
            else:
                live_after, belief_after = live, unseen.after(belief, shown, bit)
            voids_after = voids if not led or bit & led else refused
            if waiting:
                suit = led or play.ladder.suit[bit]
                found = self._within(
                    live_after, belief_after, voids_after, nxt, suit, best, by, waiting, need, left
                )  # fmt: skip
            else:
                found = self._between(live_after, belief_after, voids_after, by, need - counts[by], left - 1)
            if found is mine:
                return mine
        return not mine

    def _choice(
        self, live: int, belief: Belief, voids: int, seat: int, led: int, top: int, waiting: int, left: int
    ) -> Choice:
        """What a seat may play, one of each run of equals, and of unseen cards those that no other is as good as."""
        unseen, ladder = self.unseen, self.play.ladder
        if seat not in unseen.at:
            hand = self.play.held[seat] & live
            playable = hand & led or hand
            if not playable & playable - 1:
                return [playable], None, voids
            walls = ladder.breaks(live & ~hand | top | unseen.cards(belief))
            return [run & -run for run in runs(playable, walls)], None, voids
        suit = ladder.suits.index(led) if led else -1
        allowed = unseen.allowed(belief, voids, seat, suit, waiting, left)
        beats = ladder.above[top] if led else -1
        cards = unseen.worth_trying(belief, live | top, allowed, beats, unseen.later(seat, waiting))
        if not led:
            return cards[::-1], allowed, voids
        return cards, allowed, voids | unseen.void(seat, suit)
