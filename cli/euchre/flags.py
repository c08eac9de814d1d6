"""A state given by options: whole, or added to what a file holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any

import typer

from euchre import complete, seats
from euchre.files import FORMATS
from euchre.messages import Stop

Count = Callable[[Any], int]


@dataclass(frozen=True, slots=True)
class Given:
    """The options that give a state, or parts of one."""

    variant: Annotated[
        str | None,
        typer.Option("--variant", "-v", metavar="ID", help="The variant.", autocompletion=complete.variants),
    ] = None
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of it.", autocompletion=complete.options),
    ] = None
    dealer: Annotated[str | None, typer.Option(metavar="SEAT", help="Who deals.")] = None
    up: Annotated[str | None, typer.Option(metavar="CARD", help="The card turned up.")] = None
    hand: Annotated[
        list[str] | None, typer.Option(metavar="SEAT=CARDS", help='A hand as dealt: Ann="9H JD AC KC TS".')
    ] = None
    player: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A player, from seat 0 on.")] = None
    moves: Annotated[str | None, typer.Option(metavar="MOVES", help="Moves made, after those of a file.")] = None
    score: Annotated[str | None, typer.Option(metavar="POINTS", help="Points before the hand, a side each: '4 9'.")] = (
        None
    )
    format: Annotated[str | None, typer.Option(metavar="NAME", help=f"What the input is: {', '.join(FORMATS)}.")] = None

    def any(self) -> bool:
        """Whether any part of a state is given."""
        return any(getattr(self, field.name) is not None for field in fields(self) if field.name != "format")

    def of_one_hand(self) -> list[str]:
        """The options given that only one hand can have, not a whole game."""
        return [f"--{name}" for name in ("up", "hand", "moves", "score") if getattr(self, name) is not None]

    def added_to(self, state: dict[str, Any], seat_count: Count) -> Made:
        """The state with what the options say; `seat_count` tells how many seats a variant has.

        A value replaces the file's; options, hands and moves are added to it. Raises Stop.
        """
        made = dict(state)
        places: dict[str, str] = {}

        def put(field: str, value: Any, option: str) -> None:
            made[field] = value
            places[f"/{field}"] = option

        for field, value, option in (("variant", self.variant, "--variant"), ("up_card", self.up, "--up")):
            if value is not None:
                put(field, value, option)
        if self.player:
            put("players", self.player, "--player")
        players = seats.players_of(made)
        if self.dealer is not None:
            put("dealer", seat_of(self.dealer, players, "--dealer"), "--dealer")
        if self.score is not None:
            put("score", points_of(self.score), "--score")
        if self.option:
            given = options_of(self.option)
            made["options"] = {**_mapping(state.get("options")), **given}
            places |= {f"/options/{name}": f"--option {name}" for name in given}
        if self.hand:
            made["hands"] = _hands_of(made, seat_count)
            for seat, cards in (_hand_of(item, players, len(made["hands"])) for item in self.hand):
                made["hands"][seat] = cards
                places[f"/hands/{seat}"] = "--hand"
        if self.moves is not None:
            made["moves"] = _with_more(state.get("moves"), _moves_of(self.moves, players), places)
        return Made(made, places)


@dataclass(frozen=True, slots=True)
class Made:
    """A state, and the option that gave each part of it that options gave, by pointer."""

    state: dict[str, Any]
    places: dict[str, str]


def _hands_of(state: dict[str, Any], seat_count: Count) -> list[Any]:
    """The hands of a state, unknown ones where it has none."""
    hands = list(state["hands"]) if isinstance(state.get("hands"), list) else []
    count = len(hands) or len(seats.players_of(state)) or seat_count(state.get("variant"))
    return hands or [None] * count


def _hand_of(item: str, players: tuple[str, ...], count: int) -> tuple[int, str | None]:
    """Seat and cards of `SEAT=CARDS`; raises Stop."""
    name, equals, cards = item.partition("=")
    if not equals:
        raise Stop(f"--hand {item}: no seat is named", '--hand Ann="9H JD AC KC TS" gives Ann\'s hand')
    seat = seat_of(name, players, "--hand")
    if seat >= count:
        raise Stop(f"--hand {item}: the seats are 0 to {count - 1}")
    return seat, None if seats.is_unknown(cards) else cards


def _moves_of(text: str, players: tuple[str, ...]) -> list[str]:
    """The moves in a text, names before them turned into seats; raises Stop."""
    try:
        return [seats.move(token, players) for token in seats.TOKEN.findall(text)]
    except seats.NoSuchSeat as error:
        raise Stop(f"--moves: {error.detail}", error.hint) from error


def _with_more(moves: Any, more: list[str], places: dict[str, str]) -> Any:
    """Moves with more after them; notes at which places those stand."""
    text = isinstance(moves, str)
    made = len(seats.TOKEN.findall(moves)) if text else len(moves) if isinstance(moves, list) else 0
    places |= {f"/moves/{made + index}": "--moves" for index in range(len(more))}
    if text:
        return " ".join([moves, *more])
    return [*moves, *more] if isinstance(moves, list) else more


def seat_of(word: str, players: tuple[str, ...], option: str) -> int:
    """The seat that an option names; raises Stop."""
    try:
        return seats.number(word, players)
    except seats.NoSuchSeat as error:
        raise Stop(f"{option} {word}: {error.detail}", error.hint) from error


def options_of(items: list[str]) -> dict[str, Any]:
    """A variant's options from `NAME=VALUE` words: true, false and integers by their look, else text."""
    made: dict[str, Any] = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals or not name:
            raise Stop(f"--option {item}: no value", "write --option NAME=VALUE, such as stick_the_dealer=true")
        made[name] = {"true": True, "false": False}.get(value, _integer(value))
    return made


def points_of(text: str) -> list[int]:
    """Points, a side each, from `4 9` or `4,9`; raises Stop."""
    values = [_integer(word) for word in text.replace(",", " ").split()]
    if not values or not all(isinstance(value, int) for value in values):
        raise Stop(f"{text!r} are no points", "write a whole number for each side: '4 9'")
    return [int(value) for value in values]


def _integer(word: str) -> int | str:
    digits = word.removeprefix("-")
    return int(word) if digits.isdecimal() and digits.isascii() and len(digits) < 20 else word


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
