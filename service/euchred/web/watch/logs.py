"""Log lines: one JSON object a line on standard error, of one shape for requests and for all else that happens.

Never in them are cards, moves, players' names or bodies, unless `log_bodies` is on; the sentence of an exception may
repeat a value, so that it is left out too and only the place where it was raised is told.
"""

from __future__ import annotations

import json
import logging
import os
import time
import traceback
from typing import Any

# What a line can say, in this order; the first five always.
FIELDS = {
    "time": "when, UTC",
    "level": "`info`, `warning`, `error`, `critical`",
    "event": "`request`, `failure`, or what happened to the server and its workers",
    "pid": "the process",
    "message": "a sentence for people; null on a request",
    "request_id": "the id that the answer carried as X-Request-Id",
    "method": "the method",
    "route": "the path of the contract, such as /v1/rules/{rule}; null for an address that there is not",
    "operation": "the operationId of the contract, or null",
    "status": "the status of the answer",
    "problem": "the type of the problem, or null",
    "duration_ms": "milliseconds from the arrival until the answer was made or, where it is streamed, sent",
    "variant": "the id of the rule book asked for, or null",
    "verdict": "the verdict that the answer came to, or null",
    "bytes_in": "the bytes of the body, as its header said",
    "bytes_out": "the bytes of the answer's body",
    "key": "the name of the API key, or null",
    "body_in": "with `--log-bodies`: the beginning of the body",
    "body_out": "with `--log-bodies`: the beginning of the answer, unless it was streamed",
    "traceback": "where it was raised",
}
TRACEBACK_LIMIT = 16_384


def config(bodies: bool = False) -> dict[str, Any]:
    """The configuration for `logging.config.dictConfig`: every logger, ours and others', writes such lines."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "euchred.web.watch.logs.JsonLines", "bodies": bodies}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "euchred": {"level": "INFO"},
            "uvicorn": {"level": "INFO", "handlers": [], "propagate": True},
            "uvicorn.error": {"level": "INFO"},
        },
    }


# What the server says, by how it begins and ends, and the event that it is.
SAYINGS = (
    ("Started server process", "", "worker-start"),
    ("Shutting down", "", "worker-stopping"),
    ("Finished server process", "", "worker-stop"),
    ("Child process", "died", "worker-died"),
    ("Child process", "", "worker-failed"),
    ("New child process", "", "worker-failed"),
    ("Received SIGHUP", "", "reload"),
    ("Cancel", "", "cut-off"),
)

_encode = json.JSONEncoder(separators=(",", ":"), default=str).encode


class JsonLines(logging.Formatter):
    """Makes a JSON object of a record: what it says, and the fields that it brings along as `fields`."""

    def __init__(self, bodies: bool = False) -> None:
        super().__init__()
        self.bodies = bodies

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        fields: dict[str, Any] = dict(getattr(record, "fields", {}))
        message = record.getMessage()
        event = fields.pop("event", None) or _event(record, message)
        if record.exc_info and record.exc_info[1] is not None:
            fields["traceback"] = told(record.exc_info[1], self.bodies)
        return line(record.created, record.levelname.lower(), event, message, fields)


def line(seconds: float, level: str, event: str, message: str | None, fields: dict[str, Any]) -> str:
    """A line; all that is not printable ASCII is escaped in it, so that no text can begin a line of its own."""
    when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return _encode(
        {
            "time": f"{when}.{int(seconds % 1 * 1000):03d}Z",
            "level": level,
            "event": event,
            "pid": os.getpid(),
            "message": message,
            **fields,
        }
    )


def _event(record: logging.LogRecord, message: str) -> str:
    """What happened, of a record that does not say it itself."""
    if record.exc_info:
        return "failure"
    if not record.name.startswith("uvicorn"):
        return "log"
    return next((event for how, end, event in SAYINGS if message.startswith(how) and message.endswith(end)), "server")


def told(error: BaseException, sentences: bool) -> str:
    """Where an exception and those behind it were raised; what they say only with `sentences`."""
    parts: list[str] = []
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        frames = "".join(traceback.format_tb(found.__traceback__))
        kind = f"{type(found).__module__}.{type(found).__qualname__}"
        parts.insert(0, f"{frames}{kind}{f': {found}' if sentences else ''}")
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    return "\nand then\n".join(parts)[-TRACEBACK_LIMIT:]


def event(name: str, message: str, level: int = logging.INFO) -> None:
    """Writes a line on something that happened to the server."""
    logging.getLogger("euchred").log(level, "%s", message, extra={"fields": {"event": name}})
