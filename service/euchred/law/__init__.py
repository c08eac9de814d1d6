"""The law of euchre and its family, as a library: pure, standard library only.

>>> from euchred import law
>>> rules = law.rules_for(law.find("euchre"), {"stick_the_dealer": True})
>>> hand = law.Hand(law.deal(rules, "a-seed", dealer=3))
>>> [law.token(move) for move in hand.moves]
['pass', 'order']
>>> hand.push(law.parse_move("pass"))
>>> hand.seat
1

`Hand.replay(state)` checks a whole record, `hand.moves` lists what is legal, `hand.push` plays on, `hand.judge` rules
on a move without making it, `hand.result` is the score. Names and meanings are versioned like the wire.
"""

from .cards import CardError, parse_card
from .deal import HandRunning, deal, deal_after
from .hand import Hand, IllegalMove
from .knowledge import fits
from .moves import MoveError, parse_move, token
from .rules import Rules, rules_for
from .ruling import Ruling
from .score import Result
from .state import Defect, ImpossibleState, State, state_of
from .variant import OptionsError, RuleBook, UnknownVariant, books, find
from .view import view

__all__ = [
    "CardError",
    "Defect",
    "Hand",
    "HandRunning",
    "IllegalMove",
    "ImpossibleState",
    "MoveError",
    "OptionsError",
    "Result",
    "RuleBook",
    "Rules",
    "Ruling",
    "State",
    "UnknownVariant",
    "books",
    "deal",
    "deal_after",
    "find",
    "fits",
    "parse_card",
    "parse_move",
    "rules_for",
    "state_of",
    "token",
    "view",
]
