"""What lists and pages answer (contract §8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from euchre.client.body import Body
from euchre.client.problem import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class About(Body):
    """What the service is: the version of its contract, its rule books with their revisions, its limits."""

    contract: str
    variants: Mapping[str, int]
    limits: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Body):
    """Where a rule was published."""

    id: str
    title: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision(Body):
    """A revision of a rule book, and what changed with it."""

    revision: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant(Body):
    """A rule book; `options` is a JSON Schema, `actions` are all moves that the game has, fixed within a revision."""

    id: str
    name: str
    aliases: tuple[str, ...]
    revision: int
    history: tuple[Revision, ...]
    provisional: tuple[str, ...]
    summary: str
    auction: str
    seats: int
    sides: tuple[tuple[int, ...], ...]
    hand_size: int
    pack: tuple[str, ...]
    options: Mapping[str, Any]
    actions: tuple[str, ...]
    sources: tuple[Source, ...]
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Variants(Body):
    """The rule books."""

    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Body):
    """A fact that rulings of a rule give, and what its value is."""

    name: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedCase(Body):
    """A worked case of a rule: what to post, and a part of what comes back."""

    title: str
    operation: str
    body: Mapping[str, Any]
    answer: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Body):
    """A rule of the judge."""

    rule: str
    title: str
    statement: str
    facts: tuple[Fact, ...]
    options: tuple[str, ...]
    variants: tuple[str, ...]
    sources: tuple[Source, ...]
    cases: tuple[WorkedCase, ...]
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Body):
    """The rules found."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemInShort(Body):
    """A problem type: when it is answered, and what to do."""

    type: str
    title: str
    status: int
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Problems(Body):
    """The problem types."""

    problems: tuple[ProblemInShort, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(Body):
    """A member of every problem."""

    name: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleRequest(Body):
    """A request that leads to a problem."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemExample(Body):
    """A problem as it is answered, and to what; `request` is None where none should lead to it."""

    request: ExampleRequest | None
    answer: Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemPage(ProblemInShort):
    """A problem type in full."""

    members: tuple[Member, ...]
    example: ProblemExample
