"""A browser without a screen, driven by its WebDriver (W3C) with plain HTTP requests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import requests
from tests.web.running import free_port

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
MISSING = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
needs_chromium = pytest.mark.skipif(bool(MISSING), reason=f"not installed here: {', '.join(MISSING)}")


class Browser:
    """A session of the browser."""

    def __init__(self, url: str) -> None:
        wanted = {"goog:chromeOptions": {"args": FLAGS}, "goog:loggingPrefs": {"browser": "ALL"}}
        made = requests.post(f"{url}/session", json={"capabilities": {"alwaysMatch": wanted}}, timeout=60).json()
        self.url = f"{url}/session/{made['value']['sessionId']}"

    def _told(self, command: str, body: dict[str, Any]) -> Any:
        """What a command answers."""
        reply = requests.post(f"{self.url}/{command}", json=body, timeout=60)
        reply.raise_for_status()
        return reply.json()["value"]

    def open(self, address: str) -> None:
        """Goes to a page."""
        self._told("url", {"url": address})

    def run(self, script: str) -> Any:
        """What a script returns in the page."""
        return self._told("execute/sync", {"script": script, "args": []})

    def wait_for(self, script: str) -> Any:
        """What a script returns in the page as soon as that is something."""
        for _ in range(300):
            if found := self.run(script):
                return found
            time.sleep(0.1)
        raise AssertionError(f"never true in the page: {script}")

    def complaints(self) -> list[str]:
        """What the browser has written to its console."""
        return [entry["message"] for entry in self._told("se/log", {"type": "browser"})]

    def close(self) -> None:
        """Ends the session."""
        requests.delete(self.url, timeout=60)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser until the end of the block."""
    port = free_port()
    process = subprocess.Popen(
        ["chromedriver", f"--port={port}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(200):
            try:
                if requests.get(f"{url}/status", timeout=5).json()["value"]["ready"]:
                    break
            except requests.ConnectionError:
                time.sleep(0.05)
        session = Browser(url)
        try:
            yield session
        finally:
            session.close()
    finally:
        # The browser is in the group of its driver, and outlives it when a session could not be ended.
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
