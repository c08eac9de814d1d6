"""Players' names in place of seat numbers, wherever a state or the command line names a seat.

A name is compared without regard to case, and a space in it may be written `_`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

TOKEN = re.compile(r"[^\s/|]+")
UNKNOWN_HAND = ("??", "xx")


@dataclass(frozen=True, slots=True)
class Defect:
    """What is wrong at one place of a state, found before it is sent."""

    pointer: str
    detail: str
    hint: str


class NoSuchSeat(ValueError):
    """A word that names no seat, with a hint."""

    def __init__(self, detail: str, hint: str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.hint = hint


def key(name: str) -> str:
    """The form in which two spellings of a name are equal."""
    return "_".join(re.split(r"[\s_]+", name.strip())).casefold()


def players_of(state: dict[str, Any]) -> tuple[str, ...]:
    """The players' names of a state; none where they are missing or no names."""
    players = state.get("players")
    if isinstance(players, list) and all(isinstance(name, str) for name in players):
        return tuple(players)
    return ()


def name_of(seat: int, players: Sequence[str]) -> str:
    """What to call a seat."""
    return players[seat] if 0 <= seat < len(players) else f"seat {seat}"


def names_of(seats: Iterable[int], players: Sequence[str]) -> str:
    """What to call several seats together."""
    return " & ".join(name_of(seat, players) for seat in seats)


def number(word: str, players: Sequence[str]) -> int:
    """The seat that a number or a name names; raises NoSuchSeat."""
    if word.strip().isdecimal() and word.strip().isascii():
        return int(word)
    keys = [key(name) for name in players]
    found = [seat for seat, known in enumerate(keys) if known == key(word)]
    if len(found) == 1:
        return found[0]
    if found:
        raise NoSuchSeat(f"{word!r} may be {names_of(found, players)}", "write the seat's number")
    if not players:
        raise NoSuchSeat(f"{word!r} is no seat", "a seat is a number from 0; for names give the players")
    near = get_close_matches(key(word), keys, 1)
    known = ", ".join(players)
    hint = f"did you mean {players[keys.index(near[0])]}?" if near else f"the players are {known}"
    raise NoSuchSeat(f"nobody here is called {word!r}", hint)


def move(token: str, players: Sequence[str]) -> str:
    """A move whose prefix is the number of a seat; raises NoSuchSeat."""
    prefix, colon, rest = token.rpartition(":")
    return f"{number(prefix, players)}:{rest}" if colon and prefix.strip() else token


def numbered(state: dict[str, Any]) -> tuple[dict[str, Any], list[Defect]]:
    """The state with numbers for names and null for a hand written `??`, and the names that are nobody's."""
    players = players_of(state)
    defects: list[Defect] = []
    result = dict(state)

    def noted(pointer: str, value: str, read: Any) -> Any:
        try:
            return read(value, players)
        except NoSuchSeat as error:
            defects.append(Defect(pointer, error.detail, error.hint))
            return value

    if isinstance(state.get("dealer"), str):
        result["dealer"] = noted("/dealer", state["dealer"], number)
    moves = state.get("moves")
    if isinstance(moves, str):
        count = iter(range(len(moves)))
        result["moves"] = TOKEN.sub(lambda word: noted(f"/moves/{next(count)}", word[0], move), moves)
    elif isinstance(moves, list):
        result["moves"] = [
            noted(f"/moves/{index}", token, move) if isinstance(token, str) else token
            for index, token in enumerate(moves)
        ]
    for field in ("hands", "holding"):
        if isinstance(state.get(field), list):
            result[field] = [None if is_unknown(hand) else hand for hand in state[field]]
    return result, defects


def numbered_game(game: dict[str, Any]) -> tuple[dict[str, Any], list[Defect]]:
    """The same for a game: its dealer, and the deals, in which the players of the game are meant."""
    made, defects = numbered(game)
    deals = game.get("deals")
    if not isinstance(deals, list):
        return made, defects
    made["deals"] = list(deals)
    for index, deal in enumerate(deals):
        if isinstance(deal, dict):
            inner, found = numbered({**deal, "players": game.get("players")})
            made["deals"][index] = {name: inner[name] for name in deal}
            defects += [Defect(f"/deals/{index}{one.pointer}", one.detail, one.hint) for one in found]
    return made, defects


def is_unknown(hand: Any) -> bool:
    """Whether a hand says that nothing of it is known."""
    return isinstance(hand, str) and hand.strip().lower() in UNKNOWN_HAND
