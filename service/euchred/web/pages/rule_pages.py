"""Pages on the rules: what each says, where it is published, which games use it, and worked cases."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...law import ruling
from ...law.catalog import worked_cases
from ...law.ruling import FACTS, Rule
from ...law.state import Defect
from ...law.variant import RuleBook, UnknownVariant, books, find
from ..problems import Problem, of_defects
from .rule_use import uses
from .variant_pages import source_list


def rules(variant: str | None = None, q: str | None = None) -> dict[str, Any]:
    """List the rules of the judge.

    Answers all rules, or those that can come up in a variant, or those in which every word of `q` stands, or both:
    what each says, the facts that its rulings give, where it was published, and worked cases.
    """
    book = _book(variant) if variant else None
    words = (q or "").casefold().split()
    found = [rule for rule in ruling.rules().values() if book is None or uses(book, rule)]
    return {"rules": [page(rule) for rule in found if all(word in _text(rule) for word in words)]}


def rule(rule: str) -> dict[str, Any]:
    """Show one rule of the judge.

    Answers what the rule says, the facts that its rulings give and their types, the options that can decide it, the
    games in which it can come up, where it was published, and worked cases to post and to compare.
    """
    found = ruling.rules().get(rule)
    if found is None:
        raise Problem("not-found", f"There is no rule {rule[:60]}. GET /v1/rules lists them.")
    return page(found)


def _book(name: str) -> RuleBook:
    """The rule book of a query parameter."""
    try:
        return find(name)
    except UnknownVariant as error:
        hint = f"Did you mean {' or '.join(error.nearest)}?" if error.nearest else "GET /v1/variants lists them."
        raise of_defects("invalid-request", [Defect("/variant", "unknown-variant", error.detail, name, hint)]) from None


def page(rule: Rule) -> dict[str, Any]:
    """All that is known of a rule."""
    return _page(rule.id)


@cache
def _page(rule_id: str) -> dict[str, Any]:
    """All that is known of a rule, made once."""
    rule = ruling.rules()[rule_id]
    return {
        "rule": rule.id,
        "title": rule.title,
        "statement": rule.statement,
        "facts": [{"name": name, "type": FACTS[name]} for name in rule.facts],
        "options": list(rule.options),
        "variants": [book.id for book in books() if uses(book, rule)],
        "sources": source_list(rule.sources),
        "cases": worked_cases(rule.id),
        "href": f"/v1/rules/{rule.id}",
    }


def _text(rule: Rule) -> str:
    """Where words are looked for."""
    return " ".join((rule.id, rule.title, rule.statement, *rule.options)).casefold()
