"""The play: who leads, who must follow, who wins a trick (rulebook §1 following, §2.2 lead)."""

from __future__ import annotations

from collections.abc import Sequence

from .. import knowledge
from ..cards import BITS, CODES, COPY, JOKER, ONE_OF_EACH, kinds
from ..moves import PREFIX
from ..order import LED_CODES, TRUMPS, Order
from ..ruling import Ruling, codes
from ..table import Table
from .step import Step, rule_on


class _Lists(dict[int, tuple[int, ...]]):
    """The kinds of each mask as a list, made when first asked for and kept."""

    MOST = 200_000

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = tuple(kinds(mask))
        if len(self) < self.MOST:
            self[mask] = found
        return found


LISTS = _Lists()


def begin(table: Table) -> bool:
    """Opens the play: the seats that sit out are skipped everywhere, and somebody leads."""
    n, out = table.rules.n, table.out
    table.nxt = table.rules.clockwise
    if out:
        table.nxt = [next((seat + k) % n for k in range(1, n + 1) if (seat + k) % n not in out) for seat in range(n)]
    table.trick_size = n - len(out)
    table.step, table.led, table.in_trick = "play", -1, 0
    table.seat = first_leader(table)
    table.leads = []
    table.plays = []
    _set_playable(table)
    return True


def first_leader(table: Table) -> int:
    """Who leads to the first trick (rulebook §2.2, §3.4, §4.1.5)."""
    loners = table.loners
    if loners and table.rules.settings["alone_lead"] == "left-of-loner":
        if len(loners) > 1:
            return next(seat for seat in loners if not table.is_maker(seat))
        return table.nxt[loners[0]]
    first = table.caller if table.rules.settings["lead"] == "bidder" else table.eldest
    assert first is not None
    return table.nxt[first] if first in table.out else first


def run(table: Table, moves: Sequence[int], start: int) -> int:
    """Plays cards from `moves[start:]` for as long as they may stand; answers where it stopped.

    A card may stand when its seat holds it, or may hold it, and follows suit as far as the table can tell.
    """
    order = table.order
    assert order is not None and table.seat is not None
    masks, suits, powers, nxt, size = order.masks, order.suits, order.power, table.nxt, table.trick_size
    cards, held, known = table.cards, table.cards.held, table.cards.known
    hidden, double, last = table.hidden, table.rules.double, table.rules.last_wins
    plays, won, leads = table.plays, table.won, table.leads
    seat, led, power, top, winning, count = table.seat, table.led, table.power, table.top, table.winning, table.in_trick
    follow = masks[led] if led >= 0 else 0
    before = len(plays)
    asked = moves[start : start + size * table.rules.tricks - before]
    prefixed = max(asked, default=0) > JOKER
    for move in asked:
        if prefixed and move > JOKER:
            if move // PREFIX - 1 != seat or move % PREFIX > JOKER:
                break
            move %= PREFIX
        hand, bit = held[seat], BITS[move]
        if follow and not follow & bit and hand & follow:
            break
        if hand & bit and (not hidden or known[seat]):
            held[seat] = hand ^ (bit << COPY if double and hand & bit << COPY else bit)
        elif not hidden or known[seat] or not cards.may_hold(seat, move):
            break
        else:
            cards.lose(seat, move)
        if not follow:
            leads.append(seat)
            led = suits[move]
            follow, power, winning, count = masks[led], powers[led], seat, 1
            top = power[move] - last
            seat = nxt[seat]
            continue
        strength = power[move]
        if strength > top:
            top, winning = strength - last, seat
        count += 1
        if count == size:
            won[winning] += 1
            led, follow, count, seat = -1, 0, 0, winning
        else:
            seat = nxt[seat]
    played = asked[: len(leads) * size - (size - count if count else 0) - before]
    plays += [move % PREFIX for move in played] if prefixed else played
    table.led, table.power, table.top, table.winning, table.in_trick = led, power, top, winning, count
    table.seat = seat
    if len(plays) == size * table.rules.tricks:
        table.ending, table.step, table.seat = "played", "over", None
    else:
        _set_playable(table)
    return start + len(played)


def _set_playable(table: Table) -> None:
    """Notes what the seat to act may play, where its hand is known."""
    seat, order = table.seat, table.order
    assert seat is not None and order is not None
    known = not table.hidden or table.cards.known[seat]
    table.playable = legal_kinds(order, table.led, table.cards.held[seat]) if known else None


