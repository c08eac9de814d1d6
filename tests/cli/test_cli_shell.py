"""`euchre` as a shell runs it: help, start-up, exit codes, streams, completion."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from euchre import main, output
from euchre.client.service import TRACEBACK

VERBS = sorted(command.name or "" for command in main.app.registered_commands)
HEAVY = {"flask", "requests", "rich", "yaml", "euchred"}


def run(*words: str, stdin: str | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run `euchre` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "euchre.main", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **env},
    )


def test_the_verbs() -> None:
    rulings = ["legal", "check", "tricks", "score", "trick", "follow", "points"]
    judges = ["judge", "claim", "solve"]
    assert (
        sorted([*rulings, *judges, "convert", "show", "state", "apply", "view", "deal", "variants", "rules", "batch"])
        == VERBS
    )


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_every_command_shows_an_example(euchre: Any, verb: str) -> None:
    result = euchre(verb, "--help")
    assert result.exit_code == 0
    assert f"Examples:\n    euchre {verb}" in result.stdout


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "sys.argv = ['euchre', '--help']\n"
        "from euchre.main import main\n"
        "try:\n    main()\n"
        f"finally:\n    print(sorted({HEAVY!r} & {{name.split('.')[0] for name in sys.modules}}), file=sys.stderr)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert "Usage: euchre" in result.stdout
    assert result.stderr.strip() == "[]"


def test_the_version(euchre: Any) -> None:
    for option in ("-V", "--version"):
        result = euchre(option)
        assert (result.exit_code, result.stdout.split()[0]) == (0, "euchre")


@pytest.mark.parametrize("words", [["legl"], ["legal", "--no-such"], ["check"], ["trick", "KH"], []])
def test_bad_usage_is_2(euchre: Any, words: list[str]) -> None:
    assert euchre(*words).exit_code == 2


def test_a_defect_of_ours_is_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("boom")

    monkeypatch.setattr(output, "each", broken)
    monkeypatch.setattr("sys.argv", ["euchre", "score", "x.toml"])
    monkeypatch.delenv(TRACEBACK, raising=False)
    with pytest.raises(SystemExit) as exit_:
        main.main()
    assert exit_.value.code == 3
    assert capsys.readouterr().err == (
        "error: RuntimeError: boom\nhint: this is a defect of euchre; EUCHRE_TRACEBACK=1 shows where\n"
    )
    monkeypatch.setenv(TRACEBACK, "1")
    with pytest.raises(SystemExit):
        main.main()
    assert "Traceback" in capsys.readouterr().err


def test_no_server_there_is_3() -> None:
    result = run("variants", EUCHRE_SERVER="http://127.0.0.1:1")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("error: http://127.0.0.1:1 cannot be reached\nhint: ")


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m euchre.main variants | head -c 1"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (result.stderr, len(result.stdout)) == ("", 1)


def complete(words: str, **env: str) -> list[str]:
    """What bash would be offered after these words."""
    settings = {"_EUCHRE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    code = "import sys; sys.argv = ['euchre']; from euchre.main import app; app(prog_name='euchre')"
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **settings, **env},
    )
    assert result.stderr == ""
    return result.stdout.split()


def test_completion_of_verbs_and_variants() -> None:
    assert "score" in complete("euchre sc")
    assert {"bid-euchre", "bid"} <= set(complete("euchre deal --variant bi"))
    assert "railroad-euchre" in complete("euchre variants rail")


def test_completion_of_options_of_the_variant_chosen() -> None:
    assert {"stick_the_dealer=true", "stick_the_dealer=false"} == set(complete("euchre legal --option stick"))
    assert "bidding=peppers" in complete("euchre legal --variant hasenpfeffer --option bidd")
    assert complete("euchre legal --variant whist --option bidd") == []


def test_completion_of_rule_ids() -> None:
    assert "play.follow-suit" in complete("euchre rules play.fol")


def test_a_pipe_of_commands() -> None:
    dealt = run("deal", "--seed", "a", "--dealer", "3")
    assert (dealt.returncode, dealt.stderr) == (0, "")
    state = json.loads(dealt.stdout)
    assert (state["dealer"], state["moves"]) == (3, [])
    made = run("apply", "-", "order", stdin=dealt.stdout)
    assert json.loads(made.stdout)["moves"] == ["order"]
    shown = run("show", "-", stdin=made.stdout)
    assert "\x1b[" not in shown.stdout
    assert "seat 3 (dealer, to act)" in shown.stdout
