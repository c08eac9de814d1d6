"""A port of its own for the metrics, served by the process that watches the workers: a busy worker delays no scrape."""

from __future__ import annotations

import os
import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from ..web.watch.scraping import DIRECTORY, MEDIA_TYPE, shared

SECONDS_TO_ASK = 5.0


class Scrape(BaseHTTPRequestHandler):
    """Answers GET /metrics, and 404 to all else."""

    timeout = SECONDS_TO_ASK
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The metrics of all workers."""
        found = self.path.partition("?")[0] == "/metrics"
        body = shared(os.environ[DIRECTORY]) if found else b"Only /metrics is here.\n"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", MEDIA_TYPE if found else "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(body)

    def version_string(self) -> str:
        """No answer says which version of what gave it."""
        return "euchred"

    def log_message(self, format: str, *_: object) -> None:
        """Scrapes are not logged."""


class MetricsPort(ThreadingHTTPServer):
    """Listens from the start, serves in a thread, and ends with the process."""

    daemon_threads = True

    def __init__(self, host: str, port: int) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), Scrape)

    def start(self) -> None:
        """Serves from now on."""
        Thread(target=self.serve_forever, name="metrics", daemon=True).start()

    def handle_error(self, *_: object) -> None:
        """A scraper that goes away is no fault of ours."""
