"""The law, executable: every worked example of the product and every case of `tests/cases/<rule id>.md`.

A fenced block ``case`` is TOML: `title`, then `state` with or without `move` or `claim`, a `record` or a `game` to be
judged, or a `question`, the `answer` (a part of the answer in wire form; lists of moves in any order, "none" for null),
and what the sentence `says`.  A block ``points`` is a table of hand scores; it is run for a caller of each side.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from euchred.law import catalog
from euchred.law import moves as m
from euchred.law.cards import parse_card
from euchred.law.claims import ClaimNotNow, judge_claim
from euchred.law.game import GameDeal, judge_game
from euchred.law.hand import Hand, IllegalMove
from euchred.law.judge import Finding, Verdict, judge
from euchred.law.order import TRUMPS
from euchred.law.point import who_wins, worth
from euchred.law.rules import Rules, rules_for
from euchred.law.ruling import FACTS, Ruling
from euchred.law.ruling import rules as law_rules
from euchred.law.score import Result
from euchred.law.state import State, state_of
from euchred.law.variant import OptionsError, find

CASES = Path(__file__).parent.parent / "cases"
FENCE = re.compile(r"^```(case|points)\n(.*?)^```$", re.M | re.S)
LISTS_OF_MOVES = ("moves", "interjections")
MAY_BE_NULL = ("winner", "result", "result_as_played", "penalty", "trick", "place", "score", "counterexample")


# -- reading -----------------------------------------------------------------


def blocks(path: Path) -> Iterator[tuple[str, str]]:
    """The fenced blocks of a case file: kind and text."""
    yield from FENCE.findall(path.read_text("utf-8"))


def written_cases(rule: str) -> list[dict[str, Any]]:
    """The cases of a rule as their file writes them."""
    path = CASES / f"{rule}.md"
    return [tomllib.loads(text) for kind, text in blocks(path) if kind == "case"] if path.exists() else []


def worked_file(rule: str) -> list[dict[str, Any]]:
    """The worked examples of a rule as their file writes them."""
    path = Path(catalog.__file__).parent / "worked" / f"{rule}.toml"
    return tomllib.loads(path.read_text("utf-8"))["case"] if path.exists() else []


def all_cases() -> list[tuple[str, dict[str, Any]]]:
    """Every case with the rule it belongs to."""
    names = sorted({path.stem for path in CASES.glob("*.md")} | set(law_rules()))
    return [(name, case) for name in names for case in [*worked_file(name), *written_cases(name)]]


def score_rows() -> list[dict[str, str]]:
    """Every row of every table of points, by the names of its columns."""
    found = []
    for path in sorted(CASES.glob("*.md")):
        for kind, text in blocks(path):
            if kind == "points":
                head, *lines = [[cell.strip() for cell in line.strip("| \n").split("|")] for line in text.splitlines()]
                found += [{"rule": path.stem, **dict(zip(head, line, strict=True))} for line in lines]
    return found


def cards(written: Any) -> tuple[int, ...]:
    """A list of cards, or one string of them."""
    return tuple(map(parse_card, written.split() if isinstance(written, str) else written))


def rules_in(body: Mapping[str, Any]) -> Rules:
    """The rules that a body names."""
    return rules_for(find(body["variant"]), body.get("options", {}))


def state_in(body: Mapping[str, Any]) -> State:
    """A state from its wire form."""
    fields: dict[str, Any] = {}
    if "hands" in body:
        fields["hands"] = tuple(None if hand is None else cards(hand) for hand in body["hands"])
    fields |= {name: cards(body[name]) for name in ("widow", "dummy", "kitty") if name in body}
    if "up_card" in body:
        fields["up_card"] = parse_card(body["up_card"])
    moves = body.get("moves", [])
    tokens = re.sub(r"[/|]", " ", moves).split() if isinstance(moves, str) else moves
    fields["moves"] = tuple(map(m.parse_move, tokens))
    fields["score"] = tuple(body.get("score", ()))
    fields["players"] = tuple(body["players"]) if "players" in body else None
    return state_of(rules_in(body), body["dealer"], **fields).check()


# -- asking the law -----------------------------------------------------------


class Asked:
    """What the law answers to a case, in wire form as far as cases ask, with every ruling it made on the way."""

    def __init__(self, operation: str, body: Mapping[str, Any]) -> None:
        self.rulings: list[tuple[Ruling, State]] = []
        self.reasons: list[str] = []
        ask = {"validate": self.validate, "legal-moves": self.legal_moves, "score": self.score, "judge": self.judge,
               "judge-game": self.judge_game, "claims": self.claim, "rulings/score": self.points,
               "rulings/trick": self.trick}[operation]  # fmt: skip
        try:
            self.answer = ask(body)
        except OptionsError as error:
            self.answer = {"errors": [{"code": found.code} for found in error.errors]}
        except IllegalMove as error:
            self.answer = {"ruling": {**self.shown(error.ruling, error.state), "index": error.index}}
        except ClaimNotNow:
            self.answer = {"problem": "claim-not-now"}

    def shown(self, ruling: Ruling, state: State, *, main: bool = True) -> dict[str, Any]:
        """A ruling in wire form."""
        self.rulings.append((ruling, state))
        reason = ruling.reason(state)
        if main:
            self.reasons.append(reason)
        move = {} if ruling.move is None else {"move": m.token(ruling.move), "seat": ruling.seat}
        return {
            "rule": ruling.rule, "legal": ruling.legal, "verdict": ruling.verdict, "facts": dict(ruling.facts),
            "options": ruling.deciding(state), "evidence": list(ruling.evidence), "reason": reason, **move,
        }  # fmt: skip

    def validate(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """One move ruled on; what is listed and what is ruled legal must be the same."""
        state = state_in(body["state"])
        hand = Hand.replay(state)
        for ruling in hand.rulings():
            self.shown(ruling, state, main=False)
        return self.shown(hand.judge(m.parse_move(body["move"])), state)

    def legal_moves(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What may follow."""
        state = state_in(body)
        hand = Hand.replay(state)
        for ruling in hand.rulings():
            self.shown(ruling, state, main=False)
        after = hand.elided()
        return {
            "phase": hand.phase, "seat": hand.seat, "certain": hand.certain,
            "moves": [m.token(move) for move in hand.moves],
            "interjections": [m.token(move) for move in hand.interjections], "alone_open": hand.alone_open,
            "elided": after and {"seat": after.seat, "moves": [m.token(move) for move in after.moves]},
        }  # fmt: skip

    def score(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The result of a whole hand."""
        state = state_in(body)
        result = Hand.replay(state).result
        return {"over": result is not None, "result": self.result(result, state) if result else None}

    def result(self, result: Result, state: State) -> dict[str, Any]:
        """A result in wire form."""
        names = ("outcome", "winner", "game_over", "next_dealer", "games")
        lists = ("tricks", "points", "penalties", "score", "next_score")
        found = {name: getattr(result, name) for name in names} | {name: list(getattr(result, name)) for name in lists}
        return {**found, "ruling": self.shown(result.ruling, state)}

    def judge(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """A record judged."""
        return self.verdict(judge(state_in(body)))

    def verdict(self, given: Verdict) -> dict[str, Any]:
        """A verdict in wire form."""
        state = given.state
        return {
            "verdict": given.verdict, "summary": given.summary,
            "violations": [self.finding(one, state) for one in given.violations],
            "open": [self.finding(one, state) for one in given.open],
            "result": given.result and self.result(given.result, state),
            "result_as_played": given.as_played and self.result(given.as_played, state),
        }  # fmt: skip

    def finding(self, given: Finding, state: State) -> dict[str, Any]:
        """An irregularity in wire form."""
        return self.shown(given.ruling, state) | {
            "index": given.index, "trick": given.trick, "place": given.place, "consequence": given.consequence,
            "penalty": None if given.penalty is None else list(given.penalty),
            "needs": [{"seat": need.seat, "cards": list(need.cards)} for need in given.needs],
        }  # fmt: skip

    def judge_game(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """A game judged."""
        common = {name: body[name] for name in ("variant", "options", "players") if name in body}
        deals = [
            GameDeal(state_in({**common, "dealer": 0, **deal}), deal.get("dealer"), _totals(deal, "score"),
                     _totals(deal, "recorded_score"))
            for deal in body["deals"]
        ]  # fmt: skip
        found = judge_game(deals, body.get("dealer"))
        return {
            "verdict": found.verdict, "deals": [self.verdict(deal) for deal in found.deals],
            "violations": [
                self.shown(one.ruling, found.deals[one.deal - 1].state)
                | {"deal": one.deal, "expected": one.expected, "found": one.found}
                for one in found.violations
            ],
            "score": None if found.score is None else list(found.score), "winner": found.winner,
        }  # fmt: skip

    def claim(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """A claim judged."""
        state = state_in(body["state"])
        found = judge_claim(Hand.replay(state), body["seat"], body.get("tricks"))
        against = found.counterexample
        return {
            "seat": found.seat, "tricks": found.tricks, "valid": found.valid, "guaranteed": found.guaranteed,
            "ruling": self.shown(found.ruling, state),
            "counterexample": against and {
                "hands": [[m.TOKENS.get(card, "??") for card in hand] for hand in against.hands],
                "plays": [{"seat": seat, "card": m.TOKENS.get(card, "??")} for seat, card in against.plays],
            },
        }  # fmt: skip

    def points(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What a hand is worth, from its summary."""
        rules, dealer = rules_in(body), body.get("dealer", 0)
        before = tuple(body.get("score") or (0,) * len(rules.sides))
        call = m.parse_move(body["call"])
        result = worth(rules, call, body["caller"], body.get("alone", ()), body["tricks"], before, dealer)
        return {"result": self.result(result, state_of(rules, dealer))}

    def trick(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Who wins a trick."""
        rules, played = rules_in(body), cards(body["cards"])
        seats = [(body["leader"] + place) % rules.n for place in range(len(played))]
        found = who_wins(rules, TRUMPS.index(body["trump"]), played, seats)
        place = found.ranking[0]
        winner = {"place": place, "seat": seats[place], "card": m.TOKENS[played[place]]}
        return {"winner": winner, "ruling": self.shown(found.ruling, state_of(rules, 0))}


def _totals(deal: Mapping[str, Any], name: str) -> tuple[int, ...] | None:
    """A list of totals of a deal, if it has one."""
    return tuple(deal[name]) if name in deal else None


# -- the tests -------------------------------------------------------------------


def differs(expected: Any, found: Any, path: str = "answer") -> str | None:
    """Where an answer does not hold what is expected of it: objects by subset, everything else equal."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        exact = path.endswith(".options")
        if exact and set(expected) != set(found):
            return f"{path}: {sorted(found)} instead of {sorted(expected)}"
        for name, value in expected.items():
            if name not in found:
                return f"{path}.{name} is missing"
            if problem := differs(value, found[name], f"{path}.{name}"):
                return problem
        return None
    if isinstance(expected, list) and isinstance(found, list):
        if path.rpartition(".")[2] in LISTS_OF_MOVES:
            expected, found = sorted(expected), sorted(found)
        if len(expected) == len(found):
            return next(filter(None, (differs(*pair, f"{path}[]") for pair in zip(expected, found, strict=True))), None)
    if expected == "none" and path.rpartition(".")[2] in MAY_BE_NULL:  # TOML has no null
        expected = None
    return None if expected == found else f"{path}: {found!r} instead of {expected!r}"


@pytest.mark.parametrize(
    ("rule", "case"), [pytest.param(rule, case, id=f"{rule}: {case['title']}") for rule, case in all_cases()]
)
def test_case(rule: str, case: dict[str, Any]) -> None:
    """The law answers as the case says, and every ruling made on the way keeps to its rule's facts and options."""
    asking = catalog.wire(case)
    asked = Asked(asking["operation"], asking["body"])
    assert not (problem := differs(asking["answer"], asked.answer)), f"{problem}; {asked.reasons}"
    listed = asked.answer.get("moves", [])
    assert set(case.get("includes", [])) <= set(listed), listed
    assert not set(case.get("excludes", [])) & set(listed), listed
    if says := case.get("says"):
        assert any(says in reason for reason in asked.reasons), asked.reasons
    for ruling, _ in asked.rulings:
        keeps_to_its_rule(ruling)


SHAPES = {
    "seat": r"\d", "list of seats": r"\d", "card": r"[7-9TJQKA][SHDC]|JK|\?\?", "list of cards": r"[7-9TJQKA][SHDC]|JK",
    "S H D C": "[SHDC]", "S H D C JK": "[SHDC]|JK", "S H D C NT LOW": "[SHDC]|NT|LOW", "integer": r"-?\d+",
    "integer from 1": r"[1-9]\d*", "call": r"bid-\d+|ask|((double|triple|quadruple)-)?moon|(little|big)-pepper",
}  # fmt: skip


def keeps_to_its_rule(ruling: Ruling) -> None:
    """A ruling gives only the facts and options of its rule, the facts in their one type."""
    rule = law_rules()[ruling.rule]
    assert set(ruling.facts) <= set(rule.facts), (ruling.rule, dict(ruling.facts))
    assert set(ruling.options) <= set(rule.options), (ruling.rule, ruling.options)
    for name, value in ruling.facts.items():
        kind = FACTS[name]
        values = value if kind.startswith("list") else [value]
        assert isinstance(values, (list, tuple)), (ruling.rule, name, value)
        assert all(re.fullmatch(SHAPES[kind], str(each)) for each in values), (ruling.rule, name, value)


def summaries(row: Mapping[str, str]) -> Iterator[tuple[dict[str, Any], int]]:
    """The questions that a row of a table stands for, each with the side of the makers."""
    options = tomllib.loads("\n".join(row.get("options", "").split(", ")))
    for variant in row["variant"].split():
        rules = rules_for(find(variant), options)
        for caller in range(rules.n):
            makers = rules.side[caller]
            defender = (caller + 1) % rules.n
            alone = [caller] * (row.get("makers") == "alone") + [defender] * (row.get("defence") == "alone")
            for took in map(int, row["take"].split()):
                tricks = [0] * len(rules.sides)
                tricks[rules.side[defender]] = rules.tricks - took
                tricks[makers] = took
                question = {"variant": variant, "options": options, "call": row.get("call", "order"), "caller": caller,
                            "alone": alone, "tricks": tricks}  # fmt: skip
                yield question, makers


@pytest.mark.parametrize("row", [pytest.param(row, id=" ".join(row.values())) for row in score_rows()])
def test_points(row: dict[str, str]) -> None:
    """A hand is worth what the table says, whichever seat called."""
    asked_any = False
    for question, makers in summaries(row):
        asked = Asked("rulings/score", question)
        result = asked.answer["result"]
        others = [points for side, points in enumerate(result["points"]) if side != makers]
        assert (result["outcome"], result["points"][makers]) == (row["outcome"], int(row["makers get"])), question
        assert set(others) == {int(row["others get"])}, question
        assert result["ruling"]["rule"] == row["rule"]
        for ruling, _ in asked.rulings:
            keeps_to_its_rule(ruling)
        asked_any = True
    assert asked_any
