"""The deal of a record, its moves taken out again: what each hand and pile still holds, and where unknown cards may be.

`placing_problem` turns a record into a placing problem of `matching.py`: the hands, the cards put down unseen, the
undealt rest, with the suits that a seat did not follow barred from its hand.  An unseen gift to a hand that plays on is
taken to be in that hand still; `knowledge.py` tries each card that it may have been apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .cards import JOKER, NINE, ONE_OF_EACH, TEN, UNKNOWN, kinds, ranks_mask
from .matching import Group, Problem
from .moves import MOST_SEATS
from .sums import SWAPPED
from .table import Passed, Table

NINES_AND_TENS = ranks_mask([NINE, TEN])

HANDS = tuple(f"hand-{seat}" for seat in range(MOST_SEATS))

Cards = dict[int, int]  # how many of each kind
Feed = tuple[str, ...]  # the piles that a hand is made of
Taken = Sequence[tuple[int, str]]  # seats and the piles that they have taken up
Made = tuple[tuple[int, int, bool], ...]  # plays as they were made: seat, card, and whether that seat may have held it


class Place(NamedTuple):
    """Where cards of a hand may be by now: how many, the piles they come from, the kinds they may be.

    `holder` is the seat that has them in its hand, None for what was put down; `known_only` where no card of unknown
    origin can be.
    """

    size: int
    feed: Feed
    among: int
    holder: int | None
    known_only: bool = False


class Piles:
    """The deal of a record while the moves are taken out of it: what each pile still holds, known and unknown."""

    __slots__ = (
        "barred", "feeds", "gifts", "kept", "known", "left", "loose", "received", "size", "slots", "spent", "table",
        "taken", "unknown",
    )  # fmt: skip

    def __init__(self, table: Table, taken: Taken) -> None:
        state, rules, seats = table.state, table.rules, range(table.rules.n)
        self.table, self.taken = table, taken
        self.known: dict[str, Cards] = {}
        self.unknown: dict[str, int] = {}
        self.size: dict[str, int] = {}
        self.loose: Cards = {kind: rules.copies_of(kind) for kind in rules.kind_list}
        self.gifts: list[Cards] = [{} for _ in seats]
        self.kept: list[tuple[int, int, Feed, int]] = []  # unseen gifts: giver, taker, the giver's piles, kinds
        self.received, self.left, self.barred, self.spent = [0] * rules.n, [0] * rules.n, [0] * rules.n, [0] * rules.n
        self.slots: dict[tuple[int, Feed, int], int] = {}
        for seat, hand in enumerate(state.hands):
            self._lay(HANDS[seat], hand, rules.hand_dealt(seat, state.dealer))
        swap = SWAPPED if table.farmer is not None else 0
        kitty = state.kitty
        self._lay("swap", kitty and kitty[:swap], swap)
        self._lay("kitty", kitty and kitty[swap:], rules.kitty_size - swap)
        self._lay("up", None if state.up_card is None else (state.up_card,), int(rules.book.up_card))
        self._lay("widow", state.widow, rules.book.widow)
        self._lay("dummy", state.dummy, rules.book.dummy_size if rules.has_dummy else 0)
        holder = table.joker_holder
        if holder is not None and self.loose.get(JOKER):
            self.loose[JOKER] -= 1
            self.known[HANDS[holder]][JOKER] = 1
            self.unknown[HANDS[holder]] -= 1
        self.feeds = [self.feed(seat, len(taken)) for seat in seats]

    def _lay(self, pile: str, cards: tuple[int, ...] | None, size: int) -> None:
        """Lays a pile as the state gives it."""
        named: Cards = {}
        unknown = size
        for index in cards or ():
            if index != UNKNOWN:
                named[index] = named.get(index, 0) + 1
                self.loose[index] -= 1
                unknown -= 1
        self.known[pile], self.size[pile], self.unknown[pile] = named, size, unknown

    def copy(self) -> Piles:
        """The same piles, to have other moves taken out."""
        other = Piles.__new__(Piles)
        other.table, other.taken, other.feeds, other.size = self.table, self.taken, self.feeds, self.size
        other.known = {pile: cards.copy() for pile, cards in self.known.items()}
        other.unknown, other.loose, other.slots = self.unknown.copy(), self.loose.copy(), self.slots.copy()
        other.gifts, other.kept = [cards.copy() for cards in self.gifts], self.kept.copy()
        other.received, other.left = self.received.copy(), self.left.copy()
        other.barred, other.spent = self.barred.copy(), self.spent.copy()
        return other

    # -- the moves ---------------------------------------------------------------------

    def feed(self, seat: int, piles: int) -> Feed:
        """The piles that a seat's hand is made of, by the time that so many had been taken up."""
        return (HANDS[seat], *[pile for taker, pile in self.taken[:piles] if taker == seat])

    def take_out(self, seat: int, feed: Feed, index: int) -> bool:
        """A known card leaves a seat's hand; false when it cannot have been there."""
        self.left[seat] += 1
        gifts = self.gifts[seat]
        if gifts and gifts.get(index):  # first: a dealt twin may be what left the hand unseen, a gift cannot
            gifts[index] -= 1
            return True
        unknown = 0
        for pile in feed:
            if self.known[pile].get(index):
                self.known[pile][index] -= 1
                return True
            unknown += self.unknown[pile]
        if not unknown or self.loose.get(index, 0) <= 0:  # a card that is not in this pack is in no pile
            return False
        self.loose[index] -= 1
        if len(feed) == 1:
            self.spent[seat] += 1
        return True

    def exchange(self, passed: Passed) -> bool:
        """Takes a discard or a gift out of the deal; false when it was not possible."""
        seat, to, table = passed.seat, passed.to, self.table
        feed = self.feed(seat, passed.piles)
        if to in table.out:
            to = None
        if passed.card != UNKNOWN:
            if not self.take_out(seat, feed, passed.card):
                return False
            if to is not None:
                self.gifts[to][passed.card] = self.gifts[to].get(passed.card, 0) + 1
                self.received[to] += 1
        else:
            self.left[seat] += 1
            if to is not None:
                self.kept.append((seat, to, feed, passed.among))
            else:
                slot = (seat, feed, passed.among)
                self.slots[slot] = self.slots.get(slot, 0) + 1
        if passed.best_trump and table.order is not None and (passed.card != UNKNOWN or to is not None):
            self.barred[seat] |= table.order.above(next(kinds(passed.among)) if passed.card == UNKNOWN else passed.card)
        return True

    def play(self) -> bool:
        """Takes the cards played out of the deal and bars suits not followed; false when a play was not possible."""
        table = self.table
        order = table.order
        if order is None or not table.plays:
            return True
        for _, plays in table.tricks():
            led = order.suits[plays[0][1]]
            for seat, index in plays:
                if order.suits[index] != led:
                    self.barred[seat] |= order.masks[led]
                if self.barred[seat] >> index & 1 or not self.take_out(seat, self.feeds[seat], index):
                    return False
        return True

    def play_as_made(self, seat: int, index: int, held: bool) -> bool:
        """Takes one card of an irregular record out of the deal; one that was thought elsewhere was not there."""
        if not held:
            for pile, cards in self.known.items():
                if cards.get(index):
                    cards[index] -= 1
                    self.unknown[pile] += 1
                    self.loose[index] += 1
                    break
            else:
                slot = (seat, self.feeds[seat], ONE_OF_EACH)
                self.slots[slot] = self.slots.get(slot, 0) + 1
                self.left[seat] += 1
                return True
        return self.take_out(seat, self.feeds[seat], index)

    # -- what is left ------------------------------------------------------------------

    def problem(self) -> Problem | None:
        """The placing problem of what is left; None when a known card, a gift perhaps, is where it cannot be."""
        cards: Counter[Group] = Counter()
        room: list[int] = []
        blank: list[tuple[int, int]] = []  # places open to cards of unknown origin, as bits, and the kinds they take
        hand: dict[int, int] = {}
        pool: dict[int, int] = {}
        fixed: dict[int, int] = {}
        for seat, feed in enumerate(self.feeds):
            places = list(self._places(seat, feed))
            first = len(room)
            gifts = [(index, count) for index, count in self.gifts[seat].items() if count]
            if len(places) == 1 and not any(map(self.unknown.__getitem__, feed)):
                named = {index for pile in feed for index, count in self.known[pile].items() if count}
                fixed[seat] = sum([1 << index for index in named.union([index for index, _ in gifts])])
                if fixed[seat] & self.barred[seat]:
                    return None
                continue
            for number, place in enumerate(places, first):
                room.append(place.size)
                if not place.known_only and any(map(self.unknown.__getitem__, place.feed)):
                    blank.append((1 << number, place.among))
                if place.holder is not None:
                    hand[place.holder] = hand.get(place.holder, 0) | 1 << number
            pool[seat] = (1 << len(room)) - (1 << first)
            for pile in feed:
                open_to = [
                    (1 << number, place.among) for number, place in enumerate(places, first) if pile in place.feed
                ]
                _sort(cards, self.known[pile].items(), open_to)
            _sort(cards, gifts, [(1 << first, places[0].among)])
        self._add_rest(room, blank)
        _sort(cards, self.loose.items(), blank)
        return Problem(cards, tuple(room), hand, pool, fixed)

    def _places(self, seat: int, feed: Feed) -> Iterator[Place]:
        """Where the cards of a seat's hand may be by now, the hand itself first."""
        table = self.table
        pending = table.owed if table.step == "swap-discard" and table.seat == seat else 0  # what a farmer owes
        size = sum([self.size[pile] for pile in feed]) + self.received[seat] - self.left[seat] - pending
        yield Place(size, feed, ONE_OF_EACH & ~self.barred[seat], seat)
        for (owner, slot_feed, among), count in self.slots.items():
            if owner != seat:
                continue
            unknown = count
            if slot_feed == feed[:1] != feed:  # no more unknown cards than the hand as dealt had
                unknown = max(0, min(count, self.unknown[slot_feed[0]] - self.spent[seat]))
            if unknown:
                yield Place(unknown, slot_feed, among, None)
            if unknown < count:
                yield Place(count - unknown, slot_feed, among, None, known_only=True)
        for giver, taker, its_feed, among in self.kept:
            if giver == seat:
                yield Place(1, its_feed, among & ~self.barred[taker], taker)
        if pending:
            yield Place(pending, feed, NINES_AND_TENS, seat)

    def _add_rest(self, room: list[int], blank: list[tuple[int, int]]) -> None:
        """Adds the place of all cards that nobody has taken up."""
        taken = [pile for _, pile in self.taken]
        size = sum([self.unknown[pile] for pile in ("swap", "kitty", "widow", "dummy") if pile not in taken])
        if size:
            blank.append((1 << len(room), ONE_OF_EACH))
            room.append(size)


