"""STATE arguments and the options that give a state, against a service that answers as it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

TOML = """variant = "euchre"
players = ["Ann", "Bob", "Cat", "Mary Ann"]
dealer = "mary_ann"
up_card = "JH"
hands = ["9H JD AC KC TS", "??", "??", "??"]
moves = "order"
"""
VIEW: dict[str, Any] = {"variant": {}, "over": False, "result": None}


@pytest.fixture
def hand(tmp_path: Path) -> str:
    path = tmp_path / "hand.toml"
    path.write_text(TOML)
    return str(path)


def printed(euchre: Any, *words: str, stdin: str | None = None) -> dict[str, Any]:
    result = euchre("state", *words, "--json", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    made = json.loads(result.stdout)
    assert isinstance(made, dict)
    return made


def test_a_file_with_names(euchre: Any, hand: str) -> None:
    made = printed(euchre, hand)
    assert (made["dealer"], made["hands"], made["moves"]) == (3, ["9H JD AC KC TS", None, None, None], "order")


def test_a_state_by_options_alone(euchre: Any, canned: Any) -> None:
    canned.answers["/v1/variants/three-handed-euchre"] = (200, {"seats": 3})
    words = ["--variant", "three-handed-euchre", "--dealer", "2", "--up", "9H", "--hand", "1=9S TS JS QS KS"]
    words += ["--option", "dummy=false", "--option", "target=11", "--option", "alone=off", "--moves", "pass / 1:order"]
    assert printed(euchre, *words, "--score", "1,-2,3") == {
        "variant": "three-handed-euchre",
        "dealer": 2,
        "up_card": "9H",
        "hands": [None, "9S TS JS QS KS", None],
        "options": {"dummy": False, "target": 11, "alone": "off"},
        "moves": ["pass", "1:order"],
        "score": [1, -2, 3],
    }


def test_an_unknown_variant_is_left_to_the_service(euchre: Any, canned: Any) -> None:
    assert printed(euchre, "--variant", "whist", "--hand", "3=??")["hands"] == [None] * 4
    assert canned.sent == [("/v1/variants/whist", None)]


def test_options_are_added_to_a_file(euchre: Any, hand: str) -> None:
    words = ["--dealer", "Cat", "--hand", "Bob=KH QH 9S 9C 9D", "--hand", "ann=??", "--moves", "discard-?? mary_ann:JD"]
    made = printed(euchre, hand, *words, "--option", "stick_the_dealer=true", "--up", "9S")
    assert made["dealer"] == 2
    assert made["hands"] == [None, "KH QH 9S 9C 9D", None, None]
    assert made["moves"] == "order discard-?? 3:JD"
    assert (made["options"], made["up_card"]) == ({"stick_the_dealer": True}, "9S")


def test_names_given_by_options(euchre: Any) -> None:
    made = printed(euchre, "--player", "Ann", "--player", "Bo Li", "--dealer", "bo_li", "--hand", "Bo Li=9S JD")
    assert (made["dealer"], made["hands"]) == (1, [None, "9S JD"])


def test_standard_input(euchre: Any) -> None:
    assert printed(euchre, "-", stdin=TOML)["dealer"] == 3
    assert printed(euchre, "-", stdin='{"dealer": 1}') == {"dealer": 1}
    assert printed(euchre, "-", "--format", "yaml", stdin="dealer: 1\nmoves: [9H]") == {"dealer": 1, "moves": ["9H"]}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "error: no state is given\nhint: name a file"),
        (["-", "-"], "error: standard input can be read only once"),
        (["--option", "alone"], "error: --option alone: no value\nhint: write --option NAME=VALUE"),
        (["--option", "=1"], "error: --option =1: no value"),
        (["--score", "four"], "error: 'four' are no points"),
        (["--score", ""], "error: '' are no points"),
        (["--dealer", "Ann"], "error: --dealer Ann: 'Ann' is no seat\nhint: a seat is a number from 0"),
        (
            ["--player", "Ann", "--dealer", "Anne"],
            "error: --dealer Anne: nobody here is called 'Anne'\nhint: did you mean Ann?",
        ),
        (["--player", "Ann", "--moves", "Bob:pass"], "error: --moves: nobody here is called 'Bob'"),
        (["--player", "Ann", "--hand", "9H JD"], "error: --hand 9H JD: no seat is named"),
        (["--player", "Ann", "--hand", "4=9H"], "error: --hand 4=9H: the seats are 0 to 0"),
        (["--format", "xml", "-"], "error: --format xml"),
        (["no-such-file.toml"], "error: no-such-file.toml: No such file"),
    ],
)
def test_what_is_wrong_is_said(euchre: Any, canned: Any, words: list[str], message: str) -> None:
    result = euchre("state", *words)
    assert result.exit_code == 2
    assert result.stderr.startswith(message)
    assert result.stdout == ""


def test_unknown_names_in_a_file_are_told_with_their_lines(euchre: Any, tmp_path: Path) -> None:
    path = tmp_path / "hand.toml"
    path.write_text('players = ["Ann", "Bob"]\ndealer = "Bab"\nmoves = """\nAnn:pass\nZoe:order"""\n')
    result = euchre("state", str(path))
    assert result.exit_code == 2
    assert result.stderr == (
        f"error: {path}:2: nobody here is called 'Bab'\n{path}:5: nobody here is called 'Zoe'\n"
        "hint: did you mean Bob?\nhint: the players are Ann, Bob\n"
    )


def test_a_problem_names_the_line_or_the_option(euchre: Any, canned: Any, hand: str) -> None:
    errors = [
        {"pointer": pointer, "code": "x", "detail": "bad", "hint": ""}
        for pointer in ("/hands/0/1", "/moves/0", "/moves/1", "/score", "/options/a", "/hands/2/0", "/dealer")
    ]
    problem = {
        "type": "/problems/impossible-state",
        "title": "No",
        "detail": "No",
        "ruling": None,
        "errors": errors,
        "more": 0,
    }
    canned.answers["/v1/score"] = (422, problem)
    words = ["--moves", "pass", "--score", "1 2", "--option", "a=b", "--hand", "Cat=9S"]
    result = euchre("score", hand, *words)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "error: No",
        f"  {hand}:5: /hands/0/1: bad",
        f"  {hand}:6: /moves/0: bad",
        "  --moves: /moves/1: bad",
        "  --score: /score: bad",
        "  --option a: /options/a: bad",
        "  --hand: /hands/2/0: bad",
        f"  {hand}:3: /dealer: bad",
    ]


def egn(*uppers: str) -> dict[str, Any]:
    bidding = {"type": "EUCHRE_BIDDING", "calls": ["Pass"] * 8}
    deals = [{"initialState": {"dealer": 1, "upCard": up}, "phases": [bidding]} for up in uppers]
    metadata = {"players": ["Ann", "Bob", "Cat", "Dan"], "initialScore": [3, 4], "ruleset": {"fast_break": True}}
    return {"fileType": "Euchre Game Notation", "version": "1.6", "metadata": metadata, "deals": deals}


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.egn"
    path.write_text(json.dumps(egn("9H", "9S", "9D"), indent=1))
    return str(path)


def test_each_deal_starts_from_the_score_that_the_service_ruled(euchre: Any, canned: Any, game: str) -> None:
    canned.answers["/v1/score"] = (200, {"over": True, "result": {"score": [5, 4]}})
    result = euchre("state", game)
    states = [json.loads(line) for line in result.stdout.splitlines()]
    assert [state["score"] for state in states] == [[3, 4], [5, 4], [5, 4]]
    assert [body["score"] for _, body in canned.sent] == [[3, 4], [5, 4]]
    assert result.stderr == f"warning: {game}: the setting fast_break=True is not ruled here\n"


def test_options_count_for_every_deal_of_a_game(euchre: Any, canned: Any, game: str) -> None:
    canned.answers["/v1/score"] = (200, VIEW)
    result = euchre("state", game, "--option", "target=5")
    assert [json.loads(line)["options"]["target"] for line in result.stdout.splitlines()] == [5, 5, 5]
    assert [body["options"]["target"] for _, body in canned.sent] == [5, 5]
    wrong = euchre("state", game, "--dealer", "Zoe")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr.count("error: --dealer Zoe: nobody here is called 'Zoe'") == 3
    wrong = euchre("check", f"{game}#1", "pass", "--dealer", "Zoe")
    assert (wrong.exit_code, wrong.stderr.count("error: ")) == (2, 1)


def test_one_deal_of_a_game(euchre: Any, canned: Any, game: str) -> None:
    canned.answers["/v1/score"] = (200, {"over": False, "result": None})
    result = euchre("state", f"{game}#2", "--json")
    assert (json.loads(result.stdout)["up_card"], len(canned.sent)) == ("9S", 1)
    assert f"warning: {game}#1 has no result" in result.stderr
    result = euchre("state", f"{game}#4")
    assert (result.exit_code, result.stderr) == (2, f"error: {game}#4: the file has 3 deals\n")


def test_a_game_is_not_one_state(euchre: Any, canned: Any, game: str) -> None:
    result = euchre("check", game, "pass")
    assert result.exit_code == 2
    assert f"error: {game} holds several deals\nhint: name one of them: {game}#1\n" in result.stderr


def test_a_bad_game_names_its_line(euchre: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.egn"
    path.write_text(json.dumps(egn("9H", "1H"), indent=1))
    result = euchre("state", str(path))
    line = next(number for number, text in enumerate(path.read_text().splitlines(), 1) if "1H" in text)
    assert (result.exit_code, result.stderr) == (2, f"error: {path}:{line}: '1H' is no card that can be read here\n")


def test_several_files_are_answered_one_by_one(euchre: Any, canned: Any, hand: str, game: str) -> None:
    canned.answers["/v1/score"] = (200, VIEW)
    result = euchre("score", hand, "none.toml", f"{game}#1", "--json")
    assert result.exit_code == 2
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["file"] for line in lines] == [hand, "none.toml", f"{game}#1"]
    assert [line["status"] for line in lines] == [200, None, 200]
    assert [line["body"] for line in lines] == [VIEW, None, VIEW]
    assert "error: none.toml: No such file" in result.stderr
    text = euchre("score", hand, hand)
    assert text.stdout == f"== {hand}\nThe hand is not over: there is no score yet.\n" * 2


def test_a_body_is_printed_as_it_came(euchre: Any, canned: Any, hand: str) -> None:
    canned.answers["/v1/score"] = (200, b'{"over":  false,\n "result":null}')
    assert euchre("score", hand, "--json").stdout == '{"over":  false,\n "result":null}\n'
    result = euchre("score", hand, hand, "--json")
    assert (
        result.stdout.splitlines()
        == [f'{{"file": "{hand}", "status": 200, "body": {{"over": false, "result": null}}}}'] * 2
    )
    canned.answers["/v1/score"] = (422, b'{"type": "/problems/illegal-history"}\n')
    result = euchre("score", hand, "--json")
    assert (result.exit_code, result.stdout, result.stderr) == (1, '{"type": "/problems/illegal-history"}\n', "")


def test_the_move_and_the_state(euchre: Any, canned: Any, hand: str) -> None:
    ruling: dict[str, Any] = {
        "verdict": "open",
        "legal": None,
        "seat": 3,
        "move": "??",
        "reason": "Nobody knows.",
        "rule": "a.b",
        "moves": [],
    }
    canned.answers["/v1/validate"] = (200, ruling)
    for words, move in (
        ((hand, "??"), "??"),
        ((hand, "Mary Ann:order"), "3:order"),
        ((hand, "mary_ann:discard-xx"), "3:discard-xx"),
        (("JD", "--dealer", "1"), "JD"),
    ):
        result = euchre("check", *words)
        assert (result.exit_code, canned.sent[-1][1]["move"]) == (4, move)
    assert result.stdout == "open: seat 3, ??\n  Nobody knows. [a.b]\n"
    refused: list[tuple[list[str], str]] = [
        ([hand], "error: a state or the move is missing"),
        ([hand, "call", "H"], "error: one state and one move are wanted, not 3 words"),
        ([hand, "Zoe:JD"], "error: Zoe:JD: nobody here is called 'Zoe'"),
    ]
    for bad, message in refused:
        result = euchre("check", *bad)
        assert (result.exit_code, result.stderr.splitlines()[0]) == (2, message)


def test_only_a_game_has_numbered_deals(euchre: Any, canned: Any, hand: str) -> None:
    result = euchre("state", f"{hand}#1")
    assert (result.exit_code, result.stderr.splitlines()[0]) == (2, f"error: {hand}#1: only a game has numbered deals")
