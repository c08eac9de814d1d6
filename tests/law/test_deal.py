"""Deals from a seed: the same for the same seed, every card once, and each card as likely anywhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import repeat
from random import Random

import pytest
from tests.strategies import BOOK_IDS, random_record, random_rules

from euchred.law import moves as m
from euchred.law.cards import CODES, UNKNOWN, cards_in
from euchred.law.deal import HandRunning, below, deal, deal_after, stream
from euchred.law.hand import Hand, IllegalMove
from euchred.law.rules import rules_for
from euchred.law.state import State
from euchred.law.variant import find

EUCHRE = rules_for(find("euchre"))
variants = pytest.mark.parametrize("variant", BOOK_IDS)


def written(state: State) -> dict[str, object]:
    """A deal as codes."""
    hands = [" ".join(CODES[index] for index in hand or ()) for hand in state.hands]
    rest = {name: " ".join(CODES[index] for index in getattr(state, name) or ()) for name in ("widow", "kitty")}
    return {"dealer": state.dealer, "hands": hands, "up": CODES[state.up_card or 0], **rest}


def everything(state: State) -> Counter[int]:
    """Every card of a deal, wherever it lies."""
    up_card = () if state.up_card is None else (state.up_card,)
    piles = [*state.hands, up_card, state.widow, state.dummy, state.kitty]
    return Counter(index for pile in piles for index in pile or ())


def test_a_seed_gives_these_cards_for_ever() -> None:
    """Worked out apart from the code: SHA-256 of "a-seed:0", "a-seed:1", … as bytes, then Fisher-Yates."""
    assert written(deal(EUCHRE, "a-seed")) == {
        "dealer": 0,
        "hands": ["QS 9H TC KH AD", "TH JH AC KS KD", "QH KC QC JD AH", "9C TD 9D JC 9S"],
        "up": "QD",
        "widow": "",
        "kitty": "JS TS AS",
    }


@variants
def test_the_same_seed_is_the_same_deal_and_every_card_is_dealt_once(variant: str) -> None:
    rng = Random(f"deal {variant}")
    for number in range(40):
        rules = random_rules(rng, find(variant))
        state = deal(rules, f"{variant}_{number}")
        assert state == deal(rules, f"{variant}_{number}")
        assert everything(state) == Counter(cards_in(rules.pack))
        assert state.defects() == []
        assert not state.moves
        assert not any(state.score)
        assert UNKNOWN not in everything(state)


@variants
def test_the_cards_do_not_depend_on_who_deals(variant: str) -> None:
    rules = random_rules(Random(variant), find(variant))
    drawn = deal(rules, "who-deals")
    for dealer in range(rules.n):
        state = deal(rules, "who-deals", dealer)
        assert state.dealer == dealer
        turned = [state.hands[(dealer + step) % rules.n] for step in range(1, rules.n + 1)]
        assert turned == [drawn.hands[(drawn.dealer + step) % rules.n] for step in range(1, rules.n + 1)]
        assert (state.up_card, state.widow, state.dummy, state.kitty) == (
            drawn.up_card, drawn.widow, drawn.dummy, drawn.kitty)  # fmt: skip


def test_further_fields_are_kept() -> None:
    state = deal(EUCHRE, "s", 2, score=(3, 4), players=("Ann", "Bob", "Cat", "Dan"), sent={"variant": "turn-up"})
    assert (state.dealer, state.score, state.players, state.sent) == (
        2, (3, 4), ("Ann", "Bob", "Cat", "Dan"), {"variant": "turn-up"})  # fmt: skip


@pytest.mark.parametrize("seed", ["", "x" * 65, "a b", "é", "a\n", "a:1", "a.b"])
def test_what_is_no_seed(seed: str) -> None:
    with pytest.raises(ValueError, match="a seed has 1 to 64 characters"):
        deal(EUCHRE, seed)


def test_seeds_at_the_limits() -> None:
    deals = {str(written(deal(EUCHRE, seed))) for seed in ("x", "X", "x" * 64, "_", "-", "0")}
    assert len(deals) == 6


# -- the draw ----------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 24, 25, 33, 48, 255, 256])
def test_each_number_is_drawn_by_as_many_bytes(limit: int) -> None:
    """Over all values of the first byte each number comes equally often; the rest are drawn again."""
    mark = 255 if limit == 256 else 0
    counts = Counter(below(iter((byte, *repeat(mark, 1))), limit) for byte in range(256 - 256 % limit))
    assert counts == Counter(dict.fromkeys(range(limit), 256 // limit))
    for byte in range(256 - 256 % limit, 256):
        assert below(iter((byte, byte, 1 % limit)), limit) == 1 % limit


def test_the_bytes_are_hashes_of_the_seed_and_a_counter() -> None:
    source = stream("x")
    first, second = bytes(next(source) for _ in range(32)), bytes(next(source) for _ in range(32))
    assert first.hex() == "bb9a93e2157a1467892c8fac6f6eedd0d77915c9fedbb8f1cc605a423fdd3c60"
    assert second.hex() == "0b788078937c4c6ed6f98b641b7a9129ce9d6cc993f1000bb8024e7adb48c280"


def test_dealers_and_cards_are_spread_evenly() -> None:
    """2000 seeds: each seat deals, and each card lies in each place, about as often as chance would have it."""
    dealers, places = Counter[int](), Counter[tuple[str, int]]()
    for number in range(2000):
        state = deal(EUCHRE, f"spread-{number}")
        dealers[state.dealer] += 1
        eldest = state.hands[(state.dealer + 1) % 4] or ()
        places.update(("eldest", index) for index in eldest)
        places["up", state.up_card or 0] += 1
        places.update(("kitty", index) for index in state.kitty or ())
    assert all(400 < dealers[seat] < 600 for seat in range(4)), dealers
    for index in cards_in(EUCHRE.pack):
        assert 320 < places["eldest", index] < 520, CODES[index]
        assert 40 < places["up", index] < 140, CODES[index]
        assert 170 < places["kitty", index] < 340, CODES[index]


# -- the next hand -------------------------------------------------------------------


@variants
def test_the_next_hand_of_a_game(variant: str) -> None:
    rng = Random(f"after {variant}")
    for number in range(10):
        rules = random_rules(rng, find(variant))
        names = tuple("ABCD"[: rules.n])
        first = deal(rules, f"after-{number}", players=names, sent={"variant": variant})
        whole = random_record(first, rng)
        result = Hand.replay(whole).result
        assert result is not None
        state = deal_after(whole, "next")
        assert (state.dealer, state.score) == ((first.dealer + 1) % rules.n, result.next_score)
        assert (state.players, state.sent, state.rules) == (names, {"variant": variant}, rules)
        assert state.hands == deal(rules, "next", state.dealer).hands
        assert state.moves == ()


def test_there_is_no_next_hand_while_this_one_runs() -> None:
    state = deal(EUCHRE, "running")
    with pytest.raises(HandRunning, match="not over"):
        deal_after(replace(state, moves=(m.PASS,)), "next")
    with pytest.raises(IllegalMove):
        deal_after(replace(state, moves=(m.ALONE,)), "next")
    with pytest.raises(ValueError, match="a seed has"):
        deal_after(replace(state, moves=(m.PASS,) * 8), "no seed")
