"""Nothing said of the law can rot: code, rulebook, case files and catalog know the same rules, options and sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from test_cases import CASES, Asked, all_cases, score_rows, state_in, summaries
from test_claims import claim_cases

from euchred.law import catalog, variant
from euchred.law import moves as m
from euchred.law.claims import judge_claim
from euchred.law.hand import Hand
from euchred.law.rules import rules_for
from euchred.law.ruling import FACTS, rules

LAW = Path(catalog.__file__).parent
FAMILIES = ("turn", "move", "hand", "auction", "exchange", "alone", "play", "trick", "score", "game", "claim")
RULE_ID = re.compile(rf"({'|'.join(FAMILIES)})\.[a-z-]*[a-z]")
FIELDS = re.compile(r"{([a-z_]+)}")


def trees() -> Iterator[ast.Module]:
    """The code of the law, parsed."""
    for path in sorted(LAW.rglob("*.py")):
        yield ast.parse(path.read_text("utf-8"))


def texts_in_code() -> set[str]:
    """Every string of the code that stands by itself."""
    nodes = (node for tree in trees() for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def ids_in_code() -> set[str]:
    """Every rule id that the code names; a score's id is made of the outcome."""
    outcomes = {row.outcome for book in variant.books() for row in book.score} | {"passed-out", "void", "abandoned"}
    found = {text for text in texts_in_code() if RULE_ID.fullmatch(text)}
    return found | {f"score.{outcome}" for outcome in (*outcomes, "bid-made", "bid-set")}


