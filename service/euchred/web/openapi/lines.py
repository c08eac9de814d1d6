"""The batch in the contract: a line in, a line out, and what a whole body looks like."""

from __future__ import annotations

import json
from typing import Any

from werkzeug.test import Client

from ..application import Application
from ..batch import FIELDS, NDJSON
from ..operations import OPERATIONS
from ..pages.examples import REQUEST_ID, of_operation
from ..requests.fields import JsonSchema
from .shapes import TEXT, WHOLE, component, nullable

ID: JsonSchema = {"anyOf": [TEXT, WHOLE]}
# A generator may take an object of which nothing is said for one without members.
ANY_OBJECT: JsonSchema = {"type": "object", "additionalProperties": True}
SHOWN = {1: ("legal-moves", "follow-suit"), "take": ("rulings/trick", None)}


def schemas() -> dict[str, JsonSchema]:
    """A line of a batch, and the line that answers it."""
    asked: JsonSchema = {
        "id": nullable(ID),
        "op": {"type": "string", "enum": list(OPERATIONS)},
        "explain": nullable(component("Explain")),
        "body": ANY_OBJECT,
    }
    answered: JsonSchema = {
        "id": nullable(ID) | {"description": "The id of the line; null where it has none or cannot be read."},
        "status": WHOLE | {"description": "The status that the operation would have answered."},
        "body": ANY_OBJECT | {"description": "What the operation answers, or a problem."},
    }
    counts: JsonSchema = {
        "lines": WHOLE | {"description": "How many lines were answered, empty ones not counted."},
        "problems": WHOLE | {"description": "How many of them with another status than 200."},
    }
    return {
        "BatchLine": {
            "type": "object",
            "description": "A question of a batch.",
            "required": ["op", "body"],
            "properties": {name: schema | {"description": FIELDS[name]} for name, schema in asked.items()},
            "additionalProperties": False,
        },
        "BatchAnswer": {
            "type": "object",
            "description": "The answer to a question of a batch.",
            "required": list(answered),
            "properties": answered,
        },
        "BatchCounts": {
            "type": "object",
            "description": "What came of a batch.",
            "required": list(counts),
            "properties": counts,
        },
        "BatchSummary": {
            "type": "object",
            "description": "The last line that a batch is answered with; without it the answer was cut off.",
            "required": ["summary"],
            "properties": {"summary": component("BatchCounts") | {"description": "The counts."}},
        },
    }


def body() -> dict[str, Any]:
    """The body of a batch."""
    schema = TEXT | {"description": "One object a line, each a BatchLine.", "x-line": component("BatchLine")}
    return {NDJSON: {"schema": schema, "examples": {"two-questions": {"summary": "Two questions", "value": _asked()}}}}


def answer(app: Application) -> dict[str, Any]:
    """The answer to it."""
    line = {"oneOf": [component("BatchAnswer"), component("BatchSummary")]}
    schema = TEXT | {"description": "One BatchAnswer for each line, in order, then a BatchSummary.", "x-line": line}
    reply = Client(app).post("/v1/batch", data=_asked(), content_type=NDJSON, headers={"X-Request-Id": REQUEST_ID})
    example = {"summary": "Two answers and the summary", "value": reply.text}
    return {NDJSON: {"schema": schema, "examples": {"two-questions": example}}}


def _asked() -> str:
    """A body with two questions."""
    lines = []
    for own, (name, chosen) in SHOWN.items():
        examples = of_operation(name)
        example = examples[chosen] if chosen else next(iter(examples.values()))
        lines.append({"id": own, "op": name, "explain": "none", "body": example.body})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
