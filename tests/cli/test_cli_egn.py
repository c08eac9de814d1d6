"""EGN files read as states (contract §12)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from euchre.egn.cards import card
from euchre.egn.read import read_game
from euchre.egn.rules import read_rules
from euchre.nodes import BadNode, Node

BASE = {"alone": "caller", "alone_timing": "with-call", "defend_alone": "off", "pick_up": "any-card"}
DEFAULTS = {**BASE, "stick_the_dealer": True, "alone_lead": "left-of-dealer"}
TRICK = ["Ah", "Qh", "9d", "Th"]


def document(bidding: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """A small game of one deal, dealt by seat 1 with the jack of spades turned up."""
    phases: list[dict[str, Any]] = []
    if bidding is not None:
        phases.append({"type": "EUCHRE_BIDDING", **bidding})
    if "tricks" in changes:
        phases.append({"type": "TRICK_PLAY", "tricks": changes.pop("tricks"), **changes.pop("play", {})})
    deal = {"dealNumber": 0, "initialState": {"dealer": 1, "upCard": "Js", **changes.pop("initial", {})}}
    metadata = {"players": ["Ann", "Bob", "Cat", "Dan"], "initialScore": [0, 0], **changes.pop("metadata", {})}
    return {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": metadata,
        "deals": [{**deal, "phases": phases}],
        **changes,
    }


def only_state(data: dict[str, Any]) -> dict[str, Any]:
    (deal,) = read_game(data).deals
    return deal.state


def moves(data: dict[str, Any]) -> str:
    return " ".join(only_state(data)["moves"])


def test_a_deal_ordered_up() -> None:
    state = only_state(document({"calls": ["Pass", "Pass", "Order"], "isAlone": False}, tricks=[TRICK]))
    assert state == {
        "variant": "euchre",
        "options": DEFAULTS,
        "dealer": 1,
        "up_card": "JS",
        "moves": ["pass", "pass", "order", "discard-??", "AH", "QH", "9D", "TH"],
        "players": ["Ann", "Bob", "Cat", "Dan"],
    }


@pytest.mark.parametrize(
    ("bidding", "tricks", "made"),
    [
        ({"calls": ["Pass"] * 4 + ["h"]}, [TRICK], "pass pass pass pass call-H AH QH 9D TH"),
        ({"calls": ["Pass"] * 5 + ["c"], "isAlone": True}, [], "pass pass pass pass pass call-C-alone"),
        ({"calls": ["Pass"] * 4 + ["n"]}, [], "pass pass pass pass call-NT"),
        ({"calls": ["Order"], "isAlone": True, "discard": "9c"}, [], "order-alone discard-9C"),
        ({"calls": ["Pass", "Order"], "isAlone": True}, [["Ah"]], "pass order-alone AH"),
        ({"calls": ["Pass", "Order"], "isAlone": True, "discard": "9c"}, [["Ah"]], "pass order-alone AH"),
        ({"calls": ["Pass"] * 8}, [], "pass pass pass pass pass pass pass pass"),
        ({"calls": ["Pass", "PickUp"]}, [["Nc", "R", "L", "10h"]], "pass order discard-?? 9C JS JC TH"),
        ({"calls": ["Pass"] * 4 + ["h"], "isAlone": True, "aloneDefender": -1}, [], "pass pass pass pass call-H-alone"),
        (
            {"calls": ["Pass"] * 4 + ["h"], "isAlone": True, "aloneDefender": 1},
            [["Ah"]],
            "pass pass pass pass call-H-alone 1:alone AH",
        ),
    ],
)
def test_the_course_of_a_deal(bidding: dict[str, Any], tricks: list[list[str]], made: str) -> None:
    assert moves(document(bidding, tricks=tricks)) == made


def test_an_unfinished_record() -> None:
    assert moves(document()) == ""
    assert moves(document({"calls": ["Pass", "Pass"]})) == "pass pass"
    assert moves(document({"calls": ["Order"]})) == "order"


def test_the_first_lead_names_its_seat_where_the_file_does() -> None:
    data = document({"calls": ["Pass"] * 4 + ["h"]}, tricks=[TRICK], play={"initialLead": 2})
    assert moves(data) == "pass pass pass pass call-H 2:AH QH 9D TH"


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ({}, {}),
        ({"std": False}, {"stick_the_dealer": False}),
        ({"canadian": True}, {"canadian_loner": True}),
        ({"loner_lead": "LEFT_OF_LONER"}, {"alone_lead": "left-of-loner"}),
        ({"loner_march_score": 5, "loner_euchred_score": 4}, {"lone_march": 5, "lone_euchred": 4}),
        (
            {"defend_alone": True},
            {"defend_alone": "against-loner", "lone_defender_euchre": 4, "lone_defender_march": 4},
        ),
        ({"joker": True, "min_rank": 7}, {"joker": True, "pack": 32}),
        ({"allow_no_trump": True, "go_under": True}, {"no_trump": "round-two", "farmers_hand": "swap-three"}),
        ({"winning_score": 5, "num_players": 4, "fast_break": False}, {"target": 5}),
    ],
)
def test_settings(ruleset: dict[str, Any], options: dict[str, Any]) -> None:
    rules = read_rules(Node("", {"ruleset": ruleset}))
    assert (rules.options, rules.warnings) == ({**DEFAULTS, **options}, ())


def test_settings_with_no_like_here_are_warned_of() -> None:
    settings = {"fast_break": True, "num_deals": 8, "min_rank": 2, "loner_lead": "CALLER", "moon_rule": "x"}
    rules = read_rules(Node("", {"ruleset": settings}))
    assert rules.warnings == tuple(f"the setting {name}={value} is not ruled here" for name, value in settings.items())
    assert rules.options == {**DEFAULTS, "target": 999}
    with pytest.raises(BadNode, match="four players"):
        read_rules(Node("", {"ruleset": {"num_players": 3}}))


def test_hands_are_as_dealt() -> None:
    dealt = [[], ["Qd", "Qc", "Kc", "Kh", "Ks"], ["Xx", "Jx"], ["9h"]]
    state = only_state(document({"calls": ["Pass"] * 4}, initial={"playerCards": dealt}))
    assert state["hands"] == [
        None,
        ["QD", "QC", "KC", "KH", "KS"],
        ["??", "??", "??", "??", "??"],
        ["9H", "??", "??", "??", "??"],
    ]
    assert "hands" not in only_state(document({"calls": []}, initial={"player_cards": [[], [], [], []]}))


@pytest.mark.parametrize(
    ("cards", "bidding", "hand"),
    [
        (["Js", "Qc", "Kc", "Kh", "Ks"], {"discard": "9d"}, ["QC", "KC", "KH", "KS", "9D"]),
        (["Js", "Qc", "Kc", "Kh", "Ks"], {}, ["QC", "KC", "KH", "KS", "??"]),
        (["Js", "Qc", "Kc", "Kh", "Ks", "9d"], {"discard": "9d"}, ["QC", "KC", "KH", "KS", "9D"]),
    ],
)
def test_a_dealers_hand_written_down_after_he_took_the_up_card(
    cards: list[str], bidding: dict[str, Any], hand: list[str]
) -> None:
    data = document({"calls": ["Order"], **bidding}, initial={"playerCards": [[], cards, [], []]})
    assert only_state(data)["hands"] == [None, hand, None, None]


def test_the_kitty() -> None:
    assert only_state(document(initial={"kitty": ["Kc", "Jc", "Jh"]}))["kitty"] == ["KC", "JC", "JH"]
    game = read_game(document(initial={"kitty": ["Kc", "Jc", "Jh", "9c"]}))
    assert "kitty" not in game.deals[0].state
    assert game.warnings == ("a kitty that is not the 3 cards left face down is not taken over",)


def test_exchanges_of_cards_are_warned_of() -> None:
    game = read_game(document({"calls": ["Pass"], "cardExchanges": [{"receiver": 1, "cards": ["9h"]}]}))
    assert game.warnings == ("exchanges of cards are not read",)


def test_players() -> None:
    objects = ["Ann", {"name": "Bob", "playerIds": []}, " Cat ", "Dan"]
    assert only_state(document(metadata={"players": objects}))["players"] == ["Ann", "Bob", "Cat", "Dan"]
    for players in (["Ann", "ann", "Cat", "Dan"], ["Ann"], ["x" * 41, "B", "C", "D"]):
        game = read_game(document(metadata={"players": players}))
        assert "players" not in game.deals[0].state
        assert len(game.warnings) == 1
    assert read_game(document(metadata={"players": []})).warnings == ()


def test_older_names_of_fields() -> None:
    data = document({"calls": ["Order"], "is_alone": True})
    deal = data["deals"][0]
    deal["initial_state"] = {"dealer": 2, "up_card": "Td"}
    del deal["initialState"]
    state = only_state(data)
    assert (state["dealer"], state["up_card"], state["moves"]) == (2, "TD", ["order-alone"])


def test_where_each_move_was_written() -> None:
    data = document({"calls": ["Pass", "Order"], "discard": "9h"}, tricks=[TRICK])
    (deal,) = read_game(data).deals
    assert deal.written["/moves/1"] == "/deals/0/phases/0/calls/1"
    assert deal.written["/moves/2"] == "/deals/0/phases/0/discard"
    assert deal.written["/moves/4"] == "/deals/0/phases/1/tricks/0/1"
    assert deal.written["/up_card"] == "/deals/0/initialState/upCard"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"version": "2.0"}, "/version"),
        ({"version": 1}, "/version"),
        ({"metadata": {"initialScore": [1]}}, "/metadata/initialScore"),
        ({"metadata": {"initialScore": [1, True]}}, "/metadata/initialScore/1"),
        ({"metadata": {"ruleset": []}}, "/metadata/ruleset"),
        ({"deals": []}, "/deals"),
        ({"deals": ["UEsDBBQ="]}, "/deals/0"),
        ({"deals": [7]}, "/deals/0"),
        ({"deals": 7}, "/deals"),
        ({"initial": {"dealer": 4}}, "/deals/0/initialState/dealer"),
        ({"initial": {"dealer": True}}, "/deals/0/initialState/dealer"),
        ({"initial": {"upCard": "1s"}}, "/deals/0/initialState/upCard"),
        ({"bidding": {"calls": ["Pass", "x"]}}, "/deals/0/phases/0/calls/1"),
        ({"bidding": {"calls": "Pass"}}, "/deals/0/phases/0/calls"),
        ({"bidding": {"calls": ["Pass"], "isAlone": 1}}, "/deals/0/phases/0/isAlone"),
        ({"bidding": {"calls": []}, "tricks": [["Ah", "Xh"]]}, "/deals/0/phases/1/tricks/0/1"),
        ({"bidding": {"calls": []}, "tricks": [["Ah", "R"]]}, "/deals/0/phases/1/tricks/0/1"),
        ({"bidding": {"calls": []}, "tricks": ["Ah"]}, "/deals/0/phases/1/tricks/0"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_place(change: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadNode) as error:
        read_game(document(**change))
    assert error.value.pointer == pointer


def test_cards() -> None:
    written = {"9c": "9C", "Nd": "9D", "TS": "TS", "10h": "TH", "B": "JK", "R": "JD", "L": "JH", "Xx": "??", "Jx": "??"}
    assert {text: card(Node("", text), "D") for text in written} == written
    for text in ("Ag", "Jt", "1h", "", "AhAh", "J♦"):
        with pytest.raises(BadNode):
            card(Node("", text), "D")


def test_the_recorded_games(recorded: Path) -> None:
    counts = {path.stem: len(read_game(json.loads(path.read_text())).deals) for path in recorded.glob("*.egn")}
    assert counts == {"bears": 12, "comeback": 9, "finals-left-of-loner": 13, "six-points": 2, "three-revokes": 2}
    for path in recorded.glob("*.egn"):
        game = read_game(json.loads(path.read_text()))
        for number, deal in enumerate(game.deals, 1):
            cards = [move for move in deal.state["moves"] if len(move.rpartition(":")[2]) == 2]
            alone = any(move.endswith("-alone") for move in deal.state["moves"])
            assert len(cards) == len(set(cards)) == (15 if alone else 20), (path.stem, number)
        assert game.warnings == ()
    lone = json.loads((recorded / "finals-left-of-loner.egn").read_text())
    assert read_game(lone).deals[0].state["options"]["alone_lead"] == "left-of-loner"
