"""`euchre claim` and `euchre solve`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

# Two cards each: Dan, who leads next, has the ace of trumps and one card that nobody has seen.
HAND = """variant = "euchre"
players = ["Ann", "Bob", "Cat", "Dan"]
dealer = "Dan"
up_card = "AS"
hands = ["9S 9D JD KC KD", "TS 9H JH AH KH", "QS AC AD QH TH", "??"]
moves = "pass pass pass order discard-?? / 9S TS QS JS / JC 9D 9H AC / KS JD JH AD"
"""


@pytest.fixture
def hand(tmp_path: Path) -> str:
    path = tmp_path / "hand.toml"
    path.write_text(HAND)
    return str(path)


def test_a_valid_claim(euchre: Any, hand: str) -> None:
    result = euchre("claim", hand, "--seat", "Dan", "--tricks", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("valid  Dan claims 1 of the tricks that remain and is sure of 1")
    assert result.stdout.endswith(" [claim.valid]\n")
    assert len(result.stdout.splitlines()) == 1


def test_a_refused_claim_shows_how_it_fails(euchre: Any, hand: str) -> None:
    result = euchre("claim", hand, "--seat", "Ann")
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("refused  Ann claims 2 of the tricks that remain ")
    assert lines[1] == "for example, with these hands"
    assert [line.split()[0] for line in lines[2:6]] == ["Ann", "Bob", "Cat", "Dan"]
    assert {"KC", "KD"} == set(lines[2].split()[1:])
    assert lines[6].startswith("the play may go  Dan ")
    assert lines[6].count(",") == 7


def test_what_is_asked(euchre: Any, canned: Any, hand: str) -> None:
    for words, tricks in ((("--tricks", "3"), 3), (("--tricks", "all"), "all"), ((), "all")):
        euchre("claim", hand, "--seat", "cat", *words)
        path, body = canned.sent[-1]
        assert (path, body["seat"], body["tricks"]) == ("/v1/claims", 2, tricks)
        assert body["state"]["dealer"] == 3


def test_the_body_as_it_is(euchre: Any, hand: str) -> None:
    result = euchre("claim", hand, "--seat", "0", "--tricks", "1", "--json")
    body = json.loads(result.stdout)
    assert (result.exit_code, body["valid"], body["guaranteed"]) == (1, False, 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seat", "Zoe"], "error: --seat Zoe: nobody here is called 'Zoe'"),
        (["--seat", "0", "--tricks", "two"], "error: --tricks two: no number of tricks\nhint: write a whole number"),
        (["--seat", "7"], "error: "),
        (["--seat", "0", "--tricks", "-1"], "error: --tricks -1: no number of tricks"),
    ],
)
def test_bad_usage(euchre: Any, hand: str, words: list[str], message: str) -> None:
    result = euchre("claim", hand, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)


def test_a_claim_before_the_play(euchre: Any) -> None:
    result = euchre("claim", "--dealer", "3", "--up", "9H", "--seat", "0")
    assert result.exit_code == 2
    assert "--seat: /seat: Tricks are claimed while the cards are being played." in result.stderr


def test_solve(euchre: Any, hand: str) -> None:
    known = HAND.replace('"??"]', '"JS JC KS TD QD"]').replace("discard-??", "discard-QD")
    Path(hand).write_text(known.replace('JH AD"', 'JH AD / AS"'))
    result = euchre("solve", hand)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "Ann to act; tricks of the whole hand with best play:"
    assert sorted(" ".join(line.split()) for line in lines[1:]) == [
        "* KC Ann & Cat: 1, Bob & Dan: 4",
        "KD Ann & Cat: 0, Bob & Dan: 5",
    ]
    body = json.loads(euchre("solve", hand, "--json").stdout)
    assert {move["move"] for move in body["moves"]} == {"KC", "KD"}


def test_solve_needs_all_cards(euchre: Any, hand: str) -> None:
    result = euchre("solve", hand)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{hand}:5: /hands/3: " in result.stderr
