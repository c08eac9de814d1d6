"""The process that watches over the workers: it starts them, again where one dies, and ends them.

It answers nothing and knows neither the law nor Flask, so that it is small.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Sequence
from socket import socket
from typing import TYPE_CHECKING

from uvicorn import Config
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from ..web.settings import Settings

if TYPE_CHECKING:
    from .worker import Worker

# A worker cuts off by itself what takes too long; it gets so much longer to do that.
SECONDS_TO_SPARE = 3


def started(settings: Settings) -> Worker:
    """What a worker runs.

    One that cannot be set up ends with the code by which the process that watches knows that the next would fail too.
    """
    from .worker import Worker

    try:
        return Worker(settings)
    except Exception as error:
        # Whoever runs the service must read why; nothing of any client is in it yet.
        logging.getLogger("euchred").critical("The worker cannot be set up: %s", error, exc_info=True)
        sys.exit(STARTUP_FAILURE)


class Workers(Multiprocess):
    """Watches over the workers; `told_to_stop` says afterwards whether a signal ended it, and not a failure."""

    def __init__(self, config: Config, sockets: Sequence[socket]) -> None:
        super().__init__(config, list(sockets))
        self.told_to_stop = False

    def handle_int(self) -> None:
        """SIGINT."""
        self.told_to_stop = True
        super().handle_int()

    def handle_term(self) -> None:
        """SIGTERM."""
        self.told_to_stop = True
        super().handle_term()

    def terminate_all(self) -> None:
        """Ends all workers; nobody is let in to wait for an answer that will not come."""
        for one in self.sockets:
            one.close()
        super().terminate_all()

    def join_all(self) -> None:
        """Waits until all workers have ended, and kills one that does not."""
        last = time.monotonic() + (self.config.timeout_graceful_shutdown or 0) + SECONDS_TO_SPARE
        for one in self.processes:
            one.process.join(max(0.0, last - time.monotonic()))
            if one.process.is_alive():
                logging.getLogger("euchred").error("Worker [%s] did not end and is killed.", one.pid)
                one.process.kill()
                one.process.join()
