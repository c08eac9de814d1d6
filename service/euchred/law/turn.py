"""Whose turn it is: what may follow at a table, and the ruling on any move, legal or not, without making it."""

from __future__ import annotations

from collections.abc import Sequence

from . import knowledge
from . import moves as m
from .cards import UNKNOWN
from .phases import alone, bids, claims, course, exchange, play, turn_up
from .phases.step import Step, rule_on
from .ruling import Ruling
from .table import Table

STEPS: dict[str, Step] = {**turn_up.STEPS, **bids.STEPS, **exchange.STEPS, **alone.STEPS, **play.STEPS}
ASKED = STEPS["alone"].kinds


# -- what may follow ----------------------------------------------------------------------


def phase(table: Table) -> str:
    """`auction`, `exchange`, `alone`, `play` or `over`."""
    return STEPS[table.step].phase if table.step != "over" else "over"


def offers(table: Table) -> Sequence[int]:
    """Every legal move of the seat to act; with a prefix each where nobody can tell which seat that is."""
    if table.step == "play" and table.playable is not None:
        return play.LISTS[table.playable]
    if table.step == "over":
        return ()
    if table.seat is None:
        holders = [seat for seat in knowledge.joker_holders(table) if seat is not None]
        return tuple((seat + 1) * m.PREFIX + move for seat in holders for move in bids.names(table))
    return tuple(STEPS[table.step].offers(table))


def is_certain(table: Table) -> bool:
    """Whether the list of moves is the same whatever the unknown cards are."""
    seat = table.seat
    if not table.hidden or table.step == "over":
        return True
    if seat is None:
        return False
    if table.step in ("round-1", "round-2", "bid"):
        return all(claims.verdict(table, seat, move) is not None for move in claims.open_to(table, seat))
    if table.step == "play" and not table.cards.known[seat]:
        return knowledge.is_certain(table, seat, offers(table))
    if table.step in exchange.RULES and not exchange.own_hand(table, seat)[1]:
        cards = [move % 64 for move in offers(table) if move % 64 != UNKNOWN]
        if exchange.bound_to_best(table) and len(cards) > 1:
            return False
        return knowledge.is_certain(table, seat, cards)
    return True


def interjections(table: Table) -> list[int]:
    """The moves that seats other than the one to act may make now, with their prefixes (contract §5)."""
    if table.plays:
        return []
    found = [(seat + 1) * m.PREFIX + m.ALONE for seat in alone.interjections(table)]
    if table.rules.settings["ace_no_face"] and phase(table) == "auction":
        for seat in range(table.rules.n):
            if seat != table.seat and m.CLAIM_ACE_NO_FACE in claims.open_to(table, seat):
                if claims.verdict(table, seat, m.CLAIM_ACE_NO_FACE) is not False:
                    found.append((seat + 1) * m.PREFIX + m.CLAIM_ACE_NO_FACE)
    return found


def elided(table: Table) -> Table | None:
    """The table as it would be if everybody still to be asked passed; None when the alone phase is not open."""
    if table.step != "alone":
        return None
    other = table.copy()
    alone.fill(other)
    course.proceed(other)
    return other


# -- rulings --------------------------------------------------------------------------------


def judge(table: Table, move: int) -> Ruling:
    """Rules on any move in canonical form."""
    prefix, plain = move // m.PREFIX - 1, move % m.PREFIX
    seat = prefix if prefix >= 0 else table.seat
    if table.step == "over":
        return rule_on("hand.over", False, "illegal", 0 if seat is None else seat, plain)
    if plain not in table.rules.actions:
        return rule_on("move.not-in-this-book", False, "illegal", 0 if seat is None else seat, plain)
    if table.seat is None:
        return _judge_joker_holder(table, prefix, plain)
    assert seat is not None
    if plain == m.ALONE and table.step != "alone":
        ruling = alone.judge_interjection(table, seat, plain)
        unsaid = prefix < 0 and ruling.legal
        return rule_on("move.not-now", False, "alone-unsaid", seat, plain) if unsaid else ruling
    if seat != table.seat and plain in (m.ALONE, m.CLAIM_ACE_NO_FACE):
        return _judge_interjection(table, seat, plain)
    step = STEPS[table.step]
    if table.step == "alone" and m.kind(plain) not in step.kinds:
        return _judge_elided(table, move)
    if seat != table.seat:
        return out_of_turn(table, seat, plain)
    if m.kind(plain) not in step.kinds:
        return rule_on("move.not-now", False, step.phase, seat, plain)
    return step.judge(table, seat, plain)


def _judge_elided(table: Table, move: int) -> Ruling:
    """Rules on a move that leaves the rest of the alone phase out."""
    after = elided(table)
    assert after is not None
    if m.kind(move % m.PREFIX) in STEPS[after.step].kinds:
        return judge(after, move)
    seat = move // m.PREFIX - 1 if move >= m.PREFIX else table.seat
    assert seat is not None
    return rule_on("move.not-now", False, "alone", seat, move % m.PREFIX)


def _judge_joker_holder(table: Table, prefix: int, plain: int) -> Ruling:
    """Rules on the call of the joker's holder where the state does not say who that is."""
    if prefix < 0:
        return rule_on("turn.out-of-turn", False, "joker", 0, plain)
    if prefix not in knowledge.joker_holders(table):
        return rule_on("turn.out-of-turn", False, "no-joker", prefix, plain)
    if m.kind(plain) != "call":
        return rule_on("move.not-now", False, "exchange", prefix, plain)
    return bids.judge_name(table, prefix, plain)


def _judge_interjection(table: Table, seat: int, plain: int) -> Ruling:
    """Rules on a declaration or a claim of a seat that is not to act."""
    if plain == m.ALONE:
        return alone.judge_interjection(table, seat, plain)
    if phase(table) != "auction":
        return out_of_turn(table, seat, plain)
    return claims.judge(table, seat, plain)


def out_of_turn(table: Table, seat: int, plain: int) -> Ruling:
    """The ruling on a move of a seat that is not to act."""
    assert table.seat is not None
    if table.step == "play" and seat in table.out:
        loner = next(other for other in table.loners if other in table.camp(seat))
        return rule_on("play.sits-out", False, "illegal", seat, plain, (), seats=[loner])
    return rule_on("turn.out-of-turn", False, "illegal", seat, plain, (), seat=table.seat)


def rulings(table: Table) -> list[Ruling]:
    """A ruling on each move of this step, legal or not (contract §8, legal-moves)."""
    if table.step == "over":
        return []
    shown = offers(table) if table.seat is None else STEPS[table.step].shown(table)
    return [judge(table, move) for move in shown]
