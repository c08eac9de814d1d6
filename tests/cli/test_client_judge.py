"""`Judge`: a method for each operation, an object for each answer, and the contract held to both."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
import yaml
from tests.cli.cutting import Served, door, http

import euchre
from euchre import Judge, Refused, Unreachable, answers
from euchre.answers import Body, Problem
from euchre.client.asking import Asking
from euchre.client.batch import LONGEST_LINE, MOST_BYTES
from euchre.client.body import key_of
from euchre.client.hand_questions import HandQuestions
from euchre.client.judge import ANSWERS
from euchre.client.page_questions import PageQuestions
from euchre.client.point_questions import PointQuestions
from euchre.client.verdict_questions import VerdictQuestions
from euchre.tally import Tally
from euchred.web.app import create_app
from euchred.web.requests.reading import BATCH_LIMIT, BODY_LIMIT

CONTRACT = yaml.safe_load((Path(__file__).parents[2] / "openapi.yaml").read_text("utf-8"))
SCHEMAS = CONTRACT["components"]["schemas"]
# Pages for those who run a service, and documents: no questions to a judge.
NO_QUESTIONS = {"healthz", "readyz", "metrics", "openapi-yaml", "openapi-json", "docs", "docs-file", "home"}
# What stays as it came: a state goes back to the service, an option's schema to a validator, the others are open.
MAPPINGS = {"State", "Facts", "OptionSchemas", "Limits"}
TEXTS = {"Card", "Move", "Trump", "Phase", "Verdict", "Kind"}
QUESTIONS = (HandQuestions, VerdictQuestions, PointQuestions, PageQuestions)

STATE = {
    "variant": "euchre",
    "dealer": 3,
    "up_card": "JH",
    "hands": ["9H JD AC KC TS", "QH 9D TC AS QS", "AH KH QC 9S AD", "9C JC QD JS KS"],
    "moves": "pass order discard-9C / JD",
    "players": ["Ann", "Bob", "Cat", "Dan"],
}
ILLEGAL = {**STATE, "moves": "pass order discard-9C / JD AS"}


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge() as made:
        yield made


# -- what ties the client to the contract -----------------------------------------------


def operations() -> dict[str, str]:
    """The operations that ask a judge, as Python names, and what each answers."""
    found = {}
    for path in CONTRACT["paths"].values():
        for operation in path.values():
            if operation["operationId"] not in NO_QUESTIONS and operation["operationId"] != "batch":
                content = operation["responses"]["200"]["content"]["application/json"]
                name = operation["operationId"].replace("rulings-", "ruling_").replace("-", "_")
                found[name] = content["schema"]["$ref"].rpartition("/")[2]
    return found


def methods() -> dict[str, Any]:
    """The questions that a Judge can be asked."""
    return {name: method for kind in QUESTIONS for name, method in vars(kind).items() if not name.startswith("_")}


def test_a_method_for_each_operation() -> None:
    assert set(methods()) == set(operations())
    assert inspect.isgeneratorfunction(Judge.batch)


def test_the_service_has_no_operation_that_the_client_lacks() -> None:
    rules = {str(rule.endpoint) for rule in create_app().url_map.iter_rules()}
    known = {name.replace("ruling_", "rulings-").replace("_", "-") for name in operations()}
    assert {rule for rule in rules if not rule.startswith(("docs", "openapi"))} - NO_QUESTIONS == known | {"batch"}


@pytest.mark.parametrize("name", sorted(operations()))
def test_a_method_answers_what_its_operation_does(name: str) -> None:
    assert get_type_hints(methods()[name])["return"].__name__ == operations()[name]


def test_an_operation_answers_the_same_in_a_batch() -> None:
    assert {name.replace("rulings/", "ruling_").replace("-", "_"): kind.__name__ for name, kind in ANSWERS.items()} == {
        name: kind for name, kind in operations().items() if name not in vars(PageQuestions)
    }


def test_a_batch_is_what_the_contract_says() -> None:
    assert set(ANSWERS) == set(SCHEMAS["BatchLine"]["properties"]["op"]["enum"])
    members = {member.name for member in dataclasses.fields(answers.BatchAnswer)}
    assert members - {"json"} == set(SCHEMAS["BatchAnswer"]["properties"])
    (summary,) = json.loads(Tally().summary()).values()
    assert set(summary) == set(SCHEMAS["BatchCounts"]["properties"])
    assert (LONGEST_LINE, MOST_BYTES) == (BODY_LIMIT, BATCH_LIMIT)


def kinds() -> dict[str, type[Body]]:
    """Every type that answers have."""
    return {name: kind for name in answers.__all__ if isinstance(kind := getattr(answers, name), type)}


def reachable() -> set[str]:
    """Every object of the contract that an answer to a question can hold, and that of a problem."""
    found: set[str] = set()
    left = [*operations().values(), "Problem"]
    while left:
        name = left.pop()
        if name not in found and name not in TEXTS | MAPPINGS:
            found.add(name)
            left += re.findall(r"#/components/schemas/(\w+)", json.dumps(SCHEMAS[name]))
    return found


def test_a_type_for_each_object_of_the_contract() -> None:
    assert set(kinds()) - {"Body", "Ahead", "BatchAnswer"} == reachable()


@pytest.mark.parametrize("name", sorted(reachable()))
def test_an_object_has_the_members_that_the_contract_says(name: str) -> None:
    schema, kind = SCHEMAS[name], kinds()[name]
    members = {key_of(member): member for member in dataclasses.fields(kind) if member.name != "json"}
    assert set(members) == set(schema["properties"])
    hints = get_type_hints(kind)
    for key, property_ in schema["properties"].items():
        always = key in schema["required"]
        listed = property_.get("type") == "array"
        assert members[key].default is (dataclasses.MISSING if always else () if listed else None), key
        expected = typed(property_) if always or listed else typed(property_) | None
        assert plain(hints[members[key].name]) == expected, key


def typed(schema: Mapping[str, Any]) -> Any:
    """The Python type of what a schema describes."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return str if name in TEXTS else Mapping if name in MAPPINGS else kinds()[name]
    if "anyOf" in schema:
        return Union[tuple(NoneType if part == {"type": "null"} else typed(part) for part in schema["anyOf"])]  # noqa: UP007
    if isinstance(schema.get("type"), list):
        return typed({**schema, "type": schema["type"][0]}) | None
    if schema.get("type") == "array":
        return tuple[typed(schema["items"]), ...]
    types = {"string": str, "integer": int, "boolean": bool, "object": Mapping, None: Any}
    return types[schema.get("type")]


