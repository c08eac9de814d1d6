"""The settings of the service: one table, from which the command line, the variables and docs/settings.md are made.

A flag goes before a variable of the environment, a variable before the default.
"""

from __future__ import annotations

import argparse
import ipaddress
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any

from .. import __version__

MOST_WORKERS = 64
ORIGIN = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+")
HOST = re.compile(r"[A-Za-z0-9._-]{1,253}")
TRUTHS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}

Read = Callable[[str], Any]


class BadSetting(ValueError):
    """A flag or a variable with a value that it cannot have: which one, the value, and what would be right."""


# -- what the values are --------------------------------------------------------------


def whole(least: int, most: int) -> Read:
    """Reads an integer in a range."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text[:80]!r} is no integer from {least} to {most}")
        return int(text)

    return read


def address(text: str) -> str:
    """Reads an address to listen at."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        if not HOST.fullmatch(text):
            detail = "is no IP address and no name of this machine, such as 127.0.0.1, ::1 or 0.0.0.0"
            raise argparse.ArgumentTypeError(f"{text[:80]!r} {detail}") from None
    return text


def truth(text: str) -> bool:
    """Reads whether something is on."""
    if text.lower() not in TRUTHS:
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is neither 1 nor 0, neither true nor false")
    return TRUTHS[text.lower()]


def origins(text: str) -> tuple[str, ...]:
    """Reads the origins whose pages may read answers: all of them, a list split by commas, or none."""
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    for part in found:
        if part != "*" and not ORIGIN.fullmatch(part):
            detail = "is no origin; write it as https://app.example.org, without a path, or * for every origin"
            raise argparse.ArgumentTypeError(f"{part[:80]!r} {detail}")
    if "*" in found and len(found) > 1:
        raise argparse.ArgumentTypeError(f"{text[:80]!r} names * and others; * alone is every origin")
    return found


def rate(text: str) -> str:
    """Reads how many requests a client may make in a time."""
    from limits import parse

    try:
        parsed = parse(text)
    except ValueError:
        parsed = None
    if parsed is None or "," in text or ";" in text or not (parsed.amount > 0 and parsed.get_expiry() > 0):
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is no rate; write it as 600/minute or 20/second")
    return text


# -- the table ------------------------------------------------------------------------


def setting(default: Any, read: Read, metavar: str, help: str, shown: str | None = None) -> Any:
    """A setting: its default, what reads its value, and what it does; `shown` is the default in words."""
    return field(default=default, metadata={"read": read, "metavar": metavar, "help": help, "shown": shown})


@dataclass(frozen=True, slots=True)
class Settings:
    """How the service runs."""

    host: str = setting("127.0.0.1", address, "HOST", "address to listen at; the default is this machine only")
    port: int = setting(8000, whole(1, 65535), "N", "port to listen at")
    workers: int = setting(1, whole(1, MOST_WORKERS), "N", "worker processes, one a core")
    metrics_port: int | None = setting(
        None, whole(1, 65535), "N", "port of its own for /metrics, which then is nowhere else", "the main port"
    )
    metrics_host: str | None = setting(None, address, "HOST", "address to listen at for that port", "as --host")
    access_log: bool = setting(False, truth, "", "a log line for every request")
    log_bodies: bool = setting(
        False, truth, "", "the bodies of requests and answers in these lines, cards and names included; implies them"
    )
    api_keys: str | None = setting(None, str, "FILE", "file of the API keys that open the service", "open to all")
    cors_origins: tuple[str, ...] = setting(
        ("*",), origins, "LIST", "origins whose pages may read answers, split by commas; empty for none", "all"
    )
    rate_limit: str | None = setting(
        None, rate, "RATE", "requests of a client to a worker, such as 600/minute", "no limit"
    )
    proxies: int = setting(
        0, whole(0, 10), "N", "trusted proxies in front, whose X-Forwarded-For names the client's address"
    )
    client_seconds: int = setting(
        10, whole(1, 3600), "N", "how long a client may take to send its body, or to take a piece of an answer"
    )
    connections: int = setting(4096, whole(1, 1_000_000), "N", "open connections of a worker")
    queue: int = setting(
        1024, whole(1, 1_000_000), "N", "requests that wait in a worker; one more is answered 503 at once"
    )
    bodies_mib: int = setting(
        256, whole(1, 1_000_000), "N", "MiB of request bodies that a worker holds; more is answered 503 at once"
    )
    shutdown_seconds: int = setting(
        20, whole(1, 3600), "N", "how long requests in flight may take after SIGTERM before they are cut off"
    )
    otel: bool = setting(False, truth, "", "OpenTelemetry traces, set up by the OTEL_ variables; needs euchred[otel]")

    def __post_init__(self) -> None:
        """Refuses values that do not go together."""
        if self.metrics_port == self.port:
            raise BadSetting(f"--metrics-port: {self.port} is the service's own port; the metrics need another one")


