"""The auction of the turn-up games (rulebook §2.1): ordering the up-card's suit, then naming another."""

from __future__ import annotations

from functools import lru_cache

from .. import moves as m
from ..cards import JOKER, SUITS, suit_of
from ..order import TRUMPS
from ..rules import Rules
from ..ruling import Ruling
from ..table import Table
from . import claims
from .step import Step, fix_trump, make_caller, note, rule_on

JOKER_SUITS = {"hearts": 1, "spades": 0}


def begin(table: Table) -> None:
    """Opens the auction; for a turned-up joker the dealer may have to name a suit first (rulebook §2.4)."""
    up_card = table.state.up_card
    assert up_card is not None
    if up_card != JOKER:
        table.proposed = suit_of(up_card)
    else:
        table.proposed = JOKER_SUITS.get(str(table.rules.settings["joker_turned_up"]))
    table.seat = table.eldest
    table.step = "round-1"
    if table.proposed is None:
        table.seat, table.step = table.state.dealer, "joker-suit"


def _with_call(rules: Rules) -> bool:
    """Whether a lone hand is declared with the call."""
    settings = rules.settings
    return settings["alone_timing"] == "with-call" and settings["alone"] != "off" and not rules.maker_is_alone_anyway


def _barring_alone(table: Table) -> tuple[str, ...]:
    """The option by which a lone call is not played."""
    if table.rules.maker_is_alone_anyway:
        return ("dummy",)
    return ("alone",) if table.rules.settings["alone"] == "off" else ("alone_timing",)


def _canadian(table: Table, seat: int) -> bool:
    """Whether a seat may order only alone: the dealer's partner under the Canadian loner."""
    return bool(table.rules.settings["canadian_loner"]) and seat == table.rules.partner(table.state.dealer)


def _stuck(table: Table) -> bool:
    """Whether the seat to act is a dealer who must name a suit."""
    return (
        bool(table.rules.settings["stick_the_dealer"]) and table.step == "round-2" and table.seat == table.state.dealer
    )


# -- the joker turned up ----------------------------------------------------------


def joker_calls(table: Table) -> list[int]:
    """The suits that the dealer may name for a turned-up joker."""
    calls = [m.CALL + suit for suit in range(4)]
    if _with_call(table.rules) and table.rules.settings["joker_turned_up"] == "dealer-names":
        calls += [call - m.CALL + m.CALL_ALONE for call in calls]
    return calls


def judge_joker(table: Table, seat: int, move: int) -> Ruling:
    """Rules on a suit named for a turned-up joker."""
    if move in joker_calls(table):
        suit = SUITS[m.trump_named(move) or 0]
        options = ("joker_turned_up", "alone_timing") if m.says_alone(move) else ("joker_turned_up",)
        return rule_on("exchange.joker-suit", True, "legal", seat, move, options, suit=suit)
    if m.says_alone(move) and (m.trump_named(move) or 0) < 4:
        return rule_on("alone.not-allowed", False, "call", seat, move, _barring_alone(table))
    return rule_on("exchange.joker-suit", False, "illegal", seat, move, ("joker_turned_up",))


def apply_joker(table: Table, move: int, index: int) -> bool:
    """The dealer names the suit: it is trump, or only proposed to round 1."""
    note(table, move, index, "exchange")
    suit = m.trump_named(move)
    assert suit is not None and table.seat is not None
    table.proposed = suit
    if table.rules.settings["joker_turned_up"] == "dealer-proposes":
        table.seat, table.step = table.eldest, "round-1"
        return False
    fix_trump(table, suit)
    make_caller(table, table.seat, move)
    return True


# -- round 1 ------------------------------------------------------------------------


def orders(table: Table) -> tuple[int, ...]:
    """The ways in which the seat to act may order the suit proposed."""
    assert table.seat is not None
    return _orders(table.rules, _canadian(table, table.seat))


@lru_cache(maxsize=1024)
def _orders(rules: Rules, canadian: bool) -> tuple[int, ...]:
    """The ways to order of one seat."""
    if canadian:
        return (m.ORDER_ALONE,)
    return (m.ORDER, m.ORDER_ALONE) if _with_call(rules) else (m.ORDER,)


def offers_first(table: Table) -> list[int]:
    """Every legal call of round 1."""
    return [m.PASS, *orders(table), *claims.listed(table)]


def allows_first(table: Table, move: int) -> bool:
    """Whether a call of round 1 may stand."""
    return move == m.PASS or move in orders(table) or m.KIND[move] == "claim" and _claim_stands(table, move)


def _claim_stands(table: Table, move: int) -> bool:
    """Whether a claim of the seat to act may stand."""
    assert table.seat is not None
    return move in claims.open_to(table, table.seat) and claims.verdict(table, table.seat, move) is not False


