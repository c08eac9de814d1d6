"""Cards and packs: codes, their many spellings, and hands as bit masks.

A card is an index: ``suit * 8 + rank`` with the suits S H D C and the ranks 7 8 9 T J Q K A; the joker is 32 and an
unknown card 33.  A hand is an integer with bit ``card`` set for each card; the second copy of a card (double deck)
has bit ``card + COPY``, and a hand that holds one copy always holds the lower bit.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

SUITS = "SHDC"
RANKS = "789TJQKA"
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)
JOKER = 32
UNKNOWN = 33
KINDS = 33
COPY = 40
CODES = (*(rank + suit for suit in SUITS for rank in RANKS), "JK", "??")
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
SUIT_SYMBOLS = "♠♥♦♣"

ONE_OF_EACH = (1 << KINDS) - 1
BITS = tuple(1 << index for index in range(UNKNOWN + 1))
bit_of = [*BITS].__getitem__  # to be mapped over cards; a list answers that faster than a tuple


class CardError(ValueError):
    """A text that names no card; ``detail`` says why, ``hint`` what would be right."""

    def __init__(self, text: object, detail: str, hint: str) -> None:
        super().__init__(detail)
        self.text, self.detail, self.hint = text, detail, hint


def card(suit: int, rank: int) -> int:
    """The index of the card of this suit and rank."""
    return suit * 8 + rank


def suit_of(index: int) -> int:
    """The suit printed on a card that is not the joker."""
    return index >> 3


def rank_of(index: int) -> int:
    """The rank printed on a card that is not the joker."""
    return index & 7


def ranks_mask(ranks: Iterable[int]) -> int:
    """All cards of these ranks, one copy of each."""
    return sum(1 << card(suit, rank) for suit in range(4) for rank in ranks)


# -- spellings ----------------------------------------------------------------


def _spellings() -> dict[str, int]:
    """Every accepted spelling of every card; those in plain letters in upper case, the others as they are typed."""
    table: dict[str, int] = {"JK": JOKER, "X1": JOKER, "JOKER": JOKER, "??": UNKNOWN, "XX": UNKNOWN}
    for suit, letter in enumerate(SUITS):
        symbol = SUIT_SYMBOLS[suit]
        for rank, code in enumerate(RANKS):
            for figure in (code, code.lower(), *(("10", "0") if code == "T" else ())):
                for mark in (letter, symbol, symbol + EMOJI_STYLE):
                    table[figure + mark] = table[mark + figure] = card(suit, rank)
    faces = {SEVEN: 7, EIGHT: 8, NINE: 9, TEN: 10, JACK: 11, QUEEN: 13, KING: 14, ACE: 1}
    for suit, base in ((SPADES, 0x1F0A0), (HEARTS, 0x1F0B0), (DIAMONDS, 0x1F0C0), (CLUBS, 0x1F0D0)):
        for rank, offset in faces.items():
            table[chr(base + offset)] = card(suit, rank)
    return table | {chr(joker): JOKER for joker in (0x1F0BF, 0x1F0CF, 0x1F0DF)}


EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"
SPELLINGS = _spellings()


def parse_card(text: str) -> int:
    """The card that a text names: `JD`, `10h`, `H9`, `♦J`, `joker`, a Unicode playing card, `??` or `xx`.

    Raises CardError with the offending code point when it names none; nothing is dropped or guessed.
    """
    found = find_card(text)
    if found is None:
        raise CardError(text, f"{shown(text)} is no card{code_points(text)}.", card_hint(text))
    return found


def find_card(text: str) -> int | None:
    """The card that a text names, None when it names none."""
    return SPELLINGS.get(text.upper() if text.isascii() else text)


def shown(text: object, limit: int = 40) -> str:
    """A text in quotes for a message, cut to a length and without control characters."""
    written = str(text)
    clean = written[:limit]
    if not clean.isprintable():
        clean = "".join(mark if mark.isprintable() else f"\\u{ord(mark):04x}" for mark in clean)
    return f'"{clean}{"…" if len(written) > limit else ""}"'


def code_points(text: str) -> str:
    """The characters of a text that no code has, by code point and name, for a message; else nothing."""
    if text.isascii():
        return ""
    strange = [mark for mark in text if not mark.isascii() and mark not in SUIT_SYMBOLS]
    named = [f"U+{ord(mark):04X} {unicodedata.name(mark, 'without a name')}" for mark in dict.fromkeys(strange)]
    return f" ({', '.join(named[:3])})" if named else ""


def card_hint(text: str) -> str:
    """What to write instead of a text that is no card."""
    if any(not mark.isascii() and mark.isalpha() for mark in text):
        return "Type the code in plain Latin letters, for example 9C."
    if text.upper().startswith(("1", "IO", "LO", "I0", "O")) and len(text) <= 3:
        return "A ten is written T, 10 or 0 before its suit, for example TH."
    return "A card is a rank 7 8 9 T J Q K A and a suit S H D C, for example JD; the joker is JK, an unknown card ??."


# -- hands as masks -----------------------------------------------------------


def mask_of(cards: Iterable[int]) -> int:
    """The hand that holds these cards; a second copy of a card takes its upper bit."""
    cards = tuple(cards)
    hand = sum(map(bit_of, cards))
    if hand.bit_count() == len(cards):  # no carry: all different
        return hand
    hand = 0
    for index in cards:
        bit = BITS[index]
        hand |= bit << COPY if hand & bit else bit
    return hand


def add(hand: int, index: int) -> int:
    """The hand with one more copy of a card."""
    bit = 1 << index
    return hand | (bit << COPY if hand & bit else bit)


def remove(hand: int, index: int) -> int:
    """The hand with one copy less of a card that it holds."""
    upper = 1 << index + COPY
    return hand ^ (upper if hand & upper else 1 << index)


def kinds(hand: int) -> Iterator[int]:
    """The different cards of a hand, each once, in the order of their indexes."""
    rest = hand & ONE_OF_EACH
    while rest:
        low = rest & -rest
        yield low.bit_length() - 1
        rest ^= low


def cards_in(hand: int) -> Iterator[int]:
    """The cards of a hand; one held twice comes twice."""
    for index in kinds(hand):
        yield index
        if hand >> index + COPY & 1:
            yield index


# -- packs --------------------------------------------------------------------


def pack(size: int, *, joker: bool = False, copies: int = 1) -> int:
    """A pack of 24 (nines up), 28 (eights up) or 32 (sevens up) cards, with a joker, or with two of each card."""
    lowest = {24: NINE, 28: EIGHT, 32: SEVEN}[size]
    plain = ranks_mask(range(lowest, ACE + 1))
    return plain | (plain << COPY if copies == 2 else 0) | (1 << JOKER if joker else 0)
