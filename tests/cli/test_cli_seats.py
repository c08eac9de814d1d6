"""Players' names in place of seats (contract §12)."""

from __future__ import annotations

import pytest

from euchre.seats import NoSuchSeat, move, name_of, names_of, number, numbered

PLAYERS = ("Ann", "Bob", "Mary Ann", "Dan")


@pytest.mark.parametrize(
    ("word", "seat"), [("Ann", 0), ("dan", 3), ("mary_ann", 2), ("Mary  Ann", 2), (" BOB ", 1), ("3", 3), ("17", 17)]
)
def test_a_seat_by_number_or_name(word: str, seat: int) -> None:
    assert number(word, PLAYERS) == seat


@pytest.mark.parametrize(
    ("word", "players", "hint"),
    [
        ("Don", PLAYERS, "did you mean Dan?"),
        ("Zoe", PLAYERS, "the players are Ann, Bob, Mary Ann, Dan"),
        ("Ann", (), "a seat is a number from 0; for names give the players"),
        ("ann_b", ("Ann B", "ann_b"), "write the seat's number"),
        ("²", PLAYERS, "the players are Ann, Bob, Mary Ann, Dan"),
        ("-1", PLAYERS, "the players are Ann, Bob, Mary Ann, Dan"),
    ],
)
def test_a_name_that_is_nobodys(word: str, players: tuple[str, ...], hint: str) -> None:
    with pytest.raises(NoSuchSeat) as error:
        number(word, players)
    assert error.value.hint == hint


@pytest.mark.parametrize(
    ("token", "made"),
    [
        ("JD", "JD"),
        ("Dan:JD", "3:JD"),
        ("Mary_Ann:alone", "2:alone"),
        ("Mary Ann:alone", "2:alone"),
        ("2:??", "2:??"),
        (":JD", ":JD"),
    ],
)
def test_the_name_before_a_move(token: str, made: str) -> None:
    assert move(token, PLAYERS) == made


def test_a_whole_state() -> None:
    state = {
        "players": list(PLAYERS),
        "dealer": "Mary_Ann",
        "hands": ["9H JD", "??", ["??", "9S"], " XX "],
        "moves": "pass order|mary_ann:discard-?? / Dan:JD",
        "up_card": "??",
    }
    made, defects = numbered(state)
    assert defects == []
    assert made == {
        "players": list(PLAYERS),
        "dealer": 2,
        "hands": ["9H JD", None, ["??", "9S"], None],
        "moves": "pass order|2:discard-?? / 3:JD",
        "up_card": "??",
    }
    assert numbered({"holding": ["??"], "moves": ["Ann:pass", 7], "players": ["Ann"]})[0] == {
        "holding": [None],
        "moves": ["0:pass", 7],
        "players": ["Ann"],
    }


def test_all_unknown_names_are_told_together() -> None:
    state = {"players": list(PLAYERS), "dealer": "Zoe", "moves": "Ann:pass Bill:pass / Zed:JD"}
    made, defects = numbered(state)
    assert [defect.pointer for defect in defects] == ["/dealer", "/moves/1", "/moves/2"]
    assert made["moves"] == "0:pass Bill:pass / Zed:JD"


def test_what_is_no_state_is_left_to_the_service() -> None:
    odd = {"players": [1, 2], "dealer": True, "moves": 7, "hands": "??"}
    assert numbered(odd) == (odd, [])


def test_what_seats_are_called() -> None:
    assert name_of(1, PLAYERS) == "Bob"
    assert name_of(7, PLAYERS) == "seat 7"
    assert names_of([0, 2], ()) == "seat 0 & seat 2"
