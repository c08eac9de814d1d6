"""The bodies of answers to the operations, as the published contract describes them (contract §8)."""

from __future__ import annotations

from ..problems import MEMBERS
from .objects import (
    Elided,
    HistoryEntry,
    MoveRuling,
    RefusedRuling,
    Result,
    Ruling,
    State,
    Trick,
    TrickInProgress,
    VariantUsed,
)
from .shapes import (
    CARD,
    CARDS,
    FLAG,
    MOVES,
    SEAT,
    SIDE,
    TEXT,
    TRUMP,
    WHOLE,
    Answer,
    Inside,
    Several,
    Shown,
    component,
    listed,
)

USED = "The rule book that was applied."
RULINGS = "A ruling on each move of this step, legal or not"


class Ahead(Answer):
    """Who may do what now."""

    phase = Shown(component("Phase"), "The phase of the hand.")
    seat = Shown(SEAT, "The seat to act; null when the hand is over or nobody can tell.", null=True)
    certain = Shown(FLAG, "Whether the moves are the same whatever the unknown cards are.")
    moves = Shown(MOVES, "The legal moves of that seat.")
    interjections = Shown(MOVES, "What other seats may declare now, with their seats: `2:alone`.")
    alone_open = Shown(listed(SEAT), "The seats still to be asked about going alone, in that order.")
    elided = Inside(Elided, "What could follow without those questions; null when there are none.", null=True)


class LegalMoves(Ahead):
    """Who may do what now, and why."""

    variant = Inside(VariantUsed, USED)
    rulings = Several(MoveRuling, f"{RULINGS}; left out with `explain=none`.", always=False)


class Tricks(Answer):
    """The tricks, and who won them."""

    variant = Inside(VariantUsed, USED)
    trump = Shown(TRUMP, "The trump; null before it is fixed.", null=True)
    tricks = Several(Trick, "The tricks that are complete.")
    trick = Inside(TrickInProgress, "The trick on the table; null between tricks.", null=True)
    tricks_won = Shown(listed(WHOLE), "The tricks of each seat.")


class Score(Answer):
    """What the hand was worth."""

    variant = Inside(VariantUsed, USED)
    over = Shown(FLAG, "Whether the hand is over.")
    result = Inside(Result, "The result; null while the hand runs.", null=True)


class Position(Ahead):
    """Everything that follows from a state."""

    variant = Inside(VariantUsed, USED)
    history = Several(HistoryEntry, "Every move in the full form and the order of asking.")
    trump = Shown(TRUMP, "The trump; null before it is fixed.", null=True)
    caller = Shown(SEAT, "The seat that made the winning call, or null.", null=True)
    makers = Shown(SIDE, "The side of the caller, or null.", null=True)
    contract = Shown(component("Move"), "The winning call, or null.", null=True)
    alone = Shown(listed(SEAT), "The seats that play alone.")
    sitting_out = Shown(listed(SEAT), "The seats that sit out.")
    sides = Shown(listed(listed(SEAT)), "The seats of each side.")
    dealer = Shown(SEAT, "Who dealt.")
    up_card = Shown(CARD, "The card turned up, or null.", null=True)
    proposed = Shown(TRUMP, "The suit offered in the first round, or null.", null=True)
    turned_down = Shown(TRUMP, "The suit that was turned down, or null.", null=True)
    hands = Shown(listed(CARDS), "What each seat holds now; `??` for each card that is not known.")
    trick = Inside(TrickInProgress, "The trick on the table; null between tricks.", null=True)
    tricks = Several(Trick, "The tricks that are complete.")
    tricks_won = Shown(listed(WHOLE), "The tricks of each seat.")
    score = Shown(listed(WHOLE), "The totals before the hand, one a side.")
    result = Inside(Result, "The result; null while the hand runs.", null=True)
    rulings = Several(MoveRuling, f"{RULINGS}; only with `explain=moves`.", always=False)


class Validation(MoveRuling):
    """The ruling on the move asked about."""

    variant = Inside(VariantUsed, USED)
    moves = Shown(MOVES, "The legal moves of the same seat and phase.")


class View(Answer):
    """A state as one seat may know it."""

    variant = Inside(VariantUsed, USED)
    seat = Shown(SEAT, "The seat that looks; null for a spectator.", null=True)
    state = Inside(State, "The state as the seat may know it; a legal state itself.")
    position = Inside(Position, "The position that it leads to; `moves` only where the seat itself is to act.")


class Applied(Answer):
    """What a move led to."""

    state = Inside(State, "The state with the move at its end.")
    position = Inside(Position, "The position that it leads to.")
    ruling = Inside(MoveRuling, "The ruling on the move.")
    made = Several(HistoryEntry, "The history entries that the move added.")
    trick = Inside(Trick, "The trick that the move completed, or null.", null=True)
    views = Several(View, "The new state as each of the seats asked for may know it.")


class Deal(Answer):
    """A fresh hand."""

    variant = Inside(VariantUsed, USED)
    seed = Shown(TEXT, "The seed; it gives the same cards again.")
    state = Inside(State, "The hand as dealt.")
    position = Inside(Position, "The position that it leads to.")


class PlacedCard(Answer):
    """A card of a trick."""

    place = Shown(WHOLE, "Its place in the order played, from 0.")
    seat = Shown(SEAT, "Who played it; null when the question names no seats.", null=True)
    card = Shown(CARD, "The card.")


class TrickRuling(Answer):
    """Who wins a trick."""

    variant = Inside(VariantUsed, USED)
    trump = Shown(TRUMP, "The trump.")
    led = Shown(TEXT, "The suit that was asked for: `S`, `H`, `D`, `C`, or `JK` for a joker led in no-trump.")
    winner = Inside(PlacedCard, "The card that wins.")
    ranking = Several(PlacedCard, "All cards, the best first.")
    ruling = Inside(Ruling, "Why.")


class PlayRuling(Answer):
    """What may be played."""

    variant = Inside(VariantUsed, USED)
    trump = Shown(TRUMP, "The trump.")
    led = Shown(TEXT, "The suit that is asked for; null when the hand leads.", null=True)
    moves = Shown(MOVES, "The cards that may be played.")
    rulings = Several(MoveRuling, "A ruling for every card of the hand.")


class ScoreRuling(Answer):
    """What a hand is worth."""

    variant = Inside(VariantUsed, USED)
    result = Inside(Result, "The result.")


class ProblemError(Answer):
    """One thing that is wrong with a request."""

    pointer = Shown(TEXT, "Where: a JSON pointer into the body sent; into a text it counts the tokens.")
    code = Shown(TEXT, "What sort of defect it is; an open list.")
    detail = Shown(TEXT, "What is wrong, for people.")
    value = Shown({}, "What was found there, cut when it is long.")
    hint = Shown(TEXT, "What would be right, or null.", null=True)


class Problem(Answer):
    """A request that was refused (RFC 9457)."""

    type = Shown(TEXT, MEMBERS["type"])
    title = Shown(TEXT, MEMBERS["title"])
    status = Shown(WHOLE, MEMBERS["status"])
    detail = Shown(TEXT, MEMBERS["detail"])
    request_id = Shown(TEXT, MEMBERS["request_id"])
    ruling = Inside(RefusedRuling, MEMBERS["ruling"], null=True)
    errors = Several(ProblemError, MEMBERS["errors"])
    more = Shown(WHOLE, MEMBERS["more"])
