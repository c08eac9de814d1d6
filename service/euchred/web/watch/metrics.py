"""What is counted.

Every label has few values: an address that there is not counts as the operation `none`, and operations, rules, variants
and statuses are ours.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING

from flask import Response, current_app

from ... import __version__
from ...law.variant import books
from ..pages.about import CONTRACT
from ..problems import Problem
from .scraping import DIRECTORY, MEDIA_TYPE, shared
from .visits import Visit, rulings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

NO_OPERATION = "none"
SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60)
LINES = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)


class Metrics:
    """The metrics of this process."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = registry = CollectorRegistry()
        self._durations = Histogram(
            "euchred_request_duration_seconds",
            "Time to answer a request, from its arrival until the answer is made or, where it is streamed, sent.",
            ("operation", "status"),
            buckets=SECONDS,
            registry=registry,
        )
        self._rulings = Counter(
            "euchred_rulings",
            "Rulings that answers were about: moves asked about or refused, claims, results, findings of the judges.",
            ("rule", "verdict"),
            registry=registry,
        )
        self._sizes = Histogram("euchred_batch_lines", "Lines of a batch.", buckets=LINES, registry=registry)
        self._lines = Counter(
            "euchred_batch_answers", "Lines of batches answered.", ("operation", "status"), registry=registry
        )
        self._waiting = Gauge(
            "euchred_requests_waiting",
            "Requests that have arrived and are not being answered yet.",
            multiprocess_mode="livesum",
            registry=registry,
        )
        build = Gauge(
            "euchred_build_info",
            "Always 1; the labels say what runs.",
            ("version", "contract", "python"),
            multiprocess_mode="max",
            registry=registry,
        )
        build.labels(__version__, CONTRACT, platform.python_version()).set(1)
        revisions = Gauge(
            "euchred_rule_book_revision",
            "The revision of a rule book.",
            ("variant",),
            multiprocess_mode="max",
            registry=registry,
        )
        for book in books():
            revisions.labels(book.id).set(book.revision)
        # Looking a label up in the library takes longer than counting.
        self._duration = cache(self._durations.labels)
        self._ruling = cache(self._rulings.labels)

    def request(self, visit: Visit, environ: WSGIEnvironment) -> None:
        """Counts a request that was answered."""
        self._duration(visit.operation or NO_OPERATION, visit.status).observe(perf_counter() - visit.arrived)
        for rule, verdict in rulings(visit.answer):
            self._ruling(rule, verdict).inc()

    def batch(self, answered: Mapping[tuple[str, int], int]) -> None:
        """Counts a batch by the operations and statuses of its lines."""
        self._sizes.observe(sum(answered.values()))
        for (operation, status), lines in answered.items():
            self._lines.labels(operation.replace("/", "-") or NO_OPERATION, status).inc(lines)

    def waiting(self, requests: int) -> None:
        """Notes how many requests are waiting in this process."""
        self._waiting.set(requests)

    def text(self) -> bytes:
        """All that this process has counted, as Prometheus reads it."""
        from prometheus_client import generate_latest

        return generate_latest(self.registry)


_ON: list[Metrics] = []


def start() -> Metrics:
    """The metrics of this process, from now on counted."""
    if not _ON:
        _ON.append(Metrics())
    return _ON[0]


def batch_lines(answered: Mapping[tuple[str, int], int]) -> None:
    """Counts a batch where metrics are on: lines by operation ("" for none) and status."""
    for on in _ON:
        on.batch(answered)


def waiting(requests: int) -> None:
    """Notes where metrics are on how many requests are waiting in this process."""
    for on in _ON:
        on.waiting(requests)


def metrics() -> Response:
    """Give the metrics.

    Counts and durations in the text format of Prometheus, of all workers together. Where the service was told to give
    them at a port of their own, they are not here.
    """
    if not current_app.config["METRICS"]:
        raise Problem("not-found", "The metrics are not given at this port.")
    directory = os.environ.get(DIRECTORY)
    return Response(shared(directory) if directory else start().text(), content_type=MEDIA_TYPE)
