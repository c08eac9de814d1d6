"""Text for people: the table, rulings, problems."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from euchre import render, table
from euchre.client.service import Answer
from euchre.messages import Stop, complain, printable
from euchre.problems import tell

PLAYERS = ("Ann", "Bob", "Cat", "Dan")


def position(**changes: Any) -> dict[str, Any]:
    """A position in play: hearts are trump, Ann led a diamond, Cat is to act."""
    return {
        "variant": {"id": "euchre", "name": "Euchre"},
        "phase": "play",
        "seat": 2,
        "moves": ["9D"],
        "trump": "H",
        "caller": 0,
        "makers": 0,
        "contract": "order",
        "alone": [],
        "sitting_out": [],
        "sides": [[0, 2], [1, 3]],
        "dealer": 3,
        "up_card": "JH",
        "turned_down": None,
        "hands": [["TS", "AH", "??", "??"], ["??"] * 4, ["AS", "9D", "JD", "9H", "JH"], ["??"] * 5],
        "trick": {
            "leader": 0,
            "led": "D",
            "plays": [{"seat": 0, "card": "QD"}, {"seat": 1, "card": "AD"}],
            "winning": 1,
        },
        "tricks": [{}, {}],
        "tricks_won": [1, 0, 0, 1],
        "score": [4, 9],
        "result": None,
        "rulings": [
            {"kind": "card", "card": "9D", "legal": True},
            {"kind": "card", "card": "AS", "legal": False},
            {"kind": "call", "card": None, "legal": False},
        ],
        **changes,
    }


def drawn(body: dict[str, Any], players: tuple[str, ...] = PLAYERS, viewer: int = 0) -> str:
    stream = io.StringIO()
    table.draw(Console(file=stream, highlight=False, markup=False, soft_wrap=True), body, players, viewer)
    return stream.getvalue()


def test_the_table() -> None:
    assert drawn(position()) == (
        "                Cat (to act)\n"
        "              JH JD 9H (AS) 9D\n"
        "\n"
        "Bob           AD*                Dan (dealer)\n"
        "?? ?? ?? ??                      ?? ?? ?? ?? ??\n"
        "                   QD led\n"
        "                AH TS ?? ??\n"
        "                    Ann\n"
        "\n"
        "game      Euchre\n"
        "up-card   JH\n"
        "trump     hearts; Ann said order, makers: Ann & Cat\n"
        "trick     number 3: Ann led diamonds, Bob is winning (*)\n"
        "tricks    Ann & Cat: 1, Bob & Dan: 1\n"
        "score     Ann & Cat: 4, Bob & Dan: 9\n"
        "turn      Cat to act (play).\n"
    )


def test_another_seat_at_the_bottom() -> None:
    lines = drawn(position(), viewer=1).splitlines()
    assert lines[0].strip() == "Dan (dealer)"
    assert lines[7].strip() == "Bob"
    assert lines[3].split() == ["Cat", "(to", "act)", "QD", "led", "Ann"]


def test_three_and_two_seats() -> None:
    three = position(hands=[["AS"], ["9S"], ["QD"]], sides=[[0], [1], [2]], tricks_won=[0, 1, 1], score=[0, 1, 2])
    text = drawn(three, ("Ann", "Bob", "Cat"))
    assert "score     Ann: 0, Bob: 1, Cat: 2" in text
    two = position(hands=[["AS"], ["9S"]], sides=[[0], [1]], tricks_won=[0, 1], dealer=1, seat=0, rulings=[])
    assert drawn(two, ()).splitlines()[0].strip() == "seat 1 (dealer)"


def test_before_trump_and_after_the_end() -> None:
    auction = position(trump=None, caller=None, makers=None, contract=None, trick=None, turned_down="H", seat=0)
    text = drawn(auction)
    assert "up-card   JH (turned down)" in text
    assert "trump" not in text
    assert "tricks" not in text
    bid = position(trump=None, caller=1, makers=None, contract="bid-4", trick=None, up_card=None)
    assert "bid       bid-4 by Bob" in drawn(bid)
    result = {"ruling": {"reason": "The makers took all five tricks."}, "score": [6, 9]}
    over = position(phase="over", seat=None, trick=None, result=result, alone=[0], sitting_out=[2])
    text = drawn(over)
    assert "result    The makers took all five tricks.\nnow       Ann & Cat: 6, Bob & Dan: 9\n" in text
    assert "alone     Ann\nsits out  Cat\n" in text
    assert "Cat (sits out)" in text


def test_colours_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(**settings: Any) -> str:
        stream = io.StringIO()
        table.draw(Console(file=stream, highlight=False, soft_wrap=True, **settings), position(), PLAYERS)
        return stream.getvalue()

    monkeypatch.setenv("TERM", "xterm")
    coloured = shown(force_terminal=True, color_system="standard")
    assert "\x1b[1;31mJH" in coloured
    assert "\x1b[2m(AS)" in coloured
    assert "\x1b[" not in shown()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "31m" not in shown(force_terminal=True, color_system="standard")


@pytest.mark.parametrize(
    ("trump", "cards", "order"),
    [
        ("H", "9H AS JD JH KH AD TD JK ??", "JK JH JD KH 9H AS AD TD ??"),
        ("C", "JS JC AC 9S JH", "JC JS AC 9S JH"),
        ("NT", "JS 9H AH KD JK", "JK JS AH 9H KD"),
        (None, "7C JD 8C AS", "AS 8C 7C JD"),
    ],
)
def test_a_hand_in_order(trump: str | None, cards: str, order: str) -> None:
    assert " ".join(table.in_order(cards.split(), trump)) == order


def test_a_sentence_is_wrapped_under_itself_on_a_terminal() -> None:
    stream = io.StringIO()
    screen = Console(file=stream, width=50, force_terminal=True, color_system=None, highlight=False, soft_wrap=True)
    render.sentence(
        screen, render.plain("JD  "), "Cat must follow hearts: JD counts as a heart here.", "play.follow-suit"
    )
    assert stream.getvalue() == ("  JD  Cat must follow hearts: JD counts as a heart\n      here. [play.follow-suit]\n")


def test_who_is_to_act() -> None:
    assert render.to_act(2, "play", PLAYERS) == "Cat to act (play)."
    assert render.to_act(2, "play", ()) == "seat 2 to act (play)."
    assert render.to_act(None, "over", PLAYERS) == "The hand is over."
    assert "does not follow" in render.to_act(None, "auction", PLAYERS)


def test_sides() -> None:
    assert render.sides_of(2, PLAYERS) == ["Ann & Cat", "Bob & Dan"]
    assert render.sides_of(3, PLAYERS[:3]) == ["Ann", "Bob", "Cat"]
    assert render.sides_of(2, ()) == ["side 0", "side 1"]


def test_nothing_steers_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert printable("a\x1b[31m\u202eb\nc") == "a\\x1b[31m\\u202eb\nc"
    complain(Stop("x\x07", "y\x1b"))
    assert capsys.readouterr().err == "error: x\\x07\nhint: y\\x1b\n"


PROBLEM = {
    "type": "/problems/impossible-state",
    "title": "This deal cannot exist",
    "detail": "2 defects",
    "ruling": None,
    "errors": [
        {"pointer": "/state/hands/1/4", "code": "card-twice", "detail": "TS is dealt twice", "hint": "see seat 0"},
        {"pointer": "/state/dealer", "code": "required", "detail": "dealer is missing", "hint": None},
    ],
    "more": 3,
    "request_id": "r1",
}


def told(status: int, body: Any, capsys: pytest.CaptureFixture[str], label: str = "") -> str:
    tell(Answer(status, b"", body), {"/hands/1/4": "hand.toml:4"}.get, label)
    return capsys.readouterr().err


def test_a_problem_says_what_and_where(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(422, PROBLEM, capsys, "hand.toml") == (
        "error: hand.toml: This deal cannot exist\n"
        "  hand.toml:4: /state/hands/1/4: TS is dealt twice\n"
        "  hint: see seat 0\n"
        "  /state/dealer: dealer is missing\n"
        "  and 3 more\n"
    )


def test_an_illegal_record_says_which_move_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    ruling = {"reason": "Cat must follow.", "move": "AC", "rule": "play.follow-suit", "index": 7, "seat": 2}
    body = {**PROBLEM, "title": "Illegal move in the record", "ruling": ruling, "errors": [], "more": 0}
    assert told(422, body, capsys) == (
        "error: Illegal move in the record: Cat must follow.\n  /moves/7: AC [play.follow-suit]\n"
    )
    body = {**body, "ruling": {**ruling, "index": None}}
    assert "  /move: AC [play.follow-suit]\n" in told(422, body, capsys)


def test_a_fault_of_the_server(capsys: pytest.CaptureFixture[str]) -> None:
    body = {"type": "/problems/internal-error", "title": "Internal error", "detail": None, "request_id": "r1"}
    assert told(500, body, capsys) == "error: Internal error\n"
    tell(Answer(500, b"", body, local=True), lambda _: None)
    assert capsys.readouterr().err == (
        "error: Internal error\nhint: this is a defect of euchre; EUCHRE_TRACEBACK=1 shows where\n"
    )
    assert told(502, None, capsys) == "error: the server answered 502 and gave no reason\n"
