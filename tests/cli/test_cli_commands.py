"""Every command against the service in this process, as a user would run it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

HAND = """
players = ["Ann", "Bob", "Cat", "Dan"]
variant = "euchre"
options = { alone = "off", defend_alone = "off" }
dealer = "Ann"
up_card = "KH"
hands = ["??", "??", "JD AC KC TS 9C", "??"]
moves = "Bob:order Ann:discard-?? / 9H"
"""
PLAYED = """
variant: euchre
players: [Ann, Bob, Cat, Dan]
options: {alone: off, defend_alone: off}
dealer: Dan
up_card: JH
score: [8, 9]
moves: >
  order decline /
  JD AH TH 9H / AS QS JS 9S / AD KS QD 9C / KD KC QH TC / KH QC AC JC
"""


@pytest.fixture
def hand(tmp_path: Path) -> str:
    path = tmp_path / "hand.toml"
    path.write_text(HAND)
    return str(path)


@pytest.fixture
def played(tmp_path: Path) -> str:
    path = tmp_path / "played.yaml"
    path.write_text(PLAYED)
    return str(path)


def body(result: Any) -> dict[str, Any]:
    made = json.loads(result.stdout)
    assert isinstance(made, dict)
    return made


def test_legal(euchre: Any, hand: str) -> None:
    result = euchre("legal", hand)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "Cat to act (play)."
    assert lines[1] == "legal:"
    assert lines[2].startswith("  JD  Cat ")
    assert lines[3] == "barred:"
    assert {line.split()[0] for line in lines[4:]} == {"9C", "AC", "KC", "TS"}
    assert all(line.endswith("[play.follow-suit]") for line in lines[4:])
    assert body(euchre("legal", hand, "--json"))["moves"] == ["JD"]


def test_legal_where_cards_are_unknown_and_a_seat_may_go_alone(euchre: Any) -> None:
    words = ["--dealer", "3", "--up", "9C", "--moves", "order discard-??"]
    unknown = euchre("legal", *words, "--option", "alone=off", "--option", "defend_alone=off")
    assert unknown.exit_code == 0
    assert "Some cards are not known" in unknown.stdout
    result = euchre("legal", *words)
    assert result.exit_code == 0
    assert "also, out of turn: " in result.stdout
    assert "or, if nobody else goes alone, seat 0: 9" in result.stdout


@pytest.mark.parametrize(
    ("move", "code", "said"),
    [("jd", 0, "legal: Cat, JD"), ("AC", 1, "illegal: Cat, AC"), ("Dan:9S", 1, "illegal: Dan, 9S")],
)
def test_check(euchre: Any, hand: str, move: str, code: int, said: str) -> None:
    result = euchre("check", hand, move)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (code, said)
    assert ("  legal: JD\n" in result.stdout) == (move == "AC")
    assert body(euchre("check", hand, move, "--json"))["legal"] is (code == 0)


def test_check_what_is_open(euchre: Any) -> None:
    words = ["--dealer", "0", "--up", "KH", "--option", "alone=off", "--moves", "order discard-?? 9H"]
    result = euchre("check", "AC", *words)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (4, "open: seat 2, AC")


def test_check_of_a_record_that_is_itself_illegal(euchre: Any, hand: str) -> None:
    result = euchre("check", hand, "9S", "--moves", "AC")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "--moves: /state/moves/3" in result.stderr


def test_tricks(euchre: Any, played: str) -> None:
    result = euchre("tricks", played)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "trump: hearts"
    assert lines[1].startswith("1  JD AH TH 9H  ")
    assert "Ann" in lines[1]
    assert len(lines) == 6


def test_tricks_in_progress_and_before_the_first(euchre: Any, hand: str) -> None:
    assert euchre("tricks", hand).stdout == "trump: hearts\n1  9H  Bob is winning it.\n"
    assert euchre("tricks", "--dealer", "1", "--up", "9H").stdout == "No card has been played.\n"


def test_score(euchre: Any, played: str, hand: str) -> None:
    result = euchre("score", played)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].endswith("]")
    assert lines[1] == "march: Ann & Cat: 2, Bob & Dan: 0"
    assert lines[2] == "score: Ann & Cat: 10, Bob & Dan: 9"
    assert lines[3] == "Ann & Cat won the game."
    assert euchre("score", hand).stdout == "The hand is not over: there is no score yet.\n"


def test_show(euchre: Any, hand: str, played: str) -> None:
    result = euchre("show", hand)
    assert result.exit_code == 0
    assert "Cat (to act)\n" in result.stdout
    assert "JD (AC) (KC) (9C) (TS)" in result.stdout.replace("(TS) (AC) (KC) (9C)", "(AC) (KC) (9C) (TS)")
    assert "trick     number 1: Bob led hearts, Bob is winning (*)" in result.stdout
    assert "9H* led" in result.stdout
    over = euchre("show", played).stdout
    assert "now       Ann & Cat: 10, Bob & Dan: 9" in over


def test_show_as_one_seat_may_see_it(euchre: Any, hand: str) -> None:
    assert "JD" in euchre("show", hand, "--seat", "cat").stdout
    text = euchre("show", hand, "--seat", "Bob").stdout
    assert "JD" not in text
    assert text.splitlines()[0].strip() == "Dan"
    result = euchre("show", hand, "--seat", "Zoe")
    assert (result.exit_code, result.stderr.splitlines()[0]) == (2, "error: --seat Zoe: nobody here is called 'Zoe'")


def test_apply_and_what_each_seat_may_know(euchre: Any, hand: str) -> None:
    result = euchre("apply", hand, "JD")
    assert (result.exit_code, result.stderr) == (0, "")
    state = body(result)
    assert state["moves"][-2:] == ["9H", "JD"]
    again = euchre("apply", "-", "9S", stdin=result.stdout)
    assert body(again)["moves"][-1] == "9S"
    lines = euchre("apply", hand, "JD", "--seat", "Cat", "--seat", "0").stdout.splitlines()
    assert [json.loads(line)["hands"][2] is None for line in lines] == [False, False, True]
    refused = euchre("apply", hand, "AC")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "AC [play.follow-suit]" in refused.stderr
    answer = body(euchre("apply", hand, "AC", "--json"))
    assert answer["type"] == "/problems/illegal-move"


def test_view(euchre: Any, hand: str) -> None:
    assert body(euchre("view", hand, "--seat", "Cat"))["hands"][2] is not None
    assert body(euchre("view", hand))["hands"] == [None] * 4
    assert body(euchre("view", hand, "--seat", "2", "--json"))["seat"] == 2


def test_deal(euchre: Any, played: str) -> None:
    words = ["--player", "Ann", "--player", "Bob", "--player", "Cat", "--player", "Dan"]
    result = euchre("deal", "--seed", "friday-3", "--dealer", "Dan", "--score", "4 9", *words)
    assert (result.exit_code, result.stderr) == (0, "")
    state = body(result)
    assert (state["dealer"], state["score"], state["players"][3]) == (3, [4, 9], "Dan")
    assert euchre("deal", "--seed", "friday-3", "--dealer", "Dan", "--score", "4 9", *words).stdout == result.stdout
    drawn = euchre("deal", "--variant", "hasenpfeffer", "--option", "bidding=peppers")
    assert drawn.stderr.startswith("seed: ")
    assert body(drawn)["options"] == {"bidding": "peppers"}
    seed = drawn.stderr.split()[1]
    same = euchre("deal", "--variant", "hasenpfeffer", "--option", "bidding=peppers", "--seed", seed)
    assert body(same)["hands"] == body(drawn)["hands"]


def test_deal_after_a_hand(euchre: Any, played: str, hand: str) -> None:
    state = body(euchre("deal", "--after", played, "--seed", "x"))
    assert (state["dealer"], state["score"], state["players"]) == (0, [0, 0], ["Ann", "Bob", "Cat", "Dan"])
    assert euchre("deal", "--after", hand).exit_code == 2
    result = euchre("deal", "--after", played, "--dealer", "1")
    assert (result.exit_code, result.stderr) == (2, "error: --after takes everything but --seed from the hand before\n")


def test_trick(euchre: Any) -> None:
    result = euchre("trick", "--trump", "H", "KH", "JD", "9H", "AH")
    assert result.exit_code == 0
    assert result.stdout.startswith("JD  ")
    assert result.stdout.splitlines()[1] == "ranking: JD AH KH 9H"
    seated = euchre("trick", "-t", "S", "--leader", "2", "9D", "AD", "QD", "JD")
    assert seated.stdout.startswith("AD  Seat 3 ")
    seats = body(euchre("trick", "-t", "S", "--seats", "1 3 0", "9D AD", "QD", "--json"))
    assert seats["winner"]["seat"] == 3
    assert euchre("trick", "-t", "S", "9Z").exit_code == 2


def test_follow(euchre: Any) -> None:
    result = euchre("follow", "--trump", "H", "--led", "9H", "--hand", "JD AC 9S")
    assert result.exit_code == 0
    assert result.stdout.startswith("legal: JD\n")
    assert "AC  " in result.stdout
    assert euchre("follow", "-t", "H", "--hand", "JD AC").stdout.startswith("legal: AC JD\n")


def test_points(euchre: Any) -> None:
    result = euchre("points", "--call", "order", "--took", "5", "--score", "8 9")
    assert result.exit_code == 0
    assert "march: side 0: 2, side 1: 0\nscore: side 0: 10, side 1: 9\nside 0 won the game.\n" in result.stdout
    lone = body(euchre("points", "--call", "call-H", "--took", "5", "--alone", "--caller", "1", "--json"))
    assert lone["result"]["points"] == [0, 4]
    defended = euchre("points", "--call", "order", "--took", "0 5", "--lone-defender", "1", "--json")
    assert body(defended)["result"]["outcome"] == "defended-alone"
    bid = body(euchre("points", "--variant", "bid-euchre", "--call", "bid-5", "--took", "4", "--json"))
    assert bid["result"]["points"] == [-5, 2]
    three = euchre("points", "--variant", "three-handed-euchre", "--call", "order", "--took", "3")
    assert (three.exit_code, three.stderr.splitlines()[0]) == (2, "error: there are more than two sides")
    assert euchre("points", "--variant", "whist", "--call", "order", "--took", "3").exit_code == 2


def test_variants(euchre: Any) -> None:
    result = euchre("variants")
    assert result.exit_code == 0
    assert "bid-euchre" in [line.split()[0] for line in result.stdout.splitlines()]
    sheet = euchre("variants", "railroad").stdout
    assert "railroad-euchre" in sheet
    assert "defend_alone" in sheet
    assert "* against-loner" in sheet
    assert body(euchre("variants", "euchre", "--json"))["id"] == "euchre"
    assert euchre("variants", "whist").exit_code == 2
    assert euchre("variants", "../rules").exit_code == 2


def test_rules(euchre: Any) -> None:
    page = euchre("rules", "play.follow-suit")
    assert page.exit_code == 0
    assert page.stdout.startswith("play.follow-suit: ")
    found = euchre("rules", "bower")
    assert found.exit_code == 0
    assert found.stdout
    everything = euchre("rules").stdout.splitlines()
    assert len(everything) > len(found.stdout.splitlines())
    assert len(euchre("rules", "--variant", "two-handed-euchre").stdout.splitlines()) < len(everything)
    nothing = euchre("rules", "xyzzy")
    assert nothing.stdout == "No rule has that word.\n"
    assert euchre("rules", "no.such-rule").stdout == "No rule has that word.\n"


def test_a_slam_and_a_game_without_names(euchre: Any) -> None:
    words = ["--variant", "railroad-euchre", "--option", "slam=true", "--call", "order", "--took", "5"]
    result = euchre("points", *words, "--score", "9 0")
    assert result.stdout.endswith("side 0 won the game, counted twice.\n")


def test_a_fault_of_the_service_in_this_process_is_no_traceback(euchre: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("boom")

    monkeypatch.setattr("euchred.web.answers.score", broken)
    result = euchre("score", "--dealer", "3", "--up", "9H", env={"EUCHRE_TRACEBACK": ""})
    assert (result.exit_code, result.stdout) == (3, "")
    assert "Traceback" not in result.stderr
    assert result.stderr.endswith("hint: this is a defect of euchre; EUCHRE_TRACEBACK=1 shows where\n")


def test_the_recorded_games_score_as_they_should(euchre: Any, recorded: Path) -> None:
    """A complete game ends with its last deal, and with no other (EGN's own count: 1, 2, 4, 2)."""
    for name, last in (
        ("bears", [10, 9]),
        ("comeback", [11, 9]),
        ("finals-left-of-loner", [8, 10]),
        ("six-points", [10, 9]),
    ):
        result = euchre("score", str(recorded / f"{name}.egn"), "--json")
        assert (result.exit_code, result.stderr) == (0, "")
        results = [json.loads(line)["body"]["result"] for line in result.stdout.splitlines()]
        assert results[-1]["score"] == last
        assert [one["game_over"] for one in results] == [False] * (len(results) - 1) + [True]


def test_a_recorded_game_with_faults_is_refused_at_the_right_move(euchre: Any, recorded: Path) -> None:
    path = str(recorded / "three-revokes.egn")
    result = euchre("legal", path, "--json")
    assert result.exit_code == 1
    problems = [json.loads(line)["body"] for line in result.stdout.splitlines()]
    assert [problem["type"] for problem in problems] == ["/problems/illegal-history"] * 2
    # Deal 1: the dealer's up-card, led by another seat. Deal 2: the diamond that shows the first revoke, move 8.
    assert [problem["ruling"]["index"] for problem in problems] == [13, 10]
    assert problems[1]["ruling"]["evidence"] == [8]
    told = euchre("show", f"{path}#1")
    line = next(
        n
        for n, text in enumerate((recorded / "three-revokes.egn").read_text().splitlines(), 1)
        if n > 50 and '"Qs"' in text
    )
    assert f"{path}:{line}: /moves/13: QS [play.not-held]" in told.stderr
