"""A problem of the service (RFC 9457) told to a person: what is wrong, where it was written, what may help."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from euchre.client.service import TRACEBACK, Answer
from euchre.messages import say

Place = Callable[[str], str | None]


def tell(answer: Answer, place: Place, label: str = "") -> None:
    """Say on standard error what an answer that is a problem says; `place` knows where a pointer was written."""
    body = answer.body
    head = f"error: {label}: " if label else "error: "
    if not isinstance(body, dict) or "title" not in body:
        say(f"{head}the server answered {answer.status} and gave no reason")
        return
    ruling = body.get("ruling")
    errors = [] if ruling else body.get("errors") or []
    detail = ruling["reason"] if ruling else None if errors else body.get("detail")
    say(f"{head}{body['title']}" + (f": {detail}" if detail else ""))
    if ruling:
        say(f"  {_where(_pointer(ruling, body), place)}: {ruling['move']} [{ruling['rule']}]")
    for number, error in enumerate(errors, 1):
        say(f"  {_where(error['pointer'], place)}: {error['detail']}")
        hint = error.get("hint")
        if hint and all(following.get("hint") != hint for following in errors[number : number + 1]):
            say(f"  hint: {hint}")
    if body.get("more"):
        say(f"  and {body['more']} more")
    if answer.status >= 500 and answer.local:
        say(f"hint: this is a defect of euchre; {TRACEBACK}=1 shows where")


def _pointer(ruling: dict[str, Any], body: dict[str, Any]) -> str:
    """Where the move that was ruled against stands in the body sent."""
    for error in body.get("errors") or ():
        return str(error["pointer"])
    return "/move" if ruling.get("index") is None else f"/moves/{ruling['index']}"


def _where(pointer: str, place: Place) -> str:
    """`FILE:LINE: POINTER`, without the file for what no file holds."""
    inner = re.sub(r"^/(state|after)(?=/|$)", "", pointer)
    found = place(inner) if inner != "/move" else None
    return f"{found}: {pointer}" if found else pointer or "/"
