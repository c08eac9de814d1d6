"""What a judge found, told to people: a table of what was wrong, how it is proven, what it costs, and the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from euchre import render
from euchre.record import Record
from euchre.seats import TOKEN, name_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Place = Callable[[str], str | None]
Row = tuple[str, ...]
HEAD: Row = ("where", "move", "trick", "player", "made", "rule")
FIELDS = {"game.dealer": "dealer", "game.score-before": "score", "game.score-recorded": "recorded_score"}
INDENT = " " * 6
UNFINISHED = "none: the hand is not over"


def told(record: Record, body: dict[str, Any]) -> None:
    """Print what was found in a record of one hand."""
    screen = render.console()
    _verdict(screen, body)
    _hand(screen, record.state, body, record.place, record.players)


def told_of_game(record: Record, body: dict[str, Any]) -> None:
    """Print what was found in a game: hand by hand, between the hands, and how it ended."""
    screen = render.console()
    players = record.players
    found = len(body["violations"]) + sum(len(deal["violations"]) for deal in body["deals"])
    screen.print(
        render.strong(f"{body['verdict']}: {_count(len(body['deals']), 'deal')}, {_count(found, 'violation')}")
    )
    for index, deal in enumerate(body["deals"]):
        pointer = f"/deals/{index}"
        line = _scored(deal["result"], players) if deal["verdict"] == "clean" else deal["summary"]
        render.sentence(screen, _verdict_word(f"deal {deal['number']}: ", deal["verdict"]), line, None, "")
        if deal["verdict"] != "clean":
            _hand(screen, record.state["deals"][index], deal, _below(record.place, pointer), players)
    for found in body["violations"]:
        _between(screen, found, record.place, players)
    if body["score"] is not None:
        sides = render.sides_of(len(body["score"]), players)
        render.facts(screen, [("score", _per_side(body["score"], sides))])
        if body["winner"] is not None:
            screen.print(f"{sides[body['winner']]} won the game.")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _below(place: Place, pointer: str) -> Place:
    return lambda inner: place(pointer + inner)


def _verdict(screen: Console, body: dict[str, Any]) -> None:
    render.sentence(screen, _verdict_word("", body["verdict"]), body["summary"], None, "")


def _verdict_word(before: str, verdict: str) -> Text:
    return render.strong(f"{before}{verdict}  ")


def _hand(screen: Console, state: dict[str, Any], body: dict[str, Any], place: Place, players: tuple[str, ...]) -> None:
    """The findings in one hand, and its result with and without the penalties."""
    moves = _moves(state)
    for title, found in (("", body["violations"]), ("open questions", body["open"])):
        if found:
            screen.print(f"\n{title}:" if title else "")
            _table(screen, found, moves, place, players)
    if body["violations"] or body["open"]:
        screen.print()
    facts = [("result", _result(body["result"], players))]
    if body["result"] != body["result_as_played"]:
        facts.append(("as played", _result(body["result_as_played"], players)))
    render.facts(screen, facts)


def _moves(state: dict[str, Any]) -> list[Any]:
    """The moves as sent, a word each."""
    moves = state.get("moves") or []
    return TOKEN.findall(moves) if isinstance(moves, str) else list(moves)


def _table(
    screen: Console, found: Sequence[dict[str, Any]], moves: Sequence[Any], place: Place, players: tuple[str, ...]
) -> None:
    rows = [HEAD, *(_row(one, place, players) for one in found)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    screen.print(render.quiet(f"  {lines[0]}"))
    for line, one in zip(lines[1:], found, strict=True):
        screen.print(render.strong(f"  {line}"))
        for name, text in _says(one, moves, players):
            render.sentence(screen, render.plain(f"{name}: " if name else ""), text, None, INDENT)


def _row(one: dict[str, Any], place: Place, players: tuple[str, ...]) -> Row:
    trick = "-" if one["trick"] is None else f"{one['trick']}.{one['place']}"
    player = "-" if one["seat"] is None else name_of(one["seat"], players)
    return place(f"/moves/{one['index']}") or "", str(one["index"]), trick, player, one["move"], one["rule"]


def _says(one: dict[str, Any], moves: Sequence[Any], players: tuple[str, ...]) -> list[tuple[str, str]]:
    """What there is to say of a finding: why, how it is proven or could be settled, and what follows."""
    lines = [("", one["reason"])]
    if one["evidence"]:
        shown = [f"move {index} ({moves[index]})" for index in one["evidence"] if index < len(moves)]
        lines.append(("proof", ", ".join(shown)))
    elif one["rule"] == "play.follow-suit" and one["facts"].get("held"):
        lines.append(("proof", "the cards that the record gives this seat"))
    for need in one.get("needs", ()):
        cards = " or ".join(need["cards"]) or "the card"
        lines.append(("to settle", f"whether {name_of(need['seat'], players)} had {cards}"))
    if one["penalty"] and any(one["penalty"]):
        lines.append(("penalty", _per_side(one["penalty"], render.sides_of(len(one["penalty"]), players))))
    lines.append(("then", one["consequence"]))
    return lines


def _between(screen: Console, found: dict[str, Any], place: Place, players: tuple[str, ...]) -> None:
    """Something wrong between the hands of a game."""
    pointer = f"/deals/{found['deal'] - 1}"
    field = FIELDS.get(found["rule"])
    where = place(f"{pointer}/{field}" if field else pointer)
    head = render.strong(f"{where + ', ' if where else ''}deal {found['deal']}: ")
    render.sentence(screen, head, found["reason"], found["rule"], "")
    if field:
        for name, value in (("written", found["found"]), ("right", found["expected"])):
            render.sentence(screen, render.plain(f"{name}: "), _value(value, players), None, INDENT)


def _value(value: Any, players: tuple[str, ...]) -> str:
    """A dealer or a score in words."""
    if isinstance(value, list):
        return _per_side(value, render.sides_of(len(value), players))
    return name_of(value, players)


def _result(result: dict[str, Any] | None, players: tuple[str, ...]) -> str:
    """A result in one line: what it is called, why, and the points."""
    if result is None:
        return UNFINISHED
    return f"{_scored(result, players)}. {result['ruling']['reason']}"


def _scored(result: dict[str, Any] | None, players: tuple[str, ...]) -> str:
    if result is None:
        return UNFINISHED
    sides = render.sides_of(len(result["points"]), players)
    points, score = _per_side(result["points"], sides), _per_side(result["score"], sides)
    return f"{result['outcome']}, {points}; score {score}"


def _per_side(values: Sequence[int], sides: Sequence[str]) -> str:
    return ", ".join(f"{side}: {value}" for side, value in zip(sides, values, strict=True))
