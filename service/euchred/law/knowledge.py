"""What follows about the cards that are not known: exact, by counting over every layout that fits the record.

A layout says where each unknown card lies; it fits when every move so far was possible under it (contract §7).
`problems` turns a record into placing problems of `matching.py`: the hands, the cards put down unseen, the undealt
rest, with the suits that a seat did not follow barred from its hand.  Where an unseen gift went into a hand that plays
on, it matters which card it was: such gifts are tried card by card, each making a problem of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .cards import JOKER, NINE, ONE_OF_EACH, TEN, UNKNOWN, cards_in, kinds, ranks_mask
from .matching import Group, Problem, bits
from .table import Passed, Table

ALL = ONE_OF_EACH
NINES_AND_TENS = ranks_mask([NINE, TEN])
SWAPPED = 3


class _Deal:
    """The deal of a record while the moves are taken out of it: what each pile still holds, known and unknown."""

    def __init__(self, table: Table, taken: Sequence[tuple[int, str]]) -> None:
        state, rules = table.state, table.rules
        self.table, self.taken = table, taken
        self.known: dict[str, Counter[int]] = {}
        self.unknown: dict[str, int] = {}
        self.size: dict[str, int] = {}
        self.loose = Counter(cards_in(rules.pack))
        self.gifts: list[Counter[int]] = [Counter() for _ in range(rules.n)]
        self.received = [0] * rules.n
        self.left = [0] * rules.n
        self.barred = [0] * rules.n
        self.spent = [0] * rules.n
        self.slots: dict[tuple[int, tuple[str, ...], int], int] = {}
        for seat, hand in enumerate(state.hands):
            self._lay(f"hand-{seat}", hand, rules.hand_dealt(seat, state.dealer))
        swap = SWAPPED if table.farmer is not None else 0
        kitty = state.kitty
        self._lay("swap", kitty and kitty[:swap], swap)
        self._lay("kitty", kitty and kitty[swap:], rules.kitty_size - swap)
        self._lay("up", None if state.up_card is None else (state.up_card,), int(rules.book.up_card))
        self._lay("widow", state.widow, rules.book.widow)
        self._lay("dummy", state.dummy, rules.book.dummy_size if rules.has_dummy else 0)
        holder = table.joker_holder
        if holder is not None and self.loose[JOKER]:
            self.loose[JOKER] -= 1
            self.known[f"hand-{holder}"][JOKER] += 1
            self.unknown[f"hand-{holder}"] -= 1

    def _lay(self, pile: str, cards: tuple[int, ...] | None, size: int) -> None:
        """Lays a pile as the state gives it."""
        named = Counter(index for index in cards or () if index != UNKNOWN)
        self.known[pile], self.size[pile] = named, size
        self.unknown[pile] = size - named.total()
        self.loose.subtract(named)

    def feed(self, seat: int, piles: int | None = None) -> tuple[str, ...]:
        """The piles that a seat's hand is made of, by the time that so many had been taken up."""
        return (f"hand-{seat}", *(pile for taker, pile in self.taken[:piles] if taker == seat))

    def take_out(self, seat: int, feed: tuple[str, ...], index: int) -> bool:
        """A known card leaves a seat's hand; false when it cannot have been there."""
        self.left[seat] += 1
        if self.gifts[seat][index]:  # first: a dealt twin may be what left the hand unseen, a gift cannot
            self.gifts[seat][index] -= 1
            return True
        for pile in feed:
            if self.known[pile][index]:
                self.known[pile][index] -= 1
                return True
        if self.loose[index] <= 0 or not any(self.unknown[pile] for pile in feed):
            return False
        self.loose[index] -= 1
        if feed == (f"hand-{seat}",):
            self.spent[seat] += 1
        return True

    def exchange(self, passed: Passed) -> bool:
        """Takes a discard or a gift out of the deal; false when it was not possible."""
        seat, table = passed.seat, self.table
        feed = self.feed(seat, passed.piles)
        if passed.card == UNKNOWN:
            self.left[seat] += 1
            slot = (seat, feed, passed.among)
            self.slots[slot] = self.slots.get(slot, 0) + 1
            return True
        if not self.take_out(seat, feed, passed.card):
            return False
        if passed.to is not None and passed.to not in table.out:
            self.gifts[passed.to][passed.card] += 1
            self.received[passed.to] += 1
        if passed.best_trump and table.order is not None:
            self.barred[seat] |= table.order.above(passed.card)
        return True

    def play(self) -> bool:
        """Takes the cards played out of the deal and bars suits not followed; false when a play was not possible."""
        table = self.table
        order = table.order
        if order is None or not table.plays:
            return True
        feeds = [self.feed(seat) for seat in range(table.rules.n)]
        for _, plays in table.tricks():
            led = order.suits[plays[0][1]]
            for seat, index in plays:
                if order.suits[index] != led:
                    self.barred[seat] |= order.masks[led]
                if self.barred[seat] >> index & 1 or not self.take_out(seat, feeds[seat], index):
                    return False
        return True

    def play_as_made(self, seat: int, index: int, held: bool) -> bool:
        """Takes one card of an irregular record out of the deal; one that was thought elsewhere was not there."""
        if not held:
            for pile, cards in self.known.items():
                if cards[index]:
                    cards[index] -= 1
                    self.unknown[pile] += 1
                    self.loose[index] += 1
                    break
            else:
                slot = (seat, self.feed(seat), ALL)
                self.slots[slot] = self.slots.get(slot, 0) + 1
                self.left[seat] += 1
                return True
        return self.take_out(seat, self.feed(seat), index)

    def problem(self) -> Problem | None:
        """The placing problem of what is left; None when a known card, a gift perhaps, is where it cannot be."""
        cards: Counter[Group] = Counter()
        room: list[int] = []
        blank: list[tuple[int, int]] = []  # places open to cards of unknown origin, and the kinds they take
        hand: dict[int, int] = {}
        pool: dict[int, int] = {}
        fixed: dict[int, int] = {}
        for seat in range(self.table.rules.n):
            feed = self.feed(seat)
            places = self._places(seat, feed)
            first = len(room)
            if len(places) == 1 and not any(self.unknown[pile] for pile in feed):
                fixed[seat] = sum(1 << index for index in {*self._named(feed), *+self.gifts[seat]})
                if fixed[seat] & self.barred[seat]:
                    return None
                continue
            for place, (size, from_piles, among, known_only) in enumerate(places, first):
                room.append(size)
                if not known_only and any(self.unknown[pile] for pile in from_piles):
                    blank.append((place, among))
            pool[seat] = (1 << len(room)) - (1 << first)
            hand[seat] = 1 << first | (1 << len(room) - 1 if self._pending(seat) else 0)
            for pile in feed:
                for index, count in self.known[pile].items():
                    may_be = (
                        place for place, row in enumerate(places, first) if pile in row[1] and row[2] >> index & 1
                    )
                    cards[index, sum(1 << place for place in may_be)] += count
            for index, count in self.gifts[seat].items():
                cards[index, 1 << first if places[0][2] >> index & 1 else 0] += count
        self._add_rest(room, blank)
        for index, count in self.loose.items():
            cards[index, sum(1 << place for place, among in blank if among >> index & 1)] += count
        return Problem(+cards, tuple(room), hand, pool, fixed)

    def _named(self, feed: tuple[str, ...]) -> Iterator[int]:
        """The kinds of the known cards that some piles still hold."""
        return (index for pile in feed for index, count in self.known[pile].items() if count)

    def _pending(self, seat: int) -> int:
        """How many nines and tens a farmer has still to put down."""
        return self.table.owed if self.table.step == "swap-discard" and self.table.seat == seat else 0

    def _places(self, seat: int, feed: tuple[str, ...]) -> list[tuple[int, tuple[str, ...], int, bool]]:
        """Where the cards of a seat's hand may be by now: size, piles they came from, kinds, and known cards only.

        The first place is the hand itself, the last one what the farmer must still put down.
        """
        size = sum(self.size[pile] for pile in feed) + self.received[seat] - self.left[seat] - self._pending(seat)
        places = [(size, feed, ALL & ~self.barred[seat], False)]
        for (owner, slot_feed, among), count in self.slots.items():
            if owner != seat:
                continue
            unknown = count
            if slot_feed == feed[:1] != feed:  # no more unknown cards than the hand as dealt had
                unknown = max(0, min(count, self.unknown[slot_feed[0]] - self.spent[seat]))
            if unknown:
                places.append((unknown, slot_feed, among, False))
            if unknown < count:
                places.append((count - unknown, slot_feed, among, True))
        if pending := self._pending(seat):
            places.append((pending, feed, NINES_AND_TENS, False))
        return places

    def _add_rest(self, room: list[int], blank: list[tuple[int, int]]) -> None:
        """Adds the place of all cards that nobody has taken up."""
        taken = {pile for _, pile in self.taken}
        size = sum(self.unknown[pile] for pile in ("swap", "kitty", "widow", "dummy") if pile not in taken)
        if size:
            blank.append((len(room), ALL))
            room.append(size)


