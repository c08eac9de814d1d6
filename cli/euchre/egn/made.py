"""What is to be written in Euchre Game Notation, from a record: its rules in full, its moves with their seats."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import typer

from euchre import exits, problems
from euchre.client.service import Service
from euchre.egn.phases import Step
from euchre.egn.write import Told, lost_rules, write_game
from euchre.games import RECORDED, Deal, read_deals
from euchre.messages import Stop, warn
from euchre.record import Record
from euchre.seats import TOKEN, players_of
from euchre.written import CannotHold

SEATS = 4
LOSSY = "--lossy leaves out what EGN has no word for"


def egn_of(record: Record, service: Service, lossy: bool) -> dict[str, Any]:
    """The EGN document of a state or a game; raises Stop for what the notation cannot hold.

    With `lossy` rules and scores that it has no word for are left out with a warning; moves and cards never.
    """
    deals = read_deals(record.state, lambda _: SEATS).deals if record.is_game else (Deal(record.state, {}),)
    options, lost = _rules(record, service, len(deals))
    score = deals[0].state.get("score") or [0, 0]
    lost += [f"the score before deal {number}" for number, deal in enumerate(deals[1:], 2) if "score" in deal.state]
    written = [deal.get(RECORDED) for deal in record.state.get("deals", ())]
    lost += [f"the score recorded after deal {number}" for number, one in enumerate(written[:-1], 1) if one]
    if lost and not lossy:
        raise Stop(f"EGN cannot hold {', '.join(lost)}", LOSSY)
    for text in lost:
        warn(f"left out: {text}")
    told = [_told(index, deal, record, service) for index, deal in enumerate(deals)]
    try:
        return write_game(options, players_of(record.state), (score, written[-1] if written else None), told)
    except CannotHold as error:
        raise Stop(f"{record.place(error.pointer) or error.pointer}: EGN cannot hold {error.detail}") from error


def _rules(record: Record, service: Service, deals: int) -> tuple[dict[str, Any], list[str]]:
    """All options with their effective values, and those that would be lost; raises Stop for another game."""
    variant = record.state.get("variant", "euchre")
    if not isinstance(variant, str):
        raise Stop(f"{record.place('/variant')}: EGN cannot hold a rule book of one's own", "it holds games of euchre")
    answer = service.get(f"/v1/variants/{quote(variant, safe='')}")
    if not answer.ok or answer.body["id"] != "euchre":
        raise Stop(f"{record.place('/variant')}: EGN cannot hold {variant}", "it holds games of euchre")
    defaults = {name: schema["default"] for name, schema in answer.body["options"]["properties"].items()}
    given = {name: value for name, value in (record.state.get("options") or {}).items() if value is not None}
    options = {**defaults, **given}
    return options, lost_rules(options, defaults, deals)


def _told(index: int, deal: Deal, record: Record, service: Service) -> Told:
    """A deal with its moves in full; as they were sent where one of them is illegal. Raises Stop."""
    pointer = f"/deals/{index}" if record.is_game else ""
    answer = service.post("position", deal.state, explain="none")
    if answer.ok:
        steps = [Step(made["move"], made["seat"], sure=True) for made in answer.body["history"]]
        return Told(deal.state, steps, pointer)
    if exits.problem_type(answer.body) == "illegal-history":
        moves = deal.state.get("moves") or []
        tokens = TOKEN.findall(moves) if isinstance(moves, str) else moves
        return Told(deal.state, [_step(token) for token in tokens], pointer)
    problems.tell(answer, lambda inner: record.place(pointer + inner))
    raise typer.Exit(exits.of_answer(answer.status, answer.body))


def _step(token: str) -> Step:
    prefix, colon, move = token.rpartition(":")
    return Step(move, int(prefix) if colon and prefix.isdecimal() else None)
