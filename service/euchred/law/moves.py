"""Moves as numbers: one token each (contract §5), its kind, its spelling, and how it is said at a table.

A card played is its own index; the other moves stand above 63.  A seat prefix adds ``(seat + 1) * PREFIX``.
"""

from __future__ import annotations

from .cards import CODES, JOKER, UNKNOWN, card_hint, code_points, find_card, shown
from .order import TRUMPS, trump_name

DISCARD, GIVE = 64, 128
PASS, ORDER, ORDER_ALONE = 192, 193, 194
CALL, CALL_ALONE = 200, 208
BID = 216
ASK, MOON, LITTLE_PEPPER, BIG_PEPPER = 232, 233, 234, 235
DOUBLE_MOON, TRIPLE_MOON, QUADRUPLE_MOON = 236, 237, 238
LONE_BIDS = frozenset({ASK, MOON, DOUBLE_MOON, TRIPLE_MOON, QUADRUPLE_MOON})
CLAIM_ACE_NO_FACE, CLAIM_FARMERS_HAND, ALONE, DECLINE = 240, 241, 242, 243
PREFIX = 512
MOST_SEATS = 8
HIGHEST_BID = 12


class MoveError(ValueError):
    """A text that is no move; ``code`` is the problem code, ``hint`` what would be right."""

    def __init__(self, code: str, text: object, detail: str, hint: str) -> None:
        super().__init__(detail)
        self.code, self.text, self.detail, self.hint = code, text, detail, hint


def _tokens() -> dict[int, str]:
    """The canonical token of every move without a prefix."""
    table = {index: CODES[index] for index in range(JOKER + 1)}
    for index in range(UNKNOWN + 1):
        table[DISCARD + index] = f"discard-{CODES[index]}"
        table[GIVE + index] = f"give-{CODES[index]}"
    for index, trump in enumerate(TRUMPS):
        table[CALL + index] = f"call-{trump}"
        table[CALL_ALONE + index] = f"call-{trump}-alone"
    table |= {BID + number: f"bid-{number}" for number in range(1, HIGHEST_BID + 1)}
    return table | {
        PASS: "pass", ORDER: "order", ORDER_ALONE: "order-alone", ASK: "ask", MOON: "moon",
        DOUBLE_MOON: "double-moon", TRIPLE_MOON: "triple-moon", QUADRUPLE_MOON: "quadruple-moon",
        LITTLE_PEPPER: "little-pepper", BIG_PEPPER: "big-pepper", CLAIM_ACE_NO_FACE: "claim-ace-no-face",
        CLAIM_FARMERS_HAND: "claim-farmers-hand", ALONE: "alone", DECLINE: "decline",
    }  # fmt: skip


TOKENS = _tokens()
_WORDS = {token.upper(): move for move, token in TOKENS.items()}
_WORDS |= dict.fromkeys(("ORDER-UP", "ASSIST", "ACCEPT", "TAKE"), ORDER)
_WORDS |= {f"{word}-ALONE": ORDER_ALONE for word in ("ORDER-UP", "ASSIST", "ACCEPT", "TAKE")}


def token(move: int) -> str:
    """The canonical token of a move, with its prefix if it has one: `2:JD`."""
    prefix = move // PREFIX
    return f"{prefix - 1}:{TOKENS[move % PREFIX]}" if prefix else TOKENS[move]


def parse_move(text: str) -> int:
    """The move that a token names, in any letter case.

    Raises MoveError with code `unknown-move`, or `seat` for a prefix that is no seat.
    """
    found = _WORDS.get(text.upper() if text.isascii() else text)
    return found if found is not None else _parse_long(text)


