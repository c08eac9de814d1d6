"""What the fuzzer begins with: the examples that there are, the words of the game, and changes that keep JSON JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import yaml

from euchre.written import as_toml, as_yaml
from euchred.law.cards import CODES
from euchred.law.moves import TOKENS
from euchred.law.order import TRUMPS
from euchred.law.variant import books
from euchred.web.door import keys
from euchred.web.operations import OPERATIONS
from euchred.web.pages.examples import of_operation
from fuzz.batches import NO_LINES
from fuzz.bodies import ODD, broken

ROOT = Path(__file__).parents[1]
GAMES = ROOT.parent / "shared" / "data" / "egn"
SPELLINGS = ("10H", "0H", "h9", "J♦", "♦J", "🂡", "X1", "joker", "xx", "??", "2:JD", " / ", "|", "order-up", "decline")
NAMES = sorted(OPERATIONS)

Seeds = Iterable[bytes]


def bodies() -> Iterator[tuple[str, object]]:
    """The examples of the contract, each with its operation."""
    for name in NAMES:
        for example in of_operation(name).values():
            yield name, example.body


def json_texts() -> Seeds:
    """Bodies, and the odd ends of JSON."""
    yield from (json.dumps(body, ensure_ascii=False).encode() for _, body in bodies())
    yield from (json.dumps(body, separators=(",", ":")).encode() for _, body in bodies())
    yield from (json.dumps(value).encode() for value in ODD)
    yield from NO_LINES
    yield from (b"1e400", b"-0", b"[1E5,0.1e-7,-0.0]", b"9" * 301, b"1" + b"0" * 19, b'{"\\u0061":1}', b'{"a" :1}')


def operations() -> Seeds:
    """Bodies behind the byte that chooses their operation."""
    return (bytes([NAMES.index(name)]) + json.dumps(body).encode() for name, body in bodies())


def batches() -> Seeds:
    """Each body as a line, and all of them together."""
    lines = [json.dumps({"id": n, "op": name, "body": body}).encode() for n, (name, body) in enumerate(bodies())]
    yield from lines
    yield b"\n".join([*lines[:8], *NO_LINES])


def requests() -> Seeds:
    """Whole requests."""
    for name, body in bodies():
        head = [b"xx", f"v1/{name}".encode(), b"explain=none", b"an-id", b"", b"application/json"]
        yield b"\0".join([*head, *[b""] * 11, json.dumps(body).encode()])
    for path in (
        b"v1",
        b"v1/rules",
        b"v1/variants/euchre",
        b"docs",
        b"openapi.yaml",
        b"problems/not-found",
        b"metrics",
    ):
        yield b"\0".join([b"", path, b"variant=euchre&q=lead", b"", b'"0"', *[b""] * 12])


def words() -> Seeds:
    """Moves and cards as people write them."""
    return (word.encode() for word in (*TOKENS.values(), *CODES, *SPELLINGS))


def variables() -> Seeds:
    """Settings, a value for each variable."""
    yield "\0".join(
        ("::1", "8000", "2", "9090", "", "1", "no", "", "https://a.example, *", "600/minute", "1", "10", "4096", "9")
    ).encode()
    yield b"0.0.0.0\x0080\x0064\0\0\0on\0off\0\0*\x0020 per 3 seconds"


def key_files() -> Seeds:
    """Files of keys with a header."""
    key, line = "a" * 43, keys.made("bots")[1]
    yield f"# keys\n\n{line}\n\0Bearer {key}".encode()
    yield f"{line}\n{line}".encode()


def files(kind: str) -> Seeds:
    """State files of one format: the examples in it, and those of the contract written in it."""
    for path in sorted((ROOT / "examples").rglob(f"*.{kind}")):
        yield path.read_bytes()
    write = {"toml": as_toml, "yaml": as_yaml}.get(kind)
    for name, body in bodies():
        if write and isinstance(body, dict) and "dealer" in body:
            yield write(body).encode()
        elif kind == "yaml":
            yield yaml.safe_dump({name: body}).encode()
        elif kind == "json":
            yield json.dumps(body, indent=1).encode()
    if kind == "yaml":
        yield b"a: &a [1, 2]\nb: &b [*a, *a]\nmoves: !!str on\nhands: [9H JD, null, ~]"
        yield b"moves: |\n pass\n? y\n: !t z\n<<: {c: 1}\nplayers: >-\n  Ann\n"


def games() -> Seeds:
    """Recorded games in Euchre Game Notation: their first deals, where the files are there, and small ones."""
    for path in sorted(GAMES.glob("*.egn")) if GAMES.is_dir() else ():
        game = json.loads(path.read_text("utf-8"))
        for deals in (game["deals"][:1], game["deals"][1:3]):
            yield json.dumps(game | {"deals": deals}).encode()
    play = {"type": "TRICK_PLAY", "tricks": [["Ah", "L", "Nc", "R"]], "initialLead": 2}
    bidding = {
        "type": "EUCHRE_BIDDING",
        "calls": ["Pass", "Order"],
        "isAlone": True,
        "discard": "Xx",
        "aloneDefender": 1,
    }
    initial = {"dealer": 0, "upCard": "Jd", "playerCards": [["B"], [], [], ["9h"]], "kitty": ["Ts", "9s", "9c"]}
    ruleset = {"std": False, "joker": True, "min_rank": 7, "num_deals": 2, "winning_score": 11, "go_under": True}
    yield json.dumps(
        {
            "fileType": "Euchre Game Notation",
            "version": "1.0",
            "metadata": {"players": ["A", "B", "C", "D"], "finalScore": [2, 0], "ruleset": ruleset},
            "deals": [{"initialState": initial, "phases": [bidding, play]}],
        }
    ).encode()


def dictionary() -> str:
    """The words of the game as libFuzzer's dictionary."""
    words = [*TOKENS.values(), *CODES, *TRUMPS, *SPELLINGS, *NAMES, *(book.id for book in books())]
    keys = ["variant", "options", "dealer", "hands", "holding", "up_card", "widow", "dummy", "kitty", "moves", "score"]
    keys += ["players", "state", "move", "seat", "tricks", "after", "deals", "extends", "op", "body", "id", "explain"]
    texts = [f'"{key}":' for key in keys] + words
    escaped = (
        "".join(chr(b) if 32 < b < 127 and b not in b'"\\' else f"\\x{b:02X}" for b in t.encode()) for t in texts
    )
    return "\n".join(f'"{text}"' for text in dict.fromkeys(escaped)) + "\n"


def changed(data: bytes, most: int, seed: int) -> bytes:
    """Bytes changed by the fuzzer; every other time, where they hold a JSON object, a value of it."""
    rng = Random(seed)
    if rng.randrange(2) and (made := _value_changed(data, rng)) and len(made) <= most:
        return made
    import atheris  # type: ignore[import-untyped]  # so that the seeds can be had without it

    return bytes(atheris.Mutate(data, most))


def _value_changed(data: bytes, rng: Random) -> bytes | None:
    """The bytes with a value of the first JSON object in them changed; None where there is none."""
    start = data.find(b"{")
    several = b"\n{" in data
    end = data.find(b"\n", start) if several and b"\n" in data[start:] else len(data)
    try:
        value = json.loads(data[start:end])
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    text = json.dumps(broken(value, rng), ensure_ascii=bool(rng.randrange(2)))
    return data[:start] + text.encode("utf-8", "surrogatepass") + data[end:]
