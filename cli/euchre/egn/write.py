"""A game written in Euchre Game Notation, and read back to be sure that it says the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from euchre.cards import UNKNOWN
from euchre.egn.cards import wire_card, written
from euchre.egn.phases import Phases, Step
from euchre.egn.read import read_game
from euchre.egn.rules import read_rules, write_rules
from euchre.files import EGN_FILE_TYPE
from euchre.nodes import Node
from euchre.written import CannotHold

# Version 1.0 tells the cards left over and who led; later ones have no place for them.
FIRST, LATEST = "1.0.0", "1.6.0"


@dataclass(frozen=True, slots=True)
class Told:
    """A deal to be written: a state, its moves with their seats, and where it stands among what was sent."""

    state: Mapping[str, Any]
    steps: Sequence[Step]
    pointer: str = ""


def lost_rules(options: Mapping[str, Any], defaults: Mapping[str, Any], deals: int) -> list[str]:
    """Which options of `euchre` a reader of the notation would not take as they are, as `name=value`."""
    read = {**defaults, **read_rules(Node("", {"ruleset": write_rules(options, deals)})).options}
    return [f"{name}={str(value).lower()}" for name, value in options.items() if read.get(name) != value]


def write_game(
    options: Mapping[str, Any],
    players: Sequence[str],
    scores: tuple[Sequence[int], Sequence[int] | None],
    deals: Sequence[Told],
) -> dict[str, Any]:
    """The document of a game; raises CannotHold with a pointer for what the notation has no word for.

    `scores` are the score before the first deal, and the one written down after the last or None.
    """
    initial, final = scores
    made = [_deal(number, deal) for number, deal in enumerate(deals)]
    metadata: dict[str, Any] = {"players": list(players), "initialScore": list(initial)}
    metadata |= {"finalScore": list(final)} if final else {}
    metadata["ruleset"] = write_rules(options, len(deals))
    first = any("kitty" in deal["initialState"] or _lead(deal) for deal, _ in made)
    document = {
        "fileType": EGN_FILE_TYPE,
        "version": FIRST if first else LATEST,
        "metadata": metadata,
        "deals": [deal for deal, _ in made],
    }
    for told, read, (_, tokens) in zip(deals, read_game(document).deals, made, strict=True):
        for index, (token, back) in enumerate(zip(tokens, read.state["moves"], strict=False)):
            if token != back:
                raise CannotHold(f"{told.pointer}/moves", f"move {index}, {token}: a reader would take {back}")
        if len(tokens) != len(read.state["moves"]):
            raise CannotHold(f"{told.pointer}/moves", "a reader would take another number of moves")
        for name, cards in (("hands", _hands), ("kitty", _cards)):
            place = f"{told.pointer}/{name}"
            if cards(told.state.get(name), place) != cards(read.state.get(name), place):
                raise CannotHold(place, f"these cards as {name}")
    return document


def _lead(deal: Mapping[str, Any]) -> bool:
    return any("initialLead" in phase for phase in deal["phases"])


def _deal(number: int, told: Told) -> tuple[dict[str, Any], list[str]]:
    """A deal in the notation, and its moves as a reader should see them."""
    state = told.state
    up_card = _up_card(state.get("up_card"), f"{told.pointer}/up_card")
    if state.get("holding") is not None:
        raise CannotHold(f"{told.pointer}/holding", "hands as they are held at the end; give them as dealt")
    initial: dict[str, Any] = {"dealer": state["dealer"], "upCard": written(up_card)}
    if hands := _hands(state.get("hands"), f"{told.pointer}/hands"):
        initial["playerCards"] = [[written(card) for card in hand or ()] for hand in hands]
    if kitty := _cards(state.get("kitty"), f"{told.pointer}/kitty"):
        initial["kitty"] = [written(card) for card in kitty]
    phases = Phases(state["dealer"], up_card)
    for index, step in enumerate(told.steps):
        try:
            phases.take(step)
        except CannotHold as lost:
            raise CannotHold(f"{told.pointer}/moves/{index}", lost.detail) from lost
    return {"dealNumber": number, "initialState": initial, "phases": phases.written()}, phases.tokens


def _up_card(value: Any, pointer: str) -> str:
    """The up-card in wire form; raises CannotHold where it is not known."""
    cards = _cards(value, pointer)
    if not cards:
        raise CannotHold(pointer, "a deal without its up-card")
    return cards[0]


def _cards(value: Any, pointer: str) -> list[str] | None:
    """Cards in one form whatever they were sent in; None where none of them is known. Raises CannotHold."""
    words = value.replace(",", " ").split() if isinstance(value, str) else value or ()
    cards = [wire_card(str(word)) for word in words]
    for word, card in zip(words, cards, strict=True):
        if card is None:
            raise CannotHold(pointer, f"the card {word}, spelled so")
    known = [card for card in cards if card is not None]
    return None if set(known) <= {UNKNOWN} else known


def _hands(value: Any, pointer: str) -> list[list[str] | None] | None:
    """The hands in one form; None where none is known."""
    hands = [_cards(hand, f"{pointer}/{seat}") for seat, hand in enumerate(value or ())]
    return hands if any(hands) else None
