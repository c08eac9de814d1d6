"""Text for people: names, cards, sentences; coloured on a terminal only."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from euchre.cards import JOKER, UNKNOWN
from euchre.messages import printable
from euchre.seats import name_of, names_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

SUIT_STYLES = {"S": "bold", "H": "bold red", "D": "bold magenta", "C": "bold green"}
JOKER_STYLE, UNKNOWN_STYLE, QUIET = "bold yellow", "dim", "dim"
NARROWEST = 40


def console() -> Console:
    """The console for standard output: it colours on a terminal unless NO_COLOR is set."""
    from rich.console import Console

    return Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)


def plain(text: str) -> Text:
    """Text without a style."""
    from rich.text import Text

    return Text(text)


def strong(text: str) -> Text:
    """Text that stands out on a terminal."""
    from rich.text import Text

    return Text(text, "bold")


def quiet(text: str) -> Text:
    """Text that stands back on a terminal."""
    from rich.text import Text

    return Text(text, QUIET)


def card(code: str, barred: bool = False) -> Text:
    """A card in the colour of its suit; one that may not be played now is dimmed and in brackets."""
    from rich.text import Text

    if barred:
        return Text(f"({code})", QUIET)
    style = JOKER_STYLE if code == JOKER else UNKNOWN_STYLE if code == UNKNOWN else SUIT_STYLES.get(code[-1:], "")
    return Text(code, style)


def move(token: str) -> Text:
    """A move, coloured where it is a card."""
    from rich.text import Text

    is_card = token == JOKER or (len(token) == 2 and token[1] in SUIT_STYLES)
    return card(token) if is_card else Text(token, "bold")


def joined(parts: Iterable[Text], between: str = " ") -> Text:
    """Pieces of text put together."""
    from rich.text import Text

    return Text(between).join(parts)


def sentence(screen: Console, head: Text, text: str, rule: str | None = None, indent: str = "  ") -> None:
    """A line `HEAD  sentence [rule]`, wrapped under itself on a terminal."""
    from rich.text import Text

    body = printable(text) + (f" [{rule}]" if rule else "")
    room = max(NARROWEST, screen.width - head.cell_len - len(indent))
    lines = textwrap.wrap(body, room, break_on_hyphens=False) if screen.is_terminal else [body]
    rest = "\n" + " " * (len(indent) + head.cell_len)
    said = Text(rest.join(lines) if lines else "")
    if rule:
        said.highlight_regex(re.escape(f"[{rule}]") + "$", QUIET)
    screen.print(Text(indent) + head + said)


def rulings(screen: Console, items: Sequence[dict[str, Any]]) -> None:
    """One line for each ruling: the move and why."""
    width = max((len(item["move"]) for item in items), default=0) + 2
    for item in items:
        head = move(item["move"])
        head.pad_right(width - head.cell_len)
        sentence(screen, head, item["reason"], item["rule"])


def facts(screen: Console, items: Sequence[tuple[str, str]], narrowest: int = 0) -> None:
    """Names in a column at least so wide, and beside each what it says."""
    width = max([narrowest, *(len(name) + 2 for name, _ in items)])
    for name, text in items:
        sentence(screen, plain(name.ljust(width)), text, None, "")


def sides_of(count: int, players: Sequence[str]) -> list[str]:
    """What to call each of so many sides: partners sit every other seat, or each seat is a side (contract §3)."""
    if not players:
        return [f"side {side}" for side in range(count)]
    return [names_of(range(side, len(players), count), players) for side in range(count)]


def side_name(side: int, sides: Sequence[Sequence[int]], players: Sequence[str]) -> str:
    """What to call a side."""
    return names_of(sides[side], players) if side < len(sides) else f"side {side}"


def per_side(values: Sequence[int], sides: Sequence[Sequence[int]], players: Sequence[str]) -> str:
    """A number for each side with its name."""
    return ", ".join(f"{side_name(side, sides, players)}: {value}" for side, value in enumerate(values))


def to_act(seat: int | None, phase: str, players: Sequence[str]) -> str:
    """Who is to do what now."""
    if phase == "over":
        return "The hand is over."
    if seat is None:
        return f"Whose turn it is does not follow from what is known ({phase})."
    return f"{name_of(seat, players)} to act ({phase})."
