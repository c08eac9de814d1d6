"""The sums of a rule book: the cards dealt and the pack, trick counts and score rows, bids and tricks (rulebook §6).

The books of this service are proven by tests; a house book is checked when it is read, and again under the options that
a state chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .cards import pack
from .variant import NEUTRAL, RuleBook, Value

MOONS = 4  # moon, double, triple, quadruple
SWAPPED = 3  # cards that a farmer changes for others


class Fault(NamedTuple):
    """A sum that does not come out: where in the book, which kind, and what would be right."""

    pointer: str
    code: str
    detail: str
    value: Any
    hint: str


def faults(book: RuleBook, options: Mapping[str, Value]) -> Iterator[Fault]:
    """The sums of a book that do not come out under a choice of options."""
    settings = {**NEUTRAL, **book.fixed, **options}
    yield from _cards(book, settings)
    if settings["partners_best"] and (book.auction != "turn-up" or book.sides != "partners"):
        detail = "Only a loner of a turn-up game who has a partner can call for that partner's best card."
        yield Fault("/fixed/partners_best", "options-conflict", detail, True, "Leave partners_best out.")
    if book.auction == "turn-up":
        yield from _score_table(book, settings)
    else:
        yield from _bids(book, settings)


def counted(number: int, thing: str) -> str:
    """A number of things as people say it: `1 trick`, `2 tricks`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _cards(book: RuleBook, settings: Mapping[str, Value]) -> Iterator[Fault]:
    """More cards dealt than the pack has, or a pile that the game cannot have."""
    size = pack(int(settings["pack"]), joker=bool(settings["joker"]), copies=book.copies).bit_count()
    parts = [(book.seats * book.hand_size, f"{book.seats} hands of {book.hand_size}")]
    if settings["joker"] and settings["dealer_discard"] != "none":
        parts.append((1, "1 more for the dealer"))
    if book.up_card:
        parts.append((1, "1 turned up"))
    if book.widow:
        parts.append((book.widow, f"a widow of {book.widow}"))
    if book.dummy_size and settings["dummy"]:
        parts.append((book.dummy_size, f"a dummy of {book.dummy_size}"))
    dealt = sum(cards for cards, _ in parts)
    if dealt > size:
        told = ", ".join(text for _, text in parts)
        detail = f"{told} are {dealt} cards, and the pack has {size}."
        yield Fault("/hand_size", "out-of-range", detail, book.hand_size, "Deal fewer cards or take a larger pack.")
    elif settings["farmers_hand"] == "swap-three" and book.auction == "turn-up" and size - dealt < SWAPPED:
        detail = f"A farmer takes {SWAPPED} cards of those not dealt, and {counted(size - dealt, 'card')} are left."
        hint = "Deal fewer cards, take a larger pack, or leave out farmers_hand."
        yield Fault("/hand_size", "options-conflict", detail, book.hand_size, hint)
    if book.widow and book.auction == "turn-up":
        yield Fault("/widow", "out-of-range", "Only bid games have a widow.", book.widow, "Leave widow out.")


def _score_table(book: RuleBook, settings: Mapping[str, Value]) -> Iterator[Fault]:
    """Trick counts with no score row, or with more than one."""
    for place, row in enumerate(book.score):
        if isinstance(row.points, str) and type(settings.get(row.points)) is not int:
            hint = "A number, or the name of an option that holds one."
            yield Fault(f"/score/{place}/points", "unknown-option", "No such option.", row.points, hint)
    alone = settings["alone"] != "off"
    makers_may = alone and (not book.dummy_size or bool(settings["dummy"]))
    defenders_may = alone and settings["defend_alone"] != "off"
    for tricks in range(book.hand_size + 1):
        for makers in (False, True) if makers_may else (False,):
            for defender in (False, True) if defenders_may else (False,):
                rows = [place for place, row in enumerate(book.score) if row.fits(tricks, makers, defender)]
                if len(rows) != 1:
                    who = f"makers {'alone' if makers else 'together'}, defenders {'alone' if defender else 'together'}"
                    found = f"rows {', '.join(map(str, rows))}" if rows else "no row"
                    detail = f"{counted(tricks, 'trick')} with {who}: {found} of the score table."
                    yield Fault("/score", "options-conflict", detail, None, "Each trick count needs exactly one row.")


def _bids(book: RuleBook, settings: Mapping[str, Value]) -> Iterator[Fault]:
    """A score table where bids decide, an auction without a bid, or a bid that no hand can meet."""
    if book.score:
        hint = "Leave score out; set_loses and opponents_score say what a bid is worth."
        yield Fault("/score", "unknown-field", "Only turn-up games have a score table.", None, hint)
    if settings["lone_calls"] == "moons" and len(str(settings["moon_values"]).split()) != MOONS:
        detail = "Moons that double one another need a value each."
        yield Fault("/fixed/moon_values", "options-conflict", detail, settings["moon_values"], f"{MOONS} numbers.")
    highest = int(settings["highest_bid"])
    if settings["bidding"] == "peppers":
        highest = book.hand_size - 1
    elif settings["plain_six"]:
        highest = book.hand_size
    lowest = int(settings["minimum_bid"])
    if lowest > highest:
        detail = f"Bids begin at {lowest} and end at {highest}: no number is left to bid."
        yield Fault("/options/minimum_bid", "options-conflict", detail, lowest, "Lower the minimum bid.")
    if highest > book.hand_size:
        detail = f"A bid of {counted(highest, 'trick')} cannot be met with {counted(book.hand_size, 'card')}."
        yield Fault("/hand_size", "options-conflict", detail, book.hand_size, f"Deal {highest} cards or more.")
