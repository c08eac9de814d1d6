"""Every exception becomes a problem: ours as they are, the framework's by status, all others as defects of ours."""

from __future__ import annotations

from flask import Response, current_app, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from .problems import MEDIA_TYPE, Problem, types
from .replies import reply, request_id

BY_STATUS = {kind.status: name for name, kind in reversed(types().items())}


def refuse(error: Exception) -> Response:
    """The answer to a request that failed with this exception."""
    problem = error if isinstance(error, Problem) else of_http(error) if isinstance(error, HTTPException) else None
    if problem is None:
        current_app.logger.error("request %s failed", request_id(), exc_info=error)
        problem = Problem("internal-error", f"The log has the cause under {request_id()}.")
    response = reply(problem.body(request_id()), problem.type.status, MEDIA_TYPE)
    response.headers.update(problem.headers)
    return response


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
