"""A Position worked out by hand, every field of contract §7: examples/hand-in-progress.toml over HTTP."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

EXAMPLE = Path(__file__).parents[2] / "examples" / "hand-in-progress.toml"


def entry(seat: int, move: str, index: int | None, phase: str, trick: int | None = None) -> dict[str, Any]:
    """A history entry."""
    return {"seat": seat, "move": move, "index": index, "phase": phase, "trick": trick}


def test_every_field_of_a_position(client: FlaskClient) -> None:
    """Ann deals, TD is turned up; Cat assists. Trump is diamonds, JH the left bower; Cat has led KH to trick two."""
    state: dict[str, Any] = tomllib.loads(EXAMPLE.read_text("utf-8")) | {"dealer": 0}
    state["hands"] = [hand.split() for hand in state["hands"]]
    found = client.post("/v1/position", json=state).get_json()
    options = found["variant"].pop("options")
    assert options["pick_up"] == "decline-when-ordered"
    assert options["target"] == 10
    ruling = found["tricks"][0].pop("ruling")
    assert found == {
        "variant": {"id": "euchre", "revision": 1, "name": "Euchre", "house": False, "digest": None},
        "phase": "play",
        "seat": 3,
        "certain": True,
        "moves": ["TH"],
        "interjections": [],
        "alone_open": [],
        "elided": None,
        "history": [
            entry(1, "pass", 0, "auction"),
            entry(2, "order", 1, "auction"),
            entry(0, "discard-??", 2, "exchange"),
            # left out of the record: the caller, her partner, then the defenders from her left
            entry(2, "pass", None, "alone"),
            entry(0, "pass", None, "alone"),
            entry(3, "pass", None, "alone"),
            entry(1, "pass", None, "alone"),
            entry(1, "KC", 3, "play", 1),
            entry(2, "AC", 4, "play", 1),
            entry(3, "TC", 5, "play", 1),
            entry(0, "JC", 6, "play", 1),
            entry(2, "KH", 7, "play", 2),
        ],
        "trump": "D",
        "caller": 2,
        "makers": 0,
        "contract": "order",
        "alone": [],
        "sitting_out": [],
        "sides": [[0, 2], [1, 3]],
        "dealer": 0,
        "up_card": "TD",
        "proposed": "D",
        "turned_down": None,
        "hands": [
            ["TD", "??", "??", "??"],  # she kept the up-card; one of 9H, KD, AH and an unknown card went
            ["9D", "9S", "QD", "TS"],
            ["QC", "JH", "AD"],
            ["TH", "KS", "JD", "JS"],
        ],
        "trick": {"leader": 2, "led": "H", "plays": [{"seat": 2, "card": "KH"}], "winning": 2},
        "tricks": [
            {
                "number": 1,
                "leader": 1,
                "led": "C",
                "plays": [
                    {"seat": 1, "card": "KC"},
                    {"seat": 2, "card": "AC"},
                    {"seat": 3, "card": "TC"},
                    {"seat": 0, "card": "JC"},
                ],
                "winner": 2,
            }
        ],
        "tricks_won": [0, 0, 1, 0],
        "score": [0, 0],
        "result": None,
    }
    assert ruling == {
        "rule": "trick.highest-of-suit-led",
        "legal": True,
        "verdict": "legal",
        "reason": "Cat wins the trick: nobody played a trump, and AC is the highest card of the suit led, clubs.",
        "facts": {"card": "AC", "led": "C", "trump": "D"},
        "options": {},
        "href": "/v1/rules/trick.highest-of-suit-led",
    }
