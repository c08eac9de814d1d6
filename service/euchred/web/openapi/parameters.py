"""Parameters of requests, and the headers of answers."""

from __future__ import annotations

from typing import Any

from ..query import EXPLAIN


def _parameter(place: str, name: str, description: str, schema: dict[str, Any], example: str) -> dict[str, Any]:
    """A parameter; one in the path is always there."""
    told = {"name": name, "in": place, "description": description, "schema": schema, "example": example}
    return told | ({"required": True} if place == "path" else {})


TEXT = {"type": "string"}

PARAMETERS = {
    "explain": _parameter(
        "query",
        "explain",
        "How much is explained. Left out: as the operation says. `none`: no `rulings`, no `ruling` in `tricks`,"
        " `variant` without `options`, for bots and bulk. `moves`: a position carries `rulings` as legal-moves does."
        " What is itself a ruling always explains.",
        {"type": "string", "enum": list(EXPLAIN)},
        "none",
    ),
    "variant": _parameter("path", "variant", "The id of a rule book, or an alias.", TEXT, "two-handed-euchre"),
    "rule": _parameter("path", "rule", "The id of a rule, as rulings name it.", TEXT, "play.follow-suit"),
    "name": _parameter("path", "name", "The name of a problem type, the end of its `type`.", TEXT, "illegal-move"),
    "file": _parameter("path", "name", "The name of a file that the page asks for.", TEXT, "start.js"),
    "variant?": _parameter(
        "query", "variant", "Only rules that can come up in this game: its id or an alias.", TEXT, "euchre"
    ),
    "q?": _parameter("query", "q", "Only rules in which every one of these words stands.", TEXT, "left bower"),
}

HEADERS = {"X-Request-Id": {"description": "The request's own id when it brought one, else a new one.", "schema": TEXT}}
