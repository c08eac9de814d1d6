"""The bodies of verdicts, claims and solutions, as the published contract describes them (contract §8–§10)."""

from __future__ import annotations

from .bodies import USED
from .objects import Play, RefusedRuling, Result, Ruling, VariantUsed
from .shapes import CARDS, FLAG, HANDS, SEAT, SIDE, TEXT, WHOLE, Answer, Inside, Several, Shown, component, listed

OUTCOME = "`violations` when something is proven, else `open` when something cannot be decided, else `clean`."


class Finding(RefusedRuling):
    """Something that was wrong in a record, or that the cards known do not clear."""

    trick = Shown(WHOLE, "The number of the trick, from 1; null outside the play.", null=True)
    place = Shown(WHOLE, "The place in the trick, from 1; null outside the play.", null=True)
    penalty = Shown(listed(WHOLE), "What it costs, one number a side; null where nothing is charged.", null=True)
    consequence = Shown(TEXT, "What it costs, in a sentence.")


class Need(Answer):
    """What would settle an open question."""

    seat = Shown(SEAT, "The seat.")
    cards = Shown(CARDS, "The cards that it would have to show or not to have.")


class OpenFinding(Finding):
    """Something that the cards known do not decide."""

    needs = Several(Need, "Which cards of which seat would settle it.")


class Judged(Answer):
    """What the judge says of a record."""

    variant = Inside(VariantUsed, USED)
    verdict = Shown(TEXT, OUTCOME)
    violations = Several(Finding, "What was wrong and is proven, in the order of the moves.")
    open = Several(OpenFinding, "What cannot be decided from the cards known.")
    summary = Shown(TEXT, "The verdict in a sentence.")
    result = Inside(Result, "The result with penalties; null while the hand runs.", null=True)
    result_as_played = Inside(Result, "The result without penalties; null while the hand runs.", null=True)


class JudgedDeal(Judged):
    """What the judge says of one hand of a game."""

    number = Shown(WHOLE, "The number of the hand, from 1.")


class GameFinding(Ruling):
    """Something wrong between the hands of a game."""

    deal = Shown(WHOLE, "The number of the hand, from 1.")
    expected = Shown({}, "What should stand there.")
    found = Shown({}, "What stands there.")


class JudgedGame(Answer):
    """What the judge says of a game."""

    variant = Inside(VariantUsed, USED)
    verdict = Shown(TEXT, OUTCOME)
    deals = Several(JudgedDeal, "The verdict on each hand.")
    violations = Several(GameFinding, "What was wrong between the hands.")
    score = Shown(listed(WHOLE), "The totals at the end; null where an unfinished hand leaves them open.", null=True)
    game_over = Shown(FLAG, "Whether the game is over.")
    winner = Shown(SIDE, "The side that won, or null.", null=True)


class Counterexample(Answer):
    """A way in which a claim fails."""

    hands = Shown(HANDS, "The hands as held when the claim was made; `??` for cards that never come into play.")
    plays = Several(Play, "The plays to the end that defeat the claimant's best way of playing.")


class ClaimJudged(Answer):
    """Whether a claim is sure."""

    variant = Inside(VariantUsed, USED)
    seat = Shown(SEAT, "The seat that claims.")
    tricks = Shown(WHOLE, "The tricks claimed.")
    valid = Shown(FLAG, "Whether they are sure.")
    guaranteed = Shown(WHOLE, "The most tricks that the seat can be sure of.")
    ruling = Inside(Ruling, "Why.")
    counterexample = Inside(Counterexample, "How the claim fails; null when it is valid.", null=True)


class SolvedMove(Answer):
    """What a move leads to with best play of both sides."""

    move = Shown(component("Move"), "The move.")
    tricks = Shown(listed(WHOLE), "The tricks of each side at the end of the hand.")
    best = Shown(FLAG, "Whether no other move brings the seat's side more.")


class SolvedHand(Answer):
    """Best play with open cards."""

    variant = Inside(VariantUsed, USED)
    seat = Shown(SEAT, "The seat to act.")
    moves = Several(SolvedMove, "Every legal move.")
