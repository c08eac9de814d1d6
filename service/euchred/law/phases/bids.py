"""The auction of the bid games, and naming trump after it (rulebook §3.1, §4.1)."""

from __future__ import annotations

from .. import knowledge
from .. import moves as m
from ..cards import JOKER, UNKNOWN
from ..order import TRUMPS
from ..rules import Level
from ..ruling import Ruling
from ..table import Table
from . import claims
from .step import Step, fix_trump, make_caller, note, rule_on


def begin(table: Table) -> None:
    """Opens the bidding with eldest hand."""
    table.step, table.seat = "bid", table.eldest


def standing_rank(table: Table) -> int:
    """The rank of the bid that stands, 0 when there is none."""
    return table.rules.level[table.standing[1]].rank if table.standing else 0


def higher(table: Table) -> list[Level]:
    """The bids that beat the standing one."""
    rank = standing_rank(table)
    return [level for level in table.rules.levels if level.rank > rank and _may_double(table, level)]


def _may_double(table: Table, level: Level) -> bool:
    """Whether a call that doubles another has that one to double; any other call needs none."""
    return level.doubles is None or table.standing is not None and table.standing[1] == level.doubles


def _stuck(table: Table) -> bool:
    """Whether the seat to act is a dealer who must bid: three have passed and no bid stands."""
    if not table.rules.settings["stick_the_dealer"] or table.standing or table.seat != table.state.dealer:
        return False
    return table.calls == table.rules.n - 1


def offers(table: Table) -> list[int]:
    """Every legal call of the seat to act."""
    passes = [] if _stuck(table) else [m.PASS]
    return [*passes, *(level.call for level in higher(table)), *claims.listed(table)]


def allows(table: Table, move: int) -> bool:
    """Whether a call may stand."""
    assert table.seat is not None
    if move == m.PASS:
        return not _stuck(table)
    if m.kind(move) == "claim":
        return move in claims.open_to(table, table.seat) and claims.verdict(table, table.seat, move) is not False
    level = table.rules.level.get(move)
    return level is not None and level.rank > standing_rank(table) and _may_double(table, level)


def judge(table: Table, seat: int, move: int) -> Ruling:
    """Rules on a call of the bidding."""
    if m.kind(move) == "claim":
        return claims.judge(table, seat, move)
    standing = m.TOKENS[table.standing[1]] if table.standing else None
    if move == m.PASS:
        if _stuck(table):
            return rule_on("auction.stuck", False, "bids", seat, move, ("stick_the_dealer",), dealer=seat)
        return rule_on("auction.pass", True, "bids", seat, move)
    level = table.rules.level.get(move)
    if level is None:
        return rule_on("auction.bid-not-offered", False, "illegal", seat, move, _left_out_by(table, move))
    if level.rank <= standing_rank(table):
        return rule_on("auction.must-overbid", False, "illegal", seat, move, (), standing=standing)
    if not _may_double(table, level):
        return rule_on("auction.nothing-to-double", False, "illegal", seat, move, ("lone_calls",))
    facts = {"need": level.tricks} | ({"standing": standing} if standing else {})
    return rule_on("auction.bid", True, "over" if standing else "first", seat, move, (), **facts)


def _left_out_by(table: Table, move: int) -> tuple[str, ...]:
    """The option by which a bid of the book is not played now."""
    number = m.bid_number(move)
    if number is None:
        return ("lone_calls",) if move in m.LONE_BIDS else ("bidding",)
    if number < int(table.rules.settings["minimum_bid"]):
        return ("minimum_bid",)
    return ("plain_six",) if "plain_six" in table.rules.options else ("bidding",)


def shown(table: Table) -> list[int]:
    """Pass, all bids of the book, and the claims left open."""
    assert table.seat is not None
    bids = sorted(move for move in table.rules.actions if m.kind(move) in ("bid", "ask", "moon"))
    return [m.PASS, *bids, *claims.open_to(table, table.seat)]


