"""The table: everything that a hand has come to, move by move.

A Table only holds; what may be done with it stands in `phases/`, and `hand.py` drives the phases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from . import moves as m
from .holdings import Holdings
from .order import Order
from .rules import Rules
from .state import State


class Entry(NamedTuple):
    """One move of the full record before the play; `index` counts the moves as sent, None where it was filled in."""

    seat: int
    move: int
    index: int | None  # type: ignore[assignment]
    phase: str


class Passed(NamedTuple):
    """A card that left a hand in an exchange: by whom, to whom (None: put down), and which (UNKNOWN: nobody says).

    `among` are the kinds it may be; `piles` is how many piles had been taken up at the table by then.
    """

    seat: int
    to: int | None
    card: int
    among: int
    piles: int
    best_trump: bool


class Table:
    """A hand in progress; `seat` is the one to act, None when the hand is over or nobody can tell.

    What has not happened yet is what the class says; lists and the holdings belong to each table of its own.
    """

    CHANGED_IN_PLACE = (
        "alone_said", "cards", "exchanged", "filled", "late_log", "leads", "log", "passed", "plays", "taken", "won",
    )  # fmt: skip

    step = "deal"
    stage = 0
    seat: int | None = None
    ending: str | None = None
    # the auction
    proposed: int | None = None
    turned_down: int | None = None
    calls = 0
    standing: tuple[int, int] | None = None  # seat and call
    farmer: int | None = None
    joker_holder: int | None = None
    caller: int | None = None
    contract: int | None = None
    makers: int | None = None
    trump: int | None = None
    order: Order | None = None
    # the exchange
    owed = 0
    best_turns: tuple[int, ...] = ()
    best_begun = False
    # alone
    loners: tuple[int, ...] = ()  # ascending
    out: tuple[int, ...] = ()
    # the play
    nxt: Sequence[int] = ()
    trick_size = 0
    led = -1
    power: tuple[int, ...] = ()
    top = 0  # what the strength of the next card must exceed to lead the trick
    winning = -1
    in_trick = 0
    playable: int | None = None  # what the seat to act may play, None where hidden cards decide
    counted: object = None  # what knowledge.py has found out about the hidden cards of this record
    first_play = 0

    def __init__(self, state: State) -> None:
        rules: Rules = state.rules
        self.state, self.rules = state, rules
        self.cards = Holdings(state.hands, state.masks, rules.sizes_dealt[state.dealer])
        self.hidden = False in self.cards.known
        self.log: list[Entry] = []
        self.late_log: list[Entry] = []  # exchanges after the alone phase: the dummy, partner's best
        self.passed = [False] * rules.n
        self.taken: list[tuple[int, str]] = []
        self.exchanged: list[Passed] = []
        self.alone_said: dict[int, tuple[int, int]] = {}  # seat: what it said and the index of that
        self.filled: list[int] = []
        self.plays: list[int] = []
        self.leads: list[int] = []
        self.won = [0] * rules.n

    def copy(self) -> Table:
        """The same hand, to be played on apart."""
        other = Table.__new__(Table)
        other.__dict__ = fields = self.__dict__.copy()
        for name in self.CHANGED_IN_PLACE:
            fields[name] = fields[name].copy()
        return other

    def at_the_lead(self, state: State, cards: Holdings) -> Table:
        """A table at its first lead with the cards of another state, all known; what was said before is shared."""
        other = Table.__new__(Table)
        other.__dict__ = self.__dict__.copy()
        other.state, other.cards, other.hidden = state, cards, False
        other.plays, other.leads, other.won = [], [], [0] * state.rules.n
        return other

    def tricks(self) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Each trick: its number from 1, and seats and cards in the order played; the last may be in progress."""
        size = self.trick_size
        for number, seat in enumerate(self.leads):
            plays = []
            for index in self.plays[number * size : (number + 1) * size]:
                plays.append((seat, index))
                seat = self.nxt[seat]
            yield number + 1, plays

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.rules.n

    @property
    def eldest(self) -> int:
        """The seat at the dealer's left."""
        return self.left_of(self.state.dealer)

    def is_maker(self, seat: int) -> bool:
        """Whether a seat is on the side of the makers."""
        return self.makers is not None and self.rules.side[seat] == self.makers

    def camp(self, seat: int) -> tuple[int, ...]:
        """The seats that play on one side in this hand: the makers, or all the defenders."""
        assert self.makers is not None
        return self.rules.camps[self.makers][seat]

    @property
    def calls_alone(self) -> bool:
        """Whether the winning call is a lone one, so that nothing more need be said."""
        return self.contract is not None and m.plays_alone(self.contract)
