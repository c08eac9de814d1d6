"""Headers of requests and answers: media types, lengths, request ids, CORS, ETags."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from euchred.web.app import create_app
from euchred.web.settings import Settings

PATH = "/v1/legal-moves"
GOOD = '{"variant": "euchre", "dealer": 0, "up_card": "9S"}'
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "kind",
    [
        "application/json",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        'Application/JSON; Charset="utf-8"',
    ],
)
def test_json_is_taken(client: FlaskClient, kind: str) -> None:
    assert client.post(PATH, data=GOOD, headers={"Content-Type": kind}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "application/problem+json"},
        {"Content-Type": "application/json; charset=latin-1"},
        {"Content-Type": "application/json; profile=x"},
        {"Content-Type": "application/json, text/plain"},
        JSON | {"Content-Encoding": "gzip"},
        JSON | {"Content-Encoding": "identity"},
    ],
)
def test_other_media_types_are_refused(client: FlaskClient, headers: dict[str, str]) -> None:
    reply = client.post(PATH, data=GOOD, headers=headers)
    assert (reply.status_code, reply.json["type"]) == (415, "/problems/unsupported-media-type")


def test_a_body_without_its_length(client: FlaskClient) -> None:
    reply = client.post(PATH, data=GOOD, headers=JSON | {"Transfer-Encoding": "chunked"})
    assert (reply.status_code, reply.json["type"]) == (411, "/problems/length-required")
    reply = client.post(PATH, headers=JSON, environ_overrides={"CONTENT_LENGTH": ""})
    assert reply.status_code == 411


@pytest.mark.parametrize("length", ["-1", "ten", "5.0", "٣"])
def test_a_length_that_is_none(client: FlaskClient, length: str) -> None:
    reply = client.post(PATH, data=GOOD, headers=JSON, environ_overrides={"CONTENT_LENGTH": length})
    assert reply.status_code == 411


@pytest.mark.parametrize("length", [256 * 1024 + 1, 10**30])
def test_a_body_that_is_too_large(client: FlaskClient, length: int) -> None:
    reply = client.post(PATH, data=GOOD, headers=JSON, environ_overrides={"CONTENT_LENGTH": str(length)})
    assert (reply.status_code, reply.json["type"]) == (413, "/problems/body-too-large")


def test_the_largest_body_is_read(client: FlaskClient) -> None:
    assert client.post(PATH, data=GOOD.ljust(256 * 1024), headers=JSON).status_code == 200


def test_a_body_that_ends_early(client: FlaskClient) -> None:
    reply = client.post(PATH, data=GOOD, headers=JSON, environ_overrides={"CONTENT_LENGTH": "500"})
    assert (reply.status_code, reply.json["type"]) == (400, "/problems/malformed-json")


@pytest.mark.parametrize("own", ["a", "9-z.A_", "x" * 128])
def test_a_request_keeps_its_id(client: FlaskClient, own: str) -> None:
    assert client.get("/v1", headers={"X-Request-Id": own}).headers.getlist("X-Request-Id") == [own]
    refused = client.get("/nowhere", headers={"X-Request-Id": own})
    assert refused.json["request_id"] == own == refused.headers["X-Request-Id"]


@pytest.mark.parametrize("own", ["", "a b", "x" * 129, "ä", "a\tb", "<script>"])
def test_an_id_that_cannot_be_logged_is_replaced(client: FlaskClient, own: str) -> None:
    given = {client.get("/v1", headers={"X-Request-Id": own}).headers["X-Request-Id"] for _ in range(3)}
    assert own not in given
    assert len(given) == 3


@pytest.mark.parametrize("path", ["/v1", "/nowhere", PATH, "/docs", "/v1/variants/euker"])
def test_browsers_may_read_every_answer(client: FlaskClient, path: str) -> None:
    headers = client.get(path, headers={"Origin": "https://example.org"}).headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["Access-Control-Expose-Headers"] == "X-Request-Id, Retry-After, ETag"
    assert headers["X-Request-Id"]
    assert "Server" not in headers


def test_browsers_may_ask_before_a_request(client: FlaskClient) -> None:
    reply = client.options(PATH, headers={"Origin": "https://example.org", "Access-Control-Request-Method": "POST"})
    assert (reply.status_code, reply.data) == (204, b"")
    assert reply.headers["Access-Control-Allow-Methods"] == "OPTIONS, POST" == reply.headers["Allow"]
    assert reply.headers["Access-Control-Allow-Headers"] == "Content-Type, Authorization, X-Request-Id"
    assert int(reply.headers["Access-Control-Max-Age"]) > 0
    assert reply.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    "path",
    ["/v1", "/v1/variants", "/v1/variants/euchre", "/v1/rules", "/v1/rules/play.lead", "/problems", "/openapi.json",
     "/openapi.yaml", "/docs", "/docs/swagger-ui.css", "/healthz", "/readyz"],
)  # fmt: skip
def test_pages_have_an_etag(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert client.head(path).headers["ETag"] == first.headers["ETag"]


def test_answers_to_operations_have_no_etag(client: FlaskClient) -> None:
    reply = client.post(PATH, data=GOOD, headers=JSON)
    assert "ETag" not in reply.headers
    assert reply.headers["Content-Type"] == "application/json"


# -- whose pages may read answers ------------------------------------------------------------

LISTED = Settings(cors_origins=("https://app.example.org", "http://localhost:3000"))
PATHS = ["/v1", "/nowhere", PATH, "/docs"]


@pytest.mark.parametrize("path", PATHS)
def test_pages_of_listed_origins_may_read_answers(path: str) -> None:
    asked = create_app(LISTED).test_client()
    for origin in ("https://app.example.org", "HTTP://LOCALHOST:3000"):
        headers = asked.get(path, headers={"Origin": origin}).headers
        assert headers["Access-Control-Allow-Origin"] == origin
        assert headers["Access-Control-Expose-Headers"] == "X-Request-Id, Retry-After, ETag"
        assert headers.getlist("Vary") == ["Origin"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("origin", [None, "null", "https://example.org", "https://app.example.org.evil.example"])
def test_pages_of_other_origins_may_not(path: str, origin: str | None) -> None:
    headers = create_app(LISTED).test_client().get(path, headers={"Origin": origin} if origin else {}).headers
    assert "Access-Control-Allow-Origin" not in headers
    assert headers.getlist("Vary") == ["Origin"]


def test_no_origin_may_read_answers_where_none_is_listed() -> None:
    asked = create_app(Settings(cors_origins=())).test_client()
    for headers in (asked.get("/v1").headers, asked.options(PATH, headers={"Origin": "https://a.example"}).headers):
        assert not [name for name, _ in headers if name.startswith("Access-Control")]
        assert "Vary" not in headers


@pytest.mark.parametrize(("origin", "allowed"), [("https://app.example.org", True), ("https://example.org", False)])
def test_browsers_are_told_whether_a_page_may_ask(origin: str, allowed: bool) -> None:
    reply = create_app(LISTED).test_client().options(PATH, headers={"Origin": origin})
    assert reply.status_code == 204
    assert reply.headers["Allow"] == "OPTIONS, POST"
    for name in ("Origin", "Methods", "Headers"):
        assert (f"Access-Control-Allow-{name}" in reply.headers) == allowed
    assert ("Access-Control-Max-Age" in reply.headers) == allowed


# -- how long an answer may be kept, and what a page may do -----------------------------------

PAGES = ["/v1", "/v1/variants", "/v1/variants/euchre", "/v1/rules", "/v1/rules/play.lead", "/problems",
         "/problems/not-found", "/openapi.json", "/openapi.yaml", "/docs", "/docs/swagger-ui.css"]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_pages_may_be_kept_for_a_while(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    for reply in (first, again, client.head(path)):
        assert reply.headers.getlist("Cache-Control") == ["public, max-age=300, must-revalidate"]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/healthz"), ("GET", "/readyz"), ("GET", "/metrics"), ("GET", "/nowhere"), ("GET", PATH), ("GET", "/"),
     ("POST", PATH), ("POST", "/v1/deal"), ("GET", "/v1?x=1"), ("OPTIONS", PATH)],
)  # fmt: skip
def test_all_else_is_not_kept(client: FlaskClient, method: str, path: str) -> None:
    assert client.open(path, method=method).headers.getlist("Cache-Control") == ["no-store"]


def test_a_deal_is_not_kept(client: FlaskClient) -> None:
    answered = client.post("/v1/deal", json={"variant": "euchre"})
    assert (answered.status_code, answered.headers["Cache-Control"]) == (200, "no-store")


@pytest.mark.parametrize("path", [*PAGES, "/healthz", "/nowhere", "/"])
def test_pages_may_do_little(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers.getlist("X-Content-Type-Options") == ["nosniff"]
