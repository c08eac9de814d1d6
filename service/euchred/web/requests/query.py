"""Reads the query of a request as strictly as its body: an unknown parameter is not dropped in silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from werkzeug.datastructures import MultiDict

from ...law.state import Defect

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

EXPLAIN = ("none", "moves")
LONGEST_KEPT = 200
Read = tuple[Mapping[str, str], Sequence[Defect]]


def read_query(environ: WSGIEnvironment, names: tuple[str, ...]) -> Read:
    """The parameters that are not empty, and what is wrong with the query; pointers are the parameters' names."""
    text = environ.get("QUERY_STRING")
    if not text:
        return {}, ()
    return _kept(text, names) if len(text) <= LONGEST_KEPT else _read(text, names)


@lru_cache(1024)
def _kept(text: str, names: tuple[str, ...]) -> Read:
    """The same of a query that is kept, since most are alike."""
    return _read(text, names)


def _read(text: str, names: tuple[str, ...]) -> Read:
    """What a query says; its bytes stand in the environment as Latin-1."""
    sent = MultiDict(parse_qsl(text.encode("latin-1").decode("utf-8", "replace"), keep_blank_values=True))
    defects = []
    for name, values in sent.lists():
        if name not in names:
            hint = f"Parameters here: {', '.join(names)}." if names else "This address takes no query parameters."
            defects.append(Defect(f"/{name}", "unknown-field", "There is no such query parameter.", values[0], hint))
        elif len(values) > 1:
            detail = "The query parameter is given more than once."
            defects.append(Defect(f"/{name}", "too-many", detail, len(values), "Give it once."))
        elif name == "explain" and values[0] not in EXPLAIN:
            defects.append(no_such_explain(values[0]))
    return {name: value for name, value in sent.items() if value}, defects


def no_such_explain(value: object) -> Defect:
    """The defect of a choice of `explain` that there is not."""
    hint = f"One of {', '.join(EXPLAIN)}, or leave it out."
    return Defect("/explain", "out-of-range", "explain has no such value.", value, hint)
