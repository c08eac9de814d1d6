"""How one answer leads to the next request: a hand dealt, its legal moves, a move made, the score."""

from __future__ import annotations

from typing import Any

STATE = "$response.body#/state"


def _link(operation: str, description: str, body: Any) -> dict[str, Any]:
    """A link to an operation, with the body to post to it."""
    return {"operationId": operation, "description": description, "requestBody": body}


LINKS = {
    "deal": {"legal-moves": _link("legal-moves", "Who is to act in the hand that was dealt?", STATE)},
    "legal-moves": {
        "apply": _link(
            "apply",
            "Make the first of the legal moves.",
            {"state": "$request.body", "move": "$response.body#/moves/0"},
        )
    },
    "apply": {
        "legal-moves": _link("legal-moves", "Who is to act now?", STATE),
        "score": _link("score", "What was the hand worth, if it is over?", STATE),
    },
}
