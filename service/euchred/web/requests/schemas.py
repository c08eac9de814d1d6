"""The bodies of requests: the one description of what is accepted, for the reader and for the published contract.

A schema collects everything that is wrong with the shape of a body at once.  It answers what the law takes: a State,
moves as numbers, seats.  Whether such a deal can exist is looked at afterwards, in `stages`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from marshmallow import Schema, missing
from marshmallow.fields import Field

from ...law.state import Defect, State, pointer_part, state_of
from .card_fields import Card, CardList, Hands, Move, Moves
from .deal_fields import Options, Players, Score, Seats, Variant
from .defects import Refused, below, refusal
from .fields import Inner, Own, Seat, Text

VARIANT = (
    "Which game: the id of a rule book, one of its aliases, or `id@revision` to insist on a revision (GET /v1/variants"
    " lists them); or an object with house rules that extend one."
)
OPTIONS = "Options of the variant that differ from their defaults: name and value."
PLAYERS = "The players' names, one a seat; sentences use them."
SCORE = "The totals before the hand, one a side; zeros when left out."
STATE = "The deal and the moves made so far."
SEED = (
    "Text that decides the deal: the same seed, options and revision always give the same cards. Drawn when left out."
)
MOST_HINTS = 100  # as many as a problem shows; comparing names is slow, and a body may hold thousands


class Body(Schema):
    """An object of a request: closed, so that a misspelt field is never dropped in silence."""

    readers: dict[str, Callable[[Any, Mapping[str, Any]], Any]]
    always: list[tuple[str, Field[Any]]]

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Keeps what reads each field that is there, and the fields for which something stands when they are not."""
        super().on_bind_field(field_name, field_obj)
        own = isinstance(field_obj, Own)
        alone = field_obj.read_alone if own else None
        read = alone or (lambda value, data: field_obj.deserialize(value, field_name, data))
        self.__dict__.setdefault("readers", {})[field_name] = read
        if not (own and field_obj.may_be_skipped):
            self.__dict__.setdefault("always", []).append((field_name, field_obj))

    def load(self, data: Any, **kwargs: Any) -> Any:
        """What the fields make of a body; Refused with the Defects of all of them, in their order.

        marshmallow's own loop would do the same by way of nested dictionaries of texts, and takes twice as long.
        """
        if not isinstance(data, Mapping):
            hint = f"Its fields: {', '.join(self.fields)}."
            raise refusal("wrong-type", "An object is wanted here.", data, hint)
        found: dict[str, Any] = {}
        wrong: dict[str, list[Defect]] = {}
        strange: list[str] = []
        readers = self.readers
        for name, value in data.items():
            read = readers.get(name)
            if read is None:
                strange.append(name)
            elif value is not None:
                try:
                    made = read(value, data)
                except Refused as error:
                    wrong[name] = error.defects
                else:
                    if made is not missing:
                        found[name] = made
        for name, field in self.always:
            if data.get(name) is None:
                try:
                    made = field.deserialize(None, name, data)
                except Refused as error:
                    wrong[name] = error.defects
                else:
                    if made is not missing:
                        found[name] = made
        if wrong or strange:
            defects = [defect for name in self.fields if name in wrong for defect in below(f"/{name}", wrong[name])]
            defects += [self._unknown(name, data[name], near=place < MOST_HINTS) for place, name in enumerate(strange)]
            raise Refused(defects)
        return found

    def _unknown(self, name: str, value: Any, near: bool) -> Defect:
        """The defect of a field that there is not, with the one that may have been meant when `near` asks for it."""
        meant = difflib.get_close_matches(name[:40], self.fields, 1, 0.6) if near else []
        hint = f"Did you mean {meant[0]}?" if meant else f"The fields: {', '.join(self.fields)}."
        return Defect(f"/{pointer_part(name)}", "unknown-field", "There is no such field.", value, hint)