def plain(hint: Any) -> Any:
    """A type without what its mappings hold."""
    if get_origin(hint) in (Union, type(int | None)):
        return Union[tuple(plain(part) for part in get_args(hint))]  # noqa: UP007
    if get_origin(hint) is tuple:
        return tuple[plain(get_args(hint)[0]), ...]
    return get_origin(hint) or hint


@pytest.mark.parametrize("name", sorted(kinds()))
def test_objects_are_frozen_and_slotted(name: str) -> None:
    kind = kinds()[name]
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert not any("__dict__" in vars(base) for base in kind.__mro__)
    assert kind.__doc__


# -- asking in this process -------------------------------------------------------------


def test_a_hand_played_by_the_judge(judge: Judge) -> None:
    """Open moves are `legal_moves` (contract §14), and a state of an answer can be sent as it is."""
    dealt = judge.deal("bid-euchre", seed="my-first-hand", players=["Ann", "Bob", "Cat", "Dan"], dealer=2, score=[3, 4])
    state, position = dealt.state, dealt.position
    assert (dealt.seed, position.dealer, position.score) == ("my-first-hand", 2, (3, 4))
    while position.phase != "over":
        step = judge.apply(state, position.legal_moves[0], [0])
        assert step.made[-1].seat is not None
        assert step.views[0].seat == 0
        state, position = step.state, step.position
    assert position.result is not None
    assert judge.score(state).result == position.result
    assert judge.tricks(state).tricks == position.tricks
    assert judge.judge(state).verdict == "clean"
    after = judge.deal(after=state, seed="x")
    assert after.position.dealer == position.result.next_dealer
    game = {"variant": "bid-euchre", "dealer": 2, "deals": [{"hands": state["hands"], "moves": state["moves"]}]}
    assert judge.judge_game(game).deals[0].number == 1


