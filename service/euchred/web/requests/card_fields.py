"""Fields for cards and moves: a list or one text, each read as a whole (contract §2, §4, §5).

One field for a whole hand costs a tenth of a list of fields.  Pointers count the tokens, in a text as in a list.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from ...law import moves as m
from ...law.cards import CODES, UNKNOWN, CardError, parse_card
from ...law.moves import MoveError, parse_move
from ...law.state import MOST_MOVES, Cards, Defect
from .defects import Refused, refusal
from .fields import FEWEST_SEATS, JsonSchema, Own, check_length, most_seats, read_each

MOST_CARDS = 64

CARD_TEXT: JsonSchema = {"$ref": "#/components/schemas/CardText"}
MOVE_TEXT: JsonSchema = {"$ref": "#/components/schemas/MoveText"}
CARDS_TEXT: JsonSchema = {
    "anyOf": [{"type": "array", "items": CARD_TEXT, "maxItems": MOST_CARDS}, {"type": "string"}],
}
HANDS_TEXT: JsonSchema = {
    "type": "array",
    "items": {"anyOf": [*CARDS_TEXT["anyOf"], {"type": "null"}]},
    "minItems": FEWEST_SEATS,
    "maxItems": m.MOST_SEATS,
}
MOVES_TEXT: JsonSchema = {
    "anyOf": [{"type": "array", "items": MOVE_TEXT, "maxItems": MOST_MOVES}, {"type": "string"}],
}

_CODES = {code: index for index, code in enumerate(CODES)}
_card_of = _CODES.__getitem__
_TOKENS = {token: move for move, token in m.TOKENS.items()}
_TOKENS |= {f"{seat}:{t}": move + m.PREFIX * (seat + 1) for t, move in _TOKENS.items() for seat in range(m.MOST_SEATS)}
_move_of = _TOKENS.__getitem__


class Card(Own):
    """One card."""

    def __init__(self, description: str, **keywords: Any) -> None:
        super().__init__(description, CARD_TEXT, **keywords)

    def _read(self, value: Any, data: Mapping[str, Any]) -> int:
        return read_card(value)


class CardList(Own):
    """Some cards; `known` when `??` is not allowed among them."""

    def __init__(self, description: str, *, known: bool = False, **keywords: Any) -> None:
        super().__init__(description, CARDS_TEXT, **keywords)
        self.known = known

    def _read(self, value: Any, data: Mapping[str, Any]) -> Cards:
        cards = read_cards(value)
        if self.known and UNKNOWN in cards:
            hint = "Here every card must be known."
            places = (place for place, index in enumerate(cards) if index == UNKNOWN)
            raise Refused(
                [Defect(f"/{place}", "unknown-card", "This card is not known.", "??", hint) for place in places]
            )
        return cards


class Hands(Own):
    """The hands of all seats, null where one is not known."""

    def __init__(self, description: str, **keywords: Any) -> None:
        super().__init__(description, HANDS_TEXT, **keywords)

    def _read(self, value: Any, data: Mapping[str, Any]) -> tuple[Cards | None, ...]:
        if not isinstance(value, list):
            raise refusal("wrong-type", "Hands are a list, one entry a seat.", value, "null where a hand is not known.")
        check_length(value, m.MOST_SEATS, FEWEST_SEATS)
        try:
            lengths = [*map(len, value)]
            if 1 not in lengths and sum(lengths) <= MOST_CARDS and dict not in map(type, value):
                return tuple([itemgetter(*hand)(_CODES) for hand in value])  # a text is no list of codes: KeyError
        except (KeyError, TypeError):
            pass  # spelt otherwise, or not a card
        return tuple(read_each(value, lambda hand: None if hand is None else read_cards(hand)))


class Moves(Own):
    """The moves made so far; in a text `/` and `|` separate tricks for the eye and are ignored."""

    def __init__(self, description: str) -> None:
        super().__init__(description, MOVES_TEXT, default=())

    def _read(self, value: Any, data: Mapping[str, Any]) -> tuple[int, ...]:
        if isinstance(value, str):
            value = value.replace("/", " ").replace("|", " ").split()
        elif not isinstance(value, list):
            raise refusal("wrong-type", "Moves are a list or one text.", value, 'For example "pass order discard-9C".')
        check_length(value, MOST_MOVES)
        try:
            return tuple(map(_move_of, value))
        except (KeyError, TypeError):
            return tuple(read_each(value, read_move))


class Move(Own):
    """One move; `within` is the field of the body that holds the state, for its seats."""

    def __init__(self, description: str, within: str | None = None, **keywords: Any) -> None:
        super().__init__(description, MOVE_TEXT, **keywords)
        self.within = within

    def _read(self, value: Any, data: Mapping[str, Any]) -> int:
        move = read_move(value)
        seats = most_seats(data, self.within)
        if move // m.PREFIX > seats:
            detail = f"There is no seat {move // m.PREFIX - 1}."
            raise refusal("seat", detail, value, f"The seats are 0 to {seats - 1}, clockwise.")
        return move


def read_cards(value: Any) -> Cards:
    """Cards as indexes; Refused with a Defect for each one that cannot be read."""
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    elif not isinstance(value, list):
        raise refusal("wrong-type", "Cards are a list or one text.", value, 'For example ["9H", "JD"] or "9H JD".')
    check_length(value, MOST_CARDS)
    try:
        return tuple(map(_card_of, value))
    except (KeyError, TypeError):
        return tuple(read_each(value, read_card))


def read_card(token: Any) -> int:
    """The card that a token names."""
    if token.__class__ is str and token in _CODES:
        return _CODES[token]
    if not isinstance(token, str):
        raise refusal("wrong-type", "A card is a text.", token, 'For example "JD"; "??" where it is not known.')
    try:
        return parse_card(token)
    except CardError as error:
        raise refusal("unknown-card", error.detail, token, error.hint) from None


def read_move(token: Any) -> int:
    """The move that a token names."""
    if not isinstance(token, str):
        raise refusal("wrong-type", "A move is a text.", token, 'For example "pass", "call-H" or "JD".')
    try:
        return parse_move(token)
    except MoveError as error:
        raise refusal(error.code, error.detail, token, error.hint) from None
