"""A hand: replays the moves of a state phase by phase, lists what may follow, and rules on any move.

`Hand.replay(state)` checks every move; `moves` are the legal ones, `push` makes one, `judge` rules on one without
making it, `rulings` explains all candidates, `result` is the score once the hand is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from . import knowledge, turn
from . import moves as m
from .openings import Openings
from .phases import alone, bids, claims, course, exchange, play
from .phases.step import rule_on
from .rules import Rules
from .ruling import Ruling
from .score import Result, result_of
from .state import State, declined
from .table import Entry, Table
from .turn import ASKED, STEPS


class IllegalMove(ValueError):
    """A move of a record that is not legal: which one (`index`), and the ruling that says why."""

    def __init__(self, index: int, ruling: Ruling, state: State) -> None:
        super().__init__(ruling.reason(state))
        self.index, self.ruling, self.state = index, ruling, state


class Hand:
    """A hand of any variant.

    Moves are the numbers of `moves.py` (`parse_move`, `token`).  A Hand is changed by `push` only; `copy` gives one to
    be played on apart.
    """

    __slots__ = ("record", "state", "table")

    def __init__(self, state: State) -> None:
        """The hand as dealt, before any move of the state; `state` must have no defects."""
        self.state = state
        self.table = Table(state)
        self.record: list[int] = []
        course.begin(self.table)

    @classmethod
    def replay(cls, state: State) -> Hand:
        """The hand after all moves of a state; IllegalMove for the first one that is not legal."""
        opened = openings_of(state.rules).open(state)
        if opened is None:
            hand = cls(state)
            hand.extend(state.moves)
            return hand
        hand = cls.__new__(cls)
        hand.state, hand.table = state, opened[0]
        hand.record = list(state.moves[: opened[1]])
        hand.extend(state.moves, opened[1])
        return hand

    def extend(self, moves: Sequence[int], start: int = 0) -> None:
        """Makes several moves, from a place on; IllegalMove for the first one that is not legal."""
        table, place, end = self.table, start, len(moves)
        before = self.copy() if table.hidden else None
        try:
            while place < end:
                if table.step == "play":
                    if not table.plays:
                        table.first_play = len(self.record)
                    after = play.run(table, moves, place)
                    self.record += moves[place:after]
                    if after == end:
                        break
                    place = after
                self.make(moves[place])
                place += 1
        except IllegalMove:
            if table.hidden:
                (before or Hand(self.state))._refuse_impossible(moves[:place])
            raise
        if table.hidden and end and not knowledge.fits(table):
            (before or Hand(self.state))._refuse_impossible(moves)

    def push(self, move: int) -> None:
        """Makes one move; IllegalMove, and nothing changed, when it is not legal."""
        if self.table.hidden or self.table.step == "alone":
            ruling = self.judge(move)
            if ruling.legal is False:
                raise IllegalMove(len(self.record), ruling, self.state)
        self.make(move)

    def copy(self) -> Hand:
        """The same hand, to be played on apart."""
        return self._at(self.table.copy())

    def _at(self, table: Table) -> Hand:
        """The same record at a table of its own."""
        other = Hand.__new__(Hand)
        other.state, other.table, other.record = self.state, table, self.record.copy()
        return other

    def now(self) -> State:
        """The state with every move made so far, as sent and in canonical form."""
        return replace(self.state, moves=tuple(self.record))

    def canonical(self, move: int) -> int:
        """A move in its canonical form: `decline` is the discard of the up-card."""
        return move if self.state.up_card is None else declined(move, self.state.up_card)

    # -- what may follow -------------------------------------------------------------

    @property
    def phase(self) -> str:
        """`auction`, `exchange`, `alone`, `play` or `over`."""
        return turn.phase(self.table)

    @property
    def seat(self) -> int | None:
        """The seat to act; None when the hand is over, or when nobody can tell who holds the joker."""
        return self.table.seat

    @property
    def moves(self) -> Sequence[int]:
        """Every legal move of the seat to act; with a prefix each where nobody can tell which seat that is."""
        return turn.offers(self.table)

    @property
    def certain(self) -> bool:
        """Whether the list of moves is the same whatever the unknown cards are."""
        return turn.is_certain(self.table)

    @property
    def interjections(self) -> list[int]:
        """The moves that seats other than the one to act may make now, with their prefixes (contract §5)."""
        return turn.interjections(self.table)

    @property
    def alone_open(self) -> list[int]:
        """While the alone phase is open, the seats still to be asked, in that order."""
        return alone.still_open(self.table)

    def elided(self) -> Hand | None:
        """The hand as it would be if everybody still to be asked passed; None when the alone phase is not open."""
        after = turn.elided(self.table)
        return None if after is None else self._at(after)

    @property
    def result(self) -> Result | None:
        """What the hand was worth; None until it is over."""
        return result_of(self.table) if self.table.step == "over" else None

    def judge(self, move: int) -> Ruling:
        """Rules on any move, legal or not, without making it."""
        return turn.judge(self.table, self.canonical(move))

    def rulings(self) -> list[Ruling]:
        """A ruling on each move of this step, legal or not (contract §8, legal-moves)."""
        return turn.rulings(self.table)

    # -- making moves --------------------------------------------------------------------

    def make(self, move: int) -> None:
        """Makes a move that the table allows, whatever hidden cards may add; else IllegalMove."""
        table, plain = self.table, move
        if table.step == "alone" and m.KIND[move % m.PREFIX] not in ASKED and move % m.PREFIX in table.rules.actions:
            self._leave_out_the_rest(move)
        if move >= m.PREFIX or move == m.DECLINE:
            move = self.canonical(move)
            plain = move % m.PREFIX
            if self._made_apart(move // m.PREFIX - 1, plain, move):
                return
        step = STEPS.get(table.step)
        if step is None or table.seat is None or m.KIND[plain] not in step.kinds or not step.allows(table, plain):
            raise self._refusal(move)
        if step.apply(table, plain, len(self.record)):
            course.proceed(table)
        self.record.append(move)

    def _leave_out_the_rest(self, move: int) -> None:
        """Everybody still to be asked passes, since the record goes on with a move of the next phase."""
        table, plain = self.table, move % m.PREFIX
        asked = table.seat if move < m.PREFIX else move // m.PREFIX - 1
        alone.fill(table)
        course.proceed(table)
        if m.KIND[plain] not in STEPS[table.step].kinds:
            ruling = rule_on("move.not-now", False, "alone", asked or 0, plain)
            raise IllegalMove(len(self.record), ruling, self.state)

    def _made_apart(self, seat: int, plain: int, move: int) -> bool:
        """What a prefix may change: the joker's holder is named, or a seat that is not to act declares or claims.

        Answers whether that was all of the move.
        """
        table = self.table
        if seat < 0 or table.step == "over" or seat == table.seat and (plain != m.ALONE or table.step == "alone"):
            return False
        if self.judge(move).legal is False:
            raise self._refusal(move)
        if table.seat is None:
            bids.give_joker_bid(table, seat)
            return False
        self._interject(seat, plain)
        return True

    def _interject(self, seat: int, plain: int) -> None:
        """Makes a declaration or a claim of a seat that is not to act."""
        if plain == m.ALONE:
            alone.interject(self.table, seat, len(self.record))
            course.ask_again(self.table)
        else:
            claims.apply(self.table, seat, plain, len(self.record))
        self.record.append((seat + 1) * m.PREFIX + plain)

    def _refusal(self, move: int) -> IllegalMove:
        """The error for a move that the table does not allow."""
        return IllegalMove(len(self.record), self.judge(move), self.state)

    def _refuse_impossible(self, moves: Sequence[int]) -> None:
        """Raises IllegalMove for the first move that no layout of the unknown cards allows; nothing when all fit."""
        for place, move in enumerate(moves):
            ruling = self.judge(move)
            if ruling.legal is False:
                raise IllegalMove(len(self.record), ruling, self.state)
            self.make(move)
            if self.table.hidden and not knowledge.fits(self.table):
                raise AssertionError(f"move {place} was ruled possible and fits no layout")

    # -- the record ------------------------------------------------------------------------

    def history(self) -> list[tuple[Entry, int | None]]:
        """Every move in the full form and the order of asking, with the number of its trick."""
        table = self.table
        found: list[tuple[Entry, int | None]]
        found = [(entry, None) for entry in (*table.log, *alone.record(table), *table.late_log)]
        index = table.first_play
        for number, plays in table.tricks():
            for seat, card in plays:
                found.append((Entry(seat, card, index, "play"), number))
                index += 1
        return found


@lru_cache(maxsize=256)
def openings_of(rules: Rules) -> Openings:
    """The openings of these rules, found as hands are replayed."""
    return Openings(rules, _to_the_lead)


def _to_the_lead(state: State) -> tuple[Table, int] | None:
    """Replays calls without cards: the table at the first lead and what the dealer may discard; None if not legal."""
    hand = Hand(state)
    may_go = 0
    try:
        for move in state.moves:
            if hand.table.step == "dealer-discard":
                may_go = exchange.among(hand.table)
            hand.make(move)
        if hand.table.step == "alone":
            alone.fill(hand.table)
            course.proceed(hand.table)
    except IllegalMove:
        return None
    return (hand.table, may_go) if hand.table.step == "play" else None
