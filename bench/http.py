"""The service over a real granian against the same server answering a bare Flask JSON echo of the same body."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.timing import Row, compare

REQUESTS = 1_000
# A state of about one kilobyte in the middle of a hand, all hands known, as an app that keeps its own state sends it.
STATE = {
    "variant": "euchre",
    "options": {"stick_the_dealer": True, "defend_alone": "off", "alone": "caller", "target": 10, "lone_march": 4},
    "dealer": 3,
    "hands": [
        ["9H", "JD", "AC", "KC", "TS"],
        ["QH", "TH", "9D", "QS", "AS"],
        ["AH", "KH", "QC", "9S", "TC"],
        ["KD", "QD", "9C", "JS", "KS"],
    ],
    "up_card": "JH",
    "widow": None,
    "dummy": None,
    "kitty": ["AD", "TD", "JC"],
    "moves": ["0:pass", "1:order", "3:discard-9C", "1:pass", "0:JD", "1:QH", "2:AH", "3:JH", "3:KS", "0:TS", "1:AS"],
    "score": [6, 7],
    "players": ["A player named first", "A player named second", "A player named third", "A player named fourth"],
}


def echo_app() -> object:
    """The bare echo: what Flask and JSON cost without any work."""
    from flask import Flask, jsonify, request

    app = Flask(__name__)
    app.post("/v1/legal-moves")(lambda: jsonify(request.get_json()))
    return app


@contextmanager
def server(target: str) -> Iterator[int]:
    """A granian worker with the settings of `euchred`, on a free port of loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "granian", target, "--factory", "--interface", "wsgi", "--host", "127.0.0.1",
        "--port", str(port), "--workers", "1", "--blocking-threads", "1", "--http", "1", "--no-ws",
        "--log-level", "error",
    ]  # fmt: skip
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": "."})
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=30)


def requests_to(port: int, path: str, body: bytes) -> int:
    """Sends the body many times over one connection; every answer must be 200."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"Content-Type": "application/json"}
    for _ in range(REQUESTS):
        connection.request("POST", path, body, headers)
        reply = connection.getresponse()
        reply.read()
        if reply.status != 200:
            raise RuntimeError(f"answer {reply.status}")
    connection.close()
    return REQUESTS


def rows() -> list[Row]:
    """Single requests on a state of about one kilobyte, with and without explanations."""
    body = json.dumps(STATE).encode()
    with server("euchred.web.app:create_app") as ours, server("bench.http:echo_app") as echo:
        return [
            compare(
                f"HTTP legal-moves{query or ', explained'}, {len(body)} bytes",
                "requests/s",
                "bare echo",
                lambda query=query: requests_to(ours, f"/v1/legal-moves{query}", body),  # type: ignore[misc]
                lambda: requests_to(echo, "/v1/legal-moves", body),
                rounds=7,
                clock=time.perf_counter,
            )
            for query in ("", "?explain=none")
        ]
