"""House rule books: checked, printed, and brought along by a state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from euchre.client.service import Service


def words(line: str) -> str:
    return " ".join(line.split())


def sheet(euchre: Any, path: Path | str) -> list[str]:
    """The lines of a book's sheet, a space between their words."""
    result = euchre("variants", "--check", str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    return [words(line) for line in result.stdout.splitlines()]


def json_of(euchre: Any, book: Path) -> dict[str, Any]:
    made = json.loads(euchre("convert", str(book), "-", "--to", "json").stdout)
    assert isinstance(made, dict)
    return made


def test_trickster(euchre: Any, examples: Path) -> None:
    lines = sheet(euchre, examples / "house-rules" / "trickster.toml")
    assert lines[0] == "Trickster euchre, alone must take five"
    assert "extends Euchre (euchre, revision 1)" in lines
    assert "* stick_the_dealer true The dealer is stuck" in lines
    assert "* alone_timing with-call With the call" in lines
    assert "target 10 Ten" in lines
    assert lines[lines.index("Points by the tricks of the makers: makers/others") + 1 :] == [
        "0 1 2 3 4 5",
        "together 0/2 0/2 0/2 1/0 1/0 2/0",
        "alone 0/2 0/2 0/2 0/0 0/0 4/0",
    ]


def test_st_austell(euchre: Any, examples: Path) -> None:
    path = examples / "house-rules" / "st-austell.yaml"
    lines = sheet(euchre, path)
    assert lines[:2] == ["St Austell league euchre", "extends British euchre (british-euchre, revision 1)"]
    assert "* target 21" in lines
    assert [line for line in lines if line.startswith("* ")] == ["* target 21"]
    state = {"variant": json_of(euchre, path), "dealer": 3, "up_card": "9H", "moves": "", "score": [20, 20]}
    assert euchre("legal", "-", stdin=json.dumps(state)).exit_code == 0


def test_euchrelinks(euchre: Any, examples: Path) -> None:
    path = examples / "house-rules" / "euchrelinks.json"
    lines = sheet(euchre, path)
    assert lines[1].startswith("Mandatory loner for the dealer's partner")
    changed = {line.split()[1] for line in lines if line.startswith("* ")}
    assert changed == {"canadian_loner", "lone_euchred", "super_euchre", "farmers_hand"}
    assert "together 0/4 0/2 0/2 1/0 1/0 2/0" in lines
    assert "alone 0/4 0/4 0/4 1/0 1/0 4/0" in lines
    state = {"variant": json_of(euchre, path), "dealer": 3, "up_card": "9H", "moves": "pass"}
    assert euchre("check", "-", "order", stdin=json.dumps(state)).exit_code == 1
    assert euchre("check", "-", "order-alone", stdin=json.dumps(state)).exit_code == 0


def test_a_hand_is_scored_by_the_book(euchre: Any, examples: Path) -> None:
    """A loner who takes three or four scores nothing where he must take five, and one point elsewhere."""
    service = Service()
    book = json_of(euchre, examples / "house-rules" / "trickster.toml")
    state = next(state for seed in range(99) if (state := lone_hand(service, book, seed)))
    assert service.post("score", state).body["result"]["points"] == [0, 0]
    plain = {**state, "variant": "euchre", "options": book["options"]}
    assert sum(service.post("score", plain).body["result"]["points"]) == 1


def lone_hand(service: Service, book: dict[str, Any], seed: int) -> dict[str, Any] | None:
    """A hand that eldest plays alone for three or four tricks; None where this seed gives another outcome."""
    state: dict[str, Any] = service.post("deal", {"variant": book, "dealer": 3, "seed": str(seed)}).body["state"]
    state["moves"] = ["order-alone"]
    while moves := service.post("legal-moves", state, explain="none").body["moves"]:
        state["moves"].append(moves[0])
    result = service.post("score", state).body["result"]
    return state if result["outcome"] == "lone-made" else None


def test_bid_games(euchre: Any, tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text('extends = "hasenpfeffer"\nname = "Ours"\noptions = { bidding = "peppers", set_loses = "six" }\n')
    lines = sheet(euchre, path)
    table = lines[lines.index("Points by the tricks of the makers: makers/others") + 1 :]
    assert table[0] == "0 1 2 3 4 5 6"
    assert table[1] == "bid-1 -6/0 1/0 2/0 3/0 4/0 5/0 6/0"
    assert [line.split()[0] for line in table[-2:]] == ["little-pepper", "big-pepper"]
    path.write_text('extends = "two-handed-euchre"\nname = "Ours"\n')
    assert [line.split()[0] for line in sheet(euchre, path)[-1:]] == ["together"]
    path.write_text('extends = "double-deck"\nname = "Ours"\n')
    assert sheet(euchre, path)[-1].startswith("bid-12 ")


def test_the_body_as_it_is(euchre: Any, examples: Path) -> None:
    result = euchre("variants", "--check", str(examples / "house-rules" / "st-austell.yaml"), "--json")
    variant = json.loads(result.stdout)["variant"]
    assert (variant["house"], variant["options"]["target"]) == (True, 21)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'extends = "euchre"\nname = "x"\nhand_size = 6\n',
            [":3: /variant/hand_size: 4 hands of 6, 1 turned up are 25 cards, and the pack has 24."],
        ),
        ('extends = "euchre"\n[options]\nalone = "none"\n', [":3: /variant/options/alone: alone of euchre does not"]),
        ('extends = "whist"\n', [":1: /variant/extends: "]),
        ('extends = "euchre"\nsize = 3\n', [":2: /variant/size: A house rule book has no such field."]),
        (
            'extends = "euchre"\n\n[options]\nalone = "off"\n\n[[score]]\noutcome = "made"\ntricks = [3, 4, 5]\n'
            "points = 1\n",
            [f":6: /variant/score: {count} with makers" for count in ("0 tricks", "1 trick", "2 tricks")],
        ),
        (
            'extends = "euchre"\n[[score]]\noutcome = "made"\ntricks = [0]\n[[score]]\noutcome = "won"\ntricks = [1]\n',
            [":6: /variant/score/1/outcome: There is no such outcome."],
        ),
    ],
)
def test_which_sum_does_not_come_out(euchre: Any, tmp_path: Path, text: str, said: list[str]) -> None:
    path = tmp_path / "book.toml"
    path.write_text(text)
    result = euchre("variants", "--check", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    for line in said:
        assert f"  {path}{line}" in result.stderr
    assert "  hint: " in result.stderr


def test_what_is_no_book(euchre: Any, examples: Path, tmp_path: Path) -> None:
    result = euchre("variants", "--check", str(examples / "hand.toml"))
    assert result.exit_code == 2
    assert result.stderr.endswith(
        'hand.toml is no house rule book\nhint: it says which rule book it extends: extends = "euchre"\n'
    )
    assert euchre("variants", "euchre", "--check", str(examples / "hand.toml")).exit_code == 2
    assert euchre("variants", "--check", str(tmp_path / "none.toml")).exit_code == 2


INLINE = """players = ["Ann", "Bob", "Cat", "Dan"]
dealer = "Dan"
up_card = "JD"
moves = "pass pass pass pass / pass pass pass"
[variant]
extends = "euchre"
name = "Kitchen table"
[variant.options]
stick_the_dealer = true
"""


def test_a_state_brings_its_book(euchre: Any, tmp_path: Path) -> None:
    path = tmp_path / "hand.toml"
    path.write_text(INLINE)
    legal = euchre("legal", str(path), "--json")
    assert json.loads(legal.stdout)["moves"] == ["call-C", "call-H", "call-S"]
    assert euchre("check", str(path), "Dan:pass").exit_code == 1
    shown = euchre("show", str(path))
    assert "Kitchen table" in shown.stdout
    judged = euchre("judge", str(path), "--moves", "pass")
    assert (judged.exit_code, "auction.stuck" in judged.stdout) == (1, True)
    more = euchre("state", str(path), "--json", "--hand", "Ann=9H TH KC AC AD", "--option", "stick_the_dealer=false")
    assert json.loads(more.stdout)["options"] == {"stick_the_dealer": False}
    assert euchre("check", str(path), "pass", "--option", "stick_the_dealer=false").exit_code == 0


def test_a_bad_book_in_a_state_is_told_with_its_line(euchre: Any, tmp_path: Path) -> None:
    path = tmp_path / "hand.toml"
    path.write_text(INLINE.replace("= true", '= "yes"'))
    result = euchre("legal", str(path))
    assert result.exit_code == 2
    assert f"{path}:9: /variant/options/stick_the_dealer: " in result.stderr


def test_a_game_brings_its_book(euchre: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(
        "variant: {extends: euchre, options: {stick_the_dealer: true}}\ndealer: 1\n"
        "deals:\n- {up_card: 9H, moves: pass pass pass pass pass pass pass pass}\n- {up_card: 9S}\n"
    )
    result = euchre("judge", str(path))
    assert result.exit_code == 1
    assert f"{path}:4" in result.stdout and "auction.stuck" in result.stdout