def apply(table: Table, move: int, index: int) -> bool:
    """Makes a call of the bidding."""
    seat = table.seat
    assert seat is not None
    if m.kind(move) == "claim":
        claims.apply(table, seat, move, index)
        return False
    note(table, move, index, "auction")
    table.calls += 1
    if move == m.PASS:
        table.passed[seat] = True
    else:
        table.standing = (seat, move)
        table.passed[seat] = False
    return _advance(table, seat)


def _advance(table: Table, seat: int) -> bool:
    """Finds who calls next, or ends the auction (rulebook §3.1, §4.1: bid_rounds, reentry, all pass)."""
    rules, n = table.rules, table.rules.n
    if table.standing is None:
        if table.calls == n:
            return _all_passed(table)
        table.seat = table.left_of(seat)
        return False
    if standing_rank(table) == rules.top_rank:
        return won(table)
    if rules.settings["bid_rounds"] == "one":
        if table.calls == n:
            return won(table)
        table.seat = table.left_of(seat)
        return False
    table.seat = table.left_of(seat)
    if rules.settings["reentry"]:
        return table.seat == table.standing[0] and won(table)
    if sum(table.passed) == n - 1:
        return won(table)
    while table.passed[table.seat]:
        table.seat = table.left_of(table.seat)
    return False


def won(table: Table) -> bool:
    """The standing bid has won: its bidder takes the widow and names trump."""
    assert table.standing is not None
    seat, call = table.standing
    make_caller(table, seat, call)
    if table.rules.book.widow:
        table.taken.append((seat, "widow"))
        table.cards.take(seat, table.state.widow or (UNKNOWN,) * table.rules.book.widow)
        table.hidden = table.hidden or not table.cards.known[seat]
    table.step, table.seat = "name", seat
    return False


def _all_passed(table: Table) -> bool:
    """Nobody bid: the hand is passed out, or the joker's holder has bid three (rulebook §3, all_pass)."""
    if table.rules.settings["all_pass"] == "joker-holder-bids-three":
        holders = knowledge.joker_holders(table)
        if holders == [None]:
            pass
        elif len(holders) == 1 and holders[0] is not None:
            return give_joker_bid(table, holders[0])
        else:
            table.step, table.seat = "name", None
            return False
    table.ending, table.step, table.seat = "passed-out", "over", None
    return False


def give_joker_bid(table: Table, seat: int) -> bool:
    """The joker's holder has bid three without a move of his."""
    table.joker_holder = seat
    if not table.cards.held[seat] >> JOKER & 1:  # one of the unknown cards of that seat
        table.cards.blank[seat] -= 1
        table.cards.take(seat, (JOKER,))
    table.standing = (seat, m.BID + 3)
    return won(table)


# -- naming trump ---------------------------------------------------------------------


def names(table: Table) -> list[int]:
    """What the high bidder may name."""
    return [m.CALL + trump for trump in table.rules.named_trumps]


def judge_name(table: Table, seat: int, move: int) -> Ruling:
    """Rules on naming trump after a bid."""
    trump = m.trump_named(move) or 0
    if move in names(table):
        options = ("no_trump",) if trump >= 4 else ()
        return rule_on("exchange.name-trump", True, "legal", seat, move, options, trump=TRUMPS[trump])
    return rule_on("auction.no-trump", False, "illegal", seat, move, ("no_trump",), trump=TRUMPS[trump])


def apply_name(table: Table, move: int, index: int) -> bool:
    """The high bidder names trump."""
    note(table, move, index, "exchange")
    trump = m.trump_named(move)
    assert trump is not None
    fix_trump(table, trump)
    return True


BIDDING = frozenset({"pass", "bid", "ask", "moon", "claim"})
STEPS = {
    "bid": Step("auction", BIDDING, allows, apply, offers, judge, shown),
    "name": Step(
        "exchange", frozenset({"call"}), lambda table, move: move in names(table), apply_name, names, judge_name, names
    ),
}  # fmt: skip
