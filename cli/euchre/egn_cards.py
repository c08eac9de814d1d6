"""Cards as Euchre Game Notation writes them: `Jd`, `Nc` for a nine, `R` and `L` for the bowers, `B` for the joker."""

from __future__ import annotations

import re

from euchre.cards import JOKER, SAME_COLOUR, UNKNOWN
from euchre.nodes import BadNode, Node

CARD = re.compile(r"(?P<rank>[789NTJQKAX]|10)(?P<suit>[SHDCX])", re.IGNORECASE)
RANKS = {"N": "9", "10": "T"}


def card(node: Node, trump: str | None = None) -> str:
    """A card in wire form; `??` where rank or suit is not told. Raises BadNode.

    `trump` is needed for the bowers written `R` and `L`.
    """
    text = str(node.value).upper()
    if text == "B":
        return JOKER
    if text in ("R", "L") and trump in SAME_COLOUR:
        return "J" + (trump if text == "R" else SAME_COLOUR[trump])
    parts = CARD.fullmatch(text)
    if parts is None:
        raise BadNode(node.pointer, f"{node.value!r} is no card that can be read here")
    rank, suit = parts["rank"], parts["suit"]
    return UNKNOWN if "X" in (rank, suit) else RANKS.get(rank, rank) + suit
