"""A deal from a seed: the same rule book revision, options and seed always give the same cards.

The bytes are SHA-256 of the seed and a counter; numbers are drawn by rejection, the pack is shuffled by Fisher–Yates.
The caller draws the seed: the law knows no randomness.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .cards import cards_in
from .hand import Hand
from .rules import Rules
from .state import State, state_of

SEED = re.compile(r"[A-Za-z0-9_-]{1,64}")


class HandRunning(ValueError):
    """The next hand was asked for while this one is not over."""


def stream(seed: str) -> Iterator[int]:
    """Bytes without end, the same for the same seed."""
    counter = 0
    while True:
        yield from hashlib.sha256(f"{seed}:{counter}".encode()).digest()
        counter += 1


def below(source: Iterator[int], limit: int) -> int:
    """A number from 0 to limit - 1, each as likely as the other; `limit` is at most 256."""
    fair = 256 - 256 % limit
    while (drawn := next(source)) >= fair:
        pass
    return drawn % limit


def deal(rules: Rules, seed: str, dealer: int | None = None, **fields: Any) -> State:
    """A state without moves: hands, up-card, widow, dummy and kitty as the seed deals them.

    `seed` has 1–64 characters of A–Z, a–z, 0–9, `_` and `-`; without `dealer` the seed draws him too. The cards do not
    depend on who deals. `fields` are further fields of State (score, players, sent).
    """
    if not SEED.fullmatch(seed):
        raise ValueError("a seed has 1 to 64 characters of A-Z, a-z, 0-9, _ and -")
    source = stream(seed)
    drawn = below(source, rules.n)
    dealer = drawn if dealer is None else dealer
    pack = list(cards_in(rules.pack))
    for last in range(len(pack) - 1, 0, -1):
        other = below(source, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    hands: list[tuple[int, ...]] = [()] * rules.n
    for step in range(1, rules.n + 1):
        seat = (dealer + step) % rules.n
        hands[seat] = _off_the_top(pack, rules.hand_dealt(seat, dealer))
    book = rules.book
    return state_of(
        rules,
        dealer,
        hands=tuple(hands),
        up_card=_off_the_top(pack, 1)[0] if book.up_card else None,
        widow=_off_the_top(pack, book.widow) or None,
        dummy=_off_the_top(pack, book.dummy_size if rules.has_dummy else 0) or None,
        kitty=tuple(pack) or None,
        **fields,
    )


def deal_after(state: State, seed: str) -> State:
    """The next hand of a game: the deal has passed to the left, the score is the one the last hand left.

    Raises HandRunning while the hand runs, IllegalMove when its record is not legal.
    """
    result = Hand.replay(state).result
    if result is None:
        raise HandRunning("The hand is not over.")
    fresh = deal(state.rules, seed, result.next_dealer, score=result.next_score, players=state.players)
    return replace(fresh, sent=state.sent)


def _off_the_top(pack: list[int], size: int) -> tuple[int, ...]:
    """Takes so many cards from the top of the pack."""
    cards = tuple(pack[:size])
    del pack[:size]
    return cards
