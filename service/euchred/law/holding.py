"""A state given by what the seats hold at the end of its moves, turned into the deal (contract §4, `holding`)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from .cards import CODES, UNKNOWN
from .hand import Hand
from .phases.exchange import pile_cards
from .state import Cards, Defect, ImpossibleState, State
from .table import Table


def from_holding(state: State) -> State:
    """The state as dealt: what each seat played, discarded and gave is put back, what it took is taken out.

    `state.hands` hold what the seats hold at the end of the moves. Raises ImpossibleState with pointers into
    `/holding`, or IllegalMove when no deal makes the record legal.
    """
    unknown = replace(state, hands=(None,) * state.rules.n)
    unknown.check()
    table = Hand.replay(unknown).table
    defects: list[Defect] = []
    hands: list[Cards | None] = []
    if len(state.hands) != state.rules.n:
        hint = f"Give {state.rules.n} hands, one a seat, null where a hand is not known."
        detail = f"{state.rules.book.id} has {state.rules.n} seats."
        raise ImpossibleState([Defect("/holding", "wrong-length", detail, len(state.hands), hint)])
    for seat, cards in enumerate(state.hands):
        try:
            hands.append(None if cards is None else _dealt(table, seat, cards))
        except ImpossibleState as error:
            defects += error.defects
            hands.append(None)
    if defects:
        raise ImpossibleState(defects)
    return _checked(replace(state, hands=tuple(hands)))


def _checked(state: State) -> State:
    """The state, its defects of hands told where the client wrote them."""
    found = state.defects()
    if found:
        raise ImpossibleState([replace(defect, pointer=_holding_pointer(defect.pointer)) for defect in found])
    return state


def _holding_pointer(pointer: str) -> str:
    """The place in `holding` of a defect of a hand: the hand, since its cards were put together from the record."""
    if pointer.startswith("/hands/"):
        return "/holding/" + pointer.split("/")[2]
    return pointer


def _dealt(table: Table, seat: int, cards: Cards) -> Cards:
    """The hand dealt to a seat that holds these cards now."""
    size = table.cards.size(seat)
    if len(cards) != size:
        detail = f"{table.state.name(seat)} holds {size} cards at the end of these moves, not {len(cards)}."
        hint = "holding is what the seats hold now; send hands as dealt in the field hands."
        raise ImpossibleState([Defect(f"/holding/{seat}", "hand-size", detail, len(cards), hint)])
    pool = [*cards, *(passed.card for passed in table.exchanged if passed.seat == seat), *_played(table, seat)]
    came = [index for taker, pile in table.taken if taker == seat for index in pile_cards(table, pile)]
    came += [passed.card for passed in table.exchanged if passed.to == seat]
    if UNKNOWN in came and len(pool) > len(came) and any(index != UNKNOWN for index in pool):
        detail = f"{table.state.name(seat)} took cards up that the state does not give."
        hint = "Give the widow, the dummy or the gift that this seat took, or the hand as dealt."
        raise ImpossibleState([Defect(f"/holding/{seat}", "required", detail, None, hint)])
    rest = Counter(pool)
    for index in came:
        if rest[index] > 0:
            rest[index] -= 1
        elif rest[UNKNOWN] > 0:
            rest[UNKNOWN] -= 1
        else:
            detail = f"{table.state.name(seat)} took {CODES[index]} and must still hold it."
            raise ImpossibleState([Defect(f"/holding/{seat}", "hand-size", detail, CODES[index], "Check the hand.")])
    return tuple(index for index in pool if _take(rest, index))


def _take(rest: Counter[int], index: int) -> bool:
    """Takes a card out of what is left, if it is there."""
    if rest[index] <= 0:
        return False
    rest[index] -= 1
    return True


def _played(table: Table, seat: int) -> list[int]:
    """The cards that a seat has played."""
    return [index for _, plays in table.tricks() for player, index in plays if player == seat]
