"""The judge: a record as it was played, what was wrong in it, how that is proven, and what it costs (contract §9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from . import knowledge
from .cards import CODES, kinds
from .irregular import Record, Refusal, Slip
from .order import LED_CODES, TRUMPS
from .ruling import Ruling, codes, one_of
from .score import Result, abandoned, penalised, result_of
from .state import State

NO_PENALTY = "This rule book names no penalty."


@dataclass(frozen=True, slots=True)
class Need:
    """What would settle an open question: whether a seat has one of these cards."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """An irregularity, proven or open.

    `index` counts the moves as sent; `penalty` is per side, None where there is none; `trick` and `place` count from 1.
    """

    index: int
    ruling: Ruling
    trick: int | None
    place: int | None
    penalty: tuple[int, ...] | None
    consequence: str
    needs: tuple[Need, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says of a record; `result` has the penalties in it, `as_played` has none."""

    state: State
    violations: tuple[Finding, ...]
    open: tuple[Finding, ...]
    result: Result | None
    as_played: Result | None

    @property
    def verdict(self) -> str:
        """`violations`, `open` or `clean`."""
        return "violations" if self.violations else "open" if self.open else "clean"

    @property
    def summary(self) -> str:
        """The verdict in one sentence."""
        if self.verdict == "clean":
            return "Nothing was wrong in this record."
        found = self.violations or self.open
        first = found[0].ruling.reason(self.state)
        more = f" There {'is' if len(found) == 2 else 'are'} {len(found) - 1} more." if len(found) > 1 else ""
        lead = "" if self.violations else "Nothing is proven; one thing is open: "
        return f"{lead}{first}{more}"


def judge(state: State) -> Verdict:
    """Judges the record of a state; `state` must have no defects."""
    record = Record.of(state)
    reneges: list[Finding] = []
    opened: list[Finding] = []
    for refusal in record.refusals:
        found = _weigh(record, refusal)
        if found is not None:
            (opened if found.ruling.legal is None else reneges).append(found)
    paid, penalties = _penalties(record, reneges)
    slips = [_told(record, slip) for slip in record.slips]
    proven = [*paid, *(found for found in slips if found.ruling.legal is False)]
    opened += [found for found in slips if found.ruling.legal is None]
    played = result_of(record.hand.table) if record.over else None
    return Verdict(
        state,
        tuple(sorted(proven, key=lambda found: found.index)),
        tuple(sorted(opened, key=lambda found: found.index)),
        _result(record, played, penalties if reneges else None),
        played,
    )


def _told(record: Record, slip: Slip) -> Finding:
    """A slip as a finding: reported, without penalty (rulebook §1: only a breach of following is penalised)."""
    ruling = slip.ruling
    if ruling.legal is False or ruling.seat is None:
        return Finding(slip.index, ruling, slip.trick, slip.place, None, NO_PENALTY)
    cards = tuple(codes(slip.needs))
    consequence = f"Whether {record.state.name(ruling.seat)} held {one_of(list(cards), 'or')} decides it."
    return Finding(slip.index, ruling, slip.trick, slip.place, None, consequence, (Need(ruling.seat, cards),))


# -- reneges ----------------------------------------------------------------------------


def _weigh(record: Record, refusal: Refusal) -> Finding | None:
    """A play that did not follow: proven a renege, open, or cleared (None).

    It is proven by cards that the seat certainly held, or by later plays of its own; counting the other hands may clear
    it and never accuses it.
    """
    order = record.hand.table.order
    assert order is not None
    made = refusal.play
    later = [
        play
        for play in record.plays
        if play.seat == made.seat and play.index > made.index and play.held and order.suits[play.card] == refusal.led
    ]
    facts = {"led": LED_CODES[refusal.led], "card": CODES[made.card], "trump": TRUMPS[order.trump]}
    if refusal.held or later:
        held = dict.fromkeys([*refusal.held, *(play.card for play in later)])
        ruling = Ruling(
            "play.follow-suit", False, "renege", {**facts, "held": codes(held)}, (), made.seat, made.card,
            tuple(play.index for play in later),
        )  # fmt: skip
        return Finding(made.index, ruling, made.trick, made.place, None, NO_PENALTY)
    if refusal.known:
        return None
    left = _may_still_hold(record, made.seat, order.masks[refusal.led])
    if not left:
        return None
    ruling = Ruling("play.follow-suit", None, "unproven", {**facts, "held": []}, (), made.seat, made.card)
    consequence = f"It is a renege if {record.state.name(made.seat)} still holds {one_of(left, 'or')}."
    return Finding(made.index, ruling, made.trick, made.place, None, consequence, (Need(made.seat, tuple(left)),))


