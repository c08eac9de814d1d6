"""Going alone: who is asked, who may still declare, and what a declaration changes (rulebook §2.2, contract §5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .. import moves as m
from ..rules import Rules
from ..ruling import Ruling
from ..table import Entry, Table
from .step import Step, declare, rule_on


def order_of_asking(table: Table) -> tuple[int, ...]:
    """All seats in the order of asking: the caller, his partner, then the defenders from the caller's left."""
    assert table.caller is not None
    return table.rules.asking[table.caller]


@lru_cache(maxsize=4096)
def never(rules: Rules, seat: int, caller: int) -> tuple[str, tuple[str, ...]] | None:
    """Why the options never let a seat declare in a hand of this caller: form and options; None when they may."""
    settings = rules.settings
    if settings["alone"] == "off":
        return "off", ("alone",)
    if rules.side[seat] != rules.side[caller]:
        return ("defence", ("defend_alone",)) if settings["defend_alone"] == "off" else None
    if rules.maker_is_alone_anyway:
        return "no-dummy", ("dummy",)
    if settings["alone_timing"] == "with-call":
        return "call", ("alone_timing",)
    if settings["alone"] == "caller" and seat != caller:
        return "caller", ("alone",)
    return None


@lru_cache(maxsize=1024)
def asked_ever(rules: Rules, caller: int) -> tuple[int, ...]:
    """The seats that the options let declare in a hand of this caller, in the order of asking."""
    return tuple(seat for seat in rules.asking[caller] if never(rules, seat, caller) is None)


def why_not(table: Table, seat: int) -> tuple[str, tuple[str, ...]] | None:
    """Why a seat may not declare now: the form of the ruling and the options that decide; None when it may.

    Whether it is asked is another matter; a seat that has said `pass` may not, one that was passed over may.
    """
    assert table.caller is not None
    barred = never(table.rules, seat, table.caller)
    if table.loners:
        said = table.alone_said.get(seat)
        if said is not None and said[0] == m.ALONE:
            return "already", ()
        if table.calls_alone and not table.rules.turn_up:
            return "bid", ()
        if barred is None and any(loner in table.camp(seat) for loner in table.loners):
            return "side", ()
    if barred is not None:
        return barred
    if seat in table.alone_said:
        return "passed", ()
    if table.is_maker(seat):
        chosen = table.step != "dummy-discard" or table.owed < table.rules.book.dummy_size
        if chosen and (seat, "dummy") in table.taken:
            return "dummy", ()
    elif table.rules.settings["defend_alone"] == "against-loner":
        if not any(table.is_maker(loner) for loner in table.loners):
            return "no-loner", ("defend_alone",)
    return None


def asked_next(table: Table) -> int | None:
    """The seat to be asked, or None when the phase is over."""
    return next(_to_be_asked(table), None)


def to_be_asked(table: Table) -> list[int]:
    """The seats still to be asked if nobody declares, in the order of asking."""
    return list(_to_be_asked(table))


def _to_be_asked(table: Table) -> Iterator[int]:
    """The same, one by one."""
    assert table.caller is not None
    for seat in asked_ever(table.rules, table.caller):
        if seat not in table.filled and seat not in table.alone_said and why_not(table, seat) is None:
            yield seat


def still_open(table: Table) -> list[int]:
    """While the phase is open, the seats still to be asked, the one to act first."""
    return to_be_asked(table) if table.step == "alone" else []


def begin(table: Table) -> bool:
    """Opens the phase, or says that nobody is (left) to be asked."""
    seat = asked_next(table)
    if seat is None:
        return False
    table.step, table.seat = "alone", seat
    return True


def before_the_lead(table: Table) -> bool:
    """Whether declarations are still possible: trump is fixed, no card has been led, no best card called for."""
    return table.trump is not None and not table.plays and not table.best_begun and table.ending is None


def interjections(table: Table) -> list[int]:
    """The seats that may declare now with their prefix, though they are not asked (rulebook §2.2)."""
    if table.rules.settings["alone_timing"] != "before-lead" or table.caller is None or not before_the_lead(table):
        return []
    asked = table.seat if table.step == "alone" else None
    return [seat for seat in range(table.rules.n) if seat != asked and why_not(table, seat) is None]


def interject(table: Table, seat: int, index: int) -> None:
    """A seat declares out of the order of asking; within the phase the seats asked before it have passed."""
    if table.step == "alone":
        place = order_of_asking(table).index
        table.filled += [other for other in to_be_asked(table) if place(other) < place(seat)]
    declare(table, seat, index)


def fill(table: Table) -> None:
    """Everybody still to be asked passes, as when the phase is left out of a record."""
    table.filled += to_be_asked(table)


def apply(table: Table, move: int, index: int) -> bool:
    """The seat asked declares or passes."""
    assert table.seat is not None
    if move == m.ALONE:
        declare(table, table.seat, index)
    else:
        table.alone_said[table.seat] = (m.PASS, index)
    table.seat = asked_next(table)
    return table.seat is None


def judge(table: Table, seat: int, move: int) -> Ruling:
    """Rules on what the seat asked says."""
    if move == m.PASS:
        return rule_on("alone.pass", True, "legal", seat, move)
    return rule_on("alone.declare", True, "asked", seat, move, _asked_by(table, seat))


def _asked_by(table: Table, seat: int) -> tuple[str, ...]:
    """The option that lets a seat declare."""
    return ("alone",) if table.is_maker(seat) else ("defend_alone",)


def judge_interjection(table: Table, seat: int, move: int) -> Ruling:
    """Rules on a declaration of a seat that is not asked."""
    if table.caller is None or table.trump is None:
        return rule_on("move.not-now", False, "before-trump", seat, move)
    if table.ending or not before_the_lead(table):
        return rule_on("alone.too-late", False, "best" if not table.plays else "lead", seat, move)
    barred = why_not(table, seat)
    if barred is not None:
        return rule_on("alone.not-allowed", False, barred[0], seat, move, barred[1])
    if seat not in interjections(table):
        return rule_on("turn.out-of-turn", False, "alone", seat, move, ("alone_timing",), seat=table.seat)
    return rule_on("alone.declare", True, "unasked", seat, move, _asked_by(table, seat))


def record(table: Table) -> list[Entry]:
    """What was said in this phase in the order of asking, passes filled in where the phase was left out.

    Before the phase only what has been declared early is in it; a lone call is no part of it.
    """
    if table.caller is None:
        return []
    entries = []
    for seat in order_of_asking(table):
        said = table.alone_said.get(seat)
        if said is not None and said[1] >= 0:
            entries.append(Entry(seat, said[0], said[1], "alone"))
        elif said is None and seat in table.filled:
            if not any(loner in table.camp(seat) for loner in _before(table, seat)):
                entries.append(Entry(seat, m.PASS, None, "alone"))
    return entries


def _before(table: Table, seat: int) -> list[int]:
    """The loners that come before a seat in the order of asking."""
    order = order_of_asking(table)
    return [loner for loner in table.loners if order.index(loner) < order.index(seat)]


STEPS = {
    "alone": Step(
        "alone", frozenset({"alone", "pass"}), lambda table, move: move in (m.ALONE, m.PASS), apply,
        lambda table: [m.ALONE, m.PASS], judge, lambda table: [m.ALONE, m.PASS],
    )
}  # fmt: skip
