"""A Python client generated from the contract: the generator in an environment of its own, and what it makes there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GENERATOR = "openapi-python-client==0.29.*"
CALLS = Path(__file__).with_name("generated_calls.py")


class NotInstalled(Exception):
    """pip cannot install the generator; why, in its own words."""


def environment(folder: Path) -> Path:
    """The Python of an environment that holds the generator; it is made in the folder when it is not there yet."""
    version = "{}.{}".format(*sys.version_info)
    home = folder / re.sub(r"[^\w.-]+", "-", f"{GENERATOR}-python-{version}")
    python = home / "bin" / "python"
    if not python.exists():
        made = Path(tempfile.mkdtemp(dir=folder))
        try:
            venv.create(made, symlinks=True)
            _install(made / "bin" / "python")
            shutil.rmtree(home, ignore_errors=True)
            os.replace(made, home)  # whole or not at all, whoever else is at it
        finally:
            shutil.rmtree(made, ignore_errors=True)
    return python


def _install(python: Path) -> None:
    """Has this environment's pip install the generator for that Python; wheels only, so that nothing is built."""
    command = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check", "--quiet"]
    command += ["install", "--only-binary", ":all:", GENERATOR]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise NotInstalled(done.stderr.strip().rpartition("\n")[2])


@dataclass(frozen=True, slots=True)
class Generated:
    """A client: the Python that can run it, the folder of its package, and the headers and details of all warnings."""

    python: Path
    folder: Path
    warnings: list[tuple[str, str]]

    def ask(self, url: str, key: str | None, calls: list[dict[str, Any]], batch: list[Any] | None = None) -> Any:
        """What comes back of calls and of a batch, in a process of the client's own."""
        asked = json.dumps({"url": url, "key": key, "calls": calls, "batch": batch})
        command = [str(self.python), "-I", str(CALLS), str(self.folder)]
        done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


def generate(python: Path, document: Path, folder: Path) -> Generated:
    """Generates a client from a contract; the generator's formatting of its code is left out."""
    config = folder / "config.json"
    config.write_text(json.dumps({"post_hooks": []}))
    command = [str(python), "-I", "-m", "openapi_python_client", "generate", "--meta", "none", "--path", str(document)]
    command += ["--config", str(config), "--output-path", str(folder / "euchred_client")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    # Between the first line and the last each warning has a header, a detail, and a part of the contract as JSON.
    told = [line for line in done.stderr.splitlines() if line and line[0] not in " {}"][1:-1]
    return Generated(python, folder, list(zip(told[::2], told[1::2], strict=True)))