def _sort(found: Counter[Group], cards: Iterable[tuple[int, int]], places: Sequence[tuple[int, int]]) -> None:
    """Adds some cards to the groups of a problem, each under the places that take its kind."""
    for index, count in cards:
        if count:
            open_to = 0
            for place, among in places:
                if among >> index & 1:
                    open_to |= place
            group = (index, open_to)
            found[group] = found.get(group, 0) + count


def placing_problem(piles: Piles, exchanged: Iterable[Passed], made: Made | None = None) -> Problem | None:
    """The placing problem of a deal and what happened to it, or None when a move was not possible.

    `made` are the plays of a record with irregularities; nothing follows from not following suit then.
    """
    if not all(piles.exchange(passed) for passed in exchanged):
        return None
    if made is None:
        return piles.problem() if piles.play() else None
    possible = all(piles.play_as_made(seat, index, held) for seat, index, held in made)
    return piles.problem() if possible else None


def placed(
    table: Table, taken: Taken, cases: Iterable[Sequence[Passed]], made: Made | None = None
) -> Iterator[tuple[Sequence[Passed], Problem]]:
    """Of the `cases` that the exchanges of a record may have been those that have a layout, with their problems."""
    dealt = Piles(table, taken)
    for case in cases:
        problem = placing_problem(dealt.copy(), case, made)
        if problem is not None and problem.has_layout():
            yield case, problem


def is_unseen_gift(table: Table, passed: Passed) -> bool:
    """Whether an exchange is a gift that nobody names, to a hand that plays on."""
    return passed.card == UNKNOWN and passed.to is not None and passed.to not in table.out
