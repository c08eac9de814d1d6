"""`python -m fuzz.http --seconds N`: what anybody may send, to two workers of a live server; exit code 1 on a finding.

Half of the time schemathesis goes through the contract (examples, coverage, fuzzing, and stateful along its links), the
other half states that no schema can lead to are asked about, alone and in batches.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType
from typing import Never

from tests.web.running import Running, serving

from fuzz import hooks, slow
from fuzz.asking import ask_until
from fuzz.tally import Tally, read

ROOT = Path(__file__).parents[1]
GRACE = 180
SHOWN = 5
EXPECTED = ("start", "worker-start", "server", "log")


def main() -> int:
    """Fuzzes for as long as it is told to."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.http", description="Fuzzes a live server with two workers.")
    parser.add_argument("--seconds", type=int, default=1200, help="how long to go on (1200)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="to send the same again")
    told = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    print(f"seed {told.seed}: python -m fuzz.http --seconds {told.seconds} --seed {told.seed}", flush=True)
    until = time.monotonic() + told.seconds
    with serving("--workers", "2") as server:
        findings = through_the_contract(server, max(told.seconds // 2, 1), told.seed)
        findings += ask_until(until, f"http://127.0.0.1:{server.port}", told.seed)
        findings += of_the_log(server)
    findings += report(hooks.tally)
    for finding in findings:
        print(f"\nFOUND: {finding}")
    print(f"\n{hooks.tally.counts.total()} requests, seed {told.seed}: {len(findings) or 'no'} findings")
    return 1 if findings else 0


def through_the_contract(server: Running, seconds: int, seed: int) -> list[str]:
    """Runs schemathesis' command, all phases and all checks; its own output tells what it found."""
    with tempfile.TemporaryDirectory() as folder:
        counted = Path(folder) / "tally"
        command = [
            sys.executable, "-m", "schemathesis.cli", "--config-file", str(ROOT / "schemathesis.toml"), "--no-color",
            "run", str(ROOT / "openapi.yaml"), "--url", f"http://127.0.0.1:{server.port}",
            "--phases", "examples,coverage,fuzzing,stateful", "--max-time", str(seconds), "--seed", str(seed),
            "--continue-on-failure", "--request-timeout", "60", "--warnings", "off",
        ]  # fmt: skip
        environ = os.environ | {"SCHEMATHESIS_HOOKS": "fuzz.hooks", hooks.TALLY_FILE: str(counted)}
        process = subprocess.Popen(command, cwd=ROOT, env=environ)
        try:
            code = process.wait(seconds + GRACE)
        except subprocess.TimeoutExpired:
            return [f"schemathesis did not end within {seconds + GRACE} seconds"]
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if not counted.exists():
            return [f"schemathesis ended with {code} and counted nothing"]
        hooks.tally.add(read(counted))
    return [] if code == 0 else [f"schemathesis ended with {code}; what it found is above"]


def of_the_log(server: Running) -> list[str]:
    """What the server had to complain of, and whether it stops as it should."""
    code = server.stop()
    lines = [line for line in server.log() if line["event"] == "failure" or line["level"] in ("error", "critical")]
    lines += [line for line in server.log() if line["event"] in ("worker-died", "worker-failed", "cut-off")]
    return [f"in the server's log: {line}" for line in lines] + ([f"the server ended with {code}"] if code else [])


def report(tally: Tally) -> list[str]:
    """Prints the counts and the slowest requests; those that are over the bound whatever else the machine does."""
    lines = ", ".join(f"{count} answered {status}" for status, count in sorted(tally.lines.items()))
    print(f"\n{tally.table()}\n\nlines of batches: {lines}\n")
    print("slowest, in seconds as the client saw them and of the processor alone:")
    slowest = sorted(tally.slowest, reverse=True)
    for asked in slowest[:SHOWN]:
        shown = asked.body[:300] + (b"..." if len(asked.body) > 300 else b"")
        print(f"{asked.seconds:.3f}  {slow.processor_seconds(asked):.3f}  {asked.method} {asked.url} {shown!r}")
    return [finding for asked in slowest if (finding := slow.finding(asked))]


def _end(number: int, _: FrameType | None) -> Never:
    """Ends by an exception, so that every process started is ended too."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
