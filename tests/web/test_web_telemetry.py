"""Traces: a span for each request, with what it was about and nothing of what was asked."""

from __future__ import annotations

import subprocess
import sys
from importlib import util
from typing import Any

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from euchred.web.app import create_app
from euchred.web.application import Application
from euchred.web.settings import Settings
from euchred.web.watch import telemetry

PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


@pytest.fixture
def traced() -> tuple[Application, InMemorySpanExporter]:
    """An application, and the spans that it made."""
    app, spans = create_app(), InMemorySpanExporter()
    telemetry.trace(app, SimpleSpanProcessor(spans))
    return app, spans


def test_a_request_is_a_span(traced: tuple[Application, InMemorySpanExporter], state: dict[str, Any]) -> None:
    app, spans = traced
    reply = app.test_client().post(
        "/v1/validate",
        json={"state": state, "move": "TC"},
        headers={"X-Request-Id": "mine", "traceparent": PARENT},
    )
    assert (reply.status_code, reply.headers["X-Request-Id"]) == (200, "mine")
    (span,) = spans.get_finished_spans()
    assert span.name == "POST /v1/validate"
    assert span.parent is not None
    assert format(span.parent.span_id, "016x") in PARENT
    assert format(span.context.trace_id, "032x") in PARENT
    told = dict(span.attributes or {})
    assert {
        "euchred.request_id": "mine",
        "euchred.operation": "validate",
        "euchred.variant": "euchre",
        "euchred.verdict": "illegal",
        "http.route": "/v1/validate",
    }.items() <= told.items()
    assert "euchred.problem" not in told
    assert span.resource.attributes["service.name"] == "euchred"
    for secret in ("JD", "TC", "discard", "Ann"):
        assert secret not in str(told)


def test_the_service_is_named_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_SERVICE_NAME", "judges-of-the-club")
    app, spans = create_app(), InMemorySpanExporter()
    telemetry.trace(app, SimpleSpanProcessor(spans))
    app.test_client().get("/v1")
    (span,) = spans.get_finished_spans()
    assert span.resource.attributes["service.name"] == "judges-of-the-club"


def test_refusals_are_spans_too(traced: tuple[Application, InMemorySpanExporter], state: dict[str, Any]) -> None:
    app, spans = traced
    app.view_functions["about"] = lambda: 1 / 0
    for path, body in (("/v1/legal-moves", {}), ("/v1", None), ("/nowhere", None)):
        app.test_client().open(path, method="POST" if body is not None else "GET", json=body)
    told = [(span.name, (span.attributes or {}).get("euchred.problem")) for span in spans.get_finished_spans()]
    assert told[:2] == [("POST /v1/legal-moves", "invalid-request"), ("GET /v1", "internal-error")]
    assert told[2][1] == "not-found"


def test_probes_and_scrapes_are_not_traced(traced: tuple[Application, InMemorySpanExporter]) -> None:
    app, spans = traced
    for path in ("/healthz", "/readyz", "/metrics"):
        app.test_client().get(path)
    assert spans.get_finished_spans() == ()


def test_refusals_at_the_gate_are_traced(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    spans = InMemorySpanExporter()
    plain = telemetry.trace
    monkeypatch.setattr(telemetry, "trace", lambda app: plain(app, SimpleSpanProcessor(spans)))
    client = create_app(Settings(otel=True, rate_limit="1/hour")).test_client()
    assert [client.get("/v1").status_code for _ in range(2)] == [200, 429]
    told = [(span.attributes or {}).get("euchred.problem") for span in spans.get_finished_spans()]
    assert told == [None, "too-many-requests"]
    assert caplog.records == []


def test_the_last_traces_are_sent_at_the_end(traced: tuple[Application, InMemorySpanExporter]) -> None:
    app, spans = traced
    app.test_client().get("/v1")
    telemetry.end(app)
    app.test_client().get("/v1")
    assert len(spans.get_finished_spans()) == 1
    telemetry.end(create_app())


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = util.find_spec
    for missing in telemetry.PACKAGES:
        monkeypatch.setattr(telemetry, "find_spec", lambda name, out=missing: None if name == out else plain(name))
        with pytest.raises(telemetry.MissingExtra, match=rf"{missing}.*pip install 'euchred\[otel\]'"):
            create_app(Settings(otel=True))


def test_a_missing_parent_is_missing_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "PACKAGES", ("no_such_package.at.all",))
    with pytest.raises(telemetry.MissingExtra, match=r"no_such_package\.at\.all"):
        telemetry.find()


def test_without_traces_nothing_of_them_is_imported() -> None:
    code = "import sys; from euchred.web.app import create_app; from euchred.web.settings import Settings\n"
    code += (
        "create_app(Settings()); print([name for name in sys.modules if 'opentelemetry' in name or 'limits' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
