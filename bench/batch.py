"""Batches: positions a second and a core, against the do-it-yourself service, which is asked one at a time."""

from __future__ import annotations

import http.client
import json
import time
from concurrent.futures import ThreadPoolExecutor

from bench.load import requests_of, under_load
from bench.peers import PATH
from bench.positions import encoded, positions
from bench.served import Server, served
from bench.timing import Row, row

LINES, ROUNDS = 10_000, 11
CONNECTIONS = 8


def rows() -> list[Row]:
    """With and without explanations, over one worker and over two with a batch each."""
    ours, theirs = positions(LINES)
    found = []
    for workers in (1, 2):
        with served(workers=workers) as service, served("do_it_yourself", workers) as diy:
            peers = requests_of(PATH, encoded(theirs[:1_000]))
            for explain in ("none", None):
                lines = [
                    {"id": place, "op": "legal-moves", "explain": explain, "body": body}
                    for place, body in enumerate(ours)
                ]
                body = b"\n".join(json.dumps(line, separators=(",", ":")).encode() for line in lines)
                pairs = [(_batches(service, body, workers), _alone(diy, peers)) for _ in range(ROUNDS)]
                name = f"batch of legal-moves, explain {explain or 'all'}, {len(body) // LINES} bytes a line"
                for unit, place in (("positions/s", 0), ("positions/s of CPU", 1)):
                    label = f"{name}, {workers} worker{'s' * (workers > 1)}"
                    rates = [(mine[place], other[place]) for mine, other in pairs]
                    found.append(row(label, unit, "pyspiel service, one at a time", rates))
    return found


def _batches(server: Server, body: bytes, count: int) -> tuple[float, float]:
    """Positions a second of so many batches at once, and a second of its processors' time."""
    cpu, start = server.cpu_seconds(), time.perf_counter()
    with ThreadPoolExecutor(count) as clients:
        list(clients.map(_batch, [server] * count, [body] * count))
    took = time.perf_counter() - start
    return count * LINES / took, count * LINES / (server.cpu_seconds() - cpu)


def _batch(server: Server, body: bytes) -> None:
    """Sends a batch and takes its answer; RuntimeError unless every line is answered 200."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("POST", "/v1/batch", body, {"Content-Type": "application/x-ndjson"})
    reply = connection.getresponse()
    last = b""
    while piece := reply.read1(1 << 20):
        last = (last + piece)[-100:]
    connection.close()
    if not last.endswith(b'{"summary":{"lines":%d,"problems":0}}\n' % LINES):
        raise RuntimeError(last.decode())


def _alone(server: Server, requests: list[bytes]) -> tuple[float, float]:
    """The same of single requests."""
    cpu = server.cpu_seconds()
    load = under_load(server.port, requests, CONNECTIONS, len(requests))
    return load.rate, len(load.seconds) / (server.cpu_seconds() - cpu)
