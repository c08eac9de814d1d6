"""States that cannot exist: every defect with its pointer and code, each alone and all together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from euchred.law import moves as m
from euchred.law.cards import UNKNOWN, parse_card
from euchred.law.rules import rules_for
from euchred.law.state import ImpossibleState, State, name_faults, state_of
from euchred.law.variant import find

HANDS = {
    "euchre": ("9S TS JS QS KS", "9H TH JH QH KH", "9D TD JD QD KD", "9C TC JC QC KC"),
    "hasenpfeffer": ("9S TS JS QS KS AS", "9H TH JH QH KH AH", "9D TD JD QD KD AD", "9C TC JC QC KC AC"),
    "three-handed-euchre": ("9S TS JS QS KS", "9H TH JH QH KH", "9D TD JD QD KD"),
    "bid-euchre": ("9S TS JS QS KS AS", "9H TH JH QH KH AH", "9D TD JD QD KD AD", "9C TC JC QC KC AC"),
}
FIELDS: dict[str, dict[str, Any]] = {
    "euchre": {"up_card": "AS", "kitty": "AH AD AC"},
    "hasenpfeffer": {"widow": "JK"},
    "three-handed-euchre": {"up_card": "AS", "dummy": "9C TC JC QC KC", "kitty": "AH AD AC"},
    "bid-euchre": {},
}


def cards(text: str) -> tuple[int, ...]:
    """Cards of a text."""
    return tuple(map(parse_card, text.split()))


def fine(variant: str, options: dict[str, object] | None = None, **changes: Any) -> State:
    """A state without defects, dealer 0, but for the changes."""
    given = FIELDS[variant]
    fields: dict[str, Any] = {name: cards(text) for name, text in given.items() if name != "up_card"}
    if "up_card" in given:
        fields["up_card"] = parse_card(given["up_card"])
    state = state_of(rules_for(find(variant), options), 0, hands=tuple(map(cards, HANDS[variant])), **fields)
    return replace(state, **changes)


def found(state: State) -> list[tuple[str, str]]:
    """Pointers and codes of what is wrong."""
    return [(defect.pointer, defect.code) for defect in state.defects()]


@pytest.mark.parametrize("variant", HANDS)
def test_a_state_that_can_be_has_no_defect(variant: str) -> None:
    state = fine(variant)
    assert found(state) == []
    assert state.check() is state


def hands(variant: str, **changes: str) -> tuple[tuple[int, ...], ...]:
    """The hands with some changed: `h2="…"` is that of seat 2."""
    return tuple(cards(changes.get(f"h{seat}", hand)) for seat, hand in enumerate(HANDS[variant]))


ONE_DEFECT: dict[str, tuple[State, str, str]] = {
    "dealer too high": (fine("euchre", dealer=4), "/dealer", "seat"),
    "dealer below zero": (fine("euchre", dealer=-1), "/dealer", "seat"),
    "too few hands": (fine("euchre", hands=hands("euchre")[:3]), "/hands", "wrong-length"),
    "too many hands": (fine("bid-euchre", hands=(None,) * 5), "/hands", "wrong-length"),
    "too few names": (fine("euchre", players=("Ann", "Bob", "Cat")), "/players", "wrong-length"),
    "a hand too small": (fine("euchre", hands=hands("euchre", h1="9H TH JH QH")), "/hands/1", "hand-size"),
    "a hand too large": (fine("euchre", hands=hands("euchre", h1="9H TH JH QH KH ??")), "/hands/1", "hand-size"),
    "the dealer of seven": (
        fine("bid-euchre", {"joker": True}, hands=(cards("9S TS JS QS KS AS"), None, None, None)),
        "/hands/0",
        "hand-size",
    ),
    "no up-card": (fine("euchre", up_card=None), "/up_card", "required"),
    "an up-card not known": (fine("euchre", up_card=UNKNOWN), "/up_card", "required"),
    "an up-card in a bid game": (
        fine("bid-euchre", hands=(None,) * 4, up_card=parse_card("9S")), "/up_card", "unknown-field"),
    "a widow in euchre": (fine("euchre", widow=cards("??")), "/widow", "unknown-field"),
    "an empty widow in euchre": (fine("euchre", widow=()), "/widow", "unknown-field"),
    "a dummy in euchre": (fine("euchre", dummy=cards("?? ?? ?? ?? ??")), "/dummy", "unknown-field"),
    "a dummy without the dummy": (
        fine("three-handed-euchre", {"dummy": False}, kitty=None), "/dummy", "unknown-field"),
    "a kitty where none is left": (fine("bid-euchre", kitty=cards("??")), "/kitty", "unknown-field"),
    "a kitty too small": (fine("euchre", kitty=cards("AH AD")), "/kitty", "wrong-length"),
    "a widow too large": (fine("hasenpfeffer", widow=cards("JK ??")), "/widow", "wrong-length"),
    "a dummy too small": (fine("three-handed-euchre", dummy=cards("9C TC JC QC")), "/dummy", "wrong-length"),
    "a seven in a pack of 24": (
        fine("euchre", hands=hands("euchre", h2="9D TD JD QD 7D")), "/hands/2/4", "not-in-pack"),
    "a joker without one": (fine("euchre", kitty=cards("AH AD JK")), "/kitty/2", "not-in-pack"),
    "a card in two hands": (
        fine("euchre", hands=hands("euchre", h3="9C TC JC QC 9S")), "/hands/3/4", "card-twice"),
    "a card in hand and turned up": (fine("euchre", up_card=parse_card("9S")), "/up_card", "card-twice"),
    "a card twice in a hand": (
        fine("euchre", hands=hands("euchre", h0="9S 9S JS QS KS")), "/hands/0/1", "card-twice"),
    "a card in the widow too": (fine("hasenpfeffer", widow=cards("9S")), "/widow/0", "card-twice"),
    "a card in the dummy too": (
        fine("three-handed-euchre", dummy=cards("9C TC JC QC 9S")), "/dummy/4", "card-twice"),
    "251 moves": (fine("euchre", moves=(m.PASS,) * 251), "/moves", "too-many"),
    "a seat that there is not": (fine("three-handed-euchre", moves=(4 * m.PREFIX + m.PASS,)), "/moves/0", "seat"),
    "too few totals": (fine("euchre", score=(0,)), "/score", "wrong-length"),
    "three totals for two sides": (fine("euchre", score=(0, 0, 0)), "/score", "wrong-length"),
    "a total too high": (fine("euchre", score=(0, 10000)), "/score/1", "out-of-range"),
    "a total too low": (fine("euchre", score=(-10000, 0)), "/score/0", "out-of-range"),
}  # fmt: skip


@pytest.mark.parametrize("name", ONE_DEFECT)
def test_a_defect(name: str) -> None:
    state, pointer, code = ONE_DEFECT[name]
    assert found(state) == [(pointer, code)]
    defect = state.defects()[0]
    assert defect.detail.endswith(".")
    assert defect.hint


def test_all_defects_are_told_at_once_in_the_order_of_the_fields() -> None:
    state = fine(
        "euchre", dealer=7, hands=(cards("9S 9S 9S"), cards("7H TH JH QH KH"), None), up_card=None, widow=cards("AS"),
        kitty=cards("AH"), moves=(m.PASS, 6 * m.PREFIX + m.PASS), score=(-12345, 0, 12345), players=("Ann",),
    )  # fmt: skip
    assert found(state) == [
        ("/dealer", "seat"), ("/hands", "wrong-length"), ("/players", "wrong-length"), ("/hands/0", "hand-size"),
        ("/up_card", "required"), ("/widow", "unknown-field"), ("/kitty", "wrong-length"), ("/hands/0/1", "card-twice"),
        ("/hands/0/2", "card-twice"), ("/hands/1/0", "not-in-pack"), ("/moves/1", "seat"), ("/score", "wrong-length"),
        ("/score/0", "out-of-range"), ("/score/2", "out-of-range"),
    ]  # fmt: skip
    with pytest.raises(ImpossibleState) as refused:
        state.check()
    assert list(refused.value.defects) == state.defects()
    assert "/dealer: There is no seat 7." in str(refused.value)


def test_limits_that_are_still_allowed() -> None:
    assert found(fine("euchre", score=(-9999, 9999), moves=(m.PASS,) * 250)) == []
    assert found(fine("bid-euchre", kitty=())) == []
    rules = rules_for(find("double-deck-bid-euchre"))
    twice = state_of(rules, 0, hands=(cards("9S " * 2 + "TS " * 2 + "?? " * 8), None, None, None))
    assert found(twice) == []
    thrice = replace(twice, hands=(cards("9S " * 3 + "?? " * 9), None, None, None))
    assert found(thrice) == [("/hands/0/2", "card-twice")]
    assert "/hands/0/0 and /hands/0/1" in str(thrice.defects()[0].hint)


def test_players_names() -> None:
    good = ["A", "x" * 40, "Ann Lee", "Zoë", "7th"]
    assert list(name_faults(good)) == []
    bad = {"": "0 characters", "x" * 41: "41 characters", "a\u202eb": "cannot be printed", "a\nb": "cannot be printed",
           " Ann": "white space", "Ann ": "white space", "12": "only digits"}  # fmt: skip
    for name, detail in bad.items():
        ((place, said, hint),) = name_faults(["Dan", name])
        assert (place, detail in said, bool(hint)) == (1, True, True), name
    assert [(place, detail) for place, detail, _ in name_faults(["Ann", "Bob", "ANN", "Straße", "STRASSE"])] == [
        (2, "Seat 0 has the same name."),
        (4, "Seat 3 has the same name."),
    ]


def test_what_is_left_out_and_decline() -> None:
    rules = rules_for(find("euchre"))
    state = state_of(rules, 3, up_card=parse_card("9H"), moves=(m.ORDER, m.DECLINE))
    assert (state.hands, state.score) == ((None,) * 4, (0, 0))
    assert state.moves == (m.ORDER, m.DISCARD + parse_card("9H"))
    assert state.name(2) == "Seat 2"
    assert replace(state, players=("Ann", "Bob", "Cat", "Dan")).name(2) == "Cat"
    prefixed = state_of(rules, 3, up_card=parse_card("9H"), moves=(m.ORDER, 4 * m.PREFIX + m.DECLINE))
    assert m.token(prefixed.moves[1]) == "3:discard-9H"
