"""A server in a process of its own, on a free port of this machine, and what it logs."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-c", "from euchred.server.main import main; main()"]
Log = list[dict[str, Any]]


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
        return number


class Running:
    """A server that runs; it is told to stop, and stops, at the end of the block that it was started in."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process, self.port, self._log = process, port, log

    def log(self) -> Log:
        """What it has logged so far; every line is an object."""
        text = self._log.read_text("utf-8")
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]

    def logged(self, event: str) -> Log:
        """The lines on an event."""
        return [line for line in self.log() if line["event"] == event]

    def wait_until(self, holds: Callable[[Log], Any]) -> Any:
        """What holds of the log, as soon as it does."""
        for _ in range(600):
            if found := holds(self.log()):
                return found
            time.sleep(0.05)
        raise AssertionError(self._log.read_text("utf-8"))

    def workers(self) -> list[int]:
        """The processes that answer, by number."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return sorted(int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes())

    def memory(self) -> int:
        """The memory that the workers use, in bytes."""
        pages = (int(Path(f"/proc/{worker}/statm").read_text().split()[1]) for worker in self.workers())
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> int:
        """Tells it to stop; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(40)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, dict(headers or {}))
            reply = connection.getresponse()
            return reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read()
        finally:
            connection.close()


@contextmanager
def serving(*arguments: str, **variables: str) -> Iterator[Running]:
    """A server with these arguments and variables, once it answers."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        own = {name: value for name, value in os.environ.items() if not name.startswith("EUCHRED_")}
        with log.open("wb") as errors:
            process = subprocess.Popen(
                [*COMMAND, "--port", str(port), *arguments],
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=own | {"TMPDIR": folder} | variables,
            )
        running = Running(process, port, log)
        try:
            running.wait_until(lambda log: [line for line in log if line["event"] == "start"])
            running.ask("GET", "/healthz")
            yield running
        finally:
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.stop()
            if process.poll() is None:
                process.kill()
                process.wait()
