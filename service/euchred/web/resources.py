"""The resources: each address, and the short function that answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from . import batch
from .operations import OPERATIONS, Operation
from .pages import about, health, problem_pages, rule_pages, variant_pages
from .problems import of_defects
from .replies import JSON, answer, reply
from .requests.defects import Refused
from .requests.query import read_query
from .requests.reading import BATCH_PATH, BODY_LIMIT, read_as, read_bytes
from .watch.visits import VISIT, Visit

# Path, name, what answers it, and the query parameters that it takes.
Page = tuple[str, str, Callable[..., Any], tuple[str, ...]]

PAGES: tuple[Page, ...] = (
    ("/v1", "about", about.about, ()),
    ("/v1/variants", "variants", variant_pages.variants, ()),
    ("/v1/variants/<variant>", "variant", variant_pages.variant, ()),
    ("/v1/rules", "rules", rule_pages.rules, ("variant", "q")),
    ("/v1/rules/<rule>", "rule", rule_pages.rule, ()),
    ("/problems", "problems", problem_pages.problems, ()),
    ("/problems/<name>", "problem", problem_pages.problem, ()),
    ("/healthz", "healthz", health.healthz, ()),
    ("/readyz", "readyz", health.readyz, ()),
)


def register(app: Flask) -> None:
    """Adds all resources to an application."""
    for operation in OPERATIONS.values():
        app.add_url_rule(f"/v1/{operation.name}", operation.id, answering(operation), methods=["POST"])
    app.add_url_rule(BATCH_PATH, "batch", batch.batch, methods=["POST"])
    for path, name, page, parameters in PAGES:
        app.add_url_rule(path, name, showing(page, parameters))
    app.add_url_rule("/", "home", home)


def answering(operation: Operation) -> Callable[[], Response]:
    """The view of an operation: reads the body and the query, and reports all that is wrong with both at once."""

    def view() -> Response:
        environ = request.environ
        asked: Visit = environ[VISIT]

        def load(body: Any) -> Any:
            asked.sent = body
            return operation.reader.load(body)

        data = read_bytes(environ, JSON, BODY_LIMIT)
        query, defects = read_query(environ, ("explain",))
        try:
            read = read_as(load, data)
        except Refused as error:
            raise of_defects("invalid-request", [*defects, *error.defects]) from None
        if defects:
            raise of_defects("invalid-request", defects)
        asked.answer = operation.ask(read, query.get("explain"))
        return answer(asked.answer)

    return view


def showing(page: Callable[..., Any], parameters: tuple[str, ...]) -> Callable[..., Response]:
    """The view of a list or a page."""

    def view(**names: str) -> Response:
        query, defects = read_query(request.environ, parameters)
        if defects:
            raise of_defects("invalid-request", defects)
        return reply(page(**names, **query))

    return view


def home() -> AnyResponse:
    """Lead to the documentation.

    Sends a browser on to /docs.
    """
    return redirect("/docs")
