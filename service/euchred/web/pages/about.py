"""What this service is: its contract, its rule books, its limits."""

from __future__ import annotations

from typing import Any

from ...law import game
from ...law.search import MOST_TRIED
from ...law.state import LONGEST_NAME, MOST_MOVES, SCORE_LIMIT
from ...law.variant import MOST_OPTIONS, books
from ..problems import MOST_ERRORS
from ..requests.quick import NESTING_LIMIT
from ..requests.reading import BATCH_LIMIT, BODY_LIMIT
from ..requests.verdict_schemas import MOST_DEALS

CONTRACT = "1.0"


def about() -> dict[str, Any]:
    """Say what this service is.

    Answers the version of the contract, each rule book with its revision, and the limits of a request. A client that
    keeps states can see here whether the law has changed since.
    """
    return {
        "contract": CONTRACT,
        "variants": {book.id: book.revision for book in books()},
        "limits": {
            "body_bytes": BODY_LIMIT,
            "batch_bytes": BATCH_LIMIT,
            "line_bytes": BODY_LIMIT,
            "nesting": NESTING_LIMIT,
            "moves": MOST_MOVES,
            "deals": MOST_DEALS,
            "game_moves": game.MOST_MOVES,
            "unseen_gifts": game.MOST_UNSEEN_GIFTS,
            "cards_tried": MOST_TRIED,
            "options": MOST_OPTIONS,
            "name_characters": LONGEST_NAME,
            "score": SCORE_LIMIT,
            "errors": MOST_ERRORS,
        },
    }
