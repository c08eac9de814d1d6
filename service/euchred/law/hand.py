"""A hand: replays the moves of a state phase by phase, lists what may follow, and rules on any move.

`Hand.replay(state)` checks every move; `moves` are the legal ones, `push` makes one, `judge` rules on one without
making it, `rulings` explains all candidates, `result` is the score once the hand is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from . import knowledge
from . import moves as m
from .openings import Openings
from .phases import alone, bids, claims, course, exchange, play, turn_up
from .phases.step import Step, rule_on
from .rules import Rules
from .ruling import Ruling
from .score import Result, result_of
from .state import State, declined
from .table import Entry, Table

STEPS: dict[str, Step] = {**turn_up.STEPS, **bids.STEPS, **exchange.STEPS, **alone.STEPS, **play.STEPS}
ASKED = STEPS["alone"].kinds


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
        other = Hand.__new__(Hand)
        other.state, other.table, other.record = self.state, self.table.copy(), self.record.copy()
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
        return STEPS[self.table.step].phase if self.table.step != "over" else "over"

    @property
    def seat(self) -> int | None:
        """The seat to act; None when the hand is over, or when nobody can tell who holds the joker."""
        return self.table.seat

    @property
    def moves(self) -> Sequence[int]:
        """Every legal move of the seat to act; with a prefix each where nobody can tell which seat that is."""
        table = self.table
        if table.step == "play" and table.playable is not None:
            return play.LISTS[table.playable]
        if table.step == "over":
            return ()
        if table.seat is None:
            holders = [seat for seat in knowledge.joker_holders(table) if seat is not None]
            return tuple((seat + 1) * m.PREFIX + move for seat in holders for move in bids.names(table))
        return tuple(STEPS[table.step].offers(table))

    @property
    def certain(self) -> bool:
        """Whether the list of moves is the same whatever the unknown cards are."""
        table, seat = self.table, self.table.seat
        if not table.hidden or table.step == "over":
            return True
        if seat is None:
            return False
        if table.step in ("round-1", "round-2", "bid"):
            return all(claims.verdict(table, seat, move) is not None for move in claims.open_to(table, seat))
        if table.step == "play" and not table.cards.known[seat]:
            follow = table.order.masks[table.led] & table.rules.kinds if table.order and table.led >= 0 else 0
            return knowledge.is_certain(table, seat, self.moves, follow)
        if table.step in exchange.RULES and not exchange.own_hand(table, seat)[1]:
            cards = [move % 64 for move in self.moves if move % 64 != 33]
            follow = 0
            if exchange.bound_to_best(table) and len(cards) > 1:
                return False
            return knowledge.is_certain(table, seat, cards, follow)
        return True

    @property
    def interjections(self) -> list[int]:
        """The moves that seats other than the one to act may make now, with their prefixes (contract §5)."""
        table = self.table
        found = [(seat + 1) * m.PREFIX + m.ALONE for seat in alone.interjections(table)]
        if table.rules.settings["ace_no_face"] and self.phase == "auction":
            for seat in range(table.rules.n):
                if seat != table.seat and m.CLAIM_ACE_NO_FACE in claims.open_to(table, seat):
                    if claims.verdict(table, seat, m.CLAIM_ACE_NO_FACE) is not False:
                        found.append((seat + 1) * m.PREFIX + m.CLAIM_ACE_NO_FACE)
        return found

    @property
    def alone_open(self) -> list[int]:
        """While the alone phase is open, the seats still to be asked, in that order."""
        return alone.still_open(self.table)

    def elided(self) -> Hand | None:
        """The hand as it would be if everybody still to be asked passed; None when the alone phase is not open."""
        if self.table.step != "alone":
            return None
        other = self.copy()
        alone.fill(other.table)
        course.proceed(other.table)
        return other

    @property
    def result(self) -> Result | None:
        """What the hand was worth; None until it is over."""
        return result_of(self.table) if self.table.step == "over" else None

    # -- ruling ------------------------------------------------------------------------

    def judge(self, move: int) -> Ruling:
        """Rules on any move, legal or not, without making it."""
        table, move = self.table, self.canonical(move)
        prefix, plain = move // m.PREFIX - 1, move % m.PREFIX
        seat = prefix if prefix >= 0 else table.seat
        if table.step == "over":
            return rule_on("hand.over", False, "illegal", 0 if seat is None else seat, plain)
        if plain not in table.rules.actions:
            return rule_on("move.not-in-this-book", False, "illegal", 0 if seat is None else seat, plain)
        if table.seat is None:
            return self._judge_joker_holder(prefix, plain)
        assert seat is not None
        if plain == m.ALONE and table.step != "alone":
            ruling = alone.judge_interjection(table, seat, plain)
            return (
                ruling
                if prefix >= 0 or not ruling.legal
                else rule_on("move.not-now", False, "alone-unsaid", seat, plain)
            )
        if seat != table.seat and plain in (m.ALONE, m.CLAIM_ACE_NO_FACE):
            return self._judge_interjection(seat, plain)
        step = STEPS[table.step]
        if table.step == "alone" and m.kind(plain) not in step.kinds:
            return self._judge_elided(move)
        if seat != table.seat:
            return self.out_of_turn(seat, plain)
        if m.kind(plain) not in step.kinds:
            return rule_on("move.not-now", False, step.phase, seat, plain)
        return step.judge(table, seat, plain)

    def _judge_elided(self, move: int) -> Ruling:
        """Rules on a move that leaves the rest of the alone phase out."""
        after = self.elided()
        assert after is not None
        if m.kind(move % m.PREFIX) in STEPS[after.table.step].kinds:
            return after.judge(move)
        seat = move // m.PREFIX - 1 if move >= m.PREFIX else self.table.seat
        assert seat is not None
        return rule_on("move.not-now", False, "alone", seat, move % m.PREFIX)

    def _judge_joker_holder(self, prefix: int, plain: int) -> Ruling:
        """Rules on the call of the joker's holder where the state does not say who that is."""
        if prefix < 0:
            return rule_on("turn.out-of-turn", False, "joker", 0, plain)
        if prefix not in knowledge.joker_holders(self.table):
            return rule_on("turn.out-of-turn", False, "no-joker", prefix, plain)
        if m.kind(plain) != "call":
            return rule_on("move.not-now", False, "exchange", prefix, plain)
        return bids.judge_name(self.table, prefix, plain)

    def _judge_interjection(self, seat: int, plain: int) -> Ruling:
        """Rules on a declaration or a claim of a seat that is not to act."""
        table = self.table
        if plain == m.ALONE:
            return alone.judge_interjection(table, seat, plain)
        if self.phase != "auction":
            return self.out_of_turn(seat, plain)
        return claims.judge(table, seat, plain)

    def out_of_turn(self, seat: int, plain: int) -> Ruling:
        """The ruling on a move of a seat that is not to act."""
        table = self.table
        assert table.seat is not None
        if table.step == "play" and seat in table.out:
            loner = next(other for other in table.loners if other in table.camp(seat))
            return rule_on("play.sits-out", False, "illegal", seat, plain, (), seats=[loner])
        return rule_on("turn.out-of-turn", False, "illegal", seat, plain, (), seat=table.seat)

    def rulings(self) -> list[Ruling]:
        """A ruling on each move of this step, legal or not (contract §8, legal-moves)."""
        table = self.table
        if table.step == "over":
            return []
        if table.seat is None:
            return [self.judge(move) for move in self.moves]
        return [self.judge(move) for move in STEPS[table.step].shown(table)]

    # -- making moves --------------------------------------------------------------------

    def make(self, move: int) -> None:
        """Makes a move that the table allows, whatever hidden cards may add; else IllegalMove."""
        table, plain = self.table, move
        if table.step == "alone" and m.KIND[move % m.PREFIX] not in ASKED:
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
        for number, leader, cards in play.tricks(table):
            seat = leader
            for card in cards:
                found.append((Entry(seat, card, index, "play"), number))
                index += 1
                seat = table.nxt[seat]
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
