"""The published contract, and a page that shows it: Swagger UI from installed files, without any other host."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import yaml
from flask import Flask, Response

from ..problems import Problem
from ..replies import JSON

SCRIPT = "text/javascript; charset=utf-8"
OWN_FILES = {"start.js": SCRIPT}
SWAGGER_FILES = {
    "swagger-ui.css": "text/css; charset=utf-8",
    "swagger-ui-bundle.js": SCRIPT,
    "favicon-16x16.png": "image/png",
    "favicon-32x32.png": "image/png",
}
# The page may load what is served here and ask this service, and be part of no other page.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self';"
    " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def register(app: Flask) -> None:
    """Adds the documentation to an application."""
    app.add_url_rule("/openapi.yaml", "openapi-yaml", openapi_yaml)
    app.add_url_rule("/openapi.json", "openapi-json", openapi_json)
    app.add_url_rule("/docs", "docs", docs)
    app.add_url_rule("/docs/<name>", "docs-file", docs_file)


@cache
def contract() -> bytes:
    """openapi.yaml as it is published: part of the installed package, or in a work tree at the project's root."""
    packaged = resources.files(__package__) / "openapi.yaml"
    return packaged.read_bytes() if packaged.is_file() else (Path(__file__).parents[4] / "openapi.yaml").read_bytes()


@cache
def document() -> dict[str, Any]:
    """The contract as an object."""
    loaded: dict[str, Any] = yaml.load(contract(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return loaded


@cache
def contract_json() -> bytes:
    """The contract as JSON."""
    return json.dumps(document(), separators=(",", ":")).encode() + b"\n"


def openapi_yaml() -> Response:
    """Give this contract as YAML.

    The document that you are reading, as it is published with the service.
    """
    return Response(contract(), content_type="application/yaml")


def openapi_json() -> Response:
    """Give this contract as JSON.

    The document that you are reading, for programs that read no YAML.
    """
    return Response(contract_json(), content_type=JSON)


def docs() -> Response:
    """Show this contract as a page.

    A page to read and to try requests from; it needs no other host.
    """
    return Response(_file("docs.html"), content_type="text/html; charset=utf-8", headers=HEADERS)


def docs_file(name: str) -> Response:
    """Give a file of that page.

    Scripts, styles and pictures, as they are installed with the service.
    """
    media_type = OWN_FILES.get(name) or SWAGGER_FILES.get(name)
    if media_type is None:
        raise Problem("not-found", f"The documentation has no file {name[:60]}.")
    return Response(_file(name), content_type=media_type)


@cache
def _file(name: str) -> bytes:
    """A file of the page or of Swagger UI, as it is installed."""
    folder = resources.files("flask_swagger_ui") / "dist" if name in SWAGGER_FILES else resources.files(__package__)
    return (folder / name).read_bytes()
