"""Point questions, without a state: who wins this trick, what may I play, what is this hand worth (contract §8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import moves as m
from .cards import CODES, JOKER, UNKNOWN, kinds, mask_of
from .order import Order, winner_place
from .phases.play import legal_kinds, rule_card
from .position import trick_ruling
from .rules import Rules
from .ruling import Ruling
from .score import Played, Result, nothing, settle
from .state import Defect, ImpossibleState


@dataclass(frozen=True, slots=True)
class TrickAnswer:
    """Who wins a trick: `ranking` are the places, from 0 in the order played, the winner first."""

    led: int
    ranking: tuple[int, ...]
    ruling: Ruling


def who_wins(rules: Rules, trump: int, cards: Sequence[int], seats: Sequence[int | None]) -> TrickAnswer:
    """Who wins a trick of these cards, in the order played; ImpossibleState when no such trick can be."""
    defects = [*_card_defects(rules, cards, "/cards"), *_length_defects(rules, cards)]
    if defects:
        raise ImpossibleState(defects)
    order = rules.orders[trump]
    left = list(range(len(cards)))
    ranking: list[int] = []
    while left:
        place = left[_best(order, [cards[place] for place in left], order.suits[cards[0]], rules.last_wins)]
        ranking.append(place)
        left.remove(place)
    first = winner_place(list(cards), order, last_wins=rules.last_wins)
    return TrickAnswer(
        order.suits[cards[0]], tuple(ranking), trick_ruling(list(cards), first, order, rules.last_wins, seats[first])
    )


def _best(order: Order, cards: Sequence[int], led: int, last_wins: bool) -> int:
    """The place of the strongest of some cards of a trick; of two equals the one that would win."""
    power = order.power[led]
    top = max(power[index] for index in cards)
    places = [place for place, index in enumerate(cards) if power[index] == top]
    return places[-1] if last_wins and top else places[0]


def what_follows(
    rules: Rules, trump: int, cards: Sequence[int], hand: Sequence[int]
) -> tuple[int, list[int], list[Ruling]]:
    """What a hand may play to a trick: the suit led (-1 for a lead), the legal cards, and a ruling for every card."""
    defects = [
        *_card_defects(rules, cards, "/cards"),
        *_card_defects(rules, hand, "/hand", before=cards),
        *_length_defects(rules, cards, least=0, most=rules.n - 1),
    ]
    if not hand:
        defects.append(Defect("/hand", "hand-size", "The hand is empty.", 0, "Give the cards still in the hand."))
    if len(hand) > rules.hand_size:
        detail = f"A hand has at most {rules.hand_size} cards in the play, not {len(hand)}."
        defects.append(Defect("/hand", "hand-size", detail, len(hand), "Give the cards still in the hand."))
    if defects:
        raise ImpossibleState(defects)
    order = rules.orders[trump]
    led = order.suits[cards[0]] if cards else -1
    held = mask_of(hand)
    rulings = [rule_card(order, led, held, index, None) for index in dict.fromkeys(hand)]
    return led, list(kinds(legal_kinds(order, led, held))), rulings


def worth(
    rules: Rules, call: int, caller: int, alone: Sequence[int], tricks: Sequence[int], score: Sequence[int], dealer: int
) -> Result:
    """What a hand is worth from its summary; `call` is PASS for a hand passed out."""
    if call == m.PASS:
        return nothing(rules, score, dealer, "passed-out")
    defects = [*_call_defects(rules, call), *_trick_defects(rules, tricks), *_alone_defects(rules, caller, alone)]
    if defects:
        raise ImpossibleState(defects)
    loners = tuple(sorted({*alone, *((caller,) if m.plays_alone(call) else ())}))
    return settle(rules, score, dealer, Played(call, caller, loners, tuple(tricks)))


def _card_defects(rules: Rules, cards: Sequence[int], where: str, before: Sequence[int] = ()) -> list[Defect]:
    """Cards that are unknown, not in the pack, or there too often."""
    found = []
    seen = list(before)
    for place, index in enumerate(cards):
        pointer = f"{where}/{place}"
        if index == UNKNOWN:
            hint = "A point question has no unknown cards."
            found.append(Defect(pointer, "unknown-card", "This card is not known.", "??", hint))
        elif not rules.copies_of(index):
            joker = " The option joker may bring it in." if index == JOKER and "joker" in rules.book.options else ""
            detail = f"{CODES[index]} is not in this pack of {rules.pack.bit_count()}."
            found.append(
                Defect(pointer, "not-in-pack", detail, CODES[index], f"Check the card and the options.{joker}")
            )
        elif seen.count(index) >= rules.copies_of(index):
            detail = f"{CODES[index]} stands here once more than the pack holds it."
            found.append(Defect(pointer, "card-twice", detail, CODES[index], "Each card can be in one place only."))
        seen.append(index)
    return found


def _length_defects(rules: Rules, cards: Sequence[int], least: int = 1, most: int | None = None) -> list[Defect]:
    """A trick of too few or too many cards."""
    most = rules.n if most is None else most
    if least <= len(cards) <= most:
        return []
    detail = f"{len(cards)} cards cannot lie here."
    return [Defect("/cards", "wrong-length", detail, len(cards), f"From {least} to {most} cards, in the order played.")]


def _call_defects(rules: Rules, call: int) -> list[Defect]:
    """A call that wins no auction of the book."""
    if rules.turn_up:
        fine = call in (m.ORDER, m.ORDER_ALONE) or m.trump_named(call) is not None and call in rules.actions
    else:
        fine = call in rules.level
    if fine:
        return []
    named = "order, call-H" if rules.turn_up else ", ".join(m.TOKENS[level.call] for level in rules.levels)
    detail = f"{m.TOKENS[call]} wins no auction of {rules.book.id}."
    return [Defect("/call", "unknown-move", detail, m.TOKENS[call], f"Write the winning call ({named}) or pass.")]


def _trick_defects(rules: Rules, tricks: Sequence[int]) -> list[Defect]:
    """Tricks that do not add up to those of a hand."""
    sides = len(rules.sides)
    if len(tricks) != sides:
        detail = f"There are {sides} sides, not {len(tricks)}."
        return [Defect("/tricks", "wrong-length", detail, len(tricks), "Give the tricks of each side.")]
    if sum(tricks) != rules.tricks or min(tricks) < 0:
        detail = f"{' + '.join(map(str, tricks))} is not {rules.tricks}."
        return [Defect("/tricks", "out-of-range", detail, list(tricks), f"A hand has {rules.tricks} tricks.")]
    return []


def _alone_defects(rules: Rules, caller: int, alone: Sequence[int]) -> list[Defect]:
    """Two loners on one side."""
    makers = rules.side[caller]
    camps = [rules.side[seat] == makers for seat in set(alone)]
    if len(set(camps)) == len(camps) == len(alone):
        return []
    return [Defect("/alone", "out-of-range", "A side has at most one loner.", list(alone), "Give each loner once.")]
