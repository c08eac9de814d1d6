"""A record to send: one state or one game, and where each part of it was written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from euchre import files, seats
from euchre.games import is_game


@dataclass(frozen=True, slots=True)
class Record:
    """One state or one game to send, and where each part of it was written."""

    label: str
    state: dict[str, Any]
    source: files.Source | None = None
    written: Mapping[str, str] = field(default_factory=dict)
    by_option: Mapping[str, str] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, if the state has them."""
        return seats.players_of(self.state)

    @property
    def is_game(self) -> bool:
        """Whether it is a whole game, not one state."""
        return is_game(self.state)

    def place(self, pointer: str) -> str | None:
        """`FILE:LINE` of what a pointer into the state names, or the option that gave it; None for neither."""
        option, _ = _beginning(pointer, self.by_option)
        if option is not None or self.source is None:
            return option
        place, rest = _beginning(pointer, self.written)
        return self.source.place(pointer if place is None else place + rest)


def _beginning(pointer: str, known: Mapping[str, str]) -> tuple[str | None, str]:
    """What is known for the longest beginning of a pointer, and the rest of the pointer after it."""
    end = len(pointer)
    while end > 0:
        if pointer[:end] in known:
            return known[pointer[:end]], pointer[end:]
        end = pointer.rfind("/", 0, end)
    return None, pointer
