"""After the shape: deals that cannot be, then records with an illegal move, each in its own problem."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.wire import Post, pointers

BARE = {"variant": "euchre", "dealer": 1, "up_card": "KD"}


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"hands": [["9S", "TS", "QH", "AD", "9S"], None, None, None]}, "/hands/0/4", "card-twice"),
        ({"hands": ["9S TS QH AD KC", "9H TH QS JD TS", None, None]}, "/hands/1/4", "card-twice"),
        ({"hands": ["KD TS QH AD KC", None, None, None]}, "/up_card", "card-twice"),
        ({"hands": ["8S TS QH AD KC", None, None, None]}, "/hands/0/0", "not-in-pack"),
        ({"hands": ["JK TS QH AD KC", None, None, None]}, "/hands/0/0", "not-in-pack"),
        ({"hands": ["TS QH AD KC", None, None, None]}, "/hands/0", "hand-size"),
        ({"hands": [None, None, None]}, "/hands", "wrong-length"),
        ({"up_card": None}, "/up_card", "required"),
        ({"up_card": "??"}, "/up_card", "required"),
        ({"dealer": 4}, "/dealer", "seat"),
        ({"score": [0, 0, 0]}, "/score", "wrong-length"),
        ({"players": ["Ann", "Bob"]}, "/players", "wrong-length"),
        ({"widow": ["9S"]}, "/widow", "unknown-field"),
        ({"dummy": "9S TS QH AD KC"}, "/dummy", "unknown-field"),
        ({"kitty": ["9S"]}, "/kitty", "wrong-length"),
        ({"moves": ["7:pass"]}, "/moves/0", "seat"),
        ({"variant": "hasenpfeffer"}, "/up_card", "unknown-field"),
        ({"holding": ["9S TS QH AD", None, None, None]}, "/holding/0", "hand-size"),
        ({"holding": [None] * 3}, "/holding", "wrong-length"),
    ],
)
def test_a_deal_that_cannot_be(post: Post, change: dict[str, Any], pointer: str, code: str) -> None:
    reply = post("position", BARE | change)
    assert (reply.status_code, reply.json["type"]) == (422, "/problems/impossible-state")
    assert pointers(reply) == [(pointer, code)]
    inside = post("validate", {"state": BARE | change, "move": "pass"})
    assert pointers(inside) == [(f"/state{pointer}", code)]


def test_the_moves_are_looked_at_last(post: Post) -> None:
    body = BARE | {"hands": ["8S TS QH AD KC", None, None, None], "moves": "call-S"}
    assert pointers(post("legal-moves", body)) == [("/hands/0/0", "not-in-pack")]
    assert pointers(post("legal-moves", body | {"dealer": "1"})) == [("/dealer", "wrong-type")]


def test_an_illegal_record_carries_its_ruling(post: Post, state: dict[str, Any]) -> None:
    body = state | {"moves": "pass order discard-9C / JD 9D KH"}
    for name, sent, at in (
        ("tricks", body, ""),
        ("view", {"state": body, "seat": 0}, "/state"),
        ("deal", {"after": body}, "/after"),
    ):
        reply = post(name, sent)
        assert (reply.status_code, reply.json["type"]) == (422, "/problems/illegal-history")
        assert [pointer for pointer, _ in pointers(reply)] == [f"{at}/moves/4"]
        ruling = reply.json["ruling"]
        assert (ruling["rule"], ruling["verdict"], ruling["index"]) == ("play.follow-suit", "illegal", 4)
        assert ruling["evidence"] == []
        assert (ruling["seat"], ruling["move"], ruling["kind"]) == (1, "9D", "card")
        assert reply.json["detail"] == ruling["reason"] == reply.json["errors"][0]["detail"]


def test_a_record_against_what_is_held(post: Post) -> None:
    body = {"variant": "euchre", "dealer": 3, "up_card": "JH", "holding": ["9H AC KC 9C TS", None, None, None]}
    reply = post("legal-moves", body | {"moves": "pass order discard-?? / JD QH KH JH / KS"})
    assert reply.json["type"] == "/problems/impossible-state"
    reply = post("legal-moves", body | {"moves": "pass order discard-?? / JD QH KH JH / KS 9S"})
    assert reply.json["type"] in ("/problems/impossible-state", "/problems/illegal-history")


def test_an_illegal_move_is_not_made(post: Post, state: dict[str, Any]) -> None:
    judged = post("validate", {"state": state, "move": "TC"}).json
    reply = post("apply", {"state": state, "move": "TC"})
    assert (reply.status_code, reply.json["type"]) == (422, "/problems/illegal-move")
    assert [pointer for pointer, _ in pointers(reply)] == ["/move"]
    ruling = reply.json["ruling"]
    assert (ruling.pop("index"), ruling.pop("evidence")) == (4, [])
    assert ruling == {key: judged[key] for key in ruling}


def test_moves_after_the_end(post: Post) -> None:
    body = BARE | {"moves": "pass pass pass pass pass pass pass pass"}
    assert post("score", body).json["over"] is True
    reply = post("score", body | {"moves": body["moves"] + " pass"})
    assert reply.json["ruling"]["rule"] == "hand.over"
    assert post("validate", {"state": body, "move": "pass"}).json["rule"] == "hand.over"


def test_the_next_hand_needs_the_last_to_be_over(post: Post) -> None:
    reply = post("deal", {"after": BARE})
    assert (reply.status_code, reply.json["type"]) == (422, "/problems/invalid-request")
    assert pointers(reply) == [("/after/moves", "required")]
