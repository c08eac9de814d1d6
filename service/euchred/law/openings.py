"""Openings: all that comes before the first lead, compiled once for each sequence of calls.

Where every hand is known and no claim is played, the calls of a turn-up hand have the same course whatever the cards
are; only the dealer's discard touches them.  `Openings` keeps the table to which each sequence leads, so that replaying
an archive pays for the cards and not for the talk.  What it does not know, or finds illegal, is left to the phases.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import moves as m
from .cards import BITS, UNKNOWN
from .holdings import Holdings
from .rules import Rules
from .state import State
from .table import Entry, Passed, Table

MOST = 8192
UNSEEN = m.DISCARD + UNKNOWN
Key = tuple[int, int | None, tuple[int, ...]]
Replayed = Callable[[State], tuple[Table, int] | None]


@dataclass(frozen=True, slots=True)
class Opening:
    """A table at the first lead; `discard` is the place of the dealer's discard in its log, `may_go` what may go."""

    table: Table
    discard: int | None
    may_go: int


class Openings:
    """The openings of one set of rules."""

    def __init__(self, rules: Rules, replayed: Replayed) -> None:
        """`replayed` brings a state without cards to its first lead: the table, and what the dealer may put down."""
        settings = rules.settings
        self.replayed = replayed
        self.found: dict[Key, Opening | None] = {}
        self.applies = (
            rules.turn_up
            and not rules.has_dummy
            and not settings["partners_best"]
            and not settings["ace_no_face"]
            and settings["farmers_hand"] == "off"
        )

    def open(self, state: State) -> tuple[Table, int] | None:
        """The table at the first lead, and how many moves led to it; None where the phases must find out."""
        place, discard = 0, UNKNOWN
        calls = []
        for move in state.moves:
            if move < m.DISCARD:
                break
            if move < UNSEEN:
                calls.append(UNSEEN)
                discard = move - m.DISCARD
            else:
                calls.append(move)
            place += 1
        key = (state.dealer, state.up_card, tuple(calls))
        try:
            opening = self.found[key]
        except KeyError:
            opening = self._learn(state, key)
        if opening is None or place == len(state.moves):
            return None
        cards = Holdings(state.hands, state.masks, state.rules.sizes_dealt[state.dealer])
        if False in cards.known:
            return None
        return self._dealt(opening, state, cards, discard, place)

    def _dealt(
        self, opening: Opening, state: State, cards: Holdings, discard: int, place: int
    ) -> tuple[Table, int] | None:
        """The opening with the cards of a state; None when the dealer may not put that card down."""
        table = opening.table.at_the_lead(state, cards)
        if opening.discard is not None:
            dealer, up_card = state.dealer, state.up_card
            held = cards.held[dealer] | BITS[up_card or 0]
            if not held & opening.may_go & BITS[discard]:
                return None
            cards.held[dealer] = held ^ BITS[discard]
            table.log = table.log.copy()
            entry, passed = table.log[opening.discard], table.exchanged[0]
            table.log[opening.discard] = Entry(entry.seat, m.DISCARD + discard, entry.index, entry.phase)
            table.exchanged = [Passed(passed.seat, passed.to, discard, 0, passed.piles, passed.best_trump)]
        return table, place

    def _learn(self, state: State, key: Key) -> Opening | None:
        """Replays a sequence of calls without cards; None when it is not a plain and complete opening."""
        opening = None
        plain = max(key[2], default=0) < m.PREFIX and m.DECLINE not in key[2]
        if self.applies and plain:
            bare = State(state.rules, state.dealer, (None,) * state.rules.n, state.up_card, moves=key[2])
            reached = self.replayed(bare)
            if reached is not None:
                table, may_go = reached
                places = [place for place, entry in enumerate(table.log) if entry.move == UNSEEN]
                opening = Opening(table, places[0] if places else None, may_go)
        if len(self.found) < MOST:
            self.found[key] = opening
        return opening
