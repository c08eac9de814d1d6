"""The links of the contract lead from a deal to the score: following them alone plays a hand to its end."""

from __future__ import annotations

from typing import Any

from tests.contract.walk import operations
from werkzeug.test import Client


def value(expression: Any, request: Any, response: Any) -> Any:
    """What a runtime expression of a link stands for."""
    if isinstance(expression, dict):
        return {key: value(inner, request, response) for key, inner in expression.items()}
    place, _, pointer = expression.partition("#")
    found = {"$request.body": request, "$response.body": response}[place]
    for step in pointer.split("/")[1:]:
        found = found[int(step)] if isinstance(found, list) else found[step]
    return found


def test_following_links_plays_a_hand(document: dict[str, Any], client: Client) -> None:
    known = {operation["operationId"]: (path, operation) for path, _, operation in operations(document)}

    def follow(name: str, link: str, request: Any, response: Any) -> tuple[Any, Any]:
        to = known[name][1]["responses"]["200"]["links"][link]
        body = value(to["requestBody"], request, response)
        reply = client.post(known[to["operationId"]][0], json=body)
        assert reply.status_code == 200, reply.text
        return body, reply.json

    dealt = {"variant": "euchre", "seed": "links"}
    asked, answer = follow("deal", "legal-moves", dealt, client.post("/v1/deal", json=dealt).json)
    while True:
        asked, answer = follow("legal-moves", "apply", asked, answer)
        score = follow("apply", "score", asked, answer)[1]
        asked, answer = follow("apply", "legal-moves", asked, answer)
        if not answer["moves"]:
            break
        assert score["over"] is False
    assert score["over"] is True
