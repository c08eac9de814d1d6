"""A state: a deal and the moves made so far (contract §4), and everything that can be wrong with it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from . import moves as m
from .cards import BITS, CODES, UNKNOWN, bit_of
from .rules import Rules

Cards = tuple[int, ...]
MOST_MOVES = 250
_DECLINES = frozenset(m.DECLINE + m.PREFIX * prefix for prefix in range(m.MOST_SEATS + 1))
LONGEST_NAME = 40
SCORE_LIMIT = 9999


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong: where (JSON pointer into the state), which kind, what was found, what would be right."""

    pointer: str
    code: str
    detail: str
    value: Any = None
    hint: str | None = None


def pointer_part(key: str) -> str:
    """A key as a JSON pointer writes it (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


class ImpossibleState(ValueError):
    """A state that cannot exist, with all its defects."""

    def __init__(self, defects: Sequence[Defect]) -> None:
        super().__init__("; ".join(f"{defect.pointer}: {defect.detail}" for defect in defects))
        self.defects = tuple(defects)


@dataclass(slots=True)
class State:
    """A deal and the moves so far, never changed; the fields are final and not frozen, which takes a third of the time.

    `hands` are as dealt, None where unknown, with UNKNOWN for each unknown card; `kitty` has its top first; `moves`
    are numbers of `moves.py`.  `sent` keeps the client's own `variant` and `options` for answers; `masks` are the
    hands as bit masks.
    """

    rules: Final[Rules]
    dealer: Final[int]
    hands: Final[tuple[Cards | None, ...]]
    up_card: Final[int | None] = None
    widow: Final[Cards | None] = None
    dummy: Final[Cards | None] = None
    kitty: Final[Cards | None] = None
    moves: Final[tuple[int, ...]] = ()
    score: Final[tuple[int, ...]] = ()
    players: Final[tuple[str, ...] | None] = None
    sent: Final[Mapping[str, Any]] = field(default_factory=dict)
    masks: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Adds the cards of each hand up; with two alike, or one not known, the sum is that of no whole hand."""
        self.masks = tuple([0 if hand is None else sum(map(bit_of, hand)) for hand in self.hands])

    def name(self, seat: int) -> str:
        """What sentences call a seat."""
        return self.players[seat] if self.players else f"Seat {seat}"

    def defects(self) -> list[Defect]:
        """Everything that makes this state impossible, in the order of its fields."""
        return [*_seats(self), *_piles(self), *_cards(self), *_moves(self), *_score(self)]

    def check(self) -> State:
        """The state itself; ImpossibleState with all its defects when it has any."""
        if found := self.defects():
            raise ImpossibleState(found)
        return self


def _seats(state: State) -> Iterator[Defect]:
    """A dealer, hands and names that fit the number of seats."""
    n, book = state.rules.n, state.rules.book
    if not 0 <= state.dealer < n:
        hint = f"The seats of {book.id} are 0 to {n - 1}, clockwise."
        yield Defect("/dealer", "seat", f"There is no seat {state.dealer}.", state.dealer, hint)
    if len(state.hands) != n:
        hint = f"Give {n} hands, one a seat, null where a hand is not known."
        yield Defect(
            "/hands", "wrong-length", f"{book.id} has {n} seats, not {len(state.hands)}.", len(state.hands), hint
        )
    if state.players is not None and len(state.players) != n:
        detail = f"{book.id} has {n} seats, not {len(state.players)}."
        yield Defect("/players", "wrong-length", detail, len(state.players), f"Give {n} names, one a seat.")
    sizes = state.rules.sizes_dealt[state.dealer] if 0 <= state.dealer < n else (state.rules.hand_size,) * n
    if None not in state.hands and tuple(map(len, state.hands)) == sizes:  # type: ignore[arg-type]
        return
    for seat, (hand, size) in enumerate(zip(state.hands, sizes, strict=False)):
        if hand is not None and len(hand) != size:
            detail = f"Seat {seat} has {len(hand)} cards."
            hint = f"{size} cards are dealt to this seat; hands are given as dealt, before any exchange."
            yield Defect(f"/hands/{seat}", "hand-size", detail, len(hand), hint)


def _piles(state: State) -> Iterator[Defect]:
    """The cards that are dealt to no seat: there where the variant deals them, and as many as it deals."""
    rules, book = state.rules, state.rules.book
    if book.up_card and state.up_card is None:
        yield Defect(
            "/up_card", "required", "The up-card is missing.", None, f"{book.id} turns one card up after the deal."
        )
    if book.up_card and state.up_card == UNKNOWN:
        detail = "The up-card is turned face up: everybody knows it."
        yield Defect("/up_card", "required", detail, "??", "Say which card was turned up.")
    if not book.up_card and state.up_card is not None:
        detail = f"{book.id} turns no card up."
        yield Defect("/up_card", "unknown-field", detail, CODES[state.up_card], "Leave up_card out.")
    if state.widow is None and state.dummy is None and state.kitty is None:
        return
    sizes = {"widow": book.widow, "dummy": book.dummy_size if rules.has_dummy else 0, "kitty": rules.kitty_size}
    for name, size in sizes.items():
        cards: Cards | None = getattr(state, name)
        if cards is not None and not size and (cards or name != "kitty"):
            yield Defect(
                f"/{name}", "unknown-field", f"{book.id} deals no {name} here.", len(cards), f"Leave {name} out."
            )
        elif cards is not None and len(cards) != size:
            hint = f"{size} card{'s' if size != 1 else ''} here; write ?? for each one that is not known."
            yield Defect(f"/{name}", "wrong-length", f"The {name} has {len(cards)} cards.", len(cards), hint)


