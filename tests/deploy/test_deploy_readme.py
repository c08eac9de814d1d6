"""deploy/README.md: what it names is there, and what it tells to write is right."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml
from compose_spec import PyCompose
from tests.deploy.files import DEPLOY, ROOT, SETTINGS, compose, container_of, manifests, project

TEXT = (DEPLOY / "README.md").read_text()
# Variables of compose.yaml itself.
OF_COMPOSE = set(re.findall(r"\$\{([A-Z_]+):-", (DEPLOY / "compose.yaml").read_text()))


def written(kind: str) -> list[str]:
    """The blocks of a kind."""
    return re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)


def test_its_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert links
    assert all((DEPLOY / link).exists() for link in links)


def test_its_variables_exist() -> None:
    named = set(re.findall(r"`?\b(EUCHRED_[A-Z_]+|NGINX_IMAGE)\b", TEXT))
    assert named <= SETTINGS | OF_COMPOSE
    assert named >= OF_COMPOSE


def test_its_targets_exist() -> None:
    named = set(re.findall(r"(?:`|^)make ([a-z]+)", TEXT, re.MULTILINE))
    assert (
        {"image", "lock", "sbom"}
        <= named
        <= set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    )


def test_its_images_are_of_this_version() -> None:
    assert set(re.findall(r"euchred:([0-9.]+)", TEXT)) == {project()["project"]["version"]}


def test_what_is_added_to_compose_is_of_its_form() -> None:
    added = [yaml.safe_load(block) for block in written("yaml") if block.startswith("services:")]
    assert len(added) == 2
    for addition in added:
        together: dict[str, Any] = {**compose(), "secrets": addition["secrets"]}
        for name, service in addition["services"].items():
            assert name in compose()["services"]
            together["services"] = {**together["services"], name: {**compose()["services"][name], **service}}
        PyCompose.from_json(json.dumps(together)).validate()


def test_the_files_of_tls_are_where_nginx_looks_for_them() -> None:
    (addition,) = [yaml.safe_load(block) for block in written("yaml") if "tls_key" in block]
    wanted = re.findall(
        r"ssl_certificate(?:_key)? /run/secrets/(\w+);", (DEPLOY / "nginx" / "listen-tls.conf").read_text()
    )
    assert set(wanted) == set(addition["services"]["nginx"]["secrets"]) == addition["secrets"].keys()
    (mounted,) = addition["services"]["nginx"]["volumes"]
    source, target, _ = mounted.split(":")
    assert (DEPLOY / source).is_file()
    assert target.startswith(compose()["services"]["nginx"]["volumes"][0].split(":")[1])


def test_the_overlay_of_the_deployment_fits_it() -> None:
    """Its keys lie where the variable says, and the pods' group may read them."""
    (overlay,) = [yaml.safe_load(block) for block in written("yaml") if "containers:" in block]
    (added,) = overlay["containers"]
    assert added["name"] == container_of(manifests()["Deployment"])["name"]
    (variable,), (mount,), (volume,) = added["env"], added["volumeMounts"], overlay["volumes"]
    assert variable["value"] == f"{mount['mountPath']}/keys"
    assert mount["name"] == volume["name"]
    assert f"secret generic {volume['secret']['secretName']} --from-file=keys=" in TEXT
    assert manifests()["Deployment"]["spec"]["template"]["spec"]["securityContext"]["fsGroup"] > 0
