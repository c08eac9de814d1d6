"""Cards as Euchre Game Notation writes them: `Jd`, `Nc` for a nine, `R` and `L` for the bowers, `B` for the joker.

And cards as they are sent, told by their look alone: what is spelled in a rarer way is left to the service to read.
"""

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


SENT = re.compile(r"(?P<rank>[2-9TJQKA]|10|0)(?P<suit>[SHDC])")


def written(code: str) -> str:
    """A card in wire form as the notation writes it."""
    return "B" if code == JOKER else "Xx" if code == UNKNOWN else code[0] + code[1].lower()


def wire_card(text: str) -> str | None:
    """A card as it was sent, in wire form; None where it is spelled in another way, or is none."""
    word = text.upper()
    if word in (UNKNOWN, "XX"):
        return UNKNOWN
    if word in (JOKER, "JOKER", "X1"):
        return JOKER
    parts = SENT.fullmatch(word)
    return None if parts is None else ("T" if parts["rank"] in ("10", "0") else parts["rank"]) + parts["suit"]
