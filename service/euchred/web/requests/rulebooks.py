"""Which rules a body asks for: its `variant` and its `options`, and what is wrong with them (contract §4)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ...law.house import HouseError, read_house
from ...law.rules import Rules, rules_for
from ...law.state import Defect, pointer_part
from ...law.variant import OptionsError, RuleBook, UnknownVariant, find
from .defects import Refused, refusal
from .quick import written


def book_of(value: Any) -> RuleBook:
    """The rule book that a `variant` names or brings along; Refused when it does neither."""
    if isinstance(value, str):
        try:
            return _named(value).book
        except UnknownVariant as error:
            near = f"Did you mean {' or '.join(error.nearest)}?" if error.nearest else "GET /v1/variants lists them."
            raise refusal("unknown-variant", error.detail, value, near) from None
    if isinstance(value, dict):
        return _house(json.dumps(value))
    detail = "A variant is the name of a rule book, or an object that holds one."
    raise refusal("wrong-type", detail, value, 'For example "euchre".')


@lru_cache(maxsize=64)
def _house(text: str) -> RuleBook:
    """The rule book that an object holds; kept, because checking one is slow."""
    try:
        return read_house(json.loads(text))
    except HouseError as error:
        raise Refused(error.defects) from None


def rules_of(variant: Any, options: Any) -> Rules | None:
    """The rules of a variant under options; None where the variant is wrong, Refused where the options are."""
    if options is not None and not isinstance(options, dict):
        detail = "Options are an object: the name of each option and its value."
        raise refusal("wrong-type", detail, options, 'For example {"stick_the_dealer": true}.')
    if not isinstance(variant, str):
        try:
            book = book_of(variant)
        except Refused:
            return None
        return _with_options(book, options or {})
    try:
        return _chosen(variant, written(options)) if options else _named(variant)
    except UnknownVariant:
        return None


@lru_cache(maxsize=256)
def _named(variant: str) -> Rules:
    """The rules of the book with this name: what most requests ask for."""
    return rules_for(find(variant))


@lru_cache(maxsize=512)
def _chosen(variant: str, options: bytes) -> Rules:
    """The rules of the book with this name under options, which are JSON: as a key that is shorter than the objects."""
    return _with_options(find(variant), json.loads(options))


def seats_of(variant: Any) -> int | None:
    """How many seats the game of a `variant` has; None where the variant is wrong."""
    found = rules_of(variant, None)
    return found.n if found else None


def _with_options(book: RuleBook, options: Mapping[str, Any]) -> Rules:
    """The rules of a book under the options sent."""
    try:
        return rules_for(book, options)
    except OptionsError as error:
        found = []
        for wrong in error.errors:
            place = f"/{pointer_part(wrong.name)}" if wrong.name is not None else ""
            found.append(Defect(place, wrong.code, wrong.detail, wrong.value, wrong.hint))
        raise Refused(found) from None
