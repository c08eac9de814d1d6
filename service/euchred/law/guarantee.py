"""What a claimant is sure of: the worst over all that he may have seen, and a play that gives him no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .blind import BlindSearch, Point
from .cards import cards_in
from .matching import Problem, bits
from .placing import Placing, count_layouts, without_detail
from .search import MOST_TRIED, OpenSearch, Play, TriedTooMany, Tries
from .sight import Sight, Unknown, readings, sights
from .solve import MOST_CARDS, ladder_of, open_play, spot_of, trick_in_progress
from .table import Table
from .unseen import Unseen

Line = list[tuple[int, int]]  # seats and the cards they play

# What is hopeless is refused before the search, by layouts.  Each table goes by the tricks that remain, beyond its last
# entry by the number after it.  Layouts of the unknown cards are counted with identical cards told apart; the fewer of
# them are as good as each other for the search, the fewer it can go through.
MOST_LAYOUTS = ({1: 50_000_000, 2: 50_000_000, 3: 50_000_000, 4: 50_000_000, 5: 5_000_000}, 100_000)
MOST_LAYOUTS_IN_PART = ({1: 50_000_000, 2: 50_000_000, 3: 1_000_000, 4: 100_000, 5: 1_000}, 50)  # hands known in part
MOST_LAYOUTS_WITH_GIFTS = ({1: 200_000, 2: 200_000, 3: 200_000, 4: 50_000}, 5_000)  # an unseen gift to a hand in play
MOST_LAYOUTS_OF_TWINS = ({1: 5_000, 2: 5_000, 3: 5_000, 4: 1_000, 5: 100}, 20)  # a double deck
MOST_UNSEEN_TWINS = 20  # cards still to be played there, some of them unknown
# Where the claimant's own cards are not all given: each hand that may be his is a claim of its own.
MOST_LAYOUTS_UNSEEN = ({1: 5_000, 2: 5_000, 3: 5_000, 4: 2_000, 5: 500}, 50)
MOST_HANDS = ({1: 60, 2: 60, 3: 60, 4: 30}, 12)

Limit = tuple[dict[int, int], int]


class ClaimTooLarge(ValueError):
    """A claim that leaves too much open to be judged: `found` of what `unit` says, where `most` is the limit.

    Without `found` it was given up at the limit: there is one more at least.
    """

    def __init__(self, unit: str, most: int, found: int | None = None) -> None:
        count = f"more than {most:,}" if found is None else f"{found:,}"
        super().__init__(f"There are {count} {unit}; a claim like this is judged for at most {most:,}.")
        self.unit, self.most, self.found = unit, most, most + 1 if found is None else found


def guarantee(table: Table, seat: int, left: int) -> tuple[int, Line]:
    """The most of the tricks left that a seat is sure of, and a line of the play that gives it no more.

    Raises ClaimTooLarge when there is too much to go through.
    """
    try:
        return _guarantee(table, seat, left)
    except TriedTooMany as error:
        raise ClaimTooLarge("plays to go through", error.most) from None


def _guarantee(table: Table, seat: int, left: int) -> tuple[int, Line]:
    """The same; TriedTooMany where a search is given up."""
    tries = Tries(MOST_TRIED)
    cards = sum(table.cards.size(other) for other in range(table.rules.n) if other not in table.out)
    if cards > MOST_CARDS:
        raise ClaimTooLarge("cards still to be played", MOST_CARDS, cards)
    if all(table.cards.known[other] for other in range(table.rules.n) if other not in table.out):
        hands = [list(cards_in(held)) for held in table.cards.held]
        return _with_open_cards(table, seat, hands, tries)
    if table.rules.double and cards > MOST_UNSEEN_TWINS:
        raise ClaimTooLarge("cards still to be played, some of them unknown", MOST_UNSEEN_TWINS, cards)
    found = list(readings(table))
    most = min(_at(limit, left) for limit in _limits(table, len(found) > 1, seat in found[0][1].fixed))
    layouts = sum(count_layouts(without_detail(problem, _that_matter(table, problem, seat))) for _, problem in found)
    if layouts > most:
        raise ClaimTooLarge("layouts of the unknown cards", most, layouts)
    most = _at(MOST_HANDS, left)
    seen = sights(table, seat, found, most)
    if len(seen) > most:
        raise ClaimTooLarge("hands that the claimant may hold", most)
    worst, line = left + 1, Line()
    for sight in seen:
        found_worse = _sure_of(table, seat, sight, worst, tries)
        if found_worse is not None:
            worst, line = found_worse
    return worst, line


def _at(limit: Limit, left: int) -> int:
    """A limit when so many tricks remain."""
    return limit[0].get(left, limit[1])


def _limits(table: Table, gifts: bool, own_known: bool) -> Iterator[Limit]:
    """The limits on layouts that a claim falls under; `gifts` says whether gifts are unseen, in hands that play."""
    yield MOST_LAYOUTS
    cards = table.cards
    if any(cards.held[seat] and not cards.known[seat] for seat in range(table.rules.n) if seat not in table.out):
        yield MOST_LAYOUTS_IN_PART
    if gifts:
        yield MOST_LAYOUTS_WITH_GIFTS
    if table.rules.double:
        yield MOST_LAYOUTS_OF_TWINS
    if not own_known:
        yield MOST_LAYOUTS_UNSEEN


def lays_down(table: Table, seat: int, left: int) -> bool:
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


def _with_open_cards(table: Table, seat: int, hands: list[list[int]], tries: Tries) -> tuple[int, Line]:
    """What a seat takes that sees all cards while everybody plays against it, and a line of that play."""
    play, spot = open_play(table, hands, *_sides(table, seat))
    search = OpenSearch(play, tries)
    most = search.most(spot)
    return most, [(player, play.ladder.kind[bit]) for player, bit in search.line(spot, most)]


def _sides(table: Table, seat: int) -> tuple[list[bool], list[bool]]:
    """The seats that choose for a claimant, himself alone, and those whose tricks are his side's."""
    rules = table.rules
    return [other == seat for other in range(rules.n)], [side == rules.side[seat] for side in rules.side]


def _sure_of(table: Table, seat: int, sight: Sight, least: int, tries: Tries) -> tuple[int, Line] | None:
    """What a seat is sure of with what it has seen, and a line that gives it no more; None when that is `least`."""
    known = {
        other: cards
        for other, cards in sight.rest[0].known.items()
        if other not in table.out and all(rest.known.get(other) == cards for rest in sight.rest)
    }
    known[seat] = sight.own
    hands = [list(known.get(other, ())) for other in range(table.rules.n)]
    hidden = [other for other in range(table.rules.n) if other not in known and other not in table.out]
    if not hidden:
        most, line = _with_open_cards(table, seat, hands, tries)
        return (most, line) if most < least else None
    assert table.trump is not None
    ladder = ladder_of(table.rules, table.trump)
    in_trick, *held = ladder.lay([trick_in_progress(table), *hands])
    play = Play(ladder, held, table.nxt, table.trick_size, *_sides(table, seat))
    problems = [_with_hands(rest, hidden) for rest in sight.rest]
    placings = [Placing(problem, ladder, in_trick | sum(held), at, tries) for problem, at in problems]
    unseen = Unseen(ladder, table.nxt, placings)
    search, point = BlindSearch(play, seat, unseen, tries), Point(spot_of(table, ladder, sum(held)), unseen.start, 0)
    if search.can(point, least):
        return None
    most = search.most(point, least)
    return most, [(player, ladder.kind[bit]) for player, bit in search.line(point, most)]


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
