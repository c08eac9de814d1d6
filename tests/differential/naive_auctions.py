"""The naive implementation's auctions: rulebook.md §2.1 for the turn-up games, §3.1 and §4.1.1 for the bid games."""

from __future__ import annotations

from .naive import Story, Table

FACES = ("J", "Q", "K")


def ace_no_face(table: Table, seat: int) -> set[str]:
    """The claim of a seat that was dealt an ace and no face card."""
    ranks = [card[0] for card in table.deal.hands[seat] if card != "JK"]
    ok = table.option("ace_no_face") and "A" in ranks and not set(ranks) & set(FACES)
    return {"claim-ace-no-face"} if ok else set()


def farmer(table: Table, seat: int, done: bool) -> set[str]:
    """The claim of a seat with nines and tens."""
    low = sum(card[0] in "9T" for card in table.deal.hands[seat])
    need = {"off": 99, "redeal": 5, "swap-three": 3 if len(table.deal.kitty) >= 3 and not done else 99}
    return {"claim-farmers-hand"} if low >= need[table.option("farmers_hand")] else set()


def swap(table: Table, seat: int) -> Story:
    """Three nines and tens go, the top three of the kitty come."""
    for _ in range(3):
        yield from table.part(seat, "discard", lambda card: card[0] in "9T")
    table.hands[seat] += table.deal.kitty[:3]


def turn_up(table: Table) -> Story:
    """Rounds one and two: None when a bid won, else why the hand is over."""
    option, dealer = table.option, table.dealer
    loud = option("alone_timing") == "with-call" and option("alone") != "off" and not cutthroat(table)
    proposed = (table.deal.up_card or "")[1]
    if table.deal.up_card == "JK":
        proposed = {"hearts": "H", "spades": "S"}.get(option("joker_turned_up"), "")
    if not proposed:
        names = option("joker_turned_up") == "dealer-names"
        calls = {f"call-{suit}{word}" for suit in "SHDC" for word in (("", "-alone") if loud and names else ("",))}
        said = yield dealer, calls
        proposed = said.split("-")[1]
        if names:
            return won(table, dealer, said, proposed)
    farmed = False
    for seat in table.around:
        only_alone = option("canadian_loner") and table.n == 4 and seat == (dealer + 2) % 4
        calls = {"order-alone"} if only_alone else {"order", "order-alone"} if loud else {"order"}
        said = yield seat, {"pass"} | calls | ace_no_face(table, seat) | farmer(table, seat, farmed)
        if said == "claim-farmers-hand" and option("farmers_hand") == "swap-three":
            farmed = True
            yield from swap(table, seat)
            said = yield seat, {"pass"} | calls | ace_no_face(table, seat)
        if said.startswith("claim"):
            return "void"
        if said != "pass":
            return won(table, seat, said, proposed)
    table.turned_down = True
    return (yield from round_two(table, proposed, loud))


def cutthroat(table: Table) -> bool:
    """Three-handed without the dummy: no maker goes alone."""
    return table.n == 3 and not table.option("dummy")


def round_two(table: Table, turned_down: str, loud: bool) -> Story:
    """The suit turned down is out, unless it is allowed."""
    for seat in table.around:
        trumps = [suit for suit in "SHDC" if suit != turned_down or table.option("turned_down_suit") == "allowed"]
        trumps += ["NT"] if table.option("no_trump") == "round-two" else []
        calls = {f"call-{trump}{word}" for trump in trumps for word in (("", "-alone") if loud else ("",))}
        stuck = table.option("stick_the_dealer") and seat == table.dealer
        said = yield seat, calls if stuck else calls | {"pass"}
        if said != "pass":
            return won(table, seat, said, said.split("-")[1])
    return "passed-out"


def won(table: Table, seat: int, call: str, trump: str) -> None:
    """A seat is the maker."""
    table.caller, table.call, table.trump = seat, call, trump
    if call.endswith("alone") or call in ("ask", "moon"):
        table.go_alone(seat)


def bids(table: Table) -> list[list[str]]:
    """The bids of a book from the lowest; those of one row are equal."""
    option, book = table.option, table.deal.book
    if book == "hasenpfeffer":
        numbers = [[f"bid-{number}"] for number in range(1, 6)]
        return (
            [*numbers, ["bid-6"]] if option("bidding") == "numbers" else [*numbers, ["little-pepper"], ["big-pepper"]]
        )
    double = book == "double-deck-bid-euchre"
    highest = 12 if double else 6 if option("plain_six") else 5
    rows = [[f"bid-{number}"] for number in range(option("minimum_bid"), highest + 1)]
    if double and option("lone_calls") == "none":
        return rows
    return [*rows, ["ask"], ["moon"]] if option("moon_beats_ask") else [*rows, ["ask", "moon"]]


def bidding(table: Table) -> Story:
    """A bid auction: None when a bid won, else why the hand is over."""
    option, n, rows = table.option, table.n, bids(table)
    once = table.deal.book != "hasenpfeffer" and option("bid_rounds") == "one"
    final = table.deal.book == "hasenpfeffer" and not option("reentry")
    calls: list[tuple[int, str]] = []
    standing, bidder, seat = -1, -1, table.around[0]
    while True:
        better = {call for row in rows[standing + 1 :] for call in row}
        stuck = (
            option("stick_the_dealer") and seat == table.dealer and [call for _, call in calls] == ["pass"] * (n - 1)
        )
        claim = ace_no_face(table, seat) if seat not in [caller for caller, _ in calls] else set()
        said = yield seat, (set() if stuck else {"pass"}) | better | claim
        if said.startswith("claim"):
            return "void"
        calls.append((seat, said))
        if said != "pass":
            standing, bidder = next(place for place, row in enumerate(rows) if said in row), seat
        out = {caller for caller, call in calls if call == "pass"} if final else set()
        if bidder < 0 and len(calls) == n:
            return nobody_bid(table)
        ended = standing == len(rows) - 1 or once and len(calls) == n or final and len(out) == n - 1
        if bidder >= 0 and (ended or [call for _, call in calls[-3:]] == ["pass"] * 3 and not once and not final):
            return won(table, bidder, next(call for caller, call in reversed(calls) if call != "pass"), "")
        seat = (seat + 1) % n
        while seat in out:
            seat = (seat + 1) % n


def nobody_bid(table: Table) -> str | None:
    """All passed: passed out, or the joker's holder has bid three."""
    holders = [seat for seat, hand in enumerate(table.deal.hands) if "JK" in hand]
    if table.option("all_pass") != "joker-holder-bids-three" or not holders:
        return "passed-out"
    won(table, holders[0], "bid-3", "")
    return None
