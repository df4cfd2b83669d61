"""The command line: ``kibitz COMMAND``. One file per command; each brings in what it needs when it runs."""

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

import kibitz
from kibitz.cli import (
    agents,
    analyse,
    beater,
    behaviour,
    belief,
    bench,
    conformance,
    deal,
    equity,
    exploit,
    games,
    knows,
    ladder,
    match,
    perft,
    play,
    replay,
    report,
    reproduce,
    resume,
    review,
    rules,
    serve,
    spec,
    tournament,
    train,
    watch,
)
from kibitz.cli.options import with_games

app = typer.Typer(
    name="kibitz",
    help="Plays hidden-information card games, measures how well, and shows why.",
    epilog="Every command explains itself: `kibitz match --help`. The same seed always gives the same result.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
PLAY = (games, rules, agents, spec, deal, play, serve, watch, replay, review, analyse)
LAB = (match, ladder, tournament, resume, report, reproduce, behaviour, knows, exploit, equity)
LEARN = (train, belief, beater)
CHECK = (conformance, perft, bench)
for module in (*PLAY, *LAB, *LEARN, *CHECK):
    app.command(module.__name__.rpartition(".")[2], help=with_games(module.command.__doc__))(module.command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kibitz {kibitz.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 2 with a sentence when the request was wrong."""
    # A one-file agent in the current folder can be named as module:Class.
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        code = app(list(arguments) or ["--help"], prog_name="kibitz", standalone_mode=False)
    except typer.TyperException as error:
        return _refuse(error.format_message(), error.exit_code)
    except typer.Abort:
        return _refuse("Stopped.", 130)
    except ValueError as error:
        if type(error).__module__.partition(".")[0] != "kibitz":
            raise  # not a refusal of ours but a mistake in the program
        return _refuse(str(error), 2)
    return int(code or 0)


def _refuse(sentence: str, code: int) -> int:
    typer.echo(sentence if sentence.endswith((".", "?")) else f"{sentence}.", err=True)
    return code