@pytest.mark.parametrize(
    ("operation", "body", "ask"),
    [
        ("legal-moves", STATE, lambda judge: judge.legal_moves(STATE)),
        ("tricks", STATE, lambda judge: judge.tricks(STATE)),
        ("score", STATE, lambda judge: judge.score(STATE)),
        ("position", STATE, lambda judge: judge.position(STATE)),
        ("validate", {"state": STATE, "move": "AS"}, lambda judge: judge.validate(STATE, "AS")),
        ("apply", {"state": STATE, "move": "QH", "seats": [1]}, lambda judge: judge.apply(STATE, "QH", (1,))),
        ("view", {"state": STATE, "seat": 1}, lambda judge: judge.view(STATE, 1)),
        ("view", {"state": STATE}, lambda judge: judge.view(STATE)),
        ("judge", ILLEGAL, lambda judge: judge.judge(ILLEGAL)),
        ("claims", {"state": STATE, "seat": 0}, lambda judge: judge.claims(STATE, 0)),
        ("claims", {"state": STATE, "seat": 0, "tricks": 2}, lambda judge: judge.claims(STATE, 0, 2)),
        ("solve", STATE, lambda judge: judge.solve(STATE)),
        (
            "rulings/trick",
            {"variant": "euchre", "trump": "H", "cards": "KH JD 9H AH", "leader": 1},
            lambda judge: judge.ruling_trick("euchre", "H", "KH JD 9H AH", leader=1),
        ),
        (
            "rulings/play",
            {"variant": "euchre", "trump": "H", "cards": ["9H"], "hand": "JD AC 9S", "options": {"joker": False}},
            lambda judge: judge.ruling_play("euchre", "H", ["9H"], "JD AC 9S", options={"joker": False}),
        ),
        (
            "rulings/score",
            {"variant": "euchre", "call": "order", "caller": 1, "tricks": [2, 3], "score": [9, 9]},
            lambda judge: judge.ruling_score("euchre", "order", caller=1, tricks=[2, 3], score=[9, 9]),
        ),
    ],
)
def test_a_question_is_the_operation(judge: Judge, operation: str, body: Any, ask: Any) -> None:
    answer = judge.post(operation, body)
    assert answer.ok, answer.raw
    assert ask(judge).json == answer.body


@pytest.mark.parametrize(
    ("path", "ask"),
    [
        ("/v1", lambda judge: judge.about()),
        ("/v1/variants", lambda judge: judge.variants()),
        ("/v1/variants/railroad", lambda judge: judge.variant("railroad")),
        ("/v1/rules?variant=euchre&q=bower", lambda judge: judge.rules(variant="euchre", q="bower")),
        ("/v1/rules/play.follow-suit", lambda judge: judge.rule("play.follow-suit")),
        ("/problems", lambda judge: judge.problems()),
        ("/problems/illegal-move", lambda judge: judge.problem("illegal-move")),
    ],
)
def test_a_page_is_an_object(judge: Judge, path: str, ask: Any) -> None:
    assert ask(judge).json == judge.get(path).body


def test_what_is_nested_is_objects_too(judge: Judge) -> None:
    position = judge.position(STATE, explain="moves")
    assert position.trick is not None
    assert [(play.seat, play.card) for play in position.trick.plays] == [(0, "JD")]
    assert judge.position(STATE).rulings == ()
    assert {ruling.move: ruling.legal for ruling in position.rulings}["AS"] is False
    assert judge.position(STATE, explain="none").variant.options is None
    assert judge.validate(STATE, "AS").legal_moves == ("QH",)
    assert judge.variant("euchre").options["properties"]["stick_the_dealer"]["default"] is False
    assert judge.rule("play.follow-suit").facts[0].name
    assert judge.problem("illegal-move").example.answer.status == 422


def test_names_in_paths_are_quoted(judge: Judge) -> None:
    with pytest.raises(Refused) as refusal:
        judge.variant("../v1/rules?q=a#b")
    assert (refusal.value.status, refusal.value.type) == (404, "not-found")


