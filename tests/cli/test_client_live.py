"""Clients of a server with two workers, one of which is killed again and again: no client sees it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from tests.cli.test_client_judge import STATE
from tests.web.running import COMMAND, free_port

from euchre import Judge
from euchre.answers import Deal

WORKERS = 2
LINES, LINES_A_CHUNK, LINES_A_KILL = 9_000, 4_500, 1_500

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found in /proc"),
]


class Server:
    """A server with its workers, which can be killed."""

    def __init__(self, process: subprocess.Popen[bytes], address: str) -> None:
        self.process, self.address = process, address
        self.killed = 0

    def workers(self) -> dict[int, int]:
        """The clock ticks that each worker has worked, by process id."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        found = {}
        for child in map(int, children):
            try:
                command = Path(f"/proc/{child}/cmdline").read_bytes()
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if b"spawn_main" in command and fields[0] != "Z":
                found[child] = int(fields[11]) + int(fields[12])
        return found

    def kill_the_busiest(self) -> None:
        """End the worker that has worked most since it was started, as a power cut would."""
        found = self.workers()
        os.kill(max(found, key=lambda worker: found[worker]), signal.SIGKILL)
        self.killed += 1

    def until_whole(self) -> None:
        """Wait until every worker is there and one of them answers."""
        for _ in range(600):
            if len(self.workers()) == WORKERS and self._answers():
                return
            time.sleep(0.05)
        raise AssertionError("the workers did not come back")

    def _answers(self) -> bool:
        try:
            return requests.get(f"{self.address}/readyz", timeout=1).ok
        except requests.RequestException:
            return False


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    port = free_port()
    command = [*COMMAND, "--port", str(port), "--workers", str(WORKERS)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        made = Server(process, f"http://127.0.0.1:{port}")
        try:
            made.until_whole()
            yield made
        finally:
            process.terminate()
            process.wait(60)


def questions() -> Iterator[dict[str, Any]]:
    """Deals without a seed: no answer can be had a second time."""
    for number in range(LINES):
        yield {"id": number, "op": "deal", "body": {"variant": "euchre"}}


class Counting(Judge):
    """A judge that counts what it sends."""

    sent = 0

    def attempt(self, *arguments: Any, **keywords: Any) -> Any:
        self.sent += 1
        return super().attempt(*arguments, **keywords)


def test_a_batch_goes_on_when_its_worker_is_killed(server: Server) -> None:
    server.until_whole()
    before = server.killed
    seeds = []
    with Counting(server.address) as judge:
        for number, answer in enumerate(judge.batch(questions(), chunk_lines=LINES_A_CHUNK)):
            assert (answer.id, answer.status) == (number, 200)
            assert isinstance(answer.body, Deal)
            seeds.append(answer.body.seed)
            if number % LINES_A_KILL == LINES_A_KILL // 10:
                server.until_whole()
                server.kill_the_busiest()
        assert judge.sent > LINES / LINES_A_CHUNK, "no kill met a chunk in the middle"
    assert len(seeds) == LINES
    assert len(set(seeds)) == LINES
    assert server.killed - before == LINES / LINES_A_KILL


def test_the_command_goes_on_too(server: Server) -> None:
    server.until_whole()
    command = [sys.executable, "-m", "euchre.main", "batch", "-", "--server", server.address]
    command += ["--lines", str(LINES_A_CHUNK), "--bytes", "64000000"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        writing = threading.Thread(target=write_all, args=(process.stdin,))
        writing.start()
        answers = []
        for number, line in enumerate(process.stdout):
            answers.append(json.loads(line))
            if number % LINES_A_KILL == LINES_A_KILL // 10 and number < LINES:
                server.until_whole()
                server.kill_the_busiest()
        writing.join()
        told = process.stderr.read().decode()
        assert process.wait(60) == 0, told
    assert [answer.get("id") for answer in answers] == [*range(LINES), None]
    assert len({answer["body"]["seed"] for answer in answers[:-1]}) == LINES
    assert answers[-1] == {"summary": {"lines": LINES, "problems": 0}}
    assert told == f"{LINES} lines answered, 0 problems\n"


def write_all(stream: Any) -> None:
    with stream:
        for question in questions():
            stream.write(json.dumps(question).encode() + b"\n")


def test_single_requests_go_on_when_a_worker_is_killed(server: Server) -> None:
    server.until_whole()
    failures: list[BaseException] = []
    answered = [0] * 4
    stop = threading.Event()

    def ask(place: int) -> None:
        try:
            with Judge(server.address) as judge:
                while not stop.is_set():
                    assert judge.validate(STATE, "AS").legal_moves == ("QH",)
                    answered[place] += 1
        except BaseException as error:  # whatever it is, the test shall tell
            failures.append(error)

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(len(answered))]
    for thread in threads:
        thread.start()
    try:
        for _ in range(4):
            before = sum(answered)
            while sum(answered) < before + 200 and not failures:
                time.sleep(0.01)
            server.until_whole()
            server.kill_the_busiest()
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert failures == []
    assert all(answered)
