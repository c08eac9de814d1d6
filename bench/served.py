"""Servers to be measured: each a process of its own with some workers, on a free port of this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

OURS = ["-c", "from euchred.server.main import main; main()"]


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    port: int
    process: int

    def cpu_seconds(self) -> float:
        """The time that the processors have spent on its workers."""
        ticks = 0
        for entry in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = entry.read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[1]) == self.process or int(entry.parent.name) == self.process:
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(peer: str | None = None, workers: int = 1) -> Iterator[Server]:
    """The service, or a peer of `bench.peers` by name on the same uvicorn with the same protocol."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    arguments = OURS
    if peer is not None:
        arguments = [
            "-m", "uvicorn", f"bench.peers:{peer}", "--factory", "--interface", "asgi3", "--loop", "uvloop",
            "--http", "euchred.server.guard:GuardedProtocol", "--ws", "none", "--lifespan", "off",
            "--log-level", "error", "--no-access-log", "--no-proxy-headers", "--no-server-header",
        ]  # fmt: skip
    command = [sys.executable, *arguments, "--port", str(port), "--workers", str(workers)]
    quiet = None if peer else subprocess.DEVNULL
    with subprocess.Popen(command, stderr=quiet) as process:
        try:
            _wait_for(port)
            yield Server(port, process.pid)
        finally:
            process.send_signal(signal.SIGTERM)


def _wait_for(port: int) -> None:
    """Waits until somebody listens, and until all workers had time to start."""
    for _ in range(400):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                time.sleep(1)
                return
        time.sleep(0.05)
    raise RuntimeError("the server does not start")
