"""Reads the query of a request as strictly as its body: an unknown parameter is not dropped in silence."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Request

from ..law.state import Defect

EXPLAIN = ("none", "moves")


def read_query(request: Request, names: Sequence[str]) -> tuple[dict[str, str], list[Defect]]:
    """The parameters that are not empty, and what is wrong with the query; pointers are the parameters' names."""
    if not request.query_string:
        return {}, []
    defects = []
    for name, values in request.args.lists():
        if name not in names:
            hint = f"Parameters here: {', '.join(names)}." if names else "This address takes no query parameters."
            defects.append(Defect(f"/{name}", "unknown-field", "There is no such query parameter.", values[0], hint))
        elif len(values) > 1:
            detail = "The query parameter is given more than once."
            defects.append(Defect(f"/{name}", "too-many", detail, len(values), "Give it once."))
        elif name == "explain" and values[0] not in EXPLAIN:
            hint = f"One of {', '.join(EXPLAIN)}, or leave it out."
            defects.append(Defect("/explain", "out-of-range", "explain has no such value.", values[0], hint))
    return {name: value for name, value in request.args.items() if value}, defects