def apply(table: Table, move: int, index: int) -> bool:
    """One card is played."""
    if not table.plays:
        table.first_play = index
    run(table, (move,), 0)
    return False


def allows(table: Table, move: int) -> bool:
    """Whether a card may stand, as far as the table can tell."""
    seat = table.seat
    assert seat is not None and table.order is not None
    if not table.cards.may_hold(seat, move):
        return False
    follow = table.order.masks[table.led] if table.led >= 0 else 0
    return not follow or bool(follow >> move & 1) or not table.cards.held[seat] & follow


def legal_kinds(order: Order, led: int, hand: int) -> int:
    """The kinds that a hand may play: those of the suit led if it has any, else all; -1 for a lead."""
    following = hand & order.masks[led] if led >= 0 else 0
    return (following or hand) & ONE_OF_EACH


def offers(table: Table) -> Sequence[int]:
    """Every card that may be played."""
    if table.playable is None:
        assert table.seat is not None
        return knowledge.may_play(table, table.seat)
    return LISTS[table.playable]


def judge(table: Table, seat: int, move: int) -> Ruling:
    """Rules on a card of the seat to act."""
    assert table.order is not None
    if not table.cards.known[seat]:
        return _judge_hidden(table, seat, move)
    return rule_card(table.order, table.led, table.cards.held[seat], move, seat)


def rule_card(order: Order, led: int, hand: int, move: int, seat: int | None) -> Ruling:
    """Rules on a card of a known hand when this suit was led, -1 for a lead (rulebook §1, following)."""
    facts = {"card": CODES[move], "trump": TRUMPS[order.trump]}
    if not hand >> move & 1:
        return Ruling("play.not-held", False, "illegal", facts, (), seat, move)
    if led < 0:
        return Ruling("play.lead", True, "legal", facts, (), seat, move)
    facts["led"] = LED_CODES[led]
    if order.suits[move] == led:
        return Ruling("play.follow-suit", True, "follows", facts, (), seat, move)
    holding = codes(kinds(hand & order.masks[led]))
    if holding:
        return Ruling("play.follow-suit", False, "illegal", {**facts, "held": holding}, (), seat, move)
    return Ruling("play.any-card", True, "void", facts, (), seat, move)


def _judge_hidden(table: Table, seat: int, move: int) -> Ruling:
    """Rules on a card of a hand that is not wholly known, given that the seat holds it (contract §7)."""
    order = table.order
    assert order is not None
    facts = {"card": CODES[move], "trump": TRUMPS[table.trump or 0]}
    refused = refusals(table, seat).get(order.suits[move])
    if refused is not None:
        suit = LED_CODES[order.suits[move]]
        shown = rule_on("play.renege-shown", False, "illegal", seat, move, (), led=suit, trick=refused[0], **facts)
        return Ruling(shown.rule, False, "illegal", shown.facts, (), seat, move, (refused[1],))
    if not knowledge.may_hold(table, seat, move):
        return rule_on("play.not-held", False, "illegal", seat, move, (), **facts)
    if table.led < 0:
        return rule_on("play.lead", True, "legal", seat, move, (), **facts)
    facts["led"] = LED_CODES[table.led]
    if order.suits[move] == table.led:
        return rule_on("play.follow-suit", True, "follows", seat, move, (), **facts)
    legal = knowledge.may_refuse(table, seat, move)
    if legal:
        return rule_on("play.any-card", True, "void", seat, move, (), **facts)
    held = codes(kinds(table.cards.held[seat] & order.masks[table.led]))
    if legal is None:
        return rule_on("play.follow-suit", None, "open", seat, move, (), held=held, **facts)
    return rule_on("play.follow-suit", False, "illegal" if held else "counted", seat, move, (), held=held, **facts)


def refusals(table: Table, seat: int) -> dict[int, tuple[int, int]]:
    """The suits that a seat did not follow, each with the number of the trick and the index of the play."""
    order = table.order
    found: dict[int, tuple[int, int]] = {}
    assert order is not None
    index = table.first_play
    for number, plays in table.tricks():
        led = order.suits[plays[0][1]]
        for player, card in plays:
            if player == seat and order.suits[card] != led and led not in found:
                found[led] = (number, index)
            index += 1
    return found


def shown(table: Table) -> list[int]:
    """Every card held, and whatever else may be played."""
    assert table.seat is not None
    return list(dict.fromkeys([*kinds(table.cards.held[table.seat]), *offers(table)]))


STEPS = {"play": Step("play", frozenset({"card"}), allows, apply, offers, judge, shown)}
