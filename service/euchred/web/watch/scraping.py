"""The metrics of several workers, added up as Prometheus reads them.

Each worker writes to files of a directory that all share; the variable that names it must be set before the first
metric is made.
"""

from __future__ import annotations

import os
from pathlib import Path

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def shared(directory: str) -> bytes:
    """What all workers that share a directory have counted."""
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    _forget_the_dead(directory)
    registry = CollectorRegistry()
    MultiProcessCollector(registry, directory)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _forget_the_dead(directory: str) -> None:
    """Removes what workers that are no more said of their present state; what they have counted stays."""
    from prometheus_client.multiprocess import mark_process_dead

    for file in Path(directory).glob("gauge_live*.db"):
        worker = int(file.stem.rpartition("_")[2])
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            mark_process_dead(worker, directory)  # type: ignore[no-untyped-call]
        except PermissionError:
            continue
