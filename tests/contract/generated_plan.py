"""What to call of a generated client: every operation, with what the contract itself gives as examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import requests
from tests.contract.walk import operations

from euchred.web.pages.docs import document as published
from euchred.web.replies import JSON


@dataclass(frozen=True, slots=True)
class Call:
    """A call of an operation: the module that has its function, the type of its body, and what goes into both."""

    path: str
    method: str
    module: str
    model: str | None = None
    body: Any = None
    arguments: dict[str, str] = field(default_factory=dict)
    in_query: frozenset[str] = frozenset()
    example: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, [self.method, self.path, self.example, self.arguments.get("explain")]))

    def plainly(self, url: str, key: str) -> requests.Response:
        """The same by a plain request."""
        query = {name: value for name, value in self.arguments.items() if name in self.in_query}
        with requests.Session() as session:
            session.trust_env = False
            address = url + self.path.format(**self.arguments)
            return session.request(
                self.method, address, params=query, json=self.body, timeout=30, allow_redirects=False,
                headers={"Authorization": f"Bearer {key}"},
            )  # fmt: skip

    def asked(self) -> dict[str, Any]:
        """What the program of the calls needs of it."""
        return {name: value for name, value in asdict(self).items() if name in ("module", "model", "body", "arguments")}


def calls() -> Iterator[Call]:
    """Every example of every POST with a JSON body, explained as it comes and not at all; every GET."""
    for path, method, operation in operations(published()):
        module = f"{_snake(operation['tags'][0])}.{_snake(operation['operationId'])}"
        parameters = operation.get("parameters", [])
        in_query = frozenset(found["name"] for found in parameters if found["in"] == "query")
        content = operation.get("requestBody", {}).get("content", {})
        for name, example in content.get(JSON, {}).get("examples", {}).items():
            model = _model(content[JSON]["schema"], example["value"])
            for arguments in ({}, {"explain": "none"}):
                yield Call(path, method, module, model, example["value"], arguments, in_query, name)
        if method == "get":
            arguments = {found["name"]: found["example"] for found in parameters}
            yield Call(path, method, module, arguments=arguments, in_query=in_query)


def _snake(name: str) -> str:
    """A name of the contract as a name of Python."""
    return re.sub(r"\W", "_", name).lower()


def _model(schema: dict[str, Any], body: dict[str, Any]) -> str:
    """The type of a body: of several, the one that requires what the body has."""
    names = [choice["$ref"].rpartition("/")[2] for choice in schema.get("oneOf", [schema])]
    schemas = published()["components"]["schemas"]
    (name,) = [name for name in names if set(schemas[name]["required"]) <= body.keys()]
    return name


def answered(call: Call) -> dict[str, Any]:
    """What the contract says of the answer to a call: the schema, where that is JSON."""
    responses = published()["paths"][call.path][call.method]["responses"]
    schema: dict[str, Any] = responses.get("200", {}).get("content", {}).get(JSON, {}).get("schema", {})
    return schema
