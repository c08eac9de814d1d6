"""Settings: flag over variable over default, refusals that say what would be right, documents that list them all."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from euchred import __version__
from euchred.web.settings import (
    BadSetting,
    Settings,
    default,
    flag,
    from_command_line,
    from_environment,
    table,
    truth,
    variable,
)

ROOT = Path(__file__).parents[2]
GIVEN = {
    "host": ("::1", "0.0.0.0"),
    "port": ("9000", "9001"),
    "workers": ("3", "4"),
    "metrics_port": ("9002", "9003"),
    "metrics_host": ("10.0.0.1", "metrics.example.org"),
    "api_keys": ("keys", "other-keys"),
    "cors_origins": ("https://app.example.org", "https://a.example.org, http://localhost:3000"),
    "rate_limit": ("600/minute", "20/second"),
    "proxies": ("1", "2"),
    "client_seconds": ("5", "6"),
    "connections": ("100", "200"),
    "queue": ("10", "20"),
    "bodies_mib": ("64", "128"),
    "shutdown_seconds": ("7", "8"),
}


@pytest.mark.parametrize("entry", fields(Settings), ids=lambda entry: entry.name)
def test_a_flag_goes_before_a_variable_and_that_before_the_default(entry) -> None:  # type: ignore[no-untyped-def]
    if entry.metadata["read"] is truth:
        plain = from_command_line([], {})
        assert getattr(plain, entry.name) is False
        assert getattr(from_command_line([], {variable(entry): "true"}), entry.name) is True
        assert getattr(from_command_line([flag(entry)], {variable(entry): "0"}), entry.name) is True
        assert (
            getattr(from_command_line([flag(entry).replace("--", "--no-", 1)], {variable(entry): "1"}), entry.name)
            is False
        )
        return
    first, second = GIVEN[entry.name]
    read = entry.metadata["read"]
    assert getattr(from_command_line([], {}), entry.name) == entry.default
    assert getattr(from_command_line([], {variable(entry): first}), entry.name) == read(first) != entry.default
    assert getattr(from_command_line([flag(entry), second], {variable(entry): first}), entry.name) == read(second)
    assert getattr(from_command_line([flag(entry), second], {variable(entry): "\0"}), entry.name) == read(second)


def test_without_anything_the_defaults_hold() -> None:
    assert from_command_line([], {}) == from_environment({}) == Settings()
    assert from_environment({"EUCHRED_PORT": "", "EUCHRED_API_KEYS": "", "EUCHRED_OTEL": ""}) == Settings()


def test_no_origin_is_a_choice() -> None:
    assert from_environment({"EUCHRED_CORS_ORIGINS": ""}).cors_origins == ()
    assert from_command_line(["--cors-origins", ""], {}).cors_origins == ()


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("port", "0", "1 to 65535"),
        ("port", "65536", "1 to 65535"),
        ("port", "٣", "1 to 65535"),
        ("port", "tcp://10.3.4.5:80", "1 to 65535"),
        ("workers", "0", "1 to 64"),
        ("workers", "65", "1 to 64"),
        ("host", "no host", "127.0.0.1"),
        ("access_log", "maybe", "true"),
        ("cors_origins", "example.org", "https://app.example.org"),
        ("cors_origins", "https://example.org/path", "without a path"),
        ("cors_origins", "*,https://example.org", "* alone"),
        ("rate_limit", "often", "600/minute"),
        ("rate_limit", "0/minute", "600/minute"),
        ("rate_limit", "1/second;5/minute", "600/minute"),
        ("proxies", "-1", "0 to 10"),
        ("client_seconds", "1e3", "1 to 3600"),
        ("metrics_port", "8000", "another"),
    ],
)
def test_a_bad_value_is_named_with_what_would_be_right(
    name: str, value: str, right: str, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = next(entry for entry in fields(Settings) if entry.name == name)
    with pytest.raises(BadSetting) as bad:
        from_environment({variable(entry): value})
    together = name == "metrics_port"
    told = [str(bad.value)]
    ways: list[tuple[list[str], dict[str, str]]] = [([], {variable(entry): value})]
    if name != "access_log":
        ways.append(([f"{flag(entry)}={value}"], {}))
    for arguments, environ in ways:
        with pytest.raises(SystemExit) as stop:
            from_command_line(arguments, environ)
        assert stop.value.code == 2
        told.append(capsys.readouterr().err)
        assert told[-1].startswith("usage: euchred")
        assert (flag(entry) if arguments or together else variable(entry)) in told[-1]
    for text in told:
        assert value in text
        assert right in text


def test_an_unknown_flag_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ("--nope", "--work"):
        with pytest.raises(SystemExit) as stop:
            from_command_line([wrong, "2"], {})
        assert stop.value.code == 2
        assert wrong in capsys.readouterr().err


def test_help_and_the_document_list_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        from_command_line(["--help"], {})
    assert stop.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    for entry in fields(Settings):
        assert flag(entry) in told
        assert f"{default(entry)}; {variable(entry)}" in told
    assert table() in (ROOT / "docs" / "settings.md").read_text("utf-8"), (
        "write it anew: python -m euchred.web.settings"
    )


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        from_command_line(["--version"], {})
    assert capsys.readouterr().out == f"euchred {__version__}\n"
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_help_needs_nothing_heavy() -> None:
    code = "import sys\ntry:\n from euchred.server.main import main; main(['--help'])\nexcept SystemExit: pass\n"
    code += "print(sorted({name.partition('.')[0] for name in sys.modules} & {'flask', 'uvicorn', 'limits', 'yaml'}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
