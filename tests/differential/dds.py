"""Bridge's double-dummy solver as an oracle: positions of four-handed euchre told as bridge deals.

Each suit of euchre becomes a suit of bridge with its cards ranked in its order, trumps become spades; so the bowers
and the joker are spade honours.  A partner who sits out gets the lowest cards, which never win and so never lead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from endplay.dds import solve_board
from endplay.types import Card, Deal, Denom, Player, Rank

from euchred.law.cards import cards_in
from euchred.law.hand import Hand
from euchred.law.order import Order

SUITS = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)
RANKS = list(Rank)
DEAD = 4  # the lowest ranks of each suit but spades, where they would be trumps, are kept for hands that sit out


class BridgeDeal:
    """A position between two tricks as a bridge deal; `named[card]` is the bridge card of a euchre card."""

    def __init__(self, hand: Hand) -> None:
        table = hand.table
        assert table.order is not None and table.seat is not None and not table.in_trick
        assert table.rules.n == 4 and not table.rules.double
        held = [list(cards_in(mask)) for mask in table.cards.held]
        self.named = names(table.order, (card for seat in range(4) if seat not in table.out for card in held[seat]))
        left = table.rules.tricks - len(table.plays) // table.trick_size
        dead = [Card(suit=suit, rank=rank) for suit in SUITS[1:] for rank in RANKS[:DEAD]]
        deal = Deal(first=Player(table.seat), trump=Denom.spades if table.order.trump < 4 else Denom.nt)
        for seat in range(4):
            if seat in table.out:
                cards = [dead.pop() for _ in range(left)]
            else:
                cards = [self.named[card] for card in held[seat]]
            for card in cards:
                deal[Player(seat)].add(card)
        self.deal = deal

    def solve(self) -> dict[int, int]:
        """For each card of the leader the tricks that its side then takes."""
        tricks = {str(card): count for card, count in solve_board(self.deal)}
        return {card: tricks[str(name)] for card, name in self.named.items() if str(name) in tricks}


def names(order: Order, cards: Iterable[int]) -> dict[int, Card]:
    """The bridge card of each euchre card: trumps as spades, each suit in its own order."""
    suits: dict[int, list[int]] = {}
    for card in cards:
        suits.setdefault(order.suits[card], []).append(card)
    first = [order.trump] if order.trump < 4 else []
    sequence = [*first, *(suit for suit in range(5) if suit not in first)]
    found: dict[int, Card] = {}
    for place, suit in enumerate(suit for suit in sequence if suit in first or suit in suits):
        ranked: Sequence[int] = sorted(suits.get(suit, []), key=lambda card: order.power[order.suits[card]][card])
        found |= {
            card: Card(suit=SUITS[place], rank=RANKS[rung + (DEAD if place else 0)]) for rung, card in enumerate(ranked)
        }
    return found
