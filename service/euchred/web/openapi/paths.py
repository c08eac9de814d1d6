"""The paths of the contract: every address, what it takes, and what it answers, with examples got from the service."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from .. import batch, resources
from ..application import Application
from ..door.gate import OPEN_TO_ALL, UNCOUNTED
from ..operations import OPERATIONS, Operation
from ..pages import docs, examples
from ..pages.examples import Example
from ..problems import MEDIA_TYPE, types
from ..replies import JSON
from ..requests.reading import BATCH_PATH
from ..requests.schemas import Either
from ..watch import metrics
from . import bodies, lines, page_bodies, verdict_bodies
from .links import LINKS
from .parameters import HEADERS, OF_CACHES, PARAMETERS, REFUSED, RETRY

Json = dict[str, Any]

ANSWERS = {
    "legal-moves": bodies.LegalMoves,
    "tricks": bodies.Tricks,
    "score": bodies.Score,
    "position": bodies.Position,
    "validate": bodies.Validation,
    "apply": bodies.Applied,
    "view": bodies.View,
    "deal": bodies.Deal,
    "judge": verdict_bodies.Judged,
    "judge-game": verdict_bodies.JudgedGame,
    "claims": verdict_bodies.ClaimJudged,
    "solve": verdict_bodies.SolvedHand,
    "rulings-trick": bodies.TrickRuling,
    "rulings-play": bodies.PlayRuling,
    "rulings-score": bodies.ScoreRuling,
}
STATE_PROBLEMS = ("invalid-request", "impossible-state", "illegal-history")
MORE_PROBLEMS = {
    "apply": ("illegal-move",),
    "claims": ("claim-not-now", "claim-too-large"),
    "solve": ("claim-not-now", "claim-too-large"),
}
POINT_PROBLEMS = ("invalid-request", "impossible-state")

# Tag, answer, and the address that the example shows.
PAGES = {
    "about": ("Service", page_bodies.About, "/v1"),
    "variants": ("Rule books", page_bodies.Variants, "/v1/variants"),
    "variant": ("Rule books", page_bodies.Variant, "/v1/variants/two-handed-euchre"),
    "rules": ("Rule books", page_bodies.Rules, "/v1/rules?variant=euchre&q=follow"),
    "rule": ("Rule books", page_bodies.Rule, "/v1/rules/play.follow-suit"),
    "problems": ("Service", page_bodies.Problems, "/problems"),
    "problem": ("Service", page_bodies.ProblemPage, "/problems/illegal-move"),
    "healthz": ("Service", page_bodies.Alive, "/healthz"),
    "readyz": ("Service", page_bodies.Ready, "/readyz"),
}
FILES: dict[str, tuple[str, Callable[..., Any], str]] = {
    "openapi-yaml": ("/openapi.yaml", docs.openapi_yaml, "application/yaml"),
    "openapi-json": ("/openapi.json", docs.openapi_json, JSON),
    "docs": ("/docs", docs.docs, "text/html"),
    "docs-file": ("/docs/{name}", docs.docs_file, "*/*"),
    "metrics": ("/metrics", metrics.metrics, "text/plain"),
}
OF_BODIES = {"400": "BadBody", "408": "TooSlow", "411": "NoLength", "413": "TooLarge", "415": "WrongMediaType"}
MISSING = {
    "docs-file": "There is no such file.",
    "metrics": "The metrics are given at a port of their own.",
}
# The type `not-ready` is one probe's alone.
NOT_READY = ("overloaded", "not-ready")


class Paths:
    """The paths of an application."""

    def __init__(self, app: Application) -> None:
        self.app = app

    def all(self) -> Iterator[tuple[str, Json]]:
        """Every path with its operations."""
        for operation in OPERATIONS.values():
            yield f"/v1/{operation.name}", {"post": self._operation(operation)}
        yield BATCH_PATH, {"post": self._batch()}
        for path, name, page, parameters in resources.PAGES:
            yield path.replace("<", "{").replace(">", "}"), {"get": self._page(name, page, parameters)}
        for name, (path, view, media_type) in FILES.items():
            yield path, {"get": self._file(name, view, media_type)}
        found = {
            "description": "The documentation is at /docs.",
            "headers": HEADERS | {"Location": _header("`/docs`.")},
        }
        home = _told("home", "Service", resources.home) | _access("home")
        yield "/", {"get": home | {"responses": _sorted({"302": found, **_at_any_time("home")})}}

    # -- the parts ------------------------------------------------------------------

    def _operation(self, operation: Operation) -> Json:
        """A POST operation."""
        state = "rulings" not in operation.id
        tried = examples.of_operation(operation.name)
        named = [*(STATE_PROBLEMS if state else POINT_PROBLEMS), *MORE_PROBLEMS.get(operation.id, ())]
        answered = {name: self._answered(example) for name, example in tried.items()}
        return _told(operation.id, "Hands" if state else "Point questions", operation.answer) | {
            "parameters": [PARAMETERS["explain"]],
            "requestBody": {
                "required": True,
                "content": {JSON: {"schema": _body(operation), "examples": {n: _sent(e) for n, e in tried.items()}}},
            },
            "responses": _sorted(
                {
                    "200": _success(ANSWERS[operation.id], answered, LINKS.get(operation.id)),
                    **{status: _response(name) for status, name in OF_BODIES.items()},
                    "422": _problem(
                        "The request is JSON and is refused all the same; `type` says at which stage.", *named
                    ),
                    **_at_any_time(operation.id),
                }
            ),
        }

    def _batch(self) -> Json:
        """The batch."""
        answered = {"description": "The answers.", "headers": HEADERS, "content": lines.answer(self.app)}
        return _told("batch", "Hands", batch.batch) | {
            "requestBody": {"required": True, "content": lines.body()},
            "responses": _sorted(
                {
                    "200": answered,
                    **{status: _response(name) for status, name in OF_BODIES.items()},
                    "422": _problem("There is a query parameter, and a batch takes none.", "invalid-request"),
                    **_at_any_time("batch"),
                }
            ),
        }

    def _page(self, name: str, page: Callable[..., Any], parameters: Any) -> Json:
        """A list or a page."""
        tag, schema, address = PAGES[name]
        shown = self._answered(Example("GET", address, address))
        responses: Json = {"200": _success(schema, {"example": shown}, headers=HEADERS | OF_CACHES)}
        responses["304"] = _response("NotChanged")
        in_path = [
            PARAMETERS[key] for key in ("variant", "rule", "name") if f"{key}" in inspect.signature(page).parameters
        ]
        asked = [PARAMETERS[f"{key}?"] for key in parameters]
        if in_path and not asked:
            responses["404"] = _problem("There is no such page.", "not-found")
        responses["422"] = _problem("A query parameter is unknown or has no such value.", "invalid-request")
        responses |= _at_any_time(name)
        if name == "readyz":
            responses["503"] = _problem("The service cannot judge, or has too much to do.", *NOT_READY, headers=RETRY)
        taken = {"parameters": asked or in_path} if asked or in_path else {}
        return _told(name, tag, page) | taken | _access(name) | {"responses": _sorted(responses)}

    def _file(self, name: str, view: Callable[..., Any], media_type: str) -> Json:
        """A file of the documentation, or the metrics."""
        schema = lines.ANY_OBJECT if name.startswith("openapi") else {"type": "string"}
        content = {media_type: {"schema": schema}}
        found = {"description": "The text.", "headers": HEADERS | OF_CACHES, "content": content}
        missing = {"404": _problem(MISSING[name], "not-found")} if name in MISSING else {}
        taken = {"parameters": [PARAMETERS["file"]]} if name == "docs-file" else {}
        responses = {"200": found, "304": _response("NotChanged"), **missing, **_at_any_time(name)}
        return _told(name, "Service", view) | taken | _access(name) | {"responses": _sorted(responses)}

    # -- examples -----------------------------------------------------------------------

    def _answered(self, example: Example) -> Json:
        """The answer to an example; of a list that is long only the beginning."""
        status, body = examples.send(self.app.wsgi_app, example)
        if status != 200:
            raise ValueError(f"{example.summary}: {status} {body}")
        if example.path == "/v1/variants":
            body["variants"] = [book for book in body["variants"] if book["id"] == "two-handed-euchre"]
        return {"summary": example.summary, "value": body}

    def problem_example(self, name: str) -> Json:
        """A problem as it is answered."""
        return {"summary": types()[name].title, "value": examples.of_problem(self.app.wsgi_app, name)["answer"]}


def shared_responses() -> Json:
    """The refusals that every operation can give."""
    return {
        "BadBody": _problem("The body is not JSON, or what came is not HTTP.", "malformed-json", "malformed-request"),
        "NoLength": _problem("The body came without its length.", "length-required"),
        "TooLarge": _problem("The body is too large.", "body-too-large"),
        "WrongMediaType": _problem("The body is no JSON by its headers.", "unsupported-media-type"),
        "TooSlow": _problem("The body did not come in time.", "request-timeout"),
        "NotChanged": {"description": "It is as the ETag sent says.", "headers": HEADERS | OF_CACHES},
        "NoKey": _problem("The service needs a key.", "unauthorized", headers=REFUSED),
        "TooOften": _problem("The client asks too often.", "too-many-requests", headers=RETRY),
        "Failure": _problem("The service failed; a defect of ours.", "internal-error"),
        "Overloaded": _problem("The service has too much to do.", "overloaded", headers=RETRY),
    }


def _told(name: str, tag: str, function: Callable[..., Any]) -> Json:
    """What an operation is, in the words of the function that does it."""
    summary, _, description = (inspect.getdoc(function) or "").partition("\n\n")
    told = {"operationId": name, "tags": [tag], "summary": summary.rstrip(".")}
    return told | {
        "description": "\n\n".join(" ".join(part.split()) for part in (description or summary).split("\n\n"))
    }


def _body(operation: Operation) -> Any:
    """The schema of a request's body."""
    reader = operation.reader
    return {"oneOf": [type(reader.lacking), type(reader.having)]} if isinstance(reader, Either) else type(reader)


