"""deploy/nginx as text: at one with the contract's problems and limits, and a linter's word on it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.deploy.files import DEPLOY

from euchred.web.problems import MEMBERS, types
from euchred.web.replies import REQUEST_ID
from euchred.web.requests.reading import BODY_LIMIT

NGINX = DEPLOY / "nginx"
ANSWER = re.compile(
    r"location = (/\.problem/(\d+)) \{\n    include problem\.conf;.*?return (\d+) '(.*?)\\n';\n\}", re.DOTALL
)


def text(name: str) -> str:
    """A file."""
    return (NGINX / name).read_text()


def test_every_problem_of_the_proxy_is_one_of_the_service() -> None:
    (rest,) = re.findall(r"\$problem_rest \{\n    default '(.*)';", text("names.conf"))
    found = ANSWER.findall(text("problems.conf"))
    assert len(found) == text("problems.conf").count("location = ")
    for _, place, status, body in found:
        problem = json.loads(body.replace("$problem_rest", rest))
        kind = types()[problem["type"].removeprefix("/problems/")]
        assert (problem["title"], problem["status"]) == (kind.title, kind.status)
        assert str(kind.status) == status == place
        assert problem.keys() == MEMBERS.keys()


def test_every_status_leads_to_a_problem_of_that_status() -> None:
    places = {path: status for path, _, status, _ in ANSWER.findall(text("problems.conf"))}
    used = set()
    for statuses, changed, path in re.findall(r"error_page ([\d ]+?) (?:=(\d+) )?(/\S+);", text("problems.conf")):
        used.add(path)
        assert {changed or status for status in statuses.split()} == {places[path]}
    assert used == places.keys()


def test_an_id_that_it_passes_on_is_one_that_the_service_takes() -> None:
    assert f'"~^{REQUEST_ID.pattern}$" $http_x_request_id;' in text("names.conf")


def test_its_limits_are_those_of_the_service() -> None:
    sizes = re.findall(r"client_max_body_size (\S+);", text("nginx.conf"))
    assert sizes == [str(BODY_LIMIT), "64m"]


def findings(place: Path, changes: dict[str, str]) -> list[str]:
    """What gixy finds in the files, some text in them changed."""
    shutil.copytree(NGINX, place)
    for path in place.glob("*.conf"):
        for old, new in changes.items():
            path.write_text(path.read_text().replace(old, new))
    command = [sys.executable, "-m", "gixy", "--format", "json", str(place / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True)
    return [found["plugin"] for found in json.loads(done.stdout)]


@pytest.mark.parametrize("listen", ["listen.conf", "listen-tls.conf"])
def test_a_linter_of_nginx_files_has_nothing_to_say(listen: str, tmp_path: Path) -> None:
    assert findings(tmp_path / "files", {"include listen.conf": f"include {listen}"}) == []


def test_the_linter_would_find_something(tmp_path: Path) -> None:
    assert "host_spoofing" in findings(tmp_path / "files", {"Host $host": "Host $http_host"})
