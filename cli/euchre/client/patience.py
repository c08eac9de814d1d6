"""How often a request is repeated, and after which pauses: urllib3's own policy, for whole answers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from urllib3.exceptions import InvalidHeader, MaxRetryError
from urllib3.util import Retry

if TYPE_CHECKING:
    from requests import Response

BACKOFF_SECONDS = 0.2
LONGEST_WAIT_SECONDS = 60


@dataclass(slots=True)
class Patience:
    """What is left of the retries of one request.

    The adapter of requests repeats a request only until the head of an answer is there; a worker that dies in the
    middle of the body would be seen by the caller. So requests repeats nothing here, and this counts for all.
    """

    left: Retry

    @classmethod
    def of(cls, retries: int) -> Self:
        """A fresh one."""
        return cls(Retry(retries, backoff_factor=BACKOFF_SECONDS))

    def again(self, reply: Response | None = None) -> bool:
        """Wait for the next attempt, as long as a busy server's reply asks for; False when there is to be none."""
        try:
            self.left = self.left.increment()
        except MaxRetryError:
            return False
        time.sleep(self._pause(reply))
        return True

    def _pause(self, reply: Response | None) -> float:
        """The seconds to wait."""
        asked = reply.headers.get("Retry-After") if reply is not None else None
        try:
            wait = self.left.parse_retry_after(asked) if asked else self.left.get_backoff_time()
        except InvalidHeader:
            wait = self.left.get_backoff_time()
        return min(wait, LONGEST_WAIT_SECONDS)
