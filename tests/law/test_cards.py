"""Cards: every spelling that the contract names, what is refused and why, hands as masks, and packs."""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import product
from random import Random

import pytest

from euchred.law.cards import (
    CODES,
    JOKER,
    UNKNOWN,
    CardError,
    add,
    cards_in,
    kinds,
    mask_of,
    pack,
    parse_card,
    rank_of,
    remove,
    shown,
    suit_of,
)

WORDS = {"SEVEN": "7", "EIGHT": "8", "NINE": "9", "TEN": "T", "JACK": "J", "QUEEN": "Q", "KING": "K", "ACE": "A"}
PLAIN = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]


def ways_to_write(code: str) -> set[str]:
    """Every accepted spelling of a plain card but for the one-character playing cards."""
    rank, suit = code
    symbol = dict(zip("SHDC", "♠♥♦♣", strict=True))[suit]
    ranks = {rank, rank.lower(), *(("10", "0") if rank == "T" else ())}
    suits = {suit, suit.lower(), symbol, symbol + "\N{VARIATION SELECTOR-16}"}
    return {pair for one, other in product(ranks, suits) for pair in (one + other, other + one)}


@pytest.mark.parametrize("code", PLAIN)
def test_every_spelling_of_a_card(code: str) -> None:
    for text in ways_to_write(code):
        index = parse_card(text)
        assert CODES[index] == code, text
        assert "789TJQKA"[rank_of(index)] + "SHDC"[suit_of(index)] == code


def test_the_playing_cards_of_unicode() -> None:
    read = 0
    for number in range(0x1F0A0, 0x1F0E0):
        name = unicodedata.name(chr(number), "")
        words = name.removeprefix("PLAYING CARD ").split()
        if "JOKER" in words:
            expected = "JK"
        elif len(words) == 3 and words[0] in WORDS:
            expected = WORDS[words[0]] + words[2][0]
        else:
            with pytest.raises(CardError):
                parse_card(chr(number))
            continue
        assert CODES[parse_card(chr(number))] == expected, name
        read += 1
    assert read == 32 + 3


@pytest.mark.parametrize("text", ["JK", "jk", "X1", "x1", "joker", "Joker"])
def test_the_joker(text: str) -> None:
    assert parse_card(text) == JOKER


@pytest.mark.parametrize("text", ["??", "xx", "XX", "xX"])
def test_a_card_that_is_not_known(text: str) -> None:
    assert parse_card(text) == UNKNOWN


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("JС", "U+0421 CYRILLIC CAPITAL LETTER ES"),
        ("ΚH", "U+039A GREEK CAPITAL LETTER KAPPA"),
        ("９H", "U+FF19 FULLWIDTH DIGIT NINE"),
        ("Jſ", "U+017F LATIN SMALL LETTER LONG S"),
        ("JD\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\u202eJD", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("J♢", "U+2662 WHITE DIAMOND SUIT"),
        ("JD\ufe0f", "U+FE0F VARIATION SELECTOR-16"),
        ("JD\ue000", "U+E000 without a name"),
    ],
)
def test_a_look_alike_is_named_by_its_code_point(text: str, point: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_card(text)
    assert point in refused.value.detail
    assert refused.value.text == text
    letters = any(mark.isalpha() for mark in text if not mark.isascii())
    assert ("plain Latin letters" in refused.value.hint) == letters


@pytest.mark.parametrize("text", ["", " JD", "JD ", "J D", "J", "D", "JJ", "DD", "1D", "6S", "JDX", "11H", "10", "♦"])
def test_what_is_no_card_is_never_guessed(text: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_card(text)
    assert refused.value.hint.startswith(("A card is a rank", "A ten is"))


@pytest.mark.parametrize("text", ["1H", "IOH", "lOH", "I0H", "OH"])
def test_a_ten_written_otherwise_gets_a_hint(text: str) -> None:
    with pytest.raises(CardError, match="is no card") as refused:
        parse_card(text)
    assert refused.value.hint.startswith("A ten is written")


def test_a_long_or_unprintable_text_is_shown_short_and_clean() -> None:
    assert shown("J\tD") == '"J\\u0009D"'
    assert shown("\u202eJD") == '"\\u202eJD"'
    assert shown("x" * 40) == f'"{"x" * 40}"'
    assert shown("x" * 41) == f'"{"x" * 40}…"'
    with pytest.raises(CardError) as refused:
        parse_card("абвгд")
    assert refused.value.detail.count("U+") == 3


# -- hands and packs ---------------------------------------------------------------


def test_a_hand_keeps_both_copies_of_a_card() -> None:
    rng = Random("hands")
    double = list(cards_in(pack(24, copies=2)))
    for _ in range(200):
        cards = rng.sample(double, rng.randrange(13))
        hand = mask_of(cards)
        assert Counter(cards_in(hand)) == Counter(cards)
        assert list(kinds(hand)) == sorted(set(cards))
        extra = rng.choice([card for card in set(double) if cards.count(card) < 2])
        assert Counter(cards_in(add(hand, extra))) == Counter([*cards, extra])
        for card in set(cards):
            less = remove(hand, card)
            assert Counter([*cards_in(less), card]) == Counter(cards)
            assert less >> card & 1 or card not in cards_in(less)


@pytest.mark.parametrize(("size", "lowest"), [(24, "9"), (28, "8"), (32, "7")])
def test_packs(size: int, lowest: str) -> None:
    ranks = "789TJQKA"["789TJQKA".index(lowest) :]
    expected = {rank + suit for rank in ranks for suit in "SHDC"}
    assert {CODES[card] for card in cards_in(pack(size))} == expected
    assert {CODES[card] for card in cards_in(pack(size, joker=True))} == {*expected, "JK"}
    assert Counter(cards_in(pack(size, copies=2))) == Counter(dict.fromkeys(cards_in(pack(size)), 2))
