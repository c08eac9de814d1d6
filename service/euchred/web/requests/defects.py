"""What is wrong with a value, by JSON pointer; everything that reads a part of a body refuses it in this way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ...law.state import Defect


class Refused(ValueError):
    """A value that cannot be read, with all its defects; their pointers begin at the value."""

    def __init__(self, defects: Iterable[Defect]) -> None:
        self.defects = list(defects)
        super().__init__("; ".join(f"{defect.pointer}: {defect.detail}" for defect in self.defects))


def refusal(code: str, detail: str, value: Any, hint: str | None = None) -> Refused:
    """The refusal of a value as a whole."""
    return Refused([Defect("", code, detail, value, hint)])


def below(prefix: str, defects: Iterable[Defect]) -> list[Defect]:
    """The same defects with pointers that begin further out."""
    return [replace(defect, pointer=prefix + defect.pointer) for defect in defects]
