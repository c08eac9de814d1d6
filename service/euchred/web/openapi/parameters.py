"""Parameters of requests, and the headers of answers."""

from __future__ import annotations

from typing import Any

from .shapes import component


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
        component("Explain"),
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


def _header(description: str, example: str) -> dict[str, Any]:
    """A header of an answer."""
    return {"description": description, "schema": TEXT, "example": example}


HEADERS = {"X-Request-Id": {"description": "The request's own id when it brought one, else a new one.", "schema": TEXT}}
OF_CACHES = {
    "ETag": _header("What to send as If-None-Match, to be answered 304 while nothing has changed.", '"354b70af15ac"'),
    "Cache-Control": _header("How long it may be kept.", "public, max-age=300, must-revalidate"),
}
RETRY = {"Retry-After": _header("In how many seconds to send the request again.", "1")}
REFUSED = {"WWW-Authenticate": _header("How to send the key.", 'Bearer realm="euchred"')}
