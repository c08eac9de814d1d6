"""Metrics: what is counted and under which labels, and what it costs in labels when clients try to make many."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from euchred.law.ruling import rules
from euchred.law.variant import books
from euchred.web.app import create_app
from euchred.web.problems import types
from euchred.web.settings import Settings
from euchred.web.watch import metrics, scraping


def samples(text: str) -> dict[str, float]:
    """Every sample by its name and labels."""
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"}


@pytest.fixture
def gained(client: FlaskClient) -> Any:
    """What the metrics have gained since this test began, scrapes aside."""
    before = samples(client.get("/metrics").text)

    def difference() -> dict[str, float]:
        after = samples(client.get("/metrics").text)
        return {
            name: value - before.get(name, 0)
            for name, value in after.items()
            if value != before.get(name, 0) and 'operation="metrics"' not in name
        }

    return difference


def counted(gained: dict[str, float]) -> dict[str, float]:
    """The requests by operation and status."""
    name = "euchred_request_duration_seconds_count"
    return {key.removeprefix(name): value for key, value in gained.items() if key.startswith(name)}


def test_requests_are_counted_by_operation_and_status(client: FlaskClient, gained: Any, state: dict[str, Any]) -> None:
    for _ in range(3):
        client.post("/v1/legal-moves", json=state)
    client.post("/v1/legal-moves", json={})
    client.post("/v1/rulings/trick", json={"variant": "euchre", "trump": "H", "cards": "9H"})
    client.get("/v1/variants/euchre")
    assert counted(gained()) == {
        '{operation="legal-moves",status="200"}': 3,
        '{operation="legal-moves",status="422"}': 1,
        '{operation="rulings-trick",status="200"}': 1,
        '{operation="variant",status="200"}': 1,
    }


def test_clients_cannot_make_labels(client: FlaskClient, gained: Any) -> None:
    for path in ("/a", "/b?c=d", "/v1/c", "/v1/legal-moves/", "/%ff"):
        client.get(path)
    for method in ("GET", "BREW", "X" * 300):
        client.open("/v1/legal-moves", method=method)
    for name in ("a", "b", "c"):
        client.get(f"/v1/variants/{name}")
    assert counted(gained()) == {
        '{operation="none",status="404"}': 5,
        '{operation="none",status="405"}': 3,
        '{operation="variant",status="404"}': 3,
    }


def test_durations_are_in_buckets(client: FlaskClient, gained: Any) -> None:
    client.get("/healthz")
    found = gained()
    buckets = [value for name, value in found.items() if "_bucket" in name and 'operation="healthz"' in name]
    assert buckets
    assert set(buckets) == {1}
    assert found['euchred_request_duration_seconds_bucket{le="+Inf",operation="healthz",status="200"}'] == 1
    assert found['euchred_request_duration_seconds_sum{operation="healthz",status="200"}'] > 0


def ruled(gained: dict[str, float]) -> dict[tuple[str, str], float]:
    """The rulings by rule and verdict."""
    found = {}
    for name, value in gained.items():
        if match := re.fullmatch(r'euchred_rulings_total\{rule="(.*)",verdict="(.*)"\}', name):
            found[match[1], match[2]] = value
    return found


@pytest.mark.parametrize(
    ("operation", "body", "expected"),
    [
        ("validate", {"move": "TC"}, {("play.follow-suit", "illegal"): 1}),
        ("validate", {"move": "QH"}, {("play.follow-suit", "legal"): 1}),
        ("apply", {"move": "TC"}, {("play.follow-suit", "illegal"): 1}),
        ("apply", {"move": "QH"}, {("play.follow-suit", "legal"): 1}),
        (
            "judge",
            {"moves": "pass order discard-9C / JD TC"},
            {("play.follow-suit", "illegal"): 1, ("score.abandoned", "legal"): 1},
        ),
        ("tricks", {"moves": "pass order discard-9C / JD TC"}, {("play.follow-suit", "illegal"): 1}),
        ("legal-moves", {}, {}),
        ("position", {}, {}),
        ("score", {}, {}),
        ("claims", {"seat": 0, "tricks": "all"}, {("claim.refused", "illegal"): 1}),
    ],
)
def test_rulings_are_counted_by_rule_and_verdict(
    client: FlaskClient,
    gained: Any,
    state: dict[str, Any],
    operation: str,
    body: dict[str, Any],
    expected: dict[tuple[str, str], float],
) -> None:
    sent = {"state": state} | body if body.keys() & {"move", "seat"} else state | body
    client.post(f"/v1/{operation}", json=sent)
    assert ruled(gained()) == expected


def test_the_judge_of_games_counts_every_finding(client: FlaskClient, gained: Any) -> None:
    passed = "pass pass pass pass pass pass pass pass"
    deals = [{"up_card": "JD", "moves": passed}, {"up_card": "QS", "moves": passed, "recorded_score": [1, 0]}]
    client.post("/v1/judge-game", json={"variant": "euchre", "dealer": 3, "deals": deals})
    assert ruled(gained()) == {("score.passed-out", "legal"): 2, ("game.score-recorded", "illegal"): 1}


def test_batches_are_counted(client: FlaskClient, gained: Any) -> None:
    metrics.batch_lines(Counter({("legal-moves", 200): 5, ("rulings/trick", 422): 2, ("", 400): 1}))
    found = gained()
    assert found["euchred_batch_lines_count"] == 1
    assert found["euchred_batch_lines_sum"] == 8
    assert {name: value for name, value in found.items() if "batch_answers" in name} == {
        'euchred_batch_answers_total{operation="legal-moves",status="200"}': 5,
        'euchred_batch_answers_total{operation="rulings-trick",status="422"}': 2,
        'euchred_batch_answers_total{operation="none",status="400"}': 1,
    }


def test_what_runs_is_told(client: FlaskClient) -> None:
    reply = client.get("/metrics")
    assert reply.headers["Content-Type"] == scraping.MEDIA_TYPE
    assert reply.headers["Cache-Control"] == "no-store"
    found = samples(reply.text)
    assert [value for name, value in found.items() if name.startswith("euchred_build_info{")] == [1]
    for book in books():
        assert found[f'euchred_rule_book_revision{{variant="{book.id}"}}'] == book.revision
    assert all(name.startswith("euchred_") for name in found)


def test_all_labels_are_ours(client: FlaskClient) -> None:
    operations = {rule.endpoint for rule in create_app().url_map.iter_rules()} | {"none"}
    statuses = {str(kind.status) for kind in types().values()} | {"200", "204", "302", "304"}
    for name in samples(client.get("/metrics").text):
        labels = dict(re.findall(r'(\w+)="([^"]*)"', name))
        assert labels.get("operation", "none") in operations
        assert labels.get("status", "200") in statuses
        assert labels.get("rule", "play.lead") in rules()
        assert labels.get("verdict", "open") in ("legal", "illegal", "open")


def test_within_a_program_nothing_is_counted(gained: Any) -> None:
    bare = create_app().test_client()
    assert bare.get("/healthz").status_code == 200
    assert bare.get("/metrics").status_code == 404
    assert counted(gained()) == {}


def test_with_a_port_of_their_own_they_are_not_here() -> None:
    app = create_app(Settings(metrics_port=9100))
    assert app.test_client().get("/metrics").json["type"] == "/problems/not-found"


def test_examples_on_pages_are_no_requests(client: FlaskClient, gained: Any) -> None:
    assert client.get("/problems/illegal-history").status_code == 200
    assert counted(gained()) == {'{operation="problem",status="200"}': 1}


def test_every_metric_is_documented(client: FlaskClient) -> None:
    told = (Path(__file__).parents[2] / "docs" / "settings.md").read_text("utf-8")
    named = re.findall(r"^# TYPE (\w+)", client.get("/metrics").text, re.MULTILINE)
    assert len(named) == 7
    for name in named:
        assert f"| `{name}` |" in told


WORKER = """
import sys
from euchred.web.watch import metrics
from euchred.web.app import create_app
from euchred.web.settings import Settings
client = create_app(Settings()).test_client()
for _ in range(int(sys.argv[1])):
    client.get("/healthz")
metrics.waiting(int(sys.argv[1]))
print(client.get("/metrics").text, flush=True)
sys.stdin.read()
"""


def test_workers_add_up_and_the_dead_do_not_wait(tmp_path: Path) -> None:
    environ = os.environ | {scraping.DIRECTORY: str(tmp_path)}

    def worker(requests: int) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", WORKER, str(requests)],
            env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def told() -> dict[str, float]:
        return samples(scraping.shared(str(tmp_path)).decode())

    healthy = 'euchred_request_duration_seconds_count{operation="healthz",status="200"}'
    workers = [worker(2), worker(3)]
    for one in workers:
        assert one.stdout is not None
        while one.stdout.readline().strip():
            pass
    assert told()[healthy] == 5
    assert told()["euchred_requests_waiting"] == 5
    assert [value for name, value in told().items() if name.startswith("euchred_build_info{")] == [1]
    workers[0].kill()
    workers[0].communicate()
    assert told()["euchred_requests_waiting"] == 3
    assert told()[healthy] == 5
    workers[1].communicate()
    assert workers[1].returncode == 0
    assert "euchred_requests_waiting" not in told()
