"""What slow, greedy and many clients can do to the judges behind the proxy: nothing."""

from __future__ import annotations

import socket
import threading
from contextlib import ExitStack, suppress
from queue import Empty
from typing import Any

import pytest
import requests
from tests.deploy.pretended import ANSWER, pretended, read_request, silent
from tests.deploy.running import FAST, Proxy, needs_nginx, proxy
from tests.deploy.talking import problem, said

pytestmark = [pytest.mark.live, needs_nginx]

HEAD = b"Host: judge\r\nConnection: close\r\nContent-Type: application/json\r\n"
BEGUN = b"POST /v1/legal-moves HTTP/1.1\r\n" + HEAD + b"Content-Length: 6\r\n\r\n{} "
A_MOMENT = 0.5


def answer_all(connection: socket.socket) -> None:
    """A judge that has nothing to think about."""
    while read_request(connection):
        connection.sendall(ANSWER)


def test_a_body_reaches_a_judge_only_when_it_is_whole() -> None:
    with pretended(answer_all) as judge, proxy([judge.address] * 2, FAST) as front:
        with socket.create_connection(("127.0.0.1", front.port), timeout=20) as client:
            client.sendall(BEGUN)
            with pytest.raises(Empty):
                judge.accepted.get(timeout=A_MOMENT)
            client.sendall(b"   ")
            assert client.recv(12) == b"HTTP/1.1 200"
        judge.accepted.get(timeout=20)


@pytest.mark.parametrize("begun", [BEGUN, b"POST /v1/legal-mo"], ids=["body", "headers"])
def test_a_client_that_stops_sending_is_let_go(begun: bytes) -> None:
    """Without an answer, and no judge has heard of it."""
    sooner = {
        "client_body_timeout 10s": "client_body_timeout 1s",
        "client_header_timeout 10s": "client_header_timeout 1s",
    }
    with pretended(answer_all) as judge, proxy([judge.address] * 2, FAST | sooner) as front:
        with socket.create_connection(("127.0.0.1", front.port), timeout=20) as client:
            client.sendall(begun)
            with suppress(ConnectionResetError):
                assert client.recv(1) == b""
        assert judge.accepted.empty()


