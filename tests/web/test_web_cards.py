"""Cards and moves in all their spellings, and letters that only look right."""

from __future__ import annotations

import pytest
from tests.web.wire import Post, pointers

BARE = {"variant": "euchre", "dealer": 0, "up_card": "9S"}


@pytest.mark.parametrize(
    "text", ["9H JD AC KC TS", "9h,jd,ac,kc,10s", "H9 ♦J AC, kC  0S", "9♥ J♦ A♣ K♣ T♠", "🂹 🃋 🃑 🃞 🂪"]
)
def test_a_text_and_a_list_say_the_same(post: Post, text: str) -> None:
    made = {"move": "pass"}
    listed = post("apply", made | {"state": BARE | {"hands": [None, ["9H", "JD", "AC", "KC", "TS"], None, None]}})
    written = post("apply", made | {"state": BARE | {"hands": [None, text, None, None]}})
    assert written.json == listed.json
    assert written.json["state"]["hands"][1] == ["9H", "JD", "AC", "KC", "TS"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("9С", "U+0421 CYRILLIC CAPITAL LETTER ES"),
        ("АS", "U+0410 CYRILLIC CAPITAL LETTER A"),
        ("КH", "U+041A CYRILLIC CAPITAL LETTER KA"),
        ("9Η", "U+0397 GREEK CAPITAL LETTER ETA"),
        ("٩H", "U+0669 ARABIC-INDIC DIGIT NINE"),
        ("9H\u200b", "U+200B ZERO WIDTH SPACE"),
        ("９H", "U+FF19 FULLWIDTH DIGIT NINE"),
    ],
)
def test_letters_that_look_right_are_named(post: Post, text: str, name: str) -> None:
    for field, value, pointer in (
        ("up_card", text, "/up_card"),
        ("hands", [None, ["JD", text], None, None], "/hands/1/1"),
        ("moves", f"pass pass discard-{text}", "/moves/2"),
        ("moves", ["pass", text], "/moves/1"),
    ):
        reply = post("legal-moves", BARE | {field: value})
        assert [found for found, _ in pointers(reply)] == [pointer]
        assert name in reply.json["errors"][0]["detail"]
        assert reply.json["errors"][0]["value"]


@pytest.mark.parametrize(
    "text",
    ["pass order discard-9S", "pass/order|discard-9S", " pass  /order /  discard-9s ", "PASS Assist\tdiscard-S9"],
)
def test_moves_in_a_text(post: Post, text: str) -> None:
    made = post("apply", {"state": BARE | {"moves": text}, "move": "pass"}).json
    assert made["state"]["moves"] == ["pass", "order", "discard-9S", "pass"]


def test_pointers_count_tokens(post: Post) -> None:
    reply = post("legal-moves", BARE | {"moves": "pass / order | / discard-9S / ZZ | YY"})
    assert pointers(reply) == [("/moves/3", "unknown-move"), ("/moves/4", "unknown-move")]
    reply = post("legal-moves", BARE | {"kitty": "9H , ZZ,,YY"})
    assert pointers(reply) == [("/kitty/1", "unknown-card"), ("/kitty/2", "unknown-card")]


def test_a_ten_is_explained(post: Post) -> None:
    hint = post("legal-moves", BARE | {"up_card": "1H"}).json["errors"][0]["hint"]
    assert "ten" in hint


def test_an_empty_hand_is_no_unknown_hand(post: Post) -> None:
    for hand in ("", []):
        reply = post("legal-moves", BARE | {"hands": [None, hand, None, None]})
        assert pointers(reply) == [("/hands/1", "hand-size")]
