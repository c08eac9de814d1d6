"""How often a client may ask: a window that slides, counted in this process alone, with bounded memory."""

from __future__ import annotations

import time
from math import ceil

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

# Each client has at most two counters, of this window and of the last one.
MOST_COUNTERS = 8192


class Counters(MemoryStorage):
    """Counters in memory; when there are too many, the one that began first is forgotten."""

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """The counter after it was raised."""
        if key not in self.storage and len(self.storage) >= MOST_COUNTERS:
            self.clear(next(iter(self.storage)))
        return super().incr(key, expiry, amount)


class Rates:
    """A limit such as 600/minute for each client."""

    def __init__(self, rate: str) -> None:
        self.rate = rate
        self._item = parse(rate)
        self._limiter = SlidingWindowCounterRateLimiter(Counters())

    def wait(self, client: str) -> int:
        """Counts a request: 0 when it is allowed, else the seconds until the client may ask again."""
        if self._limiter.hit(self._item, client):
            return 0
        return max(1, ceil(self._limiter.get_window_stats(self._item, client).reset_time - time.time()))
