"""Which games a rule can come up in, from what their rule books have or can have by an option."""

from __future__ import annotations

from ...law.ruling import Rule
from ...law.variant import NEUTRAL, RuleBook, Value

# A rule that needs a kind of auction, or one of some values of a setting; rules not named here come up everywhere.
AUCTIONS = {
    "auction.order": "turn-up",
    "auction.name-trump": "turn-up",
    "auction.turned-down-suit": "turn-up",
    "exchange.dealer-discard": "turn-up",
    "exchange.keep-up-card": "turn-up",
    "auction.bid": "bids",
    "auction.bid-not-offered": "bids",
    "auction.must-overbid": "bids",
    "exchange.name-trump": "bids",
    "score.bid-made": "bids",
    "score.bid-set": "bids",
}
SETTINGS: dict[str, tuple[str, tuple[Value, ...]]] = {
    "auction.canadian-loner": ("canadian_loner", (True,)),
    "auction.stuck": ("stick_the_dealer", (True,)),
    "auction.ace-no-face": ("ace_no_face", (True,)),
    "auction.farmers-hand": ("farmers_hand", ("redeal", "swap-three")),
    "auction.no-trump": ("no_trump", ("round-two", "high", "high-and-low")),
    "exchange.seven-cards": ("dealer_discard", ("before-bidding", "after-trump")),
    "exchange.farmers-swap": ("farmers_hand", ("swap-three",)),
    "auction.nothing-to-double": ("lone_calls", ("moons",)),
    "exchange.ask-gift": ("lone_calls", ("ask-and-moon",)),
    "exchange.best-trump": ("lone_calls", ("ask-and-moon",)),
    "exchange.free-gift": ("lone_calls", ("ask-and-moon",)),
    "exchange.partners-best": ("partners_best", (True,)),
    "score.abandoned": ("renege_hand", ("abandoned",)),
}
LONERS = ("alone.declare", "alone.pass", "alone.too-late", "play.sits-out")


def uses(book: RuleBook, rule: Rule) -> bool:
    """Whether a rule can come up in a game of this book, under some choice of its options."""
    area, _, name = rule.id.partition(".")
    if rule.id in AUCTIONS:
        return (book.auction == "turn-up") == (AUCTIONS[rule.id] == "turn-up")
    if rule.id in ("exchange.joker-suit", "trick.joker-in-no-trump") and not may(book, "joker", True):
        return False
    if rule.id == "exchange.joker-suit":
        return book.up_card
    if rule.id == "trick.joker-in-no-trump":
        return may(book, "no_trump", "round-two", "high", "high-and-low")
    if rule.id == "exchange.widow":
        return book.widow > 0
    if rule.id == "exchange.dummy":
        return book.dummy_size > 0
    if rule.id == "trick.identical-cards":
        return book.copies > 1
    if rule.id in LONERS:
        return may(book, "alone", "any-maker", "caller") or may(book, "lone_calls", "ask-and-moon", "moons")
    if rule.id == "score.void":
        return may(book, "ace_no_face", True) or may(book, "farmers_hand", "redeal")
    if area == "score" and name not in ("passed-out", "abandoned"):
        return any(row.outcome == name for row in book.score)
    setting = SETTINGS.get(rule.id)
    return setting is None or may(book, setting[0], *setting[1])


def may(book: RuleBook, name: str, *values: Value) -> bool:
    """Whether a setting of a book has, or by an option can have, one of these values."""
    option = book.options.get(name)
    held = option.values if option else (book.fixed.get(name, NEUTRAL[name]),)
    return any(value in values for value in held)
