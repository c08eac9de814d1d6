"""Positions of random hands of euchre, the same hands as states for the service and as actions for OpenSpiel."""

from __future__ import annotations

import json
import random
from typing import Any

import pyspiel

from euchred import law
from euchred.law.cards import CODES

# OpenSpiel's euchre: stick the dealer, the up-card kept, the caller alone or not, no lone defenders.
OPTIONS = {
    "stick_the_dealer": True, "pick_up": "keep-up-card", "alone": "caller", "defend_alone": "off",
    "alone_lead": "left-of-dealer",
}  # fmt: skip
CARDS = 24


def positions(count: int, seed: int = 1) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """As many positions, from the first call to the last card, as bodies for the service and for its peer."""
    game, rng = pyspiel.load_game("euchre"), random.Random(seed)
    rules = law.rules_for(law.find("euchre"), OPTIONS)
    ours, theirs = [], []
    while len(ours) < count:
        spiel = game.new_initial_state()
        while spiel.is_chance_node():
            spiel.apply_action(rng.choice(spiel.legal_actions()))
        hand = law.Hand(_dealt(rules, spiel))
        length = rng.randrange(26)
        while not spiel.is_terminal() and len(hand.record) < length:
            action = rng.choice(spiel.legal_actions())
            hand.push(_as_ours(spiel, hand, action))
            spiel.apply_action(action)
        if not spiel.is_terminal():
            ours.append(_body(hand))
            theirs.append({"actions": spiel.history()})
    return ours, theirs


def encoded(bodies: list[dict[str, Any]]) -> list[bytes]:
    """Bodies as they are sent."""
    return [json.dumps(body).encode() for body in bodies]


def _card(spiel: Any, action: int) -> str:
    """A card as we write it: theirs is suit first."""
    text = spiel.action_to_string(0, action)
    return f"{text[1]}{text[0]}"


def _dealt(rules: law.Rules, spiel: Any) -> law.State:
    """The hand that was dealt there."""
    holders = spiel.card_holder()
    hands = tuple(
        tuple(law.parse_card(_card(spiel, card)) for card in range(CARDS) if holders[card] == seat) for seat in range(4)
    )
    return law.State(rules, spiel.dealer(), hands, law.parse_card(_card(spiel, spiel.upcard())), score=(0, 0)).check()


def _as_ours(spiel: Any, hand: law.Hand, action: int) -> int:
    """The move of ours that an action is."""
    said = spiel.action_to_string(spiel.current_player(), action)
    if action < CARDS:
        code = f"{said[1]}{said[0]}"
        return law.parse_move(f"discard-{code}" if hand.phase == "exchange" else code)
    if said in ("Alone", "Partner"):
        return law.parse_move("alone" if said == "Alone" else "pass")
    if said == "Pass":
        return law.parse_move("pass")
    return law.parse_move(f"call-{said[0]}" if hand.table.turned_down is not None else "order")


def _body(hand: law.Hand) -> dict[str, Any]:
    """A state as a bot sends it: every hand known, the options that differ from their defaults."""
    state = hand.now()
    return {
        "variant": "euchre", "options": OPTIONS, "dealer": state.dealer,
        "hands": [[CODES[card] for card in cards or ()] for cards in state.hands],
        "up_card": CODES[state.up_card or 0], "moves": [law.token(move) for move in state.moves],
    }  # fmt: skip
