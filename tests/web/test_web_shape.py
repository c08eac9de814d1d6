"""Defects of shape: every field refuses what it cannot read, all of them at once, each with its pointer and a hint."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.wire import Post, pointers

BARE = {"variant": "euchre", "dealer": 0, "up_card": "9S"}


@pytest.mark.parametrize(
    ("field", "value", "pointer", "code"),
    [
        ("dealer", True, "/dealer", "wrong-type"),
        ("dealer", False, "/dealer", "wrong-type"),
        ("dealer", "3", "/dealer", "wrong-type"),
        ("dealer", 2.5, "/dealer", "wrong-type"),
        ("dealer", [], "/dealer", "wrong-type"),
        ("dealer", None, "/dealer", "required"),
        ("dealer", -1, "/dealer", "seat"),
        ("dealer", 8, "/dealer", "seat"),
        ("dealer", 10**30, "/dealer", "seat"),
        ("dealer", 1e300, "/dealer", "seat"),
        ("variant", None, "/variant", "required"),
        ("variant", 5, "/variant", "wrong-type"),
        ("variant", ["euchre"], "/variant", "wrong-type"),
        ("variant", "euker", "/variant", "unknown-variant"),
        ("variant", "", "/variant", "unknown-variant"),
        ("variant", "euchre@2", "/variant", "unknown-variant"),
        ("variant", "euchrе", "/variant", "unknown-variant"),
        ("options", [], "/options", "wrong-type"),
        ("options", "joker", "/options", "wrong-type"),
        ("options", {"bidding": "peppers"}, "/options/bidding", "unknown-option"),
        ("options", {"a/b~c": 1}, "/options/a~1b~0c", "unknown-option"),
        ("options", {"joker": 1}, "/options/joker", "option-value"),
        ("options", {"joker": "true"}, "/options/joker", "option-value"),
        ("options", {"target": True}, "/options/target", "option-value"),
        ("options", {"target": 0}, "/options/target", "option-value"),
        ("options", {"target": 1000}, "/options/target", "option-value"),
        ("options", {"target": "10"}, "/options/target", "option-value"),
        ("options", {"target": [10]}, "/options/target", "option-value"),
        ("options", {"alone": "off", "canadian_loner": True}, "/options/canadian_loner", "options-conflict"),
        ("hands", {}, "/hands", "wrong-type"),
        ("hands", "9H JD AC KC TS", "/hands", "wrong-type"),
        ("hands", [], "/hands", "wrong-length"),
        ("hands", [None], "/hands", "wrong-length"),
        ("hands", [None] * 9, "/hands", "too-many"),
        ("hands", [None, 5, None, None], "/hands/1", "wrong-type"),
        ("hands", [None, ["9H", 5], None, None], "/hands/1/1", "wrong-type"),
        ("hands", [None, ["9H", None], None, None], "/hands/1/1", "wrong-type"),
        ("hands", [None, ["9H"] * 65, None, None], "/hands/1", "too-many"),
        ("hands", [None, "9H ZZ", None, None], "/hands/1/1", "unknown-card"),
        ("up_card", "ZZ", "/up_card", "unknown-card"),
        ("up_card", 9, "/up_card", "wrong-type"),
        ("up_card", ["9S"], "/up_card", "wrong-type"),
        ("up_card", "", "/up_card", "unknown-card"),
        ("kitty", "9H,1H", "/kitty/1", "unknown-card"),
        ("kitty", 5, "/kitty", "wrong-type"),
        ("moves", {}, "/moves", "wrong-type"),
        ("moves", ["pass", "double"], "/moves/1", "unknown-move"),
        ("moves", "pass / double", "/moves/1", "unknown-move"),
        ("moves", ["pass", "/"], "/moves/1", "unknown-move"),
        ("moves", ["pass pass"], "/moves/0", "unknown-move"),
        ("moves", ["pass", None], "/moves/1", "wrong-type"),
        ("moves", ["pass", True], "/moves/1", "wrong-type"),
        ("moves", ["9:pass"], "/moves/0", "seat"),
        ("moves", ["pass"] * 251, "/moves", "too-many"),
        ("moves", "pass " * 251, "/moves", "too-many"),
        ("score", 5, "/score", "wrong-type"),
        ("score", [], "/score", "wrong-length"),
        ("score", [1, "2"], "/score/1", "wrong-type"),
        ("score", [True, 2], "/score/0", "wrong-type"),
        ("score", [0, 10_000], "/score/1", "out-of-range"),
        ("score", [-10_000, 0], "/score/0", "out-of-range"),
        ("score", [0.5, 0], "/score/0", "wrong-type"),
        ("players", "Ann", "/players", "wrong-type"),
        ("players", [], "/players", "wrong-length"),
        ("players", ["Ann", 5, "Cat", "Dan"], "/players/1", "wrong-type"),
        ("players", ["Ann", "", "Cat", "Dan"], "/players/1", "out-of-range"),
        ("players", ["Ann", "B" * 41, "Cat", "Dan"], "/players/1", "out-of-range"),
        ("players", ["Ann", " Bob", "Cat", "Dan"], "/players/1", "out-of-range"),
        ("players", ["Ann", "7", "Cat", "Dan"], "/players/1", "out-of-range"),
        ("players", ["Ann", "ANN", "Cat", "Dan"], "/players/1", "out-of-range"),
        ("players", ["Ann", "B\u202eob", "Cat", "Dan"], "/players/1", "out-of-range"),
        ("players", ["Ann", "B\nob", "Cat", "Dan"], "/players/1", "out-of-range"),
        ("players", ["Ann", "\ud800", "Cat", "Dan"], "/players/1", "out-of-range"),
        ("trump", "S", "/trump", "unknown-field"),
        ("up-card", "9S", "/up-card", "unknown-field"),
        ("a/b", 1, "/a~1b", "unknown-field"),
        ("\ud800", 1, "/\ud800", "unknown-field"),
    ],
)
def test_one_defect(post: Post, field: str, value: Any, pointer: str, code: str) -> None:
    reply = post("legal-moves", BARE | {field: value})
    assert (reply.status_code, reply.json["type"]) == (422, "/problems/invalid-request")
    assert pointers(reply) == [(pointer, code)]
    assert reply.json["errors"][0]["hint"]
    assert reply.json["ruling"] is None


def test_all_defects_at_once_and_in_order(post: Post) -> None:
    body = {
        "dealer": True,
        "hands": ["ZZ", 5, None, None],
        "moves": "pass dubble",
        "scores": [0, 0],
        "varient": "euchre",
    }
    assert pointers(post("legal-moves", body)) == [
        ("/variant", "required"), ("/dealer", "wrong-type"), ("/hands/0/0", "unknown-card"), ("/hands/1", "wrong-type"),
        ("/moves/1", "unknown-move"), ("/scores", "unknown-field"), ("/varient", "unknown-field"),
    ]  # fmt: skip


def test_a_misspelt_field_is_told_what_was_meant(post: Post) -> None:
    hints = [error["hint"] for error in post("legal-moves", BARE | {"up-card": "9S", "zzz": 1}).json["errors"]]
    assert hints[0] == "Did you mean up_card?"
    assert hints[1].startswith("The fields: variant, options, dealer")


def test_integers_may_be_written_as_json_schema_allows(post: Post) -> None:
    reply = post("position", BARE | {"dealer": 2.0, "score": [3.0, -1e2], "options": {"target": 11.0}})
    assert reply.json["dealer"] == 2
    assert reply.json["score"] == [3, -100]
    assert reply.json["variant"]["options"]["target"] == 11


def test_null_is_absent(post: Post) -> None:
    names = ("options", "hands", "holding", "widow", "dummy", "kitty", "moves", "score", "players")
    nulls = dict.fromkeys(names)
    assert post("position", BARE | nulls).json == post("position", BARE).json
    assert post("legal-moves", BARE | {"options": {"joker": None}}).json == post("legal-moves", BARE).json
    made = post("apply", {"state": BARE | {"options": {"joker": None}}, "move": "pass", "seats": None}).json
    assert made["state"]["options"] == {}


@pytest.mark.parametrize("body", [{}, [], 5, {"state": None, "move": None}, {"state": [], "move": "pass"}])
def test_bodies_around_a_state(post: Post, body: Any) -> None:
    for name in ("validate", "apply"):
        reply = post(name, body)
        assert (reply.status_code, reply.json["type"]) == (422, "/problems/invalid-request")
        assert all(pointer in ("", "/state", "/move") for pointer, _ in pointers(reply))


def test_pointers_begin_at_the_body(post: Post) -> None:
    body = {"state": BARE | {"dealer": True, "x": 1}, "move": "double", "seats": [0, 4, True], "y": 1}
    assert pointers(post("apply", body)) == [
        ("/state/dealer", "wrong-type"), ("/state/x", "unknown-field"), ("/move", "unknown-move"),
        ("/seats/1", "seat"), ("/seats/2", "wrong-type"), ("/y", "unknown-field"),
    ]  # fmt: skip


@pytest.mark.parametrize(("variant", "seat"), [("euchre", 4), ("three-handed-euchre", 3), ("two-handed-euchre", 2)])
def test_a_seat_that_the_game_has_not(post: Post, variant: str, seat: int) -> None:
    inner = BARE | {"variant": variant}
    assert pointers(post("view", {"state": inner, "seat": seat})) == [("/seat", "seat")]
    assert pointers(post("apply", {"state": inner, "move": "pass", "seats": [seat]})) == [("/seats/0", "seat")]
    assert pointers(post("validate", {"state": inner, "move": f"{seat}:pass"})) == [("/move", "seat")]
    assert pointers(post("deal", {"variant": variant, "dealer": seat})) == [("/dealer", "seat")]
    assert post("view", {"state": inner, "seat": seat - 1}).status_code == 200


def test_hands_are_given_in_one_way(post: Post) -> None:
    four = [None] * 4
    reply = post("legal-moves", BARE | {"hands": four, "holding": four})
    assert pointers(reply) == [("/holding", "unknown-field")]
