"""Questions about one hand, and what changes it (contract §8)."""

from __future__ import annotations

from collections.abc import Sequence

from euchre.client.asking import Asking, Book, Explain, Given, Options, given
from euchre.client.hands import Applied, Deal, LegalMoves, Position, Score, Tricks, Validation, View


class HandQuestions(Asking):
    """A state is a mapping in the form of the wire (contract §4); the states in answers are such mappings too.

    `explain="none"` leaves rulings and options out, `explain="moves"` gives positions their rulings.
    """

    def legal_moves(self, state: Given, *, explain: Explain | None = None) -> LegalMoves:
        """Who may do what now, and why."""
        return self._asked_for(LegalMoves, "legal-moves", state, explain)

    def tricks(self, state: Given, *, explain: Explain | None = None) -> Tricks:
        """Who won each trick, and why."""
        return self._asked_for(Tricks, "tricks", state, explain)

    def score(self, state: Given, *, explain: Explain | None = None) -> Score:
        """What the hand was worth."""
        return self._asked_for(Score, "score", state, explain)

    def position(self, state: Given, *, explain: Explain | None = None) -> Position:
        """Everything that follows from a state."""
        return self._asked_for(Position, "position", state, explain)

    def validate(self, state: Given, move: str, *, explain: Explain | None = None) -> Validation:
        """The ruling on a move; an illegal one is an answer, not an exception."""
        return self._asked_for(Validation, "validate", {"state": state, "move": move}, explain)

    def apply(
        self, state: Given, move: str, seats: Sequence[int] | None = None, *, explain: Explain | None = None
    ) -> Applied:
        """The state after a move, and what each of the seats named may know of it; an illegal one raises Refused."""
        body = given(state=state, move=move, seats=None if seats is None else list(seats))
        return self._asked_for(Applied, "apply", body, explain)

    def view(self, state: Given, seat: int | None = None, *, explain: Explain | None = None) -> View:
        """The state as a seat may know it, or a spectator."""
        return self._asked_for(View, "view", {"state": state, "seat": seat}, explain)

    def deal(
        self,
        variant: Book | None = None,
        *,
        options: Options | None = None,
        dealer: int | None = None,
        score: Sequence[int] | None = None,
        players: Sequence[str] | None = None,
        seed: str | None = None,
        after: Given | None = None,
        explain: Explain | None = None,
    ) -> Deal:
        """A fresh hand of a variant, or the one that follows the hand `after`; the same seed deals the same cards."""
        body = given(variant=variant, options=options, dealer=dealer, score=score, players=players)
        return self._asked_for(Deal, "deal", body | given(seed=seed, after=after), explain)
