"""Examples: requests that are sent to the application itself, so that what is shown as their answer is the answer."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import yaml
from werkzeug.test import Client

from ..operations import OPERATIONS
from ..problems import Problem, types

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

REQUEST_ID = "example"


@dataclass(frozen=True, slots=True)
class Example:
    """A request; `body` is what it sends as JSON, or `raw` the text that it sends as it stands."""

    method: str
    path: str
    summary: str = ""
    body: Any = None
    raw: str | None = None
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str | None:
        """The body as text; None for a request without one."""
        return self.raw if self.raw is not None or self.body is None else json.dumps(self.body)


@cache
def _file() -> dict[str, Any]:
    """The file of examples."""
    text = (resources.files(__package__) / "examples.yaml").read_text("utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


@cache
def of_operation(name: str) -> dict[str, Example]:
    """The examples of an operation by their names."""
    path = f"/v1/{OPERATIONS[name].name}"
    written = _file()["operations"][OPERATIONS[name].id]
    return {key: Example("POST", path, entry["summary"], entry["body"]) for key, entry in written.items()}


def to_problem(name: str) -> Example | None:
    """A request that leads to a problem; None for those that no request should lead to."""
    written = dict(_file()["problems"].get(name, {}))
    if not written:
        return None
    operation = written.pop("operation", None)
    return Example(**{"method": "POST", "path": f"/v1/{operation}", **written})


def send(app: WSGIApplication, example: Example) -> tuple[int, Any]:
    """Status and body of the answer to an example."""
    text = example.text
    headers = {"X-Request-Id": REQUEST_ID} | ({"Content-Type": "application/json"} if text is not None else {})
    told = {"CONTENT_LENGTH": example.headers["Content-Length"]} if "Content-Length" in example.headers else {}
    reply = Client(app).open(
        example.path, method=example.method, data=text, headers=headers | example.headers, environ_overrides=told
    )
    return reply.status_code, reply.get_json(force=True)


@cache
def of_problem(app: WSGIApplication, name: str) -> dict[str, Any]:
    """A request that leads to a problem (null where none should), and the problem."""
    example = to_problem(name)
    if example is None:
        return {"request": None, "answer": Problem(name, types()[name].detail).body(REQUEST_ID)}
    request = {"method": example.method, "path": example.path, "headers": example.headers, "body": example.text}
    return {"request": request, "answer": send(app, example)[1]}
