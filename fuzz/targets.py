"""The readers that are fuzzed: each takes bytes, and raises only where something is wrong with us."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from fuzz import file_readers, seeds, web_readers
from fuzz.harness import LIMIT, TooSlow


@dataclass(frozen=True, slots=True)
class Target:
    """A reader, what to begin with, how many bytes to go up to, and whether values of JSON in them are changed too."""

    read: Callable[[bytes], None]
    seeds: Callable[[], seeds.Seeds]
    most_bytes: int = 16_384
    holds_json: bool = True

    def __call__(self, data: bytes, bound: float = LIMIT) -> float:
        """Reads once; the processor's seconds, TooSlow when they are too many."""
        start = time.process_time()
        self.read(data)
        seconds = time.process_time() - start
        if seconds > bound:
            raise TooSlow(f"{len(data)} bytes took {seconds:.2f} seconds of the processor")
        return seconds


TARGETS = {
    "json": Target(web_readers.json_text, seeds.json_texts, 262_144),
    "operation": Target(web_readers.operation, seeds.operations),
    "batch": Target(web_readers.batch, seeds.batches),
    "request": Target(web_readers.request, seeds.requests),
    "move": Target(web_readers.move, seeds.words, 4096, holds_json=False),
    "card": Target(web_readers.card, seeds.words, 4096, holds_json=False),
    "variables": Target(web_readers.variables, seeds.variables, 4096, holds_json=False),
    "keys": Target(web_readers.key_file, seeds.key_files, 4096, holds_json=False),
    "file-json": Target(file_readers.json_file, partial(seeds.files, "json")),
    "file-toml": Target(file_readers.toml_file, partial(seeds.files, "toml"), holds_json=False),
    "file-yaml": Target(file_readers.yaml_file, partial(seeds.files, "yaml"), holds_json=False),
    "file-egn": Target(file_readers.egn_file, seeds.games),
    "file-lines": Target(file_readers.question_lines, seeds.batches),
}
