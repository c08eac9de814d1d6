"""Claims and best play against bridge's double-dummy solver (C++, through endplay), position by position.

Rates are the reciprocals of times: the row of the median says how many such positions a second go through at the
median time of one, the row of the 99th percentile at the time that one in a hundred exceeds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from endplay.dds import solve_board
from tests.differential.dds import BridgeDeal

from bench.timing import Row, row
from euchred import law
from euchred.law.claims import judge_claim
from euchred.law.hand import Hand
from euchred.law.solve import solve

POSITIONS = 400


def first_leads(variant: str, options: dict[str, law.variant.Value], count: int) -> list[Hand]:
    """Hands dealt and called at random, all cards known, at the first lead; four seats play."""
    rules = law.rules_for(law.find(variant), options)
    rng, found = random.Random(4), list[Hand]()
    while len(found) < count:
        hand = Hand(law.deal(rules, str(rng.random())[2:]))
        while hand.phase not in ("play", "over"):
            hand.push(rng.choice(list(hand.moves)))
        if hand.phase == "play" and not hand.table.out and not (hand.table.trump or 0) >= 4:
            found.append(hand)
    return found


def times(work: Callable[[int], object], count: int, rounds: int = 5) -> list[float]:
    """The time of each position in seconds, ascending; the best of several rounds for each."""
    each: list[list[float]] = [[] for _ in range(count)]
    for _ in range(rounds):
        for number in range(count):
            start = time.perf_counter()
            work(number)
            each[number].append(time.perf_counter() - start)
    return sorted(min(found) for found in each)


def rows_of(name: str, ours: Callable[[int], object], theirs: Callable[[int], object], count: int) -> list[Row]:
    """Two rows: at the median time and at the 99th percentile."""
    mine, peer = times(ours, count), times(theirs, count)

    def at(found: Sequence[float], share: float) -> float:
        return 1 / found[min(len(found) - 1, int(share * len(found)))]

    return [
        row(f"{name}, {label} time", "positions/s", "endplay (DDS)", [(at(mine, share), at(peer, share))])
        for label, share in (("median", 0.5), ("p99", 0.99))
    ]


def rows() -> list[Row]:
    """Claims of all tricks in known hands of five; every legal lead of five and six cards solved."""
    found = []
    five = first_leads("euchre", {"alone": "off", "defend_alone": "off"}, POSITIONS)
    six = first_leads("bid-euchre", {}, POSITIONS)
    bridge = {id(hand): BridgeDeal(hand).deal for hand in (*five, *six)}
    for name, hands, ours in (
        ("the rest are mine, five known cards", five, lambda hand: judge_claim(hand, hand.seat or 0, None)),
        ("every lead solved, five cards", five, solve),
        ("every lead solved, six cards", six, solve),
    ):
        found += rows_of(
            name,
            lambda number, hands=hands, ours=ours: ours(hands[number]),  # type: ignore[misc]
            lambda number, hands=hands: solve_board(bridge[id(hands[number])]),  # type: ignore[misc]
            len(hands),
        )
    return found
