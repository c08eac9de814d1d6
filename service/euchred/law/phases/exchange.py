"""Exchanges: cards put down and cards given, one at a time (rulebook §2.1, §2.4, §3.2, §4.1.3, §4.2).

Each step lets one seat discard or give one card: the dealer with the up-card, the farmer, the high bidder with the
widow, the maker with the dummy, the dealer of seven cards, the two partners of an ask, and the loner and his partner
who pass a best card.
"""

from __future__ import annotations

from .. import knowledge
from .. import moves as m
from ..cards import CODES, JOKER, ONE_OF_EACH, UNKNOWN, kinds, remove
from ..order import NO_TRUMP, TRUMPS, best_trump
from ..piles import NINES_AND_TENS
from ..ruling import Ruling, codes
from ..table import Entry, Passed, Table
from .step import Step, rule_on

RULES = {
    "dealer-discard": "exchange.dealer-discard", "seven-discard": "exchange.seven-cards",
    "swap-discard": "exchange.farmers-swap", "widow-discard": "exchange.widow", "dummy-discard": "exchange.dummy",
    "ask-give": "exchange.ask-gift", "ask-return": "exchange.best-trump", "best-discard": "exchange.partners-best",
    "best-give": "exchange.partners-best",
}  # fmt: skip


def take_up(table: Table, seat: int, pile: str) -> None:
    """A seat takes a pile into its hand: the up-card, the widow, the dummy, or the top three of the kitty."""
    table.taken.append((seat, pile))
    table.cards.take(seat, pile_cards(table, pile))
    table.hidden = table.hidden or not table.cards.known[seat]


def pile_cards(table: Table, pile: str) -> tuple[int, ...]:
    """The cards of a pile as the state gives them, UNKNOWN where it does not."""
    state, book = table.state, table.rules.book
    if pile == "up":
        assert state.up_card is not None
        return (state.up_card,)
    cards, size = {
        "widow": (state.widow, book.widow), "dummy": (state.dummy, book.dummy_size), "swap": (state.kitty, 3),
    }[pile]  # fmt: skip
    return cards[:size] if cards is not None else (UNKNOWN,) * size


# -- how each exchange begins ---------------------------------------------------------


def begin_pick_up(table: Table) -> bool:
    """The dealer's exchange after the up-card was ordered (rulebook §2.1.3); none when he sits out already."""
    dealer = table.state.dealer
    if table.turned_down is not None or dealer in table.out:
        return False
    take_up(table, dealer, "up")
    table.step, table.seat, table.owed = "dealer-discard", dealer, 1
    return True


def begin_seven(table: Table) -> bool:
    """The discard of a dealer who was dealt seven cards (rulebook §4.2)."""
    if not table.rules.dealer_extra:
        return False
    table.step, table.seat, table.owed = "seven-discard", table.state.dealer, 1
    return True


def begin_widow(table: Table) -> bool:
    """The high bidder's discard, the widow in his hand (rulebook §3.2)."""
    table.step, table.seat, table.owed = "widow-discard", table.caller, table.rules.book.widow
    return True


def begin_ask(table: Table) -> bool:
    """The two gifts of an ask (rulebook §4.1.3)."""
    if table.contract != m.ASK:
        return False
    table.step, table.seat, table.owed = "ask-give", table.caller, 1
    return True


def begin_dummy(table: Table) -> bool:
    """A maker who is not alone takes the dummy's five cards (rulebook §2.1.6)."""
    caller = table.caller
    if caller is None or caller in table.loners or (caller, "dummy") in table.taken:
        return False
    take_up(table, caller, "dummy")
    table.step, table.seat, table.owed = "dummy-discard", caller, table.rules.book.dummy_size
    return True


def return_dummy(table: Table) -> None:
    """The maker goes alone after all, before his first discard: the dummy goes back."""
    seat, pile = table.taken.pop()
    table.cards.put_back(seat, pile_cards(table, pile))


def begin_best(table: Table) -> bool:
    """Each loner may change a card for his partner's best, the makers' loner first (rulebook §2.4 railroad)."""
    if not table.loners:
        return False
    table.best_turns = tuple(sorted(table.loners, key=lambda seat: not table.is_maker(seat)))
    table.step, table.seat, table.owed = "best-discard", table.best_turns[0], 1
    return True


# -- which cards may go -----------------------------------------------------------------


