"""Answers: what a replayed hand says, as JSON-ready objects (contract §7, §8).

`explain` is None, "none" (no rulings, no options: for bots and bulk) or "moves" (a position carries rulings).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from ..law import moves as m
from ..law import point
from ..law import position as pos
from ..law.cards import CODES, SUITS
from ..law.hand import Hand
from ..law.order import LED_CODES, TRUMPS
from ..law.rules import Rules
from ..law.ruling import Ruling, codes
from ..law.score import Result
from ..law.state import Cards, State
from ..law.table import Entry
from ..law.turn import STEPS
from ..law.view import view as view_of

Json = dict[str, Any]


# -- objects that answers share -----------------------------------------------------


def variant(rules: Rules, explain: str | None = None) -> Json:
    """The rule book that was applied, with all options and their effective values."""
    book = rules.book
    found: Json = {
        "id": book.id, "revision": book.revision, "name": book.name, "house": book.house, "digest": book.digest,
    }  # fmt: skip
    if explain != "none":
        found["options"] = dict(rules.options)
    return found


def ruling(given: Ruling, state: State) -> Json:
    """A ruling as it goes over the wire."""
    return {
        "rule": given.rule,
        "legal": given.legal,
        "verdict": given.verdict,
        "reason": given.reason(state),
        "facts": dict(given.facts),
        "options": given.deciding(state),
        "href": f"/v1/rules/{given.rule}",
    }


@lru_cache(maxsize=4096)
def _about(move: int, tricks: int | None, by_dealer: bool, by_dealers_partner: bool) -> Json:
    """What answers tell of a move itself, to be copied; `tricks` is what a bid of this game asks for."""
    card, trump = m.card_named(move), m.trump_named(move)
    return {
        "move": m.TOKENS[move],
        "kind": m.kind(move),
        "card": None if card is None else CODES[card],
        "suit": None if trump is None else TRUMPS[trump],
        "tricks": tricks,
        "alone": m.says_alone(move),
        "label": m.label(move, by_dealer=by_dealer, by_dealers_partner=by_dealers_partner),
    }


def move_ruling(given: Ruling, state: State, index: int | None = None) -> Json:
    """A ruling on a move; with `index`, for problems, also where it stands and the moves that prove it."""
    move = given.move
    assert move is not None
    rules, dealer = state.rules, state.dealer
    level = rules.level.get(move)
    tricks = level.tricks if level else m.bid_number(move)
    about = _about(move, tricks, given.seat == dealer, given.seat == rules.partner(dealer))
    found = {**ruling(given, state), "seat": given.seat, **about}
    return found if index is None else found | {"index": index, "evidence": list(given.evidence)}


def state(given: State) -> Json:
    """A state in canonical codes, every field there; `variant` and `options` as they were sent."""
    return {
        "variant": given.sent.get("variant", given.rules.book.id),
        "options": given.sent.get("options") or {},
        "dealer": given.dealer,
        "hands": [_cards(hand) for hand in given.hands],
        "up_card": None if given.up_card is None else CODES[given.up_card],
        "widow": _cards(given.widow),
        "dummy": _cards(given.dummy),
        "kitty": _cards(given.kitty),
        "moves": tokens(given.moves),
        "score": list(given.score),
        "players": None if given.players is None else list(given.players),
    }


def _cards(cards: Cards | None) -> list[str] | None:
    """Cards as codes, null where they are not known."""
    return None if cards is None else codes(cards)


def tokens(moves: Iterable[int]) -> list[str]:
    """Moves as canonical tokens, in their order."""
    return [m.token(move) for move in moves]


def entry(made: Entry, trick: int | None) -> Json:
    """A move of the full record."""
    return {"seat": made.seat, "move": m.TOKENS[made.move], "index": made.index, "phase": made.phase, "trick": trick}


def history(hand: Hand) -> list[Json]:
    """Every move in the full form and the order of asking."""
    return [entry(made, trick) for made, trick in hand.history()]


def trick(given: pos.Trick, given_state: State, explain: str | None = None) -> Json:
    """A trick that was played, with the ruling on who won it."""
    found: Json = {
        "number": given.number,
        "leader": given.leader,
        "led": given.led,
        "plays": [{"seat": seat, "card": CODES[card]} for seat, card in given.plays],
        "winner": given.winner,
    }
    if explain != "none" and given.ruling is not None:
        found["ruling"] = ruling(given.ruling, given_state)
    return found


def trick_in_progress(hand: Hand, played: Sequence[pos.Trick]) -> Json | None:
    """The trick on the table and who is winning it; null between tricks."""
    if not played or played[-1].winner is not None:
        return None
    shown = trick(played[-1], hand.state, "none")
    return {"leader": shown["leader"], "led": shown["led"], "plays": shown["plays"], "winning": hand.table.winning}


def result(given: Result | None, given_state: State) -> Json | None:
    """What a hand was worth."""
    if given is None:
        return None
    return {
        "outcome": given.outcome,
        "tricks": list(given.tricks),
        "points": list(given.points),
        "penalties": list(given.penalties),
        "score": list(given.score),
        "winner": given.winner,
        "game_over": given.game_over,
        "next_dealer": given.next_dealer,
        "next_score": list(given.next_score),
        "games": given.games,
        "ruling": ruling(given.ruling, given_state),
    }


def what_may_follow(hand: Hand) -> Json:
    """The part of an answer that says who may do what now."""
    elided = hand.elided()
    return {
        "phase": hand.phase,
        "seat": hand.seat,
        "certain": hand.certain,
        "moves": by_code_point(tuple(hand.moves)),
        "interjections": by_code_point(tuple(hand.interjections)),
        "alone_open": hand.alone_open,
        "elided": None if elided is None else {"seat": elided.seat, "moves": by_code_point(tuple(elided.moves))},
    }


@lru_cache(maxsize=16384)
def by_code_point(moves: tuple[int, ...]) -> tuple[str, ...]:
    """Moves as canonical tokens, sorted by code point."""
    return tuple(sorted(tokens(moves)))


def rulings(hand: Hand) -> list[Json]:
    """A ruling on each move of this step, legal or not."""
    return [move_ruling(given, hand.state) for given in hand.rulings()]


# -- operations -----------------------------------------------------------------------


def legal_moves(hand: Hand, explain: str | None = None) -> Json:
    """The answer of legal-moves."""
    found = {"variant": variant(hand.state.rules, explain), **what_may_follow(hand)}
    if explain != "none":
        found["rulings"] = rulings(hand)
    return found


def tricks(hand: Hand, explain: str | None = None) -> Json:
    """The answer of tricks: who won each trick, and why."""
    played = pos.tricks(hand.table)
    return {
        "variant": variant(hand.state.rules, explain),
        "trump": None if hand.table.trump is None else TRUMPS[hand.table.trump],
        "tricks": [trick(one, hand.state, explain) for one in played if one.winner is not None],
        "trick": trick_in_progress(hand, played),
        "tricks_won": list(hand.table.won),
    }


def score(hand: Hand) -> Json:
    """The answer of score: what the hand was worth, once it is over."""
    return {
        "variant": variant(hand.state.rules),
        "over": hand.result is not None,
        "result": result(hand.result, hand.state),
    }


def position(hand: Hand, explain: str | None = None) -> Json:
    """The answer of position: everything that follows from the state."""
    table, given = hand.table, hand.state
    shown = tricks(hand, explain)
    found = (
        {"variant": shown["variant"]}
        | what_may_follow(hand)
        | {
            "history": history(hand),
            "trump": shown["trump"],
            "caller": table.caller,
            "makers": table.makers,
            "contract": None if table.contract is None else m.TOKENS[table.contract],
            "alone": list(table.loners),
            "sitting_out": list(table.out),
            "sides": [list(side) for side in given.rules.sides],
            "dealer": given.dealer,
            "up_card": None if given.up_card is None else CODES[given.up_card],
            "proposed": None if table.proposed is None else SUITS[table.proposed],
            "turned_down": None if table.turned_down is None else SUITS[table.turned_down],
            "hands": [codes(pos.hand_now(table, seat)) for seat in range(given.rules.n)],
            "trick": shown["trick"],
            "tricks": shown["tricks"],
            "tricks_won": shown["tricks_won"],
            "score": list(given.score),
            "result": result(hand.result, given),
        }
    )
    return found | {"rulings": rulings(hand)} if explain == "moves" else found


def validate(hand: Hand, move: int) -> Json:
    """The answer of validate: the ruling on one move, and what its seat may do in that phase."""
    given = hand.judge(move)
    after = hand.elided()
    if after is not None and m.kind(move % m.PREFIX) not in STEPS["alone"].kinds and given.seat == after.seat:
        legal = tokens(after.moves)
    elif given.seat == hand.seat:
        legal = tokens(hand.moves)
    else:
        legal = [m.token(other) for other in hand.interjections if other // m.PREFIX - 1 == given.seat]
    return {"variant": variant(hand.state.rules)} | move_ruling(given, hand.state) | {"moves": sorted(legal)}


def apply(hand: Hand, move: int, seats: Sequence[int] = (), explain: str | None = None) -> Json:
    """The answer of apply: the state with the move, its position, and what it brought about; the hand is changed."""
    given = hand.judge(move)
    before, done = history(hand), sum(hand.table.won)
    hand.push(move)
    completed = pos.tricks(hand.table)[done : sum(hand.table.won)]
    return {
        "state": state(hand.now()),
        "position": position(hand, explain),
        "ruling": move_ruling(given, hand.state),
        "made": [made for made in history(hand) if made not in before],
        "trick": trick(completed[0], hand.state, explain) if completed else None,
        "views": [view(hand, seat, explain) for seat in seats],
    }


def view(hand: Hand, seat: int | None, explain: str | None = None) -> Json:
    """The answer of view: the state and position as a seat may know them; only its own moves are listed."""
    seen = view_of(hand, seat)
    shown = position(Hand.replay(seen), explain)
    own = f"{seat}:"
    if shown["seat"] != seat:
        shown |= {"moves": []} | ({"rulings": []} if "rulings" in shown else {})
    shown["interjections"] = [move for move in shown["interjections"] if move.startswith(own)]
    if shown["elided"] is not None and shown["elided"]["seat"] != seat:
        shown["elided"] = None
    return {"variant": variant(seen.rules, explain), "seat": seat, "state": state(seen), "position": shown}


def deal(given: State, seed: str, explain: str | None = None) -> Json:
    """The answer of deal: a fresh hand."""
    hand = Hand.replay(given)
    return {
        "variant": variant(given.rules, explain),
        "seed": seed,
        "state": state(given),
        "position": position(hand, explain),
    }


# -- point questions --------------------------------------------------------------------


def _bare(rules: Rules, dealer: int = 0) -> State:
    """A state without cards, for sentences of point questions."""
    return State(rules, dealer, (None,) * rules.n)


def ruling_trick(rules: Rules, trump: int, cards: Sequence[int], seats: Sequence[int | None]) -> Json:
    """The answer of rulings/trick: who wins these cards; `seats` are None where they were not given."""
    given = point.who_wins(rules, trump, cards, seats)
    ranking = [{"place": place, "seat": seats[place], "card": CODES[cards[place]]} for place in given.ranking]
    return {
        "variant": variant(rules),
        "trump": TRUMPS[trump],
        "led": LED_CODES[given.led],
        "winner": ranking[0],
        "ranking": ranking,
        "ruling": ruling(given.ruling, _bare(rules)),
    }


def ruling_play(rules: Rules, trump: int, cards: Sequence[int], hand: Sequence[int]) -> Json:
    """The answer of rulings/play: what this hand may play to these cards, with a ruling for every card of it."""
    led, legal, given = point.what_follows(rules, trump, cards, hand)
    return {
        "variant": variant(rules),
        "trump": TRUMPS[trump],
        "led": LED_CODES[led] if led >= 0 else None,
        "moves": sorted(codes(legal)),
        "rulings": [move_ruling(one, _bare(rules)) for one in given],
    }


def ruling_score(
    rules: Rules,
    call: int,
    caller: int,
    alone: Sequence[int],
    tricks_taken: Sequence[int],
    score_before: Sequence[int] | None = None,
    dealer: int | None = None,
) -> Json:
    """The answer of rulings/score: what a hand is worth; `next_dealer` is null where the dealer was not given."""
    before = (0,) * len(rules.sides) if score_before is None else score_before
    found = result(
        point.worth(rules, call, caller, alone, tricks_taken, before, dealer or 0), _bare(rules, dealer or 0)
    )
    assert found is not None
    if dealer is None:
        found["next_dealer"] = None
    return {"variant": variant(rules), "result": found}
