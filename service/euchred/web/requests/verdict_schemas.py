"""The bodies of games to be judged and of claims (contract §8: judge-game, claims)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...law.game import GameDeal
from ...law.rules import Rules
from ...law.state import Defect, state_of
from .card_fields import Card, CardList, Hands, Moves
from .deal_fields import Options, Players, Score, Variant
from .defects import Refused, below, refusal
from .fields import Inner, Own, Seat, check_length, read_each, read_whole
from .schemas import OPTIONS, PLAYERS, STATE, VARIANT, Body, StateInput

MOST_DEALS = 200
MOST_TRICKS = 12


class ClaimedTricks(Own):
    """How many tricks are claimed: a number, or all that remain."""

    def __init__(self, description: str) -> None:
        number = {"type": "integer", "minimum": 0, "maximum": MOST_TRICKS}
        super().__init__(description, {"anyOf": [number, {"const": "all"}]}, default=None)

    def _read(self, value: Any, data: Mapping[str, Any]) -> int | None:
        if value == "all":
            return None
        if isinstance(value, str):
            raise refusal("wrong-type", "A number of tricks is wanted here.", value, 'A number, or "all".')
        return read_whole(value, 0, MOST_TRICKS)


class ClaimRequest(Body):
    """A state, the seat that claims, and how many of the remaining tricks it claims."""

    state = Inner(StateInput, f"{STATE} Cards of other hands that it gives are known to the claimant.", required=True)
    seat = Seat("The seat that claims.", "state", required=True)
    tricks = ClaimedTricks("The tricks claimed, the one in progress counted; all that remain when left out.")


class DealPlayed(Body):
    """One deal of a game: a state without variant, options and players, and the score written down after it."""

    dealer = Seat("Who dealt; when left out, whose turn it was.")
    hands = Hands("The hands as dealt, one entry a seat; null where not known.")
    up_card = Card("The card turned up after the deal; required in games that turn one up.")
    widow = CardList("The cards dealt face down to the middle, in games that have a widow.")
    dummy = CardList("The hand dealt to nobody, in three-handed euchre.")
    kitty = CardList("All cards that were not dealt, the top one first, without the up-card.")
    moves = Moves("The moves as they were made, right or wrong.")
    score = Score("The totals that were held to be right before this hand.")
    recorded_score = Score("The totals that were written down after this hand.")


class Deals(Own):
    """The deals of a game, in their order."""

    def __init__(self, description: str) -> None:
        schema = {"type": "array", "items": {"$ref": "#/components/schemas/DealPlayed"}, "minItems": 1}
        super().__init__(description, schema | {"maxItems": MOST_DEALS}, required=True)
        self.deal = DealPlayed()

    def _read(self, value: Any, data: Mapping[str, Any]) -> list[dict[str, Any]]:
        if not isinstance(value, list):
            raise refusal("wrong-type", "Deals are a list, one object a hand.", value, "The hands in their order.")
        check_length(value, MOST_DEALS, 1)
        return read_each(value, self.deal.load)


class GameRequest(Body):
    """A game: its hands in the order they were played."""

    variant = Variant(VARIANT)
    options = Options(OPTIONS)
    players = Players(PLAYERS)
    dealer = Seat("Who dealt first, where the first deal does not say.", "")
    deals = Deals("The hands, in the order they were played.")

    def load(self, data: Any, **kwargs: Any) -> tuple[Rules, list[GameDeal], int | None]:
        """The rules, the deals as the law takes them, and who dealt first or None."""
        found = super().load(data, **kwargs)
        rules: Rules = found["options"]
        defects: list[Defect] = []
        deals = []
        for place, deal in enumerate(found["deals"]):
            defects += below(f"/deals/{place}", _sides(deal, rules))
            said = deal.pop("dealer", None), deal.pop("score", None), deal.pop("recorded_score", None)
            state = state_of(rules, said[0] or 0, players=found.get("players"), **deal)
            deals.append(GameDeal(state, *said))
        if defects:
            raise Refused(defects)
        return rules, deals, found.get("dealer")


def _sides(deal: Mapping[str, Any], rules: Rules) -> list[Defect]:
    """A score written down that has not one total a side."""
    written = deal.get("recorded_score")
    if written is None or len(written) == len(rules.sides):
        return []
    detail = f"There are {len(rules.sides)} sides, not {len(written)}."
    return [Defect("/recorded_score", "wrong-length", detail, len(written), "Give one total a side.")]
