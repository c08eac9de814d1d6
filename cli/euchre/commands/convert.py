"""`euchre convert`: a state or a game from one format into another."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from euchre import written
from euchre.client.service import Service
from euchre.egn.made import egn_of
from euchre.files import FORMATS, STANDARD_INPUT, SUFFIXES
from euchre.flags import Given
from euchre.games import is_game
from euchre.messages import Stop
from euchre.options import Server, service_at, spread
from euchre.record import Record
from euchre.sources import judged

EXAMPLES = (
    "euchre convert hand.toml hand.json",
    "euchre convert game.egn game.toml",
    "euchre convert hand.yaml - --to json | euchre legal -",
)
WRITERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "json": written.as_json,
    "toml": written.as_toml,
    "yaml": written.as_yaml,
    "egn": lambda document: json.dumps(document, ensure_ascii=False, indent=1) + "\n",
}

Source = Annotated[str, typer.Argument(metavar="IN", help="A file, FILE.egn#N for its Nth deal, - for standard input.")]
Target = Annotated[str, typer.Argument(metavar="OUT", help="The file to write, - for standard output.")]
From = Annotated[str | None, typer.Option("--from", metavar="NAME", help=f"What IN is: {', '.join(FORMATS)}.")]
To = Annotated[str | None, typer.Option("--to", metavar="NAME", help="What OUT shall be; else its ending says it.")]
Lossy = Annotated[bool, typer.Option("--lossy", help="Into EGN: leave out rules and scores that it has no word for.")]


@spread
def convert(
    source: Source, target: Target, from_: From = None, to: To = None, lossy: Lossy = False, server: Server = None
) -> None:
    """Write a state or a game in another format.

    Formats: json, toml, yaml, and egn for games of euchre. Nothing is ruled.
    """
    kind = _format(target, to)
    service = service_at(server)
    record = _read(source, from_, service)
    document = egn_of(record, service, lossy) if kind == "egn" else _document(record, kind)
    try:
        text = WRITERS[kind](document)
    except written.CannotHold as error:
        raise Stop(
            f"{record.place(error.pointer) or error.pointer}: {kind} cannot hold this: {error.detail}"
        ) from error
    _write(target, text)


def _format(target: str, to: str | None) -> str:
    """The format to write; raises Stop."""
    kind = to or SUFFIXES.get(Path(target).suffix.lower())
    if kind is None:
        raise Stop(f"what shall {target} be?", f"--to says it: {', '.join(FORMATS)}")
    if kind not in FORMATS:
        raise Stop(f"--to {kind} is not known", "it is one of " + ", ".join(FORMATS))
    return kind


def _read(source: str, kind: str | None, service: Service) -> Record:
    """What is to be converted; raises Stop."""
    _, record = next(judged([source], Given(format=kind), service).items)
    if isinstance(record, Stop):
        raise record
    return record


def _document(record: Record, kind: str) -> dict[str, Any]:
    """The value to write: what a state file holds, unchanged; else the game, or the deal of it, as a state file."""
    source = record.source
    if source is not None and source.format != "egn" and is_game(source.data) == record.is_game:
        return dict(source.data)
    return record.state if kind == "json" else _readable(record.state)


def _readable(state: Mapping[str, Any]) -> dict[str, Any]:
    """A state with its cards and moves as texts, a stroke before each trick."""
    made = dict(state)
    if isinstance(made.get("deals"), list):
        made["deals"] = [_readable(deal) for deal in made["deals"]]
    if isinstance(made.get("hands"), list):
        made["hands"] = [_joined(hand) for hand in made["hands"]]
    if "kitty" in made:
        made["kitty"] = _joined(made["kitty"])
    if isinstance(made.get("moves"), list):
        made["moves"] = _with_strokes(made["moves"])
    return made


def _joined(cards: Any) -> Any:
    return " ".join(cards) if isinstance(cards, list) else cards


def _with_strokes(moves: list[str]) -> str:
    """The moves in one line; as many cards are a trick as seats play."""
    loners = sum(move.endswith(("-alone", ":alone")) for move in moves)
    words: list[str] = []
    cards = 0
    for move in moves:
        if len(move.rpartition(":")[2]) == 2:
            words += ["/"] * (cards % (4 - loners) == 0)
            cards += 1
        words.append(move)
    return " ".join(words)


def _write(target: str, text: str) -> None:
    data = text.encode("utf-8", "backslashreplace")
    if target == STANDARD_INPUT:
        typer.echo(data, nl=False)
        return
    try:
        Path(target).write_bytes(data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Stop(f"{target}: {reason}") from error