def test_a_slow_reader_of_a_batch_does_not_hold_up_a_judge() -> None:
    """The judge is rid of an answer that the client does not read; the proxy has it."""
    written = threading.Event()

    def long_answer(connection: socket.socket) -> None:
        if read_request(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n")
            for _ in range(20):
                connection.sendall(b" " * 1_000_000)
            written.set()

    with (
        pretended(long_answer) as judge,
        proxy([judge.address] * 2, FAST) as front,
        socket.create_connection(("127.0.0.1", front.port), timeout=20) as client,
    ):
        client.sendall(b"POST /v1/batch HTTP/1.1\r\n" + HEAD + b"Content-Length: 2\r\n\r\n{}")
        assert client.recv(12) == b"HTTP/1.1 200"
        assert written.wait(30)


def test_the_answer_of_a_batch_is_passed_on_while_it_is_made() -> None:
    """Its beginning is there although its end is not."""
    read = threading.Event()

    def begun(connection: socket.socket) -> None:
        if read_request(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n")
            connection.sendall(b"x" * 1_000_000)
            read.wait(30)

    with pretended(begun) as judge, proxy([judge.address] * 2, FAST) as front:
        try:
            batch = requests.post(f"{front.url}/v1/batch", b"{}", stream=True, timeout=20)
            assert len(batch.raw.read(500_000)) == 500_000
        finally:
            read.set()
        batch.close()


def test_who_asks_too_often_is_told_when_to_ask_again() -> None:
    with pretended(answer_all) as judge, proxy([judge.address] * 2, {"rate=50r/s": "rate=1r/m"}) as front:
        with requests.Session() as session:
            found = [session.get(f"{front.url}/healthz", timeout=20) for _ in range(103)]
        assert [reply.status_code for reply in found] == [200] * 101 + [429] * 2
        answer = said(front.port, b"GET /healthz HTTP/1.1\r\n" + HEAD + b"\r\n")
        problem("too-many-requests", answer)
        assert int(answer[1]["retry-after"]) > 0


def test_who_has_one_ipv6_address_has_many() -> None:
    """Addresses are told by a proxy in front, as deploy/README.md says how."""
    told = "limit_req_status 429;\nset_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;\n"
    changes = {"rate=50r/s": "rate=1r/m", "burst=100": "burst=1", "limit_req_status 429;": told}
    with pretended(answer_all) as judge, proxy([judge.address] * 2, changes) as front:
        asked = [
            "2001:db8:0:1::1",
            "2001:db8:0:1:8::2",
            "2001:db8:0:1:2:3:4:5",
            "2001:db8:0:2::1",
            "2001:db8::1",
            "2001:db8::2",
            "2001:db8::3:4:5:6",
            "192.0.2.1",
            "192.0.2.2",
            "::1",
        ]
        found = [
            requests.get(f"{front.url}/healthz", headers={"X-Forwarded-For": address}, timeout=20).status_code
            for address in asked
        ]
        assert found == [200, 200, 429, 200, 200, 200, 429, 200, 200, 200]
        assert {line["client"] for line in front.log()} >= {"2001:db8:0:2::1", "192.0.2.1", "::1"}


@pytest.mark.parametrize(("operation", "at_once"), [(b"legal-moves", 50), (b"batch", 4)])
def test_how_much_one_address_has_in_work(operation: bytes, at_once: int) -> None:
    request = b"POST /v1/%b HTTP/1.1\r\n%bContent-Length: 2\r\n\r\n{}" % (operation, HEAD)
    with pretended(silent) as judge, proxy([judge.address] * 2, FAST) as front, ExitStack() as clients:
        for _ in range(at_once):
            client = clients.enter_context(socket.create_connection(("127.0.0.1", front.port)))
            client.sendall(request)
            judge.accepted.get(timeout=20)
        answer = said(front.port, request)
        problem("too-many-requests", answer)
        assert int(answer[1]["retry-after"]) > 0


def test_no_judge_at_all() -> None:
    with socket.socket() as first, socket.socket() as second:
        addresses = []
        for closed in (first, second):
            closed.bind(("127.0.0.1", 0))
            addresses.append(f"127.0.0.1:{closed.getsockname()[1]}")
        with proxy(addresses, FAST) as front:
            # While they are tried, and when both have been given up for a while.
            for _ in range(12):
                answer = said(front.port, b"GET /healthz HTTP/1.1\r\n" + HEAD + b"\r\n")
                problem("overloaded", answer)
                assert int(answer[1]["retry-after"]) > 0


def test_a_judge_that_never_answers() -> None:
    """The other one answers instead; so the clients do not see it."""
    with pretended(silent) as hanging, pretended(answer_all) as judge:
        sooner = {"proxy_read_timeout 30s": "proxy_read_timeout 1s"}
        with proxy([hanging.address, judge.address], FAST | sooner) as front:
            found = [requests.post(f"{front.url}/v1/legal-moves", b"{}", timeout=20) for _ in range(4)]
            assert [reply.status_code for reply in found] == [200] * 4
            assert any(line["judge_status"] == "504, 200" for line in front.log())


def test_a_busy_moment_does_not_become_an_outage() -> None:
    """As many clients are sent away as the judges send away, and not one more."""
    lock, left, sent_away = threading.Lock(), 30, 0

    def busy(connection: socket.socket) -> None:
        nonlocal left, sent_away
        while read_request(connection):
            with lock:
                left -= 1
                free = left < 0
                sent_away += not free
            connection.sendall(ANSWER if free else ANSWER.replace(b"200 OK", b"503 Busy"))

    with (
        pretended(busy) as first,
        pretended(busy) as second,
        proxy([first.address, second.address], FAST) as front,
        requests.Session() as session,
    ):
        found = [session.post(f"{front.url}/v1/legal-moves", b"{}", timeout=20).status_code for _ in range(60)]
    assert found == [503] * sent_away + [200] * (60 - sent_away)
    assert sent_away == 30


def test_a_judge_of_its_own_problem_is_not_asked_twice(front: Proxy) -> None:
    """What is wrong with a request is the same at the other judge."""
    body: dict[str, Any] = {"variant": "no-such"}
    headers = {"X-Request-Id": "asked-once"}
    assert requests.post(f"{front.url}/v1/legal-moves", json=body, headers=headers, timeout=20).status_code == 422
    assert front.logged("asked-once")["judge_status"] == "422"