# -- problems and trouble ---------------------------------------------------------------


def test_an_illegal_move_is_refused_with_its_ruling(judge: Judge) -> None:
    with pytest.raises(Refused) as refusal:
        judge.apply(STATE, "AS")
    error = refusal.value
    assert (error.status, error.type, error.title) == (422, "illegal-move", "The move is not legal")
    assert error.ruling is not None
    assert (error.ruling.rule, error.ruling.legal, error.ruling.seat) == ("play.follow-suit", False, 1)
    assert str(error) == f"{error.title}: {error.ruling.reason}"
    assert error.detail == error.ruling.reason
    assert error.errors[0].pointer == "/move"
    assert re.fullmatch(r"[0-9a-f]{24}", error.request_id)
    assert (error.problem.type, error.problem.json) == ("/problems/illegal-move", error.answer.body)


def test_every_defect_is_there(judge: Judge) -> None:
    with pytest.raises(Refused) as refusal:
        judge.legal_moves({"variant": "euchre", "dealer": 9, "up_card": "QX"})
    assert [error.pointer for error in refusal.value.errors] == ["/dealer", "/up_card"]
    assert refusal.value.ruling is None


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"title": "Busy"}'])
def test_a_refusal_of_somebody_else_gives_no_reason(body: bytes) -> None:
    refusing = door(lambda *_: Served(http(body, status="403 No")))
    with refusing as there, Judge(there.address) as judge, pytest.raises(Refused) as refusal:
        judge.about()
    assert (refusal.value.status, refusal.value.type, refusal.value.errors) == (403, "about:blank", ())
    assert str(refusal.value).startswith("The server gave no reason: The status is 403")


def test_members_of_a_newer_server_are_kept(canned: Any) -> None:
    body = {"contract": "1.7", "variants": {"euchre": 3}, "limits": {"moves": 250, "new": 1}, "more": {"new": True}}
    canned.answers["/v1"] = (200, body)
    about = Judge().about()
    assert about.contract == "1.7"
    assert about.json["more"] == {"new": True}
    assert about.limits["new"] == 1
    assert "json" not in repr(about)


@pytest.mark.parametrize(
    ("path", "body", "detail"),
    [
        ("/v1", {"contract": "1.7"}, "About lacks variants"),
        ("/v1", [1], "About is an object and not [1]"),
        ("/v1/rules", {"rules": None}, "a list is wanted and not None"),
        ("/v1/rules", {"rules": [7]}, "Rule is an object and not 7"),
    ],
)
def test_an_answer_that_breaks_the_contract(canned: Any, path: str, body: Any, detail: str) -> None:
    canned.answers[path] = (200, body)
    with pytest.raises(Unreachable, match=r"^the service in this process does not answer as euchred does: ") as trouble:
        Judge().about() if path == "/v1" else Judge().rules()
    assert detail in str(trouble.value)


def test_a_judge_is_closed_at_the_end() -> None:
    with door(lambda *_: Served(http(b'{"contract":"1","variants":{},"limits":{}}'))) as there:
        with Judge(there.address) as judge:
            assert judge.about().contract == "1"
        assert isinstance(judge, Asking)
        assert not judge.session.adapters["http://"].poolmanager.pools.keys()  # type: ignore[attr-defined]


def test_a_problem_equals_another_with_the_same_members(judge: Judge) -> None:
    first, second = judge.ruling_trick("euchre", "H", "KH JD"), judge.ruling_trick("euchre", "H", "KH JD")
    assert first.winner == second.winner
    assert hash(first.winner) == hash(second.winner)
    assert isinstance(Problem.name, property)


# -- the package ------------------------------------------------------------------------


def test_names_of_the_package_are_loaded_when_asked_for() -> None:
    code = "import sys, euchre; print(sorted({'requests', 'euchre.client.judge'} & set(sys.modules))); euchre.Judge()"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout == "[]\n"
    assert all(getattr(euchre, name) for name in euchre.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Jugde'"):
        euchre.Jugde  # noqa: B018
    with pytest.raises(ImportError):
        exec("from euchre import Jugde")