def _parse_long(text: str) -> int:
    """A move that is not in the table of plain tokens: prefixes, and cards in other spellings."""
    head, colon, rest = text.partition(":")
    if colon:
        if not (head.isascii() and head.isdigit() and len(head) == 1 and int(head) < MOST_SEATS):
            raise MoveError(
                "seat", text, f"{shown(head)} is no seat.", "Before the colon stands a seat, for example 2:JD."
            )
        move = parse_move(rest) if ":" not in rest else -1
        if move < 0:
            raise MoveError(
                "unknown-move", text, f"{shown(text)} names two seats.", "Write one seat, for example 2:JD."
            )
        return (int(head) + 1) * PREFIX + move
    word, dash, name = text.partition("-")
    base = {"DISCARD": DISCARD, "GIVE": GIVE}.get(word.upper()) if dash else 0
    index = find_card(name if dash else text)
    if index is None or base is None or (index == UNKNOWN and not dash):
        raise MoveError("unknown-move", text, f"{shown(text)} is no move{code_points(text)}.", _hint(text))
    return base + index


def _hint(text: str) -> str:
    """What to write instead of a token that is no move."""
    word = text.partition("-")[0].lower()
    if word in ("discard", "give"):
        return f"Write {word}- and a card, for example {word}-9C, or {word}-?? where it is not known."
    if word == "call":
        return "Write call-S, call-H, call-D, call-C, call-NT or call-LOW; in turn-up games call-H-alone too."
    if word == "bid":
        return f"Write bid- and a number from 1 to {HIGHEST_BID}, for example bid-3."
    if text in ("??", "xx", "XX"):
        return "A card played is seen by all: write which card it was."
    if not text.isascii():
        return card_hint(text)
    return "A move is a card (JD) or one of pass, order, call-H, bid-3, ask, moon, alone, discard-9C, give-9C."


# -- what a move is -------------------------------------------------------------


def _kind(move: int) -> str:
    """The kind of a move, worked out."""
    if move < DISCARD:
        return "card"
    if move < PASS:
        return "discard" if move < GIVE else "give"
    if move in (ORDER, ORDER_ALONE):
        return "order"
    if CALL <= move < BID:
        return "call"
    if BID < move < ASK or move in (LITTLE_PEPPER, BIG_PEPPER):
        return "bid"
    if move in LONE_BIDS:
        return "ask" if move == ASK else "moon"
    return {PASS: "pass", ALONE: "alone", DECLINE: "discard"}.get(move, "claim")


KIND = tuple(_kind(move) for move in range(PREFIX))


def kind(move: int) -> str:
    """One of pass, order, call, bid, ask, moon, claim, alone, discard, give, card."""
    return KIND[move]


def card_named(move: int) -> int | None:
    """The card that a move plays, discards or gives (UNKNOWN for `??`), or None."""
    return move % 64 if move < PASS else None


def trump_named(move: int) -> int | None:
    """The trump that a call names, or None."""
    return (move - CALL) % 8 if CALL <= move < BID else None


def bid_number(move: int) -> int | None:
    """The number of a plain bid, or None."""
    return move - BID if BID < move < ASK else None


def says_alone(move: int) -> bool:
    """Whether the move itself declares a lone hand."""
    return move in (ORDER_ALONE, ALONE) or CALL_ALONE <= move < BID


def plays_alone(contract: int) -> bool:
    """Whether a winning call makes its caller play alone, in so many words or by what was bid."""
    return says_alone(contract) or contract in LONE_BIDS


def label(move: int, *, by_dealer: bool = False, by_dealers_partner: bool = False) -> str:
    """What is said at a table with a move: `Assist`, `Pick it up`, `Hearts, alone`, `JD`."""
    named = card_named(move)
    if named is not None:
        shown_card = "a card" if named == UNKNOWN else CODES[named]
        return shown_card if move < DISCARD else f"{'Discard' if move < GIVE else 'Give'} {shown_card}"
    trump = trump_named(move)
    if trump is not None:
        return trump_name(trump).capitalize() + (", alone" if says_alone(move) else "")
    number = bid_number(move)
    if number is not None:
        return f"Bid {number}"
    if kind(move) == "order":
        said = "Pick it up" if by_dealer else "Assist" if by_dealers_partner else "Order it up"
        return said + (", alone" if says_alone(move) else "")
    words = {CLAIM_ACE_NO_FACE: "Ace, no face", CLAIM_FARMERS_HAND: "Farmer's hand", ALONE: "Alone"}
    return words.get(move, TOKENS[move].replace("-", " ").capitalize())