def _may_still_hold(record: Record, seat: int, suit: int) -> list[str]:
    """The cards of a suit that may be in a seat's hand at the end of the record, in some layout."""
    made = tuple((play.seat, play.card, play.held) for play in record.plays if play.held or play.strange)
    problems = knowledge.layouts(record.hand.table, made=made)
    held = kinds(suit & record.state.rules.kinds)
    return codes(kind for kind in held if any(problem.may_hold(seat, kind) for problem in problems))


# -- penalties --------------------------------------------------------------------------


def _penalties(record: Record, reneges: Sequence[Finding]) -> tuple[list[Finding], tuple[int, ...]]:
    """What the reneges cost: each finding with its penalty, and the sum per side (rulebook §1, renege)."""
    rules = record.state.rules
    total = [0] * len(rules.sides)
    told: list[Finding] = []
    charged: set[int] = set()
    for found in sorted(reneges, key=lambda one: one.index):
        assert found.ruling.seat is not None
        side = rules.side[found.ruling.seat]
        if rules.settings["renege"] == "none":
            told.append(found)
        elif rules.settings["renege_hand"] == "abandoned" and side in charged:
            text = "The hand is abandoned already, and this side has paid for it."
            told.append(replace(found, penalty=(0,) * len(total), consequence=text))
        else:
            charged.add(side)
            penalty = _penalty(record, found.ruling.seat)
            total = [sum(pair) for pair in zip(total, penalty, strict=True)]
            told.append(replace(found, penalty=penalty, consequence=_consequence(record, penalty)))
    return told, tuple(total)


def _penalty(record: Record, offender: int) -> tuple[int, ...]:
    """What one renege costs, per side."""
    rules, table = record.state.rules, record.hand.table
    settings = rules.settings
    points = int(settings["renege_points"])
    own = set(table.camp(offender))
    offended = {seat for seat in range(rules.n) if seat not in own}
    if rules.turn_up and any(loner in offended for loner in table.loners):
        points = int(settings["renege_lone_points"])
    if settings["renege"] == "offender-loses":
        return tuple(-points if side == rules.side[offender] else 0 for side in range(len(rules.sides)))
    return tuple(points if set(seats) & offended else 0 for seats in rules.sides)


def _consequence(record: Record, penalty: Sequence[int]) -> str:
    """A penalty as a sentence."""
    rules = record.state.rules
    parts = [
        f"{one_of([record.state.name(seat) for seat in rules.sides[side]])} "
        f"{'score' if points > 0 else 'lose'}{'s' if len(rules.sides[side]) == 1 else ''} "
        f"{abs(points)} point{'s' if abs(points) != 1 else ''}"
        for side, points in enumerate(penalty)
        if points
    ]
    if not parts:
        return "The penalty is 0 points."
    end = "the hand is abandoned" if rules.settings["renege_hand"] == "abandoned" else "the hand stands as played"
    return f"{'; '.join(parts)}; {end}."


def _result(record: Record, played: Result | None, penalties: Sequence[int] | None) -> Result | None:
    """The result with penalties; None while the hand runs, unless a renege has abandoned it."""
    rules = record.state.rules
    if penalties is None or rules.settings["renege"] == "none":
        return played
    bidders = record.hand.table.caller
    assert bidders is not None
    if rules.settings["renege_hand"] == "abandoned":
        tricks = tuple(sum(record.hand.table.won[seat] for seat in side) for side in rules.sides)
        return abandoned(rules, record.state.score, record.state.dealer, bidders, tricks, penalties)
    return None if played is None else penalised(rules, record.state.score, bidders, played, penalties)
