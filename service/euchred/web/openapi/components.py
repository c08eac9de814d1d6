"""The schemas of the contract that are no bodies of their own: codes, closed lists, and choices."""

from __future__ import annotations

from typing import Any

from ...law.cards import CODES
from ...law.house import OUTCOMES
from ...law.order import TRUMPS
from ...law.ruling import FACTS
from ...law.variant import books
from ..requests.fields import JsonSchema
from ..requests.query import EXPLAIN
from . import lines
from .shapes import CARD, FLAG, SEAT, TEXT, TRUMP, WHOLE, component, listed, nullable

PHASES = ("auction", "exchange", "alone", "play", "over")
VERDICTS = ("legal", "illegal", "open")
KINDS = ("pass", "order", "call", "bid", "ask", "moon", "claim", "alone", "discard", "give", "card")
OPTION_VALUE: JsonSchema = {"anyOf": [FLAG, WHOLE, TEXT]}
FACT_TYPES: dict[str, JsonSchema] = {
    "seat": SEAT,
    "list of seats": listed(SEAT),
    "card": CARD,
    "list of cards": listed(CARD),
    "S H D C": TRUMP,
    "S H D C JK": TEXT,
    "S H D C NT LOW": TRUMP,
    "call": component("Move"),
    "integer": WHOLE,
    "integer from 1": WHOLE,
}


def schemas() -> dict[str, JsonSchema]:
    """All of them by name."""
    return {
        "CardText": _text(
            "A card: rank 7 8 9 T J Q K A, then suit S H D C (`9H TS JD`); the joker is `JK`, an unknown card `??` or"
            " `xx`. Read too: `10H`, `0H`, lower case, suit first (`H9`), suit symbols (`J♦`), Unicode playing cards,"
            " `joker`.",
            "JD", "10h", "??",
        ),
        "MoveText": _text(
            "A move, in any letter case: a card (`JD`) or a word (`pass`, `order`, `call-H`, `order-alone`, `bid-3`,"
            " `ask`, `moon`, `alone`, `discard-9C`, `give-??` and others; GET /v1/variants/{variant} lists them as"
            " `actions`). An optional seat before it says who makes it: `2:JD`.",
            "pass", "order", "discard-??", "2:JD",
        ),
        "Card": _closed("A card: rank and suit; `JK` is the joker, `??` a card that is not known.", CODES),
        "Move": _text("A move in canonical spelling, with its seat where that is needed: `2:alone`.", "order", "JD"),
        "Trump": _closed("A trump: a suit, no-trump, or low no-trump.", TRUMPS),
        "Phase": _closed("A phase of a hand; a closed list.", PHASES),
        "Verdict": _closed("What a rule says of a move; a closed list. `open`: undecided.", VERDICTS),
        "Kind": _closed("A sort of move; a closed list.", KINDS),
        "Explain": _closed("How much is explained: `none`, the least; `moves`, the moves of a position too.", EXPLAIN),
        "Facts": _facts(),
        "VariantChoice": {
            "description": "A rule book by its id, an alias or `id@revision`, or house rules that extend one.",
            "anyOf": [
                _closed("The rule books of this service.", names()) | {"title": "Variant name"},
                component("HouseBook"),
            ],
        },
        "HouseBook": _house_book(),
        "ScoreRow": _score_row(),
        "OptionSchema": _option_schema(),
        "OptionValue": _option_value(),
        "WorkedCase": _worked_case(),
        **lines.schemas(),
    }  # fmt: skip


def names() -> list[str]:
    """Every id, alias and `id@revision`."""
    found: list[str] = []
    for book in books():
        found += [book.id, *book.aliases, f"{book.id}@{book.revision}"]
    return found


def _text(description: str, *examples: str) -> JsonSchema:
    return {"type": "string", "description": description, "examples": list(examples)}


def _closed(description: str, values: Any) -> JsonSchema:
    return {"type": "string", "description": description, "enum": list(values)}


def _facts() -> JsonSchema:
    """The vocabulary of facts."""
    kinds = [TEXT, WHOLE, listed(TEXT), listed(WHOLE)]
    return {
        "type": "object",
        "description": "What a ruling rests on; GET /v1/rules/{rule} says which of these a rule gives.",
        "properties": {name: FACT_TYPES[kind] for name, kind in FACTS.items()},
        "additionalProperties": {"anyOf": kinds},
    }


