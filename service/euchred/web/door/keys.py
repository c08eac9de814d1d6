"""API keys: who they belong to is known, the keys themselves are not; the file holds their SHA-256.

`python -m euchred.web.door.keys NAME` makes a key and the line for the file.  Keys are random and long, so that a plain
hash of one cannot be turned back.
"""

from __future__ import annotations

import hmac
import re
import secrets
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
LINE = re.compile(rf"({NAME.pattern})\s+sha256:([0-9a-f]{{64}})")
SCHEME = "bearer"
MOST_KEYS = 10_000
RIGHT = "write NAME sha256: and 64 hexadecimal digits, as `python -m euchred.web.door.keys NAME` prints it"


class BadKeys(ValueError):
    """A file of keys that cannot be used: which line, and what would be right."""


class Keys:
    """The keys that open the service: their SHA-256, and the names of their owners."""

    def __init__(self, owners: Mapping[bytes, str]) -> None:
        self._owners = dict(owners)

    def owner(self, authorization: str | None) -> str | None:
        """Who an `Authorization` header belongs to, None when to nobody; takes as long either way."""
        scheme, _, key = (authorization or "").strip().partition(" ")
        sent = sha256(key.strip().encode("utf-8", "surrogateescape")).digest()
        found = None
        for digest, name in self._owners.items():
            if hmac.compare_digest(digest, sent):
                found = name
        return found if scheme.lower() == SCHEME else None


def read(path: str) -> Keys:
    """The keys of a file: one a line, blank lines and lines that begin with # aside; BadKeys when it is not fit."""
    try:
        lines = Path(path).read_text("ascii").splitlines()
    except UnicodeDecodeError:
        raise BadKeys(f"{path} holds more than ASCII; {RIGHT}") from None
    except OSError as error:
        raise BadKeys(f"{path} cannot be read: {error.strerror}") from None
    owners: dict[bytes, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = LINE.fullmatch(line.strip())
        if found is None:
            raise BadKeys(f"{path}, line {number} is no key; {RIGHT}")
        name, digest = found[1], bytes.fromhex(found[2])
        if name in owners.values() or digest in owners:
            raise BadKeys(
                f"{path}, line {number}: the name or the key of {name} stands there twice; each needs its own"
            )
        owners[digest] = name
    if not owners:
        raise BadKeys(f"{path} holds no key, so that nobody could ask; {RIGHT}")
    if len(owners) > MOST_KEYS:
        raise BadKeys(f"{path} holds {len(owners)} keys; {MOST_KEYS} are compared at most")
    return Keys(owners)


def made(name: str) -> tuple[str, str]:
    """A new key, and its line for the file."""
    key = secrets.token_urlsafe(32)
    return key, f"{name} sha256:{sha256(key.encode()).hexdigest()}"


def main() -> int:
    """Prints a new key, and its line for the file."""
    if len(sys.argv) != 2 or not NAME.fullmatch(sys.argv[1]):
        print("usage: python -m euchred.web.door.keys NAME   (letters, digits, . _ -)", file=sys.stderr)
        return 2
    key, line = made(sys.argv[1])
    print(
        f"The key, to be given to {sys.argv[1]} and kept nowhere else:\n{key}\n\nThe line for the file of keys:\n{line}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