def keeps_up_card(table: Table) -> bool:
    """Whether the dealer must keep the card he took up (rulebook §2.1.3, §2.4 joker)."""
    if table.step != "dealer-discard":
        return False
    ordered = table.caller != table.state.dealer
    if table.state.up_card == JOKER and m.trump_named(table.contract or 0) is not None:
        return True
    pick_up = table.rules.settings["pick_up"]
    return pick_up == "keep-up-card" or pick_up == "decline-when-ordered" and not ordered


def among(table: Table) -> int:
    """The kinds of card that the step lets go."""
    if table.step == "swap-discard":
        return NINES_AND_TENS
    if keeps_up_card(table):
        assert table.state.up_card is not None
        return table.rules.kinds & ~(1 << table.state.up_card)
    return table.rules.kinds


def among_unseen(table: Table) -> int:
    """The kinds that a card put down unseen may be; putting the up-card down by declining it is seen (contract §5)."""
    mask = among(table)
    if table.step == "dealer-discard" and table.rules.settings["pick_up"] != "any-card":
        assert table.state.up_card is not None
        mask &= ~(1 << table.state.up_card)
    return mask


def own_hand(table: Table, seat: int) -> tuple[int, bool]:
    """The cards of its own that a seat may part with, and whether they are wholly known.

    The partner of an ask gives a card that he held before the gift.
    """
    cards = table.cards
    hand = cards.held[seat] | cards.maybe[seat]
    if table.step == "ask-return":
        gift = table.exchanged[-1].card
        if gift == UNKNOWN:
            return hand, cards.blank[seat] == 1 and not cards.gone[seat]
        hand = remove(hand, gift)
    return hand, cards.known[seat]


def bound_to_best(table: Table) -> bool:
    """Whether the gift must be the best trump (rulebook §4.1.3)."""
    if table.step != "ask-return" or table.rules.settings["partner_gives"] != "best-trump":
        return False
    return table.trump is not None and table.trump < 4


def may_go(table: Table, seat: int) -> int:
    """The kinds that a seat whose cards are known may part with now."""
    hand, _ = own_hand(table, seat)
    hand &= among(table)
    if bound_to_best(table):
        assert table.order is not None
        best = best_trump(hand, table.order)
        return 1 << best if best is not None else hand & ONE_OF_EACH
    return hand & ONE_OF_EACH


# -- the step -------------------------------------------------------------------------------


def base(table: Table) -> int:
    """Whether the step discards or gives."""
    return m.GIVE if table.step in ("ask-give", "ask-return", "best-give") else m.DISCARD


def offers(table: Table) -> list[int]:
    """Every card that may go, and `??` where the hand is not known."""
    seat = table.seat
    assert seat is not None
    if own_hand(table, seat)[1]:
        return [base(table) + index for index in kinds(may_go(table, seat))]
    found = knowledge.may_part_with(table, seat, among(table), bound_to_best(table))
    return [base(table) + index for index in (*found, UNKNOWN)]


def allows(table: Table, move: int) -> bool:
    """Whether a discard or gift may stand."""
    seat, index = table.seat, m.card_named(move)
    assert seat is not None and index is not None
    if index == UNKNOWN:
        return True
    if table.step != "ask-return" and table.cards.known[seat]:
        return bool(table.cards.held[seat] & among(table) & 1 << index)
    if own_hand(table, seat)[1]:
        return bool(may_go(table, seat) >> index & 1)
    return bool(among(table) >> index & 1) and table.cards.may_hold(seat, index)


def apply(table: Table, move: int, index: int) -> bool:
    """A card goes: put down, or into the partner's hand."""
    seat, named = table.seat, m.card_named(move)
    assert seat is not None and named is not None
    log = table.late_log if table.step in ("dummy-discard", "best-discard", "best-give") else table.log
    log.append(Entry(seat, move, index, "exchange"))
    unseen = 0
    if named == UNKNOWN:
        unseen = among_unseen(table)
        if base(table) == m.GIVE and not table.cards.blank[seat]:
            unseen &= table.cards.named(seat)
        if bound_to_best(table) and own_hand(table, seat)[1]:
            unseen = may_go(table, seat)
        table.cards.lose_unseen(seat, unseen)
        table.hidden = table.hidden or not table.cards.known[seat]
    else:
        table.cards.lose(seat, named)
    to = table.rules.partner(seat) if base(table) == m.GIVE else None
    table.exchanged.append(Passed(seat, to, named, unseen, len(table.taken), bound_to_best(table)))
    if to is not None:
        table.cards.take(to, (named,))
        table.hidden = table.hidden or not table.cards.known[to]
    table.owed -= 1
    return table.owed == 0 and _after(table)


