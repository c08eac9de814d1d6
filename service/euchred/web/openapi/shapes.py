"""How the published contract describes what is answered: the fields of answer schemas, and the types they share.

Answers are built by `answers` and are not dumped through these schemas; tests hold the one to the other.  Answers are
open: clients must accept fields and values that they do not know, except where a list is said to be closed.
"""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from ..requests.fields import JsonSchema


class Answer(Schema):
    """An object of an answer."""


class Shown(fields.Raw):
    """A field of an answer; `json_schema` is what the contract says of it."""

    def __init__(self, schema: JsonSchema, description: str, *, null: bool = False, always: bool = True) -> None:
        super().__init__(required=always, metadata={"description": description})
        self.json_schema = nullable(schema) if null else schema


def nullable(schema: JsonSchema) -> JsonSchema:
    """The same, or null."""
    if isinstance(schema.get("type"), str):
        return schema | {"type": [schema["type"], "null"]}
    if "anyOf" in schema:
        return schema | {"anyOf": [*schema["anyOf"], {"type": "null"}]}
    return {"anyOf": [schema, {"type": "null"}]}


def component(name: str) -> JsonSchema:
    """A reference to a shared schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def listed(schema: JsonSchema) -> JsonSchema:
    """A list."""
    return {"type": "array", "items": schema}


TEXT: JsonSchema = {"type": "string"}
FLAG: JsonSchema = {"type": "boolean"}
WHOLE: JsonSchema = {"type": "integer"}
SEAT: JsonSchema = {"type": "integer", "minimum": 0}
SIDE: JsonSchema = {"type": "integer", "minimum": 0}
CARD = component("Card")
CARDS = listed(CARD)
HANDS = listed(nullable(CARDS))
TRUMP = component("Trump")
MOVES = listed(component("Move"))
OPTIONS: JsonSchema = {
    "type": "object",
    "additionalProperties": {"anyOf": [FLAG, WHOLE, TEXT]},
}


class Inside(fields.Nested):
    """An object within an answer."""

    def __init__(self, nested: type[Schema], description: str, *, null: bool = False, always: bool = True) -> None:
        super().__init__(nested, required=always, allow_none=null, metadata={"description": description})


class Several(fields.List[Any]):
    """A list of objects within an answer."""

    def __init__(self, nested: type[Schema], description: str, *, always: bool = True) -> None:
        super().__init__(fields.Nested(nested), required=always, metadata={"description": description})
