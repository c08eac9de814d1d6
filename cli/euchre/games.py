"""A game as a file tells it: its deals, each a state of its own, and the whole as judge-game takes it (contract §8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from euchre import seats
from euchre.nodes import BadNode

COMMON = ("variant", "options", "players")
RECORDED = "recorded_score"
SeatCount = Callable[[Any], int]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as a state; `written` leads from pointers into it to pointers into the file."""

    state: dict[str, Any]
    written: dict[str, str]


@dataclass(frozen=True, slots=True)
class Game:
    """A recorded game: its deals in order, the score it began with, and what of the file is not taken over.

    `body` is the whole as it is sent to be judged, `written` leads from pointers into it to pointers into the file.
    """

    deals: tuple[Deal, ...]
    body: dict[str, Any]
    score: tuple[int, ...] | None = None
    warnings: tuple[str, ...] = ()
    written: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """Whether it is to be judged as a game: one hand of an EGN file, with no score written after it, is not."""
        return len(self.deals) > 1 or self.score is None or RECORDED in self.body["deals"][-1]


def is_game(data: Mapping[str, Any]) -> bool:
    """Whether a file's value has several deals in place of one state."""
    return "deals" in data


def read_deals(data: dict[str, Any], seat_count: SeatCount) -> Game:
    """The game of a state file with `deals`; raises BadNode with a pointer into it."""
    deals = data["deals"]
    if not isinstance(deals, list) or not deals or not all(isinstance(deal, dict) for deal in deals):
        raise BadNode("/deals", "the deals of a game are a list of objects, one at least")
    players = seats.players_of(data)
    count = seat_count(data.get("variant", "euchre"))
    common = {name: data[name] for name in COMMON if data.get(name) is not None}
    dealer, dealer_at = data.get("dealer"), "/dealer"
    made: list[Deal] = []
    for index, deal in enumerate(deals):
        place = f"/deals/{index}"
        if deal.get("dealer") is not None:
            dealer, dealer_at = deal["dealer"], f"{place}/dealer"
        state = {**common, **({} if dealer is None else {"dealer": dealer})}
        state |= {name: value for name, value in deal.items() if name not in ("dealer", RECORDED)}
        made.append(Deal(state, {f"/{name}": f"{place}/{name}" for name in deal} | {"/dealer": dealer_at}))
        dealer = _next(dealer, players, count)
    return Game(tuple(made), data)


def _next(dealer: Any, players: tuple[str, ...], count: int) -> int | None:
    """Who deals after a seat or a name; None where that is no seat."""
    try:
        seat = seats.number(dealer, players) if isinstance(dealer, str) else dealer
    except seats.NoSuchSeat:
        return None
    return (seat + 1) % count if type(seat) is int else None


def whole(
    deals: tuple[Deal, ...], score: tuple[int, ...], final: tuple[int, ...] | None
) -> tuple[dict[str, Any], dict[str, str]]:
    """The body that has a game judged, made of deals under the same rules, and where its parts were written.

    `score` is the one before the first deal, `final` the one written down after the last.
    """
    body: dict[str, Any] = {name: deals[0].state[name] for name in COMMON if name in deals[0].state}
    body["deals"] = [{name: value for name, value in deal.state.items() if name not in COMMON} for deal in deals]
    body["deals"][0]["score"] = list(score)
    if final is not None:
        body["deals"][-1][RECORDED] = list(final)
    written = {
        f"/deals/{index}{pointer}": place for index, deal in enumerate(deals) for pointer, place in deal.written.items()
    }
    return body, written
