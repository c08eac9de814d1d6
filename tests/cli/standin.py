"""Stands in for the operations of the judge until the service has them."""

from __future__ import annotations

from typing import Any

from euchred.law.game import GameDeal
from euchred.law.game import judge_game as law_game
from euchred.law.judge import judge as law_judge
from euchred.law.state import ImpossibleState
from euchred.web import operations, verdicts
from euchred.web.operations import Operation
from euchred.web.schemas import StateInput
from euchred.web.stages import impossible, possible


class _Game:
    def load(self, data: Any) -> Any:
        common = {name: data[name] for name in ("variant", "options", "players") if name in data}
        deals = []
        for deal in data["deals"]:
            state = {"dealer": 0, **common, **{k: v for k, v in deal.items() if k != "recorded_score"}}
            sent = StateInput().load(state)
            rec, sc = deal.get("recorded_score"), deal.get("score")
            deals.append(GameDeal(sent.state, deal.get("dealer"), sc and tuple(sc), rec and tuple(rec)))
        return deals, data.get("dealer")


def _answer(body: Any, explain: Any) -> Any:
    deals, dealer = body
    try:
        return verdicts.judge_game(law_game(deals, dealer), deals[0].state.rules)
    except ImpossibleState as error:
        raise impossible(error) from None


def install() -> None:
    if "judge" not in operations.OPERATIONS:
        operations.OPERATIONS["judge"] = Operation(
            "judge", StateInput(), lambda body, explain: verdicts.judge(law_judge(possible(body)))
        )
    if "judge-game" not in operations.OPERATIONS:
        operations.OPERATIONS["judge-game"] = Operation("judge-game", _Game(), _answer)
