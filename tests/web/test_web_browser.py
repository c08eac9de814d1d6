"""The documentation in a real browser: its policy lets it do what it must, and it asks no other host."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from threading import Thread
from urllib.parse import urlsplit

import pytest
from tests.web.browser import Browser, browser, needs_chromium
from werkzeug.serving import make_server

from euchred.web.app import create_app
from euchred.web.pages.docs import document
from euchred.web.settings import Settings

pytestmark = [pytest.mark.live, needs_chromium]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the application listens in this process."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, create_app(Settings()), threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Browser]:
    """A browser that shows the documentation."""
    with browser() as found:
        found.open(f"{address}/docs")
        found.wait_for("return document.querySelector('.opblock')")
        yield found


def test_every_operation_is_shown(page: Browser) -> None:
    described = sum(len(methods) for methods in document()["paths"].values())
    assert page.run("return document.querySelectorAll('.opblock').length") == described
    assert page.run("return document.querySelector('.authorize') !== null"), "a key can be given"


@pytest.mark.parametrize("block", ["operations-Service-healthz", "operations-Point_questions-rulings-trick"])
def test_an_operation_can_be_tried(page: Browser, block: str) -> None:
    def part(selector: str) -> str:
        return f"document.querySelector('[id=\"{block}\"] {selector}')"

    for selector in (".opblock-summary-control", ".try-out__btn", ".execute"):
        page.wait_for(f"return {part(selector)}")
        page.run(f"{part(selector)}.click()")
    status = part(".live-responses-table .response .response-col_status")
    assert page.wait_for(f"return {status} && {status}.innerText").startswith("200")


def test_the_browser_complains_of_nothing_and_asks_nobody_else(page: Browser, address: str) -> None:
    assert page.complaints() == []
    asked = page.run("return performance.getEntriesByType('resource').map(entry => entry.name)")
    assert len(asked) >= 4
    assert {urlsplit(name).netloc for name in asked} == {urlsplit(address).netloc}
    assert page.run("return getComputedStyle(document.querySelector('.opblock')).borderRadius") == "4px", "styles hold"


def test_its_policy_is_one(page: Browser) -> None:
    page.run("const style = document.createElement('style'); style.innerText = 'body { margin: 77px }';"
             "document.head.append(style)")  # fmt: skip
    assert page.run("return getComputedStyle(document.body).margin") != "77px"
    assert any("Content Security Policy" in complaint for complaint in page.complaints())
