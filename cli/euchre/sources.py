"""STATE arguments: files, standard input, deals of EGN files, options; each a record to send."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from euchre import files, seats
from euchre.client.service import Service
from euchre.egn.read import read_game
from euchre.flags import Count, Given, Made
from euchre.games import Game, is_game, read_deals
from euchre.messages import Stop, warn
from euchre.nodes import BadNode
from euchre.record import Record

DEAL = re.compile(r"(?P<file>.+)#(?P<number>[0-9]+)")


@dataclass(frozen=True, slots=True)
class Records:
    """What the STATE arguments hold, read one by one; a file that cannot be read is a Stop in its place."""

    several: bool
    items: Iterator[tuple[str, Record | Stop]]


def records(names: list[str], given: Given, service: Service, games: bool = False) -> Records:
    """Every state that the arguments name; with `games` a game is one record. Raises Stop where they name none."""
    if names.count(files.STANDARD_INPUT) > 1:
        raise Stop("standard input can be read only once")
    if not names:
        if not given.any():
            raise Stop(
                "no state is given", "name a file, - for standard input, or give options such as --dealer and --up"
            )
        made = given.added_to({"variant": "euchre"}, seat_count(service))
        return Records(False, iter([("", _finished("", made, None))]))
    if len(names) > 1:
        return Records(True, (item for name in names for item in _opened(name, given, service, games)[1]))
    several, items = _opened(names[0], given, service, games)
    return Records(several, items)


def judged(names: list[str], given: Given, service: Service) -> Records:
    """Every record to be judged that the arguments name; a game is one."""
    return records(names, given, service, games=True)


def only(names: list[str], given: Given, service: Service) -> Record:
    """The one state that the arguments name; raises Stop."""
    found = records(names, given, service)
    _, record = next(found.items)
    if isinstance(record, Stop):
        raise record
    if found.several:
        raise Stop(f"{names[0]} holds several deals", f"name one of them: {names[0]}#1")
    return record


def state_and_move(words: list[str], given: Given, service: Service) -> tuple[Record, str]:
    """The state and the move that `[STATE] MOVE` names, a name before the move turned into a seat; raises Stop."""
    *names, move = words
    if len(names) > 1:
        raise Stop(f"one state and one move are wanted, not {len(words)} words", "put a move with a space in quotes")
    if not names and not given.any():
        raise Stop("a state or the move is missing", f"the word {move} was taken as the move")
    record = only(names, given, service)
    try:
        return record, seats.move(move, record.players)
    except seats.NoSuchSeat as error:
        raise Stop(f"{move}: {error.detail}", error.hint) from error


def seat_count(service: Service) -> Count:
    """A function that asks the service how many seats a variant has; 4 where it does not know it."""

    def count(variant: Any) -> int:
        name = variant.get("extends") if isinstance(variant, dict) else variant
        answer = service.get(f"/v1/variants/{quote(str(name), safe='')}")
        return int(answer.body["seats"]) if answer.ok else 4

    return count


def _opened(name: str, given: Given, service: Service, games: bool) -> tuple[bool, Iterator[tuple[str, Record | Stop]]]:
    """Whether a file holds several deals that are told apart, and its records."""
    deal = DEAL.fullmatch(name)
    wanted = int(deal["number"]) if deal and not Path(name).exists() else None
    try:
        source = files.read(deal["file"] if deal and wanted is not None else name, given.format)
        game = game_of(source, service)
        if game is None:
            if wanted is not None:
                raise Stop(f"{name}: only a game has numbered deals", f"{deal['file'] if deal else name} is one state")
            made = given.added_to(source.data, seat_count(service))
            return False, iter([(name, _finished(name, made, source))])
        if wanted is not None and not 1 <= wanted <= len(game.deals):
            raise Stop(f"{name}: the file has {len(game.deals)} deals")
    except Stop as stop:
        return False, iter([(name, stop)])
    for warning in game.warnings:
        warn(f"{source.name}: {warning}")
    if games and wanted is None and game.is_whole:
        return False, iter([(name, _whole(name, game, source, given, service))])
    several = wanted is None and len(game.deals) != 1
    return several, _deals(game, source, wanted, given, service)


def game_of(source: files.Source, service: Service) -> Game | None:
    """The game in a file; None where it holds one state. Raises Stop that names the line."""
    try:
        if source.format == "egn":
            return read_game(source.data)
        return read_deals(source.data, seat_count(service)) if is_game(source.data) else None
    except BadNode as error:
        raise Stop(f"{source.place(error.pointer)}: {error}") from error


def _whole(name: str, game: Game, source: files.Source, given: Given, service: Service) -> Record | Stop:
    """A game as one record."""
    if wrong := given.of_one_hand():
        return Stop(f"{', '.join(wrong)}: {name} is a game of several hands", f"name one of them: {name}#1")
    try:
        return _finished(name, given.added_to(game.body, seat_count(service)), source, game.written)
    except Stop as stop:
        return stop


def _deals(
    game: Game, source: files.Source, wanted: int | None, given: Given, service: Service
) -> Iterator[tuple[str, Record | Stop]]:
    """The deals of a game, each with the score that those before it came to by the service's own ruling."""
    score = {} if game.score is None else {"score": list(game.score)}
    for number, deal in enumerate(game.deals, 1):
        label = f"{source.name}#{number}" if len(game.deals) > 1 else source.name
        record: Record | Stop
        try:
            made = given.added_to({**deal.state, **({} if "score" in deal.state else score)}, seat_count(service))
            record = _finished(label, made, source, deal.written)
        except Stop as stop:
            record = stop
        if wanted in (None, number):
            yield label, record
        if number in (wanted, len(game.deals)):
            return
        answer = service.post("score", record.state) if isinstance(record, Record) else None
        if answer and answer.ok and answer.body["over"]:
            score = {"score": answer.body["result"]["score"]}
        else:
            score = {"score": deal.state["score"]} if "score" in deal.state else score
            warn(f"{label} has no result; the next deal is taken to start from the same score")


def _finished(
    label: str, made: Made, source: files.Source | None, written: Mapping[str, str] | None = None
) -> Record | Stop:
    """The record of a state, its names turned into numbers; a Stop that lists the names which are nobody's."""
    state, defects = (seats.numbered_game if is_game(made.state) else seats.numbered)(made.state)
    record = Record(label, state, source, written or {}, made.places)
    if not defects:
        return record
    lines = [f"{record.place(defect.pointer) or defect.pointer}: {defect.detail}" for defect in defects]
    return Stop("\n".join(lines), *dict.fromkeys(defect.hint for defect in defects))
