"""Whole records, claims, and best play (contract §8 to §10)."""

from __future__ import annotations

from typing import Literal

from euchre.client.asking import Asking, Explain, Given
from euchre.client.verdicts import ClaimJudged, Judged, JudgedGame, SolvedHand


class VerdictQuestions(Asking):
    """What was wrong in a record, and what is sure."""

    def judge(self, state: Given, *, explain: Explain | None = None) -> Judged:
        """What was wrong in a record, the proof, and what it costs."""
        return self._asked_for(Judged, "judge", state, explain)

    def judge_game(self, game: Given, *, explain: Explain | None = None) -> JudgedGame:
        """The same for a game: a mapping with `variant` and `deals`, and what else contract §8 lets it have."""
        return self._asked_for(JudgedGame, "judge-game", game, explain)

    def claims(
        self, state: Given, seat: int, tricks: int | Literal["all"] = "all", *, explain: Explain | None = None
    ) -> ClaimJudged:
        """Whether a seat is sure of so many of the tricks that remain."""
        return self._asked_for(ClaimJudged, "claims", {"state": state, "seat": seat, "tricks": tricks}, explain)

    def solve(self, state: Given, *, explain: Explain | None = None) -> SolvedHand:
        """What each legal move leads to when both sides see all cards and play their best."""
        return self._asked_for(SolvedHand, "solve", state, explain)
