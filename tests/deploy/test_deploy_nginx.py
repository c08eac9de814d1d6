"""Debian's nginx with the files of deploy/nginx before two judges: what is passed on, and what it refuses by itself."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import requests
from tests.deploy.running import FAST, Proxy, Replica, needs_nginx
from tests.deploy.talking import ALWAYS, STATE, problem, said

from euchred.web.requests.reading import BODY_LIMIT

pytestmark = [pytest.mark.live, needs_nginx]

HEAD = b"Host: judge\r\nConnection: close\r\nContent-Type: application/json\r\n"
GET = b"GET / HTTP/1.1\r\n" + HEAD
ASK = b"POST /v1/legal-moves HTTP/1.1\r\n" + HEAD
BATCH = b"POST /v1/batch HTTP/1.1\r\n" + HEAD
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"

# openssl's words for a certificate that this test trusts and nobody else.
SELF_SIGNED = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]
SELF_SIGNED += ["-days", "1", "-subj", "/CN=judge", "-addext", "subjectAltName=IP:127.0.0.1"]

REFUSED = {
    "not HTTP": ("malformed-request", b"nonsense\r\n\r\n"),
    "TLS on the plain port": ("malformed-request", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n"),
    "no host": ("malformed-request", b"GET / HTTP/1.1\r\n\r\n"),
    "a version to come": ("malformed-request", b"GET / HTTP/3.0\r\n" + HEAD + b"\r\n"),
    "a null byte": ("malformed-request", b"GET /%00 HTTP/1.1\r\n" + HEAD + b"\r\n"),
    "out of the root": ("malformed-request", b"GET /..%2fmetrics HTTP/1.1\r\n" + HEAD + b"\r\n"),
    "a long address": ("malformed-request", b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n"),
    "a long header": ("malformed-request", GET + b"X: " + b"a" * 9000 + b"\r\n\r\n"),
    "an unknown encoding": ("malformed-request", ASK + b"Transfer-Encoding: gzip\r\n\r\n"),
    "two lengths": ("malformed-request", ASK + b"Content-Length: 2\r\n" + CHUNKED),
    "TRACE": ("method-not-allowed", b"TRACE / HTTP/1.1\r\n" + HEAD + b"\r\n"),
    "a body in chunks": ("length-required", ASK + CHUNKED),
    "a batch in chunks": ("length-required", BATCH + CHUNKED),
    "a large body": ("body-too-large", ASK + b"Content-Length: 300000\r\n\r\n" + b" " * 300_000),
    "a body one byte too long": ("body-too-large", ASK + b"Content-Length: 262145\r\n\r\n"),
    "a batch one byte too long": ("body-too-large", BATCH + b"Content-Length: 67108865\r\n\r\n"),
}


def test_nginx_takes_the_files_without_a_warning(judges: list[Replica]) -> None:
    made = Proxy([judge.address for judge in judges])
    try:
        found = made.test()
        assert found.returncode == 0, found.stderr
        assert "[warn]" not in found.stderr
    finally:
        made.clear()


def test_an_answer_comes_as_the_judge_gave_it(front: Proxy, judges: list[Replica]) -> None:
    reply = requests.post(f"{front.url}/v1/legal-moves", json=STATE, timeout=20)
    own = requests.post(f"http://{judges[0].address}/v1/legal-moves", json=STATE, timeout=20)
    assert (reply.status_code, reply.json()) == (200, own.json())
    assert {name.lower(): value for name, value in reply.headers.items()}.items() >= ALWAYS.items()


def test_a_problem_of_the_judge_comes_as_it_is(front: Proxy) -> None:
    body = b'{"variant": "no-such"}'
    request = ASK + b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    status, headers, data = said(front.port, request)
    assert (status, json.loads(data)["type"]) == (422, "/problems/invalid-request")
    assert json.loads(data)["request_id"] == headers["x-request-id"]
    assert headers.items() >= ALWAYS.items()


@pytest.mark.parametrize("path", [b"/healthz", b"/metrics"])
@pytest.mark.parametrize(
    ("sent", "kept"), [(b"a-1._B", True), (b"x" * 128, True), (b"x" * 129, False), (b"a b", False), (b'"}', False)]
)
def test_the_id_of_a_request(front: Proxy, path: bytes, sent: bytes, kept: bool) -> None:
    """Answered by a judge, and by the proxy itself."""
    _, headers, _ = said(front.port, b"GET %b HTTP/1.1\r\n%bX-Request-Id: %b\r\n\r\n" % (path, HEAD, sent))
    assert (headers["x-request-id"] == sent.decode()) == kept
    assert headers["x-request-id"].replace(".", "").replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("what", REFUSED)
def test_what_the_proxy_refuses_by_itself(front: Proxy, what: str) -> None:
    """No judge hears of it."""
    name, request = REFUSED[what]
    answer = said(front.port, request)
    problem(name, answer)
    assert ("allow" in answer[1]) == (name == "method-not-allowed")
    assert front.logged(answer[1]["x-request-id"])["judge"] == ""


def test_a_post_without_a_length_is_refused_by_the_judge(front: Proxy) -> None:
    problem("length-required", said(front.port, ASK + b"\r\n"))


@pytest.mark.parametrize("path", ["/v1/legal-moves", "/v1/batch"])
def test_a_body_of_the_largest_size_reaches_a_judge(front: Proxy, path: str) -> None:
    reply = requests.post(
        front.url + path,
        b" " * BODY_LIMIT,
        headers={"Content-Type": "text/plain", "X-Request-Id": path[4:]},
        timeout=20,
    )
    assert (reply.status_code, reply.json()["type"]) == (415, "/problems/unsupported-media-type")
    assert front.logged(path[4:])["judge_status"] == "415"


@pytest.mark.parametrize("place", ["metrics", "readyz"])
@pytest.mark.parametrize(
    "path",
    ["/{0}", "//{0}", "/./{0}", "/v1/../{0}", "/%2f{0}", "/{1}", "/{0}?x=1", "/{0}/", "/{0}%2f", "/{0};x", "/{0}%20"],
)
def test_what_is_for_the_own_network_stays_there(front: Proxy, path: str, place: str) -> None:
    """However the address is written."""
    encoded = "".join(f"%{ord(letter):02x}" for letter in place)
    written = path.format(place, encoded).encode()
    for method in (b"GET", b"POST"):
        answer = said(front.port, method + b" " + written + b" HTTP/1.1\r\n" + HEAD + b"Content-Length: 0\r\n\r\n")
        problem("not-found", answer)


def test_its_problems_have_the_headers_of_a_judges_problem(front: Proxy, judges: list[Replica]) -> None:
    nowhere = HEAD + b"Content-Length: 0\r\n\r\n"
    _, own, _ = said(front.port, b"POST /metrics HTTP/1.1\r\n" + nowhere)
    _, judges_own, _ = said(judges[0].port, b"POST /nowhere HTTP/1.1\r\n" + nowhere)
    of_the_server = {"server", "date", "connection", "content-length", "x-request-id"}
    assert own.keys() | of_the_server == judges_own.keys() | of_the_server
    assert all(own[name] == judges_own[name] for name in own.keys() - of_the_server)


def test_problems_have_no_address_of_their_own(front: Proxy) -> None:
    problem("not-found", said(front.port, b"GET /.problem/413 HTTP/1.1\r\n" + HEAD + b"\r\n"))


def test_what_browsers_ask_before_they_post(front: Proxy) -> None:
    status, headers, data = said(front.port, b"OPTIONS /v1/legal-moves HTTP/1.1\r\n" + HEAD + b"\r\n")
    assert (status, data) == (204, b"")
    assert headers["access-control-allow-headers"] == "Content-Type, Authorization, X-Request-Id"


def test_a_page_is_compressed_and_known_again(front: Proxy) -> None:
    first = requests.get(f"{front.url}/v1/variants", headers={"Accept-Encoding": "gzip"}, timeout=20)
    assert (first.status_code, first.headers["Content-Encoding"]) == (200, "gzip")
    assert first.headers["Vary"] == "Accept-Encoding"
    tag = {"If-None-Match": first.headers["ETag"], "Accept-Encoding": "gzip"}
    assert requests.get(f"{front.url}/v1/variants", headers=tag, timeout=20).status_code == 304


def test_the_log_says_what_was_asked_and_no_more(front: Proxy) -> None:
    requests.get(f"{front.url}/v1/rules?q=renege", headers={"X-Request-Id": "asked-1"}, timeout=20)
    requests.post(f"{front.url}/v1/legal-moves", b"renege" * 60_000, headers={"X-Request-Id": "asked-2"}, timeout=20)
    first, second = front.logged("asked-1"), front.logged("asked-2")
    assert (first["method"], first["path"], first["status"], first["judge_status"]) == ("GET", "/v1/rules", 200, "200")
    assert (second["method"], second["path"], second["status"], second["judge"]) == ("POST", "/v1/legal-moves", 413, "")
    assert "renege" not in front.out.read_text()


def test_with_tls(judges: list[Replica], tmp_path: Path) -> None:
    """listen-tls.conf in place of listen.conf."""
    made = Proxy([judge.address for judge in judges], FAST)
    try:
        certificate, key = tmp_path / "certificate", tmp_path / "key"
        subprocess.run([*SELF_SIGNED, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        text = (made.files / "listen-tls.conf").read_text()
        for old, new in {
            "listen 127.0.0.1:8080;\n": "",
            "listen 8443 ssl;": f"listen 127.0.0.1:{made.port} ssl;",
            "/run/secrets/tls_certificate": str(certificate),
            "/run/secrets/tls_key": str(key),
        }.items():
            assert old in text
            text = text.replace(old, new)
        (made.files / "listen.conf").write_text(text)
        with made.running():
            address = f"https://127.0.0.1:{made.port}"
            reply = requests.post(f"{address}/v1/legal-moves", json=STATE, verify=str(certificate), timeout=20)
            refused = requests.get(f"{address}/metrics", verify=str(certificate), timeout=20)
            assert (reply.status_code, refused.status_code) == (200, 404)
            assert reply.headers["Strict-Transport-Security"] == refused.headers["Strict-Transport-Security"]
            problem("malformed-request", said(made.port, GET + b"\r\n"))
    finally:
        made.clear()
