"""A question asked, and its answer read as an object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar
from urllib.parse import quote

from euchre.client.body import Body, Unreadable, read
from euchre.client.errors import Refused
from euchre.client.service import Answer, Service

Explain = Literal["none", "moves"]
Given = Mapping[str, Any]  # a state or a game in the form of the wire (contract §4)
Book = str | Given  # the id of a rule book, or house rules
Options = Mapping[str, bool | int | str]
Cards = str | Sequence[str]

T = TypeVar("T", bound=Body)


class Asking(Service):
    """A service whose answers are read as objects; raises Refused for a problem and Unreachable for no answer."""

    def _asked_for(self, kind: type[T], operation: str, body: Any, explain: Explain | None) -> T:
        """What an operation answers."""
        return self._read(kind, self.post(operation, body, explain))

    def _page(self, kind: type[T], *parts: str, **query: str | None) -> T:
        """What stands at an address, given by the parts of its path."""
        return self._read(kind, self.get("/" + "/".join(quote(part, safe="") for part in parts), **query))

    def _read(self, kind: type[T], answer: Answer) -> T:
        """The object in an answer."""
        if not answer.ok:
            raise Refused(answer)
        try:
            return read(kind, answer.body)
        except Unreadable as error:
            raise self.stranger(str(error)) from error


def given(**members: Any) -> dict[str, Any]:
    """A body without the members that are None; for the service that is the same."""
    return {name: value for name, value in members.items() if value is not None}
