"""The server over real sockets: what only a socket can send, workers that die, an end that finishes what was begun."""

from __future__ import annotations

import http.client
import json
import os
import resource
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.running import COMMAND, Running, free_port, serving

from euchred.server import main as server
from euchred.server import worker, workers
from euchred.web.door import keys
from euchred.web.settings import Settings
from euchred.web.watch import logs
from euchred.web.watch.scraping import DIRECTORY

BODY = b'{"variant": "euchre", "dealer": 0, "up_card": "9S"}'
JSON = {"Content-Type": "application/json"}
HEAD = "POST /v1/legal-moves HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
HEAD += f"Content-Length: {len(BODY)}\r\n\r\n"

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """A server with one worker."""
    with serving() as found:
        yield found
        assert found.stop() == 0


@pytest.fixture(scope="module")
def port(running: Running) -> int:
    """Its port."""
    return running.port


def asked(port: int, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, names, encode_chunked="Transfer-Encoding" in names)
        reply = connection.getresponse()
        return reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read()
    finally:
        connection.close()


def test_a_ruling(port: int) -> None:
    own = {"X_Request_Id": "a-1", "Content_Type": "application/json"}
    status, headers, data = asked(port, "POST", "/v1/legal-moves", BODY, **own)
    assert status == 200
    assert json.loads(data)["moves"] == ["order", "pass"]
    assert headers["x-request-id"] == "a-1"
    assert not any(mark.isdigit() for mark in headers.get("server", ""))


def test_chunked_bodies_are_refused(port: int) -> None:
    """Sent in one piece: the server answers at the headers and closes, so a later piece could not be written."""
    head = "POST /v1/legal-moves HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    request = f"{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=30) as raw:
        raw.sendall(request.encode())
        reply = http.client.HTTPResponse(raw)
        reply.begin()
        assert (reply.status, json.loads(reply.read())["type"]) == (411, "/problems/length-required")


def test_a_body_that_is_too_large(port: int) -> None:
    status, _, data = asked(port, "POST", "/v1/legal-moves", b" " * 300_000, Content_Type="application/json")
    assert (status, json.loads(data)["type"]) == (413, "/problems/body-too-large")


def test_refusals_of_paths_and_methods(port: int) -> None:
    assert asked(port, "GET", "/nowhere")[0] == 404
    status, headers, _ = asked(port, "GET", "/v1/legal-moves")
    assert (status, headers["allow"]) == (405, "OPTIONS, POST")
    status, headers, data = asked(port, "OPTIONS", "/v1/legal-moves")
    assert (status, data) == (204, b"")
    assert headers["access-control-allow-origin"] == "*"


def test_head_and_etag(port: int) -> None:
    status, headers, data = asked(port, "HEAD", "/v1/variants")
    assert (status, data) == (200, b"")
    assert asked(port, "GET", "/v1/variants", If_None_Match=headers["etag"])[0] == 304


