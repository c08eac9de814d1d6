"""A house rule book (rulebook §6) printed like a rule sheet: what it fixes, all options in force, what hands score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from euchre import complete, render
from euchre.client.service import Service

if TYPE_CHECKING:
    from rich.console import Console

ALL_TRICKS = ("ask", "moon", "little-pepper", "big-pepper")


@dataclass(frozen=True, slots=True)
class House:
    """A book as it was written, the variant that the service made of it, and the page of the book it extends."""

    book: dict[str, Any]
    variant: dict[str, Any]
    page: dict[str, Any]

    @property
    def hand_size(self) -> int:
        """How many cards a seat is dealt, which is how many tricks there are."""
        return int(self.book.get("hand_size") or self.page["hand_size"])


def show(screen: Console, service: Service, book: dict[str, Any], variant: dict[str, Any]) -> None:
    """Print the sheet of a book that the service has accepted as this variant."""
    page = service.get(f"/v1/variants/{quote(variant['id'], safe='')}").body
    house = House(book, variant, page)
    screen.print(render.strong(variant["name"]))
    if book.get("summary"):
        render.sentence(screen, render.plain(""), book["summary"], None, "")
    render.facts(
        screen,
        [
            ("extends", f"{page['name']} ({variant['id']}, revision {variant['revision']})"),
            ("cards", f"{house.hand_size} each, {page['seats']} seats"),
            ("digest", variant["digest"]),
        ],
    )
    screen.print(render.strong("\nOptions (* differs from the book it extends)"))
    render.facts(screen, [_option(name, value, page) for name, value in variant["options"].items()])
    screen.print(render.strong("\nPoints by the tricks of the makers: makers/others"))
    for line in _scores(house, service):
        screen.print(line)


def _option(name: str, value: Any, page: dict[str, Any]) -> tuple[str, str]:
    schema = page["options"]["properties"][name]
    said = next((note["title"] for note in complete.values(schema) if note["const"] == value), "")
    return f"{'  ' if schema['default'] == value else '* '}{name}", f"{complete.spelled(value)}  {said}".rstrip()


def _scores(house: House, service: Service) -> Iterator[str]:
    """What every hand is worth, as the service rules it: a line for each way to play one, a column for each count."""
    rows = [["", *map(str, range(house.hand_size + 1))]]
    for name, call, alone in _calls(house):
        results = [_result(house, service, call, alone, tricks) for tricks in range(house.hand_size + 1)]
        if any(results):
            rows.append([name, *map(_points, results)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])


def _calls(house: House) -> list[tuple[str, str, list[int]]]:
    """Ways to play a hand: what to call each, the call, and the seats that play alone."""
    page, options = house.page, house.variant["options"]
    if page["auction"] != "turn-up":
        bids = [action for action in page["actions"] if action.startswith("bid-") or action in ALL_TRICKS]
        return [(bid, bid, []) for bid in sorted(bids, key=_rank)]
    ways = [("together", "order", list[int]())]
    if page["seats"] > 2 and options.get("alone") != "off":
        ways.append(("alone", "order", [0]))
        if options.get("defend_alone") != "off":
            ways += [("lone defender", "order", [1]), ("both alone", "order", [0, 1])]
    return ways


def _rank(bid: str) -> int:
    """Where a bid stands: bids of a number first, in their order."""
    return ALL_TRICKS.index(bid) + 100 if bid in ALL_TRICKS else int(bid.rpartition("-")[2])


def _result(house: House, service: Service, call: str, alone: list[int], tricks: int) -> dict[str, Any] | None:
    """The result of a hand that seat 0 made; None for one that the book does not have."""
    rest = house.hand_size - tricks
    others = [rest] + [0] * (len(house.page["sides"]) - 2)
    body = {"variant": house.book, "call": call, "caller": 0, "alone": alone, "tricks": [tricks, *others]}
    answer = service.post("rulings/score", body)
    return answer.body["result"] if answer.ok else None


def _points(result: dict[str, Any] | None) -> str:
    """The points of a result; of several others who each score, what one of them does."""
    if result is None:
        return "-"
    makers, *others = result["points"]
    return f"{makers}/{max(others)}"
