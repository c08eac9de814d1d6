"""Placing cards: what Hall's theorem says against every layout counted out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from euchred.law.matching import Fit, Problem, bits


def every_layout(cards: Sequence[int], room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The places of all cards, each given by the places it may be in, in every layout that fills all places."""
    if not cards:
        if not any(room):
            yield ()
        return
    for place in bits(cards[0]):
        if room[place]:
            left = [size - (other == place) for other, size in enumerate(room)]
            yield from ((place, *rest) for rest in every_layout(cards[1:], left))


def random_cards(rng: Random) -> tuple[list[int], list[int]]:
    """Cards by the places that they may be in, and room for as many cards, more often than not."""
    places = rng.randint(1, 4)
    cards = [rng.randrange(1, 2**places) for _ in range(rng.randint(1, 6))]
    room = [0] * places
    for _ in range(len(cards) - (rng.randrange(8) == 0)):
        room[rng.randrange(places)] += 1
    return cards, room


def test_where_single_cards_and_pairs_may_lie() -> None:
    rng, seen = Random("fit"), Counter[bool]()
    for _ in range(2500):
        cards, room = random_cards(rng)
        found = list(every_layout(cards, room))
        fit = Fit(Counter(cards), room)
        assert fit.possible == bool(found), (cards, room)
        seen[fit.possible] += 1
        for one, places in enumerate(cards):
            for place in bits(places):
                assert fit.may_lie(places, place) == any(layout[one] == place for layout in found), (cards, room)
                for other in range(one):
                    for there in bits(cards[other]):
                        both = any(layout[one] == place and layout[other] == there for layout in found)
                        assert fit.may_both_lie((place, places), (there, cards[other])) == both, (cards, room)
    assert min(seen.values()) > 500


def test_a_card_that_may_be_nowhere_leaves_no_layout() -> None:
    assert not Fit({0: 1, 1: 1}, [1]).possible
    assert not Fit({0: 1}, [1]).possible
    assert not Fit({1: 2, 2: 1}, [1, 2]).possible
    assert Fit({}, []).possible


def test_a_problem_keeps_what_was_asked() -> None:
    """Barring a kind from a hand gives the same problem again, and changes nothing in the one it was made from."""
    problem = Problem(Counter({(3, 0b11): 1, (4, 0b11): 1}), (1, 1), {0: 0b01}, {0: 0b01}, {})
    barred = problem.barring(0b01, 1 << 3)
    assert barred is problem.barring(0b01, 1 << 3)
    assert (problem.may_hold(0, 3), barred.may_hold(0, 3), barred.may_hold(0, 4)) == (True, False, True)
    assert (problem.may_lack(0, 3), barred.may_lack(0, 4)) == (True, False)
