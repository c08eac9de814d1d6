"""Moves as tokens: every token comes back, spellings, what is refused and why, and what is said at a table."""

from __future__ import annotations

import pytest

from euchred.law import moves as m
from euchred.law.cards import SPELLINGS, UNKNOWN


def test_every_token_is_read_in_any_letter_case_and_with_a_seat() -> None:
    for move, token in m.TOKENS.items():
        assert m.parse_move(token) == m.parse_move(token.upper()) == m.parse_move(token.lower()) == move
        for seat in range(m.MOST_SEATS):
            prefixed = m.parse_move(f"{seat}:{token}")
            assert (prefixed % m.PREFIX, prefixed // m.PREFIX - 1) == (move, seat)
            assert m.token(prefixed) == f"{seat}:{token}"


def test_cards_in_every_spelling() -> None:
    for text, card in SPELLINGS.items():
        if card != UNKNOWN:
            assert m.parse_move(text) == card
        assert m.parse_move(f"discard-{text}") == m.DISCARD + card
        assert m.parse_move(f"Give-{text}") == m.GIVE + card


@pytest.mark.parametrize("word", ["order-up", "assist", "ACCEPT", "take"])
def test_other_words_for_order(word: str) -> None:
    assert m.parse_move(word) == m.ORDER
    assert m.parse_move(f"{word}-alone") == m.ORDER_ALONE
    assert m.token(m.parse_move(f"2:{word}")) == "2:order"


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("9:pass", "seat", "stands a seat"),
        ("x:pass", "seat", "stands a seat"),
        (":pass", "seat", "stands a seat"),
        ("01:pass", "seat", "stands a seat"),
        ("²:pass", "seat", "stands a seat"),
        ("1:2:pass", "unknown-move", "one seat"),
        ("discard-", "unknown-move", "discard-9C"),
        ("give-6S", "unknown-move", "give-9C"),
        ("call-X", "unknown-move", "call-NT"),
        ("bid-13", "unknown-move", "from 1 to 12"),
        ("bid-0", "unknown-move", "from 1 to 12"),
        ("??", "unknown-move", "seen by all"),
        ("xx", "unknown-move", "seen by all"),
        ("2:??", "unknown-move", "A move is a card"),
        ("JС", "unknown-move", "plain Latin letters"),
        ("jump", "unknown-move", "A move is a card"),
        ("pass-JD", "unknown-move", "A move is a card"),
        ("", "unknown-move", "A move is a card"),
        ("paſs", "unknown-move", "plain Latin letters"),
    ],
)
def test_what_is_no_move(text: str, code: str, hint: str) -> None:
    with pytest.raises(m.MoveError) as refused:
        m.parse_move(text)
    assert refused.value.code == code
    assert hint in refused.value.hint or text == "2:??"
    assert str(refused.value) == refused.value.detail


def test_what_is_said_at_a_table() -> None:
    said = {
        "JD": "JD", "discard-9C": "Discard 9C", "give-??": "Give a card", "call-H": "Hearts", "call-NT": "No-trump",
        "call-H-alone": "Hearts, alone", "bid-4": "Bid 4", "pass": "Pass", "alone": "Alone", "moon": "Moon",
        "little-pepper": "Little pepper", "claim-ace-no-face": "Ace, no face", "order": "Order it up",
        "claim-farmers-hand": "Farmer's hand", "order-alone": "Order it up, alone",
    }  # fmt: skip
    assert {token: m.label(m.parse_move(token)) for token in said} == said
    assert m.label(m.ORDER, by_dealer=True) == "Pick it up"
    assert m.label(m.ORDER, by_dealers_partner=True) == "Assist"
    assert m.label(UNKNOWN) == "a card"


def test_kinds_and_parts_of_moves() -> None:
    assert {m.kind(move) for move in m.TOKENS} == {
        "pass", "order", "call", "bid", "ask", "moon", "claim", "alone", "discard", "give", "card"}  # fmt: skip
    assert (m.trump_named(m.CALL + 5), m.trump_named(m.CALL_ALONE + 1), m.trump_named(m.PASS)) == (5, 1, None)
    assert (m.bid_number(m.BID + 3), m.bid_number(m.ASK), m.bid_number(m.BID)) == (3, None, None)
    alone = {m.token(move) for move in m.TOKENS if m.says_alone(move)}
    assert alone == {"alone", "order-alone", *(f"call-{trump}-alone" for trump in ("S", "H", "D", "C", "NT", "LOW"))}
