"""The files that the tests of the deployment look into, read."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from euchred.web.settings import Settings, variable

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
LOCKED = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[^ ;]+)")

SETTINGS = {variable(entry) for entry in fields(Settings)}


@cache
def project() -> dict[str, Any]:
    """pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


@cache
def compose() -> dict[str, Any]:
    """deploy/compose.yaml as it is when nobody sets a variable, its anchors followed."""
    text = (DEPLOY / "compose.yaml").read_text()
    loaded: dict[str, Any] = yaml.safe_load(re.sub(r"\$\{[A-Z_]+:-([^}]*)\}", r"\1", text))
    return loaded


@cache
def manifests() -> dict[str, dict[str, Any]]:
    """What deploy/kubernetes holds, by kind."""
    names = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())["resources"]
    found = [yaml.safe_load((KUBERNETES / name).read_text()) for name in names]
    return {manifest["kind"]: manifest for manifest in found}


def container_of(deployment: dict[str, Any]) -> dict[str, Any]:
    """The one container of a deployment."""
    (found,) = deployment["spec"]["template"]["spec"]["containers"]
    return found


@cache
def locked(path: Path) -> dict[str, tuple[str, list[str]]]:
    """The packages of a lock: name → version and hashes."""
    entries = path.read_text().replace("\\\n", " ").splitlines()
    found = {}
    for entry in entries:
        if entry and not entry.lstrip().startswith("#"):
            name_and_version, *options = entry.split()
            match = LOCKED.fullmatch(name_and_version)
            assert match, f"{path.name}: {entry[:60]!r} is no package with its version"
            found[match["name"]] = (match["version"], options)
    return found


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of the Dockerfile: its name, and what stands behind it."""

    name: str
    text: str

    @property
    def words(self) -> list[str] | None:
        """The words of the exec form; None when it is the other form, which a shell reads."""
        return json.loads(self.text[self.text.index("[") :]) if "[" in self.text else None


@cache
def dockerfile() -> list[list[Instruction]]:
    """The stages of the Dockerfile, each with its instructions; what comes before the first is left out."""
    lines = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if not line.startswith("#")]
    whole = "\n".join(lines).replace("\\\n", " ").splitlines()
    stages: list[list[Instruction]] = []
    for name, _, text in (line.partition(" ") for line in whole if line):
        if name == "FROM":
            stages.append([])
        if stages:
            stages[-1].append(Instruction(name, text.strip()))
    return stages


def only(stage: list[Instruction], name: str) -> Instruction:
    """The one instruction of this name in a stage."""
    (found,) = [instruction for instruction in stage if instruction.name == name]
    return found
