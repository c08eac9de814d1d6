"""The stages after the shape: can such a deal exist, and is every move of the record legal (contract §7)."""

from __future__ import annotations

from ..law.hand import Hand, IllegalMove
from ..law.holding import from_holding
from ..law.state import ImpossibleState, State
from .problems import Problem, of_defects, of_illegal_move
from .requests.defects import below
from .requests.schemas import Sent


def possible(sent: Sent, pointer: str = "") -> State:
    """The state as dealt; Problem with all its defects when no deal can be like it.  `pointer` is where it stands."""
    try:
        return (from_holding(sent.state) if sent.held else sent.state).check()
    except ImpossibleState as error:
        raise impossible(error, pointer) from None
    except IllegalMove as error:
        raise illegal_history(error, pointer) from None


def replayed(sent: Sent, pointer: str = "") -> Hand:
    """The hand after all its moves; Problem for the first one that is not legal."""
    try:
        return Hand.replay(possible(sent, pointer))
    except IllegalMove as error:
        raise illegal_history(error, pointer) from None


def impossible(error: ImpossibleState, pointer: str = "") -> Problem:
    """The problem of a deal that cannot be."""
    return of_defects("impossible-state", below(pointer, list(error.defects)))


def illegal_history(error: IllegalMove, pointer: str = "") -> Problem:
    """The problem of a record with an illegal move."""
    return of_illegal_move("illegal-history", error, f"{pointer}/moves/{error.index}")