def flag(entry: Field[Any]) -> str:
    """The flag of a setting."""
    return f"--{entry.name.replace('_', '-')}"


def variable(entry: Field[Any]) -> str:
    """The variable of a setting."""
    return f"EUCHRED_{entry.name.upper()}"


def default(entry: Field[Any]) -> str:
    """The default of a setting, as it is shown."""
    shown: str | None = entry.metadata["shown"]
    return shown or ("off" if entry.default is False else str(entry.default))


# -- where the values come from -----------------------------------------------------------


def from_environment(environ: Mapping[str, str]) -> Settings:
    """The settings that variables give; BadSetting for a value that none can have."""
    return Settings(**_variables(environ, set()))


def from_command_line(arguments: Sequence[str] | None, environ: Mapping[str, str]) -> Settings:
    """The settings that flags and variables give; a bad one ends the program with a message and code 2."""
    found = parser()
    flags = vars(found.parse_args(arguments))
    try:
        return Settings(**_variables(environ, flags.keys()), **flags)
    except BadSetting as error:
        found.error(str(error))


def _variables(environ: Mapping[str, str], skipped: Collection[str]) -> dict[str, Any]:
    """The values of variables; one that is empty counts as not set, but as none where a list is read."""
    found = {}
    for entry in fields(Settings):
        text = environ.get(variable(entry))
        if entry.name in skipped or text is None or (not text and entry.metadata["read"] is not origins):
            continue
        try:
            found[entry.name] = entry.metadata["read"](text)
        except argparse.ArgumentTypeError as error:
            raise BadSetting(f"{variable(entry)}: {error}") from None
    return found


def parser() -> argparse.ArgumentParser:
    """The command line; what is not given is left out of the result."""
    found = argparse.ArgumentParser(
        prog="euchred",
        usage="euchred [SETTING]...",
        description="The judge for the euchre family of card games, as an HTTP service.",
        epilog="A flag goes before its variable. Then open http://HOST:PORT/docs. SIGTERM ends the service when the"
        " requests in flight are answered; SIGHUP puts new workers in the place of the old ones.",
        argument_default=argparse.SUPPRESS,
        allow_abbrev=False,
    )
    for entry in fields(Settings):
        told = entry.metadata
        text = f"{told['help']} ({default(entry)}; {variable(entry)})".replace("%", "%%")
        if told["read"] is truth:
            found.add_argument(flag(entry), action=argparse.BooleanOptionalAction, help=text)
        else:
            found.add_argument(flag(entry), type=told["read"], metavar=told["metavar"], help=text)
    found.add_argument("--version", action="version", version=f"euchred {__version__}")
    return found


def table() -> str:
    """The table of docs/settings.md."""
    lines = ["| flag | variable | default | what it is |", "|---|---|---|---|"]
    for entry in fields(Settings):
        shown = f"`{flag(entry)} {entry.metadata['metavar']}`".replace(" `", "`")
        lines.append(f"| {shown} | `{variable(entry)}` | {default(entry)} | {entry.metadata['help']} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table(), end="")
