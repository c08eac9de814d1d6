"""`python -m fuzz.law -max_total_time=N`: random bytes as states, every operation of the law on each.

Only the exceptions that the law declares may come out, what its operations say of a state must agree, and none may take
longer than a second.  `python -m fuzz.law --input FILE` runs one input again and shows its state.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import replace
from typing import TypeVar

import atheris

from fuzz.harness import Counts, main


def covered() -> bool:
    """Whether the law is run with coverage: not where times are taken, of an input run alone and in `fuzz.slowest`."""
    return __name__ == "__main__" and "--input" not in sys.argv


with atheris.instrument_imports(include=["euchred.law"]) if covered() else nullcontext():
    from euchred.law import moves as m
    from euchred.law.cards import CODES, UNKNOWN
    from euchred.law.claims import ClaimNotNow, ClaimTooLarge, judge_claim
    from euchred.law.deal import HandRunning, deal_after
    from euchred.law.game import GameDeal, judge_game
    from euchred.law.hand import Hand, IllegalMove
    from euchred.law.holding import from_holding
    from euchred.law.house import HouseError
    from euchred.law.judge import judge
    from euchred.law.position import hand_now, tricks
    from euchred.law.ruling import Ruling
    from euchred.law.solve import NotSolvable, SolveTooLarge, solve
    from euchred.law.state import ImpossibleState, State
    from euchred.law.variant import OptionsError
    from euchred.law.view import view
    from fuzz.law_states import Drawn, draw_state

T = TypeVar("T")
DECLARED = (
    ClaimNotNow, ClaimTooLarge, HandRunning, HouseError, IllegalMove, ImpossibleState, NotSolvable, OptionsError,
    SolveTooLarge,
)  # fmt: skip


def one(data: bytes, counts: Counts) -> None:
    """One input: its state, and everything that the law can be asked about it."""
    drawn = Drawn(atheris.FuzzedDataProvider(data))
    state = asked(counts, "draw", lambda: draw_state(drawn))
    if state is None:
        return
    if os.environ.get("EUCHRED_FUZZ_SHOW"):
        print(json.dumps(shown(state)))
    Questions(state, counts).ask()


def asked(counts: Counts, label: str, question: Callable[[], T]) -> T | None:
    """The answer to a question, None where the law declines to answer in a way that it declares."""
    try:
        with counts.timed(label):
            return question()
    except DECLARED as error:
        counts.seen[type(error).__name__] += 1
        return None


class Questions:
    """Everything that can be asked about one state."""

    def __init__(self, state: State, counts: Counts) -> None:
        self.state, self.counts = state, counts
        self.seats = range(state.rules.n)

    def ask(self) -> None:
        """Asks all; AssertionError where the answers do not agree."""
        state = self.state
        assert pickle.loads(pickle.dumps(state)) == state
        if self._asked("check", state.check) is None:
            return
        verdict = self._asked("judge", lambda: judge(state))
        assert verdict is not None, "the judge takes any record of a deal that can be"
        self._said([found.ruling for found in (*verdict.violations, *verdict.open)])
        self._asked("judge-game", lambda: judge_game([GameDeal(state, None, state.score, None)] * 3, state.dealer))
        hand = self._asked("legal-moves", lambda: self._legal_moves())
        if hand is None:
            return
        assert not verdict.violations, f"the record is legal, and judged: {verdict.summary}"
        self._all_tokens(hand)
        self._others(hand)

    def _asked(self, label: str, question: Callable[[], T]) -> T | None:
        return asked(self.counts, f"{label} {self.state.rules.book.id}", question)

    def _said(self, rulings: Iterable[Ruling]) -> None:
        """Every ruling can be said."""
        for ruling in rulings:
            assert ruling.reason(self.state)

    def _legal_moves(self) -> Hand:
        """What `legal-moves` works out."""
        hand = Hand.replay(self.state)
        elided = hand.elided()
        listed = [*hand.moves, *hand.interjections, *(elided.moves if elided else ())]
        assert (hand.phase == "over") == (not hand.moves)
        assert len(set(hand.moves)) == len(hand.moves)
        assert hand.certain in (True, False) and hand.alone_open is not None
        rulings = hand.rulings()
        self._said(rulings)
        legal = {(ruling.seat, ruling.move) for ruling in rulings if ruling.legal is not False}
        own = {(move // m.PREFIX - 1 if move >= m.PREFIX else hand.seat, move % m.PREFIX) for move in hand.moves}
        assert own == legal, f"listed {own - legal}, ruled legal {legal - own}"
        for move in listed:
            assert hand.judge(move).legal is not False, m.token(move)
        return hand

    def _all_tokens(self, hand: Hand) -> None:
        """Every token of the book, as `validate` rules on it: legal or open exactly when it is listed."""
        elided = hand.elided()
        parts = [part for part in (hand, elided) if part is not None]
        listed = {move for part in parts for move in part.moves}
        unseen = {
            move - (m.card_named(move % m.PREFIX) or 0) + UNKNOWN
            for move in listed
            if m.kind(move % m.PREFIX) in ("discard", "give")
        }
        for move in self.state.rules.actions:
            ruling = self._asked("validate", lambda move=move: hand.judge(move))  # type: ignore[misc]
            assert ruling is not None
            self._said([ruling])
            said = move in listed or move in unseen
            assert (ruling.legal is not False) == said, f"{m.token(move)} is {'' if said else 'not '}listed: {ruling}"

    def _others(self, hand: Hand) -> None:
        """The other questions about a legal record."""
        state = self.state
        self._asked("tricks", lambda: self._said(trick.ruling for trick in tricks(hand.table) if trick.ruling))
        self._asked("deal", lambda: deal_after(state, "fuzz"))
        for move in list(hand.moves)[:2]:
            self._asked("apply", lambda move=move: self._apply(move))  # type: ignore[misc]
        for seat in (None, *self.seats):
            self._asked("view", lambda seat=seat: self._view(hand, seat))  # type: ignore[misc]
        for seat in self.seats:
            self._asked("claims", lambda seat=seat: self._claim(hand, seat))  # type: ignore[misc]
        self._asked("solve", lambda: solve(hand))
        holding = tuple(tuple(hand_now(hand.table, seat)) for seat in self.seats)
        self._asked("holding", lambda: from_holding(replace(state, hands=holding)).check())

    def _apply(self, move: int) -> None:
        """A listed move can be made, and leaves a legal record."""
        hand = Hand.replay(self.state)
        hand.push(move)
        again = Hand.replay(hand.now())
        assert (again.phase, again.seat, list(again.moves)) == (hand.phase, hand.seat, list(hand.moves))

    def _view(self, hand: Hand, seat: int | None) -> None:
        """A view is a legal state with the same seat to act; for that seat its moves are at least those of the hand."""
        seen = Hand.replay(view(hand, seat).check())
        seen.rulings()
        assert seen.certain in (True, False)
        if hand.table.hidden or seen.seat is None:
            return
        assert (seen.phase, seen.seat) == (hand.phase, hand.seat)
        if seat == hand.seat:
            assert seen.certain and sorted(seen.moves) == sorted(hand.moves)

    def _claim(self, hand: Hand, seat: int) -> None:
        """A claim of what is guaranteed is valid, and one of a trick more is not."""
        claim = judge_claim(hand, seat, None)
        self._said([claim.ruling])
        assert claim.valid == (claim.guaranteed >= claim.tricks) == (claim.counterexample is None)


def shown(state: State) -> dict[str, object]:
    """A state as a client writes it, for a person to read."""

    def codes(cards: tuple[int, ...] | None) -> list[str] | None:
        return None if cards is None else [CODES[index] for index in cards]

    book = state.rules.book
    return {
        "variant": book.id if not book.house else {"extends": book.id, "hand_size": book.hand_size, "widow": book.widow,
                                                   "fixed": dict(book.fixed)},
        "options": dict(state.rules.options), "dealer": state.dealer, "hands": [codes(hand) for hand in state.hands],
        "up_card": None if state.up_card is None else CODES[state.up_card], "widow": codes(state.widow),
        "dummy": codes(state.dummy), "kitty": codes(state.kitty), "moves": " ".join(map(m.token, state.moves)),
        "score": list(state.score),
    }  # fmt: skip


if __name__ == "__main__":
    if "--input" in sys.argv:
        os.environ["EUCHRED_FUZZ_SHOW"] = "1"
    sys.exit(main("law", one, 400, sys.argv[1:]))
