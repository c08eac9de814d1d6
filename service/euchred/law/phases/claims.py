"""Claims that end or change a hand before the first call: ace, no face, and the farmer's hand (rulebook §2.4, §4.3)."""

from __future__ import annotations

from .. import knowledge
from .. import moves as m
from ..cards import ACE, JACK, KING, QUEEN, ranks_mask
from ..piles import NINES_AND_TENS
from ..ruling import Ruling
from ..table import Entry, Table
from .step import rule_on

ACES = ranks_mask([ACE])
FACES = ranks_mask([JACK, QUEEN, KING])


def has_called(table: Table, seat: int) -> bool:
    """Whether a seat has made a call in this auction."""
    return any(entry.seat == seat and m.kind(entry.move) != "claim" and entry.phase == "auction" for entry in table.log)


def open_to(table: Table, seat: int) -> list[int]:
    """The claims that the course of the auction leaves open to a seat, whatever it holds."""
    found = []
    settings = table.rules.settings
    if settings["ace_no_face"] and not has_called(table, seat):
        found.append(m.CLAIM_ACE_NO_FACE)
    if settings["farmers_hand"] != "off" and table.step == "round-1" and seat == table.seat and table.farmer is None:
        found.append(m.CLAIM_FARMERS_HAND)  # every pack leaves the three cards of a swap face down
    return found


def claimed_by(table: Table, move: int) -> tuple[int, int, int]:
    """What a claim needs of the cards dealt: kinds allowed, kinds counted, and how many of those."""
    rules = table.rules
    if move == m.CLAIM_ACE_NO_FACE:
        return rules.kinds & ~FACES, ACES, 1
    if rules.settings["farmers_hand"] == "redeal":
        return NINES_AND_TENS, NINES_AND_TENS, rules.hand_size
    return rules.kinds, NINES_AND_TENS, 3


def verdict(table: Table, seat: int, move: int) -> bool | None:
    """Whether the cards dealt to a seat bear a claim out; None when they do not tell."""
    return knowledge.dealt_fits(table, seat, *claimed_by(table, move))


def listed(table: Table) -> list[int]:
    """The claims of the seat to act that some layout bears out."""
    assert table.seat is not None
    return [move for move in open_to(table, table.seat) if verdict(table, table.seat, move) is not False]


def judge(table: Table, seat: int, move: int) -> Ruling:
    """Rules on a claim."""
    ace = move == m.CLAIM_ACE_NO_FACE
    rule, option = ("auction.ace-no-face", "ace_no_face") if ace else ("auction.farmers-hand", "farmers_hand")
    if move not in open_to(table, seat):
        form = "off" if table.rules.settings[option] in ("off", False) else "late"
        return rule_on(rule, False, form, seat, move, (option,))
    legal = verdict(table, seat, move)
    return rule_on(rule, legal, {True: "legal", False: "illegal", None: "open"}[legal], seat, move, (option,))


def apply(table: Table, seat: int, move: int, index: int) -> None:
    """Makes a claim: the hand is void, or the farmer has three discards to make before his call."""
    table.log.append(Entry(seat, move, index, "auction"))
    if move == m.CLAIM_FARMERS_HAND and table.rules.settings["farmers_hand"] == "swap-three":
        table.farmer, table.owed = seat, 3
        table.step = "swap-discard"
    else:
        table.ending, table.step, table.seat = "void", "over", None