def _sent(example: Example) -> Json:
    """A request as the contract shows it."""
    return {"summary": example.summary, "value": example.body}


def _success(schema: Any, answered: Json, links: Json | None = None, headers: Json = HEADERS) -> Json:
    """An answer, with an example for each example of the request."""
    content = {JSON: {"schema": schema, "examples": answered}}
    return {"description": "The answer.", "headers": headers, "content": content} | ({"links": links} if links else {})


def _response(name: str) -> Json:
    """One of the shared responses."""
    return {"$ref": f"#/components/responses/{name}"}


def _problem(description: str, *names: str, headers: Json | None = None) -> Json:
    """A refusal that can be of some types."""
    shown = {name: {"$ref": f"#/components/examples/{name}"} for name in names}
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        "description": description,
        "headers": HEADERS | (headers or {}),
        "content": {MEDIA_TYPE: {"schema": schema, "examples": shown}},
    }


def _at_any_time(name: str) -> Json:
    """The answers that depend on how the service is set up and how it fares, and the one that no request should get."""
    found = {"500": _response("Failure"), "503": _response("Overloaded")}
    if name not in OPEN_TO_ALL:
        found["401"] = _response("NoKey")
    if name not in UNCOUNTED:
        found["429"] = _response("TooOften")
    return found


def _access(name: str) -> Json:
    """Whether an address is open even where the service needs a key; others are as the whole contract says."""
    return {"security": []} if name in OPEN_TO_ALL else {}


def _sorted(responses: Json) -> Json:
    """Responses in the order of their statuses."""
    return dict(sorted(responses.items()))


def _header(description: str) -> Json:
    """A header of an answer."""
    return {"description": description, "schema": {"type": "string"}}
