"""Questions that need no state (contract §8, `rulings/…`)."""

from __future__ import annotations

from collections.abc import Sequence

from euchre.client.asking import Asking, Book, Cards, Explain, Options, given
from euchre.client.points import PlayRuling, ScoreRuling, TrickRuling


class PointQuestions(Asking):
    """Questions for those who keep positions and not moves; cards are a text such as "9H JD" or a list."""

    def ruling_trick(
        self,
        variant: Book,
        trump: str,
        cards: Cards,
        *,
        options: Options | None = None,
        leader: int | None = None,
        seats: Sequence[int] | None = None,
        explain: Explain | None = None,
    ) -> TrickRuling:
        """Who wins these cards, in the order played; `leader` or `seats` say whose they are."""
        body = given(variant=variant, options=options, trump=trump, cards=cards, leader=leader, seats=seats)
        return self._asked_for(TrickRuling, "rulings/trick", body, explain)

    def ruling_play(
        self,
        variant: Book,
        trump: str,
        cards: Cards,
        hand: Cards,
        *,
        options: Options | None = None,
        explain: Explain | None = None,
    ) -> PlayRuling:
        """What a hand may play to the cards of a trick so far; none of them when it leads."""
        body = given(variant=variant, options=options, trump=trump, cards=cards, hand=hand)
        return self._asked_for(PlayRuling, "rulings/play", body, explain)

    def ruling_score(
        self,
        variant: Book,
        call: str,
        *,
        caller: int | None = None,
        tricks: Sequence[int] | None = None,
        alone: Sequence[int] | None = None,
        score: Sequence[int] | None = None,
        dealer: int | None = None,
        options: Options | None = None,
        explain: Explain | None = None,
    ) -> ScoreRuling:
        """What a hand is worth from its call and the tricks of each side; `alone` are the seats that played alone."""
        body = given(variant=variant, options=options, call=call, caller=caller, alone=alone, tricks=tricks)
        return self._asked_for(ScoreRuling, "rulings/score", body | given(score=score, dealer=dealer), explain)
