"""The moves of a deal in Euchre Game Notation: calls, the dealer's discard, a lone defender, the cards played."""

from __future__ import annotations

from dataclasses import dataclass, field

from euchre.cards import UNKNOWN
from euchre.egn.cards import card
from euchre.nodes import BadNode, Node

SEATS = 4
PASS, ORDERS = "pass", ("order", "pickup")
SUITS = {"s": "S", "h": "H", "d": "D", "c": "C", "n": "NT"}


@dataclass(slots=True)
class Moves:
    """The moves of a deal as they are found, each with its place in the file."""

    tokens: list[str] = field(default_factory=list)
    written: dict[str, str] = field(default_factory=dict)

    def add(self, token: str, node: Node) -> None:
        """Put a move at the end."""
        self.written[f"/moves/{len(self.tokens)}"] = node.pointer
        self.tokens.append(token)


@dataclass(frozen=True, slots=True)
class _Call:
    """The call that fixed trump: whose, in which round, what became trump (None: not known), alone or not."""

    seat: int
    ordered: bool
    trump: str | None
    alone: bool


def read_moves(bidding: Node | None, play: Node | None, dealer: int, up_card: str) -> Moves:
    """The moves in the two phases of a deal, either of which a record may lack; raises BadNode."""
    moves = Moves()
    call = _auction(bidding, play, dealer, up_card, moves) if bidding else None
    if bidding and call:
        _after_the_call(bidding, play, dealer, call, moves)
    if play:
        _tricks(play, call.trump if call else None, moves)
    return moves


def _auction(bidding: Node, play: Node | None, dealer: int, up_card: str, moves: Moves) -> _Call | None:
    """Read the calls; the one that fixed trump, or None while none has."""
    alone = any(node is not None and _flag(node, "isAlone") for node in (bidding, play))
    for index, node in enumerate(bidding.need("calls", list).items()):
        call = node.of(str).value.lower()
        if call == PASS:
            moves.add("pass", node)
            continue
        if call in ORDERS:
            trump = up_card[1] if up_card[1] in "SHDC" else None
            moves.add("order-alone" if alone else "order", node)
        elif call in SUITS:
            trump = SUITS[call]
            moves.add(f"call-{trump}-alone" if alone else f"call-{trump}", node)
        else:
            raise BadNode(node.pointer, f"the call {node.value!r} is not read here")
        return _Call((dealer + 1 + index) % SEATS, call in ORDERS, trump, alone)
    return None


def _flag(node: Node, name: str) -> bool:
    found = node.get(name)
    return found is not None and bool(found.of(bool).value)


def _after_the_call(bidding: Node, play: Node | None, dealer: int, call: _Call, moves: Moves) -> None:
    """The dealer's discard and a defender's going alone.

    A file need not tell the discard, but in a record that went on there was one; none where the dealer, as the
    partner of the caller alone, takes no part.
    """
    discard = bidding.get("discard")
    sits_out = call.alone and dealer == (call.seat + 2) % SEATS
    if call.ordered and not sits_out and (discard or play):
        moves.add(f"discard-{card(discard.of(str), call.trump) if discard else UNKNOWN}", discard or bidding)
    defender = bidding.get("aloneDefender")
    if defender and defender.of(int).value >= 0:
        moves.add(f"{defender.value}:alone", defender)


def _tricks(play: Node, trump: str | None, moves: Moves) -> None:
    """The cards of every trick in the order they were played; the first names its seat where the file does."""
    lead = play.get("initialLead")
    prefix = f"{lead.of(int).value}:" if lead else ""
    for trick in play.need("tricks", list).items():
        for node in trick.items():
            token = card(node.of(str), trump)
            if token == UNKNOWN:
                raise BadNode(node.pointer, f"the card {node.value!r} is not known, so what follows cannot be ruled")
            moves.add(prefix + token, node)
            prefix = ""
