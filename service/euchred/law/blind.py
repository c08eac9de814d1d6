"""The search with unseen cards: how many tricks a claimant is sure of (contract §10).

The others are one adversary: he plays every seat but the claimant's, the partner too, and settles an unseen card only
when it is played.  What the claimant has seen is the play so far, so that each position is one point of his one way of
playing; which cards the adversary may show next is the business of `unseen.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .ladder import runs
from .search import Play, Spot
from .unseen import Belief, Unseen


class Point(NamedTuple):
    """A point of the play as the claimant sees it: known cards in `spot`, the others and suits not followed apart."""

    spot: Spot
    belief: Belief
    voids: int


Option = tuple[int, int, Belief, int]  # a card worth trying, and the known cards, the belief and the voids after it


class BlindSearch:
    """The play of a claimant against the adversary: what he is sure of, and what defeats him."""

    __slots__ = ("_memory", "claimant", "play", "unseen")

    def __init__(self, play: Play, claimant: int, unseen: Unseen) -> None:
        self.play, self.claimant, self.unseen = play, claimant, unseen
        self._memory: dict[tuple[int, Belief, int], dict[int, tuple[int, int]]] = {}

    def can(self, point: Point, need: int) -> bool:
        """Whether the claimant is sure of at least so many of the tricks that remain."""
        live, seat, led, top, winner, waiting, left = point.spot
        if not led:
            return self._between(live, point.belief, point.voids, seat, need, left)
        return self._within(live, point.belief, point.voids, seat, led, top, winner, waiting, need, left)

    def most(self, point: Point) -> int:
        """How many of the tricks that remain the claimant is sure of."""
        need = 0
        while need < point.spot.left and self.can(point, need + 1):
            need += 1
        return need

    def line(self, point: Point, value: int) -> Iterator[tuple[int, int]]:
        """Seats and cards of a line that holds the claimant, who plays as well as he can, to `value` tricks."""
        while point.spot.left:
            bit, after, won = self._keeping(point, value)
            yield point.spot.seat, bit
            point, value = after, value - won

    def _keeping(self, point: Point, value: int) -> tuple[int, Point, int]:
        """A card after which the claimant takes what he takes with best play, with the point after it."""
        mine = point.spot.seat == self.claimant
        return next(
            (bit, after, won)
            for bit, after, won in self._steps(point)
            if self.can(after, value - won + (not mine)) is mine
        )

    def _steps(self, point: Point) -> Iterator[tuple[int, Point, int]]:
        """The cards worth trying, the points after them, and 1 for one that gives the claimant's side the trick."""
        live, seat, led, top, _, waiting, left = point.spot
        for bit, _, belief, voids in self._worth_trying(live, point.belief, point.voids, seat, led, top, waiting, left):
            after, won = self.play.after(point.spot, bit)
            yield bit, Point(after, belief, voids), won

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
        least, most = known.get(voids, (0, left))
        count = self._certain(live, belief, seat)
        if count >= need:
            known[voids] = (count, most)
            return True
        found = self._within(live, belief, voids, seat, 0, 0, seat, self.play.size, need, left)
        known[voids] = (need, most) if found else (least, need - 1)
        return found

    def _certain(self, live: int, belief: Belief, seat: int) -> int:
        """How many tricks the claimant takes with cards that nobody can beat, when this seat leads."""
        ladder = self.play.ladder
        hand = self.play.held[self.claimant] & live
        others = live & ~hand | self.unseen.cards(belief)
        if seat == self.claimant:
            return ladder.sure(hand, others)
        return 0 if ladder.firsts else ladder.best(hand & ladder.ruffs, others & ladder.ruffs)

    def _within(
        self, live: int, belief: Belief, voids: int,
        seat: int, led: int, top: int, winner: int, waiting: int, need: int, left: int,
    ) -> bool:  # fmt: skip
        """Whether the claimant is sure of so many tricks, this one counted, when this seat plays to it."""
        play = self.play
        counts, nxt, mine = play.counts, play.nxt[seat], seat == self.claimant
        options = self._worth_trying(live, belief, voids, seat, led, top, waiting, left)
        beats = play.ladder.above[top] if led else -1
        waiting -= 1
        win_first = counts[winner] is not mine and counts[seat] is mine
        options.sort(key=lambda option: bool(option[0] & beats) is not win_first)
        for bit, live_after, belief_after, voids_after in options:
            best, by = (bit, seat) if bit & beats else (top, winner)
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

    def _worth_trying(
        self, live: int, belief: Belief, voids: int, seat: int, led: int, top: int, waiting: int, left: int
    ) -> list[Option]:
        """What a seat may play, one of each run of equals, and of unseen cards those that no other is as good as."""
        unseen, ladder = self.unseen, self.play.ladder
        if seat not in unseen.at:
            hand = self.play.held[seat] & live
            walls = ladder.breaks(live & ~hand | top | unseen.cards(belief))
            return [(run & -run, live ^ run & -run, belief, voids) for run in runs(hand & led or hand, walls)]
        suit = ladder.suits.index(led) if led else -1
        allowed = unseen.allowed(belief, voids, seat, suit, waiting, left)
        beats = ladder.above[top] if led else -1
        cards = unseen.worth_trying(belief, live | top, allowed, beats, unseen.later(seat, waiting))
        if not led:
            return [(bit, live, unseen.after(belief, allowed, bit), voids) for bit in reversed(cards)]
        refused = voids | unseen.void(seat, suit)
        return [(bit, live, unseen.after(belief, allowed, bit), voids if bit & led else refused) for bit in cards]