class Sent(NamedTuple):
    """A state as it was sent; `held` when its hands are what the seats hold at the end of the moves."""

    state: State
    held: bool


class StateInput(Body):
    """A deal and the moves made so far; nothing derived is read from a client, so nothing can contradict."""

    variant = Variant(VARIANT)
    options = Options(OPTIONS)
    dealer = Seat("Who dealt. Seats count clockwise from 0.", required=True)
    hands = Hands(
        "The hands as dealt, before any exchange, one entry a seat: cards, or null where a hand is not known."
    )
    holding = Hands(
        "In place of `hands`: what the seats hold at the end of `moves`. Answers give `hands`.", instead_of="hands"
    )
    up_card = Card("The card turned up after the deal; required in games that turn one up.")
    widow = CardList("The cards dealt face down to the middle, in games that have a widow.")
    dummy = CardList("The hand dealt to nobody, in three-handed euchre.")
    kitty = CardList("All cards that were not dealt, the top one first, without the up-card.")
    moves = Moves(
        "The moves made so far, from the first call to the last card: a list, or one text in which `/` and `|` are"
        " ignored. Answers always give a list."
    )
    score = Score(SCORE)
    players = Players(PLAYERS)

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The state that a body describes; whether it can exist is not looked at yet."""
        found = super().load(data, **kwargs)
        held = found.pop("holding", None)
        if held is not None:
            found["hands"] = held
        return Sent(state_of(found.pop("options"), found.pop("dealer"), sent=sent(data), **found), held is not None)


def sent(data: Mapping[str, Any]) -> dict[str, Any]:
    """The variant and the options as the client sent them, without options that are null."""
    options = data.get("options") or {}
    if None in options.values():
        options = {name: value for name, value in options.items() if value is not None}
    return {"variant": data["variant"], "options": options}


class ValidateRequest(Body):
    """A state, and a move to be judged in it."""

    state = Inner(StateInput, STATE, required=True)
    move = Move("The move to be judged, with or without the seat that makes it: `JD`, `2:JD`.", "state", required=True)


class ApplyRequest(Body):
    """A state, the move to be made in it, and the seats whose views of what comes of it are wanted."""

    state = Inner(StateInput, STATE, required=True)
    move = Move("The move to be made, with or without the seat that makes it: `JD`, `2:JD`.", "state", required=True)
    seats = Seats("The seats for which `views` gives the new state as they may know it.", "state", default=())


class ViewRequest(Body):
    """A state, and the seat that looks at it."""

    state = Inner(StateInput, STATE, required=True)
    seat = Seat("The seat that looks; null for a spectator, who sees no hand.", "state", default=None)


class DealRequest(Body):
    """The first hand of a game, or any hand on its own."""

    variant = Variant(VARIANT)
    options = Options(OPTIONS)
    dealer = Seat("Who deals; drawn from the seed when left out.", "")
    score = Score(SCORE)
    players = Players(PLAYERS)
    seed = Text(SEED, "[A-Za-z0-9_-]{1,64}", "1 to 64 of the characters A–Z, a–z, 0–9, _ and -.")

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The fields, with what the client sent for the State to be dealt."""
        return super().load(data, **kwargs) | {"sent": sent(data)}


class NextDealRequest(Body):
    """The next hand of a game: the deal passes to the left, and the score is the one that the last hand left."""

    after = Inner(StateInput, "The hand before, played to its end.", required=True)
    seed = Text(SEED, "[A-Za-z0-9_-]{1,64}", "1 to 64 of the characters A–Z, a–z, 0–9, _ and -.")


class Either:
    """A body that is read by one schema when it has a certain field, and by another when it has not."""

    def __init__(self, key: str, having: Body, lacking: Body) -> None:
        self.key, self.having, self.lacking = key, having, lacking

    def load(self, data: Any) -> Any:
        """What the schema for this body makes of it."""
        has = isinstance(data, Mapping) and data.get(self.key) is not None
        return (self.having if has else self.lacking).load(data)
