"""What follows about the cards that are not known: exact, by counting over every layout that fits the record.

A layout says where each unknown card lies; it fits when every move so far was possible under it (contract §7).  The
record is turned into placing problems (`piles.py`, `matching.py`), kept with the table, and every question asked of
them.  Where an unseen gift went into a hand that plays on, it matters which card it was: that it is in that hand still
makes one problem, and each card played from there since that it may have been another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from .cards import JOKER, ONE_OF_EACH, UNKNOWN, kinds
from .matching import Problem, bits
from .piles import Made, Taken, is_unseen_gift, placed
from .table import Passed, Table

ALL = ONE_OF_EACH


def problems(table: Table, taken: Taken, made: Made | None = None) -> Iterator[Problem]:
    """The placing problems of a record that have a layout: every layout that fits is one of theirs.

    `taken` are the piles that count as taken up; `made` are the plays of a record with irregularities, as they were
    made, where nothing follows from not following suit.
    """
    cases = product(*(_readings(table, each, made) for each in table.exchanged))
    return (problem for _, problem in placed(table, taken, cases, made))


def _readings(table: Table, passed: Passed, made: Made | None) -> list[Passed]:
    """What an exchange may have been: an unseen gift to a hand that plays on each card played from it, or one it has.

    A best trump says what else its giver holds, so that each trump that it may be is a reading of its own.
    """
    if not is_unseen_gift(table, passed):
        return [passed]
    plays = made if made is not None else [(seat, card, True) for _, plays in table.tricks() for seat, card in plays]
    played = {card for seat, card, _ in plays if seat == passed.to and passed.among >> card & 1}
    parts = [passed.among]
    if passed.best_trump and table.order is not None:
        trumps = passed.among & table.order.trumps
        parts = [1 << index for index in kinds(trumps)] + ([passed.among & ~trumps] if passed.among & ~trumps else [])
    return [
        *(passed._replace(among=part) for part in parts),
        *(passed._replace(card=card) for card in sorted(played)),
    ]


class Kept:
    """The placing problems of a record, each worked out when first asked for, with the record that they belong to."""

    def __init__(self, record: object, rest: Iterator[Problem]) -> None:
        self.record = record
        self._found: list[Problem] = []
        self._rest = rest

    def __reduce__(self) -> tuple[object, ...]:
        """A copy keeps nothing: what is asked of it is worked out anew."""
        return Kept, (None, iter(()))

    def __iter__(self) -> Iterator[Problem]:
        place = 0
        while True:
            if place == len(self._found):
                problem = next(self._rest, None)
                if problem is None:
                    return
                self._found.append(problem)
            yield self._found[place]
            place += 1


def layouts(table: Table, *, made: Made | None = None, dealt: bool = False) -> Kept:
    """The placing problems of a record that have a layout, kept until the record goes on.

    With `dealt` the hands are taken as they were dealt, but for what has been put down.
    """
    taken = () if dealt else tuple(table.taken)
    record = (
        table.state, table.step, table.seat, table.owed, table.trump, table.farmer, table.joker_holder, table.out,
        taken, tuple(table.exchanged), tuple(table.leads), tuple(table.plays), made,
    )  # fmt: skip
    kept = table.counted
    if not isinstance(kept, Kept) or kept.record != record:
        kept = table.counted = Kept(record, problems(table, taken, made))
    return kept


# -- questions ---------------------------------------------------------------------------


def fits(table: Table) -> bool:
    """Whether some layout of the unknown cards makes the whole record possible."""
    return any(True for _ in layouts(table))


def may_hold(table: Table, seat: int, kind: int) -> bool:
    """Whether a seat holds a card in some layout; after a gift to a partner who sits out, among his own cards."""
    return any(problem.may_hold(seat, kind) for problem in layouts(table))


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
    """Whether a seat that holds a card has none of some other kinds: always, never, or None where layouts differ."""
    free = held = False
    for problem in layouts(table):
        places, fixed = problem.hand.get(seat, 0), problem.fixed.get(seat, 0)
        if fixed & others:
            held = held or problem.may_hold(seat, kind)
        elif fixed >> kind & 1:
            free = free or problem.barring(places, others).has_layout()
            held = held or any(problem.may_lie(other, places) for other in kinds(others))
        else:
            free = free or problem.barring(places, others).may_lie(kind, places)
            held = held or any(
                problem.fit.may_both_lie(way, (place, group))
                for way in problem.ways(kind, places)
                for other in kinds(others)
                for group in problem.groups.get(other, ())
                for place in bits(group & places)
            )
        if free and held:
            return None
    return free


def may_play(table: Table, seat: int) -> list[int]:
    """The cards that a seat may play to the trick in some layout."""
    order = table.order
    assert order is not None
    follow = order.masks[table.led] if table.led >= 0 else ALL
    found = 0
    for problem in layouts(table):
        void = None if problem.fixed.get(seat, 0) & follow else problem.barring(problem.hand.get(seat, 0), follow)
        for kind in kinds(table.rules.kinds & ~found):
            source = problem if follow >> kind & 1 else void
            if source is not None and source.may_hold(seat, kind):
                found |= 1 << kind
    return list(kinds(found))


def is_certain(table: Table, seat: int, cards: Sequence[int]) -> bool:
    """Whether every layout lets a seat part with each of these cards, all those that some layout lets it part with.

    Where a layout makes it follow suit and another does not, it lacks there what it must play here.
    """
    return not any(problem.may_lack(seat, kind) for problem in layouts(table) for kind in cards)


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
    problem = next(iter(layouts(table, dealt=True)), None)
    if problem is None:  # in a record with irregularities something was put down that nobody can have held
        return None
    pool = problem.pool[seat]
    stay = next(bits(pool))
    proper = problem.barring(pool, ALL & ~allowed)
    if least <= 0:
        fit = proper.has_layout()
    elif least == 1:
        fit = any(proper.may_lie(kind, pool) for kind in kinds(counted & allowed))
    else:
        fit = proper.splitting(stay, least, counted, ALL).has_layout()
    if not fit:
        return False
    if any(problem.may_lie(kind, pool) for kind in kinds(table.rules.kinds & ~allowed)):
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
