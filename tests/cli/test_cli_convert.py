"""`euchre convert`: state files and EGN into one another, and what EGN cannot hold."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from euchre import seats
from euchre.client.service import Service
from euchre.egn.phases import Phases, Step
from euchre.egn.read import read_game
from euchre.egn.rules import read_rules, write_rules
from euchre.egn.write import Told, write_game
from euchre.nodes import Node
from euchre.written import CannotHold

GAMES = ("bears", "comeback", "finals-left-of-loner", "six-points", "three-revokes")
# What EGN takes for granted: with these options a game of euchre can be written.
GRANTED = {"alone": "caller", "alone_timing": "with-call", "defend_alone": "off", "pick_up": "any-card"}
OPTIONS = {
    **GRANTED,
    "stick_the_dealer": True,
    "alone_lead": "left-of-dealer",
    "pack": 24,
    "joker": False,
    "lone_march": 4,
    "lone_euchred": 2,
    "target": 10,
    "canadian_loner": False,
    "no_trump": "off",
    "farmers_hand": "off",
}
HAND = """variant = "euchre"
players = ["Ann", "Bob", "Cat", "Dan"]
options = { alone = "caller", alone_timing = "with-call", defend_alone = "off", pick_up = "any-card" }
dealer = "Dan"
up_card = "JH"
hands = ["9H JD AC KC TS", "??", "??", "??"]
score = [3, 4]
moves = "order discard-?? / JD"
"""


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    path = tmp_path / "hand.toml"
    path.write_text(HAND)
    return path


def body(text: str) -> dict[str, Any]:
    made = json.loads(text)
    assert isinstance(made, dict)
    return made


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", ["toml", "yaml", "json"])
def test_recorded_games_there_and_back(euchre: Any, recorded: Path, tmp_path: Path, name: str, kind: str) -> None:
    source = str(recorded / f"{name}.egn")
    through, back = str(tmp_path / f"game.{kind}"), str(tmp_path / "game.egn")
    assert euchre("convert", source, through).exit_code == 0
    done = euchre("convert", through, back)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    first, second = (read_game(body(Path(path).read_text())) for path in (source, back))
    assert second.score == first.score
    for one, other in zip(first.deals, second.deals, strict=True):
        assert one.state == other.state
    verdicts = [euchre("judge", path, "--json").stdout for path in (source, through, back)]
    assert verdicts[0] == verdicts[1] == verdicts[2]


def played(seed: int, service: Service) -> dict[str, Any]:
    """A hand of euchre under rules that EGN knows, dealt and played at random, perhaps not to its end."""
    chance = random.Random(seed)
    options: dict[str, Any] = dict(GRANTED, stick_the_dealer=chance.random() < 0.5)
    options["alone_lead"] = chance.choice(["left-of-loner", "left-of-dealer"])
    options["joker"], options["pack"] = chance.random() < 0.3, chance.choice([24, 28, 32])
    options["joker_turned_up"] = "dealer-names"
    if chance.random() < 0.5:
        options |= {"defend_alone": "against-loner", "lone_defender_euchre": 4, "lone_defender_march": 4}
    if chance.random() < 0.3:
        options |= {"no_trump": "round-two", "canadian_loner": True, "lone_march": 5, "target": 999}
    asked = {"variant": "turn-up", "options": options, "dealer": chance.randrange(4), "seed": str(seed)}
    state: dict[str, Any] = service.post("deal", asked).body["state"]
    state = {name: value for name, value in state.items() if value is not None}
    for _ in range(chance.choice([3, 9, 99])):
        ahead = service.post("legal-moves", state, explain="none").body
        choice = [*ahead["moves"], *(ahead["elided"] or {"moves": []})["moves"]]
        if not choice:
            break
        state["moves"].append(chance.choice(choice))
    hidden = chance.choice([set(), {0, 2}, {0, 1, 2, 3}])
    state["hands"] = [None if seat in hidden else hand for seat, hand in enumerate(state["hands"])]
    if hidden:
        state["kitty"] = ["??"] * len(state["kitty"])
    return state


def test_generated_states_there_and_back(euchre: Any, tmp_path: Path) -> None:
    """Every state either says the same after it was written and read, or is refused."""
    service = Service()
    refused = 0
    for seed in range(60):
        state = played(seed, service)
        source, egn = tmp_path / "state.json", tmp_path / "state.egn"
        source.write_text(json.dumps(state))
        done = euchre("convert", str(source), str(egn))
        if done.exit_code:
            assert "EGN cannot hold" in done.stderr, done.stderr
            refused += 1
            continue
        back = read_game(body(egn.read_text())).deals[0].state
        answers = [service.post("position", {**given, "score": [0, 0]}, explain="none").body for given in (state, back)]
        for answer in answers:
            for made in answer["history"]:
                made["index"] = None
        assert answers[0] == answers[1], state
    assert refused < 12


@pytest.mark.parametrize("kind", ["json", "toml", "yaml"])
def test_state_files_say_the_same(euchre: Any, hand: Path, tmp_path: Path, kind: str) -> None:
    target = tmp_path / f"out.{kind}"
    assert euchre("convert", str(hand), str(target)).exit_code == 0
    assert euchre("state", str(target), "--json").stdout == euchre("state", str(hand), "--json").stdout
    again = tmp_path / "again.toml"
    assert euchre("convert", str(target), str(again)).exit_code == 0
    assert again.read_text() == HAND


def test_standard_input_and_output(euchre: Any, hand: Path) -> None:
    made = euchre("convert", "-", "-", "--from", "toml", "--to", "yaml", stdin=HAND)
    assert (made.exit_code, made.stdout.splitlines()[3]) == (0, 'dealer: "Dan"')
    assert euchre("convert", "-", "-", "--to", "toml", stdin=HAND).stdout == HAND
    written = body(euchre("convert", str(hand), "-", "--to", "egn").stdout)
    assert (written["version"], written["metadata"]["initialScore"]) == ("1.6.0", [3, 4])
    assert written["metadata"]["players"] == ["Ann", "Bob", "Cat", "Dan"]
    assert [phase["type"] for phase in written["deals"][0]["phases"]] == ["EUCHRE_BIDDING", "TRICK_PLAY"]


def test_one_deal_of_a_game(euchre: Any, recorded: Path) -> None:
    made = euchre("convert", f"{recorded}/six-points.egn#2", "-", "--to", "toml")
    assert made.exit_code == 0
    assert 'moves = "order discard-' in made.stdout or "dealer = 1" in made.stdout
    assert "[[deals]]" not in made.stdout
    assert "score = [" in made.stdout
    game = euchre("convert", f"{recorded}/six-points.egn", "-", "--to", "toml")
    one = euchre("convert", "-", "-", "--to", "json", stdin=game.stdout)
    assert "deals" in body(one.stdout)


def test_a_deal_of_a_state_file_with_deals(euchre: Any, examples: Path) -> None:
    path = examples / "disputes" / "wrong-score-written.toml"
    state = body(euchre("convert", f"{path}#2", "-", "--to", "json").stdout)
    assert (state["dealer"], state["score"], "deals" in state) == (1, [3, 7], False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["hand.toml", "hand"], "error: what shall hand be?\nhint: --to says it: json, toml, yaml, egn\n"),
        (["hand.toml", "-"], "error: what shall - be?\n"),
        (["hand.toml", "-", "--to", "pbn"], "error: --to pbn is not known\n"),
        (["none.toml", "x.json"], "error: none.toml: No such file"),
        (["hand.toml", "no/such/folder/x.json"], "error: no/such/folder/x.json: No such file"),
        (["hand.toml", "x\0.json"], "error: x\\x00.json: "),
    ],
)
def test_bad_usage(euchre: Any, hand: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str) -> None:
    monkeypatch.chdir(hand.parent)
    result = euchre("convert", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)


def refusal(euchre: Any, hand: Path, *changes: tuple[str, str], words: tuple[str, ...] = ()) -> str:
    """What is said of a file that cannot be written as EGN."""
    text = HAND
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    hand.write_text(text)
    result = euchre("convert", str(hand), "-", "--to", "egn", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    return str(result.stderr).removeprefix("error: ").replace(str(hand), "hand")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"euchre"', '"bid-euchre"', "hand:1: EGN cannot hold bid-euchre\nhint: it holds games of euchre\n"),
        ('"euchre"', '"whist"', "hand:1: EGN cannot hold whist\n"),
        ('"euchre"', '{ extends = "euchre", name = "x" }', "hand:1: EGN cannot hold a rule book of one's own\n"),
        ('alone = "caller", ', "", "EGN cannot hold alone=any-maker\nhint: --lossy leaves out what EGN"),
        ('"off"', '"always"', "EGN cannot hold defend_alone=always\n"),
        ('up = "any-card" }', 'up = "any-card", super_euchre = 4 }', "EGN cannot hold super_euchre=4\n"),
        ('up_card = "JH"\n', "", "No deal can be like this\n  hand: /up_card: "),
        ('"JH"', '"J♥"', "hand:5: EGN cannot hold the card J♥, spelled so"),
        ("9H JD AC", "♥9 JD AC", "hand:6: EGN cannot hold the card ♥9, spelled so"),
        ('"order', '"1:order', "hand:8: EGN cannot hold order out of turn"),
    ],
)
def test_what_egn_cannot_hold(euchre: Any, hand: Path, old: str, new: str, message: str) -> None:
    said = refusal(euchre, hand, (old, new))
    assert said.startswith(message)


def test_the_holding_is_no_deal(euchre: Any, hand: Path) -> None:
    holding = ("hands = [", "holding = [")
    said = refusal(euchre, hand, holding, ("9H JD AC KC TS", "9H AC KC TS"))
    assert said.startswith("hand:6: EGN cannot hold hands as they are held at the end")


def test_a_problem_is_told(euchre: Any, hand: Path) -> None:
    said = refusal(euchre, hand, ("9H JD AC KC TS", "9H 9H AC KC TS"))
    assert "hand:6: /hands/0/1: " in said


def test_rules_and_scores_can_be_left_out(euchre: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    deal = '[[deals]]\nup_card = "9H"\nmoves = "pass"\n'
    scores = "score = [1, 1]\nrecorded_score = [2, 1]\n"
    path.write_text(f'variant = "euchre"\ndealer = 1\n{deal}recorded_score = [0, 0]\n{deal}{scores}')
    lost = [
        "pick_up=decline-when-ordered",
        "alone=any-maker",
        "alone_timing=before-lead",
        "defend_alone=always",
        "the score before deal 2",
        "the score recorded after deal 1",
    ]
    refused = euchre("convert", str(path), "-", "--to", "egn")
    assert refused.stderr.splitlines()[0] == f"error: EGN cannot hold {', '.join(lost)}"
    made = euchre("convert", str(path), "-", "--to", "egn", "--lossy")
    assert made.exit_code == 0
    assert made.stderr.splitlines() == [f"warning: left out: {text}" for text in lost]
    assert [deal["initialState"]["dealer"] for deal in body(made.stdout)["deals"]] == [1, 2]
    assert body(made.stdout)["metadata"]["finalScore"] == [2, 1]


def test_a_final_score_written_down_is_judged(euchre: Any, recorded: Path, tmp_path: Path) -> None:
    game = json.loads((recorded / "six-points.egn").read_text())
    path = tmp_path / "game.egn"
    for deals, final, rules in ((2, [10, 9], []), (2, [10, 8], ["game.score-recorded"]), (1, [8, 9], [])):
        game["metadata"]["finalScore"], game["deals"] = final, game["deals"][:deals]
        path.write_text(json.dumps(game, indent=1))
        judged = body(euchre("judge", str(path), "--json").stdout)
        assert ([found["rule"] for found in judged["violations"]], len(judged["deals"])) == (rules, deals)
        back = body(euchre("convert", str(path), "-", "--to", "egn").stdout)
        assert back["metadata"]["finalScore"] == final
    game["metadata"]["finalScore"] = [9, 9]
    path.write_text(json.dumps(game, indent=1))
    line = next(number for number, text in enumerate(path.read_text().splitlines(), 1) if "finalScore" in text)
    assert f"{path}:{line}, deal 1: " in euchre("judge", str(path)).stdout


@pytest.mark.parametrize("kind", ["toml", "yaml"])
def test_what_a_format_cannot_hold(euchre: Any, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "hand.json"
    path.write_text('{"variant": "euchre",\n "players": ["Ann", null]}')
    result = euchre("convert", str(path), "-", "--to", kind)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: {path}:2: {kind} cannot hold this: a null in a list has no like there\n"


@pytest.mark.parametrize(
    ("moves", "detail"),
    [
        ("1:pass", "out of turn"),
        ("bid-3", "the call bid-3"),
        ("call-LOW", "the call call-LOW"),
        ("order discard-9C discard-9D", "the move discard-9D here"),
        ("pass call-S discard-9C", "the move discard-9C here"),
        ("order discard-Z1", "the move discard-Z1 here"),
        ("order alone", "going alone by anybody"),
        ("order 2:alone", "going alone by anybody"),
        ("order give-9C", "the move give-9C"),
        ("order AH pass", "pass during the play"),
        ("order AH 2:KH", "KH by a seat that is named"),
        ("order J♥", "the move J♥"),
    ],
)
def test_moves_that_egn_has_no_word_for(moves: str, detail: str) -> None:
    with pytest.raises(CannotHold, match=detail):
        gathered(moves)


def gathered(moves: str) -> Phases:
    """The phases of a deal by seat 3, the nine of hearts turned up."""
    phases = Phases(dealer=3, up_card="9H")
    for token in moves.split():
        prefix, colon, move = token.rpartition(":")
        phases.take(Step(move, int(prefix) if colon else None))
    return phases


@pytest.mark.parametrize(
    ("moves", "read"),
    [
        ("pass ASSIST decline", "pass order discard-9H"),
        ("take discard-10C 10h", "order discard-TC TH"),
        ("order 0:alone AH", "order-alone AH"),
        ("order-alone 1:alone 1:ah kh", "order-alone 1:alone 1:AH KH"),
        ("pass pass pass pass call-nt", "pass pass pass pass call-NT"),
        ("pass pass pass pass CALL-d-alone", "pass pass pass pass call-D-alone"),
        ("order discard-xx", "order discard-??"),
        ("order pass pass JK", "order JK"),
    ],
)
def test_spellings_of_moves(moves: str, read: str) -> None:
    assert " ".join(gathered(moves).tokens) == read


def test_an_up_card_that_is_not_known() -> None:
    with pytest.raises(CannotHold, match="a deal without its up-card"):
        write_game(OPTIONS, [], ([0, 0], None), [Told({"dealer": 3, "up_card": "??"}, [])])


def test_what_a_reader_would_take_otherwise_is_refused() -> None:
    """The dealer's discard, when he is the partner of a loner, has no place in the notation."""
    steps = [Step(move) for move in ["pass", "order-alone", "discard-9C", "AH", "KH", "QH"]]
    with pytest.raises(CannotHold, match="move 2, discard-9C: a reader would take AH"):
        write_game(OPTIONS, [], ([0, 0], None), [Told({"dealer": 3, "up_card": "9H"}, steps)])
    with pytest.raises(CannotHold, match="another number of moves"):
        write_game(OPTIONS, [], ([0, 0], None), [Told({"dealer": 3, "up_card": "9H"}, steps[:3])])
    kitty = {"dealer": 3, "up_card": "9H", "kitty": "9C 9D"}
    with pytest.raises(CannotHold, match="these cards as kitty"):
        write_game(OPTIONS, [], ([0, 0], None), [Told(kitty, [])])


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"stick_the_dealer": False, "alone_lead": "left-of-loner"},
        {"pack": 32, "joker": True, "no_trump": "round-two", "farmers_hand": "swap-three", "canadian_loner": True},
        {"defend_alone": "against-loner", "lone_defender_euchre": 4, "lone_defender_march": 4},
        {"lone_march": 5, "lone_euchred": 4, "target": 11},
        {"target": 999},
    ],
)
def test_rules_there_and_back(changes: dict[str, Any]) -> None:
    page = Service().get("/v1/variants/euchre").body["options"]["properties"]
    defaults = {name: schema["default"] for name, schema in page.items()}
    options = {**defaults, **GRANTED, "stick_the_dealer": True, "alone_lead": "left-of-dealer", **changes}
    ruleset = write_rules(options, 8)
    assert {**defaults, **read_rules(Node("", {"ruleset": ruleset})).options} == options
    assert not {"winning_score", "num_deals"} <= ruleset.keys()


def test_numbered_games_keep_what_is_no_deal() -> None:
    assert seats.numbered_game({"deals": 3, "dealer": "1"})[0] == {"deals": 3, "dealer": 1}
    assert seats.numbered_game({"deals": [1, {"dealer": "2"}]})[0] == {"deals": [1, {"dealer": 2}]}
