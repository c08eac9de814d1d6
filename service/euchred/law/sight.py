"""What a claimant has seen: his own cards, and what they leave open about the cards of the others (contract §10).

Where the state does not give all that he has seen himself (his hand, a card he put down, a gift he made or took), each
possibility is a Sight of its own: he knows which one is true, the judge does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from .cards import cards_in, kinds
from .matching import Group, Problem, bits
from .piles import is_unseen_gift, placed
from .table import Passed, Table

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """One reading of the unseen gifts: the placing problem of the other cards, and the hands that are known in it."""

    problem: Problem
    known: dict[int, Cards]


@dataclass(frozen=True, slots=True)
class Sight:
    """The claimant's own cards and everything that the rest may be."""

    own: Cards
    rest: list[Unknown] = field(default_factory=list)


def readings(table: Table) -> Iterator[tuple[Sequence[Passed], Problem]]:
    """The record with each unseen gift to a hand that plays on being a certain card, and its placing problem."""
    cases = product(*(_each_card(table, passed) for passed in table.exchanged))
    return placed(table, table.taken, cases)


def _each_card(table: Table, passed: Passed) -> list[Passed]:
    """What an exchange may have been, card by card."""
    if not is_unseen_gift(table, passed):
        return [passed]
    return [passed._replace(card=card) for card in kinds(passed.among)]


def sights(table: Table, seat: int, found: Sequence[tuple[Sequence[Passed], Problem]], most: int) -> list[Sight]:
    """Everything that a seat may have seen by now, given the readings of the record; no more than `most` and one."""
    sorted_out: dict[object, Sight] = {}
    for exchanged, problem in found:
        gifts = tuple(passed.card for passed in exchanged if passed.to is not None and seat in (passed.seat, passed.to))
        known = {other: _cards_of(table, other, mask, exchanged) for other, mask in problem.fixed.items()}
        if seat in known:
            own = known.pop(seat)
            sight = sorted_out.setdefault((gifts, own), Sight(own))
            sight.rest.append(Unknown(problem, known))
            continue
        for hand, put_down, rest in _own_cards(problem, seat):
            sight = sorted_out.setdefault((gifts, hand, put_down), Sight(hand))
            sight.rest.append(Unknown(rest, known))
            if len(sorted_out) > most:
                return list(sorted_out.values())
    return list(sorted_out.values())


def _cards_of(table: Table, seat: int, mask: int, exchanged: Sequence[Passed]) -> Cards:
    """The cards of a seat whose hand is known once the gifts are; `mask` are their kinds."""
    cards = Counter(cards_in(table.cards.held[seat])) | Counter(kinds(mask))
    missing = table.cards.size(seat) - cards.total()
    if missing:
        gifts = Counter(passed.card for passed in exchanged if passed.to == seat and mask >> passed.card & 1)
        cards += Counter(dict.fromkeys(list(gifts)[:missing], 1))
    return tuple(sorted(cards.elements()))


def _own_cards(problem: Problem, seat: int) -> Iterator[tuple[Cards, Cards, Problem]]:
    """The ways to fill a seat's hand and the places of what it put down: both, and what remains for the others."""
    pool, hand = problem.pool[seat], problem.hand[seat]
    places = list(bits(pool))
    groups = [(group, count) for group, count in problem.cards.items() if count and group[1] & pool]
    room = tuple(0 if pool >> place & 1 else size for place, size in enumerate(problem.room))
    found = set()
    for taken in _fill(groups, pool, {place: problem.room[place] for place in places}):
        own: Counter[int] = Counter()
        put_down: Counter[int] = Counter()
        cards: Counter[Group] = Counter(problem.cards)
        for group, split in taken:
            for place, size in zip(places, split, strict=True):
                (own if hand >> place & 1 else put_down)[group[0]] += size
            cards[group] -= sum(split)
        others: Counter[Group] = Counter()
        for (kind, may_be), count in cards.items():
            others[kind, may_be & ~pool] += count
        key = tuple(sorted(own.elements())), tuple(sorted(put_down.elements())), frozenset((+others).items())
        rest = replace(problem, cards=+others, room=room)
        if key not in found and rest.has_layout():
            found.add(key)
            yield key[0], key[1], rest


def _fill(
    groups: Sequence[tuple[Group, int]], pool: int, room: dict[int, int]
) -> Iterator[list[tuple[Group, tuple[int, ...]]]]:
    """The ways to fill the places of a pool from groups of cards: of each group, how many go to each place."""
    if sum(room.values()) > sum(count for _, count in groups):
        return
    if not groups:
        yield []
        return
    (group, count), *others = groups
    sizes = (range(min(count, size) + 1) if group[1] >> place & 1 else (0,) for place, size in room.items())
    for split in product(*sizes):
        total = sum(split)
        if total == count or total < count and group[1] & ~pool:
            after = {place: size - part for (place, size), part in zip(room.items(), split, strict=True)}
            for rest in _fill(others, pool, after):
                yield [(group, split), *rest]
