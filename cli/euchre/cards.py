"""What the command line itself knows of cards: how they are written, and the words for suits."""

from __future__ import annotations

UNKNOWN, JOKER = "??", "JK"
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "NT": "no trump", "LOW": "low no trump"}
LED_WORDS = {**SUIT_WORDS, JOKER: "the joker"}