def _after(table: Table) -> bool:
    """What follows the last card of a step: another step of the same exchange, or nothing."""
    if table.step == "swap-discard":
        assert table.seat is not None
        take_up(table, table.seat, "swap")
        table.step = "round-1"
        return False
    if table.step == "ask-give":
        assert table.caller is not None
        table.step, table.seat, table.owed = "ask-return", table.rules.partner(table.caller), 1
        return False
    if table.step == "best-discard":
        table.best_begun = True
        table.step, table.seat, table.owed = "best-give", table.rules.partner(table.best_turns[0]), 1
        if (
            table.seat == table.state.dealer
            and table.turned_down is None
            and not any(p == "up" for _, p in table.taken)
        ):
            take_up(table, table.seat, "up")
        return False
    if table.step == "best-give":
        table.best_turns = table.best_turns[1:]
        if table.best_turns:
            table.step, table.seat, table.owed = "best-discard", table.best_turns[0], 1
            return False
    return True


def judge(table: Table, seat: int, move: int) -> Ruling:
    """Rules on a discard or a gift."""
    index = m.card_named(move)
    assert index is not None
    rule = RULES[table.step]
    if rule == "exchange.best-trump" and not bound_to_best(table):
        rule = "exchange.free-gift"
    options = {"dealer-discard": ("pick_up",), "ask-return": ("partner_gives",), "seven-discard": ("dealer_discard",),
               "best-discard": ("partners_best",), "best-give": ("partners_best",), "dummy-discard": ("dummy",),
               "swap-discard": ("farmers_hand",)}.get(table.step, ())  # fmt: skip
    if index == UNKNOWN:
        return rule_on(rule, True, "unseen", seat, move, (), card="??")
    card = CODES[index]
    if keeps_up_card(table) and index == table.state.up_card:
        named = table.state.up_card == JOKER and m.trump_named(table.contract or 0) is not None
        form = "joker" if named else "own-call" if table.caller == table.state.dealer else "ordered"
        return rule_on("exchange.keep-up-card", False, form, seat, move, () if named else options, card=card)
    held, known = own_hand(table, seat)
    if not known:
        return _judge_hidden(table, seat, move, rule, options)
    if not held >> index & 1:
        return rule_on("exchange.not-held", False, "illegal", seat, move, (), card=card)
    if not among(table) >> index & 1:
        return rule_on(rule, False, "illegal", seat, move, options, card=card)
    if not may_go(table, seat) >> index & 1:
        best = codes(kinds(may_go(table, seat)))
        return rule_on(
            rule, False, "illegal", seat, move, options, card=card, may_play=best, trump=TRUMPS[table.trump or 0]
        )
    declined = table.step == "dealer-discard" and index == table.state.up_card
    deciding = options if declined else _free_by(table, rule)
    return rule_on(rule, True, "declined" if declined else "legal", seat, move, deciding, card=card)


def _free_by(table: Table, rule: str) -> tuple[str, ...]:
    """The option that leaves the partner of an ask the choice; in no-trump there is no best trump anyway."""
    suit = table.trump is not None and table.trump < NO_TRUMP
    return ("partner_gives",) if rule == "exchange.free-gift" and suit else ()


def _judge_hidden(table: Table, seat: int, move: int, rule: str, options: tuple[str, ...]) -> Ruling:
    """Rules on a card that leaves a hand which is not wholly known, given that the seat holds it."""
    index = m.card_named(move)
    assert index is not None
    card = CODES[index]
    if table.step == "swap-discard" and not NINES_AND_TENS >> index & 1:
        return rule_on(rule, False, "illegal", seat, move, options, card=card)
    if not knowledge.may_hold(table, seat, index):
        return rule_on("exchange.not-held", False, "illegal", seat, move, (), card=card)
    legal = knowledge.is_best(table, seat, index) if bound_to_best(table) else True
    form = {True: "legal", False: "illegal", None: "open"}[legal]
    if bound_to_best(table) and legal is not True:
        return rule_on(rule, legal, form, seat, move, options, card=card, may_play=[], trump=TRUMPS[table.trump or 0])
    return rule_on(rule, legal, form, seat, move, _free_by(table, rule), card=card)


def shown(table: Table) -> list[int]:
    """Every card held, and whatever else is offered."""
    assert table.seat is not None
    held = [base(table) + index for index in kinds(table.cards.held[table.seat])]
    return list(dict.fromkeys([*held, *offers(table)]))


def _step(kind: str) -> Step:
    """A step of the exchange that discards or gives."""
    return Step("exchange", frozenset({kind}), allows, apply, offers, judge, shown)


STEPS = {name: _step("give" if name in ("ask-give", "ask-return", "best-give") else "discard") for name in RULES}
