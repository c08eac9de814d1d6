"""State files: JSON, TOML, YAML and EGN, by name or by what they look like.

Each is read strictly: what two readers could take differently (equal keys, numbers that JSON does not know) is
refused, and an error names the file and the line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from euchre.lines import line_of
from euchre.messages import Stop
from euchre.strict import BadText, json, toml

STANDARD_INPUT = "-"
FORMATS = ("json", "toml", "yaml", "egn")
SUFFIXES = {".json": "json", ".toml": "toml", ".yaml": "yaml", ".yml": "yaml", ".egn": "egn"}
EGN_FILE_TYPE = "Euchre Game Notation"


@dataclass(frozen=True, slots=True)
class Source:
    """A text that was read: its name, its format, and the value it holds."""

    name: str
    text: str
    format: str
    data: Any

    def place(self, pointer: str) -> str:
        """`NAME:LINE` of what the pointer names, or the name alone."""
        line = line_of(self.text, self.format, pointer)
        return self.name if line is None else f"{self.name}:{line}"


def read(name: str, kind: str | None = None) -> Source:
    """The value in a file, or in standard input for `-`; raises Stop."""
    if kind is not None and kind not in FORMATS:
        raise Stop(f"--format {kind} is not known", "it is one of " + ", ".join(FORMATS))
    text = _text(name)
    shown = "standard input" if name == STANDARD_INPUT else name
    found = kind or SUFFIXES.get(Path(name).suffix.lower()) or ("json" if text.lstrip().startswith("{") else "toml")
    try:
        data = _loader(found)(text)
    except RecursionError as error:
        raise Stop(f"{shown}: nested too deeply") from error
    except BadText as error:
        where = shown if error.line is None else f"{shown}:{error.line}"
        hint = () if kind or name != STANDARD_INPUT else ("--format says what it is: " + ", ".join(FORMATS),)
        raise Stop(f"{where}: {error}", *hint) from error
    if not isinstance(data, dict):
        raise Stop(
            f"{shown} holds no state but {_what(data)}", "a state is an object with fields such as dealer, moves"
        )
    if data.get("fileType") == EGN_FILE_TYPE:
        found = "egn"
    return Source(shown, text, found, data)


def _loader(kind: str) -> Callable[[str], Any]:
    if kind == "yaml":
        from euchre.yaml_text import load

        return load
    return toml if kind == "toml" else json


def _text(name: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + raw.count(b"\n", 0, error.start)
        raise Stop(f"{name}:{line}: not UTF-8", "save the file as UTF-8") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Stop(f"{name}: {reason}") from error


def _what(data: Any) -> str:
    return {str: "a text", list: "a list", type(None): "nothing"}.get(type(data), "a number")
