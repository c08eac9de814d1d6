"""Best play with open cards: the tricks that each legal move leads to (contract §8, solve)."""

from __future__ import annotations

from dataclasses import dataclass

from . import moves as m
from .cards import cards_in
from .hand import Hand
from .ladder import Ladder
from .search import OpenSearch, Spot
from .table import Table

# Four hands of seven cards: six-card games are solved from the first lead, the double deck in its last seven tricks.
MOST_CARDS = 28


class NotSolvable(ValueError):
    """There is nothing to solve: the cards are not being played, or some of them are not known."""


class SolveTooLarge(ValueError):
    """More cards are left than a search can go through: `cards` of at most `most`."""

    def __init__(self, cards: int) -> None:
        super().__init__(f"{cards} cards are left to play; best play is worked out for at most {MOST_CARDS}.")
        self.cards, self.most = cards, MOST_CARDS


@dataclass(frozen=True, slots=True)
class Solved:
    """A legal move and what it leads to with best play: the tricks of each side at the end of the hand.

    `best` is true for the moves that give the camp of the seat to act the most tricks.
    """

    move: int
    tricks: tuple[int, ...]
    best: bool


def in_play(hand: Hand) -> Hand | None:
    """The hand in its play; an open alone phase counts as passed.  None when no card can be played."""
    after = hand.elided() or hand
    return after if after.phase == "play" else None


def ladder_of(table: Table, kinds: list[int]) -> Ladder:
    """The ladder of some kinds of cards under the order of a hand."""
    assert table.order is not None
    return Ladder(table.order, kinds, double=table.rules.double, last_wins=table.rules.last_wins)


def spot_of(table: Table, ladder: Ladder, live: int) -> Spot:
    """The point that the play of a hand has come to."""
    assert table.seat is not None
    size = table.trick_size
    left = table.rules.tricks - len(table.plays) // size
    done = table.plays[len(table.plays) - table.in_trick :] if table.in_trick else []
    if not done:
        return Spot(live, table.seat, 0, 0, table.seat, size, left)
    bits = [ladder.bits[kind][0] for kind in done]
    top = max(bits, key=lambda bit: table.power[ladder.kind[bit]])
    return Spot(live, table.seat, ladder.suit[bits[0]], top, table.winning, size - len(done), left)


def solve(hand: Hand) -> list[Solved]:
    """Every legal move of the seat to act with the tricks of each side that best play then leads to.

    Both sides see all cards; the camps are makers and defenders, so that defenders of three-handed euchre play
    together (how they share their tricks is that of one line of best play).  Raises NotSolvable outside the play and
    where a hand is not known, SolveTooLarge for endings of more than MOST_CARDS cards.
    """
    playing = in_play(hand)
    if playing is None:
        raise NotSolvable("Best play is worked out while the cards are being played.")
    table = playing.table
    active = [seat for seat in range(table.rules.n) if seat not in table.out]
    unknown = [seat for seat in active if not table.cards.known[seat]]
    if unknown:
        names = ", ".join(table.state.name(seat) for seat in unknown)
        raise NotSolvable(f"Best play is worked out with open cards; not all cards are known of {names}.")
    total = sum(table.cards.size(seat) for seat in active)
    if total > MOST_CARDS:
        raise SolveTooLarge(total)
    return _solved(table)


def _solved(table: Table) -> list[Solved]:
    """The moves of a table whose cards are known."""
    rules, seat = table.rules, table.seat
    assert seat is not None
    active = [other for other in range(rules.n) if other not in table.out]
    trick = table.plays[len(table.plays) - table.in_trick :] if table.in_trick else []
    hands = [list(cards_in(table.cards.held[other])) if other in active else [] for other in range(rules.n)]
    ladder = ladder_of(table, [kind for cards in (*hands, trick) for kind in cards])
    held = _held(ladder, hands)
    camp = [other in table.camp(seat) for other in range(rules.n)]
    search = OpenSearch(ladder, held, table.nxt, camp, camp)
    spot = spot_of(table, ladder, sum(held))
    found = []
    for move in sorted(Hand_moves(table), key=m.token):
        bit = next(bit for bit in ladder.bits[move] if bit & held[seat])
        after, won = search.after(spot, bit)
        took = search.most(after)
        found.append((move, after, won, took))
    most = max(won + took for _, _, won, took in found)
    return [
        Solved(move, _tricks(table, search, after, won, took), won + took == most) for move, after, won, took in found
    ]
