"""The objects that answers share, as the published contract describes them (contract §7)."""

from __future__ import annotations

from .shapes import (
    CARD,
    CARDS,
    FLAG,
    HANDS,
    MOVES,
    OPTIONS,
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


class VariantUsed(Answer):
    """The rule book that was applied."""

    id = Shown(TEXT, "The id of the rule book; of the one extended when the rules are a house's.")
    revision = Shown(WHOLE, "The revision of the rule book; a default or meaning changes only with it.")
    name = Shown(TEXT, "What people call it.")
    house = Shown(FLAG, "Whether the request brought house rules.")
    digest = Shown(TEXT, "SHA-256 of the effective rules when they are a house's, else null.", null=True)
    options = Shown(OPTIONS, "All options with their effective values; left out with `explain=none`.", always=False)


class Ruling(Answer):
    """A decision, the rule that it rests on, and why."""

    rule = Shown(TEXT, "The id of the rule; an open list.")
    legal = Shown(FLAG, "The verdict once more: true, false, or null for open.", null=True)
    verdict = Shown(component("Verdict"), "Whether the rule allows it.")
    reason = Shown(TEXT, "The decision in a sentence for people; it may change.")
    facts = Shown(component("Facts"), "What the decision rests on, for programs.")
    options = Shown(OPTIONS, "The options of the variant that decided, and only those.")
    href = Shown(TEXT, "Where the rule is explained.")


class MoveRuling(Ruling):
    """A decision on a move."""

    seat = Shown(SEAT, "The seat that makes the move.", null=True)
    move = Shown(component("Move"), "The move, without the seat.")
    kind = Shown(component("Kind"), "What sort of move it is.")
    card = Shown(CARD, "The card that it plays, puts down or gives; null for other moves.", null=True)
    suit = Shown(TRUMP, "The trump that it names; null for other moves.", null=True)
    tricks = Shown(WHOLE, "The tricks that it bids; null for other moves.", null=True)
    alone = Shown(FLAG, "Whether it declares a lone hand.")
    label = Shown(TEXT, "What is said at a table: `Assist`, `Hearts, alone`.")


class RefusedRuling(MoveRuling):
    """A decision against a move of a record."""

    index = Shown(WHOLE, "Which move it is, counted from 0 in the moves sent.")
    evidence = Shown(listed(WHOLE), "The indexes of the moves that prove it.")


class Play(Answer):
    """A card on the table."""

    seat = Shown(SEAT, "Who played it.")
    card = Shown(CARD, "The card.")


class Trick(Answer):
    """A trick that was played."""

    number = Shown(WHOLE, "Its number, from 1.")
    leader = Shown(SEAT, "Who led.")
    led = Shown(TEXT, "The suit that was asked for: `S`, `H`, `D`, `C`, or `JK` for a joker led in no-trump.")
    plays = Several(Play, "The cards in the order they were played.")
    winner = Shown(SEAT, "The seat that won it.")
    ruling = Inside(Ruling, "Why; left out with `explain=none`.", always=False)


class TrickInProgress(Answer):
    """The trick on the table."""

    leader = Shown(SEAT, "Who led.")
    led = Shown(TEXT, "The suit that is asked for: `S`, `H`, `D`, `C`, or `JK` for a joker led in no-trump.")
    plays = Several(Play, "The cards in the order they were played.")
    winning = Shown(SEAT, "The seat that is winning it so far.")


class Elided(Answer):
    """What could follow if everybody still to be asked about going alone passed."""

    seat = Shown(SEAT, "The seat that would act.", null=True)
    moves = Shown(MOVES, "What it could do; each of these is legal now and counts as those passes.")


class HistoryEntry(Answer):
    """A move of the full record."""

    seat = Shown(SEAT, "Who made it.")
    move = Shown(component("Move"), "The move.")
    index = Shown(WHOLE, "Its place in the moves sent; null for a pass that was left out of the record.", null=True)
    phase = Shown(component("Phase"), "The phase it belongs to.")
    trick = Shown(WHOLE, "The number of its trick; null outside the play.", null=True)


class Result(Answer):
    """What a hand was worth; lists have one entry a side."""

    outcome = Shown(TEXT, "How it went: made, march, euchred, set, passed-out and others; an open list.")
    tricks = Shown(listed(WHOLE), "The tricks of each side.")
    points = Shown(listed(WHOLE), "The points of each side for this hand.")
    penalties = Shown(listed(WHOLE), "What of the points is penalty.")
    score = Shown(listed(WHOLE), "The totals after the hand.")
    winner = Shown(SIDE, "The side that won the game, or null.", null=True)
    game_over = Shown(FLAG, "Whether the game is over.")
    next_dealer = Shown(SEAT, "Who deals next; null in a point question that names no dealer.", null=True)
    next_score = Shown(listed(WHOLE), "What the next hand starts with: the totals, or what is left after a game.")
    games = Shown(WHOLE, "The games that the hand decided: 0, 1, or 2 for a slam.")
    ruling = Inside(Ruling, "Which row of the score table it is, and why.")


class State(Answer):
    """A deal and the moves made so far, in canonical codes; it can be posted again as it stands."""

    variant = Shown(component("VariantChoice"), "The variant as it was sent.")
    options = Shown(OPTIONS, "The options as they were sent.")
    dealer = Shown(SEAT, "Who dealt.")
    hands = Shown(HANDS, "The hands as dealt, one a seat; null where not known.")
    up_card = Shown(CARD, "The card turned up, or null.", null=True)
    widow = Shown(CARDS, "The widow, or null.", null=True)
    dummy = Shown(CARDS, "The dummy, or null.", null=True)
    kitty = Shown(CARDS, "The undealt cards, or null.", null=True)
    moves = Shown(MOVES, "The moves as sent, the new one at the end.")
    score = Shown(listed(WHOLE), "The totals before the hand.")
    players = Shown(listed(TEXT), "The players' names, or null.", null=True)
