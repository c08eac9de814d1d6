"""Games judged whole: who dealt, what the score was, who won, and hands after the end (contract §8, judge-game)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.strategies import BOOK_IDS, random_deal, random_record, random_rules

from euchred.law import moves as m
from euchred.law.cards import UNKNOWN, parse_card
from euchred.law.deal import deal, deal_after
from euchred.law.game import MOST_MOVES, MOST_UNSEEN_GIFTS, GameDeal, GameVerdict, judge_game
from euchred.law.hand import Hand
from euchred.law.rules import rules_for
from euchred.law.ruling import rules as law_rules
from euchred.law.state import ImpossibleState, State, state_of
from euchred.law.variant import find

HANDS = ("JH JD AH KH QH", "9S TS JS QS KS", "9C TC JC QC KC", "9D TD QD KD AD")
PLAYS = "JH 9S 9C 9H JD TS TC TD AH JS JC QD KH QS QC KD QH KS KC AD"


def made(text: str) -> tuple[int, ...]:
    """Moves of a text."""
    return tuple(map(m.parse_move, text.split()))


def march(options: dict[str, Any] | None = None, dealer: int = 3, variant: str = "euchre") -> State:
    """A hand in which the side of the eldest seat orders hearts and takes all five tricks: 2 points for it."""
    rules = rules_for(find(variant), options)
    turned = [HANDS[(seat - dealer - 1) % 4] for seat in range(4)]
    hands = tuple(tuple(map(parse_card, hand.split())) for hand in turned)
    moves = made(f"order discard-9D {PLAYS}")
    return state_of(rules, dealer, hands=hands, up_card=parse_card("9H"), moves=moves)


def found(verdict: GameVerdict) -> list[tuple[int, str, Any, Any]]:
    """What was wrong between the hands: deal, rule, what should stand, what stands."""
    return [(one.deal, one.ruling.rule.removeprefix("game."), one.expected, one.found) for one in verdict.violations]


def played(*deals: GameDeal, first: int | None = None) -> GameVerdict:
    """The verdict on a game; each finding must have a sentence."""
    verdict = judge_game(deals, first)
    for one in verdict.violations:
        assert one.ruling.reason(verdict.deals[one.deal - 1].state).endswith(".")
        assert set(one.ruling.facts) <= set(law_rules()[one.ruling.rule].facts)
    return verdict


@pytest.mark.parametrize("variant", BOOK_IDS)
def test_a_game_dealt_on_legally_is_clean_to_its_end(variant: str) -> None:
    rng = Random(f"game {variant}")
    rules = random_rules(rng, find(variant))
    state = random_deal(rules, rng)
    state = replace(state, score=(0,) * len(rules.sides))
    deals, first, won = list[GameDeal](), state.dealer, None
    for number in range(12):
        state = random_record(state, rng)
        result = Hand.replay(state).result
        assert result is not None
        deals.append(GameDeal(state, state.dealer, state.score, result.score))
        won = result.winner
        if won is not None:
            break
        state = deal_after(state, f"{variant}-{number}")
    verdict = played(*deals, first=first)
    assert (verdict.verdict, found(verdict), verdict.winner) == ("clean", [], won)
    assert verdict.score == deals[-1].recorded_score
    assert [deal.result for deal in verdict.deals] == [Hand.replay(deal.state).result for deal in deals]
    bare = played(*(GameDeal(replace(deal.state, dealer=0, score=(0,) * len(rules.sides))) for deal in deals),
                  first=first)  # fmt: skip
    assert (bare.score, bare.winner) == (verdict.score, won)


def test_the_deal_passes_to_the_left_whatever_became_of_the_hand() -> None:
    passed = state_of(march().rules, 0, up_card=parse_card("9H"), moves=(m.PASS,) * 8)
    hands = [GameDeal(march(dealer=3), 3), GameDeal(march(dealer=0)), GameDeal(passed, 1), GameDeal(march(dealer=2), 2)]
    verdict = played(*hands, first=3)
    assert [deal.state.dealer for deal in verdict.deals] == [3, 0, 1, 2]
    assert (found(verdict), verdict.score) == ([], (2, 4))


def test_a_wrong_dealer_is_found_once_and_stands() -> None:
    hands = [GameDeal(march(dealer=3), 3), GameDeal(march(dealer=1), 1), GameDeal(march(dealer=2), 2)]
    verdict = played(*hands)
    assert found(verdict) == [(2, "dealer", 0, 1)]
    assert (verdict.verdict, verdict.score) == ("violations", (4, 2))
    assert verdict.violations[0].ruling.seat == 1
    assert verdict.violations[0].ruling.facts == {"dealer": 0}
    assert found(played(*hands[:1], first=2)) == [(1, "dealer", 2, 3)]
    assert played(GameDeal(march(dealer=0))).deals[0].state.dealer == 0


def test_wrong_scores_before_and_after_are_found_and_do_not_carry_on() -> None:
    hands = [
        GameDeal(march(dealer=3), 3, (5, 5), (8, 5)),
        GameDeal(march(dealer=0), 0, (8, 5), (8, 8)),
        GameDeal(march(dealer=1), 1, (7, 7), (9, 7)),
    ]
    verdict = played(*hands)
    assert found(verdict) == [
        (1, "score-recorded", [7, 5], [8, 5]),
        (2, "score-before", [7, 5], [8, 5]),
        (2, "score-recorded", [7, 7], [8, 8]),
    ]
    assert [deal.state.score for deal in verdict.deals] == [(5, 5), (7, 5), (7, 7)]
    assert (verdict.score, verdict.winner) == ((9, 7), None)


def test_hands_after_the_end_do_not_count() -> None:
    hands = [GameDeal(march(dealer=3), 3, (8, 0), (10, 0)), GameDeal(march(dealer=2), 2, (0, 0), (2, 0)),
             GameDeal(march(dealer=0), 0)]  # fmt: skip
    verdict = played(*hands)
    assert found(verdict) == [(2, "after-the-end", 0, None), (3, "after-the-end", 0, None)]
    assert (verdict.verdict, verdict.score, verdict.winner, len(verdict.deals)) == ("violations", (10, 0), 0, 3)


def test_a_hand_that_was_not_finished_leaves_the_score_open() -> None:
    cut = replace(march(), moves=march().moves[:9])
    verdict = played(GameDeal(cut, 3, (4, 4)))
    assert (verdict.verdict, verdict.score, verdict.winner) == ("clean", None, None)
    verdict = played(GameDeal(cut, 3, (4, 4)), GameDeal(march(dealer=0), 0, (6, 6)))
    assert (found(verdict), verdict.score) == ([], (6, 8))
    verdict = played(GameDeal(cut, 3, (4, 4), (5, 4)), GameDeal(march(dealer=0), 0, (6, 6)))
    assert (found(verdict), verdict.score) == ([(2, "score-before", [5, 4], [6, 6])], (5, 6))


def test_a_renege_in_a_hand_counts_in_the_game() -> None:
    state = march()
    moves = list(state.moves)
    moves[5], moves[9] = moves[9], moves[5]  # seat 3 throws TD on hearts with 9H in hand
    wrong = GameDeal(replace(state, moves=tuple(moves)), 3, (0, 0), (2, 0))
    verdict = played(wrong, GameDeal(march(dealer=0), 0, (2, 0), (2, 2)))
    assert (verdict.verdict, found(verdict), verdict.score) == ("violations", [], (2, 2))
    assert [deal.verdict for deal in verdict.deals] == ["violations", "clean"]
    opened = replace(state, hands=(None,) * 4, moves=made("order decline JH 9S 9C TD"))
    assert played(GameDeal(opened, 3)).verdict == "open"


@pytest.mark.parametrize(
    ("options", "before", "games", "next_score"),
    [
        ({}, (9, 0), 1, (0, 0)),
        ({"laps": True}, (9, 0), 1, (1, 0)),
        ({"slam": True}, (9, 0), 2, (0, 0)),
        ({"slam": True}, (9, 1), 1, (0, 0)),
        ({"slam": True, "laps": True}, (9, -2), 2, (1, 0)),
        ({"laps": True}, (7, 0), 0, (9, 0)),
    ],
)
def test_laps_and_slams(options: dict[str, Any], before: tuple[int, int], games: int, next_score: Any) -> None:
    state = march({**options, "joker_turned_up": "hearts"}, variant="railroad-euchre")
    result = played(GameDeal(state, 3, before)).deals[0].result
    assert result is not None
    assert (result.games, result.next_score) == (games, next_score)
    assert result.score == (before[0] + 2, before[1])


@pytest.mark.parametrize(
    ("both_reach", "before", "winner"),
    [
        ("another-hand", (29, 31), None),
        ("another-hand", (32, 31), None),
        ("another-hand", (33, 32), 0),
        ("another-hand", (32, 33), 1),
        ("another-hand", (32, 32), None),
        ("bidder-first", (29, 31), 1),
        ("bidder-first", (40, 31), 1),
        ("higher-total", (29, 31), 1),
        ("higher-total", (33, 31), 0),
        ("higher-total", (30, 30), None),
        ("higher-total", (20, 31), 1),
        ("higher-total", (20, 20), None),
    ],
)
def test_both_sides_there_at_once(both_reach: str, before: tuple[int, int], winner: int | None) -> None:
    """Side 1 bids three and takes three tricks, as side 0 does: 3 points for it, and 3 for the others."""
    rules = rules_for(find("bid-euchre"), {"both_reach": both_reach})
    hands = ("AS KS 9S 9H 9D 9C", "AH KH TH TS TD TC", "AD KD JS JD QS QH", "AC KC QC JC JH QD")
    state = state_of(rules, 0, hands=tuple(tuple(map(parse_card, hand.split())) for hand in hands))
    for seed in range(300):
        rng = Random(seed)
        hand = Hand(state)
        hand.extend(made("bid-3 pass pass pass call-C"))
        while hand.phase != "over":
            hand.push(rng.choice(list(hand.moves)))
        if hand.result and hand.result.tricks == (3, 3):
            break
    after = (before[0] + 3, before[1] + 3)
    verdict = played(GameDeal(hand.now(), 0, before, after))
    assert (found(verdict), verdict.score, verdict.winner) == ([], after, winner)


def test_deals_that_cannot_be_are_told_with_their_place() -> None:
    good = GameDeal(march(dealer=3), 3)
    for wrong, pointer in (
        (GameDeal(replace(march(dealer=0), up_card=None)), "/deals/1/up_card"),
        (GameDeal(march(dealer=0), 7), "/deals/1/dealer"),
        (GameDeal(replace(march(dealer=0), hands=(None, (1, 2), None, None))), "/deals/1/hands/1"),
    ):
        with pytest.raises(ImpossibleState) as error:
            judge_game([good, wrong])
        assert pointer in {defect.pointer for defect in error.value.defects}
        assert all(defect.pointer.startswith("/deals/1/") for defect in error.value.defects)


def test_no_deals_are_no_game() -> None:
    verdict = judge_game([])
    assert (verdict.verdict, verdict.deals, verdict.score, verdict.winner) == ("clean", (), None, None)
    assert deal(march().rules, "x").dealer in range(4)


def test_a_game_is_judged_up_to_so_many_moves_and_unseen_gifts() -> None:
    """As many moves as the limit are judged; one move more is refused, whoever makes it, and so are too many gifts."""
    state = march()
    most = [GameDeal(replace(state, moves=(m.PASS,) * 240))] * (MOST_MOVES // 240)
    assert judge_game(most, 3).violations == judge_game(most, 3).violations
    with pytest.raises(ImpossibleState) as refused:
        judge_game([*most, GameDeal(replace(state, moves=(m.PASS,)))])
    assert [(one.pointer, one.code, one.value) for one in refused.value.defects] == [
        ("/deals", "too-many", MOST_MOVES + 1)
    ]
    with pytest.raises(ImpossibleState, match="gifts of a card that is not named"):
        judge_game([GameDeal(replace(state, moves=(m.PREFIX + m.GIVE + UNKNOWN,) * (MOST_UNSEEN_GIFTS + 1)))])
