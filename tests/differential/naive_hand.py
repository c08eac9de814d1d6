"""The naive implementation's course of a hand and its scores: rulebook.md §2.1, §2.3, §2.4, §3, §4.1."""

from __future__ import annotations

from .naive import Deal, Story, Table, ladder, play
from .naive_auctions import bidding, cutthroat, turn_up


def hand(deal: Deal) -> Story:
    """A whole hand; outcome, tricks and points per side."""
    table = Table(deal)
    over = yield from turn_up_game(table) if deal.up_card else bid_game(table)
    nothing = [0] * len(table.sides)
    if over:
        return over, nothing, nothing
    yield from play(table)
    tricks = [sum(table.tricks[seat] for seat in seats) for seats in table.sides]
    outcome, points = turn_up_score(table, tricks) if deal.up_card else bid_score(table, tricks)
    return outcome, tricks, points


def turn_up_game(table: Table) -> Story:
    """All of a turn-up hand before the play."""
    over = yield from turn_up(table)
    if over:
        return over
    dealer, joker_named = table.dealer, table.deal.up_card == "JK" and table.call.startswith("call")
    if not table.turned_down and dealer not in table.sitting:
        table.hands[dealer].append(table.deal.up_card or "")
        kept = table.option("pick_up") == "keep-up-card" or joker_named
        kept = kept or table.option("pick_up") == "decline-when-ordered" and table.caller == dealer
        yield from table.part(dealer, "discard", lambda card: not (kept and card == table.deal.up_card))
        table.dealer_took = True
    yield from alone(table)
    if table.n == 3 and table.option("dummy") and table.caller not in table.loners:
        table.hands[table.caller] += table.deal.dummy
        for _ in range(5):
            yield from table.part(table.caller, "discard")
    if table.option("partners_best"):
        for loner in sorted(table.loners, key=lambda seat: seat not in table.camp(table.caller)):
            yield from best(table, loner)
    return None


def best(table: Table, loner: int) -> Story:
    """A loner discards, his partner gives."""
    yield from table.part(loner, "discard")
    partner = (loner + 2) % 4
    if partner == table.dealer and not table.turned_down and not table.dealer_took:
        table.hands[partner].append(table.deal.up_card or "")
    table.hands[loner].append((yield from table.part(partner, "give")))


def alone(table: Table) -> Story:
    """Who plays alone: caller, his partner, then the defenders from the caller's left."""
    option, caller = table.option, table.caller
    around = [(caller + step) % table.n for step in range(table.n)]
    makers = table.camp(caller)
    loud = option("alone_timing") == "with-call"
    asked = [seat for seat in around if seat in makers and (seat == caller or option("alone") == "any-maker")]
    for seat in [] if loud or option("alone") == "off" or cutthroat(table) else asked:
        if not table.loners and (yield seat, {"alone", "pass"}) == "alone":
            table.go_alone(seat)
    may = option("defend_alone") == "always" or option("defend_alone") == "against-loner" and table.loners
    for seat in around if may and option("alone") != "off" else []:
        if seat not in makers and seat not in table.sitting and (yield seat, {"alone", "pass"}) == "alone":
            table.go_alone(seat)


def bid_game(table: Table) -> Story:
    """All of a bid hand before the play."""
    option, dealer = table.option, table.dealer
    seven = table.deal.book == "bid-euchre" and option("joker")
    if seven and option("dealer_discard") == "before-bidding":
        yield from table.part(dealer, "discard")
    over = yield from bidding(table)
    if over:
        return over
    caller, partner = table.caller, (table.caller + 2) % 4
    table.hands[caller] += table.deal.widow
    trumps = ["S", "H", "D", "C"] + {"off": [], "high": ["NT"], "high-and-low": ["NT", "LOW"]}[option("no_trump")]
    table.trump = (yield caller, {f"call-{trump}" for trump in trumps})[5:]
    if seven and option("dealer_discard") == "after-trump":
        yield from table.part(dealer, "discard")
    if table.deal.widow:
        yield from table.part(caller, "discard")
        yield from alone(table)
    if table.call == "ask":
        gift = yield from table.part(caller, "give")
        trumps = [card for card in ladder(table.trump, table.trump) if card in table.hands[partner]]
        bound = option("partner_gives") == "best-trump" and len(table.trump) == 1 and trumps
        back = yield from table.part(partner, "give", lambda card: not bound or card == trumps[-1])
        table.hands[partner].append(gift)
        table.hands[caller].append(back)
    return None


# -- scores -----------------------------------------------------------------------------


def turn_up_score(table: Table, tricks: list[int]) -> tuple[str, list[int]]:
    """The tables of §2.3 and §2.4."""
    option, makers = table.option, table.side(table.caller)
    took, lone = tricks[makers], any(seat in table.camp(table.caller) for seat in table.loners)
    lone_defender = any(seat not in table.camp(table.caller) for seat in table.loners)
    if took == 5:
        march = 3 if table.n == 3 else 2
        outcome, value = ("lone-march", option("lone_march")) if lone else ("march", march)
    elif took >= 3:
        outcome, value = "lone-made" if lone else "made", 1
    elif lone_defender:
        outcome, value = "defended-alone", option("lone_defender_march" if took == 0 else "lone_defender_euchre")
    elif lone:
        outcome, value = "lone-euchred", option("lone_euchred") if table.n == 4 else 2
    else:
        outcome, value = "euchred", option("super_euchre") if table.n == 4 and took == 0 else 2
    return outcome, [value if (side == makers) == (took >= 3) else 0 for side in range(len(table.sides))]


def bid_score(table: Table, tricks: list[int]) -> tuple[str, list[int]]:
    """§3.5 and §4.1.6."""
    option, makers, call = table.option, table.side(table.caller), table.call
    total = 12 if table.deal.book == "double-deck-bid-euchre" else 6
    bid = int(call[4:]) if call.startswith("bid") else total
    lone = {"ask": 2 * total, "moon": 4 * total, "little-pepper": 6, "big-pepper": 12}
    double = 2 if call == "big-pepper" else 1
    points = [took if option("opponents_score") == "tricks" else 0 for took in tricks]
    if tricks[makers] >= bid:
        points[makers] = lone.get(call, tricks[makers])
        return "made", points
    lost = {
        "bid": bid * double,
        "short": (bid - tricks[makers]) * double,
        "six": 6 * double,
        "value": lone.get(call, bid),
    }
    points[makers] = -lost[option("set_loses")]
    return "set", points


def game(deal: Deal, before: list[int], after: list[int], bidders: int | None) -> tuple[int | None, list[int], int]:
    """Who has won the game, what the next hand starts with, and how many games it was (§1, §2.4, §4.1.6)."""
    option = deal.options.get
    target = option("target", 10)
    there = [side for side, total in enumerate(after) if total >= target]
    best = [side for side in there if after[side] == max(after)]
    rule = option("both_reach", "higher-total")
    if bidders is None or not there:
        winner = None
    elif len(there) == 1:
        winner = there[0]
    elif rule == "bidder-first":
        winner = bidders
    else:
        decided = rule == "higher-total" or min(before) >= target
        winner = best[0] if decided and len(best) == 1 else None
    if winner is None:
        return None, after, 0
    carried = after[winner] - target if option("laps") else 0
    rest = [total for side, total in enumerate(after) if side != winner]
    following = [carried if side == winner else 0 for side in range(len(after))]
    return winner, following, 2 if option("slam") and max(rest) <= 0 else 1
