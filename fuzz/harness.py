"""What the fuzz targets share: where their inputs lie, how libFuzzer is started, what is counted, how long it took.

A target is a function of bytes.  libFuzzer leaves its process in its own way, so that it runs in a child, and the
counts lie in memory that both see.  A run of a target is bounded work: what takes longer than LIMIT is a finding, timed
once more in a process of its own, because coverage slows everything down.
"""

from __future__ import annotations

import json
import mmap
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from random import Random

LIMIT = 1.0  # seconds of one core for one request
WORTH_TIMING = 0.4  # seconds with coverage on, from which an input is timed again without
PACE = 0.0112  # seconds that the loop of `pace` takes on the bench machine when nothing else runs
SHARED_BYTES = 1 << 20
SEEDS = 400


class TooSlow(Exception):
    """A request held a core for longer than LIMIT."""


class Counts:
    """How often what happened, and the longest time of each request by its label; the parent too sees `shared`."""

    def __init__(self, shared: mmap.mmap | None = None) -> None:
        self.seen: Counter[str] = Counter()
        self.longest: dict[str, float] = {}
        self.shared = shared

    @contextmanager
    def timed(self, label: str) -> Iterator[None]:
        """Times what is done inside, an exception of it too."""
        self.seen["requests"] += 1
        start = time.process_time()
        try:
            yield
        finally:
            self.longest[label] = max(self.longest.get(label, 0.0), time.process_time() - start)

    def save(self) -> None:
        """Writes the counts to where the parent reads them."""
        assert self.shared is not None
        data = json.dumps({"seen": self.seen, "longest": self.longest}).encode()
        self.shared.seek(0)
        self.shared.write(len(data).to_bytes(4, "big") + data)

    def load(self) -> None:
        """Reads the counts that a child wrote last."""
        assert self.shared is not None
        self.shared.seek(0)
        size = int.from_bytes(self.shared.read(4), "big")
        found = json.loads(self.shared.read(size) or b'{"seen": {}, "longest": {}}')
        self.seen, self.longest = Counter(found["seen"]), found["longest"]


One = Callable[[bytes, Counts], None]


def folder(name: str, length: int) -> Path:
    """Where a target keeps its corpus and its findings from one run to the next: under the temporary directory.

    A new corpus begins with random bytes, `length` of them at most: from nothing libFuzzer takes long to come so far.
    """
    found = Path(tempfile.gettempdir()) / "euchred-fuzz" / name
    if not found.exists():
        (found / "corpus").mkdir(parents=True)
        rng = Random(name)
        for number in range(SEEDS):
            (found / "corpus" / f"seed-{number}").write_bytes(rng.randbytes(rng.randint(length // 8, length)))
    return found


def main(name: str, one: One, length: int, argv: Sequence[str]) -> int:
    """Runs a target on up to `length` bytes: under libFuzzer with its flags, or with `--input FILE` once, timed."""
    if argv[:1] == ["--input"]:
        return _alone(one, Path(argv[1]).read_bytes())
    counts, place = Counts(mmap.mmap(-1, SHARED_BYTES)), folder(name, length)
    flags = [f"-max_len={length}", "-len_control=0", "-timeout=120", "-rss_limit_mb=2048", *argv]
    child = get_context("fork").Process(target=_child, args=(name, one, counts, place, flags))
    child.start()
    child.join()
    counts.load()
    print(f"\n{name}: {counts.seen['runs']:,} runs, exit {child.exitcode}; corpus and findings in {place}")
    for what, count in sorted(counts.seen.items(), key=lambda item: -item[1]):
        print(f"  {count:>10,}  {what}")
    print("  slowest (with coverage on, which slows the law down two to four times):")
    for label, seconds in sorted(counts.longest.items(), key=lambda item: -item[1])[:12]:
        print(f"  {seconds:>9.3f} s  {label}")
    return child.exitcode or 0


def _child(name: str, one: One, counts: Counts, place: Path, flags: Sequence[str]) -> None:
    """Gives the target to libFuzzer, which ends the process."""
    import atheris

    def run(data: bytes) -> None:
        counts.seen["runs"] += 1
        start = time.process_time()
        try:
            one(data, counts)
        finally:
            counts.save()
        if time.process_time() - start > WORTH_TIMING:
            _time_again(name, data, place)

    atheris.Setup([name, f"-artifact_prefix={place}/", *flags, str(place / "corpus")], run)
    atheris.Fuzz()


def _time_again(name: str, data: bytes, place: Path) -> None:
    """Times an input without coverage; TooSlow when a request of it takes longer than it may."""
    slow = place / f"slow-{sha256(data).hexdigest()[:16]}"
    slow.write_bytes(data)
    command = [sys.executable, "-m", f"fuzz.{name}", "--input", str(slow)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, label = done.stdout.splitlines()[-1].split(" ", 1)
    if float(seconds) > LIMIT:
        raise TooSlow(f"{label}: {seconds} s of one core, {LIMIT} at most; the input is {slow}")
    slow.unlink()


def _alone(one: One, data: bytes) -> int:
    """Runs one input; the last line is the longest time of a request, as on a quiet bench machine, and its label."""
    counts = Counts()
    before = pace()
    one(data, counts)
    ratio = PACE * 2 / (before + pace())
    for what, count in sorted(counts.seen.items()):
        print(f"{count:>6} {what}")
    label, seconds = max(counts.longest.items(), key=lambda item: item[1], default=("nothing", 0.0))
    print(f"{seconds * ratio:.3f} {label}")
    return 0


def pace() -> float:
    """The time of a fixed piece of work: other work on the same cores slows it down as it slows the target down."""
    start = time.process_time()
    found: dict[int, int] = {}
    for number in range(100_000):
        found[number % 97] = found.get(number % 89, 0) + 1
    return time.process_time() - start
