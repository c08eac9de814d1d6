"""Claims: against brute force over what the claimant has seen, in every variant; the worked cases; what is refused."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_cases import keeps_to_its_rule, state_in
from tests.differential.brute_claims import Ending, ending, guaranteed, whole_hand
from tests.differential.hiding import leaning
from tests.differential.layouts import Layouts
from tests.strategies import random_deal, random_rules

from euchred.law import moves as m
from euchred.law.cards import UNKNOWN, parse_card
from euchred.law.catalog import _state as with_nulls
from euchred.law.claims import Claim, ClaimNotNow, ClaimTooLarge, judge_claim
from euchred.law.guarantee import MOST_HANDS, MOST_UNSEEN_TWINS
from euchred.law.hand import Hand
from euchred.law.ladder import Ladder, single_bits
from euchred.law.order import order
from euchred.law.rules import rules_for
from euchred.law.unseen import best_places
from euchred.law.variant import books, find
from euchred.law.view import view

CASES = Path(__file__).parent.parent / "cases"
BOOK_IDS = [book.id for book in books()]


# -- the worked cases ---------------------------------------------------------------------


def claim_cases() -> Iterator[Any]:
    """Every claim of `tests/cases/claim.*.md`: `state`, `claim`, `answer`, and what the sentence `says`."""
    for path in sorted(CASES.glob("claim.*.md")):
        for text in re.findall(r"^```claim\n(.*?)^```$", path.read_text("utf-8"), re.M | re.S):
            case = tomllib.loads(text)
            yield pytest.param(case, id=f"{path.stem}: {case['title']}")


@pytest.mark.parametrize("case", list(claim_cases()))
def test_case(case: dict[str, Any]) -> None:
    hand = Hand.replay(state_in(with_nulls(case["state"])))
    asked = case["claim"]
    tricks = asked.get("tricks", "all")
    answer, expected = judge_claim(hand, asked["seat"], None if tricks == "all" else tricks), case["answer"]
    assert (answer.valid, answer.guaranteed) == (expected["valid"], expected["guaranteed"])
    assert answer.ruling.rule == ("claim.valid" if answer.valid else "claim.refused")
    assert case.get("says", "") in answer.ruling.reason(hand.state)
    keeps_to_its_rule(answer.ruling)
    defeats(hand, answer)


def defeats(hand: Hand, claim: Claim) -> None:
    """A claim refused has a line that is legal whatever is known, and that gives no more tricks than are sure."""
    against = claim.counterexample
    assert (against is None) == claim.valid
    if against is None:
        return
    played = (hand.elided() or hand).copy()
    side = played.table.rules.sides[played.table.rules.side[claim.seat]]
    before = sum(played.table.won[seat] for seat in side)
    left = [list(cards) for cards in against.hands]
    for seat, card in against.plays:
        assert played.seat == seat
        played.push(card)
        left[seat].remove(card)
    assert played.phase == "over"
    assert sum(played.table.won[seat] for seat in side) - before == claim.guaranteed < claim.tricks
    assert not any(cards for seat, cards in enumerate(left) if seat not in played.table.out)


# -- against brute force --------------------------------------------------------------------


def endings(variant: str, seed: str, count: int, most: int) -> Iterator[Ending]:
    """Random endings of a variant with cards hidden, each of at most so many layouts."""
    number = 0
    while count:
        number += 1
        rng = Random(f"{seed} {variant} {number}")
        full = leaning(random_deal(random_rules(rng, find(variant)), rng), rng)
        moves = whole_hand(full, rng)
        found = ending(full, moves, rng, most) if moves else None
        if found is not None and tricks_left(found.record) <= (3 if len(found.possible) > 1 else 4):
            count -= 1
            yield found


def tricks_left(hand: Hand) -> int:
    """The tricks that remain, the one in progress counted."""
    return hand.table.rules.tricks - len(hand.table.plays) // hand.table.trick_size


@pytest.mark.parametrize("variant", BOOK_IDS)
def test_agrees_with_brute_force_over_what_the_claimant_has_seen(variant: str) -> None:
    for found in endings(variant, "claims", 50, 90):
        hand = found.record
        for seat in set(range(hand.table.rules.n)) - set(hand.table.out):
            try:
                answer = judge_claim(hand, seat, None)
            except ClaimTooLarge:
                continue
            sure = guaranteed(hand, seat, found.possible)
            assert answer.guaranteed == sure
            assert answer.valid == (answer.tricks <= sure)
            defeats(hand, answer)


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("bid-euchre", {"partner_gives": "best-trump"}),
        ("bid-euchre", {"partner_gives": "free-choice"}),
        ("double-deck-bid-euchre", {"lone_calls": "ask-and-moon", "identical_cards": "last"}),
    ],
)
def test_a_gift_that_nobody_named_may_be_any_card_that_fits(variant: str, options: dict[str, Any]) -> None:
    """All hands are given but not which card the partner gave: the defenders do not know it, the bidder does."""
    judged = 0
    for number in range(40):
        rng = Random(f"gift {variant} {number}")
        hand = Hand(random_deal(rules_for(find(variant), options), rng))
        for call in (m.ASK, m.PASS, m.PASS, m.PASS):
            hand.push(call)
        while hand.phase != "over" and not (hand.phase == "play" and tricks_left(hand) <= 2):
            hand.push(rng.choice(list(hand.moves)))
        back = [index for index, move in enumerate(hand.record) if m.kind(move) == "give"][1]
        moves = (*hand.record[:back], m.GIVE + UNKNOWN, *hand.record[back + 1 :])
        record = Hand.replay(replace(hand.state, moves=moves))
        possible = [each for _, each in Layouts.of(record.now(), 400).hands]
        for seat in set(range(4)) - set(record.table.out) if record.phase == "play" else ():
            answer = judge_claim(record, seat, None)
            assert answer.guaranteed == guaranteed(record, seat, possible)
            defeats(record, answer)
            judged += 1
    assert judged > 60


def test_the_last_of_identical_cards_wins_where_the_book_says_so() -> None:
    """Leading an ace whose twin is out is sure of the trick only where the first of identical cards wins."""
    ace, king = parse_card("AS"), parse_card("KS")
    for last_wins, sure in ((False, 1), (True, 0)):
        ladder = Ladder(order(1), (ace, king), double=True, last_wins=last_wins)
        twin, own = ladder.lay([[ace], [ace, king]])
        assert ladder.sure(own, twin) == sure


@pytest.mark.parametrize("variant", BOOK_IDS)
def test_a_claimant_is_never_surer_than_with_open_cards(variant: str) -> None:
    """No layout gives him less when he sees all cards; and a claim is valid exactly up to what is guaranteed."""
    for found in endings(variant, "open", 25, 40):
        seat = found.record.seat
        assert seat is not None
        answer = judge_claim(found.record, seat, None)
        assert answer.guaranteed <= min(judge_claim(hand, seat, None).guaranteed for hand in found.possible)
        for tricks in range(tricks_left(found.record) + 2):
            asked = judge_claim(found.record, seat, tricks)
            assert (asked.valid, asked.guaranteed, asked.tricks) == (
                tricks <= answer.guaranteed, answer.guaranteed, tricks,
            )  # fmt: skip


@pytest.mark.parametrize("variant", BOOK_IDS)
def test_a_claim_in_view_of_a_seat_promises_no_more_than_with_all_hands_given(variant: str) -> None:
    """Three and four tricks before the end: what a seat is sure of by what it sees it takes with open cards too."""
    judged = 0
    for number in range(60):
        rng = Random(f"view {variant} {number}")
        hand = Hand(random_deal(random_rules(rng, find(variant)), rng))
        wanted = rng.randint(3, 4)
        while hand.phase != "over" and (hand.phase != "play" or tricks_left(hand) > wanted):
            hand.push(rng.choice(list(hand.moves)))
        if hand.phase != "play" or hand.seat is None:
            continue
        seen = Hand.replay(view(hand, hand.seat))
        try:
            answer = judge_claim(seen, hand.seat, None)
        except ClaimTooLarge:
            continue
        judged += 1
        assert answer.guaranteed <= judge_claim(hand, hand.seat, None).guaranteed
        defeats(seen, answer)
    assert judged > 5


@pytest.mark.parametrize("later", range(3))
def test_the_cards_of_a_run_worth_trying_leave_every_choice(later: int) -> None:
    """Whatever order later plays could bring about with any card of the run, some card worth trying allows it."""

    def outcomes(free: frozenset[int], played: tuple[int, ...], seats: int) -> frozenset[Any]:
        if not seats:
            return frozenset([tuple(sum(other < card for other in played) for card in played)])
        return frozenset(outcomes(free - {card}, (*played, card), seats - 1) for card in free)

    for size in range(later + 1, 9):
        run = frozenset(range(size))
        worth = best_places(size, later)
        tried = [outcomes(run - {card}, (card,), later) for card in worth]
        for card in run:
            assert any(covers(better, outcomes(run - {card}, (card,), later)) for better in tried), (size, card)


def covers(better: frozenset[Any], worse: frozenset[Any]) -> bool:
    """Whether for each choice of one tree the other has a choice from which as much can be reached."""
    if not all(isinstance(branch, frozenset) for branch in worse):
        return worse <= better
    return all(any(covers(branch, other) for branch in better) for other in worse)


# -- what is refused ---------------------------------------------------------------------------


def euchre(moves: str, **fields: Any) -> Hand:
    """A hand of euchre with these moves, dealt by seat 3 with the nine of hearts turned."""
    return Hand.replay(state_in({"variant": "euchre", "dealer": 3, "up_card": "9H", "moves": moves, **fields}))


def test_claims_belong_in_the_play() -> None:
    with pytest.raises(ClaimNotNow, match="being played"):
        judge_claim(euchre("pass"), 0, None)
    with pytest.raises(ClaimNotNow, match="being played"):
        judge_claim(euchre("pass pass pass pass pass pass pass pass"), 0, None)
    alone = euchre("order discard-?? alone pass pass", players=["Ann", "Bob", "Cat", "Dan"])
    with pytest.raises(ClaimNotNow, match="Cat sits out"):
        judge_claim(alone, 2, 1)


def test_an_open_alone_phase_counts_as_passed() -> None:
    hand = euchre("order discard-??", hands=["JH JD AH KH QH", None, None, None])
    assert hand.phase == "alone"
    assert judge_claim(hand, 0, None).valid


def test_too_many_layouts_are_refused_with_their_number() -> None:
    with pytest.raises(ClaimTooLarge, match="layouts of the unknown cards") as refused:
        judge_claim(euchre("order discard-??", hands=["JH AS KS KD QC", None, None, None]), 0, None)
    assert refused.value.found > refused.value.most


def test_too_many_hands_of_the_claimant_are_refused() -> None:
    hands = ["JH AS KS KD QC", "9S TS QS AD TD", "TH QH KH AC KC", None]
    hand = euchre("order discard-??", hands=hands)
    with pytest.raises(ClaimTooLarge, match="hands that the claimant may hold") as refused:
        judge_claim(hand, 3, None)
    assert refused.value.most == MOST_HANDS[1]


def test_too_many_cards_are_refused() -> None:
    deal = random_deal(random_rules(Random(2), find("double-deck-bid-euchre")), Random(2))
    hand = Hand(replace(deal, moves=()))
    while hand.phase != "play":
        hand.push(max(hand.moves, key=lambda move: (m.kind(move) == "bid", move)))
    with pytest.raises(ClaimTooLarge, match="cards still to be played"):
        judge_claim(hand, 0, None)
    hidden = Hand(replace(deal, moves=(), hands=(None, *deal.hands[1:])))
    hidden.extend(hand.record)
    while len(hidden.table.plays) < 24:
        hidden.push(next(iter(hidden.moves)))
    with pytest.raises(ClaimTooLarge, match="24 cards still to be played, some of them unknown") as refused:
        judge_claim(hidden, 0, None)
    assert (refused.value.found, refused.value.most) == (24, MOST_UNSEEN_TWINS)


def test_a_claim_is_given_up_after_so_many_cards_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """With open cards and with hidden ones: what is not given up is answered as ever, whatever the limit."""
    open_cards = euchre(
        "order discard-9S", hands=["AS KS QS JS TS", "AD KD QD JD TD", "AC KC QC JC TC", "9S AH KH QH TH"]
    )
    hidden = euchre(
        "order discard-9S AS", hands=["AS KS QS AD AC", "9C TC JC QC KC", "?? TS JS 9D TD", "9S AH KH QH JH"]
    )
    answers = [judge_claim(hand, hand.seat or 0, None) for hand in (open_cards, hidden)]
    for most in (0, 30, 10**9):
        monkeypatch.setattr("euchred.law.guarantee.MOST_TRIED", most)
        for hand, answer in zip((open_cards, hidden), answers, strict=True):
            if most < 10**9:
                with pytest.raises(ClaimTooLarge, match=f"more than {most} plays to go through"):
                    judge_claim(hand, hand.seat or 0, None)
            else:
                assert judge_claim(hand, hand.seat or 0, None) == answer


def test_single_bits_come_lowest_first() -> None:
    assert list(single_bits(0b1011000)) == [8, 16, 64]
