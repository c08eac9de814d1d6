"""Traces by OpenTelemetry: off unless asked for, and set up by its own OTEL_ variables."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ... import __version__
from .visits import variant, verdict, visit

if TYPE_CHECKING:
    from flask import Flask
    from opentelemetry.sdk.trace import SpanProcessor

PACKAGES = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http", "opentelemetry.instrumentation.flask")
PROBES = "/healthz$,/readyz$,/metrics$"


class MissingExtra(ValueError):
    """Something was asked for that is not installed."""


def find() -> None:
    """Looks for the packages without importing them; MissingExtra when one is not there."""
    for package in PACKAGES:
        try:
            found = find_spec(package)
        except ModuleNotFoundError:
            found = None
        if found is None:
            raise MissingExtra(f"--otel: there is no {package}; install it with pip install 'euchred[otel]'")


def trace(app: Flask, processor: SpanProcessor | None = None) -> None:
    """Makes a span of every request, named by its route; MissingExtra when the packages for it are not there.

    Spans go by OTLP over HTTP to where OTEL_EXPORTER_OTLP_ENDPOINT says, or to `processor`.
    """
    find()
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.instrumentation.flask import FlaskInstrumentor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    resource = Resource.create({"service.version": __version__})
    if str(resource.attributes["service.name"]).startswith("unknown_service"):
        resource = resource.merge(Resource({"service.name": "euchred"}))
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(processor or BatchSpanProcessor(OTLPSpanExporter()))
    FlaskInstrumentor().instrument_app(  # type: ignore[no-untyped-call]
        app, tracer_provider=provider, excluded_urls=PROBES, response_hook=_described, enable_commenter=False
    )
    app.extensions["euchred.traces"] = provider


def end(app: Flask) -> None:
    """Sends what has not been sent yet."""
    provider = app.extensions.get("euchred.traces")
    if provider is not None:
        provider.shutdown()


def _described(span: Any, status: str, headers: Any) -> None:
    """Says on a span what the answer was about; never cards, moves or names."""
    if span is None or not span.is_recording():
        return
    asked = visit()
    told = {
        "euchred.request_id": asked.id,
        "euchred.operation": asked.operation,
        "euchred.problem": asked.problem,
        "euchred.variant": variant(asked.sent),
        "euchred.verdict": verdict(asked.answer),
        "euchred.key": asked.key,
    }
    span.set_attributes({name: value for name, value in told.items() if value is not None})
