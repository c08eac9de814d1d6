"""The operations on a state: what may follow, what happened, a move made, a hand dealt (contract §8).

Each is a pure function of the hand replayed, or of the body as read, and of the choice of `explain`; none knows HTTP.
The docstrings are what the published contract says of the operations.
"""

from __future__ import annotations

import secrets

from ..law.deal import HandRunning, deal_after
from ..law.deal import deal as deal_cards
from ..law.hand import Hand, IllegalMove
from ..law.state import Defect, State
from . import answers
from .answers import Json
from .problems import of_defects, of_illegal_move
from .requests.schemas import Sent
from .stages import illegal_history, possible, replayed


def legal_moves(hand: Hand, explain: str | None) -> Json:
    """Say who is to act, and what that seat may do.

    Answers the seat to act, every legal move, and a ruling for each move of this step, legal or not, that names the
    rule, the facts it rests on, and the reason in a sentence. Append one of `moves` to the state's `moves` to play on.

    With cards unknown a move is listed when some layout of the unknown cards makes it legal; `certain` says whether
    the list depends on them.
    """
    return answers.legal_moves(hand, explain)


def tricks(hand: Hand, explain: str | None) -> Json:
    """Say who won each trick, and why.

    Answers every trick played, with its cards in the order of play, its winner and the ruling on it; the trick in
    progress with the seat that is winning it; and the tricks of each seat so far.
    """
    return answers.tricks(hand, explain)


def score(hand: Hand, explain: str | None) -> Json:
    """Say what the hand was worth.

    Answers the points of each side, the totals after the hand, whether it ended the game, and what the next hand
    starts with. While the hand runs `over` is false and `result` is null.
    """
    return answers.score(hand)


def position(hand: Hand, explain: str | None) -> Json:
    """Say everything that follows from a state.

    Answers phase, seat to act and its moves, the full history, trump, makers, who plays alone, the hands as they are
    now, tricks and score: all that a program or a table display needs.
    """
    return answers.position(hand, explain)


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
