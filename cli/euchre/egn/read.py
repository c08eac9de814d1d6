"""Euchre Game Notation 1.x: a recorded game read as states of `euchre`.

The notation records only what cannot be worked out: the dealer, the up-card, the calls from the dealer's left and
the cards of each trick in the order they were played. Who played what, who won and the running score follow by the
rules, so they are left to the service. Analysis (other lines of play, annotations) is no part of the game.
"""

from __future__ import annotations

from typing import Any

from euchre.cards import UNKNOWN
from euchre.egn.cards import card
from euchre.egn.moves import SEATS, read_moves
from euchre.egn.rules import Rules, read_rules
from euchre.games import RECORDED, Deal, Game, whole
from euchre.nodes import BadNode, Node

HAND_SIZE = 5


def read_game(data: dict[str, Any]) -> Game:
    """The game in an EGN file; raises BadNode with a pointer into it."""
    file = Node("", data)
    version = file.need("version", str)
    if not version.value.startswith("1."):
        raise BadNode(version.pointer, f"EGN {version.value} is not read here, only 1.x")
    metadata = file.need("metadata", dict)
    rules = read_rules(metadata)
    players = _players(metadata)
    warnings = list(rules.warnings)
    if players is None and _named(metadata):
        warnings.append("the players' names are left out: they must be four and distinct, up to 40 letters long")
    deals = tuple(_deal(deal, rules, players, warnings) for deal in file.need("deals", list).items())
    if not deals:
        raise BadNode("/deals", "a game without deals")
    score, final = _score(metadata, "initialScore") or (0, 0), _score(metadata, "finalScore")
    body, written = whole(deals, score, final)
    written[f"/deals/{len(deals) - 1}/{RECORDED}"] = "/metadata/finalScore"
    return Game(deals, body, score, tuple(dict.fromkeys(warnings)), written)


def _score(metadata: Node, name: str) -> tuple[int, int] | None:
    """A score among what is told of a game; an empty one is none."""
    given = metadata.get(name)
    points = [item.of(int).value for item in given.items()] if given else []
    if given is None or not points:
        return None
    if len(points) != 2:
        raise BadNode(given.pointer, "the score is a whole number for each side")
    return points[0], points[1]


def _named(metadata: Node) -> bool:
    """Whether the file names any players."""
    return bool((given := metadata.get("players")) and given.items())


def _players(metadata: Node) -> list[str] | None:
    """The players' names; None where they cannot serve as such."""
    given = metadata.get("players")
    names = [(item.get("name") or item).value for item in given.items()] if given else []
    good = [name.strip() for name in names if isinstance(name, str) and 0 < len(name.strip()) <= 40]
    return good if len(good) == len({name.casefold() for name in good}) == len(names) == SEATS else None


def _deal(deal: Node, rules: Rules, players: list[str] | None, warnings: list[str]) -> Deal:
    if isinstance(deal.value, str):
        raise BadNode(deal.pointer, "a condensed deal is not read here: write it out in full first")
    initial = deal.need("initialState", dict)
    dealer, turned = initial.need("dealer", int), initial.need("upCard", str)
    if not 0 <= dealer.value < SEATS:
        raise BadNode(dealer.pointer, "the dealer is a seat from 0 to 3")
    phases = {phase.need("type", str).value: phase for phase in deal.need("phases", list).items()}
    bidding, play = phases.get("EUCHRE_BIDDING"), phases.get("TRICK_PLAY")
    moves = read_moves(bidding, play, dealer.value, card(turned))
    state: dict[str, Any] = {"variant": "euchre", "options": rules.options, "dealer": dealer.value}
    state |= {"up_card": card(turned), "moves": moves.tokens}
    written = {"/dealer": dealer.pointer, "/up_card": turned.pointer, **moves.written}
    if players:
        state["players"] = players
    discard = bidding.get("discard") if bidding else None
    _dealt(initial, dealer.value, card(discard) if discard else UNKNOWN, state, written)
    if bidding and bidding.get("cardExchanges"):
        warnings.append("exchanges of cards are not read")
    if kitty := initial.get("kitty"):
        if len(kitty.items()) == rules.left_over:
            state["kitty"] = [card(item.of(str)) for item in kitty.items()]
            written["/kitty"] = kitty.pointer
        else:
            warnings.append(f"a kitty that is not the {rules.left_over} cards left face down is not taken over")
    return Deal(state, written)


def _dealt(initial: Node, dealer: int, laid_down: str, state: dict[str, Any], written: dict[str, str]) -> None:
    """Put the hands that the file tells into the state."""
    hands = initial.get("playerCards")
    if hands is None or not any(hand.value for hand in hands.items()):
        return
    up_card = state["up_card"]
    state["hands"] = [_hand(hand, seat == dealer, up_card, laid_down) for seat, hand in enumerate(hands.items())]
    written["/hands"] = hands.pointer
    written.update({f"/hands/{seat}": hand.pointer for seat, hand in enumerate(hands.items())})


def _hand(hand: Node, deals: bool, up_card: str, laid_down: str) -> list[str] | None:
    """A hand as dealt, in wire form; None where the file gives no card of it.

    A dealer's hand that has the up-card was written down after he took it: what he laid down stands in its place.
    """
    cards = [card(item.of(str)) for item in hand.items()]
    if not cards:
        return None
    if deals and up_card in cards:
        cards.remove(up_card)
        cards += [laid_down] * (len(cards) < HAND_SIZE)
    return cards + [UNKNOWN] * (HAND_SIZE - len(cards))
