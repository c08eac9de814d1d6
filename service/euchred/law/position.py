"""A hand as it stands, for people and answers: the cards in each hand in the order sent, and who won which trick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .cards import CODES, JOKER, UNKNOWN, remove
from .order import LED_CODES, TRUMPS, Order, winner_place
from .phases.exchange import pile_cards
from .ruling import Ruling
from .table import Table


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: `plays` are seats and cards in the order played; `winner` and `ruling` are None while it runs."""

    number: int
    leader: int
    led: str
    plays: tuple[tuple[int, int], ...]
    winner: int | None
    ruling: Ruling | None


def hand_now(table: Table, seat: int) -> list[int]:
    """The cards a seat holds now, in the order in which it got them; UNKNOWN, at the end, for each unknown one."""
    left = table.cards.held[seat]
    found = []
    for index in _ever_held(table, seat):
        if left >> index & 1:
            left = remove(left, index)
            found.append(index)
    return found + [UNKNOWN] * (table.cards.size(seat) - len(found))


def _ever_held(table: Table, seat: int) -> Iterator[int]:
    """Every known card that a seat has held in this hand, in the order in which it got them."""
    yield from (index for index in table.state.hands[seat] or () if index != UNKNOWN)
    for taker, pile in table.taken:
        if taker == seat:
            yield from (index for index in pile_cards(table, pile) if index != UNKNOWN)
    yield from (passed.card for passed in table.exchanged if passed.to == seat and passed.card != UNKNOWN)
    if table.joker_holder == seat and JOKER not in (table.state.hands[seat] or ()):
        yield JOKER


def tricks(table: Table) -> list[Trick]:
    """Every trick in order, the one in progress too."""
    order = table.order
    if order is None:
        return []
    found = []
    for number, plays in table.tricks():
        leader, first = plays[0]
        led, winner, ruling = LED_CODES[order.suits[first]], None, None
        if len(plays) == table.trick_size:
            cards = [card for _, card in plays]
            place = winner_place(cards, order, last_wins=table.rules.last_wins)
            winner = plays[place][0]
            ruling = trick_ruling(cards, place, order, table.rules.last_wins, winner)
        found.append(Trick(number, leader, led, tuple(plays), winner, ruling))
    return found


def trick_ruling(cards: list[int], place: int, order: Order, last_wins: bool, seat: int | None) -> Ruling:
    """Why the card at a place wins a trick (rulebook §1)."""
    card = cards[place]
    facts = {"card": CODES[card], "led": LED_CODES[order.suits[cards[0]]], "trump": TRUMPS[order.trump]}
    options = ("joker_in_no_trump",) if JOKER in cards and order.trump >= 4 else ()
    if cards.count(card) > 1:
        form = "last" if last_wins else "first"
        return Ruling("trick.identical-cards", True, form, facts, ("identical_cards",), seat)
    if order.trump >= 4:
        if card == JOKER:
            return Ruling("trick.joker-in-no-trump", True, "legal", facts, options, seat)
        return Ruling("trick.highest-of-suit-led", True, "no-trump", facts, options, seat)
    if order.suits[card] == order.trump:
        form = "only" if sum(order.suits[other] == order.trump for other in cards) == 1 else "legal"
        return Ruling("trick.highest-trump", True, form, facts, (), seat)
    return Ruling("trick.highest-of-suit-led", True, "legal", facts, (), seat)
