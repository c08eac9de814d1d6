"""What a shell offers at the tab key: variants, their options, rule ids.

The service inside this program is asked, only then, and whatever goes wrong offers nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from euchre.client.service import Service

Offer = tuple[str, str]


def _never_crash(offer: Callable[[typer.Context], list[Offer]]) -> Callable[[typer.Context, str], list[Offer]]:
    def complete(ctx: typer.Context, incomplete: str) -> list[Offer]:
        try:
            return [(word, note) for word, note in offer(ctx) if word.startswith(incomplete)]
        except Exception:  # a tab key must not print a traceback into the line being typed
            return []

    return complete


def _variants(_: typer.Context) -> list[Offer]:
    books = Service().get("/v1/variants").body["variants"]
    return [(name, book["name"]) for book in books for name in (book["id"], *book["aliases"])]


def _options(ctx: typer.Context) -> list[Offer]:
    book = Service().get(f"/v1/variants/{ctx.params.get('variant') or 'euchre'}").body
    return [
        (f"{name}={spelled(value['const'])}", value["title"])
        for name, schema in book["options"]["properties"].items()
        for value in values(schema)
    ]


def values(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The values that an option's JSON Schema names: all of a choice, examples of a number."""
    return [value for value in schema.get("oneOf") or schema["anyOf"] if "const" in value]


def spelled(value: Any) -> str:
    """A value of an option as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _rules(_: typer.Context) -> list[Offer]:
    return [(rule["rule"], rule["title"]) for rule in Service().get("/v1/rules").body["rules"]]


variants = _never_crash(_variants)
options = _never_crash(_options)
rules = _never_crash(_rules)
