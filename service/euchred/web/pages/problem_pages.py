"""Pages that explain the problem types, each with a request that leads to it and the answer."""

from __future__ import annotations

from typing import Any

from flask import Flask, current_app

from ..application import Application
from ..problems import MEMBERS, Problem, ProblemType, types
from . import examples


def problems() -> dict[str, Any]:
    """List the problem types.

    Answers every type of refusal with its status and what it means. The type is the path of a page that says more.
    """
    return {"problems": [_short(kind) for kind in types().values()]}


def problem(name: str) -> dict[str, Any]:
    """Explain one problem type.

    Answers what the type means, what the members of a problem hold, and a worked example: a request that leads to it
    and the answer.
    """
    kind = types().get(name)
    if kind is None:
        raise Problem("not-found", f"There is no problem type {name[:60]}. GET /problems lists them.")
    members = [{"name": member, "description": text} for member, text in MEMBERS.items()]
    return _short(kind) | {"members": members, "example": examples.of_problem(_bare().wsgi_app, name)}


def _bare() -> Flask:
    """The application without keys and limits, to which examples are sent."""
    assert isinstance(current_app, Application)
    return current_app.bare()


def _short(kind: ProblemType) -> dict[str, Any]:
    """What a problem type is."""
    return {
        "type": f"/problems/{kind.name}",
        "title": kind.title,
        "status": kind.status,
        "meaning": kind.meaning,
    }
