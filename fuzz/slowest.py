"""`python -m fuzz.slowest SECONDS [LABEL]`: the slowest requests to the law, found by changing the slowest so far.

Prints for each operation and variant the longest time, in seconds of a quiet bench machine, and keeps its input beside
those of `fuzz.law`, which shows it: `python -m fuzz.law --input FILE`.  A LABEL is the beginning of what to look at.
"""

from __future__ import annotations

import sys
import time
from random import Random

from fuzz.harness import PACE, Counts, folder, pace
from fuzz.law import one

LENGTH = 400
AGAIN = 2


def seconds_of(data: bytes, ratio: float) -> dict[str, float]:
    """The time of each request that an input makes, by label."""
    counts = Counts()
    try:
        one(data, counts)
    except Exception:
        file = folder("law", LENGTH) / "found"
        file.write_bytes(data)
        print(f"a finding: python -m fuzz.law --input {file}")
        raise
    return {label: seconds * ratio for label, seconds in counts.longest.items() if label != "draw"}


def changed(data: bytes, rng: Random) -> bytes:
    """An input a little different: bytes changed, left out, doubled, or others at its end."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        place, how = rng.randrange(len(made) or 1), rng.randrange(5)
        if how == 0:
            del made[place : place + rng.randint(1, 8)]
        elif how == 1:
            made[place:place] = made[place : place + rng.randint(1, 8)]
        elif how == 2:
            made[place:place] = rng.randbytes(rng.randint(1, 8))
        elif made:
            made[place] = rng.randrange(256)
    return bytes(made[:LENGTH])


def search(limit: float, wanted: str, rng: Random) -> dict[str, tuple[float, bytes]]:
    """The slowest input of each label that so many seconds find."""
    best: dict[str, tuple[float, bytes]] = {}
    until, tried, measured, ratio = time.monotonic() + limit, 0, 0.0, 1.0
    while (now := time.monotonic()) < until:
        tried += 1
        if now > measured + 1:
            measured, ratio = now, PACE / pace()
        labels = [label for label in best if label.startswith(wanted)]
        data = rng.randbytes(rng.randint(LENGTH // 8, LENGTH))
        if labels and rng.randrange(4):
            data = changed(best[rng.choice(labels)][1], rng)
        slower = {label: s for label, s in seconds_of(data, ratio).items() if s > best.get(label, (0.0, b""))[0]}
        for _ in range(AGAIN if slower else 0):
            again = seconds_of(data, ratio)
            slower = {label: min(seconds, again.get(label, 0.0)) for label, seconds in slower.items()}
        for label, seconds in slower.items():
            if seconds > best.get(label, (0.0, b""))[0]:
                best[label] = (seconds, data)
    print(f"{tried:,} inputs")
    return best


def main() -> None:
    """Searches, and prints what was found."""
    best = search(float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "", Random(sys.argv[1]))
    place = folder("law", LENGTH)
    for label, (seconds, data) in sorted(best.items(), key=lambda item: -item[1][0]):
        file = place / f"slowest-{label.replace(' ', '-')}"
        file.write_bytes(data)
        print(f"{seconds:.3f} s  {label:40} {file}")


if __name__ == "__main__":
    main()
