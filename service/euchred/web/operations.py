"""The operations: what each takes, what it does with it, and what it answers (contract §8).

An operation is a pure function of its body.  It knows no HTTP: the same table serves single requests and batches.  The
docstrings of these functions are what the published contract says of the operations.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ..law.claims import ClaimNotNow, ClaimTooLarge, judge_claim
from ..law.deal import HandRunning, deal_after
from ..law.deal import deal as deal_cards
from ..law.game import judge_game as judge_deals
from ..law.hand import Hand, IllegalMove
from ..law.judge import judge as judge_record
from ..law.solve import NotSolvable, SolveTooLarge, in_play
from ..law.solve import solve as solve_hand
from ..law.state import Defect, ImpossibleState, State
from . import answers, verdicts
from .answers import Json
from .point_schemas import PlayQuestion, ScoreQuestion, TrickQuestion
from .problems import Problem, of_defects, of_illegal_move
from .schemas import ApplyRequest, DealRequest, Either, NextDealRequest, Sent, StateInput, ValidateRequest, ViewRequest
from .stages import illegal_history, impossible, possible, replayed
from .verdict_schemas import ClaimRequest, GameRequest


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


def judge(body: Sent, explain: str | None) -> Json:
    """Say what was wrong in a record.

    Takes a record as it was made at a table, mistakes included, and answers every irregularity with its place, its
    rule, what proves it and what it costs; what stays open and what would settle it; and the result with and without
    penalties. A renege is proven from the cards dealt or by later plays of the same seat. A record may stop anywhere.
    """
    return verdicts.judge(judge_record(possible(body)))


def judge_game(body: tuple[Any, ...], explain: str | None) -> Json:
    """Say what was wrong in a game.

    Judges a record of several hands as a whole: each hand, who dealt, the score before and after every hand, hands
    played after the end, and who won.
    """
    rules, deals, dealer = body
    try:
        return verdicts.judge_game(judge_deals(deals, dealer), rules)
    except ImpossibleState as error:
        raise impossible(error) from None


def claims(body: Json, explain: str | None) -> Json:
    """Say whether a claim is sure.

    A claim is valid when the seat has one way of playing, each card chosen from what it has seen by then, that takes
    so many of the remaining tricks whatever all others play, the partner too, and wherever the unknown cards lie. The
    search is exact; what is too large for it is refused. To judge a claim as made at a table send that seat's view.
    """
    hand = replayed(body["state"], "/state")
    try:
        return verdicts.claim(judge_claim(hand, body["seat"], body["tricks"]), hand)
    except ClaimNotNow as error:
        defect = Defect(
            "/seat", "out-of-range", str(error), body["seat"], "Claim during the play, for a seat that plays."
        )
        raise Problem("claim-not-now", str(error), [defect]) from None
    except ClaimTooLarge as error:
        hint = f"At most {error.most:,} {error.unit}: give more cards, or claim later in the hand."
        raise Problem(
            "claim-too-large", str(error), [Defect("/state", "too-many", str(error), error.found, hint)]
        ) from None


def solve(body: Sent, explain: str | None) -> Json:
    """Say what each move leads to.

    Answers, for every legal move, the tricks that each side takes in the end when both sides see all cards and play
    their best. All cards in play must be known.
    """
    hand = replayed(body)
    try:
        found = solve_hand(hand)
    except NotSolvable as error:
        raise _not_solvable(hand, error) from None
    except SolveTooLarge as error:
        hint = f"At most {error.most} cards may be left."
        raise Problem(
            "claim-too-large", str(error), [Defect("/moves", "too-many", str(error), error.cards, hint)]
        ) from None
    playing = in_play(hand)
    assert playing is not None and playing.seat is not None
    return verdicts.solved(found, playing.seat, hand.state.rules)


def _not_solvable(hand: Hand, error: NotSolvable) -> Problem:
    """The problem of a hand that cannot be solved: it is not in the play, or cards of it are not known."""
    if in_play(hand) is None:
        defect = Defect("/moves", "required", str(error), None, "Send the moves up to the play.")
        return Problem("claim-not-now", str(error), [defect])
    unknown = [seat for seat, known in enumerate(hand.table.cards.known) if not known and seat not in hand.table.out]
    hint = "Give all cards of this seat, and the cards that it took up or put down."
    return of_defects(
        "impossible-state", [Defect(f"/hands/{seat}", "required", str(error), None, hint) for seat in unknown]
    )


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
        Operation("judge", StateInput(), judge),
        Operation("judge-game", GameRequest(), judge_game),
        Operation("claims", ClaimRequest(), claims),
        Operation("solve", StateInput(), solve),
        Operation("rulings/trick", TrickQuestion(), ruling_trick),
        Operation("rulings/play", PlayQuestion(), ruling_play),
        Operation("rulings/score", ScoreQuestion(), ruling_score),
    )
}
