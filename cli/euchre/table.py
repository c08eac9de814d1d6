"""The table as a picture: who sits where, what lies on it, and what stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from euchre import render
from euchre.cards import JOKER, LED_WORDS, SAME_COLOUR, SUIT_WORDS, UNKNOWN
from euchre.seats import name_of, names_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

# Clockwise from the seat at the bottom, as one sees it who sits there.
PLACES = {2: ("bottom", "top"), 3: ("bottom", "left", "right"), 4: ("bottom", "left", "top", "right")}
SUIT_ORDER, RANK_ORDER = "SHCD", "AKQJT987"
GAP = 3


@dataclass(frozen=True, slots=True)
class Place:
    """What is drawn at one seat: its name, its hand, the card it has played to the trick."""

    name: Text
    hand: Text
    played: Text


def draw(screen: Console, position: dict[str, Any], players: Sequence[str], viewer: int = 0) -> None:
    """Print the table of a position, `viewer` at the bottom, and below it what stands."""
    seats = len(position["hands"])
    at = {PLACES[seats][(seat - viewer) % seats]: _place(position, seat, players) for seat in range(seats)}
    for line in _picture(at):
        line.rstrip()
        screen.print(line)
    screen.print()
    render.facts(screen, _facts(position, players), narrowest=10)


def in_order(cards: Sequence[str], trump: str | None) -> list[str]:
    """A hand sorted to be read: trumps first with the bowers in front, then the suits, unknown cards last."""

    def rank(code: str) -> tuple[int, int, int]:
        if code == JOKER:
            return 0, 0, 0
        if code == UNKNOWN:
            return 9, 0, 0
        if code[0] == "J" and trump in SAME_COLOUR and code[1] in (trump, SAME_COLOUR[trump]):
            return 0, 1, int(code[1] != trump)
        group = 0 if code[1] == trump else 1 + SUIT_ORDER.index(code[1])
        return group, 2, RANK_ORDER.index(code[0])

    return sorted(cards, key=rank)


def barred_cards(position: dict[str, Any]) -> set[str]:
    """The cards that the seat to act holds and may not play, by the rulings of the position."""
    return {item["card"] for item in position.get("rulings", ()) if item["kind"] == "card" and item["legal"] is False}


def _place(position: dict[str, Any], seat: int, players: Sequence[str]) -> Place:
    from rich.text import Text

    acts = position["seat"] == seat
    marks = [
        word
        for word, holds in (
            ("dealer", position["dealer"] == seat),
            ("alone", seat in position["alone"]),
            ("sits out", seat in position["sitting_out"]),
            ("to act", acts),
        )
        if holds
    ]
    name = Text(name_of(seat, players), "bold" if acts else "")
    if marks:
        name.append(f" ({', '.join(marks)})", render.QUIET)
    barred = barred_cards(position) if acts else set()
    hand = [render.card(code, code in barred) for code in in_order(position["hands"][seat], position["trump"])]
    return Place(name, render.joined(hand), _played(position["trick"], seat))


def _played(trick: dict[str, Any] | None, seat: int) -> Text:
    """The card of a seat in the trick in progress, marked where it leads or wins."""
    from rich.text import Text

    for play in trick["plays"] if trick else ():
        if trick and play["seat"] == seat:
            text = render.card(play["card"])
            text.append("*" if trick["winning"] == seat else "")
            text.append(" led" if trick["leader"] == seat else "", render.QUIET)
            return text
    return Text()


def _picture(at: dict[str, Place]) -> list[Text]:
    """The lines of the table: the top seat, the left and right ones with the trick between them, the bottom seat."""
    from rich.text import Text

    none = Place(Text(), Text(), Text())
    top, left, right, bottom = (at.get(place, none) for place in ("top", "left", "right", "bottom"))
    inner = (top.name, top.hand, bottom.name, bottom.hand, top.played, bottom.played)
    middle = max([text.cell_len for text in inner] + [left.played.cell_len + right.played.cell_len + GAP])
    side = max(left.name.cell_len, left.hand.cell_len)

    def line(west: Text, centre: Text, east: Text) -> Text:
        first, second = west.copy(), centre.copy()
        first.align("left", side + GAP)
        second.align("center", middle)
        return first + second + Text(" " * GAP) + east

    between = Text(" " * (middle - left.played.cell_len - right.played.cell_len))
    across = left.played + between + right.played
    return [
        line(Text(), top.name, Text()),
        line(Text(), top.hand, Text()),
        line(Text(), top.played, Text()),
        line(left.name, across, right.name),
        line(left.hand, Text(), right.hand),
        line(Text(), bottom.played, Text()),
        line(Text(), bottom.hand, Text()),
        line(Text(), bottom.name, Text()),
    ]


def _facts(position: dict[str, Any], players: Sequence[str]) -> list[tuple[str, str]]:
    """What stands, a name and a sentence each."""
    sides = position["sides"]
    facts = [("game", position["variant"]["name"])]
    if position["up_card"]:
        turned = " (turned down)" if position["turned_down"] else ""
        facts.append(("up-card", position["up_card"] + turned))
    if position["trump"]:
        makers = render.side_name(position["makers"], sides, players)
        said = f"{name_of(position['caller'], players)} said {position['contract']}"
        facts.append(("trump", f"{SUIT_WORDS[position['trump']]}; {said}, makers: {makers}"))
    elif position["contract"]:
        facts.append(("bid", f"{position['contract']} by {name_of(position['caller'], players)}"))
    for name, field in (("alone", "alone"), ("sits out", "sitting_out")):
        if position[field]:
            facts.append((name, names_of(position[field], players)))
    if position["trick"] and position["trick"]["plays"]:
        facts.append(("trick", _trick(position, players)))
    if position["trump"]:
        taken = [sum(position["tricks_won"][seat] for seat in side) for side in sides]
        facts.append(("tricks", render.per_side(taken, sides, players)))
    facts.append(("score", render.per_side(position["score"], sides, players)))
    if position["result"]:
        facts.append(("result", position["result"]["ruling"]["reason"]))
        facts.append(("now", render.per_side(position["result"]["score"], sides, players)))
    else:
        facts.append(("turn", render.to_act(position["seat"], position["phase"], players)))
    return facts


def _trick(position: dict[str, Any], players: Sequence[str]) -> str:
    trick = position["trick"]
    led = f"{name_of(trick['leader'], players)} led {LED_WORDS[trick['led']]}"
    winning = "" if trick["winning"] is None else f", {name_of(trick['winning'], players)} is winning (*)"
    return f"number {len(position['tricks']) + 1}: {led}{winning}"
