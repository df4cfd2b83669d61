"""``kibitz train LEARNER``: learn to play, and say how well it went."""

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from kibitz import _core
from kibitz.cli.options import DEFAULT_GAME, MAX_SEED, ChangesOption, GameOption, RulesOption, game_of


def _complete(incomplete: str) -> list[str]:
    from kibitz.learning import learners

    return [name for name in learners() if name.startswith(incomplete)]


def command(
    learner: Annotated[
        str | None, typer.Argument(help="Learner; see `--list`.", autocompletion=_complete, show_default=False)
    ] = None,
    game: GameOption = DEFAULT_GAME,
    rules: RulesOption = None,
    option: ChangesOption = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes", "-m", min=0, help="Training time in minutes, evaluation not included.", show_default=False
        ),
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples",
            min=1,
            help="Training samples; such a run is exactly repeatable.",
            show_default=False,
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget", help="Budget of a paper's learner: paper (as printed), fair or tiny.", show_default=False
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-O",
            help="Folder for logs, checkpoint and networks (default: runs/LEARNER-GAME).",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue from the checkpoint in that folder.")] = False,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Override a setting of the learner. Repeatable."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            "-a",
            metavar="AGENT",
            help="Evaluation opponent: an agent or a network file. Repeatable.",
        ),
    ] = None,
    deals: Annotated[int, typer.Option("--deals", "-n", min=2, help="Evaluation deals per opponent.")] = 1000,
    evaluations: Annotated[
        int, typer.Option("--evaluations", min=1, help="Number of evaluations, the final one included.")
    ] = 2,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, metavar="N", help="Random seed.")] = 1,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", min=1, max=1024, help="Threads (default: one per core).")
    ] = None,
    device: Annotated[
        str | None, typer.Option("--device", help="cpu or cuda (default: cuda if available).", show_default=False)
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the learners with their settings.")] = False,
) -> None:
    """Train a network by self-play, evaluate it on duplicate deals, and write it to a file.

    The file is an agent: `kibitz match "net(runs/small/q.safetensors)" "mc(100)" --rules epfl2017`.
    Ctrl-C stops early and keeps what was learned.

    **Examples**

    - `kibitz train dmc --rules epfl2017 --minutes 3 --out runs/small`
    - `kibitz train dmc --rules epfl2017 --minutes 5 --out runs/small --resume`
    - `kibitz train dmc --game {other} --minutes 3 --set shape=3x128 --against rules`
    """
    # Threads that wait asleep instead of spinning: on a busy machine that is the difference between slow and useless.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    if listing:
        _list()
        return
    if learner is None:
        raise typer.BadParameter("Name a learner, such as dmc; `kibitz train --list` shows all.")
    from kibitz.learning import learner as named

    module = named(learner)
    import torch

    from kibitz.learning.order import Order, changed

    table = game_of(game, rules, option)
    if table.name not in module.GAMES:
        raise typer.BadParameter(f"{learner} learns {' or '.join(module.GAMES)}, not {table.name}.")
    if device not in (None, "cpu", "cuda"):
        raise typer.BadParameter(f'"{device}" is no device; there are cpu and cuda.')
    if device == "cuda" and not torch.cuda.is_available():
        raise typer.BadParameter("There is no CUDA device; use --device cpu.")
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    threads = threads or os.cpu_count() or 1
    torch.set_num_threads(threads)
    folder = out or Path("runs") / f"{learner}-{table.name}"
    if resume and not (folder / "checkpoint.pt").exists():
        raise typer.BadParameter(f"There is no checkpoint in {folder}; omit --resume to start a new run.")
    if budget is not None:
        budgets: dict[str, int] = getattr(module, "BUDGETS", {})
        if budget not in budgets:
            known = f"there are {', '.join(budgets)}" if budgets else "it is trained by --minutes or --samples"
            raise typer.BadParameter(f'{learner} has no budget "{budget}"; {known}.')
        samples = budgets[budget]
    if minutes is None and samples is None:
        minutes = 3.0
    order = Order(
        game=table,
        out=folder,
        minutes=minutes,
        samples=samples,
        seed=seed,
        threads=threads,
        device=device,
        against=tuple(against or ("random",)),
        deals=deals,
        evaluations=evaluations,
        resume=resume,
        command=_written(
            learner, table, seed=seed, minutes=minutes, samples=samples, device=device, threads=threads, set_=set_
        ),
    )
    changes = dict(_pair(text) for text in set_ or ())
    for path in module.train(order, changed(module.defaults(device), changes)):
        typer.echo(path)


def _written(
    learner: str,
    game: _core.Game,
    *,
    seed: int,
    minutes: float | None,
    samples: int | None,
    device: str,
    threads: int,
    set_: list[str] | None,
) -> str:
    """The command that does the same again, for the network's file."""
    words = [f"kibitz train {learner} --game {game.name} --rules", shlex.quote(game.rules)]
    words += [] if minutes is None else [f"--minutes {minutes:g}"]
    words += [] if samples is None else [f"--samples {samples}"]
    words += [f"--seed {seed} --device {device} --threads {threads}"]
    return " ".join([*words, *(f"--set {shlex.quote(text)}" for text in set_ or ())])


def _pair(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not (sign and key):
        raise typer.BadParameter(f'"{text}" is not a setting; write key=value, such as shape=5x512.')
    return key, value


def _list() -> None:
    import dataclasses

    from kibitz.learning import learner as named
    from kibitz.learning import learners

    for name in learners():
        module = named(name)
        typer.echo(f"{name}: {module.HELP} ({', '.join(module.GAMES)})")
        settings = module.defaults("cpu")
        for field in dataclasses.fields(settings):
            value = getattr(settings, field.name)
            shown = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
            typer.echo(f"    {field.name}={shown}  {field.metadata['meaning']}")
