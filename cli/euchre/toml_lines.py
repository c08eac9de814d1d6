"""Where each value of a TOML text stands, found by a small scan of a text known to be good."""

from __future__ import annotations

import re

Span = tuple[int, int]
TOML_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' + r"|'''.*?'{3,5}" + r'|"(?:\\.|[^"\\\n])*"' + r"|'[^'\n]*'|#[^\n]*"
    r"""|[\[\]{}=,\n]|[^\s\[\]{}=,#"']+""",
    re.DOTALL,
)


class TomlScan:
    """One pass over the tokens of a good TOML text; `spans` tells where each value stands, by its JSON pointer."""

    def __init__(self, text: str) -> None:
        self.spans: dict[str, Span] = {}
        self.tokens = [match for match in TOML_TOKEN.finditer(text) if not match[0].startswith("#")]
        self.at = 0
        counts: dict[str, int] = {}
        table = ""
        while self.at < len(self.tokens):
            if self._peek() == "[":
                table = self._header(counts)
            elif self._peek() == "\n":
                self._take()
            else:
                self._value(self._path(table, "="))

    def _header(self, counts: dict[str, int]) -> str:
        """The pointer of a table, `[name]`, or of the next one of a list of tables, `[[name]]`."""
        first = self._take()
        several = self._peek() == "["
        if several:
            self._take()
        table = self._path("", "]")
        if several:
            self._take()
            counts[table] = counts.get(table, -1) + 1
            self.spans.setdefault(table, first.span())
            table = f"{table}/{counts[table]}"
        self.spans.setdefault(table, first.span())
        return table

    def _take(self) -> re.Match[str]:
        self.at += 1
        return self.tokens[self.at - 1]

    def _peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else "\n"

    def _path(self, base: str, end: str) -> str:
        """A key, dotted or quoted, up to the token that ends it."""
        words: list[str] = []
        while (token := self._take()[0]) != end:
            words += [token[1:-1]] if token[0] in "\"'" else [word for word in token.split(".") if word]
        return "/".join([base, *words])

    def _value(self, pointer: str) -> None:
        first = self._take()
        if first[0] == "[":
            index = 0
            while self._peek() != "]":
                if self._peek() in (",", "\n"):
                    index += self._take()[0] == ","
                else:
                    self._value(f"{pointer}/{index}")
            last = self._take()
        elif first[0] == "{":
            while self._peek() != "}":
                if self._peek() in (",", "\n"):
                    self._take()
                else:
                    self._value(self._path(pointer, "="))
            last = self._take()
        else:
            last = first
            while self._peek() not in (",", "\n", "]", "}"):
                last = self._take()
        self.spans.setdefault(pointer, (first.start(), last.end()))
