"""Best play with open cards: the tricks that each legal move leads to (contract §8, solve)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .cards import cards_in
from .hand import Hand
from .ladder import Ladder
from .rules import Rules
from .ruling import one_of
from .search import MOST_TRIED, OpenSearch, Play, Spot, TriedTooMany, Tries
from .table import Table

# Four hands of six, or three of eight: all hands of five or six cards from the first lead on, and the ends of a double
# deck.  Beyond that a search may take seconds; within it the few that take long are given up after so many cards tried.
MOST_CARDS = 24


class NotSolvable(ValueError):
    """There is nothing to solve: the cards are not being played, or not all of them are known."""


class SolveTooLarge(ValueError):
    """Too much is left for best play to be worked out: more cards than `most`, or so many ways to play them.

    `cards` are left; `hint` says what would be right.
    """

    def __init__(self, cards: int, tried: int | None = None) -> None:
        text = f"{cards} cards are still to be played; best play is worked out for at most {MOST_CARDS}."
        self.cards, self.most, self.hint = cards, MOST_CARDS, f"At most {MOST_CARDS} cards may be left."
        if tried is not None:
            text = f"The {cards} cards still to be played can be played in more ways than the {tried:,} gone through."
            self.hint = "Ask again when fewer cards are left."
        super().__init__(text)


@dataclass(frozen=True, slots=True)
class Solved:
    """A legal move, the tricks of each side at the end of the hand when it is made, and whether it is one of the best.

    Best are the moves that bring the camp of the seat to act the most tricks.
    """

    move: int
    tricks: tuple[int, ...]
    best: bool


def solve(hand: Hand) -> list[Solved]:
    """Every legal move of the seat to act with the tricks that best play of both sides then leads to.

    Everybody sees all cards; the sides are makers and defenders, so that defenders of three-handed euchre play together
    (how they share their tricks is that of one line of best play).  Raises NotSolvable outside the play and where a
    hand is not known, SolveTooLarge when more than MOST_CARDS cards are left
    or there are too many ways to play them.
    """
    playing = in_play(hand)
    if playing is None or playing.seat is None:
        raise NotSolvable("Best play is worked out while the cards are being played.")
    table, seat = playing.table, playing.seat
    active = [other for other in range(table.rules.n) if other not in table.out]
    unknown = [table.state.name(other) for other in active if not table.cards.known[other]]
    if unknown:
        raise NotSolvable(f"Best play needs all cards; those of {one_of(unknown)} are not all known.")
    cards = sum(table.cards.size(other) for other in active)
    if cards > MOST_CARDS:
        raise SolveTooLarge(cards)
    try:
        return _solved(table, seat, playing.moves)
    except TriedTooMany as error:
        raise SolveTooLarge(cards, error.most) from None


def _solved(table: Table, seat: int, moves: Sequence[int]) -> list[Solved]:
    """The moves of a seat with the tricks that they lead to; TriedTooMany where the search is given up."""
    camp = [other in table.camp(seat) for other in range(table.rules.n)]
    play, spot = open_play(table, [list(cards_in(held)) for held in table.cards.held], camp, camp)
    search = OpenSearch(play, Tries(MOST_TRIED))
    found = []
    for move in moves:
        bit = next(bit for bit in play.ladder.bits[move] if bit & play.held[seat])
        after, won = play.after(spot, bit)
        found.append((move, after, won, search.most(after)))
    most = max(won + took for _, _, won, took in found)
    return [
        Solved(move, _tricks(table, search, after, won, took), won + took == most) for move, after, won, took in found
    ]


def in_play(hand: Hand) -> Hand | None:
    """The hand while its cards are played, an open alone phase counting as passed; else None."""
    after = hand.elided() or hand
    return after if after.phase == "play" else None


def open_play(table: Table, hands: list[list[int]], ours: list[bool], counts: list[bool]) -> tuple[Play, Spot]:
    """The play of hands that are all known, one a seat, and the point it has come to; who sits out holds nothing."""
    hands = [[] if seat in table.out else cards for seat, cards in enumerate(hands)]
    trick = trick_in_progress(table)
    assert table.trump is not None
    ladder = ladder_of(table.rules, table.trump)
    _, *held = ladder.lay([trick, *hands])
    play = Play(ladder, held, table.nxt, table.trick_size, ours, counts)
    return play, spot_of(table, ladder, sum(held))


@lru_cache(maxsize=128)
def ladder_of(rules: Rules, trump: int) -> Ladder:
    """The ladder of a pack under a trump."""
    return Ladder(rules.orders[trump], rules.kind_list, double=rules.double, last_wins=rules.last_wins)


def trick_in_progress(table: Table) -> list[int]:
    """The cards played to the trick in progress, in order."""
    return table.plays[len(table.plays) - table.in_trick :]


def spot_of(table: Table, ladder: Ladder, live: int) -> Spot:
    """The point that a hand has come to; the cards of its trick took the first bits of the ladder."""
    assert table.seat is not None
    left = table.rules.tricks - len(table.plays) // table.trick_size
    if not table.in_trick:
        return Spot(live, table.seat, 0, 0, table.seat, table.trick_size, left)
    seat, top, taken = table.leads[-1], 0, 0
    for kind in trick_in_progress(table):
        bit = next(bit for bit in ladder.bits[kind] if not bit & taken)
        taken |= bit
        if seat == table.winning:
            top = bit
        seat = table.nxt[seat]
    led = ladder.suits[table.led]
    return Spot(live, table.seat, led, top, table.winning, table.trick_size - table.in_trick, left)


def _tricks(table: Table, search: OpenSearch, after: Spot, won: int, took: int) -> tuple[int, ...]:
    """The tricks of each side at the end of the hand; `won` and `took` are of this trick and later ones."""
    rules, play, seats = table.rules, search.play, list(table.won)
    assert table.seat is not None
    if len(rules.sides) == 2:
        own = rules.side[table.seat]
        mine = sum(seats[seat] for seat in rules.sides[own]) + won + took
        return tuple(mine if side == own else rules.tricks - mine for side in range(2))
    if not after.led:
        seats[after.seat] += 1
    for _, bit in search.line(after, took):
        after, _ = play.after(after, bit)
        if not after.led:
            seats[after.seat] += 1
    return tuple(sum(seats[seat] for seat in side) for side in rules.sides)
