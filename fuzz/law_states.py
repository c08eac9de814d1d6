"""Bytes as states of the law: any rule book, options and house rules, cards known and hidden, moves legal and not.

The bytes decide by number: which book, which option, which card next, whether the next move is a legal one.  Where they
run out every choice is the first one, so that each input is a state, and a longer input only a longer hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from euchred.law import moves as m
from euchred.law.cards import UNKNOWN, cards_in
from euchred.law.hand import Hand
from euchred.law.house import read_house, settings_known
from euchred.law.rules import Rules, rules_for
from euchred.law.state import MOST_MOVES, Cards, State, state_of
from euchred.law.variant import RuleBook, books

T = TypeVar("T")
KNOWN = dict(sorted(settings_known().items()))


class Source(Protocol):
    """What gives the numbers; atheris' FuzzedDataProvider does."""

    def ConsumeIntInRange(self, low: int, high: int) -> int:  # noqa: N802
        """A number from `low` to `high`."""

    def remaining_bytes(self) -> int:
        """How many bytes are left."""


class Drawn:
    """Choices made by a source of numbers."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def number(self, low: int, high: int) -> int:
        """A number from `low` to `high`."""
        return self.source.ConsumeIntInRange(low, high)

    def one_in(self, count: int) -> bool:
        """Whether the one case in so many has come; never once the source is empty."""
        return self.number(0, count - 1) == count - 1

    def pick(self, values: Sequence[T]) -> T:
        """One of some values."""
        return values[self.number(0, len(values) - 1)]

    @property
    def more(self) -> bool:
        """Whether the source has anything left."""
        return self.source.remaining_bytes() > 0


def draw_state(drawn: Drawn) -> State:
    """A state; it may have defects, and moves that are not legal.

    Raises HouseError or OptionsError where rules were drawn that cannot be played.
    """
    rules = draw_rules(drawn)
    full = draw_deal(drawn, rules)
    state = hide(drawn, full) if drawn.number(0, 3) else full
    if drawn.one_in(16):
        return spoil(drawn, state)
    return replace(state, moves=draw_moves(drawn, state))


# -- rules -----------------------------------------------------------------------------


def draw_rules(drawn: Drawn) -> Rules:
    """The rules of a book, now and then of a house book, under a choice of options."""
    book = drawn.pick(books())
    if drawn.one_in(6):
        book = read_house(draw_house(drawn, book))
    options = {name: _value(drawn, option) for name, option in book.options.items() if drawn.one_in(3)}
    return rules_for(book, options)


def _value(drawn: Drawn, option: Any) -> Any:
    """A value of an option; integers in their range, and one that is not allowed now and then."""
    if option.minimum is not None and drawn.one_in(4):
        return drawn.number(option.minimum, min(option.maximum, option.minimum + 30))
    return drawn.pick(option.values)


def draw_house(drawn: Drawn, base: RuleBook) -> dict[str, Any]:
    """A house book as a client writes it, right or wrong."""
    data: dict[str, Any] = {"extends": base.id}
    if drawn.one_in(3):
        data["hand_size"] = drawn.number(1, 12)
        rows = [{"outcome": "made", "tricks": list(range(data["hand_size"] + 1)), "points": drawn.number(0, 9)}]
        data["score"] = rows if base.auction == "turn-up" else None
    if drawn.one_in(4):
        data["widow"] = drawn.number(0, 12)
    for name, values in (("pack", (24, 28, 32)), ("joker", (False, True)), ("target", (5, 10, 32))):
        if drawn.one_in(4):
            data[name] = drawn.pick(values)
    fixed = {}
    for _ in range(drawn.number(0, 3)):
        name = drawn.pick(list(KNOWN))
        fixed[name] = drawn.pick(KNOWN[name])
    return data | {"fixed": fixed}


# -- cards -----------------------------------------------------------------------------


def draw_deal(drawn: Drawn, rules: Rules) -> State:
    """A deal of which every card is known."""
    dealer, left = drawn.number(0, rules.n - 1), list(cards_in(rules.pack))

    def some(size: int) -> Cards:
        return tuple(left.pop(drawn.number(0, len(left) - 1)) for _ in range(size))

    fields: dict[str, Any] = {"hands": tuple(some(rules.hand_dealt(seat, dealer)) for seat in range(rules.n))}
    if rules.book.up_card:
        fields["up_card"] = some(1)[0]
    for name, size in (("widow", rules.book.widow), ("dummy", rules.book.dummy_size if rules.has_dummy else 0)):
        if size:
            fields[name] = some(size)
    score = tuple(drawn.number(-40, 40) for _ in rules.sides) if drawn.one_in(4) else ()
    return state_of(rules, dealer, kitty=some(len(left)) or None, score=score, **fields)


def hide(drawn: Drawn, state: State) -> State:
    """The same deal with hands and piles null or known in part."""
    piles = {name: _veil(drawn, getattr(state, name)) for name in ("widow", "dummy", "kitty")}
    return replace(state, hands=tuple(_veil(drawn, hand) for hand in state.hands), **piles)


def _veil(drawn: Drawn, cards: Cards | None) -> Cards | None:
    """The cards, nothing, or the cards with some of them `??`."""
    how = drawn.number(0, 3)
    if cards is None or how < 2:
        return cards if how else None
    hidden = drawn.number(0, 2 ** len(cards) - 1)
    return tuple(UNKNOWN if hidden >> place & 1 else index for place, index in enumerate(cards))


def spoil(drawn: Drawn, state: State) -> State:
    """The state with something in it that cannot be."""
    hands = list(state.hands)
    seat = drawn.number(0, state.rules.n - 1)
    hands[seat] = tuple(drawn.number(0, UNKNOWN) for _ in range(drawn.number(0, 14)))
    changes: list[dict[str, Any]] = [
        {"hands": tuple(hands)},
        {"hands": tuple(hands[:seat])},
        {"dealer": drawn.number(-1, 8)},
        {"up_card": None if state.up_card is not None else drawn.number(0, UNKNOWN)},
        {"widow": hands[seat]},
        {"dummy": hands[seat]},
        {"kitty": hands[seat]},
        {"score": tuple(drawn.number(-12000, 12000) for _ in range(drawn.number(0, 5)))},
        {"players": ("Ann",) * drawn.number(0, 5)},
        {"moves": (drawn.pick(list(m.TOKENS)),) * drawn.number(0, MOST_MOVES + 2)},
        {"moves": (drawn.number(0, m.MOST_SEATS) * m.PREFIX,)},
    ]
    return replace(state, **drawn.pick(changes))


# -- moves -----------------------------------------------------------------------------


def draw_moves(drawn: Drawn, state: State) -> tuple[int, ...]:
    """A record: legal moves, and between them what comes to hand."""
    hand, sent, wild = Hand(state), list[int](), drawn.one_in(4)
    while drawn.more and len(sent) < MOST_MOVES and (wild or hand.phase != "over"):
        if wild and (hand.phase == "over" or drawn.one_in(4)):
            sent.append(any_move(drawn, state.rules))
            continue
        move = legal_move(drawn, hand)
        hand.push(move)
        sent.append(move)
    return tuple(sent)


def legal_move(drawn: Drawn, hand: Hand) -> int:
    """A legal move, an interjection or one that leaves the alone phase out among them, exchanges `??` at times."""
    elided = hand.elided()
    rare = [*hand.interjections, *(elided.moves if elided else ())]
    move = drawn.pick(rare if rare and drawn.one_in(3) else list(hand.moves))
    plain = move % m.PREFIX
    if m.kind(plain) in ("discard", "give") and drawn.one_in(2):
        move += UNKNOWN - (m.card_named(plain) or 0)
    return move


def any_move(drawn: Drawn, rules: Rules) -> int:
    """Any move at all, mostly one of the book."""
    move = drawn.pick(sorted(rules.actions)) if drawn.number(0, 7) else drawn.pick(list(m.TOKENS))
    return move + m.PREFIX * drawn.number(0, rules.n) if drawn.one_in(3) else move
