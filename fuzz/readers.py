"""`python -m fuzz.readers [NAME...] -max_total_time=N`: fuzzes readers with atheris, each for N seconds in turn.

Prints executions and findings, and ends with 1 when there are any.  What was met is kept under the temporary
directory, in `euchred-fuzz/NAME`: the corpus for the next time, and inputs that led to findings, which
`python -m fuzz.readers NAME FILE...` reads once more.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from fuzz.targets import TARGETS

ROOT = Path(__file__).parents[1]
KEPT = Path(tempfile.gettempdir()) / "euchred-fuzz"
SECONDS = 60
GRACE = 300
DONE = re.compile(r"^stat::number_of_executed_units:\s*(\d+)", re.MULTILINE)
COVERED = re.compile(r"cov: (\d+)")
FOUND = re.compile(r"Test unit written to (\S+)")
TIME = "-max_total_time="


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one reader: how many inputs it was given, how much of the code they reached, what was found."""

    executions: int
    covered: int
    findings: tuple[str, ...]


def main() -> int:
    """Fuzzes the readers named, or all; or reads files again."""
    names = [word for word in sys.argv[1:] if word in TARGETS]
    flags = [word for word in sys.argv[1:] if word.startswith("-") and not word.startswith(TIME)]
    files = [word for word in sys.argv[1:] if word not in TARGETS and not word.startswith("-")]
    seconds = next((int(word.removeprefix(TIME)) for word in sys.argv[1:] if word.startswith(TIME)), SECONDS)
    if files:
        if len(names) != 1 or not all(Path(file).is_file() for file in files):
            print(f"a reader, and files to be read again; the readers: {', '.join(TARGETS)}", file=sys.stderr)
            return 2
        return max(again(names[0], Path(file)) for file in files)
    found = 0
    for name in names or TARGETS:
        outcome = fuzz(name, seconds, flags)
        print(f"{name:12} {outcome.executions:>9} executions, {outcome.covered:>5} edges, ", end="")
        print(f"{len(outcome.findings) or 'no'} findings", *outcome.findings, sep="\n  ", flush=True)
        found += len(outcome.findings)
    return 1 if found else 0


def fuzz(name: str, seconds: int, flags: list[str]) -> Outcome:
    """Fuzzes one reader; goes on after an input that is slow only because it was watched."""
    folder, until = KEPT / name, time.monotonic() + seconds
    executions = covered = 0
    while (left := round(until - time.monotonic())) > 0:
        output = run([sys.executable, "-m", "fuzz.inside", name, str(folder), f"{TIME}{left}", *flags], left + GRACE)
        executions += sum(map(int, DONE.findall(output)))
        covered = max([covered, *map(int, COVERED.findall(output))])
        found = FOUND.findall(output)
        if not found:
            ended = () if DONE.search(output) else (f"it ended early: {output[-2000:]}",)
            return Outcome(executions, covered, ended)
        told = run([sys.executable, "-m", "fuzz.readers", name, *found], GRACE)
        if "FOUND" in told or not told:
            return Outcome(executions, covered, (*found, told))
    return Outcome(executions, covered, ())


def run(command: list[str], seconds: float) -> str:
    """What a command says; it is ended when it takes too long."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        return process.communicate(timeout=seconds)[0].decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        return ""
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def again(name: str, file: Path) -> int:
    """Reads an input once more, not watched: 1 when something is wrong with it."""
    try:
        seconds = TARGETS[name](file.read_bytes())
    except Exception:
        print(f"FOUND {file}: {file.read_bytes()[:2000]!r}")
        traceback.print_exc(file=sys.stdout)
        return 1
    print(f"{file}: nothing wrong in {seconds:.3f} seconds of the processor")
    return 0


if __name__ == "__main__":
    sys.exit(main())
