"""What a seat may know: a state with everything hidden that the seat has not seen (contract §8, view)."""

from __future__ import annotations

from dataclasses import replace

from . import moves as m
from .cards import UNKNOWN
from .hand import Hand
from .phases.exchange import pile_cards
from .state import State


def view(hand: Hand, seat: int | None) -> State:
    """The state of a hand as a seat may know it; None is a spectator, who sees no hand.

    Other hands are unknown, widow, dummy and kitty too unless the seat has taken cards of them, and so are the cards
    that others exchanged; giver and receiver both know a gift.
    """
    state, table = hand.state, hand.table
    taken = {pile for taker, pile in table.taken if taker == seat}
    kitty = None
    if "swap" in taken and state.kitty is not None:
        top = pile_cards(table, "swap")
        kitty = top + (UNKNOWN,) * (len(state.kitty) - len(top))
    return replace(
        state,
        hands=tuple(cards if other == seat else None for other, cards in enumerate(state.hands)),
        widow=state.widow if "widow" in taken else None,
        dummy=state.dummy if "dummy" in taken else None,
        kitty=kitty,
        moves=tuple(_seen(hand, seat, index, move) for index, move in enumerate(hand.record)),
    )


def _seen(hand: Hand, seat: int | None, index: int, move: int) -> int:
    """A move as a seat saw it made."""
    plain = move % m.PREFIX
    table = hand.table
    if m.DISCARD <= plain < m.PASS:
        entry = next(entry for entry in (*table.log, *table.late_log) if entry.index == index)
        if entry.seat == seat or plain >= m.GIVE and table.rules.partner(entry.seat) == seat:
            return move
        return move if _is_declined(hand, entry.seat, plain) else move - plain % 64 + UNKNOWN
    if table.joker_holder is not None and plain == (m.CALL + (table.trump or 0)) and move == plain:
        return move + (table.joker_holder + 1) * m.PREFIX
    return move


def _is_declined(hand: Hand, seat: int, plain: int) -> bool:
    """Whether a discard left the up-card on the table for all to see (rulebook §2.1.3 `pick_up`)."""
    table, state = hand.table, hand.state
    if not table.rules.turn_up or plain != m.DISCARD + (state.up_card or 0) or seat != state.dealer:
        return False
    ordered = table.caller is not None and table.caller != seat
    return ordered and table.rules.settings["pick_up"] == "decline-when-ordered"
