"""`euchre variants`: the rule books."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import typer

from euchre import complete, files, house, output, render
from euchre.client.service import Service
from euchre.messages import Stop
from euchre.options import Wire, spread
from euchre.record import Record

if TYPE_CHECKING:
    from rich.console import Console

CARD = re.compile(r"(?<![A-Z])([7-9TJQKA][SHDC]|JK|\?\?)$")
EXAMPLES = (
    "euchre variants",
    "euchre variants bid-euchre",
    "euchre variants railroad --json",
    "euchre variants --check our-rules.toml",
)

Name = Annotated[
    str | None, typer.Argument(metavar="[ID]", help="A variant or alias.", autocompletion=complete.variants)
]


Check = Annotated[
    str | None, typer.Option(metavar="FILE", help="Check a house rule book: an object with extends, options and so on.")
]


@spread
def variants(wire: Wire, name: Name = None, check: Check = None) -> None:
    """List the variants, or print a rule sheet.

    Of a variant, or with --check of a house rule book in a file.
    """
    service = wire.service()
    if check is not None:
        if name is not None:
            raise Stop("--check reads a file and names no variant")
        _check(check, wire, service)
    if name is None:
        output.one(service.get("/v1/variants"), Record("", {}), wire, _list)
    output.one(service.get(f"/v1/variants/{quote(name, safe='')}"), Record("", {}), wire, _sheet)


def _check(name: str, wire: Wire, service: Service) -> None:
    """Have a hand dealt by the book in a file: what is wrong with the book is then told with its lines."""
    source = files.read(name)
    if source.format == "egn" or "extends" not in source.data:
        raise Stop(f"{source.name} is no house rule book", 'it says which rule book it extends: extends = "euchre"')
    record = Record(source.name, source.data, source, {"/variant": ""})
    answer = service.post("deal", {"variant": source.data, "dealer": 0, "seed": "check"})

    def show(_: Record, body: dict[str, Any]) -> None:
        house.show(render.console(), service, source.data, body["variant"])

    output.one(answer, record, wire, show)


def _list(_: Record, body: dict[str, Any]) -> None:
    screen = render.console()
    books = body["variants"]
    width = max(len(book["id"]) for book in books) + 2
    for book in books:
        render.sentence(screen, render.plain(book["id"].ljust(width)), book["summary"], None, "")


def _sheet(_: Record, book: dict[str, Any]) -> None:
    screen = render.console()
    also = f"; also {', '.join(book['aliases'])}" if book["aliases"] else ""
    camps = " against ".join(" & ".join(map(str, side)) for side in book["sides"])
    screen.print(render.strong(book["name"]))
    render.sentence(screen, render.plain(""), book["summary"], None, "")
    render.facts(
        screen,
        [
            ("id", f"{book['id']}, revision {book['revision']}{also}"),
            ("seats", f"{book['seats']}: {camps}"),
            ("cards", f"{len(book['pack'])}, {book['hand_size']} each: {' '.join(book['pack'])}"),
            ("moves", " ".join(dict.fromkeys(CARD.sub("CARD", action) for action in book["actions"]))),
            *[("uncertain", text) for text in book["provisional"]],
        ],
    )
    screen.print(render.strong("\nOptions (* is what holds when nothing is said)"))
    for name, schema in book["options"]["properties"].items():
        _option(screen, name, schema)
    screen.print(render.strong("\nSources"))
    render.facts(screen, [(source["id"], source["title"]) for source in book["sources"]])
    screen.print(render.strong("\nRevisions"))
    render.facts(screen, [(str(entry["revision"]), entry["note"]) for entry in book["history"]])


def _option(screen: Console, name: str, schema: dict[str, Any]) -> None:
    render.sentence(screen, render.strong(f"{name}  "), f"{schema['title']}. {schema['description']}")
    named = complete.values(schema)
    width = max(len(complete.spelled(value["const"])) for value in named)
    for value in named:
        mark = "*" if value["const"] == schema["default"] else " "
        head = f"{mark} {complete.spelled(value['const']).ljust(width)}  "
        render.sentence(screen, render.plain(head), f"{value['title']}. {value['description']}", None, "    ")
    if "anyOf" in schema:
        screen.print(f"      or any whole number from {schema['minimum']} to {schema['maximum']}")
