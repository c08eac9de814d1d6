"""Single requests over HTTP, against a bare echo of the bodies and the do-it-yourself service on the same hands."""

from __future__ import annotations

import time
from contextlib import ExitStack

from bench.load import Load, requests_of, under_load
from bench.peers import PATH
from bench.positions import encoded, positions
from bench.served import Server, served
from bench.timing import Row, compare, row

POSITIONS, REQUESTS, ROUNDS = 500, 1_500, 15
CONNECTIONS = 8


def rows() -> list[Row]:
    """Requests a second over one and two workers, and how long the slowest take under load."""
    ours, theirs = (encoded(bodies) for bodies in positions(POSITIONS))
    found = []
    for workers in (1, 2):
        with ExitStack() as running:
            service = running.enter_context(served(workers=workers))
            echo = running.enter_context(served("echo", workers))
            diy = running.enter_context(served("do_it_yourself", workers))
            asked = {
                "echo": requests_of(PATH, ours),
                "explained": requests_of(PATH, ours),
                "none": requests_of(f"{PATH}?explain=none", ours),
                "diy": requests_of(PATH, theirs),
            }
            name = f"{workers} worker{'s' * (workers > 1)}, {CONNECTIONS} connections"
            for kind in ("explained", "none"):
                label = f"legal-moves{'?explain=none' if kind == 'none' else ', explained'}, {name}"
                found += [
                    _against(label, "bare echo", service, asked[kind], echo, asked["echo"]),
                    _against(label, "pyspiel service", service, asked[kind], diy, asked["diy"]),
                ]
            load = [under_load(service.port, asked["none"], CONNECTIONS, REQUESTS) for _ in range(ROUNDS)]
            found.append(_tail(name, load))
    return found


def _against(label: str, peer: str, ours: Server, asked: list[bytes], theirs: Server, peers: list[bytes]) -> Row:
    """Our rate and the peer's, turn and turn about."""

    def rate(server: Server, requests: list[bytes]) -> int:
        return len(under_load(server.port, requests, CONNECTIONS, REQUESTS).seconds)

    return compare(
        label, "requests/s", peer, lambda: rate(ours, asked), lambda: rate(theirs, peers), ROUNDS, time.perf_counter
    )


def _tail(name: str, load: list[Load]) -> Row:
    """The 99th percentile against the median, as rates; the median round of several."""
    middle = sorted(load, key=lambda one: one.percentile(0.99) / one.percentile(0.5))[len(load) // 2]
    slow, usual = middle.percentile(0.99), middle.percentile(0.5)
    label, peer = f"p99 of these ({slow * 1e3:.1f} ms), {name}", f"p50 ({usual * 1e3:.1f} ms)"
    return row(label, "1/s", peer, [(1 / slow, 1 / usual)])
