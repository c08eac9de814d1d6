"""Who is let in: keys, rates, and the client's address behind proxies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from euchred.web.app import create_app
from euchred.web.application import Application
from euchred.web.door import gate, keys, rates
from euchred.web.operations import OPERATIONS
from euchred.web.pages import examples
from euchred.web.settings import Settings

BODY = {"variant": "euchre", "dealer": 0, "up_card": "9S"}
OPEN = ["/", "/docs", "/docs/start.js", "/openapi.yaml", "/openapi.json", "/problems", "/problems/unauthorized",
        "/healthz", "/readyz"]  # fmt: skip
CLOSED = ["/v1", "/v1/variants", "/v1/variants/euchre", "/v1/rules", "/v1/rules/play.lead", "/metrics"]


def line(name: str, key: str) -> str:
    return f"{name} sha256:{sha256(key.encode()).hexdigest()}\n"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file of two keys."""
    path = tmp_path / "keys"
    path.write_text("# who may ask\n\n" + line("bots", "first-key") + "  " + line("app.2", "second-key"))
    return str(path)


@pytest.fixture
def guarded(file: str) -> FlaskClient:
    """A client of a service that needs keys."""
    return create_app(Settings(api_keys=file)).test_client()


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


# -- keys -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(OPERATIONS))
def test_operations_need_a_key(guarded: FlaskClient, name: str) -> None:
    example = next(iter(examples.of_operation(name).values()))
    refused = guarded.post(example.path, json=example.body)
    assert (refused.status_code, refused.json["type"]) == (401, "/problems/unauthorized")
    assert refused.headers["WWW-Authenticate"] == 'Bearer realm="euchred"'
    assert "Bearer KEY" in refused.json["detail"]
    assert guarded.post(example.path, json=example.body, headers=bearer("second-key")).status_code == 200


@pytest.mark.parametrize("path", CLOSED)
def test_pages_need_a_key(guarded: FlaskClient, path: str) -> None:
    assert guarded.get(path).status_code == 401
    assert guarded.head(path).status_code == 401
    assert guarded.get(path, headers=bearer("first-key")).status_code == 200


@pytest.mark.parametrize("path", OPEN)
def test_what_says_how_to_ask_needs_none(guarded: FlaskClient, path: str) -> None:
    assert guarded.get(path).status_code in (200, 302)
    assert guarded.options("/v1/legal-moves").status_code == 204


def test_every_address_is_known_to_be_open_or_closed() -> None:
    endpoints = {rule.endpoint for rule in create_app().url_map.iter_rules()}
    assert endpoints >= gate.OPEN_TO_ALL | gate.UNCOUNTED
    opened = endpoints - gate.OPEN_TO_ALL
    assert opened >= {operation.id for operation in OPERATIONS.values()}


@pytest.mark.parametrize(
    "sent",
    ["Bearer third-key", "Bearer", "Bearer ", "bearer first-key x", "Basic first-key", "first-key", "Bearer first-KEY",
     "Bearer\tfirst-key", "Bearer \u00e4", "Bearer first-key,second-key"],
)  # fmt: skip
def test_what_is_no_key(guarded: FlaskClient, sent: str) -> None:
    refused = guarded.get("/v1", headers={"Authorization": sent})
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == 'Bearer realm="euchred", error="invalid_token"'
    assert "first" not in refused.text
    assert "sha256" not in refused.text


@pytest.mark.parametrize("sent", ["Bearer first-key", "bearer first-key", "BEARER   first-key  "])
def test_the_scheme_is_read_in_any_case(guarded: FlaskClient, sent: str) -> None:
    assert guarded.get("/v1", headers={"Authorization": sent}).status_code == 200


def test_a_body_is_not_read_without_a_key(guarded: FlaskClient) -> None:
    reply = guarded.post("/v1/legal-moves", data="{", content_type="text/plain")
    assert reply.status_code == 401


def test_every_key_is_compared_every_time(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bytes] = []
    plain = keys.hmac.compare_digest

    def compare(known: bytes, sent: bytes) -> bool:
        compared.append(known)
        return plain(known, sent)

    monkeypatch.setattr(keys.hmac, "compare_digest", compare)
    known = keys.read(file)
    for sent, owner in (("first-key", "bots"), ("second-key", "app.2"), ("third-key", None), ("", None)):
        compared.clear()
        assert known.owner(f"Bearer {sent}") == owner
        assert len(compared) == 2
    compared.clear()
    assert known.owner(None) is None
    assert len(compared) == 2


