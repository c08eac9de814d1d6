"""Real processes for the tests of the deployment: judges, and Debian's nginx before them with the files of deploy/."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.web.running import COMMAND, free_port

# Where Debian puts it is not on everybody's path.
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
NGINX_FILES = Path(__file__).parents[2] / "deploy" / "nginx"
JUDGES_IN_COMPOSE = ("172.30.83.11:8000", "172.30.83.12:8000")
# For tests that are not about the rate.
FAST = {"rate=50r/s": "rate=5000r/s"}
TRIES, PAUSE = 400, 0.05

needs_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not installed: apt-get install nginx-light")


def wait_for(port: int) -> None:
    """Returns when somebody listens at the port."""
    for _ in range(TRIES):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(PAUSE)
        else:
            return
    raise AssertionError(f"nobody listens at port {port}")


class Replica:
    """A judge in a process group of its own, so that it can be killed with its workers and nothing else."""

    def __init__(self, port: int | None = None, workers: int = 1) -> None:
        self.port = port or free_port()
        command = [*COMMAND, "--port", str(self.port), "--workers", str(workers)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            wait_for(self.port)
        except AssertionError:
            self.stop()
            raise

    @property
    def address(self) -> str:
        """Where it listens, as nginx's log writes it."""
        return f"127.0.0.1:{self.port}"

    def connections(self) -> int:
        """How many connections to it are open, as Linux tells."""
        table = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(int(local.split(":")[1], 16) == self.port and state == "01" for _, local, _, state, *_ in table)

    def kill(self) -> None:
        """Ends it without giving it a chance to finish anything."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ends it as an orchestrator does; it may be dead already."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)


@contextmanager
def replicas(count: int) -> Iterator[list[Replica]]:
    """So many judges, until the end of the block."""
    made: list[Replica] = []
    try:
        for _ in range(count):
            made.append(Replica())
        yield made
    finally:
        for judge in made:
            judge.stop()


class Proxy:
    """nginx with the files of deploy/nginx, on a port and with judges of this machine."""

    def __init__(self, judges: Sequence[str], changes: Mapping[str, str] | None = None) -> None:
        self.port = free_port()
        self.prefix = Path(tempfile.mkdtemp(prefix="euchred-nginx-"))
        # Workers of an nginx that root starts are another user.
        self.prefix.chmod(0o755)
        self.files = self.prefix / "files"
        shutil.copytree(NGINX_FILES, self.files)
        where = {"listen 8080;": f"listen 127.0.0.1:{self.port};"}
        self._put_in(where | dict(zip(JUDGES_IN_COMPOSE, judges, strict=True)) | dict(changes or {}))
        self.command = [str(NGINX), "-p", f"{self.prefix}/", "-c", str(self.files / "nginx.conf"), "-e", "stderr"]
        self.out, self.err = self.prefix / "out", self.prefix / "err"

    def _put_in(self, changes: Mapping[str, str]) -> None:
        """Changes settings in the copies; one that is not there would be no change at all."""
        texts = {path: path.read_text() for path in self.files.glob("*.conf")}
        for old, new in changes.items():
            assert any(old in text for text in texts.values()), f"deploy/nginx does not say {old!r}"
            texts = {path: text.replace(old, new) for path, text in texts.items()}
        for path, text in texts.items():
            path.write_text(text)

    def test(self) -> subprocess.CompletedProcess[str]:
        """What nginx itself says of its files."""
        return subprocess.run([*self.command, "-t"], capture_output=True, text=True, check=False)

    @contextmanager
    def running(self) -> Iterator[Proxy]:
        """Runs it as a child until the end of the block."""
        with self.out.open("wb") as out, self.err.open("wb") as err:
            process = subprocess.Popen(self.command, stdout=out, stderr=err)
        try:
            wait_for(self.port)
            yield self
        finally:
            process.terminate()
            assert process.wait(20) == 0, self.err.read_text()

    def clear(self) -> None:
        """Removes what it wrote."""
        shutil.rmtree(self.prefix)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def log(self) -> list[dict[str, Any]]:
        """The lines of its access log that are whole."""
        return [json.loads(line) for line in self.out.read_text().split("\n")[:-1]]

    def logged(self, request_id: str) -> dict[str, Any]:
        """The line about a request, which nginx writes when all about it is done."""
        for _ in range(TRIES):
            for line in self.log():
                if line["request_id"] == request_id:
                    return line
            time.sleep(PAUSE)
        raise AssertionError(f"the log has no line about {request_id}")


@contextmanager
def proxy(judges: Sequence[str], changes: Mapping[str, str] | None = None) -> Iterator[Proxy]:
    """A running nginx before these judges."""
    made = Proxy(judges, changes)
    try:
        with made.running():
            yield made
    finally:
        made.clear()
