"""What the operations do with a good request; what the law says of it is tested with the law."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from tests.web.wire import Post, pointers

from euchred.law.variant import books

HOUSE = {"extends": "euchre", "name": "Kitchen table", "options": {"stick_the_dealer": True, "target": 5}}


def test_explain_none_leaves_out_and_moves_adds(post: Post, state: dict[str, Any]) -> None:
    full, bare = post("legal-moves", state).json, post("legal-moves", state, query_string="explain=none").json
    assert bare["variant"].keys() == full["variant"].keys() - {"options"}
    assert {key: value for key, value in full.items() if key not in ("rulings", "variant")} == {
        key: value for key, value in bare.items() if key != "variant"
    }
    position = post("position", state).json
    assert "rulings" not in position
    assert post("position", state, query_string="explain=moves").json == position | {"rulings": full["rulings"]}
    trick = post("tricks", state | {"moves": state["moves"] + " QH KH JH"}, query_string="explain=none").json["tricks"][
        0
    ]
    assert "ruling" not in trick


def test_applying_every_move_is_posting_the_whole_record(post: Post, state: dict[str, Any]) -> None:
    moves = "QH KH JH / KS TS AS 9S / QS QC JS KC / TC AH JC AC / AD QD 9H 9D".replace("/", "").split()
    grown: Any = state
    for move in moves:
        made = post("apply", {"state": grown, "move": move}).json
        assert post("position", made["state"]).json == made["position"]
        grown = made["state"]
    whole = post("score", state | {"moves": f"{state['moves']} {' '.join(moves)}"}).json
    assert whole["over"] is True
    assert whole["result"] == made["position"]["result"] == post("score", grown).json["result"]


def test_views_are_those_of_view(post: Post, state: dict[str, Any]) -> None:
    made = post("apply", {"state": state, "move": "QH", "seats": [1, 3]}).json
    assert [view["seat"] for view in made["views"]] == [1, 3]
    for view in made["views"]:
        assert view == post("view", {"state": made["state"], "seat": view["seat"]}).json
        assert [hand is None for hand in view["state"]["hands"]].count(False) == 1
    assert post("view", {"state": state}).json["state"]["hands"] == [None] * 4


def test_a_seed_decides_the_deal(post: Post) -> None:
    body = {"variant": "euchre", "seed": "abc", "players": ["Ann", "Bob", "Cat", "Dan"], "score": [3, 4]}
    first, again = post("deal", body).json, post("deal", body).json
    assert first == again
    assert first["state"]["players"] == body["players"]
    assert first["state"]["score"] == [3, 4]
    assert post("deal", body | {"dealer": 2}).json["state"]["dealer"] == 2
    drawn = {post("deal", {"variant": "euchre"}).json["seed"] for _ in range(3)}
    assert len(drawn) == 3
    assert all(re.fullmatch("[A-Za-z0-9_-]{1,64}", seed) for seed in drawn)


@pytest.mark.parametrize(
    ("seed", "code"),
    [
        ("", "out-of-range"),
        ("a" * 65, "out-of-range"),
        ("ä", "out-of-range"),
        ("a\n", "out-of-range"),
        (5, "wrong-type"),
    ],
)
def test_a_seed_that_is_none(post: Post, seed: Any, code: str) -> None:
    assert pointers(post("deal", {"variant": "euchre", "seed": seed})) == [("/seed", code)]


def test_two_ways_to_deal_are_not_mixed(post: Post, state: dict[str, Any]) -> None:
    reply = post("deal", {"after": state, "variant": "euchre"})
    assert pointers(reply) == [("/variant", "unknown-field")]
    assert pointers(post("deal", {})) == [("/variant", "required")]
    assert pointers(post("deal", {"after": None})) == [("/variant", "required"), ("/after", "unknown-field")]


def test_the_game_goes_on(post: Post, state: dict[str, Any]) -> None:
    over = state | {
        "moves": "pass order discard-9C / JD QH KH JH / KS TS AS 9S / QS QC JS KC / TC AH JC AC / AD QD 9H 9D"
    }
    result = post("score", over).json["result"]
    following = post("deal", {"after": over, "seed": "b"}).json["state"]
    assert following["dealer"] == result["next_dealer"] == 0
    assert following["score"] == result["next_score"]
    assert following["players"] == state["players"]


@pytest.mark.parametrize("book", [book.id for book in books()])
def test_every_game_is_played_to_its_end_over_http(post: Post, book: str) -> None:
    made = post("deal", {"variant": book, "seed": "whole"}).json
    for _ in range(150):
        moves = made["position"]["moves"]
        if not moves:
            break
        made = post("apply", {"state": made["state"], "move": moves[-1]}).json
    assert made["position"]["phase"] == "over"
    assert post("score", made["state"]).json["over"] is True
    assert post("deal", {"after": made["state"]}).status_code == 200


def test_variant_by_alias_revision_and_case(post: Post, state: dict[str, Any]) -> None:
    for name in ("turn-up", "euchre@1", "EUCHRE"):
        made = post("apply", {"state": state | {"variant": name}, "move": "QH"}).json
        assert made["state"]["variant"] == name
        assert made["position"]["variant"]["id"] == "euchre"


def test_house_rules_are_brought_along(post: Post) -> None:
    dealt = post("deal", {"variant": HOUSE, "seed": "h", "options": {"target": 7}}).json
    assert dealt["state"]["variant"] == HOUSE
    used = dealt["variant"]
    assert (used["id"], used["house"], used["name"]) == ("euchre", True, "Kitchen table")
    assert re.fullmatch("[0-9a-f]{64}", used["digest"])
    assert (used["options"]["stick_the_dealer"], used["options"]["target"]) == (True, 7)
    reply = post("deal", {"variant": HOUSE | {"hand_size": 9, "extends": "euker"}})
    assert ("/variant/extends", "unknown-variant") in pointers(reply)


def test_point_questions(post: Post) -> None:
    trick = {"variant": "euchre", "trump": "H", "cards": "AH JD KH 9H"}
    assert post("rulings/trick", trick).json["winner"] == {"place": 1, "seat": None, "card": "JD"}
    assert post("rulings/trick", trick | {"leader": 3}).json["winner"]["seat"] == 0
    assert post("rulings/trick", trick | {"cards": "AH JD", "seats": [1, 3]}).json["winner"]["seat"] == 3
    play = {"variant": "euchre", "trump": "H", "hand": "JD AD KS"}
    assert post("rulings/play", play | {"cards": ["9H"]}).json["moves"] == ["JD"]
    assert post("rulings/play", play | {"trick": "9H"}).json == post("rulings/play", play | {"cards": "9H"}).json
    assert len(post("rulings/play", play).json["moves"]) == 3
    passed = post("rulings/score", {"variant": "euchre", "call": "pass"}).json["result"]
    assert (passed["outcome"], passed["next_dealer"]) == ("passed-out", None)


@pytest.mark.parametrize(
    ("name", "change", "pointer", "code"),
    [
        ("trick", {"cards": ["AH", "??"]}, "/cards/1", "unknown-card"),
        ("trick", {"trump": "X"}, "/trump", "out-of-range"),
        ("trick", {"trump": 1}, "/trump", "wrong-type"),
        ("trick", {"trump": None}, "/trump", "required"),
        ("trick", {"leader": 4}, "/leader", "seat"),
        ("trick", {"leader": 0, "seats": [0, 1]}, "/seats", "unknown-field"),
        ("trick", {"seats": [0]}, "/seats", "wrong-length"),
        ("play", {"hand": None}, "/hand", "required"),
        ("play", {"trick": "9H"}, "/trick", "unknown-field"),
        ("score", {"tricks": None}, "/tricks", "required"),
        ("score", {"caller": None}, "/caller", "required"),
        ("score", {"tricks": [3, -1]}, "/tricks/1", "out-of-range"),
        ("score", {"tricks": "3 2"}, "/tricks", "wrong-type"),
        ("score", {"score": [1, 2, 3]}, "/score", "wrong-length"),
        ("score", {"alone": [4]}, "/alone/0", "seat"),
    ],
)
def test_point_questions_of_a_wrong_shape(
    post: Post, name: str, change: dict[str, Any], pointer: str, code: str
) -> None:
    bodies: dict[str, dict[str, Any]] = {
        "trick": {"trump": "H", "cards": "AH JD"},
        "play": {"trump": "H", "cards": "9H", "hand": "JD"},
        "score": {"call": "order", "caller": 0, "tricks": [3, 2]},
    }
    reply = post(f"rulings/{name}", {"variant": "euchre"} | bodies[name] | change)
    assert (reply.status_code, reply.json["type"]) == (422, "/problems/invalid-request")
    assert pointers(reply) == [(pointer, code)]


@pytest.mark.parametrize(
    ("name", "body", "pointer"),
    [
        ("trick", {"trump": "H", "cards": "AH AH"}, "/cards/1"),
        ("trick", {"trump": "H", "cards": "AH KH QH 9H TH"}, "/cards"),
        ("play", {"trump": "H", "cards": "9H", "hand": ""}, "/hand"),
        ("score", {"call": "order", "caller": 0, "tricks": [3, 1]}, "/tricks"),
        ("score", {"call": "bid-3", "caller": 0, "tricks": [3, 2]}, "/call"),
    ],
)
def test_point_questions_that_cannot_be(post: Post, name: str, body: dict[str, Any], pointer: str) -> None:
    reply = post(f"rulings/{name}", {"variant": "euchre"} | body)
    assert (reply.status_code, reply.json["type"]) == (422, "/problems/impossible-state")
    assert [found for found, _ in pointers(reply)] == [pointer]


def test_names_come_back_as_they_were_sent(client: FlaskClient, state: dict[str, Any]) -> None:
    reply = client.post("/v1/legal-moves", json=state | {"players": ["Zoë", "李", "Cat", "Dan"]})
    assert "李 must follow hearts".encode() in reply.data
