"""`python -m fuzz.inside NAME FOLDER [LIBFUZZER FLAGS]`: one reader under atheris, in a process that it ends."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

import atheris  # type: ignore[import-untyped]

WATCHED = 3.0  # code that is watched for coverage takes some times as long as it does alone

with atheris.instrument_imports(include=["euchred", "euchre", "tomllib", "yaml", "fuzz.web_readers"]):
    from fuzz import seeds
    from fuzz.targets import TARGETS


def main() -> None:
    """Fuzzes until the flags' limits or a finding; does not return."""
    name, folder, *flags = sys.argv[1:]
    target, place = TARGETS[name], Path(folder)
    begin, corpus, words = place / "seeds", place / "corpus", place / "words"
    for made in (begin, corpus):
        made.mkdir(parents=True, exist_ok=True)
    for seed in target.seeds():
        (begin / sha256(seed).hexdigest()[:16]).write_bytes(seed)
    words.write_text(seeds.dictionary(), "ascii")
    arguments = [
        sys.argv[0], "-timeout=120", "-rss_limit_mb=4096", "-print_final_stats=1", f"-dict={words}",
        f"-artifact_prefix={place}/found-", f"-max_len={target.most_bytes}", *flags, str(corpus), str(begin),
    ]  # fmt: skip
    mutator = {"custom_mutator": seeds.changed} if target.holds_json else {}
    atheris.Setup(arguments, lambda data: target(data, WATCHED) and None, **mutator)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
