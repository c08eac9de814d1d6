"""A worker: the application behind the bridge, and what lives as long as it does."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import signal
from collections.abc import Awaitable

from ..law.variant import books
from ..web.app import create_app
from ..web.pages.health import tested
from ..web.settings import Settings
from ..web.watch import metrics, telemetry
from ..web.watch.logs import event
from .bridge import Bridge, Receive, Scope, Send

log = logging.getLogger("euchred")

SECONDS_BETWEEN_LOOKS = 1.0
# Nearly all that a request makes goes when its last user does; looking for circles more often finds none, and takes a
# twentieth of the time of a batch.
OBJECTS_BETWEEN_COLLECTIONS = 20_000
# Besides its connections a worker has some files open.
OTHER_FILES = 64


class Worker(Bridge):
    """The application of a worker; rule books are loaded and tried out, and left out of garbage collection."""

    def __init__(self, settings: Settings) -> None:
        app = create_app(settings)
        has_key = app.gate.has_key if app.gate else None
        super().__init__(app, settings.client_seconds, settings.queue, settings.bodies_mib, has_key)
        try:
            for book in books():
                tested(book)
        except Exception:
            log.critical("A rule book cannot be used; /readyz says so too.", exc_info=True)
        make_room(settings.connections)
        gc.collect()
        gc.freeze()
        gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:  # type: ignore[override]
        """Answers one request, or follows the life of the server."""
        return self._live(receive, send) if scope["type"] == "lifespan" else super().__call__(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Looks around while the server lives, and sends the last traces when it ends."""
        await receive()
        looking = asyncio.create_task(self._look_around())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        looking.cancel()
        telemetry.end(self.app)
        await send({"type": "lifespan.shutdown.complete"})

    async def _look_around(self) -> None:
        """Notes how many requests wait, and ends the worker when nobody watches over it any more."""
        others = len(asyncio.all_tasks())
        watcher = multiprocessing.parent_process()
        while watcher is None or watcher.is_alive():
            metrics.waiting(max(0, len(asyncio.all_tasks()) - others - self.parked))
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        event("orphaned", "The process that watches has ended, and so does this worker.", logging.WARNING)
        signal.raise_signal(signal.SIGTERM)


def make_room(connections: int) -> None:
    """Lets the process have as many files open as it may; says so when that is too few for its connections."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows knows no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):  # a system that sets another limit than it tells
            pass
    if soft != resource.RLIM_INFINITY and soft < connections + OTHER_FILES:
        detail = f"{soft} files may be open here, fewer than {connections} connections need; raise that (ulimit -n)"
        event("few-files", detail, logging.WARNING)
