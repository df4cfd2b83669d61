"""The command line: ``kibitz COMMAND``, in groups by purpose.

One file per command; each imports what it needs when it runs.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import typer

import kibitz
from kibitz.cli import (
    agents,
    analyse,
    beater,
    behaviour,
    belief,
    bench,
    calibration,
    compliance,
    conformance,
    deal,
    doctor,
    engine,
    equity,
    exploit,
    export,
    games,
    import_,
    knows,
    ladder,
    match,
    people,
    perft,
    play,
    puzzles,
    realised,
    recover,
    replay,
    report,
    reproduce,
    resume,
    rules,
    serve,
    spec,
    tournament,
    train,
    watch,
)
from kibitz.cli.options import with_games
from kibitz.games import load as load_game

app = typer.Typer(
    name="kibitz",
    help="Plays hidden-information card games, measures how well, and shows why.",
    epilog="`kibitz COMMAND --help` explains a command. The same seed always gives the same result.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
GROUPS = {
    "Play": (play, serve, watch),
    "Look": (analyse, replay, import_, export, deal, games, rules, agents, spec),
    "Measure": (match, ladder, tournament, resume, recover, report, reproduce, bench, conformance, perft),
    "Connect": (engine, compliance, doctor),
    "Learn": (train,),
}
STUDIES = (behaviour, people, calibration, realised, knows, belief, beater, exploit, equity, puzzles)
# Names of earlier versions, with what does the same now.
MOVED = {"review": "analyse --account"}
lab = typer.Typer(
    help="Studies of games: behaviour, people, calibration, realised, knows, belief, beater, exploit, equity, puzzles."
)


def name(module: ModuleType) -> str:
    """The name of a command: that of its file, which has a dash below behind a word that Python keeps for itself."""
    return module.__name__.rpartition(".")[2].removesuffix("_")


for title, modules in GROUPS.items():
    for module in modules:
        app.command(name(module), help=with_games(module.command.__doc__), rich_help_panel=title)(module.command)
for module in STUDIES:
    lab.command(name(module), help=with_games(module.command.__doc__))(module.command)
    MOVED[name(module)] = f"lab {name(module)}"
app.add_typer(lab, name="lab", rich_help_panel="Lab")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kibitz {kibitz.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
    load: list[str] = typer.Option(  # noqa: B008
        [],
        "--load",
        metavar="MODULE:CLASS",
        help="Load a game written in Python, which a record may be of. Repeatable.",
    ),
) -> None:
    del version
    for game in load:
        load_game(game)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 2 with a sentence when the request was wrong."""
    # A one-file agent in the current folder can be named as module:Class.
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments and arguments[0] in MOVED:
        return _refuse(f'"kibitz {arguments[0]}" is now "kibitz {MOVED[arguments[0]]}".', 2)
    if list(arguments) in ([], ["lab"]):
        arguments = [*arguments, "--help"]
    try:
        code = app(list(arguments), prog_name="kibitz", standalone_mode=False)
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
