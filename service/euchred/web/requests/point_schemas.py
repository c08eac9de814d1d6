"""The bodies of point questions: for clients that keep positions, not moves (contract §8, `rulings/…`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...law import moves as m
from ...law.order import TRUMPS
from ...law.state import Defect
from .card_fields import CardList, Move
from .deal_fields import Options, Score, Seats, Variant, read_list
from .defects import Refused, refusal
from .fields import Own, Seat, read_whole
from .schemas import OPTIONS, SCORE, VARIANT, Body

MOST_TRICKS = 12


class Trump(Own):
    """A trump."""

    def __init__(self, description: str) -> None:
        super().__init__(description, {"$ref": "#/components/schemas/Trump"}, required=True)

    def _read(self, value: Any, data: Mapping[str, Any]) -> int:
        if not isinstance(value, str):
            raise refusal("wrong-type", "A trump is a text.", value, f"One of {', '.join(TRUMPS)}.")
        if value not in TRUMPS:
            raise refusal("out-of-range", "There is no such trump.", value, f"One of {', '.join(TRUMPS)}.")
        return TRUMPS.index(value)


class SideTricks(Own):
    """The tricks of each side."""

    def __init__(self, description: str) -> None:
        tricks = {"type": "integer", "minimum": 0, "maximum": MOST_TRICKS}
        super().__init__(description, {"type": "array", "items": tricks, "minItems": 2, "maxItems": 8})

    def _read(self, value: Any, data: Mapping[str, Any]) -> tuple[int, ...]:
        return read_list(value, lambda tricks: read_whole(tricks, 0, MOST_TRICKS))


class TrickQuestion(Body):
    """The cards of a trick, whole or in part, and the trump."""

    variant = Variant(VARIANT)
    options = Options(OPTIONS)
    trump = Trump("The trump.")
    cards = CardList("The cards in the order they were played; all known.", known=True, required=True)
    leader = Seat("The seat that led; the others followed clockwise.", "")
    seats = Seats("In place of `leader`: the seat of each card, where some seat sat out.", "", instead_of="leader")

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The rules, the trump, the cards, and the seat of each card or None."""
        found = super().load(data, **kwargs)
        rules, cards = found["options"], found["cards"]
        if "leader" in found:
            seats: tuple[int | None, ...] = tuple((found["leader"] + place) % rules.n for place in range(len(cards)))
        else:
            seats = found.get("seats", (None,) * len(cards))
        if len(seats) != len(cards):
            detail = f"There are {len(cards)} cards and {len(seats)} seats."
            raise Refused([Defect("/seats", "wrong-length", detail, len(seats), "Give one seat a card.")])
        return rules, found["trump"], cards, seats


class PlayQuestion(Body):
    """A hand, the cards played to the trick so far, and the trump."""

    variant = Variant(VARIANT)
    options = Options(OPTIONS)
    trump = Trump("The trump.")
    cards = CardList(
        "The cards of the trick so far, in the order they were played; none when the hand leads.", known=True
    )
    trick = CardList("Another name for `cards`.", known=True, instead_of="cards")
    hand = CardList("The cards of the seat to play; all known.", known=True, required=True)

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The rules, the trump, the cards played and the hand."""
        found = super().load(data, **kwargs)
        return found["options"], found["trump"], found.get("cards") or found.get("trick") or (), found["hand"]


class ScoreQuestion(Body):
    """How a hand went, in numbers."""

    variant = Variant(VARIANT)
    options = Options(OPTIONS)
    call = Move(
        "The winning call: `order`, `call-H`, `bid-5`, `ask` …; `pass` for a hand that was passed out.", required=True
    )
    caller = Seat("The seat that made the call; may be left out with `pass`.", "")
    alone = Seats(
        "The seats that played alone, a lone defender too; a call that says so itself need not be repeated.", ""
    )
    tricks = SideTricks("The tricks that each side took; may be left out with `pass`.")
    score = Score(SCORE)
    dealer = Seat("Who dealt; only `next_dealer` depends on it.", "")

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The arguments of the law's question, in its order."""
        found = super().load(data, **kwargs)
        if found["call"] != m.PASS:
            left_out = [name for name in ("caller", "tricks") if name not in found]
            if left_out:
                hint = "Only a hand that was passed out has none."
                raise Refused([Defect(f"/{name}", "required", f"{name} is missing.", None, hint) for name in left_out])
        rules = found["options"]
        score = found.get("score")
        if score is not None and len(score) != len(rules.sides):
            detail = f"There are {len(rules.sides)} sides, not {len(score)}."
            raise Refused([Defect("/score", "wrong-length", detail, len(score), "Give one total a side.")])
        return (
            rules, found["call"] % m.PREFIX, found.get("caller", 0), found.get("alone", ()), found.get("tricks", ()),
            score, found.get("dealer"),
        )  # fmt: skip
