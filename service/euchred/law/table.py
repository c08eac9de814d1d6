"""The table: everything that a hand has come to, move by move.

A Table only holds; what may be done with it stands in `phases/`, and `hand.py` drives the phases.
"""

from __future__ import annotations

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
    """A hand in progress; `seat` is the one to act, None when the hand is over or nobody can tell."""

    __slots__ = (
        "alone_said",
        "best_begun",
        "best_turns",
        "caller",
        "calls",
        "cards",
        "contract",
        "ending",
        "exchanged",
        "farmer",
        "filled",
        "first_play",
        "hidden",
        "in_trick",
        "joker_holder",
        "late_log",
        "leader",
        "leads",
        "led",
        "log",
        "makers",
        "nxt",
        "order",
        "out",
        "owed",
        "passed",
        "plays",
        "power",
        "proposed",
        "rules",
        "seat",
        "stage",
        "standing",
        "state",
        "step",
        "taken",
        "top",
        "trick_size",
        "trump",
        "turned_down",
        "winning",
        "won",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        rules: Rules = state.rules
        n = rules.n
        self.state, self.rules = state, rules
        self.cards = Holdings(state.hands, [rules.hand_dealt(seat, state.dealer) for seat in range(n)])
        self.hidden = not all(self.cards.known)
        self.step = "deal"
        self.stage = 0
        self.seat: int | None = None
        self.log: list[Entry] = []
        self.late_log: list[Entry] = []  # exchanges after the alone phase: the dummy, partner's best
        # the auction
        self.proposed: int | None = None
        self.turned_down: int | None = None
        self.calls = 0
        self.passed = [False] * n
        self.standing: tuple[int, int] | None = None  # seat and call
        self.farmer: int | None = None
        self.joker_holder: int | None = None
        self.caller: int | None = None
        self.contract: int | None = None
        self.makers: int | None = None
        self.trump: int | None = None
        self.order: Order | None = None
        # the exchange
        self.owed = 0
        self.taken: list[tuple[int, str]] = []
        self.exchanged: list[Passed] = []
        self.best_turns: list[int] = []
        self.best_begun = False
        # alone
        self.alone_said: dict[int, tuple[int, int]] = {}  # seat: what it said and the index of that
        self.filled: list[int] = []
        self.out: tuple[int, ...] = ()
        # the play
        self.nxt: list[int] = []
        self.trick_size = 0
        self.leader = 0
        self.led = -1
        self.power: tuple[int, ...] = ()
        self.top = 0
        self.winning = -1
        self.in_trick = 0
        self.plays: list[int] = []
        self.leads: list[int] = []
        self.won = [0] * n
        self.first_play = 0
        self.ending: str | None = None

    def copy(self) -> Table:
        """The same hand, to be played on apart."""
        other = Table.__new__(Table)
        for name in Table.__slots__:
            value = getattr(self, name)
            if isinstance(value, (list, dict, Holdings)):
                value = value.copy()
            setattr(other, name, value)
        return other

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.rules.n

    @property
    def eldest(self) -> int:
        """The seat at the dealer's left."""
        return self.left_of(self.state.dealer)

    @property
    def loners(self) -> tuple[int, ...]:
        """The seats that play alone, ascending."""
        return tuple(sorted(seat for seat, (said, _) in self.alone_said.items() if said == m.ALONE))

    def is_maker(self, seat: int) -> bool:
        """Whether a seat is on the side of the makers."""
        return self.makers is not None and self.rules.side[seat] == self.makers

    def camp(self, seat: int) -> tuple[int, ...]:
        """The seats that play on one side in this hand: the makers, or all the defenders."""
        own = self.is_maker(seat)
        return tuple(other for other in range(self.rules.n) if self.is_maker(other) == own)

    @property
    def calls_alone(self) -> bool:
        """Whether the winning call is a lone one, so that nothing more need be said."""
        return self.contract is not None and (m.says_alone(self.contract) or self.contract in (m.ASK, m.MOON))
