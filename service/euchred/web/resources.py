"""The resources: each address, and the short function that answers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Flask, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from . import about, health, problem_pages, rule_pages, variant_pages
from .defects import Refused
from .operations import OPERATIONS, Operation
from .problems import of_defects
from .query import read_query
from .reading import read_body
from .replies import reply

# Path, name, what answers it, and the query parameters that it takes.
Page = tuple[str, str, Callable[..., Any], Sequence[str]]

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
    for path, name, page, parameters in PAGES:
        app.add_url_rule(path, name, showing(page, parameters))
    app.add_url_rule("/", "home", home)


def answering(operation: Operation) -> Callable[[], Response]:
    """The view of an operation: reads the body and the query, and reports all that is wrong with both at once."""

    def view() -> Response:
        body = read_body(request)
        query, defects = read_query(request, ("explain",))
        try:
            read = operation.reader.load(body)
        except Refused as error:
            raise of_defects("invalid-request", [*defects, *error.defects]) from None
        if defects:
            raise of_defects("invalid-request", defects)
        return reply(operation.answer(read, query.get("explain")))

    return view


def showing(page: Callable[..., Any], parameters: Sequence[str]) -> Callable[..., Response]:
    """The view of a list or a page."""

    def view(**names: str) -> Response:
        query, defects = read_query(request, parameters)
        if defects:
            raise of_defects("invalid-request", defects)
        return reply(page(**names, **query))

    return view


def home() -> AnyResponse:
    """Lead to the documentation.

    Sends a browser on to /docs.
    """
    return redirect("/docs")