def _problem(
    table: Table,
    exchanged: Sequence[Passed],
    taken: Sequence[tuple[int, str]],
    made: Sequence[tuple[int, int, bool]] | None = None,
) -> Problem | None:
    """The placing problem of a record, or None when a move in it was not possible."""
    deal = _Deal(table, taken)
    if not all(deal.exchange(passed) for passed in exchanged):
        return None
    if made is None:
        return deal.problem() if deal.play() else None
    possible = all(deal.play_as_made(seat, index, held) for seat, index, held in made)
    return deal.problem() if possible else None


def problems(
    table: Table, exchanged: Sequence[Passed] | None = None, made: Sequence[tuple[int, int, bool]] | None = None
) -> Iterator[Problem]:
    """The placing problems of a record: one, or one for each card that an unseen gift may have been.

    `made` are the plays of a record with irregularities, as they were made: seat, card, and whether that seat may have
    held it. Nothing follows from not following suit then.
    """
    passed = table.exchanged if exchanged is None else exchanged
    for place, gift in enumerate(passed):
        if gift.card == UNKNOWN and gift.to is not None and gift.to not in table.out:
            for index in kinds(gift.among):
                yield from problems(table, [*passed[:place], gift._replace(card=index), *passed[place + 1 :]], made)
            return
    found = _problem(table, passed, table.taken, made)
    if found is not None:
        yield found


