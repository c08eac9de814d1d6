"""Answers of the judges: what was wrong in a record or a game, how it is proven, what it costs (contract §8, §9)."""

from __future__ import annotations

from collections.abc import Sequence

from ..law import moves as m
from ..law.cards import CODES
from ..law.claims import Claim
from ..law.game import GameFinding, GameVerdict
from ..law.hand import Hand
from ..law.judge import Finding, Verdict
from ..law.rules import Rules
from ..law.ruling import codes
from ..law.solve import Solved
from ..law.state import State
from .answers import Json, move_ruling, result, ruling, variant


def judge(given: Verdict) -> Json:
    """The answer of judge."""
    state = given.state
    return {
        "variant": variant(state.rules),
        "verdict": given.verdict,
        "violations": [finding(one, state) for one in given.violations],
        "open": [finding(one, state) | {"needs": needs(one)} for one in given.open],
        "summary": given.summary,
        "result": result(given.result, state),
        "result_as_played": result(given.as_played, state),
    }


def finding(given: Finding, state: State) -> Json:
    """An irregularity: the ruling on the move with where it stands, what proves it, and what it costs."""
    return move_ruling(given.ruling, state, given.index) | {
        "trick": given.trick,
        "place": given.place,
        "penalty": None if given.penalty is None else list(given.penalty),
        "consequence": given.consequence,
    }


def needs(given: Finding) -> list[Json]:
    """Which cards of which seat would settle an open question."""
    return [{"seat": need.seat, "cards": list(need.cards)} for need in given.needs]


def judge_game(given: GameVerdict, rules: Rules) -> Json:
    """The answer of judge-game."""
    states = [deal.state for deal in given.deals]
    return {
        "variant": variant(rules),
        "verdict": given.verdict,
        "deals": [{"number": number} | judge(deal) for number, deal in enumerate(given.deals, 1)],
        "violations": [game_finding(one, states[one.deal - 1]) for one in given.violations],
        "score": None if given.score is None else list(given.score),
        "game_over": given.winner is not None,
        "winner": given.winner,
    }


def game_finding(given: GameFinding, state: State) -> Json:
    """Something wrong between the hands: what should stand there, and what does."""
    return {"deal": given.deal} | ruling(given.ruling, state) | {"expected": given.expected, "found": given.found}


def claim(given: Claim, hand: Hand) -> Json:
    """The answer of claims."""
    against = given.counterexample
    return {
        "variant": variant(hand.state.rules),
        "seat": given.seat,
        "tricks": given.tricks,
        "valid": given.valid,
        "guaranteed": given.guaranteed,
        "ruling": ruling(given.ruling, hand.state),
        "counterexample": None
        if against is None
        else {
            "hands": [codes(held) for held in against.hands],
            "plays": [{"seat": seat, "card": CODES[card]} for seat, card in against.plays],
        },
    }


def solved(given: Sequence[Solved], seat: int, rules: Rules) -> Json:
    """The answer of solve."""
    moves = [{"move": m.TOKENS[one.move], "tricks": list(one.tricks), "best": one.best} for one in given]
    return {"variant": variant(rules), "seat": seat, "moves": moves}
