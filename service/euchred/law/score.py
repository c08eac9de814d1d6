"""What a hand is worth, and whether it ends the game (rulebook §2.3, §2.4, §3.5, §4.1.6).

Turn-up games read the score table of their rule book; bid games follow from the winning bid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import moves as m
from .rules import Rules
from .ruling import Ruling
from .table import Table


@dataclass(frozen=True, slots=True)
class Result:
    """The score of a hand; `tricks`, `points`, `penalties`, `score` and `next_score` have one entry a side."""

    outcome: str
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    penalties: tuple[int, ...]
    score: tuple[int, ...]
    winner: int | None
    game_over: bool
    next_dealer: int
    next_score: tuple[int, ...]
    games: int
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Played:
    """What a score depends on: the winning call, who made it, who was alone, and the tricks of each side."""

    call: int
    caller: int
    loners: tuple[int, ...]
    tricks: tuple[int, ...]


def result_of(table: Table) -> Result:
    """The result of a hand that is over."""
    rules, state = table.rules, table.state
    if table.ending in ("passed-out", "void"):
        return nothing(rules, state.score, state.dealer, str(table.ending))
    assert table.contract is not None and table.caller is not None
    tricks = tuple(sum(table.won[seat] for seat in side) for side in rules.sides)
    played = Played(table.contract, table.caller, table.loners, tricks)
    return settle(rules, state.score, state.dealer, played)


def nothing(rules: Rules, before: Sequence[int], dealer: int, outcome: str) -> Result:
    """The result of a hand that was not played: nothing is scored, and it ends no game."""
    zeros = (0,) * len(rules.sides)
    options = ("all_pass",) if outcome == "passed-out" else ()
    ruling = Ruling(f"score.{outcome}", True, "legal", {"dealer": (dealer + 1) % rules.n}, options)
    after = tuple(before)
    return Result(outcome, zeros, zeros, zeros, after, None, False, (dealer + 1) % rules.n, after, 0, ruling)


def settle(rules: Rules, before: Sequence[int], dealer: int, played: Played) -> Result:
    """The result of a hand that was played."""
    outcome, points, ruling = turn_up_points(rules, played) if rules.turn_up else bid_points(rules, played)
    zeros = (0,) * len(rules.sides)
    return _end(rules, before, dealer, rules.side[played.caller], outcome, played.tricks, points, zeros, ruling)


def abandoned(
    rules: Rules, before: Sequence[int], dealer: int, caller: int, tricks: Sequence[int], penalties: Sequence[int]
) -> Result:
    """The result of a hand that a renege abandoned: nothing but the penalties is scored, and it is final."""
    options = ("renege", "renege_points", "renege_lone_points", "renege_hand")
    ruling = Ruling("score.abandoned", True, "legal", {"dealer": (dealer + 1) % rules.n}, options)
    side = rules.side[caller]
    return _end(rules, before, dealer, side, "abandoned", tuple(tricks), tuple(penalties), tuple(penalties), ruling)


def penalised(rules: Rules, before: Sequence[int], caller: int, played: Result, penalties: Sequence[int]) -> Result:
    """The result of a hand that stands as played, with the penalties on top."""
    points = tuple(gain + cost for gain, cost in zip(played.points, penalties, strict=True))
    dealer = (played.next_dealer - 1) % rules.n
    side = rules.side[caller]
    return _end(rules, before, dealer, side, played.outcome, played.tricks, points, tuple(penalties), played.ruling)


def _end(
    rules: Rules,
    before: Sequence[int],
    dealer: int,
    bidders: int,
    outcome: str,
    tricks: tuple[int, ...],
    points: tuple[int, ...],
    penalties: tuple[int, ...],
    ruling: Ruling,
) -> Result:
    """The result of a hand that can end the game."""
    after = tuple(total + gain for total, gain in zip(before, points, strict=True))
    winner = game_winner(rules, before, after, bidders)
    return Result(
        outcome, tricks, points, penalties, after, winner, winner is not None, (dealer + 1) % rules.n,
        next_score(rules, after, winner), games_won(rules, after, winner), ruling,
    )  # fmt: skip


# -- the hand -------------------------------------------------------------------------


def turn_up_points(rules: Rules, played: Played) -> tuple[str, tuple[int, ...], Ruling]:
    """Outcome, points and ruling by the score table (rulebook §2.3, §2.4)."""
    makers = rules.side[played.caller]
    took = played.tricks[makers]
    makers_alone = any(rules.side[seat] == makers for seat in played.loners)
    defender_alone = any(rules.side[seat] != makers for seat in played.loners)
    row = next(row for row in rules.book.score if row.fits(took, makers_alone, defender_alone))
    option = row.points if isinstance(row.points, str) else None
    value = row.points if isinstance(row.points, int) else int(rules.settings[row.points])
    paid = {makers} if row.to == "makers" else set(range(len(rules.sides))) - {makers}
    points = tuple(value if side in paid else 0 for side in range(len(rules.sides)))
    seats = [seat for seat in range(rules.n) if rules.side[seat] in paid]
    facts = {"seats": seats, "took": took, "value": value, "seat": played.caller}
    form = "each" if len(paid) > 1 else "legal"
    return row.outcome, points, Ruling(f"score.{row.outcome}", True, form, facts, (option,) if option else ())


def bid_points(rules: Rules, played: Played) -> tuple[str, tuple[int, ...], Ruling]:
    """Outcome, points and ruling by the winning bid (rulebook §3.5, §4.1.6)."""
    makers = rules.side[played.caller]
    took, level = played.tricks[makers], rules.level[played.call]
    made = took >= level.tricks
    options = ["opponents_score"]
    if made:
        gain = level.value or took
    else:
        gain = -set_price(rules, played.call, took)
        options.append("set_loses")
    counted = rules.settings["opponents_score"] == "tricks"
    others = [tricks if counted else 0 for tricks in played.tricks]
    points = tuple(gain if side == makers else others[side] for side in range(len(rules.sides)))
    facts = {
        "seat": played.caller, "took": took, "need": level.tricks, "value": gain, "standing": m.TOKENS[played.call],
    }  # fmt: skip
    outcome = "made" if made else "set"
    form = "lone" if level.value else "legal"
    return outcome, points, Ruling(f"score.bid-{outcome}", True, form, facts, tuple(options))


def set_price(rules: Rules, call: int, took: int) -> int:
    """What a bid that was not met costs, as a positive number (`set_loses`)."""
    level, loses = rules.level[call], rules.settings["set_loses"]
    stakes = 2 if call == m.BIG_PEPPER else 1
    if loses == "short":
        return (level.tricks - took) * stakes
    if loses == "six":
        return 6 * stakes
    if loses == "value" and level.value:
        return level.value
    return level.tricks * stakes


# -- the game -----------------------------------------------------------------------------


def game_winner(rules: Rules, before: Sequence[int], after: Sequence[int], bidders: int) -> int | None:
    """The side that a played hand makes the winner of the game, or None (rulebook §1, `both_reach`)."""
    target = int(rules.settings["target"])
    there = [side for side, total in enumerate(after) if total >= target]
    if len(there) < 2:
        return there[0] if there else None
    rule = rules.settings["both_reach"]
    if rule == "bidder-first":
        return bidders
    if rule == "another-hand" and any(total < target for total in before):
        return None
    best = max(after)
    first = [side for side in there if after[side] == best]
    return first[0] if len(first) == 1 else None


def next_score(rules: Rules, after: Sequence[int], winner: int | None) -> tuple[int, ...]:
    """What the next hand starts with: the score, or after a game zeros and what laps carry over (rulebook §2.4)."""
    if winner is None:
        return tuple(after)
    surplus = after[winner] - int(rules.settings["target"]) if rules.settings["laps"] else 0
    return tuple(surplus if side == winner else 0 for side in range(len(after)))


def games_won(rules: Rules, after: Sequence[int], winner: int | None) -> int:
    """How many games a hand won: none, one, or two for a slam (rulebook §2.4)."""
    if winner is None:
        return 0
    whitewash = all(total <= 0 for side, total in enumerate(after) if side != winner)
    return 2 if rules.settings["slam"] and whitewash else 1
