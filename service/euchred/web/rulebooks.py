"""Which rules a body asks for: its `variant` and its `options`, and what is wrong with them (contract §4)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..law.house import HouseError, read_house
from ..law.rules import Rules, rules_for
from ..law.state import Defect
from ..law.variant import OptionsError, RuleBook, UnknownVariant, find


class Refused(ValueError):
    """A variant or options that cannot be had, with their defects; pointers are relative to the field."""

    def __init__(self, defects: list[Defect]) -> None:
        super().__init__("; ".join(defect.detail for defect in defects))
        self.defects = defects


def book_of(value: Any) -> RuleBook:
    """The rule book that a `variant` names or brings along; Refused when it does neither."""
    if isinstance(value, str):
        try:
            return find(value)
        except UnknownVariant as error:
            near = f"Did you mean {' or '.join(error.nearest)}?" if error.nearest else "GET /v1/variants lists them."
            raise Refused([Defect("", "unknown-variant", error.detail, value, near)]) from None
    if isinstance(value, dict):
        return _house(json.dumps(value))
    detail = "A variant is the name of a rule book, or an object that holds one."
    raise Refused([Defect("", "wrong-type", detail, value, 'For example "euchre".')])


@lru_cache(maxsize=64)
def _house(text: str) -> RuleBook:
    """The rule book that an object holds; kept, because checking one is slow."""
    try:
        return read_house(json.loads(text))
    except HouseError as error:
        raise Refused(list(error.defects)) from None


@lru_cache(maxsize=256)
def _plain(name: str) -> Rules:
    """The rules of a named variant without options: what most requests ask for."""
    return rules_for(find(name))


def rules_of(variant: Any, options: Any) -> Rules | None:
    """The rules of a variant under options; None where the variant is wrong, Refused where the options are."""
    if isinstance(variant, str) and (options is None or options == {}):
        try:
            return _plain(variant)
        except UnknownVariant:
            return None
    try:
        book = book_of(variant)
    except Refused:
        return None
    if options is None:
        return rules_for(book)
    if not isinstance(options, Mapping):
        detail = "Options are an object: the name of each option and its value."
        raise Refused([Defect("", "wrong-type", detail, options, 'For example {"stick_the_dealer": true}.')])
    return _with_options(book, options)


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


def pointer_part(key: str) -> str:
    """A key as a JSON pointer writes it (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def below(prefix: str, defects: list[Defect]) -> list[Defect]:
    """The same defects with pointers that begin further out."""
    return [replace(defect, pointer=prefix + defect.pointer) for defect in defects]