def test_the_owner_is_logged_and_the_key_is_not(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    app = create_app(Settings(api_keys=file, access_log=True))
    app.test_client().get("/v1", headers=bearer("first-key"))
    app.test_client().get("/v1", headers=bearer("wrong-key"))
    text = capsys.readouterr().err
    assert [json.loads(entry)["key"] for entry in text.splitlines()] == ["bots", None]
    assert "-key" not in text


def test_pages_are_for_their_client_alone_where_keys_are_needed(guarded: FlaskClient) -> None:
    reply = guarded.get("/v1", headers=bearer("first-key"))
    assert reply.headers["Cache-Control"].startswith("private")


@pytest.mark.parametrize(
    ("text", "where", "right"),
    [
        ("", "holds no key", "NAME sha256:"),
        ("# nothing\n", "holds no key", "NAME sha256:"),
        ("\nbots first-key\n", "line 2", "NAME sha256:"),
        ("bots sha256:12\n", "line 1", "64 hexadecimal digits"),
        ("bots:sha256:" + "0" * 64, "line 1", "NAME sha256:"),
        ("two words sha256:" + "0" * 64, "line 1", "NAME sha256:"),
        (line("a", "x") + line("a", "y"), "line 2", "each needs its own"),
        (line("a", "x") + line("b", "x"), "line 2", "each needs its own"),
        ("b\u00f6ts sha256:" + "0" * 64, "more than ASCII", "NAME sha256:"),
    ],
)
def test_a_file_that_is_not_fit(tmp_path: Path, text: str, where: str, right: str) -> None:
    path = tmp_path / "keys"
    path.write_text(text, "utf-8")
    with pytest.raises(keys.BadKeys) as bad:
        keys.read(str(path))
    assert str(path) in str(bad.value)
    assert where in str(bad.value)
    assert right in str(bad.value)
    assert "first-key" not in str(bad.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(keys.BadKeys, match="cannot be read: No such file"):
        create_app(Settings(api_keys=str(tmp_path / "none")))


def test_too_many_keys_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "MOST_KEYS", 1)
    (tmp_path / "keys").write_text(line("a", "x") + line("b", "y"))
    with pytest.raises(keys.BadKeys, match="2 keys; 1 are compared"):
        keys.read(str(tmp_path / "keys"))


def test_a_key_that_was_made_opens(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "euchred.web.door.keys", "bots"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    key, written = done[1], done[4]
    (tmp_path / "keys").write_text(written)
    assert keys.read(str(tmp_path / "keys")).owner(f"Bearer {key}") == "bots"
    assert len(key) >= 43


@pytest.mark.parametrize("arguments", [[], ["a b"], ["a", "b"]])
def test_a_name_that_is_none(arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(sys, "argv", ["keys", *arguments])
    assert keys.main() == 2
    assert "usage" in capsys.readouterr().err


# -- rates ----------------------------------------------------------------------------


def limited(**more: Any) -> FlaskClient:
    return create_app(Settings(rate_limit="3/hour", **more)).test_client()


def asked(client: FlaskClient, times: int, path: str = "/v1", **keywords: Any) -> list[int]:
    return [client.get(path, **keywords).status_code for _ in range(times)]


def at(address: str) -> dict[str, Any]:
    return {"environ_overrides": {"REMOTE_ADDR": address}}


def test_a_client_may_ask_only_so_often() -> None:
    client = limited()
    assert asked(client, 4) == [200, 200, 200, 429]
    refused = client.post("/v1/legal-moves", json=BODY)
    assert (refused.status_code, refused.json["type"]) == (429, "/problems/too-many-requests")
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    assert refused.headers["Retry-After"] in refused.json["detail"]
    assert "3/hour" in refused.json["detail"]
    assert refused.headers["Cache-Control"] == "no-store"


def test_clients_are_told_apart_by_address() -> None:
    client = limited()
    assert asked(client, 4, **at("10.0.0.1"))[-1] == 429
    assert asked(client, 3, **at("10.0.0.2")) == [200, 200, 200]
    assert asked(client, 3, **at("2001:db8::1")) == [200, 200, 200]
    assert asked(client, 1, **at("2001:db8::ffff")) == [429]
    assert asked(client, 1, **at("2001:db8:0:1::1")) == [200]
    assert asked(client, 1, **at("::ffff:10.0.0.1")) == [429]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        (None, ""),
        ("unix:", "unix:"),
    ],
)
def test_who_asks(address: str | None, name: str) -> None:
    assert gate.client(address) == name


def test_probes_and_scrapes_are_not_counted() -> None:
    client = limited()
    for path in ("/healthz", "/readyz", "/metrics"):
        assert set(asked(client, 5, path)) == {200}
    assert {client.options("/v1").status_code for _ in range(5)} == {204}
    assert asked(client, 3) == [200, 200, 200]


def test_addresses_that_are_not_there_are_counted() -> None:
    assert asked(limited(), 4, "/nowhere") == [404, 404, 404, 429]


def test_owners_of_keys_are_told_apart_by_key(file: str) -> None:
    client = limited(api_keys=file)
    assert asked(client, 4, headers=bearer("first-key"))[-1] == 429
    assert asked(client, 1, headers=bearer("second-key")) == [200]


def test_keys_cannot_be_guessed_faster_than_one_may_ask(file: str) -> None:
    client = limited(api_keys=file)
    assert [client.get("/v1", headers=bearer(f"guess-{n}")).status_code for n in range(4)] == [401, 401, 401, 429]
    assert asked(client, 1, headers=bearer("first-key")) == [200]


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_COUNTERS", 4)
    limit = rates.Rates("2/hour")
    for number in range(20):
        assert limit.wait(f"client {number}") == 0
    assert len(limit._limiter.storage.storage) == 4
    assert limit.wait("client 19") == 0
    assert limit.wait("client 19") > 0
    assert limit.wait("client 0") == 0, "whom it has forgotten may ask anew"


# -- proxies ------------------------------------------------------------------------------


def test_without_proxies_no_client_says_who_it_is() -> None:
    client = limited()
    codes = [client.get("/v1", headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code for n in range(4)]
    assert codes == [200, 200, 200, 429]


def test_a_proxy_says_who_the_client_is() -> None:
    client = limited(proxies=1)
    codes = [client.get("/v1", headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code for n in range(4)]
    assert codes == [200] * 4
    codes = [client.get("/v1", headers={"X-Forwarded-For": f"10.1.0.{n}, 10.2.0.1"}).status_code for n in range(4)]
    assert codes == [200, 200, 200, 429], "only what the proxy itself has added is believed"


# -- another server -----------------------------------------------------------------------


def test_another_server_is_set_up_by_variables(file: str) -> None:
    code = (
        "from euchred.web.app import from_environment\n"
        "app = from_environment()\n"
        "app.view_functions['problems'] = lambda: 1 / 0\n"
        "client = app.test_client()\n"
        "print(client.get('/v1').status_code, client.get('/problems').status_code)\n"
    )
    environ = os.environ | {"EUCHRED_API_KEYS": file, "EUCHRED_ACCESS_LOG": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "401 500\n"
    lines = [json.loads(entry) for entry in done.stderr.splitlines()]
    assert [(entry["event"], entry.get("status")) for entry in lines] == [
        ("request", 401), ("failure", None), ("request", 500),
    ]  # fmt: skip


def test_variables_do_not_steer_the_application_within_a_program(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    monkeypatch.setenv("EUCHRED_API_KEYS", file)
    monkeypatch.setenv("EUCHRED_RATE_LIMIT", "1/hour")
    app = create_app()
    assert isinstance(app, Application)
    assert asked(app.test_client(), 3) == [200, 200, 200]


def test_a_bad_variable_stops_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    from euchred.web.app import from_environment
    from euchred.web.settings import BadSetting

    monkeypatch.setenv("EUCHRED_PROXIES", "many")
    with pytest.raises(BadSetting, match="EUCHRED_PROXIES: 'many' is no integer from 0 to 10"):
        from_environment()
