"""A generated Python client makes a call of each operation, and its types read what was answered without loss."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.contract.generated_client import GENERATOR, Generated, NotInstalled, environment, generate
from tests.contract.generated_plan import Call, answered, calls
from tests.contract.walk import ROOT
from tests.web.running import serving

from euchred.web.door import keys
from euchred.web.operations import OPERATIONS
from euchred.web.pages.docs import document as published

pytestmark = [pytest.mark.pypi, pytest.mark.live]

# What the generator cannot read, and why; it says so itself, and nothing else may be in what it says.
UNREAD = {
    # It sends forms, JSON and octets, and reads text, JSON and octets: a body of lines is none of these.  There is no
    # function for the batch, but there are types for its lines.
    "POST /v1/batch": "application/x-ndjson",
    # It reads no YAML: the function is there and answers the status and the bytes.
    "GET /openapi.yaml": "application/yaml",
    # Scripts, styles and pictures: nobody can say what type a file has before its name is known.  As above.
    "GET /docs/{name}": "*/*",
}
NO_FUNCTION = {"/v1/batch"}
ALL = list(calls())
WRONG = {"variant": "euchre", "dealer": 9}


@pytest.fixture(scope="module")
def generated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Generated:
    """The client of openapi.yaml; its environment is kept beside what pytest remembers of the last run."""
    cache = request.config.cache
    folder = cache.mkdir("generated-client") if cache else tmp_path_factory.mktemp("environment")
    try:
        python = environment(folder)
    except NotInstalled as error:
        pytest.skip(f"pip cannot install {GENERATOR}: {error}")
    return generate(python, ROOT / "openapi.yaml", tmp_path_factory.mktemp("generated"))


@pytest.fixture(scope="module")
def key() -> tuple[str, str]:
    """A key, and its line for the service's file."""
    return keys.made("client")


@pytest.fixture(scope="module")
def url(key: tuple[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service that wants the key."""
    file = tmp_path_factory.mktemp("keys") / "keys.txt"
    file.write_text(key[1] + "\n")
    with serving("--api-keys", str(file)) as service:
        yield f"http://127.0.0.1:{service.port}"


@pytest.fixture(scope="module")
def replies(generated: Generated, url: str, key: tuple[str, str]) -> dict[str, Any]:
    """What came back of every call."""
    told = generated.ask(url, key[0], [call.asked() for call in ALL])
    return dict(zip(map(str, ALL), told["calls"], strict=True))


def test_the_generator_reads_all_but_what_is_listed(generated: Generated) -> None:
    told = {}
    for header, detail in generated.warnings:
        operation = re.match(r"WARNING parsing (\S+ \S+) within", header)
        media = re.search(r"Unsupported content.type ([^\s)]+)", detail)
        assert operation and media, f"{header} {detail}"
        told[operation[1]] = media[1]
    assert told == UNREAD


def test_every_operation_is_called() -> None:
    assert {call.path for call in ALL} | NO_FUNCTION == set(published()["paths"])
    assert {call.path for call in ALL if call.model} == {f"/v1/{name}" for name in OPERATIONS}
    assert len({str(call) for call in ALL}) == len(ALL)


@pytest.mark.parametrize("call", [call for call in ALL if answered(call)], ids=str)
def test_types_read_the_answer_without_loss(
    call: Call, replies: dict[str, Any], url: str, key: tuple[str, str]
) -> None:
    reply = replies[str(call)]
    assert "failed" not in reply, reply["failed"]
    plain = call.plainly(url, key[0])
    assert (reply["status"], plain.status_code) == (200, 200)
    assert reply["sent"] == call.body
    assert reply["answer"] == plain.json()
    if "$ref" in answered(call):
        assert reply["type"] == answered(call)["$ref"].rpartition("/")[2]


@pytest.mark.parametrize("call", [call for call in ALL if not answered(call)], ids=str)
def test_what_is_no_json_has_a_function_too(
    call: Call, replies: dict[str, Any], url: str, key: tuple[str, str]
) -> None:
    reply = replies[str(call)]
    assert "failed" not in reply, reply["failed"]
    plain = call.plainly(url, key[0])
    assert reply["status"] == plain.status_code == (302 if call.path == "/" else 200)
    assert reply["bytes"]
    responses = published()["paths"][call.path][call.method]["responses"]
    text = any(media.startswith("text/") for media in responses[str(plain.status_code)].get("content", {}))
    assert reply["type"] == ("str" if text else "NoneType")


def test_a_refusal_is_an_object_too(generated: Generated, url: str, key: tuple[str, str]) -> None:
    call = Call("/v1/legal-moves", "post", "hands.legal_moves", "StateInput", WRONG)
    (reply,) = generated.ask(url, key[0], [call.asked()])["calls"]
    plain = call.plainly(url, key[0]).json()
    assert (reply["status"], reply["type"]) == (422, "Problem")
    assert reply["answer"] | {"request_id": ""} == plain | {"request_id": ""}
    assert reply["answer"]["errors"][0]["pointer"] == "/dealer"


def test_a_client_without_a_key_is_told_so(generated: Generated, url: str) -> None:
    reads, asks = [Call("/healthz", "get", "service.healthz"), Call("/v1", "get", "service.about")]
    open_to_all, refused = generated.ask(url, None, [reads.asked(), asks.asked()])["calls"]
    assert (open_to_all["status"], open_to_all["type"]) == (200, "Alive")
    assert (refused["status"], refused["answer"]["type"]) == (401, "/problems/unauthorized")


def test_lines_of_a_batch_have_types(generated: Generated, url: str, key: tuple[str, str]) -> None:
    asked = [call for call in ALL if call.model]
    lines = [
        {
            "id": str(call),
            "op": call.path.removeprefix("/v1/"),
            "explain": call.arguments.get("explain"),
            "body": call.body,
        }
        for call in asked
    ]
    *answers, summary = generated.ask(url, key[0], [], [*lines, {"op": "legal-moves", "body": WRONG}])["batch"]
    assert summary == {"summary": {"lines": len(lines) + 1, "problems": 1}}
    assert (answers[-1]["id"], answers[-1]["body"]["type"]) == (None, "/problems/invalid-request")
    for call, answer in zip(asked, answers, strict=False):
        assert answer == {"id": str(call), "status": 200, "body": call.plainly(url, key[0]).json()}
