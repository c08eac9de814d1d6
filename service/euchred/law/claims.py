"""Claims: whether a seat is sure of the tricks it claims, whatever the others play and wherever the cards lie.

Contract §10: valid is a claim for which the claimant has one way of playing, each choice depending only on what he has
then seen.  The search is exact; what is too large for it is refused, by counting layouts and cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from .blind import BlindSearch, Point
from .hand import Hand
from .matching import Problem
from .placing import Placing, count_layouts, without_detail
from .position import hand_now
from .ruling import Ruling
from .search import OpenSearch, Play
from .sight import Cards, Sight, Unknown, readings, sights
from .solve import in_play, ladder_of, spot_of, trick_in_progress
from .table import Table
from .unseen import Unseen

# So that no claim takes longer than about a second: layouts of the unknown cards, identical cards told apart, and the
# hands that the claimant himself may hold where the state does not give his.
MOST_LAYOUTS = 2_000_000
MOST_HANDS = 300


class ClaimNotNow(ValueError):
    """A claim by a seat that does not play now."""


class ClaimTooLarge(ValueError):
    """A claim that leaves too much open to be judged: `found` of what `unit` says, where `most` is the limit."""

    def __init__(self, unit: str, found: int, most: int) -> None:
        super().__init__(f"{found:,} {unit} are possible; claims are judged for at most {most:,}.")
        self.unit, self.found, self.most = unit, found, most


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Hands as held when the claim was made, and plays to the end, that defeat the claimant's best way of playing.

    UNKNOWN stands for cards that never come into play; `plays` are seats and cards.
    """

    hands: tuple[Cards, ...]
    plays: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim judged: the tricks claimed, whether they are sure, and how many are (`guaranteed`)."""

    seat: int
    tricks: int
    valid: bool
    guaranteed: int
    ruling: Ruling
    counterexample: Counterexample | None


def judge_claim(hand: Hand, seat: int, tricks: int | None) -> Claim:
    """Judges a claim of so many of the tricks that remain, the one in progress counted; None claims them all.

    Cards of other hands that the state gives are known to the claimant.  Raises ClaimNotNow outside the play and for a
    seat that sits out, ClaimTooLarge when there is too much to go through.
    """
    playing = in_play(hand)
    if playing is None:
        raise ClaimNotNow("Tricks are claimed while the cards are being played.")
    table, name = playing.table, playing.state.name(seat)
    if seat in table.out:
        raise ClaimNotNow(f"{name} sits out and takes no tricks.")
    left = table.rules.tricks - len(table.plays) // table.trick_size
    guaranteed, plays = _worst(table, seat, left)
    claimed = left if tricks is None else tricks
    if guaranteed >= claimed:
        return Claim(seat, claimed, True, guaranteed, _ruling(seat, claimed, guaranteed, left), None)
    hands: list[list[int]] = [[] for _ in range(table.rules.n)]
    for player, kind in plays:
        hands[player].append(kind)
    for other in table.out:
        hands[other] = hand_now(table, other)
    against = Counterexample(tuple(map(tuple, hands)), tuple(plays))
    return Claim(seat, claimed, False, guaranteed, _ruling(seat, claimed, guaranteed, left), against)


def _ruling(seat: int, claimed: int, guaranteed: int, left: int) -> Ruling:
    """The ruling on a claim."""
    facts = {"need": claimed, "took": guaranteed}
    if claimed > guaranteed:
        form = "none" if not guaranteed else "illegal"
        return Ruling("claim.refused", False, form, facts, (), seat)
    form = "last" if claimed == left == 1 else "all" if claimed == left else "legal"
    return Ruling("claim.valid", True, form, facts, (), seat)


# -- what a claimant can be sure of -------------------------------------------------------


def _worst(table: Table, seat: int, left: int) -> tuple[int, list[tuple[int, int]]]:
    """The most a seat is sure of, and a line of the play that gives it no more."""
    found = list(readings(table))
    layouts = sum(count_layouts(without_detail(problem, _hands_in_play(table, problem))) for _, problem in found)
    if layouts > MOST_LAYOUTS:
        raise ClaimTooLarge("layouts of the unknown cards", layouts, MOST_LAYOUTS)
    seen = list(islice(sights(table, seat, found), MOST_HANDS + 1))
    if len(seen) > MOST_HANDS:
        raise ClaimTooLarge("hands of the claimant", len(seen), MOST_HANDS)
    worst, line = left + 1, list[tuple[int, int]]()
    for sight in seen:
        found_worse = _sure_of(table, seat, sight, worst)
        if found_worse is not None:
            worst, line = found_worse
    return worst, line


def _hands_in_play(table: Table, problem: Problem) -> list[int]:
    """The places of a placing problem that are hands of seats which play."""
    return [places.bit_length() - 1 for seat, places in problem.hand.items() if seat not in table.out]


def _sure_of(table: Table, seat: int, sight: Sight, least: int) -> tuple[int, list[tuple[int, int]]] | None:
    """What a seat is sure of with what it has seen, and a line that gives it no more; None when that is `least`."""
    rules = table.rules
    ours = [other == seat for other in range(rules.n)]
    counts = [rules.side[other] == rules.side[seat] for other in range(rules.n)]
    known = {
        other: cards
        for other, cards in sight.rest[0].known.items()
        if other not in table.out and all(rest.known.get(other) == cards for rest in sight.rest)
    }
    known[seat] = sight.own
    hidden = [other for other in range(rules.n) if other not in known and other not in table.out]
    trick = trick_in_progress(table)
    hands = [known.get(other, ()) for other in range(rules.n)]
    problems = [_with_hands(rest, hidden) for rest in sight.rest] if hidden else []
    loose = [kind for problem, _ in problems for kind, _ in +problem.cards]
    ladder = ladder_of(table, [*trick, *(kind for cards in hands for kind in cards), *loose])
    in_trick, *held = ladder.lay([trick, *hands])
    play = Play(ladder, held, table.nxt, table.trick_size, ours, counts)
    spot = spot_of(table, ladder, sum(held))
    if not hidden:
        search = OpenSearch(play)
        if search.can(spot, least):
            return None
        most = search.most(spot)
        return most, [(player, ladder.kind[bit]) for player, bit in search.line(spot, most)]
    placings = [Placing(problem, ladder, in_trick | sum(held), at) for problem, at in problems]
    unseen = Unseen(ladder, table.nxt, placings)
    blind, point = BlindSearch(play, seat, unseen), Point(spot, unseen.start, 0)
    if blind.can(point, least):
        return None
    most = blind.most(point)
    return most, [(player, ladder.kind[bit]) for player, bit in blind.line(point, most)]


def _with_hands(rest: Unknown, hidden: Sequence[int]) -> tuple[Problem, dict[int, int]]:
    """A placing problem with a place for each hand that is not known in all readings, and the places of those hands."""
    problem, at = rest.problem, {}
    cards, room = problem.cards.copy(), list(problem.room)
    for seat in hidden:
        if seat in rest.known:
            at[seat] = len(room)
            room.append(len(rest.known[seat]))
            for kind in rest.known[seat]:
                cards[kind, 1 << at[seat]] += 1
        else:
            at[seat] = problem.hand[seat].bit_length() - 1
    return without_detail(replace(problem, cards=cards, room=tuple(room)), at.values()), at
