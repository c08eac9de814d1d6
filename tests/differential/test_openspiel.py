"""The law of four-handed euchre against OpenSpiel's, on random hands: every decision, every trick, the points.

OpenSpiel's rules as options of ours: the dealer keeps the up-card, the caller goes alone or not after the discard, 0
tricks score like 1 or 2, a lone defender's win is always 4.  It asks lone defenders from the dealer's left, we from the
caller's.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from euchred.law import moves as m
from euchred.law.cards import parse_card
from euchred.law.hand import Hand
from euchred.law.rules import rules_for
from euchred.law.state import state_of
from euchred.law.variant import find

pyspiel = pytest.importorskip("pyspiel")
HANDS = 700
CARDS = 24


def rules_like(stick: bool, defenders: bool) -> Any:
    """OpenSpiel's rules as options of euchre."""
    return rules_for(
        find("euchre"),
        {
            "pick_up": "keep-up-card", "alone": "caller", "stick_the_dealer": stick,
            "defend_alone": "always" if defenders else "off", "alone_lead": "left-of-dealer",
            "lone_defender_euchre": 4, "lone_defender_march": 4,
        },
    )  # fmt: skip


def code(spiel: Any, action: int) -> str:
    """A card as we write it: theirs is suit first."""
    text = spiel.action_to_string(0, action)
    return f"{text[1]}{text[0]}"


def deal(spiel: Any, rng: Random) -> dict[str, Any]:
    """Deals a random hand there, and says it in our words."""
    while spiel.is_chance_node():
        spiel.apply_action(rng.choice(spiel.legal_actions()))
    holders = spiel.card_holder()
    hands = [[parse_card(code(spiel, card)) for card in range(CARDS) if holders[card] == seat] for seat in range(4)]
    up_card = parse_card(code(spiel, spiel.upcard()))
    return {"dealer": spiel.dealer(), "hands": tuple(map(tuple, hands)), "up_card": up_card}


def offered(spiel: Any, hand: Hand) -> dict[int, int]:
    """Their legal actions, each with the move of ours that it is."""
    seat, phase = spiel.current_player(), spiel.current_phase().name
    if phase == "BIDDING":
        proposed = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
        suits = {name: m.CALL + number for number, name in enumerate(proposed.values())} | {"Pass": m.PASS}
        named = {action: suits[spiel.action_to_string(seat, action)] for action in spiel.legal_actions()}
        return {
            action: m.ORDER if move != m.PASS and hand.table.turned_down is None else move
            for action, move in named.items()
        }
    if phase == "GO_ALONE":
        words = {"Alone": m.ALONE, "Partner": m.PASS}
        return {action: words[spiel.action_to_string(seat, action)] for action in spiel.legal_actions()}
    base = m.DISCARD if phase == "DISCARD" else 0
    return {action: base + parse_card(code(spiel, action)) for action in spiel.legal_actions()}


def follow(spiel: Any, hand: Hand, rng: Random) -> None:
    """Plays a hand in both at random and compares every decision; lone defenders are asked there, then told here."""
    asked: list[tuple[int, int]] = []
    while not spiel.is_terminal():
        seat, phase, choices = spiel.current_player(), spiel.current_phase().name, offered(spiel, hand)
        defending = phase == "GO_ALONE" and hand.table.caller != seat
        if asked and not defending:
            tell(hand, asked)
        action = rng.choice(list(choices))
        if defending:
            assert set(choices.values()) == {m.ALONE, m.PASS}
            assert seat in hand.alone_open
            asked.append((seat, choices[action]))
        else:
            assert (hand.seat, sorted(hand.moves)) == (seat, sorted(choices.values()))
            hand.push(choices[action])
        spiel.apply_action(action)


def tell(hand: Hand, asked: list[tuple[int, int]]) -> None:
    """Says here what the defenders said there."""
    loners = [seat for seat, said in asked if said == m.ALONE]
    for seat in loners:
        hand.push((seat + 1) * m.PREFIX + m.ALONE)
    while hand.phase == "alone":
        assert not loners and (hand.seat, m.PASS) in asked
        hand.push(m.PASS)
    asked.clear()


@pytest.mark.parametrize(("stick", "defenders"), [(True, False), (True, True), (False, False), (False, True)])
def test_every_decision_trick_and_score(stick: bool, defenders: bool) -> None:
    game = pyspiel.load_game("euchre", {"stick_the_dealer": stick, "allow_lone_defender": defenders})
    rules, rng, played = rules_like(stick, defenders), Random(f"{stick} {defenders}"), 0
    for _ in range(HANDS):
        spiel = game.new_initial_state()
        dealt = deal(spiel, rng)
        hand = Hand(state_of(rules, dealt.pop("dealer"), **dealt).check())
        follow(spiel, hand, rng)
        result = hand.result
        assert result is not None and hand.phase == "over"
        ours = result.points[0] - result.points[1]
        assert spiel.returns() == [ours, -ours, ours, -ours]
        if result.outcome != "passed-out":
            assert hand.table.won == [sum(trick.winner() == seat for trick in spiel.tricks()[:5]) for seat in range(4)]
            assert hand.table.leads == [trick.leader() for trick in spiel.tricks()[:5]]
            played += 1
    assert played > HANDS // 2