def _house_book() -> JsonSchema:
    """House rules, as a request brings them along."""
    fixed = {"type": "object", "additionalProperties": OPTION_VALUE}
    options = {"type": "object", "additionalProperties": nullable(OPTION_VALUE)}
    plain = [name for book in books() for name in (book.id, *book.aliases)]
    fields = {
        "extends": _closed("The rule book that these rules start from.", plain),
        "name": {"type": "string", "minLength": 1, "maxLength": 400, "description": "What the house calls its game."},
        "summary": {"type": "string", "minLength": 1, "maxLength": 400, "description": "The game in a sentence."},
        "options": options | {"title": "Options", "description": "Options with other defaults."},
        "fixed": fixed | {"title": "Fixed", "description": "Settings that are not up to the players."},
        "hand_size": {"type": "integer", "minimum": 1, "maximum": 12, "description": "The cards dealt to a seat."},
        "widow": {"type": "integer", "minimum": 0, "maximum": 12, "description": "The cards of the widow."},
        "pack": {"anyOf": [{"const": 24}, {"const": 28}, {"const": 32}], "description": "The cards of the pack."},
        "joker": {"type": "boolean", "description": "Whether the joker is in the pack."},
        "target": {"type": "integer", "minimum": 1, "maximum": 999, "description": "The total that wins the game."},
        "score": listed(component("ScoreRow")) | {"description": "The score table, whole; turn-up games."},
    }
    return {
        "type": "object",
        "description": "House rules: what differs from a rule book. Its sums are checked when it is read.",
        "required": ["extends"],
        "properties": {name: value if name == "extends" else nullable(value) for name, value in fields.items()},
        "additionalProperties": False,
    }


def _score_row() -> JsonSchema:
    """A row of a score table."""
    return {
        "type": "object",
        "description": "A row of a score table: which hands it is for, and what they are worth to whom.",
        "required": ["outcome", "tricks", "points"],
        "properties": {
            "outcome": {"type": "string", "enum": list(OUTCOMES), "description": "How such a hand went."},
            "tricks": listed(WHOLE) | {"description": "The tricks of the makers that it is for."},
            "points": {"anyOf": [WHOLE, TEXT], "description": "The points, or the option that holds them."},
            "makers": {"type": "string", "enum": ["together", "alone", "any"], "description": "How the makers play."},
            "defender": {
                "type": "string",
                "enum": ["together", "alone", "any"],
                "description": "How the defenders play.",
            },
            "to": {"type": "string", "enum": ["makers", "defenders"], "description": "Who gets the points."},
        },
        "additionalProperties": False,
    }


def _option_schema() -> JsonSchema:
    """The schema of an option's value."""
    return {
        "type": "object",
        "description": "An option as JSON Schema: a choice lists its values under `oneOf`, an integer has a range.",
        "required": ["title", "description", "default"],
        "properties": {
            "title": TEXT | {"description": "What it is called."},
            "description": TEXT | {"description": "What it decides."},
            "default": OPTION_VALUE | {"description": "The value when it is not given."},
            "oneOf": listed(component("OptionValue")) | {"description": "The values of a choice."},
            "type": TEXT | {"description": "`integer` where it has a range."},
            "minimum": WHOLE | {"description": "The lowest value."},
            "maximum": WHOLE | {"description": "The highest value."},
            "examples": listed(WHOLE) | {"description": "Values that are in use."},
            "anyOf": listed(component("OptionValue")) | {"description": "The values in use, then the whole range."},
        },
    }


def _option_value() -> JsonSchema:
    """One value of an option."""
    return {
        "type": "object",
        "description": "A value of an option; in the list of an integer the last entry is its whole range.",
        "properties": {
            "const": OPTION_VALUE | {"description": "The value."},
            "title": TEXT | {"description": "The value in words."},
            "description": TEXT | {"description": "What it means."},
            "x-sources": listed(TEXT) | {"description": "Where it is played: tags of `sources`."},
            "type": TEXT | {"description": "`integer` for a whole range."},
            "minimum": WHOLE | {"description": "The lowest value."},
            "maximum": WHOLE | {"description": "The highest value."},
        },
    }


def _worked_case() -> JsonSchema:
    """A worked case of a rule."""
    return {
        "type": "object",
        "description": "A worked case: what to post, and what the answer then holds.",
        "required": ["title", "operation", "body", "answer"],
        "properties": {
            "title": TEXT | {"description": "The situation."},
            "operation": TEXT | {"description": "The path after /v1/ to post it to."},
            "body": {"type": "object", "additionalProperties": True, "description": "The body to post."},
            "answer": {"type": "object", "additionalProperties": True, "description": "A part of what comes back."},
        },
    }
