"""The phases of a deal in Euchre Game Notation, made of its moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from euchre.cards import UNKNOWN
from euchre.egn.cards import wire_card, written
from euchre.egn.moves import SEATS, SUITS
from euchre.written import CannotHold

ORDERS = ("order", "order-up", "assist", "accept", "take")
CALLS = {f"call-{suit}": letter for letter, suit in SUITS.items()}
ALONE = "-alone"


@dataclass(frozen=True, slots=True)
class Step:
    """A move, and who made it where that is known; `sure` when the seat follows from the rules and need not be told."""

    move: str
    seat: int | None = None
    sure: bool = False


@dataclass(slots=True)
class Phases:
    """What the notation tells of a deal, as it is gathered move by move."""

    dealer: int
    up_card: str
    calls: list[str] = field(default_factory=list)
    caller: int | None = None
    alone: bool = False
    discard: str | None = None
    defender: int | None = None
    lead: int | None = None
    cards: list[str] = field(default_factory=list)

    def take(self, step: Step) -> None:
        """Take one move; raises CannotHold, without a place, for one that the notation has no word for."""
        move = step.move.lower()
        if self.caller is None:
            self._call(move, step)
        elif (card := wire_card(move)) and card != UNKNOWN:
            self._card(card, step)
        elif self.cards:
            raise CannotHold("", f"{step.move} during the play")
        elif move == "alone":
            self._alone(step.seat)
        elif move == "decline" or move.startswith("discard-"):
            self._discard(move, step)
        elif move != "pass":
            raise CannotHold("", f"the move {step.move}")

    def _call(self, move: str, step: Step) -> None:
        expected = (self.dealer + 1 + len(self.calls)) % SEATS
        if step.seat not in (None, expected):
            raise CannotHold("", f"{step.move} out of turn")
        if move == "pass":
            self.calls.append("Pass")
            return
        plain = move.removesuffix(ALONE)
        name = plain[:-1] + plain[-1].upper() if plain.startswith("call-") and plain != "call-nt" else plain
        letter = "Order" if plain in ORDERS else CALLS.get("call-NT" if plain == "call-nt" else name)
        if letter is None:
            raise CannotHold("", f"the call {step.move}")
        self.calls.append(letter)
        self.caller, self.alone = expected, move.endswith(ALONE)

    def _alone(self, seat: int | None) -> None:
        assert self.caller is not None
        if seat is None or seat == (self.caller + 2) % SEATS:
            raise CannotHold("", "going alone by anybody but the caller and a defender")
        if seat == self.caller:
            self.alone = True
        else:
            self.defender = seat

    def _discard(self, move: str, step: Step) -> None:
        card = self.up_card if move == "decline" else wire_card(move.removeprefix("discard-"))
        if self.calls[-1] != "Order" or self.discard is not None or card is None:
            raise CannotHold("", f"the move {step.move} here")
        self.discard = card

    def _card(self, card: str, step: Step) -> None:
        if step.seat is not None and not step.sure:
            if self.cards:
                raise CannotHold("", f"{step.move} by a seat that is named")
            self.lead = step.seat
        self.cards.append(card)

    @property
    def tokens(self) -> list[str]:
        """The moves as a reader of the phases will see them."""
        made = ["pass" if call == "Pass" else _token(call, self.alone) for call in self.calls]
        made += [f"discard-{self.discard}"] if self.discard else []
        made += [f"{self.defender}:alone"] if self.defender is not None else []
        prefix = "" if self.lead is None else f"{self.lead}:"
        return made + [prefix * (not number) + card for number, card in enumerate(self.cards)]

    def written(self) -> list[dict[str, Any]]:
        """The phases as the notation writes them."""
        if not self.calls and not self.cards:
            return []
        bidding: dict[str, Any] = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": self.calls}
        bidding["isAlone"] = self.alone
        if self.defender is not None:
            bidding["aloneDefender"] = self.defender
        if self.discard not in (None, UNKNOWN):
            bidding["discard"] = written(str(self.discard))
        if not self.cards and self.discard != UNKNOWN:
            return [bidding]
        play: dict[str, Any] = {"phaseNumber": 1, "type": "TRICK_PLAY"}
        if self.lead is not None:
            play["initialLead"] = self.lead
        size = SEATS - self.alone - (self.defender is not None)
        cards = [written(card) for card in self.cards]
        play["tricks"] = [cards[start : start + size] for start in range(0, len(cards), size)]
        return [bidding, play]


def _token(call: str, alone: bool) -> str:
    token = "order" if call == "Order" else f"call-{SUITS[call]}"
    return token + ALONE if alone else token
