"""The examples of docs/client.md do what they say, and it names every method and command option that there is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.test_readme import port  # noqa: F401  (a fixture)

from euchre import Judge
from euchre.client.hand_questions import HandQuestions
from euchre.client.page_questions import PageQuestions
from euchre.client.point_questions import PointQuestions
from euchre.client.verdict_questions import VerdictQuestions

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "client.md").read_text("utf-8")
SERVER = "http://127.0.0.1:8000"


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def prints(script: str) -> str:
    """What a script says that it prints."""
    return "".join(f"{line}\n" for line in re.findall(r"^ *# > (.*)$", script, re.MULTILINE))


def run(script: str) -> str:
    """What it does print."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("script", [block for block in blocks("python") if SERVER not in block])
def test_examples_in_this_process(script: str) -> None:
    assert prints(script)
    assert run(script) == prints(script)


@pytest.mark.live
@pytest.mark.parametrize("script", [block for block in blocks("python") if SERVER in block])
def test_examples_with_a_server(script: str, port: int) -> None:  # noqa: F811
    assert run(script.replace("8000", str(port))) == prints(script)


def test_the_batch(tmp_path: Path) -> None:
    (lines,), (command,) = blocks("json"), blocks("sh")
    (tmp_path / "questions.ndjson").write_text(lines, "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    answers = [json.loads(line) for line in (tmp_path / "answers.ndjson").read_text("utf-8").splitlines()]
    assert [answer.get("status") for answer in answers] == [200, 200, 422, None]
    assert answers[-1] == {"summary": {"lines": 3, "problems": 1}}
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "3 lines answered, 1 problem\n")


def test_every_method_is_named() -> None:
    table = TEXT[TEXT.index("| a hand") : TEXT.index("All but the last row")]
    kinds = (HandQuestions, VerdictQuestions, PointQuestions, PageQuestions, Judge)
    methods = {name for kind in kinds for name in vars(kind) if not name.startswith("_")}
    assert set(re.findall(r"`(\w+)`", table)) == methods
