"""deploy/compose.yaml: of the right form, hardened, and at one with the files of nginx."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from compose_spec import PyCompose
from tests.deploy.files import DEPLOY, SETTINGS, compose, project

JUDGES = ("judge-1", "judge-2")


def services() -> list[tuple[str, dict[str, Any]]]:
    """The services by name."""
    return list(compose()["services"].items())


def megabytes(text: str) -> int:
    """A size as compose writes it."""
    return int(text[:-1]) * {"m": 1, "g": 1024}[text[-1].lower()]


def test_it_is_a_compose_file() -> None:
    PyCompose.from_json(json.dumps(compose())).validate()


def test_a_wrong_compose_file_would_be_found() -> None:
    broken = {"services": {"nginx": {"image": "nginx", "networks": ["nowhere"]}}}
    with pytest.raises(ValueError, match="nowhere"):
        PyCompose.from_json(json.dumps(broken)).validate()


def test_a_linter_of_compose_files_finds_only_that_digests_are_the_users_business() -> None:
    command = [sys.executable, "-m", "compose_lint", "check", "--format", "json", str(DEPLOY / "compose.yaml")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert set(re.findall(r"CL-\d{4}", done.stdout)) <= {"CL-0019"}


@pytest.mark.parametrize(("name", "service"), services())
def test_every_service_is_hardened(name: str, service: dict[str, Any]) -> None:
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert int(service["user"].split(":")[0]) > 0
    assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory", "pids"}
    assert all("noexec" in mount and "size=" in mount for mount in service["tmpfs"])
    assert all(mount.endswith(":ro") for mount in service.get("volumes", []))


@pytest.mark.parametrize(("name", "service"), services())
def test_what_is_in_memory_fits_into_it(name: str, service: dict[str, Any]) -> None:
    """/tmp counts as memory."""
    (size,) = re.findall(r"size=(\w+)", service["tmpfs"][0])
    assert megabytes(size) < megabytes(service["deploy"]["resources"]["limits"]["memory"])


def test_the_spool_of_nginx_holds_what_nginx_lets_in() -> None:
    text = "".join(path.read_text() for path in (DEPLOY / "nginx").glob("*.conf"))
    at_once, body, answer = (
        int(re.search(pattern, text)[1])  # type: ignore[index]
        for pattern in (
            r"limit_conn batching_in_all (\d+);",
            r"client_max_body_size (\d+)m;",
            r"proxy_max_temp_file_size (\d+)m;",
        )
    )
    (size,) = re.findall(r"size=(\w+)", compose()["services"]["nginx"]["tmpfs"][0])
    assert at_once * (body + answer) < megabytes(size)


def test_only_nginx_can_be_reached_and_at_first_only_from_here() -> None:
    published = {name: service["ports"] for name, service in services() if "ports" in service}
    assert published == {"nginx": ["127.0.0.1:8080:8080"]}
    assert compose()["networks"]["judges"]["internal"] is True
    for name in JUDGES:
        assert compose()["services"][name]["networks"].keys() == {"judges"}


def test_nginx_knows_where_the_judges_are() -> None:
    upstream = (DEPLOY / "nginx" / "upstream.conf").read_text()
    environment = compose()["services"]["judge-1"]["environment"]
    here = [compose()["services"][name]["networks"]["judges"]["ipv4_address"] for name in JUDGES]
    assert re.findall(r"server (\S+) ", upstream) == [f"{address}:{environment['EUCHRED_PORT']}" for address in here]


@pytest.mark.parametrize("name", JUDGES)
def test_the_settings_of_a_judge(name: str) -> None:
    service = compose()["services"][name]
    given = service["environment"]
    assert given.keys() <= SETTINGS
    assert given["EUCHRED_PROXIES"] == "1"
    assert given["EUCHRED_METRICS_PORT"] != given["EUCHRED_PORT"]
    assert int(service["stop_grace_period"].removesuffix("s")) > int(given["EUCHRED_SHUTDOWN_SECONDS"])
    assert service["image"] == f"euchred:{project()['project']['version']}"


@pytest.mark.parametrize("name", JUDGES)
def test_the_bodies_that_a_judge_holds_fit_into_its_memory(name: str) -> None:
    service = compose()["services"][name]
    bodies = int(service["environment"]["EUCHRED_WORKERS"]) * int(service["environment"]["EUCHRED_BODIES_MIB"])
    (spool,) = re.findall(r"size=(\w+)", service["tmpfs"][0])
    assert 2 * bodies + megabytes(spool) < megabytes(service["deploy"]["resources"]["limits"]["memory"])


def test_nginx_waits_for_judges_that_are_healthy() -> None:
    waits = compose()["services"]["nginx"]["depends_on"]
    assert waits == {name: {"condition": "service_healthy"} for name in JUDGES}
