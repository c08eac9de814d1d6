"""The locks: what pyproject.toml asks for, in versions that it allows, each file with its hash."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from tests.deploy.files import DEPLOY, ROOT, locked, project

IMAGE, BUILD = ROOT / "requirements.lock", DEPLOY / "build.lock"
# The image's interpreter, for requirements that hold only for some.
THERE = {"python_version": "3.11", "python_full_version": "3.11.0", "sys_platform": "linux", "extra": ""}


def asked_for(lock: Path) -> list[str]:
    """What a lock must satisfy."""
    about = project()
    if lock == IMAGE:
        return [*about["project"]["dependencies"], *about["project"]["optional-dependencies"]["fast"]]
    lines = (DEPLOY / "build.in").read_text().splitlines()
    return [*about["build-system"]["requires"], *(line for line in lines if not line.startswith("#"))]


@pytest.mark.parametrize("lock", [IMAGE, BUILD], ids=lambda path: path.name)
def test_a_lock_has_what_is_asked_for(lock: Path) -> None:
    """When this fails after a change of dependencies: make lock."""
    versions = {name: version for name, (version, _) in locked(lock).items()}
    for text in asked_for(lock):
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate(THERE):
            found = versions.get(canonicalize_name(wanted.name))
            assert found, f"{lock.name} has no {wanted.name}"
            assert wanted.specifier.contains(Version(found), prereleases=True), f"{lock.name} has {found}, not {wanted}"


@pytest.mark.parametrize("lock", [IMAGE, BUILD], ids=lambda path: path.name)
def test_everything_in_a_lock_has_hashes(lock: Path) -> None:
    for name, (_, options) in locked(lock).items():
        assert options, f"{name} has no hash"
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", option) for option in options), name


@pytest.mark.parametrize("lock", [IMAGE, BUILD], ids=lambda path: path.name)
def test_a_lock_names_no_host(lock: Path) -> None:
    assert "://" not in lock.read_text()


def test_nothing_for_tests_or_builds_comes_into_the_image() -> None:
    extras = project()["project"]["optional-dependencies"]
    others = {canonicalize_name(Requirement(text).name) for text in [*extras["test"], *asked_for(BUILD)]}
    wanted = {canonicalize_name(Requirement(text).name) for text in asked_for(IMAGE)}
    assert not (others - wanted) & locked(IMAGE).keys()
