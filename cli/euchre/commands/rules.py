"""`euchre rules`: what the rules say."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

import typer

from euchre import complete, output, render
from euchre.client.service import Answer, Service
from euchre.options import Wire, spread
from euchre.record import Record

EXAMPLES = ("euchre rules play.follow-suit", "euchre rules bower", "euchre rules --variant bid-euchre")

Word = Annotated[
    str | None,
    typer.Argument(metavar="[ID or WORD]", help="A rule, or a word to look for.", autocompletion=complete.rules),
]
Variant = Annotated[
    str | None,
    typer.Option("--variant", "-v", metavar="ID", help="Only rules of this variant.", autocompletion=complete.variants),
]


@spread
def rules(wire: Wire, word: Word = None, variant: Variant = None) -> None:
    """Print a rule, or list those with a word.

    A rule's page: what it says, which variants and options use it, where it comes from.
    """
    service = wire.service()
    if word and (page := _page(service, word)):
        output.one(page, Record("", {}), wire, _show)
    output.one(service.get("/v1/rules", q=word, variant=variant), Record("", {}), wire, _list)


def _page(service: Service, word: str) -> Answer | None:
    """The page of a rule, if the word is the id of one; every id has a full stop in it."""
    answer = service.get(f"/v1/rules/{quote(word, safe='')}") if "." in word else None
    return answer if answer and answer.status != 404 else None


def _list(_: Record, body: dict[str, Any]) -> None:
    screen = render.console()
    found = body["rules"]
    if not found:
        screen.print("No rule has that word.")
    width = max((len(rule["rule"]) for rule in found), default=0) + 2
    for rule in found:
        render.sentence(screen, render.plain(rule["rule"].ljust(width)), rule["title"], None, "")


def _show(_: Record, rule: dict[str, Any]) -> None:
    screen = render.console()
    screen.print(render.strong(f"{rule['rule']}: {rule['title']}"))
    render.sentence(screen, render.plain(""), rule["statement"], None, "")
    lists = [("variants", rule["variants"]), ("options", rule["options"])]
    lists.append(("facts", [f"{fact['name']} ({fact['type']})" for fact in rule["facts"]]))
    found = [(name, ", ".join(items)) for name, items in lists if items]
    found += [("source", f"{source['title']}. {source['note']}") for source in rule["sources"]]
    found += [("case", f"{case['title']} [{case['operation']}]") for case in rule["cases"]]
    render.facts(screen, found)