# -- questions ---------------------------------------------------------------------------


def fits(table: Table) -> bool:
    """Whether some layout of the unknown cards makes the whole record possible."""
    return any(problem.has_layout() for problem in problems(table))


def may_hold(table: Table, seat: int, kind: int) -> bool:
    """Whether a seat holds a card in some layout; after a gift to a partner who sits out, among his own cards."""
    return any(rest.has_layout() for problem in problems(table) for rest in problem.holding(seat, kind))


def may_part_with(table: Table, seat: int, among: int, best: bool) -> list[int]:
    """The kinds that a seat may give or put down in some layout; with `best` only as its best trump."""
    found = [kind for kind in kinds(among) if may_hold(table, seat, kind)]
    return [kind for kind in found if is_best(table, seat, kind) is not False] if best else found


def is_best(table: Table, seat: int, kind: int) -> bool | None:
    """Whether a card, given that the seat holds it, is its best trump, or any card where it has none; None: open."""
    assert table.order is not None
    return _free_of(table, seat, kind, table.order.above(kind))


def may_refuse(table: Table, seat: int, kind: int) -> bool | None:
    """Whether a seat, given that it holds a card that does not follow, holds none that does; None: open."""
    assert table.order is not None
    return _free_of(table, seat, kind, table.order.masks[table.led])