def literal_forms() -> Iterator[tuple[str, str]]:
    """The rule ids and forms of rulings that the code writes out."""
    for node in (node for tree in trees() for node in ast.walk(tree)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("rule_on", "Ruling"):
            for rule, form in product(*(words(argument) for argument in (node.args[:1], node.args[2:3]))):
                if rule in rules():
                    yield rule, form


def words(arguments: list[ast.expr]) -> list[str]:
    """The texts that an argument can be: itself, or the branches of a choice."""
    found = []
    for argument in arguments:
        choices = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
        found += [each.value for each in choices if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return found


def test_rules_of_code_and_rulebook_are_the_same() -> None:
    """Every rule that rulings cite is in the rulebook, and the rulebook has no other."""
    assert ids_in_code() == set(rules())


def test_every_rule_has_its_case_file_and_worked_cases() -> None:
    """One case file and one file of worked cases a rule, and no file without a rule."""
    assert {path.stem for path in CASES.glob("*.md")} == set(rules())
    assert {path.stem for path in (LAW / "worked").glob("*.toml")} == set(rules())


def turned_out(answer: Any) -> Iterator[tuple[Any, Any]]:
    """The rules and verdicts that an answer gives; of a clean record its verdict alone."""
    if isinstance(answer, list):
        for part in answer:
            yield from turned_out(part)
    elif isinstance(answer, dict):
        if "rule" in answer or "verdict" in answer and not answer.get("violations") and not answer.get("open"):
            yield answer.get("rule"), answer.get("verdict")
        for name in ("ruling", "result", "violations", "open", "deals"):
            yield from turned_out(answer.get(name))


@pytest.mark.parametrize("rule", rules())
def test_a_rule_is_proved_and_broken(rule: str) -> None:
    """Some case rests on the rule, and some case turns out otherwise."""
    answers = [case["answer"] for name, case in all_cases() if name == rule]
    named = {found for answer in answers for found in turned_out(answer)}
    assert rule in {name for name, _ in named}
    assert len(named) > 1, named
    assert re.search(r"^```(case|points|claim)$", (CASES / f"{rule}.md").read_text("utf-8"), re.M)


@pytest.mark.parametrize("rule", rules())
def test_worked_cases_are_in_wire_form(rule: str) -> None:
    """Each has what an answer shows, and a body that names its variant."""
    found = catalog.worked_cases(rule)
    assert len(found) >= 2
    for case in found:
        assert set(case) == {"title", "operation", "body", "answer"}
        assert case["body"].get("variant") or case["body"]["state"]["variant"]
    assert found == catalog.worked_cases(rule)
    assert found[0] is not catalog.worked_cases(rule)[0]


def test_no_worked_cases_of_an_unknown_rule() -> None:
    """A rule that does not exist has none."""
    assert catalog.worked_cases("play.no-such-rule") == []


def test_facts_and_sentences() -> None:
    """Facts are of the one vocabulary, and a sentence uses only facts of its rule."""
    words = {"player", "token", "call", "note", "book", "dealer"}
    for rule in rules().values():
        assert set(rule.facts) <= set(FACTS), rule.id
        for form, sentence in rule.reasons.items():
            named = {name.removesuffix("_tricks") for name in FIELDS.findall(sentence)}
            assert named <= words | set(rule.facts), (rule.id, form)


def test_options_of_rules_are_options_of_some_book() -> None:
    """A rule names no option that no book has."""
    known = {name for book in variant.books() for name in book.options}
    for rule in rules().values():
        assert set(rule.options) <= known, rule.id


def test_every_form_written_in_the_code_has_a_sentence() -> None:
    """A ruling's form is one that its rule has a sentence for."""
    found = set(literal_forms())
    assert len(found) > 40
    assert {(rule, form) for rule, form in found if form not in rules()[rule].reasons} == set()


# What no case reaches, and why.
UNREACHED = {("alone.not-allowed", "bid"): "only a house book has lone bids and an alone phase"}


def test_every_sentence_is_said_by_some_case() -> None:
    """The cases bring out each form of each ruling."""
    said = set()
    for _, case in all_cases():
        asking = catalog.wire(case)
        said |= {(ruling.rule, ruling.form) for ruling, _ in Asked(asking["operation"], asking["body"]).rulings}
    for row in score_rows():
        for question, _ in summaries(row):
            said |= {(ruling.rule, ruling.form) for ruling, _ in Asked("rulings/score", question).rulings}
    for param in claim_cases():
        case: Any = param.values[0]
        hand, asked = Hand.replay(state_in(catalog._state(case["state"]))), case["claim"]
        tricks = asked.get("tricks", "all")
        ruling = judge_claim(hand, asked["seat"], None if tricks == "all" else tricks).ruling
        said.add((ruling.rule, ruling.form))
    every = {(rule.id, form) for rule in rules().values() for form in rule.reasons}
    assert every - said == set(UNREACHED)


# -- options and sources ---------------------------------------------------------


@pytest.mark.parametrize("book", variant.books(), ids=lambda book: book.id)
def test_every_option_and_value_has_a_text(book: variant.RuleBook) -> None:
    """What an option decides, and what each value listed means."""
    for name, option in book.options.items():
        notes = catalog.option_notes()[name]
        assert notes.title
        assert notes.description.endswith("."), name
        for value in option.values:
            note = notes.values[variant.spelled(value)]
            assert note.title, (name, value)
            assert note.description.endswith("."), (name, value)
            assert note.sources, (name, value)
        if not option.is_choice:
            assert f"from {option.minimum} to " in notes.description, name


def test_no_text_of_an_option_that_no_book_has() -> None:
    """Texts of options and values that are gone are gone too."""
    known = {(name, variant.spelled(value)) for book in variant.books() for name, option in book.options.items()
             for value in option.values}  # fmt: skip
    assert {(name, value) for name, notes in catalog.option_notes().items() for value in notes.values} == known


def test_sources_are_those_cited() -> None:
    """Every tag that anything cites is defined, and every source is cited."""
    cited = {tag for rule in rules().values() for tag in rule.sources}
    cited |= {tag for book in variant.books() for tag in book.sources}
    values = (note for notes in catalog.option_notes().values() for note in notes.values.values())
    cited |= {tag for note in values for tag in note.sources}
    assert cited == set(catalog.sources())
    for tag, source in catalog.sources().items():
        assert source.tag == tag
        assert source.title, tag
        assert source.note.endswith("."), tag


# -- score tables -----------------------------------------------------------------


@pytest.mark.parametrize("book", [book for book in variant.books() if book.score], ids=lambda book: book.id)
def test_every_row_of_a_score_table_is_a_case(book: variant.RuleBook) -> None:
    """Each number of tricks with each choice of loners that the book knows stands in a table of points."""
    in_tables = {
        (row.get("makers"), row.get("defence"), int(took))
        for row in score_rows() if book.id in row["variant"].split() for took in row["take"].split()
    }  # fmt: skip
    plays_alone = rules_for(book).settings["alone"] != "off"
    who = ("both", "alone") if plays_alone else ("both",)
    against = ("together", "alone") if plays_alone else ("together",)
    assert set(product(who, against, range(book.hand_size + 1))) <= in_tables


@pytest.mark.parametrize("book", [book for book in variant.books() if not book.score], ids=lambda book: book.id)
def test_every_bid_is_a_case(book: variant.RuleBook) -> None:
    """Each kind of bid stands in the tables made and set, and so does each price of a failed bid."""
    rows = [row for row in score_rows() if book.id in row["variant"].split()]
    kinds = {(re.sub(r"\d+", "N", row["call"]), row["outcome"]) for row in rows}
    bids = (m.token(move) for move in rules_for(book).actions if m.kind(move) in ("bid", "ask", "moon"))
    assert set(product({re.sub(r"\d+", "N", call) for call in bids}, ("made", "set"))) <= kinds
    said = " ".join(row["options"] for row in rows)
    for option in book.options.keys() & {"set_loses", "opponents_score"}:
        assert all(f'{option} = "{value}"' in said for value in book.options[option].values[1:])
