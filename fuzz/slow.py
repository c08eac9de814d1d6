"""Requests over the time bound, told from those that only waited for a busy machine: by the processor's time alone."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

from euchred.web.batch import NDJSON
from fuzz.harness import LIMIT
from fuzz.hooks import client
from fuzz.tally import Slow

SHOWN = 1000  # bytes of a body; the seed brings back the rest


def processor_seconds(asked: Slow) -> float:
    """How long the processor works on a request, asked once more in this process."""
    parts = urlsplit(asked.url)
    start = time.process_time()
    reply = client().open(
        parts.path, method=asked.method, query_string=parts.query, data=asked.body, content_type=asked.media_type
    )
    reply.get_data()
    return time.process_time() - start


def finding(asked: Slow) -> str | None:
    """What to say of a request that is over the bound; None of one that is not. A batch has a bound for each line."""
    lines = asked.body.count(b"\n") + 1 if asked.media_type == NDJSON else 1
    if asked.seconds <= LIMIT * lines or (seconds := processor_seconds(asked)) <= LIMIT * lines:
        return None
    body = asked.body[:SHOWN].decode("utf-8", "backslashreplace")
    return f"{seconds:.1f} seconds of the processor for {asked.method} {asked.url}, {len(asked.body)} bytes: {body}"