def _free_of(table: Table, seat: int, kind: int, others: int) -> bool | None:
    """Whether a seat that holds a card has none of some others: always, never, or None where layouts differ."""
    free = held = False
    for problem in problems(table):
        for rest in problem.holding(seat, kind):
            fixed = bool(rest.fixed.get(seat, 0) & others & ~(1 << kind))
            places = rest.hand.get(seat, 0)
            free = free or not fixed and rest.barring(places, others).has_layout()
            held = held or fixed and rest.has_layout()
            held = held or any(more.has_layout() for other in kinds(others) for more in rest.taking(places, other))
            if free and held:
                return None
    return free


def may_play(table: Table, seat: int) -> list[int]:
    """The cards that a seat may play to the trick in some layout."""
    order = table.order
    assert order is not None
    follow = order.masks[table.led] if table.led >= 0 else ALL
    found = 0
    for problem in problems(table):
        places = problem.hand.get(seat, 0)
        void = problem if problem.fixed.get(seat, 0) & follow else problem.barring(places, follow)
        no_void = bool(problem.fixed.get(seat, 0) & follow)
        for kind in kinds(table.rules.kinds & ~found):
            if follow >> kind & 1 or not no_void:
                source = problem if follow >> kind & 1 else void
                if any(rest.has_layout() for rest in source.holding(seat, kind)):
                    found |= 1 << kind
    return list(kinds(found))


def is_certain(table: Table, seat: int, moves: Sequence[int], follow: int) -> bool:
    """Whether every layout lets a seat make each of these moves; `follow` are the kinds that must be played first."""
    for problem in problems(table):
        places, fixed = problem.hand.get(seat, 0), problem.fixed.get(seat, 0)
        for kind in moves:
            if not fixed >> kind & 1 and problem.barring(places, 1 << kind).has_layout():
                return False
            if follow and not follow >> kind & 1:
                if any(rest.has_layout() for other in kinds(follow) for rest in problem.holding(seat, other)):
                    return False
    return True


def dealt_fits(table: Table, seat: int, allowed: int, counted: int, least: int) -> bool | None:
    """Whether the cards dealt to a seat are all of the kinds allowed, at least so many of them of the kinds counted.

    True or False where every layout says so, else None.  Asked in the auction only, when all that has left a hand was
    put down from the cards dealt.
    """
    hand = table.state.hands[seat]
    if hand is not None and UNKNOWN not in hand:
        fit = all(allowed >> index & 1 for index in hand)
        return fit and sum(counted >> index & 1 for index in hand) >= least
    gone = [passed.card for passed in table.exchanged if passed.seat == seat and passed.card != UNKNOWN]
    if any(not allowed >> index & 1 for index in gone):
        return False
    least -= sum(counted >> index & 1 for index in gone)
    problem = _problem(table, table.exchanged, ())
    assert problem is not None  # what was put down so far was possible
    pool = problem.pool[seat]
    stay = next(bits(pool))
    proper = problem.barring(pool, ALL & ~allowed)
    if least <= 0:
        fit = proper.has_layout()
    elif least == 1:
        fit = any(rest.has_layout() for kind in kinds(counted & allowed) for rest in proper.taking(pool, kind))
    else:
        fit = proper.splitting(stay, least, counted, ALL).has_layout()
    if not fit:
        return False
    if any(rest.has_layout() for kind in kinds(table.rules.kinds & ~allowed) for rest in problem.taking(pool, kind)):
        return None
    if least == 1:
        return None if problem.barring(pool, counted).has_layout() else True
    short = least > 1 and problem.splitting(stay, least - 1, ALL, ALL & ~counted).has_layout()
    return None if short else True


def joker_holders(table: Table) -> list[int | None]:
    """The seats that may have been dealt the joker, None for the widow."""
    state = table.state
    for seat, hand in enumerate(state.hands):
        if hand is not None and JOKER in hand:
            return [seat]
    if state.widow is not None and JOKER in state.widow:
        return [None]
    found: list[int | None] = [seat for seat, hand in enumerate(state.hands) if hand is None or UNKNOWN in hand]
    if state.widow is None or UNKNOWN in state.widow:
        found.append(None)
    return found
