"""The rules of one hand: a rule book under one choice of options, compiled into small tables.

`rules_of` caches them, so that every hand of a variant shares one object; everything that replays moves reads these
tables and no names of variants.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakValueDictionary

from . import moves as m
from .cards import COPY, JOKER, KINDS, ONE_OF_EACH, pack
from .order import LOW, NO_TRUMP, Order, order
from .sums import faults
from .variant import NEUTRAL, OptionError, OptionsError, RuleBook, Value

MOONS = (m.MOON, m.DOUBLE_MOON, m.TRIPLE_MOON, m.QUADRUPLE_MOON)


class Level(NamedTuple):
    """One bid of a bid auction: the call, its rank among the bids, the tricks it needs, what it is worth.

    `value` is 0 where each trick counts one; `doubles` is the call that must stand for this one to be made.
    """

    call: int
    rank: int
    tricks: int
    value: int
    doubles: int | None = None


class Rules:
    """A rule book under one choice of options.

    `n` seats; `sides` the seats of each side; `side` the side of each seat; `pack` the mask of all cards dealt from;
    `orders` the order of the cards by trump; `levels` the bids from the lowest.
    """

    def __init__(self, book: RuleBook, options: Mapping[str, Value]) -> None:
        self.book = book
        self.options = dict(options)
        self.settings: dict[str, Value] = {**NEUTRAL, **book.fixed, **options}
        get = self.settings.__getitem__
        self.n = n = book.seats
        pairs = tuple(tuple(range(first, n, 2)) for first in range(2))
        self.sides: tuple[tuple[int, ...], ...] = pairs if book.sides == "partners" else tuple((s,) for s in range(n))
        self.side = tuple(next(i for i, side in enumerate(self.sides) if seat in side) for seat in range(n))
        self.partnered = book.sides == "partners"
        self.clockwise = [(seat + 1) % n for seat in range(n)]
        self.asking = tuple(self._asking(caller) for caller in range(n))
        self.camps = tuple(self._camps(makers) for makers in range(len(self.sides)))
        self.pack = pack(int(get("pack")), joker=bool(get("joker")), copies=book.copies)
        self.double = book.copies == 2
        self.kinds = self.pack & ONE_OF_EACH
        self.kind_list = tuple(kind for kind in range(KINDS) if self.kinds >> kind & 1)
        self.hand_size = self.tricks = book.hand_size
        self.turn_up = book.auction == "turn-up"
        self.dealer_extra = 1 if get("joker") and get("dealer_discard") != "none" else 0
        self.sizes_dealt = tuple(tuple(self.hand_dealt(seat, dealer) for seat in range(n)) for dealer in range(n))
        self.has_dummy = bool(book.dummy_size and get("dummy"))
        dealt = n * book.hand_size + self.dealer_extra + book.up_card + book.widow + book.dummy_size * self.has_dummy
        self.kitty_size = self.pack.bit_count() - dealt
        self.maker_is_alone_anyway = bool(book.dummy_size) and not self.has_dummy  # rulebook §2.4: no loner then
        self.joker_best = get("joker_in_no_trump") == "best"
        self.orders: tuple[Order, ...] = tuple(order(trump, self.joker_best) for trump in range(6))
        self.last_wins = get("identical_cards") == "last"
        self.levels = self._levels()
        self.level = {level.call: level for level in self.levels}
        self.top_rank = max((level.rank for level in self.levels), default=0)
        self.named_trumps = self._named_trumps()
        self.actions = self._actions()

    def __reduce__(self) -> tuple[object, ...]:
        """Rules are pickled as what they were made from."""
        return (rules_of, (self.book, tuple(self.options.items())))

    def _asking(self, caller: int) -> tuple[int, ...]:
        """The order of asking who goes alone: the caller, his partner, the defenders from the caller's left (§2.2)."""
        around = [(caller + step) % self.n for step in range(1, self.n)]
        makers = [seat for seat in around if self.side[seat] == self.side[caller]]
        return (caller, *makers, *(seat for seat in around if self.side[seat] != self.side[caller]))

    def _camps(self, makers: int) -> tuple[tuple[int, ...], ...]:
        """For each seat those that play on its side in a hand: the makers, or all the defenders."""
        both = [tuple(s for s in range(self.n) if (self.side[s] == makers) == own) for own in (False, True)]
        return tuple(both[side == makers] for side in self.side)

    def hand_dealt(self, seat: int, dealer: int) -> int:
        """The number of cards dealt to a seat."""
        return self.hand_size + (self.dealer_extra if seat == dealer else 0)

    def partner(self, seat: int) -> int | None:
        """The seat opposite in a game of partners, or None."""
        return (seat + 2) % self.n if self.partnered else None

    def copies_of(self, kind: int) -> int:
        """How many of a card the pack holds."""
        return (self.pack >> kind & 1) + (self.pack >> kind + COPY & 1)

    def _levels(self) -> tuple[Level, ...]:
        """The bids of a bid auction from the lowest (rulebook §3, §4)."""
        if self.turn_up:
            return ()
        get, tricks = self.settings.__getitem__, self.tricks
        peppers = get("bidding") == "peppers"
        highest = tricks - 1 if peppers else tricks if get("plain_six") else int(get("highest_bid"))
        levels = [Level(m.BID + number, number, number, 0) for number in range(int(get("minimum_bid")), highest + 1)]
        if peppers:
            levels += [
                Level(m.LITTLE_PEPPER, tricks, tricks, tricks),
                Level(m.BIG_PEPPER, tricks + 1, tricks, 2 * tricks),
            ]
        if get("lone_calls") == "ask-and-moon":
            ask = Level(m.ASK, 50, tricks, int(get("ask_value")))
            levels += [ask, Level(m.MOON, 50 + bool(get("moon_beats_ask")), tricks, int(get("moon_value")))]
        if get("lone_calls") == "moons":
            doubles: int | None = None
            for rank, (call, worth) in enumerate(zip(MOONS, str(get("moon_values")).split(), strict=True), 50):
                levels.append(Level(call, rank, tricks, int(worth), doubles))
                doubles = call
        return tuple(levels)

    def _named_trumps(self) -> tuple[int, ...]:
        """What may be named after a bid, or in round two but for the suit turned down."""
        extra = {"off": (), "round-two": (NO_TRUMP,), "high": (NO_TRUMP,), "high-and-low": (NO_TRUMP, LOW)}
        return (0, 1, 2, 3, *extra[str(self.settings["no_trump"])])

    def _actions(self) -> frozenset[int]:
        """Every move that some phase of the book has, under any of its options."""
        may = self._may
        found = {m.PASS, *range(m.CALL, m.CALL + 4), *self.kind_list}
        if may("no_trump", "round-two", "high", "high-and-low"):
            found.add(m.CALL + NO_TRUMP)
        if may("no_trump", "high-and-low"):
            found.add(m.CALL + LOW)
        if may("alone", "any-maker", "caller"):
            found.add(m.ALONE)
        if self.turn_up:
            found.add(m.ORDER)
            if may("alone_timing", "with-call") or may("canadian_loner", True):
                found.add(m.ORDER_ALONE)
            if may("alone_timing", "with-call"):
                found |= {call - m.CALL + m.CALL_ALONE for call in found if m.CALL <= call < m.CALL_ALONE}
        if not self.turn_up:
            found |= self._all_bids()
        seven = may("dealer_discard", "before-bidding", "after-trump") and may("joker", True)
        discards = self.turn_up or self.book.widow or seven
        gives = may("partners_best", True) or may("lone_calls", "ask-and-moon")
        joker = {JOKER} if may("joker", True) else set()
        every = {*self._kinds_ever(), *joker}
        found |= every
        for base, has in ((m.DISCARD, discards), (m.GIVE, gives)):
            found |= {base + kind for kind in (*every, 33)} if has else set()
        found |= {m.CLAIM_ACE_NO_FACE} if may("ace_no_face", True) else set()
        return frozenset(found | ({m.CLAIM_FARMERS_HAND} if may("farmers_hand", "redeal", "swap-three") else set()))

    def _kinds_ever(self) -> set[int]:
        """Every plain card that some option of the pack brings in."""
        option = self.book.options.get("pack")
        sizes = option.values if option else (self.settings["pack"],)
        most = pack(max(int(size) for size in sizes))
        return {kind for kind in range(KINDS) if most >> kind & 1}

    def _all_bids(self) -> set[int]:
        """Every bid that some choice of options brings in."""
        option = self.book.options.get("minimum_bid")
        lowest = option.minimum if option and option.minimum is not None else int(self.settings["minimum_bid"])
        highest = self.tricks if self._may("plain_six", True) else int(self.settings["highest_bid"])
        bids = {m.BID + number for number in range(lowest, highest + 1)} | set(self.level)
        bids |= {m.LITTLE_PEPPER, m.BIG_PEPPER} if self._may("bidding", "peppers") else set()
        bids |= {m.ASK, m.MOON} if self._may("lone_calls", "ask-and-moon") else set()
        return bids | (set(MOONS) if self._may("lone_calls", "moons") else set())

    def _may(self, name: str, *values: Value) -> bool:
        """Whether a setting has, or by an option can have, one of these values."""
        option = self.book.options.get(name)
        return any(value in values for value in (option.values if option else (self.settings[name],)))


# Rules that somebody still holds are found again when the cache has lost them, so that equal rules are one object and
# are compared and hashed as one: a state is the same after it was pickled.
_HELD: WeakValueDictionary[object, Rules] = WeakValueDictionary()


@lru_cache(maxsize=512)
def rules_of(book: RuleBook, options: tuple[tuple[str, Value], ...]) -> Rules:
    """The rules of a book under effective options, given as pairs in the book's order."""
    found = _HELD.get((book, options))
    if found is None:
        found = _HELD[book, options] = Rules(book, dict(options))
    return found


def rules_for(book: RuleBook, options: Mapping[str, object] | None = None) -> Rules:
    """The rules of a book under the options named, the others by default; OptionsError when they are not allowed."""
    chosen = book.choose(options or {})
    if book.house and (found := [*faults(book, chosen)]):
        hint = "These options do not go with the house rules."
        raise OptionsError(tuple(OptionError("options-conflict", None, fault.detail, None, hint) for fault in found))
    return rules_of(book, tuple(chosen.items()))
