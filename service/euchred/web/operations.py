"""The operations: what each takes, what it does with it, and what it answers (contract §8).

An operation is a pure function of its body.  It knows no HTTP: the same table serves single requests and batches.  The
docstrings of these functions are what the published contract says of the operations.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ..law.deal import HandRunning, deal_after
from ..law.deal import deal as deal_cards
from ..law.hand import IllegalMove
from ..law.state import Defect, ImpossibleState, State
from . import answers
from .answers import Json
from .point_schemas import PlayQuestion, ScoreQuestion, TrickQuestion
from .problems import of_defects, of_illegal_move
from .schemas import ApplyRequest, DealRequest, Either, NextDealRequest, Sent, StateInput, ValidateRequest, ViewRequest
from .stages import illegal_history, impossible, possible, replayed


class Reader(Protocol):
    """What reads a body: a schema, or a choice of two."""

    def load(self, data: Any) -> Any:
        """What the body stands for; Refused with all its defects when it is not of the right shape."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A POST operation: `name` is its path after /v1/, `answer` takes the body as read and the choice of `explain`."""

    name: str
    reader: Reader
    answer: Callable[[Any, str | None], Json]

    @property
    def id(self) -> str:
        """The name as one word, for endpoints and for the contract's operationId."""
        return self.name.replace("/", "-")


def legal_moves(body: Sent, explain: str | None) -> Json:
    """Say who is to act, and what that seat may do.

    Answers the seat to act, every legal move, and a ruling for each move of this step, legal or not, that names the
    rule, the facts it rests on, and the reason in a sentence. Append one of `moves` to the state's `moves` to play on.

    With cards unknown a move is listed when some layout of the unknown cards makes it legal; `certain` says whether
    the list depends on them.
    """
    return answers.legal_moves(replayed(body), explain)


def tricks(body: Sent, explain: str | None) -> Json:
    """Say who won each trick, and why.

    Answers every trick played, with its cards in the order of play, its winner and the ruling on it; the trick in
    progress with the seat that is winning it; and the tricks of each seat so far.
    """
    return answers.tricks(replayed(body), explain)


def score(body: Sent, explain: str | None) -> Json:
    """Say what the hand was worth.

    Answers the points of each side, the totals after the hand, whether it ended the game, and what the next hand
    starts with. While the hand runs `over` is false and `result` is null.
    """
    return answers.score(replayed(body))


def position(body: Sent, explain: str | None) -> Json:
    """Say everything that follows from a state.

    Answers phase, seat to act and its moves, the full history, trump, makers, who plays alone, the hands as they are
    now, tricks and score: all that a program or a table display needs.
    """
    return answers.position(replayed(body), explain)


def validate(body: Json, explain: str | None) -> Json:
    """Say whether a move may be made.

    Judges one move in a state and answers the ruling, legal or not, with status 200. A move of a seat that is not to
    act is judged when it is written with its seat: `2:JD`. `moves` are the legal ones of the same seat and phase.
    """
    return answers.validate(replayed(body["state"], "/state"), body["move"])


def apply(body: Json, explain: str | None) -> Json:
    """Make a move.

    Answers the state with the move at its end, the position it leads to, the ruling on it, the history entries it
    added and the trick it completed. With `seats`, also the new state as each of those seats may know it, to be sent
    to browsers. An illegal move is refused with the problem `illegal-move`; nothing is stored either way.
    """
    hand = replayed(body["state"], "/state")
    try:
        return answers.apply(hand, body["move"], body["seats"], explain)
    except IllegalMove as error:
        raise of_illegal_move("illegal-move", error, "/move") from None


def view(body: Json, explain: str | None) -> Json:
    """Show the state as one seat may know it.

    Hides the other hands, and of the widow, the dummy, the kitty and the exchanges all that the seat has not seen. The
    answer is a legal state itself, with the same seat to act, and safe to be sent to that player.
    """
    return answers.view(replayed(body["state"], "/state"), body["seat"], explain)


def deal(body: Json, explain: str | None) -> Json:
    """Deal a hand.

    Deals the first hand of a game, or with `after` the next one: the deal passes to the left and the score goes on.
    The same seed, options and revision always give the same cards; without a seed one is drawn and answered.
    """
    seed = body.pop("seed", None) or secrets.token_urlsafe(16)
    if "after" in body:
        return answers.deal(_next_hand(body["after"], seed), seed, explain)
    fresh = deal_cards(body.pop("options"), seed, body.pop("dealer", None), **body)
    return answers.deal(possible(Sent(fresh, False)), seed, explain)


def _next_hand(before: Sent, seed: str) -> State:
    """The hand after one that is over."""
    try:
        return possible(Sent(deal_after(possible(before, "/after"), seed), False), "/after")
    except IllegalMove as error:
        raise illegal_history(error, "/after") from None
    except HandRunning:
        hint = "Send all moves of the hand, to its last card."
        defect = Defect("/after/moves", "required", "The hand is not over: moves are missing.", None, hint)
        raise of_defects("invalid-request", [defect]) from None


def ruling_trick(body: tuple[Any, ...], explain: str | None) -> Json:
    """Say who wins a trick, without a state.

    A question about some cards on a table, for programs that keep positions rather than records. Answers the winner,
    all cards from the best to the worst, and the ruling.
    """
    try:
        return answers.ruling_trick(*body)
    except ImpossibleState as error:
        raise impossible(error) from None


def ruling_play(body: tuple[Any, ...], explain: str | None) -> Json:
    """Say which cards may be played, without a state.

    A question about a hand and the cards played to a trick so far. Answers the cards that may be played, and a ruling
    for every card of the hand.
    """
    try:
        return answers.ruling_play(*body)
    except ImpossibleState as error:
        raise impossible(error) from None


def ruling_score(body: tuple[Any, ...], explain: str | None) -> Json:
    """Say what a hand is worth, without a state.

    A question about a hand in numbers: the winning call, who made it, who played alone, and the tricks of each side.
    Answers the same result as `score` does for a whole record.
    """
    try:
        return answers.ruling_score(*body)
    except ImpossibleState as error:
        raise impossible(error) from None


OPERATIONS = {
    operation.name: operation
    for operation in (
        Operation("legal-moves", StateInput(), legal_moves),
        Operation("tricks", StateInput(), tricks),
        Operation("score", StateInput(), score),
        Operation("position", StateInput(), position),
        Operation("validate", ValidateRequest(), validate),
        Operation("apply", ApplyRequest(), apply),
        Operation("view", ViewRequest(), view),
        Operation("deal", Either("after", NextDealRequest(), DealRequest()), deal),
        Operation("rulings/trick", TrickQuestion(), ruling_trick),
        Operation("rulings/play", PlayQuestion(), ruling_play),
        Operation("rulings/score", ScoreQuestion(), ruling_score),
    )
}
