"""A record as it was played at a table, mistakes included: every move is taken as contract §9 says it stands.

`Record.of(state)` replays all moves.  What was wrong and shows at once is among its `slips`; plays that did not follow
suit are kept as `refusals`, for `judge.py` to weigh with everything the record shows later.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from . import moves as m
from .cards import CODES, UNKNOWN, kinds
from .hand import Hand
from .order import TRUMPS, winner_place
from .phases import bids, claims, course, exchange
from .phases.step import fix_trump, make_caller
from .piles import NINES_AND_TENS
from .ruling import Ruling
from .state import State, placed
from .table import Entry
from .turn import STEPS, out_of_turn


@dataclass(frozen=True, slots=True)
class Slip:
    """A move that was wrong, or that the cards known do not clear; `trick` and `place` count from 1, None off play.

    `needs` are the kinds of card that would settle an open one.
    """

    index: int
    ruling: Ruling
    trick: int | None = None
    place: int | None = None
    needs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """A card as it was played: by whom, to which trick, at which place (from 1).

    `held` when it may have been in that hand; `strange` when it cannot, but an unknown card has left the hand.
    """

    index: int
    seat: int
    card: int
    trick: int
    place: int
    held: bool
    strange: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """A play that did not follow the suit led: `held` are cards of it that the seat certainly had, `known` its hand."""

    play: Play
    led: int
    held: tuple[int, ...]
    known: bool


class Record:
    """A record replayed as a table would take it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.hand = Hand(state)
        self.slips: list[Slip] = []
        self.refusals: list[Refusal] = []
        self.plays: list[Play] = []
        self.trick: list[Play] = []
        self.leader: int | None = None
        self.tricks_done = 0
        self.seen = Counter(index for _, index in placed(state) if index != UNKNOWN)

    @classmethod
    def of(cls, state: State) -> Record:
        """The record of all moves of a state; `state` must have no defects."""
        record = cls(state)
        for index, move in enumerate(state.moves):
            record._take(index, record.hand.canonical(move))
        return record

    @property
    def over(self) -> bool:
        """Whether the hand came to its end."""
        return self.hand.table.step == "over"

    # -- calls, exchanges, declarations -----------------------------------------------

    def _take(self, index: int, move: int) -> None:
        """Takes one move: it stands, it stands for something else, or it is as if it were not there."""
        hand, table = self.hand, self.hand.table
        plain = move % m.PREFIX
        if table.step == "alone" and m.KIND[plain] == "card":
            after = hand.elided()
            if after is not None and after.table.step == "play":
                self.hand = hand = after
                table = hand.table
        if table.step == "play" and m.KIND[plain] == "card":
            self._play(index, move // m.PREFIX - 1, plain)
            return
        ruling = hand.judge(move)
        if ruling.legal is False:
            if not self._follows_from_a_slip(ruling):
                self.slips.append(Slip(index, ruling))
            self._let_stand(move, ruling)
            return
        if ruling.legal is None:
            self.slips.append(Slip(index, ruling, needs=self._needs(ruling)))
        card = m.card_named(plain)
        if card is not None and card != UNKNOWN and ruling.seat is not None:
            self._see(ruling.seat, card)
        self.hand.make(move)

    def _see(self, seat: int, card: int) -> None:
        """Notes that a card which leaves a hand has come to light, where nobody knew that it was there."""
        if not self._known_in(seat, card):
            self.seen[card] += 1

    def _known_in(self, seat: int, card: int) -> bool:
        """Whether a card is one of the known cards of a hand, those that may have gone unseen among them."""
        cards = self.hand.table.cards
        return bool((cards.held[seat] | cards.maybe[seat]) >> card & 1)

    def _needs(self, ruling: Ruling) -> tuple[int, ...]:
        """The kinds of card in a seat's hand that would settle a claim or a gift."""
        table, move = self.hand.table, ruling.move
        assert move is not None and ruling.seat is not None
        if m.KIND[move] == "claim":
            mask = claims.ACES | claims.FACES if move == m.CLAIM_ACE_NO_FACE else NINES_AND_TENS
        else:
            assert table.order is not None
            mask = table.order.above(m.card_named(move) or 0)
        return tuple(kind for kind in kinds(mask & self.state.rules.kinds) if self._may_hold(ruling.seat, kind))

    def _follows_from_a_slip(self, ruling: Ruling) -> bool:
        """Whether a move is only what a false claim led to: the farmer had too few nines and tens to put down."""
        if ruling.rule != "exchange.farmers-swap":
            return False
        return any(slip.ruling.rule == "auction.farmers-hand" for slip in self.slips)

    def _let_stand(self, move: int, ruling: Ruling) -> None:
        """What stands after an irregularity outside the play (contract §9)."""
        table = self.hand.table
        seat, plain = ruling.seat, ruling.move
        assert seat is not None and plain is not None
        kind = m.KIND[plain]
        self.hand.record.append(move)
        index = len(self.hand.record) - 1
        if table.step == "over" or table.seat is None or ruling.rule == "move.not-in-this-book":
            return
        if kind not in STEPS[table.step].kinds or kind in ("alone", "card"):
            return
        out_of_turn = seat != table.seat
        if kind in ("order", "call", "bid", "ask", "moon", "pass", "claim"):
            self._call(seat, plain, index, out_of_turn)
        elif not out_of_turn:
            self._part_with(plain, index)

    def _call(self, seat: int, plain: int, index: int, out_of_turn: bool) -> None:
        """A call stands; out of turn the seats passed over have passed, and a pass is nothing."""
        table = self.hand.table
        if table.step in ("alone", "name", "joker-suit") and out_of_turn:
            return
        if plain == m.PASS and out_of_turn:
            return
        if m.KIND[plain] == "claim":
            claims.apply(table, seat, plain, index)
            return
        if out_of_turn and self._has_spoken(seat):
            self._speak_again(seat, plain, index)
            return
        while out_of_turn and table.seat is not None and table.seat != seat:
            STEPS[table.step].apply(table, m.PASS, index)
        step = STEPS[table.step]
        if table.step == "bid" and plain != m.PASS and not bids.allows(table, plain):
            plain = m.PASS
        if table.step in ("round-1", "round-2") and plain != m.PASS and not step.allows(table, plain):
            self._force_call(seat, plain, index)
        elif step.apply(table, plain, index):
            course.proceed(table)

    def _has_spoken(self, seat: int) -> bool:
        """Whether a seat has had its turn; where the bidding goes on, since the standing bid, or its pass was final."""
        table, n = self.hand.table, self.state.rules.n
        settings = table.rules.settings
        if table.standing is not None and table.seat is not None and settings["bid_rounds"] != "one":
            bidder = table.standing[0]
            since = (seat - bidder) % n < (table.seat - bidder) % n
            return since or not settings["reentry"] and table.passed[seat]
        return (seat - table.eldest) % n < table.calls

    def _speak_again(self, seat: int, plain: int, index: int) -> None:
        """A seat that has spoken calls once more: the call stands, and the turn stays where it was."""
        table = self.hand.table
        if table.step != "bid":
            self._force_call(seat, plain, index)
        elif bids.allows(table, plain):
            table.log.append(Entry(seat, plain, index, "auction"))
            table.standing = (seat, plain)
            table.passed[seat] = False
            if bids.standing_rank(table) == table.rules.top_rank:
                bids.won(table)

    def _force_call(self, seat: int, plain: int, index: int) -> None:
        """A suit or a call that is not allowed stands: it fixes trump and makes its caller."""
        table = self.hand.table
        table.log.append(Entry(seat, plain, index, "auction"))
        trump = m.trump_named(plain)
        fix_trump(table, trump if trump is not None else table.proposed or 0)
        make_caller(table, seat, plain)
        course.proceed(table)

    def _part_with(self, plain: int, index: int) -> None:
        """A discard or gift that is not allowed stands; a card that is not held counts as one that nobody has named."""
        table = self.hand.table
        card = m.card_named(plain)
        assert table.seat is not None and card is not None
        if not self._may_hold(table.seat, card):
            plain = exchange.base(table) + UNKNOWN
        if STEPS[table.step].apply(table, plain, index):
            course.proceed(table)

    # -- the play ----------------------------------------------------------------------

    def _play(self, index: int, prefix: int, card: int) -> None:
        """A card is the play of its seat, whatever is wrong with it; of a seat that sits out it is nothing."""
        table = self.hand.table
        assert table.seat is not None and table.order is not None
        seat = prefix if prefix >= 0 else table.seat
        self.hand.record.append(card)
        turn = seat == table.seat
        if seat in table.out or any(made.seat == seat for made in self.trick):
            self.slips.append(Slip(index, out_of_turn(table, seat, card)))
            return
        if not self.trick:
            self.leader = table.seat
        held = self._may_hold(seat, card) or self._gift(seat, card) is not None
        strange = not held and self.hand.table.cards.blank[seat] > 0
        led = next((table.order.suits[made.card] for made in self.trick if made.seat == self.leader), -1)
        made = Play(index, seat, card, self.tricks_done + 1, len(self.trick) + 1, held, strange)
        if not turn:
            self.slips.append(Slip(index, out_of_turn(table, seat, card), made.trick, made.place))
        elif not held:
            facts = {"card": CODES[card], "trump": TRUMPS[table.trump or 0]}
            ruling = Ruling("play.not-held", False, "illegal", facts, (), seat, card, self._where(card))
            self.slips.append(Slip(index, ruling, made.trick, made.place))
        elif led >= 0 and table.order.suits[card] != led:
            self._note_refusal(made, led)
        self._lay(made)

    def _may_hold(self, seat: int, card: int) -> bool:
        """Whether a seat may hold a card: it is known to, or it has unknown cards and this is none known elsewhere."""
        if self._known_in(seat, card):
            return True
        return self.hand.table.cards.blank[seat] > 0 and self.seen[card] < self.state.rules.copies_of(card)

    def _gift(self, seat: int, card: int) -> int | None:
        """The place among the exchanges of an unseen gift to a seat that may have been this card of its partner's."""
        cards = self.hand.table.cards
        for place, passed in enumerate(self.hand.table.exchanged if cards.blank[seat] else ()):
            if passed.to == seat and passed.card == UNKNOWN and passed.among >> card & 1:
                if cards.may_have_gone(passed.seat, card) or passed.among == 1 << card:
                    return place
        return None

    def _note_refusal(self, made: Play, led: int) -> None:
        """Keeps a play that did not follow, with what its seat certainly held then."""
        table = self.hand.table
        assert table.order is not None
        cards, suit, seat = table.cards, table.order.masks[led], made.seat
        certain = bool(cards.held[seat] & suit) or (cards.maybe[seat] & suit).bit_count() > cards.gone[seat]
        held = tuple(kinds((cards.held[seat] | cards.maybe[seat] if certain else 0) & suit))
        self.refusals.append(Refusal(made, led, held, cards.known[seat]))

    def _lay(self, made: Play) -> None:
        """The card lies on the table; the turn passes on, or stays where it was when the card was out of turn."""
        table = self.hand.table
        assert table.order is not None and table.seat is not None and self.leader is not None
        if not table.plays:
            table.first_play = made.index
        self._leave_hand(made.seat, made.card, made.held)
        self.plays.append(made)
        self.trick.append(made)
        table.plays.append(made.card)
        if len(self.trick) < table.trick_size:
            while any(other.seat == table.seat for other in self.trick):
                table.seat = table.nxt[table.seat]
            return
        first = sorted(self.trick, key=lambda one: one.seat != self.leader)
        place = winner_place([one.card for one in first], table.order, last_wins=table.rules.last_wins)
        table.won[first[place].seat] += 1
        table.seat = first[place].seat
        self.trick = []
        self.tricks_done += 1
        if self.tricks_done == table.rules.tricks:
            table.ending, table.step, table.seat = "played", "over", None

    def _where(self, card: int) -> tuple[int, ...]:
        """The moves that show where a card is, if not in the hand that plays it: played, put down, or taken up."""
        table = self.hand.table
        shown = [made.index for made in self.plays if made.card == card]
        for entry in (*table.log, *table.late_log):
            taken = (table.state.dealer, "up") in table.taken and card == table.state.up_card
            if m.card_named(entry.move) == card or taken and entry.move == table.contract:
                shown.append(entry.index if entry.index is not None else 0)
        return tuple(sorted(shown))

    def _leave_hand(self, seat: int, card: int, held: bool) -> None:
        """Takes a card out of a hand and notes where one that nobody knew has come to light.

        A card that was not in a known hand leaves that hand as it was.  From a hand of unknown cards one has gone all
        the same, and if another seat was thought to hold that card, it holds one that nobody has named.
        """
        cards = self.hand.table.cards
        if not held and cards.blank[seat]:
            cards.blank[seat] -= 1
            for other in range(self.state.rules.n):
                if cards.held[other] >> card & 1:
                    cards.lose(other, card)
                    cards.take(other, (UNKNOWN,))
                    self.hand.table.hidden = True
                    break
        elif held:
            gift = None if self._known_in(seat, card) else self._gift(seat, card)
            if gift is None:
                self._see(seat, card)
            elif self.seen[card] == self.state.rules.copies_of(card):
                self._name(gift, card)
            cards.lose(seat, card)

    def _name(self, place: int, card: int) -> None:
        """An unseen gift has come to light: every copy of the card is accounted for but by that gift."""
        table = self.hand.table
        passed = table.exchanged[place]
        table.exchanged[place] = passed._replace(card=card, among=0)
        if table.cards.may_have_gone(passed.seat, card):
            table.cards.name(passed.seat, card)
