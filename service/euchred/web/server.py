"""`euchred`: the server. Granian runs the application in worker processes; any other WSGI server does too."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Sequence
from importlib.metadata import version

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server import MPServer

from ..law.rules import rules_for
from ..law.variant import books
from .app import create_app
from .replies import Application

TARGET = "euchred.web.server:application"
MOST_WORKERS = 64
SECONDS_TO_FINISH = 20
SECONDS_TO_SEND_HEADERS = 10
CONNECTIONS_WAITING = 1024
REQUESTS_WAITING = 256


def main(arguments: Sequence[str] | None = None) -> None:
    """Serves until SIGTERM or SIGINT; requests in flight are then finished."""
    chosen = parser().parse_args(arguments)
    server(chosen.host, chosen.port, chosen.workers).serve()


def application() -> Application:
    """The application of a worker, with all that lives as long as the process left out of garbage collection."""
    app = create_app()
    for book in books():
        rules_for(book)
    gc.collect()
    gc.freeze()
    return app


def server(host: str, port: int, workers: int) -> MPServer:
    """The server, not yet started; everything that a client could make grow is bounded."""
    return MPServer(
        TARGET,
        factory=True,
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=1,
        http=HTTPModes.http1,
        websockets=False,
        backlog=CONNECTIONS_WAITING,
        backpressure=REQUESTS_WAITING,
        http1_settings=HTTP1Settings(header_read_timeout=SECONDS_TO_SEND_HEADERS * 1000),
        workers_kill_timeout=SECONDS_TO_FINISH,
        respawn_failed_workers=True,
    )


def parser() -> argparse.ArgumentParser:
    """The command line."""
    found = argparse.ArgumentParser(
        prog="euchred",
        description="The judge for the euchre family of card games, as an HTTP service.",
        epilog="Then open http://HOST:PORT/docs. The application itself is euchred.web.app:create_app.",
    )
    found.add_argument(
        "--host", default="127.0.0.1", help="address to listen at (default: %(default)s, this machine only)"
    )
    found.add_argument("--port", type=_between(1, 65535), default=8000, help="port to listen at (default: %(default)s)")
    workers = _between(1, MOST_WORKERS)
    found.add_argument("--workers", type=workers, default=1, help="worker processes, one a core (default: %(default)s)")
    found.add_argument("--version", action="version", version=f"euchred {version('euchred')}")
    return found


def _between(least: int, most: int) -> Callable[[str], int]:
    """Reads an integer in a range."""

    def integer(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is no integer from {least} to {most}")
        return int(text)

    return integer