def judge_first(table: Table, seat: int, move: int) -> Ruling:
    """Rules on a call of round 1."""
    if m.kind(move) == "claim":
        return claims.judge(table, seat, move)
    dealer, suit = table.state.dealer, SUITS[table.proposed or 0]
    if move == m.PASS:
        return rule_on("auction.pass", True, "round-1", seat, move, suit=suit)
    if move in orders(table):
        form = "dealer" if seat == dealer else "other"
        if m.says_alone(move):
            option = "canadian_loner" if _canadian(table, seat) else "alone_timing"
            return rule_on("auction.order", True, "alone", seat, move, (option,), suit=suit, dealer=dealer)
        return rule_on("auction.order", True, form, seat, move, suit=suit, dealer=dealer)
    if move == m.ORDER:
        return rule_on("auction.canadian-loner", False, "illegal", seat, move, ("canadian_loner",), dealer=dealer)
    return rule_on("alone.not-allowed", False, "call", seat, move, _barring_alone(table))


def apply_first(table: Table, move: int, index: int) -> bool:
    """Makes a call of round 1."""
    assert table.seat is not None and table.proposed is not None
    if m.KIND[move] == "claim":
        claims.apply(table, table.seat, move, index)
        return False
    note(table, move, index, "auction")
    if move != m.PASS:
        fix_trump(table, table.proposed)
        make_caller(table, table.seat, move)
        return True
    table.calls += 1
    table.seat = table.left_of(table.seat)
    if table.calls == table.rules.n:
        table.turned_down, table.calls, table.step = table.proposed, 0, "round-2"
    return False


def shown_first(table: Table) -> list[int]:
    """Pass and order, and whatever else is offered."""
    return list(dict.fromkeys([m.PASS, m.ORDER, *orders(table), *_claims_open(table)]))


def _claims_open(table: Table) -> list[int]:
    """The claims that the course of the auction leaves open to the seat to act."""
    assert table.seat is not None
    return claims.open_to(table, table.seat)


# -- round 2 ------------------------------------------------------------------------


def named(table: Table) -> tuple[int, ...]:
    """The calls of round 2 but for pass: every trump on offer, the suit turned down left out where it is barred."""
    return _named(table.rules, table.turned_down)


@lru_cache(maxsize=4096)
def _named(rules: Rules, turned_down: int | None) -> tuple[int, ...]:
    """The calls of round 2 after a suit was turned down."""
    barred = turned_down if rules.settings["turned_down_suit"] == "barred" else None
    calls = tuple(m.CALL + trump for trump in rules.named_trumps if trump != barred)
    return calls + tuple(call - m.CALL + m.CALL_ALONE for call in calls) if _with_call(rules) else calls


def offers_second(table: Table) -> list[int]:
    """Every legal call of round 2."""
    return list(named(table)) if _stuck(table) else [m.PASS, *named(table)]


def allows_second(table: Table, move: int) -> bool:
    """Whether a call of round 2 may stand."""
    return not _stuck(table) if move == m.PASS else move in named(table)


def judge_second(table: Table, seat: int, move: int) -> Ruling:
    """Rules on a call of round 2."""
    if m.kind(move) == "claim":
        return claims.judge(table, seat, move)
    if move == m.PASS:
        if _stuck(table):
            return rule_on("auction.stuck", False, "turn-up", seat, move, ("stick_the_dealer",), dealer=seat)
        return rule_on("auction.pass", True, "round-2", seat, move)
    trump = m.trump_named(move) or 0
    if move in named(table):
        options: tuple[str, ...] = ("no_trump",) if trump >= 4 else ()
        options += ("turned_down_suit",) if trump == table.turned_down else ()
        options += ("alone_timing",) if m.says_alone(move) else ()
        return rule_on("auction.name-trump", True, "legal", seat, move, options, trump=TRUMPS[trump])
    if trump == table.turned_down and trump in table.rules.named_trumps:
        if table.rules.settings["turned_down_suit"] == "barred":
            return rule_on(
                "auction.turned-down-suit", False, "illegal", seat, move, ("turned_down_suit",), suit=TRUMPS[trump]
            )
    if trump not in table.rules.named_trumps:
        return rule_on("auction.no-trump", False, "illegal", seat, move, ("no_trump",), trump=TRUMPS[trump])
    return rule_on("alone.not-allowed", False, "call", seat, move, _barring_alone(table))


def apply_second(table: Table, move: int, index: int) -> bool:
    """Makes a call of round 2; when all have passed the hand is passed out."""
    note(table, move, index, "auction")
    assert table.seat is not None
    trump = m.trump_named(move)
    if trump is not None:
        fix_trump(table, trump)
        make_caller(table, table.seat, move)
        return True
    table.calls += 1
    table.seat = table.left_of(table.seat)
    if table.calls == table.rules.n:
        table.ending, table.step, table.seat = "passed-out", "over", None
    return False


def shown_second(table: Table) -> list[int]:
    """Pass, the four suits, and whatever else is offered."""
    return list(dict.fromkeys([m.PASS, *(m.CALL + suit for suit in range(4)), *named(table)]))


ROUNDS = frozenset({"pass", "order", "call", "claim"})
STEPS = {
    "joker-suit": Step(
        "exchange", frozenset({"call"}), lambda table, move: move in joker_calls(table), apply_joker, joker_calls,
        judge_joker, joker_calls,
    ),
    "round-1": Step("auction", ROUNDS - {"call"}, allows_first, apply_first, offers_first, judge_first, shown_first),
    "round-2": Step(
        "auction", ROUNDS - {"order"}, allows_second, apply_second, offers_second, judge_second, shown_second
    ),
}  # fmt: skip
