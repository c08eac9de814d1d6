"""`euchre judge`: whole records and games, mistakes included."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CLEAN = 'variant = "euchre"\ndealer = 3\nup_card = "JH"\nmoves = "order"\n'
VIOLATION = 'variant = "euchre"\ndealer = 3\nup_card = "JH"\nmoves = "pass 0:order"\n'
# Seat 0 led a heart, seat 1 threw a club: what seat 1 holds is not known.
OPEN = 'variant = "euchre"\ndealer = 3\nup_card = "AS"\nmoves = "order discard-?? / KH 9C"\n'


def write(folder: Path, **texts: str) -> list[str]:
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text)
    return [str(folder / f"{name}.toml") for name in texts]


def found(deal: dict[str, Any]) -> list[tuple[int, int, str, list[int]]]:
    """Where each violation stands: its move, its trick, its rule and its proof."""
    return [(one["index"], one["trick"], one["rule"], one["evidence"]) for one in deal["violations"]]


def test_the_record_full_of_faults_holds_exactly_those_of_its_notice(euchre: Any, recorded: Path) -> None:
    """NOTICE.md: deal 1, revokes in tricks 1, 2, 3 and the dealer's QS led by another; deal 2, moves 8, 10, 13, 16."""
    result = euchre("judge", str(recorded / "three-revokes.egn"), "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    game = json.loads(result.stdout)
    first, second = game["deals"]
    assert found(first) == [
        (6, 1, "play.follow-suit", [19, 23]),
        (11, 2, "play.follow-suit", [20]),
        (13, 3, "play.not-held", [3]),
        (15, 3, "play.follow-suit", [22]),
    ]
    assert found(second) == [
        (8, 1, "play.follow-suit", [10, 14, 20]),
        (10, 2, "play.follow-suit", [17]),
        (13, 3, "play.follow-suit", [16]),
        (16, 4, "play.follow-suit", [19]),
    ]
    assert (first["open"], second["open"], game["violations"]) == ([], [], [])


def test_a_record_full_of_faults_told_to_people(euchre: Any, recorded: Path) -> None:
    path = recorded / "three-revokes.egn"
    result = euchre("judge", str(path))
    lines = result.stdout.splitlines()
    assert lines[0] == "violations: 2 deals, 8 violations"
    assert lines[3].split() == ["where", "move", "trick", "player", "made", "rule"]
    line = next(number for number, text in enumerate(path.read_text().splitlines(), 1) if '"Qd"' in text)
    assert lines[4].split() == [f"{path}:{line}", "6", "1.2", "P2", "QD", "play.follow-suit"]
    assert lines[5:9] == [
        "      P2 had to follow clubs and held 9C and AC; QD did not follow.",
        "      proof: move 19 (9C), move 23 (AC)",
        "      penalty: P0 & P2: 0, P1 & P3: 2",
        "      then: P1 and P3 score 2 points; the hand is abandoned.",
    ]
    assert any(line.startswith("result     abandoned, P0 & P2: 2, P1 & P3: 2; ") for line in lines)
    assert any(line.startswith("as played  euchred, P0 & P2: 0, P1 & P3: 2; ") for line in lines)
    one = euchre("judge", f"{path}#1")
    assert (one.exit_code, one.stdout.splitlines()[0].split()[0]) == (1, "violations")


@pytest.mark.parametrize(
    ("name", "score"),
    [("bears", [10, 9]), ("comeback", [11, 9]), ("finals-left-of-loner", [8, 10]), ("six-points", [10, 9])],
)
def test_recorded_games_are_clean(euchre: Any, recorded: Path, name: str, score: list[int]) -> None:
    path = str(recorded / f"{name}.egn")
    game = json.loads(euchre("judge", path, "--json").stdout)
    assert (game["verdict"], game["score"], game["game_over"]) == ("clean", score, True)
    assert [deal["verdict"] for deal in game["deals"]] == ["clean"] * len(game["deals"])
    told = euchre("judge", path)
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout.splitlines()[-1].endswith(" won the game.")


@pytest.mark.parametrize(
    ("name", "row", "sentence"),
    [
        (
            "left-bower",
            "3 1.2 Bob JD play.follow-suit",
            "Bob had to follow spades and held JC; JD did not follow. JC is the left bower and counts as a spade.",
        ),
        ("lone-call-too-late", "4 - Dan alone alone.too-late", "Dan is too late to go alone"),
        ("partner-of-the-loner-led", "8 - Ann KC play.sits-out", "Ann sits out: Cat plays alone."),
        ("best-trump-withheld", "6 - Cat give-TH exchange.best-trump", "Cat may not give TH: the best trump must be"),
        ("overbid-too-low", "3 - Dan bid-3 auction.must-overbid", "Dan must pass or beat bid-4; bid-3 does not."),
    ],
)
def test_disputes(euchre: Any, examples: Path, name: str, row: str, sentence: str) -> None:
    path = examples / "disputes" / f"{name}.toml"
    assert len(path.read_text().splitlines()) <= 10
    result = euchre("judge", str(path))
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    moves = next(number for number, text in enumerate(path.read_text().splitlines(), 1) if text.startswith("moves"))
    assert [" ".join(line.split()) for line in lines].count(f"{path}:{moves} {row}") == 1
    assert sentence in lines[0] and any(sentence in line for line in lines[1:])


def test_the_left_bower_proves_the_renege(euchre: Any, examples: Path) -> None:
    result = euchre("judge", str(examples / "disputes" / "left-bower.toml"))
    assert "proof: move 8 (JC)" in result.stdout
    assert "then: Ann and Cat score 2 points; the hand is abandoned." in result.stdout


def test_a_wrong_score_written_down(euchre: Any, examples: Path) -> None:
    path = examples / "disputes" / "wrong-score-written.toml"
    result = euchre("judge", str(path))
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.splitlines() == [
        "violations: 2 deals, 1 violation",
        "deal 1: clean  euchred, Ann & Cat: 0, Bob & Dan: 2; score Ann & Cat: 3, Bob & Dan: 7",
        "deal 2: clean  made, Ann & Cat: 1, Bob & Dan: 0; score Ann & Cat: 4, Bob & Dan: 7",
        f"{path}:9, deal 1: The score written down after this hand is not what it comes to. [game.score-recorded]",
        "      written: Ann & Cat: 3, Bob & Dan: 6",
        "      right: Ann & Cat: 3, Bob & Dan: 7",
        "score  Ann & Cat: 4, Bob & Dan: 7",
    ]


def test_an_open_question(euchre: Any, tmp_path: Path) -> None:
    (path,) = write(tmp_path, open=OPEN)
    result = euchre("judge", path)
    assert (result.exit_code, result.stderr) == (4, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("open  Nothing is proven")
    assert "open questions:" in lines
    assert any(line.startswith("      to settle: whether seat 1 had 9H or TH or ") for line in lines)
    assert lines[-1] == "result  none: the hand is not over"


def test_a_state_by_options(euchre: Any) -> None:
    result = euchre("judge", "--dealer", "3", "--up", "JH", "--moves", "pass 0:order")
    assert result.exit_code == 1
    row = result.stdout.splitlines()[3].split()
    assert row == ["--moves", "1", "-", "seat", "0", "order", "turn.out-of-turn"]


def test_a_renege_shown_by_the_cards_given(euchre: Any) -> None:
    words = ["--dealer", "3", "--up", "AS", "--hand", "1=9H TH QD KD 9C", "--option", "alone=off"]
    result = euchre("judge", *words, "--option", "defend_alone=off", "--moves", "order discard-?? KH 9C")
    assert result.exit_code == 1
    assert "      proof: the cards that the record gives this seat" in result.stdout.splitlines()


def test_several_files(euchre: Any, tmp_path: Path) -> None:
    paths = write(tmp_path, clean=CLEAN, violation=VIOLATION, open=OPEN, bad="dealer = 9\n")
    clean, violation, opened, bad = paths
    for words, code in (
        ((clean, clean), 0),
        ((clean, opened), 4),
        ((opened, violation, clean), 1),
        ((violation, bad, opened), 2),
        ((clean, "none.toml"), 2),
    ):
        assert euchre("judge", *words).exit_code == code
    result = euchre("judge", *paths)
    assert result.stdout.splitlines()[0] == f"== {clean}"
    assert result.stdout.splitlines()[-1] == "4 records: 1 clean, 1 with violations, 1 open, 1 refused"
    assert result.stderr.startswith(f"error: {bad}: ")
    lines = [json.loads(line) for line in euchre("judge", *paths, "--json").stdout.splitlines()]
    assert [line["file"] for line in lines] == paths
    assert [line["body"].get("verdict") for line in lines] == ["clean", "violations", "open", None]


def test_no_ruling_comes_first(euchre: Any, canned: Any, tmp_path: Path) -> None:
    canned.answers["/v1/judge"] = (503, {"type": "/problems/overloaded", "title": "Overloaded"})
    assert euchre("judge", *write(tmp_path, clean=CLEAN), "none.toml").exit_code == 3


GAME = """variant = "euchre"
players = ["Ann", "Bob", "Cat", "Dan"]
dealer = "Dan"
[[deals]]
up_card = "JH"
score = [1, 2]
moves = "Ann:pass pass pass pass / pass pass pass pass"
recorded_score = [1, 2]
[[deals]]
up_card = "9H"
hands = ["9S JD AC KC TS", "??", "??", "??"]
moves = "pass pass pass Ann:order"
"""


def test_a_game_with_names(euchre: Any, tmp_path: Path, canned: Any) -> None:
    canned.answers["/v1/variants/euchre"] = (200, {"seats": 4})
    (path,) = write(tmp_path, game=GAME)
    result = euchre("judge", path, "--option", "alone=off")
    assert result.exit_code == 2
    asked, body = canned.sent[-1]
    assert (asked, body["dealer"], body["options"]) == ("/v1/judge-game", 3, {"alone": "off"})
    assert body["deals"][0]["moves"].startswith("0:pass")
    assert body["deals"][1]["hands"][1:] == [None, None, None]
    assert "players" not in body["deals"][0]


def test_a_game_is_judged(euchre: Any, tmp_path: Path) -> None:
    (path,) = write(tmp_path, game=GAME)
    result = euchre("judge", path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "clean: 2 deals, 0 violations",
        "deal 1: clean  passed-out, Ann & Cat: 0, Bob & Dan: 0; score Ann & Cat: 1, Bob & Dan: 2",
        "deal 2: clean  none: the hand is not over",
    ]
    several = euchre("judge", path, path, "--json").stdout.splitlines()
    assert [json.loads(line)["body"]["verdict"] for line in several] == ["clean", "clean"]


def test_a_wrong_dealer_is_named(euchre: Any, tmp_path: Path) -> None:
    text = GAME.replace('up_card = "9H"', 'up_card = "9H"\ndealer = "Cat"').replace("Ann:order", "order")
    (path,) = write(tmp_path, game=text)
    result = euchre("judge", path)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[-2:] == ["      written: Cat", "      right: Ann"]
    assert lines[-3].startswith(f"{path}:11, deal 2: ")
    assert lines[-3].endswith(" [game.dealer]")


def test_the_deals_of_a_game_file_by_themselves(euchre: Any, tmp_path: Path) -> None:
    (path,) = write(tmp_path, game=GAME)
    states = [json.loads(line) for line in euchre("state", path).stdout.splitlines()]
    assert [state["dealer"] for state in states] == [3, 0]
    assert [state["score"] for state in states] == [[1, 2], [1, 2]]
    assert all("recorded_score" not in state and state["players"][0] == "Ann" for state in states)
    assert euchre("judge", f"{path}#2").stdout.startswith("clean  ")
    wrong = euchre("legal", f"{path}#2", "--moves", "9S")
    assert (wrong.exit_code, f"{path}:" in wrong.stderr) == (1, False)
    bad = tmp_path / "bad.toml"
    bad.write_text(GAME.replace("JD AC", "9S AC"))
    result = euchre("legal", f"{bad}#2")
    assert (result.exit_code, f"{bad}:11: /hands/0/1: " in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deals = 3\n", ":1: the deals of a game are a list of objects, one at least"),
        ("deals = []\n", ":1: the deals of a game are a list"),
        ("dealer = 1\ndeals = [1]\n", ":2: the deals of a game are a list"),
        (GAME.replace('"Dan"\n[', '"Don"\n['), ":3: nobody here is called 'Don'\nhint: did you mean Dan?"),
        (GAME.replace("Ann:order", "Anne:order"), ":12: nobody here is called 'Anne'\nhint: did you mean Ann?"),
    ],
)
def test_what_is_wrong_with_a_game_is_told_with_its_line(euchre: Any, tmp_path: Path, text: str, message: str) -> None:
    (path,) = write(tmp_path, game=text)
    result = euchre("judge", path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {path}{message}")


def test_what_one_hand_has_a_game_has_not(euchre: Any, tmp_path: Path) -> None:
    (path,) = write(tmp_path, game=GAME)
    result = euchre("judge", path, "--up", "9S", "--moves", "pass")
    assert result.stderr == (
        f"error: --up, --moves: {path} is a game of several hands\nhint: name one of them: {path}#1\n"
    )
    assert euchre("judge", path, "--dealer", "Zoe").exit_code == 2


def test_a_game_with_an_unknown_dealer_goes_on(euchre: Any, tmp_path: Path) -> None:
    text = (
        'variant = "euchre"\n[[deals]]\nup_card = "9H"\n[[deals]]\nup_card = "9S"\n[[deals]]\ndealer = "x"\n[[deals]]\n'
    )
    (path,) = write(tmp_path, game=text)
    result = euchre("state", path)
    assert result.exit_code == 2
    assert [json.loads(line).get("dealer") for line in result.stdout.splitlines()] == [None, None, None]


def bars(*words: str, terminal: bool) -> tuple[str, str]:
    """What a run prints on standard output, and on standard error when that is a terminal or not."""
    command = [sys.executable, "-m", "euchre.main", "judge", *words]
    if not terminal:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return done.stdout, done.stderr
    parent, child = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=child, text=True, env=env) as process:
        os.close(child)
        said = b""
        while True:
            try:
                chunk = os.read(parent, 4096)
            except OSError:
                break
            if not chunk:
                break
            said += chunk
        out = process.stdout.read() if process.stdout else ""
    os.close(parent)
    return out, said.decode()


def test_the_bar_is_for_a_terminal(tmp_path: Path) -> None:
    paths = write(tmp_path, a=CLEAN, b=CLEAN, c=CLEAN)
    plain, silent = bars(*paths, "--json", terminal=False)
    assert (len(plain.splitlines()), silent) == (3, "")
    out, said = bars(*paths, "--json", terminal=True)
    assert out == plain
    assert "0/3" in said and "2/3" in said
    _, one = bars(paths[0], terminal=True)
    assert one == ""