def test_a_body_that_never_comes_hinders_nobody_else(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(b"POST /v1/legal-moves HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
        assert asked(port, "GET", "/healthz")[0] == 200


def test_many_requests_over_one_connection(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    for _ in range(20):
        connection.request("POST", "/v1/legal-moves", BODY, JSON)
        reply = connection.getresponse()
        assert reply.status == 200
        reply.read()
    connection.close()


def test_every_line_of_the_log_is_an_object(running: Running) -> None:
    assert {line["event"] for line in running.log()} >= {"start", "worker-start"}
    assert not running.logged("request")
    for line in running.log():
        assert list(line)[:5] == list(logs.FIELDS)[:5]


# -- several workers ------------------------------------------------------------------------


def value(text: bytes, name: str) -> float:
    """A sample of the metrics; 0 where it is not there."""
    found = [line for line in text.decode().splitlines() if line.startswith(name + " ")]
    return float(found[0].rpartition(" ")[2]) if found else 0


HEALTHY = 'euchred_request_duration_seconds_count{operation="healthz",status="200"}'


def started(running: Running, number: int) -> list[int]:
    """The processes of so many workers, once they have started."""
    running.wait_until(lambda log: len([line for line in log if line["event"] == "worker-start"]) >= number)
    return [line["pid"] for line in running.logged("worker-start")]


def test_workers_die_are_replaced_and_end(tmp_path: Path) -> None:
    second = free_port()
    with serving("--workers", "2", "--access-log", "--metrics-port", str(second), TMPDIR=str(tmp_path)) as found:
        first = started(found, 2)
        (shared,) = tmp_path.glob("euchred-metrics-*")
        for _ in range(20):
            assert found.ask("GET", "/healthz")[0] == 200
        status, headers, before = asked(second, "GET", "/metrics")
        assert (status, headers["content-type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
        assert headers["server"] == "euchred"
        assert value(before, HEALTHY) == len(found.logged("request")) >= 20
        assert asked(second, "GET", "/")[0] == 404
        assert found.ask("GET", "/metrics")[0] == 404
        os.kill(first[0], signal.SIGKILL)
        found.wait_until(lambda log: [one for one in log if one["event"] == "worker-died"])
        new = set(started(found, 3)) - set(first)
        assert len(new) == 1
        for _ in range(5):
            assert found.ask("GET", "/healthz")[0] == 200
        after = asked(second, "GET", "/metrics")[2]
        assert value(after, HEALTHY) == value(before, HEALTHY) + 5, "what the dead had counted is still counted"
        assert found.stop() == 0
        assert found.log()[-1]["event"] == "stop"
        assert {one["pid"] for one in found.logged("worker-stop")} == {first[1], *new}
        assert not shared.exists()


def test_main_port_has_the_metrics_of_all_workers(tmp_path: Path) -> None:
    with serving("--workers", "2", TMPDIR=str(tmp_path)) as found:
        started(found, 2)
        before = value(found.ask("GET", "/metrics")[2], HEALTHY)
        for _ in range(10):
            found.ask("GET", "/healthz")
        for _ in range(5):
            assert value(found.ask("GET", "/metrics")[2], HEALTHY) == before + 10


def test_variables_set_it_up_and_a_hangup_reads_the_keys_anew(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    old, line = keys.made("bots")
    file.write_text(line)
    with serving(EUCHRED_API_KEYS=str(file), EUCHRED_ACCESS_LOG="1", EUCHRED_WORKERS="1") as found:

        def answer(key: str) -> int:
            return found.ask("GET", "/v1", headers={"Authorization": f"Bearer {key}"})[0]

        assert (found.ask("GET", "/v1")[0], answer(old)) == (401, 200)
        file.write_text("no key\n")
        found.process.send_signal(signal.SIGHUP)
        found.wait_until(lambda log: [one for one in log if "aborting the restart" in (one["message"] or "")])
        assert answer(old) == 200, "the worker stays where a new one cannot be set up"
        new, line = keys.made("bots")
        file.write_text(line)
        found.process.send_signal(signal.SIGHUP)
        found.wait_until(lambda log: [one for one in log if one["event"] == "worker-stop"])
        assert (answer(new), answer(old)) == (200, 401)
        assert old not in json.dumps(found.log())
        assert {one["key"] for one in found.logged("request") if one["status"] == 200} == {"bots", None}


def test_a_request_in_flight_is_finished() -> None:
    with serving("--access-log") as found:
        with socket.create_connection(("127.0.0.1", found.port), timeout=30) as begun:
            begun.sendall(HEAD.encode() + BODY[:10])
            found.process.send_signal(signal.SIGTERM)
            found.wait_until(lambda log: [one for one in log if one["event"] == "worker-stopping"])
            with pytest.raises(OSError, match="refused"):
                found.ask("GET", "/healthz")
            begun.sendall(BODY[10:])
            reply = http.client.HTTPResponse(begun)
            reply.begin()
            assert (reply.status, json.loads(reply.read())["moves"]) == (200, ["order", "pass"])
        assert found.stop() == 0
        assert [one["operation"] for one in found.logged("request")] == ["healthz", "legal-moves"]


def test_what_was_sent_before_the_end_is_answered() -> None:
    with serving() as found:
        deal = json.dumps({"variant": "pepper", "seed": "s7", "dealer": 0}).encode()
        state = json.loads(found.ask("POST", "/v1/deal", deal, JSON)[2])["state"]
        state["moves"] = "bid-1 bid-2 bid-3 bid-4 bid-5 pass pass pass call-C"
        connections = [http.client.HTTPConnection("127.0.0.1", found.port, timeout=30) for _ in range(8)]
        for connection in connections:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        for connection in connections:
            connection.request("POST", "/v1/solve", json.dumps(state), JSON)
        found.process.send_signal(signal.SIGTERM)
        replies = [connection.getresponse() for connection in connections]
        answers = [(reply.status, len(json.loads(reply.read())["moves"])) for reply in replies]
        for connection in connections:
            connection.close()
        assert answers == [(200, 6)] * 8
        assert found.stop() == 0


def test_a_worker_that_does_not_end_is_ended() -> None:
    with serving("--shutdown-seconds", "1") as found:
        (stuck,) = started(found, 1)
        os.kill(stuck, signal.SIGSTOP)
        assert found.stop() == 0
        assert any("did not end" in (one["message"] or "") for one in found.log())
        with pytest.raises(ProcessLookupError):
            os.kill(stuck, 0)


def test_workers_that_nobody_watches_end() -> None:
    with serving("--workers", "2") as found:
        started(found, 2)
        found.process.kill()
        found.process.wait()
        found.wait_until(lambda log: len([one for one in log if one["event"] == "worker-stopping"]) == 2)
        assert len(found.logged("orphaned")) == 2


# -- settings that cannot be used ----------------------------------------------------------------


def refused(*arguments: str, **variables: str) -> str:
    """What the server says when it does not start."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("EUCHRED_")} | variables
    done = subprocess.run([*COMMAND, *arguments], env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


def test_settings_that_cannot_be_used(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = str(taken.getsockname()[1])
        assert refused("--port", number).startswith(f"euchred: error: cannot listen at 127.0.0.1, port {number}: ")
        told = refused("--port", str(free_port()), "--metrics-port", number)
        assert told.startswith(f"euchred: error: --metrics-port: cannot listen at 127.0.0.1, port {number}: ")
    told = refused("--api-keys", str(tmp_path / "none"))
    assert told == f"euchred: error: {tmp_path / 'none'} cannot be read: No such file or directory\n"
    assert "EUCHRED_WORKERS: 'many' is no integer from 1 to 64" in refused(EUCHRED_WORKERS="many")


def test_a_directory_for_metrics_is_needed_by_several_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(prefix: str) -> str:
        raise FileNotFoundError(2, "No usable temporary directory")

    monkeypatch.setattr(server.tempfile, "mkdtemp", none)
    monkeypatch.setenv(DIRECTORY, "/left/over")
    with server.directory_of_metrics(Settings()):
        assert DIRECTORY not in os.environ
    with pytest.raises(OSError, match="set TMPDIR to where one can"), server.directory_of_metrics(Settings(workers=2)):
        raise AssertionError("it began all the same")


def test_traces_need_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("euchred.web.watch.telemetry.PACKAGES", ("no_such_package",))
    with pytest.raises(ValueError, match="no_such_package"):
        server.check(Settings(otel=True))


def test_a_worker_that_cannot_be_set_up_says_so_to_its_watcher(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(SystemExit) as stop:
        workers.started(Settings(api_keys=str(tmp_path / "none")))
    assert stop.value.code == workers.STARTUP_FAILURE
    assert "cannot be set up" in caplog.text


def test_a_book_that_fails_does_not_keep_a_worker_from_saying_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker.gc, "freeze", lambda: None)
    monkeypatch.setattr(worker, "tested", lambda book: 1 / 0)
    assert workers.started(Settings()).app.test_client().get("/readyz").status_code == 200
    assert "/readyz says so" in caplog.text


@pytest.mark.parametrize(("hard", "warned"), [(100, True), (10_000, False), (resource.RLIM_INFINITY, False)])
def test_a_worker_takes_all_files_that_it_may(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, hard: int, warned: bool
) -> None:
    given: list[Any] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (50, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: given.append(limits))
    with caplog.at_level("INFO"):
        worker.make_room(4096)
    assert given == [(hard, hard)]
    assert [record.fields["event"] for record in caplog.records] == (["few-files"] if warned else [])


def test_a_system_that_grants_no_more_files_is_no_obstacle(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(resource, "getrlimit", lambda _: (50, 10_000))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    worker.make_room(4096)
    assert "50 files may be open" in caplog.text


def test_the_server_is_set_up_as_asked() -> None:
    config = server.configuration(Settings(host="::1", port=9000, workers=3, connections=7, shutdown_seconds=5))
    assert (config.host, config.port, config.workers) == ("::1", 9000, 3)
    assert (config.limit_concurrency, config.timeout_graceful_shutdown) == (7, 5)
    assert (config.proxy_headers, config.server_header, config.access_log) == (False, False, False)


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="there is no IPv6 here")
def test_all_addresses_are_those_of_both_families() -> None:
    with server.listening(Settings(host="::", port=free_port())) as door:
        for address in ("127.0.0.1", "::1"):
            socket.create_connection((address, door.getsockname()[1])).close()
