"""A second, deliberately naive implementation: a hand told as a story, from rulebook.md alone, in strings and lists.

Nothing of the law is imported.  Each part is a generator that yields `(seat, legal moves)` and is sent the move made.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

Turn = tuple[int, set[str]]
Story = Generator[Turn, str, Any]

COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
DEFAULTS = {
    "alone": "off", "defend_alone": "off", "alone_timing": "before-lead", "alone_lead": "left-of-dealer",
    "pick_up": "x", "no_trump": "off", "turned_down_suit": "barred", "joker_turned_up": "hearts", "farmers_hand": "off",
    "lone_march": 0, "joker_in_no_trump": "best", "identical_cards": "first", "super_euchre": 2, "lone_euchred": 2,
    "bidding": "numbers",
}  # fmt: skip
FOUR, SINGLE = ((0, 2), (1, 3)), {2: ((0,), (1,)), 3: ((0,), (1,), (2,))}


@dataclass
class Deal:
    """A deal in strings; `options` are the effective ones of the book."""

    book: str
    options: dict[str, Any]
    dealer: int
    hands: list[list[str]]
    up_card: str | None = None
    widow: list[str] = field(default_factory=list)
    dummy: list[str] = field(default_factory=list)
    kitty: list[str] = field(default_factory=list)


class Table:
    """What a hand has come to."""

    def __init__(self, deal: Deal) -> None:
        self.deal, self.dealer = deal, deal.dealer
        self.hands = [list(hand) for hand in deal.hands]
        self.n = len(self.hands)
        self.sides = SINGLE.get(self.n, FOUR)
        self.around = [(deal.dealer + step) % self.n for step in range(1, self.n + 1)]
        self.trump = self.call = ""
        self.caller = -1
        self.loners: list[int] = []
        self.sitting: list[int] = []
        self.tricks = [0] * self.n
        self.turned_down = False
        self.dealer_took = False

    def option(self, name: str) -> Any:
        """The value of an option, or what a book without it plays."""
        return self.deal.options.get(name, DEFAULTS.get(name, False))

    def side(self, seat: int) -> int:
        """The side a seat scores for."""
        return next(number for number, seats in enumerate(self.sides) if seat in seats)

    def camp(self, seat: int) -> list[int]:
        """The seats that play together: the makers, or all the others."""
        makers = self.sides[self.side(self.caller)]
        return [other for other in range(self.n) if (other in makers) == (seat in makers)]

    def go_alone(self, seat: int) -> None:
        """A seat plays alone; the rest of its camp sits out."""
        self.loners.append(seat)
        self.sitting += [other for other in self.camp(seat) if other != seat]

    def part(self, seat: int, verb: str, may: Callable[[str], bool] = lambda card: True) -> Story:
        """A seat discards or gives one card; the card."""
        card = (yield seat, {f"{verb}-{card}" for card in self.hands[seat] if may(card)}).partition("-")[2]
        self.hands[seat].remove(card)
        return card


# -- cards ------------------------------------------------------------------------------


def suit(card: str, trump: str) -> str:
    """The suit a card counts as."""
    if card == "JK":
        return trump if trump in COLOUR else "JK"
    return trump if trump in COLOUR and card == "J" + COLOUR[trump] else card[1]


def ladder(trump: str, led: str) -> list[str]:
    """The cards that can win a trick in which a suit was led, from the lowest, a joker in no-trump left out."""
    if trump == "LOW":
        return [rank + led for rank in "AKQJT987"]
    if trump == "NT":
        return [rank + led for rank in "789TJQKA"]
    plain = [rank + led for rank in "789TJQKA" if suit(rank + led, trump) == led] if led != trump else []
    return [*plain, *(rank + trump for rank in "789TQKA"), "J" + COLOUR[trump], "J" + trump, "JK"]


def taker(cards: list[str], trump: str, joker: str, identical: str) -> int:
    """The place of the card that wins a trick."""
    led = suit(cards[0], trump)
    if trump not in COLOUR and "JK" in cards and (joker == "best" or led == "JK"):
        return cards.index("JK")
    steps = ladder(trump, led)
    best = max((card for card in cards if card in steps), key=steps.index)
    places = [place for place, card in enumerate(cards) if card == best]
    return places[0] if identical == "first" else places[-1]


# -- the play -----------------------------------------------------------------------------


def first_to_lead(table: Table) -> int:
    """Who leads to the first trick."""
    bids = table.deal.book in ("bid-euchre", "double-deck-bid-euchre", "hasenpfeffer")
    if table.loners and table.option("alone_lead") == "left-of-loner":
        if len(table.loners) == 2:
            return next(seat for seat in table.loners if seat not in table.camp(table.caller))
        return active_from(table, table.loners[0] + 1)
    return active_from(table, table.caller if bids and table.option("lead") == "bidder" else table.dealer + 1)


def active_from(table: Table, seat: int) -> int:
    """The seat, or the next one at its left that plays."""
    while seat % table.n in table.sitting:
        seat += 1
    return seat % table.n


def play(table: Table) -> Story:
    """All tricks."""
    leader = first_to_lead(table)
    for _ in range(max(len(hand) for hand in table.hands)):
        seat, cards, seats = leader, list[str](), list[int]()
        for _ in range(table.n - len(table.sitting)):
            hand = table.hands[seat]
            following = [card for card in hand if cards and suit(card, table.trump) == suit(cards[0], table.trump)]
            card = yield seat, set(following or hand)
            hand.remove(card)
            cards.append(card)
            seats.append(seat)
            seat = active_from(table, seat + 1)
        leader = seats[taker(cards, table.trump, table.option("joker_in_no_trump"), table.option("identical_cards"))]
        table.tricks[leader] += 1
