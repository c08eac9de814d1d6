"""What came of requests: how many of each operation and status, and which took longest."""

from __future__ import annotations

import heapq
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

MOST_SLOW = 20


@dataclass(frozen=True, slots=True, order=True)
class Slow:
    """A request and the seconds that it took, as its client saw them."""

    seconds: float
    method: str
    url: str
    media_type: str
    body: bytes


@dataclass(slots=True)
class Tally:
    """Counts that add up, and the slowest requests."""

    counts: Counter[tuple[str, int]] = field(default_factory=Counter)
    slowest: list[Slow] = field(default_factory=list)
    lines: Counter[int] = field(default_factory=Counter)  # of batches, by status

    @property
    def statuses(self) -> Counter[int]:
        """How many answers of each status."""
        found: Counter[int] = Counter()
        for (_, status), count in self.counts.items():
            found[status] += count
        return found

    def note(self, operation: str, status: int, slow: Slow) -> None:
        """Counts an answer."""
        self.counts[operation, status] += 1
        self._keep(slow)

    def note_lines(self, answer: bytes) -> None:
        """Counts the lines of an answer to a batch."""
        self.lines.update(line["status"] for line in map(json.loads, answer.splitlines()) if "status" in line)

    def add(self, other: Tally) -> None:
        """Takes over what another counted."""
        self.counts.update(other.counts)
        self.lines.update(other.lines)
        for slow in other.slowest:
            self._keep(slow)

    def save(self, path: Path) -> None:
        """Writes it down for another process."""
        counts = [[*key, count] for key, count in self.counts.items()]
        slowest = [[s.seconds, s.method, s.url, s.media_type, s.body.decode("latin-1")] for s in self.slowest]
        path.write_text(json.dumps({"counts": counts, "slowest": slowest, "lines": self.lines}), "utf-8")

    def table(self) -> str:
        """A line for each operation, and the sum."""
        statuses = sorted(self.statuses)
        operations = sorted({operation for operation, _ in self.counts})
        rows = [["operation", *map(str, statuses), "all"]]
        for operation in operations:
            found = [self.counts[operation, status] for status in statuses]
            rows.append([operation, *map(str, found), str(sum(found))])
        rows.append(["all", *(str(self.statuses[status]) for status in statuses), str(self.counts.total())])
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        return "\n".join("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows)

    def _keep(self, slow: Slow) -> None:
        if len(self.slowest) < MOST_SLOW:
            heapq.heappush(self.slowest, slow)
        else:
            heapq.heappushpop(self.slowest, slow)


def read(path: Path) -> Tally:
    """What another process wrote down."""
    found = json.loads(path.read_text("utf-8"))
    counts = Counter({(operation, status): count for operation, status, count in found["counts"]})
    slowest = [
        Slow(seconds, method, url, media_type, body.encode("latin-1"))
        for seconds, method, url, media_type, body in found["slowest"]
    ]
    return Tally(counts, slowest, Counter({int(status): count for status, count in found["lines"].items()}))
