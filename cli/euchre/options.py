"""Options that several commands share, and how a command takes a whole group of them.

A group is a frozen dataclass whose fields are annotated as Typer wants its parameters. `spread` turns each
parameter of a command that is such a group into the options of its fields.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any, get_type_hints

import typer

from euchre import complete
from euchre.client.service import Service
from euchre.flags import options_of

API_KEY = "EUCHRE_API_KEY"  # an option would show the key in the list of processes

States = Annotated[
    list[str] | None,
    typer.Argument(metavar="STATE", help="A file, FILE.egn#N for its Nth deal, - for standard input."),
]
StateAndMove = Annotated[
    list[str], typer.Argument(metavar="[STATE] MOVE", help="A file or -, unless options give the state; then the move.")
]
Seat = Annotated[str, typer.Option("--seat", metavar="SEAT", help="A seat, by number or name.")]
Server = Annotated[
    str | None,
    typer.Option(
        "--server",
        metavar="URL",
        envvar="EUCHRE_SERVER",
        help=f"Ask this server, with the key in {API_KEY}; else this program rules itself.",
    ),
]
Trump = Annotated[str, typer.Option("--trump", "-t", metavar="SUIT", help="S, H, D, C, NT or LOW.")]


@dataclass(frozen=True, slots=True)
class Wire:
    """Where the answer comes from, and whether it is printed as it is."""

    json: Annotated[bool, typer.Option("--json", help="Print the answer's JSON body and nothing else.")] = False
    server: Server = None

    def service(self) -> Service:
        """The way there."""
        return service_at(self.server)


def service_at(server: str | None) -> Service:
    """The service at an address, with the key that the environment has for it; without one, the one in this program."""
    return Service(server, os.environ.get(API_KEY) if server else None)


@dataclass(frozen=True, slots=True)
class Book:
    """A variant and its options."""

    variant: Annotated[
        str | None,
        typer.Option(
            "--variant", "-v", metavar="ID", help="The variant; else euchre.", autocompletion=complete.variants
        ),
    ] = None
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of it.", autocompletion=complete.options),
    ] = None

    def fields(self) -> dict[str, Any]:
        """The fields `variant` and `options` of a body."""
        book: dict[str, Any] = {"variant": self.variant or "euchre"}
        return {**book, "options": options_of(self.option)} if self.option else book


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """The command with each dataclass among its parameters taken apart into options."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        kind = hints[parameter.name]
        if is_dataclass(kind):
            groups[parameter.name] = kind
            inner = get_type_hints(kind, include_extras=True)
            parameters += [_option(field.name, inner[field.name], field.default) for field in fields(kind)]
        else:
            parameters.append(_option(parameter.name, kind, parameter.default))

    @functools.wraps(command)
    def run(**values: Any) -> None:
        for name, kind in groups.items():
            values[name] = kind(**{field.name: values.pop(field.name) for field in fields(kind)})
        command(**values)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _option(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
