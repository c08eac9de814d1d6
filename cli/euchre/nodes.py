"""A value in a JSON document together with where it stands, so that every complaint can name its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

NAMES = {dict: "an object", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}


class BadNode(ValueError):
    """What is wrong at one place of a document."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(detail)
        self.pointer = pointer


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its JSON pointer."""

    pointer: str
    value: Any

    def get(self, name: str) -> Node | None:
        """A member that has a value, by its name in camel case or, as older documents have it, in snake case."""
        for key in (name, re.sub(r"(?<=[a-z])[A-Z]", lambda capital: "_" + capital[0].lower(), name)):
            if isinstance(self.value, dict) and self.value.get(key) is not None:
                return Node(f"{self.pointer}/{key}", self.value[key])
        return None

    def need(self, name: str, kind: type) -> Node:
        """A member that must be there and be of this kind; raises BadNode."""
        found = self.get(name)
        if found is None:
            raise BadNode(self.pointer or "/", f"{name} is missing")
        return found.of(kind)

    def of(self, kind: type) -> Node:
        """The same, if its value is of this kind (true is no number); raises BadNode."""
        if type(self.value) is not kind:
            raise BadNode(self.pointer, f"this must be {NAMES[kind]}")
        return self

    def items(self) -> list[Node]:
        """The items of a list; raises BadNode."""
        return [Node(f"{self.pointer}/{index}", item) for index, item in enumerate(self.of(list).value)]
