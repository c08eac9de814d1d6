"""The command `euchre`."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from euchre.client.errors import BadSetting, Unreachable
from euchre.client.service import TRACEBACK
from euchre.commands import (
    apply,
    batch,
    check,
    claim,
    convert,
    deal,
    follow,
    judge,
    legal,
    points,
    rules,
    score,
    show,
    solve,
    state,
    trick,
    tricks,
    variants,
    view,
)
from euchre.exits import Exit
from euchre.messages import Stop, complain, say

PIPE_CLOSED = 141  # what a shell sees of a program that SIGPIPE ended


class Verbs(TyperGroup):
    """The group of commands; what a command stops for is told and becomes its exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command named."""
        try:
            return super().invoke(ctx)
        except Stop as stop:
            complain(stop)
            raise typer.Exit(stop.code) from stop
        except (Unreachable, BadSetting) as error:
            code = Exit.NO_RULING if isinstance(error, Unreachable) else Exit.USAGE
            complain(Stop(str(error), *filter(None, [error.hint]), code=code))
            raise typer.Exit(code) from error
        except BrokenPipeError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(PIPE_CLOSED) from error


app = typer.Typer(
    cls=Verbs,
    name="euchre",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit: 0 legal, clean, valid, 1 ruled against, 2 bad usage or request, 3 no ruling to be had, 4 open.",
)

VERBS = (
    legal, check, tricks, score, judge, claim, solve, show, state, apply, view, deal, convert, trick, follow, points,
    variants, rules, batch,
)  # fmt: skip

for verb in VERBS:
    name = verb.__name__.rpartition(".")[2]
    examples = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in verb.EXAMPLES)
    app.command(name, epilog=examples)(getattr(verb, name))


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"euchre {version('euchred')}")
        raise typer.Exit


@app.callback()
def euchre(
    _: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Rule on hands of euchre and its family: legal moves, trick winners, scores, each with the rule that decided."""


def main() -> None:
    """Run the command line; whatever happens, nobody sees a traceback who did not ask for it."""
    try:
        app()
    except Exception as error:
        say(f"error: {type(error).__name__}: {error}")
        if os.environ.get(TRACEBACK):
            traceback.print_exc()
        else:
            say(f"hint: this is a defect of euchre; {TRACEBACK}=1 shows where")
        sys.exit(Exit.NO_RULING)


if __name__ == "__main__":
    main()
