"""Calls through a generated client: a program for the Python of its own environment, not for this one.

It reads what to call as JSON from standard input and writes what came back to standard output; the argument is the
folder with the client.  Nothing of this project is imported: all that is known here is what the generator made.
"""

from __future__ import annotations

import json
import sys
import traceback
from importlib import import_module
from typing import Any

sys.path.insert(0, sys.argv[1])
euchred_client = import_module("euchred_client")
models = import_module("euchred_client.models")


def called(client: Any, call: dict[str, Any]) -> dict[str, Any]:
    """One call by the function of its operation, with the body as an object of its type."""
    arguments = dict(call["arguments"])
    if "explain" in arguments:
        arguments["explain"] = models.Explain(arguments["explain"])
    if call["model"]:
        arguments["body"] = getattr(models, call["model"]).from_dict(call["body"])
    reply = import_module(f"euchred_client.api.{call['module']}").sync_detailed(client=client, **arguments)
    return {
        "sent": arguments["body"].to_dict() if call["model"] else None,
        "status": int(reply.status_code),
        "bytes": len(reply.content),
        "type": type(reply.parsed).__name__,
        "answer": reply.parsed.to_dict() if hasattr(reply.parsed, "to_dict") else reply.parsed,
    }


def tried(client: Any, call: dict[str, Any]) -> dict[str, Any]:
    """The same, or how it failed: one operation that the client cannot call is no reason to know nothing of others."""
    try:
        return called(client, call)
    except Exception:
        return {"failed": traceback.format_exc()}


def batch(client: Any, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A batch by the connection of the client: it has types for the lines, but no function for the operation."""
    sent = [json.dumps(models.BatchLine.from_dict(line).to_dict()) for line in lines]
    headers = {"Content-Type": "application/x-ndjson"}
    reply = client.get_httpx_client().post("/v1/batch", content="\n".join(sent), headers=headers)
    *answers, summary = map(json.loads, reply.text.strip().split("\n"))
    read = [models.BatchAnswer.from_dict(answer) for answer in answers]
    return [answer.to_dict() for answer in [*read, models.BatchSummary.from_dict(summary)]]


def main() -> None:
    """Makes the calls in their order."""
    asked = json.load(sys.stdin)
    settings = {"base_url": asked["url"], "httpx_args": {"trust_env": False}}
    if asked["key"]:
        client = euchred_client.AuthenticatedClient(token=asked["key"], **settings)
    else:
        client = euchred_client.Client(**settings)
    with client:
        replies = [tried(client, call) for call in asked["calls"]]
        json.dump({"calls": replies, "batch": batch(client, asked["batch"]) if asked["batch"] else []}, sys.stdout)


main()
