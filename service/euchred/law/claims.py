"""Claims: whether a seat is sure of the tricks it claims, whatever the others play and wherever the cards lie.

Contract §10: valid is a claim for which the claimant has one way of playing, each choice depending only on what he has
then seen.  The search is exact; what is too large for it is refused, by counting layouts and cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from .blind import BlindSearch, Point
from .cards import cards_in
from .hand import Hand
from .matching import Problem, bits
from .placing import Placing, count_layouts, without_detail
from .position import hand_now
from .ruling import Ruling
from .search import OpenSearch, Play
from .sight import Cards, Sight, Unknown, readings, sights
from .solve import MOST_CARDS, in_play, ladder_of, spot_of, trick_in_progress
from .table import Table
from .unseen import Unseen

# The limits keep every claim to about a second of one core.  Layouts of the unknown cards are counted with identical
# cards told apart; the more tricks remain, the longer each takes.
MOST_LAYOUTS = {1: 50_000_000, 2: 50_000_000, 3: 50_000_000, 4: 50_000_000, 5: 5_000_000}  # by the tricks that remain
MOST_LAYOUTS_OF_SIX = 500_000  # with six tricks or more
MOST_LAYOUTS_WITH_GIFTS = 200_000  # where nobody says which card was given to a hand that plays
MOST_LAYOUTS_OF_TWINS = 2_000  # in a double deck, where fewer cards are as good as each other
# Where the claimant's own cards are not all given: each hand that may be his is a claim of its own.
MOST_LAYOUTS_UNSEEN = 5_000
MOST_HANDS = 60


class ClaimNotNow(ValueError):
    """A claim by a seat that does not play now."""


class ClaimTooLarge(ValueError):
    """A claim that leaves too much open to be judged: `found` of what `unit` says, where `most` is the limit."""

    def __init__(self, unit: str, found: int, most: int) -> None:
        super().__init__(f"There are {found:,} {unit}; a claim like this is judged for at most {most:,}.")
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
    claimed = left if tricks is None else tricks
    if claimed <= left and _lays_down(table, seat, left):
        return Claim(seat, claimed, True, left, _ruling(seat, claimed, left, left), None)
    guaranteed, plays = _worst(table, seat, left)
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
    cards = sum(table.cards.size(other) for other in range(table.rules.n) if other not in table.out)
    if cards > MOST_CARDS:
        raise ClaimTooLarge("cards still to be played", cards, MOST_CARDS)
    found = list(readings(table))
    own_known = seat in found[0][1].fixed
    most = MOST_LAYOUTS.get(left, MOST_LAYOUTS_OF_SIX)
    for limit, applies in (
        (MOST_LAYOUTS_WITH_GIFTS, len(found) > 1),
        (MOST_LAYOUTS_UNSEEN, not own_known),
        (MOST_LAYOUTS_OF_TWINS, table.rules.double),
    ):
        most = min(most, limit) if applies else most
    layouts = sum(count_layouts(without_detail(problem, _that_matter(table, problem, seat))) for _, problem in found)
    if layouts > most:
        raise ClaimTooLarge("layouts of the unknown cards", layouts, most)
    seen = list(islice(sights(table, seat, found), MOST_HANDS + 1))
    if len(seen) > MOST_HANDS:
        raise ClaimTooLarge("hands that the claimant may hold", len(seen), MOST_HANDS)
    worst, line = left + 1, list[tuple[int, int]]()
    for sight in seen:
        found_worse = _sure_of(table, seat, sight, worst)
        if found_worse is not None:
            worst, line = found_worse
    return worst, line


def _lays_down(table: Table, seat: int, left: int) -> bool:
    """Whether a seat leads and its cards win one after the other, wherever all the cards lie that it does not hold."""
    if table.in_trick or table.seat != seat or not table.cards.known[seat]:
        return False
    own = list(cards_in(table.cards.held[seat]))
    others = Counter(cards_in(table.rules.pack)) - Counter(own) - Counter(table.plays)
    assert table.trump is not None
    ladder = ladder_of(table.rules, table.trump)
    hand, rest = ladder.lay([own, list(others.elements())])
    return ladder.sure(hand, rest) == left


def _that_matter(table: Table, problem: Problem, seat: int) -> list[int]:
    """The places of a placing problem that matter to a claim: hands that play, and all that the claimant has seen."""
    hands = sum(places for other, places in problem.hand.items() if other not in table.out)
    return list(bits(hands | problem.pool.get(seat, 0)))


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
    assert table.trump is not None
    ladder = ladder_of(table.rules, table.trump)
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
