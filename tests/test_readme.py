"""The examples of the README do what it says: shell, curl and Python, against a server on loopback."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.running import free_port

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BIN = Path(sys.executable).parent


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def run(script: str, *command: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        [*command, script], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    number = free_port()
    server = subprocess.Popen(
        [BIN / "euchred", "--port", str(number)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", number)) == 0:
                    break
            time.sleep(0.05)
        yield number
    finally:
        server.terminate()
        server.wait(timeout=30)


@pytest.mark.parametrize(
    "line", [line for block in blocks("sh") for line in block.splitlines() if line.startswith("euchre ")]
)
def test_shell_lines(line: str) -> None:
    done = run(line, "bash", "-c")
    assert done.stdout.strip()
    assert done.returncode == (1 if line.startswith(("euchre check", "euchre judge")) else 0), done.stderr
    assert done.stderr == ""


def test_check_says_what_the_readme_says() -> None:
    assert "illegal: Dan, JD" in run("euchre check examples/hand-in-progress.toml JD", "bash", "-c").stdout


@pytest.mark.live
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")
def test_curl(port: int) -> None:
    script = next(block for block in blocks("sh") if block.startswith("curl")).replace("8000", str(port))
    answer = json.loads(run(script, "bash", "-c").stdout)
    assert answer["seat"] == 2
    assert answer["moves"] == ["AH", "KH"]
    assert len(answer["rulings"]) == 5


@pytest.mark.live
def test_python_over_http(port: int) -> None:
    script = next(block for block in blocks("python") if "requests" in block).replace("8000", str(port))
    done = run(script, sys.executable, "-c")
    assert re.match(r"(made|set|passed-out) \w", done.stdout), done.stderr


def test_python_in_process() -> None:
    script = next(block for block in blocks("python") if "import law" in block)
    done = run(script, sys.executable, "-c")
    assert re.match(r"[a-z-]+ \(\d+, \d+\)", done.stdout), done.stderr
