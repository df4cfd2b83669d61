"""What several commands share: arguments, completions and small helpers."""

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz import _core, games, saving
from kibitz.agents import plugins

MAX_SEED = 2**64 - 1


def complete_game(incomplete: str) -> list[str]:
    """Game names for the shell."""
    return _starting(incomplete, _core.game_names())


def complete_preset(context: typer.Context, incomplete: str) -> list[str]:
    """Rule presets for the shell: of the game given so far, else of all."""
    named = context.params.get("game")
    names = [named] if named in _core.game_names() else _core.game_names()
    return _starting(incomplete, (preset for name in names for preset in _core.describe_game(name)["presets"]))


def complete_agent(incomplete: str) -> list[str]:
    """Agent names for the shell."""
    return _starting(incomplete, [*(part["name"] for part in _core.agent_parts()), *plugins.names()])


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


GameArgument = Annotated[str, typer.Argument(help="Game; see `kibitz games`.", autocompletion=complete_game)]
GameOption = Annotated[
    str, typer.Option("--game", "-g", help="Game; see `kibitz games`.", autocompletion=complete_game)
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        "-r",
        metavar="PRESET",
        help="Rule preset (not the agent `rules`); see `kibitz rules GAME --presets` (default: the game's first).",
        autocompletion=complete_preset,
        show_default=False,
    ),
]
ChangesOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="Override one rule option of the preset. Repeatable."),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed", "-s", min=0, max=MAX_SEED, metavar="N", help="Deal seed (default: random).", show_default=False
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

DEFAULT_GAME, _OTHER_GAME, *_ = _core.game_names()


def with_games(text: str | None) -> str:
    """A help text whose examples are of games there are, for ``{game}`` and ``{other}``."""
    return (text or "").replace("{game}", DEFAULT_GAME).replace("{other}", _OTHER_GAME)


def game_of(name: str, rules: str | None, changes: Iterable[str] | None) -> _core.Game:
    """The game with its rules as given on the command line."""
    return games.load(name, rules, **dict(_change(text) for text in changes or ()))


def _change(text: str) -> tuple[str, Any]:
    key, sign, value = text.partition("=")
    if not (sign and key.isidentifier()):
        raise typer.BadParameter(f'"{text}" is not a rule option; write key=value, such as target=500.')
    try:
        meant = json.loads(value)
    except (ValueError, RecursionError):
        return key, value
    if isinstance(meant, float) and not math.isfinite(meant):
        raise typer.BadParameter(f"{key} must be a finite number, not {value}.")
    return key, meant


def seed_or_any(seed: int | None) -> int:
    """The seed given, or a short one that is easy to write down."""
    from secrets import randbelow

    return randbelow(1_000_000) if seed is None else seed


def read(path: Path) -> str:
    """The text of a file; what cannot be read is a sentence."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise typer.BadParameter(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{path} is not text.") from error


def write(path: Path, text: str) -> None:
    """Writes a file; what cannot be written is a sentence."""
    try:
        saving.write(path, text)
    except OSError as error:
        raise typer.BadParameter(f"{path} cannot be written: {error.strerror or error}.") from error
