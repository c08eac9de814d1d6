"""Every exception becomes a problem: ours as they are, the framework's by status, all others as defects of ours."""

from __future__ import annotations

from flask import Response, current_app, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from .problems import MEDIA_TYPE, Problem, of_failure, types
from .requests.quick import reference
from .watch.request_log import about
from .watch.visits import visit

BY_STATUS = {kind.status: name for name, kind in reversed(types().items())}


def refuse(error: Exception) -> Response:
    """The answer to a request that failed with this exception."""
    asked = visit()
    problem = error if isinstance(error, Problem) else of_http(error) if isinstance(error, HTTPException) else None
    if problem is None:
        note_failure(f"request {asked.id} failed", error)
        problem = of_failure(asked.id)
    asked.problem, asked.answer = problem.type.name, problem.body(asked.id)
    response = Response(reference(asked.answer) + b"\n", problem.type.status, content_type=MEDIA_TYPE)
    response.headers.update(problem.headers)
    return response


def note_failure(message: str, error: Exception) -> None:
    """Logs a defect of ours, with where it was raised and the request that met it."""
    asked = visit()
    fields = {"event": "failure", **about(asked, request.environ)}
    current_app.logger.error(message, exc_info=error, extra={"fields": fields})


def of_http(error: HTTPException) -> Problem | None:
    """The problem of one of the framework's refusals, with the headers that belong to it; None for a failure."""
    if isinstance(error, MethodNotAllowed):
        methods = ", ".join(sorted(error.valid_methods or ()))
        detail = f"{request.method[:20]} is not allowed here. Allowed: {methods}."
        return Problem("method-not-allowed", detail, headers={"Allow": methods})
    if error.code == 404:
        return Problem("not-found", f"There is nothing at {request.path[:200]}.")
    name = BY_STATUS.get(error.code or 500)
    return Problem(name, error.description or types()[name].title) if name and error.code != 500 else None
