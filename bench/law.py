"""The law in this process against OpenSpiel's euchre from Python: random hands, checked replays, legal-move lists."""

from __future__ import annotations

import random

import pyspiel

from bench.positions import OPTIONS
from bench.timing import Row, compare
from euchred import law

HANDS = 400


def our_random_hand(rules: law.Rules, rng: random.Random) -> law.Hand:
    """A hand dealt and played at random."""
    hand = law.Hand(law.deal(rules, str(rng.random())[2:]))
    while hand.phase != "over":
        hand.push(rng.choice(hand.moves))
    return hand


def their_random_hand(game: pyspiel.Game, rng: random.Random) -> pyspiel.State:
    """The same in OpenSpiel, its chance nodes included."""
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def random_hands(rules: law.Rules, game: pyspiel.Game) -> Row:
    """Full random hands: deal, auction, play, score."""

    def ours() -> int:
        rng = random.Random(1)
        for _ in range(HANDS):
            assert our_random_hand(rules, rng).result
        return HANDS

    def theirs() -> int:
        rng = random.Random(1)
        for _ in range(HANDS):
            assert their_random_hand(game, rng).returns()
        return HANDS

    return compare("full random hands", "hands/s", "pyspiel", ours, theirs)


def checked_replays(rules: law.Rules, game: pyspiel.Game) -> Row:
    """Whole records replayed, every decision checked; the peer's deal is applied unchecked."""
    rng = random.Random(2)
    states = [our_random_hand(rules, rng).now() for _ in range(HANDS)]
    records = [_split(their_random_hand(game, rng)) for _ in range(HANDS)]

    def ours() -> int:
        for state in states:
            law.Hand.replay(state)
        return HANDS

    def theirs() -> int:
        for deal, decisions in records:
            state = game.new_initial_state()
            for action in deal:
                state.apply_action(action)
            for action in decisions:
                if action not in state.legal_actions():
                    raise ValueError(action)
                state.apply_action(action)
        return HANDS

    return compare("checked replays of a State", "hands/s", "pyspiel", ours, theirs)


def _split(state: pyspiel.State) -> tuple[list[int], list[int]]:
    """A record's chance actions and its decisions; in euchre all the dealing comes first."""
    pairs = state.full_history()
    deal = [pair.action for pair in pairs if pair.player == pyspiel.PlayerId.CHANCE]
    return deal, [pair.action for pair in pairs if pair.player != pyspiel.PlayerId.CHANCE]


def move_lists(rules: law.Rules, game: pyspiel.Game) -> Row:
    """The list of legal moves of positions in the play, each position a different one."""
    rng = random.Random(3)
    ours_at: list[law.Hand] = []
    while len(ours_at) < HANDS:
        hand = law.Hand(law.deal(rules, str(len(ours_at))))
        while hand.phase != "over":
            if hand.phase == "play" and rng.random() < 0.2:
                ours_at.append(hand.copy())
            hand.push(rng.choice(hand.moves))
    theirs_at: list[pyspiel.State] = []
    while len(theirs_at) < HANDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if len(state.history()) > 30 and rng.random() < 0.2:
                theirs_at.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))

    def ours() -> int:
        for _ in range(50):
            for hand in ours_at:
                hand.moves  # noqa: B018 - the list is what is measured
        return 50 * len(ours_at)

    def theirs() -> int:
        for _ in range(50):
            for state in theirs_at:
                state.legal_actions()
        return 50 * len(theirs_at)

    return compare("legal-move lists in the play", "lists/s", "pyspiel", ours, theirs)


def rows() -> list[Row]:
    """All comparisons of the law."""
    rules, game = law.rules_for(law.find("euchre"), OPTIONS), pyspiel.load_game("euchre")
    return [random_hands(rules, game), checked_replays(rules, game), move_lists(rules, game)]