def placed(state: State) -> Iterator[tuple[str, int]]:
    """Every known card of the deal with the pointer to it."""
    for name, cards in _piles_of(state):
        for place, index in enumerate(cards):
            yield (f"{name}/{place}" if name != "/up_card" else name), index


def _piles_of(state: State) -> Iterator[tuple[str, Cards]]:
    """Every hand and pile that the state gives, with the pointer to it."""
    for seat, hand in enumerate(state.hands):
        yield f"/hands/{seat}", hand or ()
    yield "/up_card", () if state.up_card is None else (state.up_card,)
    yield "/widow", state.widow or ()
    yield "/dummy", state.dummy or ()
    yield "/kitty", state.kitty or ()


def _cards(state: State) -> Iterator[Defect]:
    """Every card known is in the pack, and not more often than the pack holds it."""
    rules = state.rules
    together, count = sum(state.masks), sum(map(len, filter(None, state.hands)))
    if state.up_card is not None:
        together, count = together + BITS[state.up_card], count + 1
    for pile in (state.widow, state.dummy, state.kitty):
        if pile:
            together, count = together + sum(map(bit_of, pile)), count + len(pile)
    if together.bit_count() == count and not together & ~rules.kinds:  # all known and different, all in the pack
        return
    first: dict[int, list[str]] = {}
    for pointer, index in placed(state):
        if index == UNKNOWN:
            continue
        copies = rules.copies_of(index)
        if not copies:
            size = rules.pack.bit_count()
            detail = f"{CODES[index]} is not in this pack of {size}."
            yield Defect(pointer, "not-in-pack", detail, CODES[index], _pack_hint(rules))
            continue
        seen = first.setdefault(index, [])
        if len(seen) == copies:
            detail = f"{CODES[index]} is dealt once more than the pack holds it."
            yield Defect(pointer, "card-twice", detail, CODES[index], f"It stands at {' and '.join(seen)} already.")
        else:
            seen.append(pointer)


def _pack_hint(rules: Rules) -> str:
    """Which cards the pack holds."""
    lowest = next(kind for kind in rules.kind_list)
    joker = " and the joker" if rules.settings["joker"] else ""
    option = " The option pack may be 24, 28 or 32." if "pack" in rules.book.options else ""
    return f"The cards go from {CODES[lowest][0]} to A in each suit{joker}.{option}"


def _moves(state: State) -> Iterator[Defect]:
    """No more moves than a record may have, and prefixes that are seats."""
    if len(state.moves) > MOST_MOVES:
        detail = f"A record has at most {MOST_MOVES} moves."
        yield Defect("/moves", "too-many", detail, len(state.moves), "Send the moves of one hand.")
    if max(state.moves, default=0) // m.PREFIX <= state.rules.n:
        return
    for place, move in enumerate(state.moves):
        if move // m.PREFIX > state.rules.n:
            hint = f"The seats of {state.rules.book.id} are 0 to {state.rules.n - 1}."
            detail = f"There is no seat {move // m.PREFIX - 1}."
            yield Defect(f"/moves/{place}", "seat", detail, m.token(move), hint)


def _score(state: State) -> Iterator[Defect]:
    """One total a side, in range."""
    sides = len(state.rules.sides)
    if len(state.score) != sides:
        hint = f"Give {sides} integers, one a side, as they stood before this hand."
        yield Defect(
            "/score", "wrong-length", f"There are {sides} sides, not {len(state.score)}.", len(state.score), hint
        )
    if max(state.score, default=0) <= SCORE_LIMIT and min(state.score, default=0) >= -SCORE_LIMIT:
        return
    for place, points in enumerate(state.score):
        if abs(points) > SCORE_LIMIT:
            hint = f"A total lies between {-SCORE_LIMIT} and {SCORE_LIMIT}."
            yield Defect(f"/score/{place}", "out-of-range", f"{points} is out of range.", points, hint)


def name_faults(players: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """What is wrong with players' names: place, detail, hint."""
    taken: dict[str, int] = {}
    for place, name in enumerate(players):
        if not 1 <= len(name) <= LONGEST_NAME:
            yield place, f"A name of {len(name)} characters.", f"A name has 1 to {LONGEST_NAME} characters."
        elif any(unicodedata.category(mark) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for mark in name):
            hint = (
                "Use printable characters only: no control characters and no marks that change the direction of text."
            )
            yield place, "The name holds a character that cannot be printed.", hint
        elif name != name.strip():
            yield place, "The name begins or ends with white space.", "Take the white space away."
        elif name.isdigit():
            yield place, "The name is only digits and would read as a seat.", "Add a letter."
        elif (folded := name.casefold()) in taken:
            yield place, f"Seat {taken[folded]} has the same name.", "Names must differ by more than letter case."
        else:
            taken[folded] = place


def state_of(rules: Rules, dealer: int, **fields: Any) -> State:
    """A state with what is left out filled in: unknown hands, no moves, a score of zeros; `decline` is resolved."""
    fields["hands"] = fields.get("hands") or (None,) * rules.n
    fields["score"] = fields.get("score") or (0,) * len(rules.sides)
    up_card = fields.get("up_card")
    if up_card is not None and not _DECLINES.isdisjoint(fields.get("moves", ())):
        fields["moves"] = tuple(declined(move, up_card) for move in fields["moves"])
    return State(rules, dealer, **fields)


def declined(move: int, up_card: int) -> int:
    """`decline` in its canonical form, the discard of the up-card (contract §5); any other move as it is."""
    return move - m.DECLINE + m.DISCARD + up_card if move % m.PREFIX == m.DECLINE else move
