"""A judge is killed under load, with everything that it was at. No client sees a failure."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from tests.deploy.running import FAST, Proxy, Replica, needs_nginx, proxy, replicas
from tests.deploy.talking import STATE

from euchre import Judge

pytestmark = [pytest.mark.live, needs_nginx]

CLIENTS, QUESTIONS = 6, 300
LINES = 12_000
HANDS = ["9H JD AC KC TS", None, "AH KH QC 9S TC", None]
PLAYED = {"variant": "euchre", "dealer": 3, "up_card": "JH", "hands": HANDS, "moves": "pass order discard-?? / JD QH"}


@pytest.fixture
def pair() -> Iterator[list[Replica]]:
    """Two judges of this test's own, with a worker each."""
    with replicas(2) as made:
        yield made


def asked_from(front: Proxy, judge: Replica) -> int:
    """How many answers of this judge have come through."""
    return sum(line["judge"] == judge.address and line["status"] == 200 for line in front.log())


def test_no_client_sees_that_a_judge_is_killed(pair: list[Replica]) -> None:
    with Judge() as local:
        right = [local.post("legal-moves", STATE).body, local.post("legal-moves", PLAYED).body]
    begun, wrong = threading.Semaphore(0), []

    def ask(url: str) -> None:
        try:
            with Judge(url) as judge:
                for number in range(QUESTIONS):
                    answer = judge.post("legal-moves", (STATE, PLAYED)[number % 2])
                    if (answer.status, answer.body) != (200, right[number % 2]):
                        wrong.append(answer)
                    begun.release()
        except Exception as error:
            wrong.append(error)

    with proxy([judge.address for judge in pair], FAST) as front:
        clients = [threading.Thread(target=ask, args=(front.url,)) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        # A third of the way both judges are at work, and most is still to come.
        for _ in range(CLIENTS * QUESTIONS // 3):
            assert begun.acquire(timeout=60)
        assert asked_from(front, pair[0]) > 0
        pair[0].kill()
        for client in clients:
            client.join()
        assert wrong == []
        # The proxy did see it: it sent at least one request to the other judge as well.
        assert any(line["judge_status"] == "502, 200" for line in front.log())
        assert all(line["status"] == 200 for line in front.log())

        again = Replica(port=pair[0].port)
        try:
            before = asked_from(front, again)
            for _ in range(2000):
                assert requests.get(f"{front.url}/healthz", timeout=20).status_code == 200
                if asked_from(front, again) > before:
                    break
            assert asked_from(front, again) > before, "a judge that is back is not asked again"
        finally:
            again.stop()


def test_a_batch_survives_the_judge_that_was_at_it(pair: list[Replica], tmp_path: Path) -> None:
    """`euchre batch` sends again what was not answered: no line is lost, none comes twice."""
    asked, said = tmp_path / "asked.ndjson", tmp_path / "said"
    questions = [json.dumps({"id": number, "op": "legal-moves", "body": PLAYED}) for number in range(LINES)]
    asked.write_text("\n".join(questions))
    with Judge() as local:
        right = local.post("legal-moves", PLAYED).body

    # Without room in the proxy a judge can be no further than its client, which reads as this test reads.
    no_room = {"proxy_max_temp_file_size 32m": "proxy_max_temp_file_size 0"}
    with proxy([judge.address for judge in pair], FAST | no_room) as front:
        command = [sys.executable, "-c", "from euchre.main import main; main()"]
        command += ["batch", str(asked), "--server", front.url, "--lines", str(LINES), "--bytes", "60000000"]
        with said.open("wb") as messages, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=messages) as client:
            assert client.stdout is not None
            first = client.stdout.readline()
            (at_it,) = [judge for judge in pair if judge.connections()]
            at_it.kill()
            rest = client.stdout.read()
        assert "upstream prematurely closed connection" in front.err.read_text()
    assert client.returncode == 0, said.read_text()
    *answers, last = [json.loads(line) for line in (first + rest).splitlines()]
    assert last["summary"]["lines"] == LINES
    assert [answer["id"] for answer in answers] == list(range(LINES))
    assert all((answer["status"], answer["body"]) == (200, right) for answer in answers)
