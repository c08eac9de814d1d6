"""Builds the published contract: components from the schemas, paths from the resources, examples from the service."""

from __future__ import annotations

import json
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import fields

from ..app import create_app
from ..pages.about import CONTRACT
from ..problems import types
from ..requests.fields import Own
from ..requests.schemas import Body
from ..requests.verdict_schemas import DealPlayed
from . import bodies
from .components import schemas
from .paths import Paths, shared_responses
from .shapes import Shown, nullable

DESCRIPTION = """
The judge for the euchre family of card games: it says which moves are legal, who won each trick and what a hand
was worth, each with the rule that decided it.

**A state is a deal and the moves made so far.** Everything else follows from it, so a client sends nothing that
could contradict it: it appends one of the legal moves to `moves` and posts the state again. Nothing is stored;
every POST is a pure function of its body and safe to repeat (`deal` without a seed is the one exception).

**Cards may be unknown.** A hand is null where it is not known and a card `??`; the judge says what follows from
what is known and never guesses.

**Every decision is a ruling**: the rule's id, a sentence for people, and the facts it rests on. GET /v1/rules
explains the rules, GET /v1/variants the games and their options, GET /problems every refusal.

Requests are closed: an unknown field is an error. In a request null and absent mean the same. Answers are open:
clients must accept new fields, and new values of every list that is not said to be closed. Every answer has the
header X-Request-Id, taken from the request when it brings one.
"""

KEY = {
    "type": "http",
    "scheme": "bearer",
    "description": "Where whoever runs the service gives keys; else the service is open and looks at none.",
}
TAGS = {
    "Hands": "Operations on a state: a deal and the moves made so far.",
    "Point questions": "For programs that keep positions, not moves.",
    "Rule books": "The games, their options, and the rules that decide.",
    "Service": "What this service is, how it fares, and what it answers when it refuses.",
}


def document() -> dict[str, Any]:
    """The contract as an object, with nothing shared between its parts."""
    plugin = MarshmallowPlugin(schema_name_resolver=_name)
    info = {"description": _paragraphs(DESCRIPTION), "license": {"name": "MIT", "identifier": "MIT"}}
    tags = [{"name": name, "description": text} for name, text in TAGS.items()]
    access: list[dict[str, list[str]]] = [{}, {"key": []}]
    servers = [{"url": "/"}]
    spec = APISpec(
        "euchred", CONTRACT, "3.1.0", plugins=[plugin], info=info, servers=servers, tags=tags, security=access
    )
    spec.components.security_scheme("key", KEY)
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_described)  # type: ignore[no-untyped-call]
    for name, schema in schemas().items():
        spec.components.schema(name, schema)
    spec.components.schema("Problem", schema=bodies.Problem)
    spec.components.schema("DealPlayed", schema=DealPlayed)
    paths = Paths(create_app())
    for name in types():
        spec.components.example(name, paths.problem_example(name))
    for name, response in shared_responses().items():
        spec.components.response(name, response)
    for path, operations in paths.all():
        spec.path(path, operations=operations)
    built: dict[str, Any] = json.loads(json.dumps(spec.to_dict()))
    _finish(built, plugin)
    return built


def written() -> bytes:
    """The contract as it is published."""
    text: str = yaml.safe_dump(document(), sort_keys=False, allow_unicode=True, width=110)
    return text.encode()


def _paragraphs(text: str) -> str:
    """The same paragraphs, each on one line."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def _name(schema: Any) -> str:
    """The name of a schema's component."""
    found = schema if isinstance(schema, type) else type(schema)
    return str(found.__name__)


def _described(self: Any, field: fields.Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
    """What the contract says of a field of ours; one that need not be sent may be null too."""
    if not isinstance(field, Own | Shown):
        return {}
    ret.pop("default", None)
    ret.pop("type", None)
    if isinstance(field, Shown) or field.required:
        return field.json_schema
    found = nullable(field.json_schema)
    # Generators call the class of an object that may be null by its title, or else by a number.
    return found | ({"title": str(field.name).capitalize()} if found.get("type") == ["object", "null"] else {})


def _finish(built: dict[str, Any], plugin: MarshmallowPlugin) -> None:
    """Says of each schema what it is, and of those of requests that they are closed."""
    assert plugin.converter is not None
    components = built["components"]["schemas"]
    for key in plugin.converter.refs:
        found = key[0]
        component = components[_name(found)]
        component["description"] = (found.__doc__ or "").partition("\n")[0]
        component.pop("additionalProperties", None)
        if issubclass(found, Body):
            component["additionalProperties"] = False
