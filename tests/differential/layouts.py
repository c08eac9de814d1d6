"""Hidden cards by counting out: every layout of the unknown cards, each replayed as a hand of which all is known.

`Layouts` keeps those under which the record so far is legal.  It takes nothing from `law/knowledge.py`: each layout is
a Hand whose cards are all known, and every card that a `??` exchange may have been makes a layout of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any

from euchred.law import moves as m
from euchred.law.cards import COPY, UNKNOWN, cards_in
from euchred.law.hand import Hand
from euchred.law.state import Cards, State, placed

SWAP = 3


class TooMany(Exception):
    """There are more layouts than a test has time for."""


def open_piles(state: State) -> list[tuple[str, Cards, int]]:
    """Each pile that has unknown cards and can matter: its name, its known cards, how many are not known.

    What is left over is the kitty; only its top three cards matter, where a farmer may take them.
    """
    rules = state.rules
    sizes: list[tuple[str, Cards | None, int]]
    sizes = [(f"{seat}", hand, rules.hand_dealt(seat, state.dealer)) for seat, hand in enumerate(state.hands)]
    sizes += [("widow", state.widow, rules.book.widow)]
    sizes += [("dummy", state.dummy, rules.book.dummy_size if rules.has_dummy else 0)]
    swap = SWAP if rules.settings["farmers_hand"] == "swap-three" and rules.kitty_size >= SWAP else 0
    sizes += [("swap", state.kitty and state.kitty[:swap], swap)]
    known = [(name, tuple(c for c in cards or () if c != UNKNOWN), size) for name, cards, size in sizes]
    return [(name, cards, size - len(cards)) for name, cards, size in known if size > len(cards)]


def loose_cards(state: State) -> Counter[int]:
    """The cards of the pack that the state does not place."""
    loose = Counter(cards_in(state.rules.pack))
    loose.subtract(index for _, index in placed(state) if index != UNKNOWN)
    return +loose


def count_layouts(state: State) -> int:
    """How many layouts there are, identical cards told apart."""
    left, total = loose_cards(state).total(), 1
    for _, _, unknown in open_piles(state):
        total *= comb(left, unknown)
        left -= unknown
    return total


def layouts(state: State) -> Iterator[State]:
    """Every layout of the unknown cards, as a state of which everything that can matter is known."""
    piles = open_piles(state)

    def place(number: int, loose: Counter[int], found: Mapping[str, Cards]) -> Iterator[State]:
        if number == len(piles):
            yield filled_in(state, found, tuple(loose.elements()))
            return
        name, known, unknown = piles[number]
        for cards in set(combinations(sorted(loose.elements()), unknown)):
            yield from place(number + 1, loose - Counter(cards), {**found, name: (*known, *cards)})

    yield from place(0, loose_cards(state), {})


def filled_in(state: State, found: Mapping[str, Cards], rest: Cards) -> State:
    """The state with its piles filled in."""
    hands = tuple(found.get(f"{seat}", hand) for seat, hand in enumerate(state.hands))
    fields: dict[str, Any] = {name: found[name] for name in ("widow", "dummy") if name in found}
    kitty = state.kitty
    if state.rules.kitty_size and (kitty is None or UNKNOWN in kitty):
        top = found.get("swap", (kitty or ())[:SWAP])
        unplaced = iter(rest)
        below = (kitty or (UNKNOWN,) * state.rules.kitty_size)[len(top) :]
        fields["kitty"] = (*(c if c != UNKNOWN else next(unplaced) for c in (*top, *below)),)
    return replace(state, hands=hands, moves=(), **fields)


def held_by(hand: Hand, seat: int) -> int:
    """The cards of his own that a seat may part with or play; what his partner has just given him is not his."""
    held = hand.table.cards.held[seat]
    if hand.table.step == "ask-return":
        gift = hand.table.exchanged[-1].card
        held ^= 1 << gift + COPY if held >> gift + COPY & 1 else 1 << gift
    return held


def readings(hand: Hand, move: int) -> Iterable[int]:
    """What a move may have been (contract §5): an exchange `??` any card that may go unseen, other moves themselves."""
    plain = move % m.PREFIX
    if m.card_named(plain) != UNKNOWN or m.kind(plain) == "card":
        return [move]
    after = hand if hand.table.step != "alone" else hand.elided()
    assert after is not None
    seen = after.table.step == "dealer-discard" and after.table.rules.settings["pick_up"] != "any-card"
    barred = m.DISCARD + (hand.state.up_card or 0) if seen else None
    named = [other for other in after.moves if m.kind(other) == m.kind(plain) and other != barred]
    return [move - plain + other for other in named]


class Layouts:
    """The layouts under which a record is legal, move by move."""

    def __init__(self, hands: Iterable[tuple[int, Hand]]) -> None:
        self.hands = list(hands)

    @classmethod
    def of(cls, state: State, most: int) -> Layouts:
        """The layouts of a deal under which the moves of a state are legal; TooMany when more than `most`."""
        if count_layouts(state) > most:
            raise TooMany
        found = cls((number, Hand(layout)) for number, layout in enumerate(layouts(state)))
        for move in state.moves:
            found = found.after(move, most)
        return found

    def after(self, move: int, most: int) -> Layouts:
        """The layouts that remain once a move is made; none when it is not legal."""
        found: dict[Any, tuple[int, Hand]] = {}
        for number, hand in self.hands:
            for reading in readings(hand, move):
                if hand.judge(reading).legal:
                    other = hand.copy()
                    other.push(reading)
                    key = (
                        number,
                        *other.table.cards.held,
                        other.table.exchanged[-1:] if other.table.step == "ask-return" else 0,
                    )
                    found[str(key)] = (number, other)
            if len(found) > most:
                raise TooMany
        return Layouts(found.values())
