"""`euchred`: the server. One process watches over the workers, and each of those runs the application.

Other servers do too: euchred.web.app:from_environment is a plain WSGI factory.  Nothing heavy is imported before the
settings have been read, so that `euchred --help` answers at once.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from ..web.settings import Settings, from_command_line

if TYPE_CHECKING:
    from uvicorn import Config

    from .metrics_port import MetricsPort

BACKLOG = 2048
SECONDS_KEPT_ALIVE = 15


def main(arguments: Sequence[str] | None = None) -> None:
    """Serves until SIGTERM or SIGINT; requests in flight are then finished."""
    settings = from_command_line(arguments, os.environ)
    try:
        done = serve(settings)
    except (OSError, ValueError) as error:
        print(f"euchred: error: {error}", file=sys.stderr)
        sys.exit(2)
    sys.exit(0 if done else 1)


def serve(settings: Settings) -> bool:
    """Serves; whether it ended because it was told to.

    OSError or ValueError tell of settings that cannot be used, before anything is answered.
    """
    check(settings)
    with directory_of_metrics(settings), listening(settings) as door:
        port = metrics_port(settings)
        config = configuration(settings)
        from ..web.watch.logs import event
        from .workers import Workers

        if port is not None:
            port.start()
        event("start", f"{settings.workers} workers at {settings.host}, port {settings.port}")
        workers = Workers(config, [door])
        workers.run()
        event("stop", "every worker has stopped")
        return workers.told_to_stop


def check(settings: Settings) -> None:
    """Refuses settings that a worker could not use: files that cannot be read, packages that are not there."""
    if settings.api_keys:
        from ..web.door.keys import read

        read(settings.api_keys)
    if settings.otel:
        from ..web.watch.telemetry import find

        find()


@contextmanager
def directory_of_metrics(settings: Settings) -> Iterator[None]:
    """A directory in which workers share their metrics, where more than the one who is asked must know of them."""
    from ..web.watch.scraping import DIRECTORY

    os.environ.pop(DIRECTORY, None)
    if settings.workers == 1 and settings.metrics_port is None:
        yield
        return
    try:
        path = tempfile.mkdtemp(prefix="euchred-metrics-")
    except OSError as error:
        detail = "workers share their metrics in a directory, and none can be made; set TMPDIR to where one can"
        raise OSError(f"{detail} ({error.strerror})") from None
    os.environ[DIRECTORY] = path
    try:
        yield
    finally:
        del os.environ[DIRECTORY]
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def listening(settings: Settings) -> Iterator[socket.socket]:
    """The socket that all workers take connections from."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    address, everywhere = (settings.host, settings.port), settings.host == "::" and socket.has_dualstack_ipv6()
    try:
        found = socket.create_server(address, family=family, backlog=BACKLOG, dualstack_ipv6=everywhere)
    except OSError as error:
        raise OSError(f"cannot listen at {settings.host}, port {settings.port}: {error.strerror}") from None
    with found:
        yield found


def metrics_port(settings: Settings) -> MetricsPort | None:
    """The port for the metrics alone, already listening; None where there is none."""
    if settings.metrics_port is None:
        return None
    from .metrics_port import MetricsPort

    host = settings.metrics_host or settings.host
    try:
        return MetricsPort(host, settings.metrics_port)
    except OSError as error:
        where = f"{host}, port {settings.metrics_port}"
        raise OSError(f"--metrics-port: cannot listen at {where}: {error.strerror}") from None


def configuration(settings: Settings) -> Config:
    """How a worker serves; everything that a client could make grow is bounded."""
    from uvicorn import Config

    from ..web.watch.logs import config
    from .workers import started

    return Config(
        partial(started, settings),
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http="euchred.server.guard:GuardedProtocol",
        ws="none",
        interface="asgi3",
        lifespan="on",
        log_config=config(settings.log_bodies),
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=settings.connections,
        backlog=BACKLOG,
        timeout_keep_alive=SECONDS_KEPT_ALIVE,
        timeout_graceful_shutdown=settings.shutdown_seconds,
    )
