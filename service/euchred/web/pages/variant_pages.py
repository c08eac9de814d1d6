"""Pages on the rule books: what each fixes, its options with what every value means, and all its moves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from ...law import moves as m
from ...law.cards import cards_in
from ...law.catalog import option_notes, sources
from ...law.rules import rules_for
from ...law.ruling import codes
from ...law.variant import Option, RuleBook, UnknownVariant, Value, books, find, spelled
from ..problems import Problem


def variants() -> dict[str, Any]:
    """List the games.

    Answers every rule book in full, in the order in which a list would show them: what it fixes, its options with what
    each value means and where it is played, and all moves that it has.
    """
    return {"variants": [page(book) for book in books()]}


def variant(variant: str) -> dict[str, Any]:
    """Show one game.

    Answers the rule book with this id or alias: what it fixes, its options as JSON Schema with what each value means
    and where it is played, all moves that it has, and where its rules were published.
    """
    try:
        return page(find(variant))
    except UnknownVariant as error:
        near = f" Did you mean {' or '.join(error.nearest)}?" if error.nearest else ""
        raise Problem("not-found", f"{error.detail}{near} GET /v1/variants lists them.") from None


@cache
def page(book: RuleBook) -> dict[str, Any]:
    """All that a rule book says."""
    rules = rules_for(book)
    cited = [*book.sources, *(tag for name in book.options for tag in _tags(name))]
    return {
        "id": book.id,
        "name": book.name,
        "aliases": list(book.aliases),
        "revision": book.revision,
        "history": [dict(entry) for entry in book.history],
        "provisional": list(book.provisional),
        "summary": book.summary,
        "auction": book.auction,
        "seats": book.seats,
        "sides": [list(side) for side in rules.sides],
        "hand_size": book.hand_size,
        "pack": codes(cards_in(rules.pack)),
        "options": {
            "type": "object",
            "properties": {name: option_schema(option) for name, option in book.options.items()},
            "additionalProperties": False,
        },
        "actions": sorted(m.TOKENS[move] for move in rules.actions),
        "sources": source_list(cited),
        "href": f"/v1/variants/{book.id}",
    }


def source_list(tags: Iterable[str]) -> list[dict[str, str]]:
    """Sources in full, each once."""
    known = sources()
    found = (known[tag] for tag in dict.fromkeys(tags))
    return [{"id": source.tag, "title": source.title, "note": source.note} for source in found]


def _tags(name: str) -> list[str]:
    """The sources that the notes on an option cite."""
    return [tag for note in option_notes()[name].values.values() for tag in note.sources]


def option_schema(option: Option) -> dict[str, Any]:
    """An option as JSON Schema; a choice lists its values, an integer its range and some values that are in use."""
    notes = option_notes()[option.name]
    found = {"title": notes.title, "description": notes.description, "default": option.default}
    values = [_value(option.name, value) for value in option.values]
    if option.is_choice:
        return found | {"oneOf": values}
    integer = {"type": "integer", "minimum": option.minimum, "maximum": option.maximum}
    return found | integer | {"examples": list(option.values), "anyOf": [*values, integer]}


def _value(name: str, value: Value) -> dict[str, Any]:
    """One value of an option, with what it means and where it is played."""
    note = option_notes()[name].values.get(spelled(value))
    if note is None:
        return {"const": value, "title": spelled(value), "description": "", "x-sources": []}
    return {"const": value, "title": note.title, "description": note.description, "x-sources": list(note.sources)}
