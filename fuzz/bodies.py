"""Bodies that no schema can lead to: legal, hidden and finished states, nonsense made of them, for every operation."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import strategies as st
from tests.strategies import bodies, hidden_states, legal_states, randoms

from euchred.law.cards import CODES
from euchred.law.moves import TOKENS
from euchred.law.order import TRUMPS
from euchred.law.variant import books
from euchred.web.operations import OPERATIONS
from euchred.web.requests.query import EXPLAIN

Question = tuple[str, str | None, Any]  # operation, explain, body

ON_A_STATE = ("legal-moves", "tricks", "score", "position", "judge", "solve")
CODE, TOKEN = st.sampled_from([*CODES, "JK"]), st.sampled_from(sorted(TOKENS.values()))
SEAT = st.integers(0, 3)
CALLS = ("order", "order-alone", "call-H", "pass", "bid-4", "ask", "moon", "big-pepper")
PLAIN = [rank + suit for suit in "SHDC" for rank in "9TJQKA"]
ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 4, 99, 2**31, 2**63, 2**64, 1.0, 1.5, -0.0, 1e308, "", "??", "??" * 300, "9S", "pass",
    "\ud800", "\x00", "JK", "J♦", "🂡", "٣", "²", "1:pass", "9:pass", "all", "NT", "euchre@1", "euchre@0", [], {}, [[]],
    [None], ["9S"] * 70, ["pass"] * 251, {"": None}, {"extends": "euchre"}, {"a/b~c": 1},
)  # fmt: skip
# About as much as a body may hold: what is read once for each of its parts must not take long for each.
HEAVY: tuple[Any, ...] = (
    {f"stick{number}": 1 for number in range(15_000)}, {f"{number:x}": 1 for number in range(22_000)},
    ["pass"] * 25_000, ["9S"] * 30_000, [None] * 40_000, [{}] * 60_000, [0] * 80_000, [[]] * 60_000, "9S " * 80_000,
    "pass / " * 30_000, "x" * 240_000, "\u0301" * 40_000, ["x" * 100] * 2_000, "??," * 70_000, 10**290,
)  # fmt: skip


def known_states() -> st.SearchStrategy[dict[str, Any]]:
    """States as they can be at a table: legal, with cards hidden, played to the end."""
    return bodies(legal_states() | hidden_states() | legal_states(finished=True) | hidden_states(finished=True))


def late_states() -> st.SearchStrategy[dict[str, Any]]:
    """Whole deals with some tricks left to be played, for what is asked about the rest of a hand."""

    def cut(body: dict[str, Any], count: int) -> dict[str, Any]:
        return body | {"moves": body["moves"][: max(0, len(body["moves"]) - count)]}

    return st.builds(cut, bodies(legal_states(finished=True)), st.integers(1, 16))


def nonsense() -> st.SearchStrategy[dict[str, Any]]:
    """States of the right look that a few random changes have made into anything at all."""
    return st.builds(broken, known_states(), randoms())


def heavy_states() -> st.SearchStrategy[dict[str, Any]]:
    """States of which one field, or one of a house book, is about as much as a body may hold."""

    def laden(body: dict[str, Any], field: str, value: Any) -> dict[str, Any]:
        if field in body:
            return body | {field: value}
        return body | {"variant": {"extends": body["variant"], field: value}}

    fields = st.sampled_from(("options", "moves", "hands", "players", "variant", "kitty", "score", "summary", "fixed"))
    return st.builds(laden, bodies(legal_states()), fields, st.sampled_from(HEAVY))


def broken(body: Any, rng: Random) -> Any:
    """A copy of a body with some of its values exchanged, doubled, moved, left out or replaced by odd ones."""
    made = json.loads(json.dumps(body))
    for _ in range(rng.randint(1, 5)):
        _break(made, rng)
    return made


def _break(body: dict[str, Any], rng: Random) -> None:
    """Changes one value in place."""
    if not body:
        body["new"] = None
    parent: Any = body
    key: Any = rng.choice(sorted(body))
    while isinstance(parent.get(key) if isinstance(parent, dict) else parent[key], dict | list) and rng.randrange(4):
        parent = parent[key]
        if not parent:
            return
        key = rng.choice(sorted(parent)) if isinstance(parent, dict) else rng.randrange(len(parent))
    change = rng.randrange(6)
    if change == 0:
        del parent[key]
    elif change == 1 and isinstance(parent, list):
        parent.insert(rng.randrange(len(parent) + 1), deepcopy(parent[key]))
    elif change == 2 and isinstance(parent, list):
        rng.shuffle(parent)
    elif change == 3:
        parent[key] = rng.choice(list(TOKENS.values()))
    elif change == 4:
        parent[key] = rng.choice(CODES)
    else:
        parent[key] = deepcopy(rng.choice(ODD if rng.randrange(20) else HEAVY))


@st.composite
def questions(draw: st.DrawFn, states: st.SearchStrategy[dict[str, Any]] | None = None) -> Question:
    """A question to any operation about one of these states."""
    name = draw(st.sampled_from(sorted(OPERATIONS)))
    explain = draw(st.sampled_from((None, *EXPLAIN)))
    return name, explain, draw(_body(name, states if states is not None else known_states() | nonsense()))


def _body(name: str, state: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[Any]:
    """A body for an operation."""
    if name in ("solve", "claims"):
        state = st.one_of(late_states(), late_states(), state)
    if name in ON_A_STATE:
        return state
    if name in ("validate", "apply"):
        seats = st.none() | st.lists(SEAT, max_size=4)
        fields = {"state": state, "move": TOKEN}
        return st.fixed_dictionaries(fields, optional={"seats": seats} if name == "apply" else {})
    if name == "view":
        return st.fixed_dictionaries({"state": state, "seat": st.none() | SEAT})
    if name == "claims":
        return st.fixed_dictionaries({"state": state, "seat": SEAT}, optional={"tricks": st.integers(0, 8)})
    if name == "judge-game":
        return st.lists(state, min_size=1, max_size=4).map(_game)
    return _deal() | state.map(lambda after: {"after": after}) if name == "deal" else _point(name)


def _game(states: list[dict[str, Any]]) -> dict[str, Any]:
    """A game of hands, under the rules of the first."""
    first = states[0]
    common = {field: first[field] for field in ("variant", "options", "players") if field in first}
    left_out = ("variant", "options", "players")
    return common | {"deals": [{key: value for key, value in s.items() if key not in left_out} for s in states]}


def _variant() -> st.SearchStrategy[str]:
    return st.sampled_from([book.id for book in books()])


def _deal() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"variant": _variant(), "seed": st.from_regex(r"[A-Za-z0-9_-]{1,8}", fullmatch=True)})


def _point(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """A point question."""
    cards = st.lists(st.sampled_from(PLAIN), max_size=4, unique=True) | st.lists(CODE, max_size=6)
    fields: dict[str, st.SearchStrategy[Any]] = {"variant": _variant()}
    if name == "rulings/score":
        tricks = st.builds(lambda all_, won: [min(won, all_), max(0, all_ - won)], st.integers(5, 8), st.integers(0, 8))
        tricks |= st.lists(st.integers(0, 8), min_size=2, max_size=4)
        fields |= {"call": st.sampled_from(CALLS) | TOKEN, "caller": SEAT, "tricks": tricks}
        return st.fixed_dictionaries(fields, optional={"alone": st.lists(SEAT, max_size=2)})
    fields |= {"trump": st.sampled_from(TRUMPS), "cards": cards}
    if name == "rulings/play":
        fields["hand"] = cards
    return st.fixed_dictionaries(fields, optional={"leader": SEAT} if name == "rulings/trick" else {})
