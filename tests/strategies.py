"""Random rule books, deals, records and hidden cards: as Hypothesis strategies, and from any `random.Random`.

The functions `random_…` and `hide` draw from a generator that the caller seeds; the strategies hand them Hypothesis'
own generator, which shrinks.  `state_body` is a State as a client would send it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from euchred.law import moves as m
from euchred.law.cards import CODES, UNKNOWN, cards_in
from euchred.law.hand import Hand
from euchred.law.rules import Rules, rules_for
from euchred.law.state import Cards, State, state_of
from euchred.law.variant import Option, OptionsError, RuleBook, Value, books

BOOK_IDS = tuple(book.id for book in books())


def random_value(option: Option, rng: Random) -> Value:
    """A value that an option allows; one in four integers is none of the examples."""
    if option.minimum is None or option.maximum is None or rng.randrange(4):
        return rng.choice(option.values)
    return rng.randint(option.minimum, min(option.maximum, option.minimum + 20))


def random_rules(rng: Random, book: RuleBook | None = None) -> Rules:
    """A rule book under random options; the rare combination that a book refuses is drawn again."""
    while True:
        chosen = book or rng.choice(books())
        options = {name: random_value(option, rng) for name, option in chosen.options.items() if rng.random() < 0.4}
        try:
            return rules_for(chosen, options)
        except OptionsError:
            continue


def random_deal(rules: Rules, rng: Random) -> State:
    """A deal of which every card is known; the totals lie on both sides of the target."""
    dealer = rng.randrange(rules.n)
    rest = list(cards_in(rules.pack))
    rng.shuffle(rest)
    sizes = {seat: rules.hand_dealt(seat, dealer) for seat in range(rules.n)}
    hands = tuple(tuple(rest.pop() for _ in range(size)) for size in sizes.values())
    fields: dict[str, Any] = {"up_card": rest.pop()} if rules.book.up_card else {}
    for name, size in (("widow", rules.book.widow), ("dummy", rules.book.dummy_size if rules.has_dummy else 0)):
        if size:
            fields[name] = tuple(rest.pop() for _ in range(size))
    target = int(rules.settings["target"])
    score = tuple(rng.choice((0, target - 1, target, rng.randint(-target, target + 2))) for _ in rules.sides)
    return state_of(rules, dealer, hands=hands, kitty=tuple(rest) or None, score=score, **fields).check()


def every_move(hand: Hand) -> list[int]:
    """What contract §5 calls legal: the moves, the interjections, and the moves of the next phase."""
    elided = hand.elided()
    return [*hand.moves, *hand.interjections, *(elided.moves if elided else ())]


def random_move(hand: Hand, rng: Random) -> int:
    """A legal move: mostly one of the seat to act, at times an interjection or one that leaves the alone phase out."""
    elided = hand.elided()
    pools = [list(hand.moves)] * 4 + [hand.interjections, list(elided.moves) if elided else []]
    move = rng.choice(rng.choice([pool for pool in pools if pool]))
    if (
        m.card_named(move % m.PREFIX) is not None
        and move // m.PREFIX == 0
        and m.kind(move) != "card"
        and not rng.randrange(4)
    ):
        return (m.GIVE if m.kind(move) == "give" else m.DISCARD) + UNKNOWN
    return move


def random_record(state: State, rng: Random, most: int | None = None, *, unseen: bool = False) -> State:
    """The state with up to `most` random legal moves (to the end when None); exchanges `??` only when `unseen`."""
    hand, made = Hand(state), list[int]()
    while hand.phase != "over" and (most is None or len(made) < most):
        move = random_move(hand, rng)
        if m.card_named(move % m.PREFIX) == UNKNOWN and not unseen:
            continue
        hand.push(move)
        made.append(move)
    return replace(state, moves=tuple(made))


def hide(state: State, rng: Random) -> State:
    """The same deal with some hands and piles null, and single cards `??`."""

    def veil(cards: Cards | None) -> Cards | None:
        return None if cards is None or rng.randrange(2) else tuple(rng.choice((c, c, c, UNKNOWN)) for c in cards)

    fields = {name: veil(getattr(state, name)) for name in ("widow", "dummy", "kitty")}
    return replace(state, hands=tuple(veil(hand) for hand in state.hands), moves=(), **fields)  # type: ignore[arg-type]


# -- the strategies ---------------------------------------------------------------------


def randoms() -> st.SearchStrategy[Random]:
    """A generator whose draws Hypothesis chooses and shrinks."""
    return st.randoms(use_true_random=False)


def rules(variants: Sequence[str] = BOOK_IDS) -> st.SearchStrategy[Rules]:
    """Any book under random options."""
    chosen = [book for book in books() if book.id in variants]
    return st.builds(lambda book, rng: random_rules(rng, book), st.sampled_from(chosen), randoms())


def deals(variants: Sequence[str] = BOOK_IDS) -> st.SearchStrategy[State]:
    """A whole deal, no move made."""
    return st.builds(random_deal, rules(variants), randoms())


def legal_states(variants: Sequence[str] = BOOK_IDS, *, finished: bool = False) -> st.SearchStrategy[State]:
    """A whole deal and random legal moves, interjections and elisions among them; to the end when `finished`."""
    most = st.none() if finished else st.integers(0, 40)
    return st.builds(random_record, deals(variants), randoms(), most)


def hidden_states(variants: Sequence[str] = BOOK_IDS, *, finished: bool = False) -> st.SearchStrategy[State]:
    """A legal state with hands and piles hidden or partly hidden, and exchanges `??`."""
    most = st.none() if finished else st.integers(0, 40)
    veiled = st.builds(hide, deals(variants), randoms())
    return st.builds(lambda state, rng, count: random_record(state, rng, count, unseen=True), veiled, randoms(), most)


def bodies(states: st.SearchStrategy[State]) -> st.SearchStrategy[dict[str, Any]]:
    """The same states as JSON-ready StateInputs."""
    return states.map(state_body)


def state_body(state: State) -> dict[str, Any]:
    """A State as a client sends it (contract §4): JSON-ready, every field given, what is not known null or `??`."""

    def codes(cards: Cards | None) -> list[str] | None:
        return None if cards is None else [CODES[index] for index in cards]

    up_card = None if state.up_card is None else CODES[state.up_card]
    return {
        "variant": state.rules.book.id, "options": dict(state.rules.options), "dealer": state.dealer,
        "hands": [codes(hand) for hand in state.hands], "up_card": up_card, "widow": codes(state.widow),
        "dummy": codes(state.dummy), "kitty": codes(state.kitty), "moves": [m.token(move) for move in state.moves],
        "score": list(state.score), "players": list(state.players) if state.players else None,
    }  # fmt: skip
