"""``kibitz lab calibration GAME``: do judgements hold with another seed, and with a hundred times the budget?"""

import json
from typing import Annotated

import typer

from kibitz.cli.options import MAX_SEED, ChangesOption, JsonOption, RulesOption, complete_agent, complete_game, game_of
from kibitz.cli.studying import DecisionsOption, JobsOption, MinutesOption, StoreOption, kinds_of_players, study


def command(
    game: Annotated[str, typer.Argument(help="Name of the game.", autocompletion=complete_game, show_default=False)],
    rules: RulesOption = None,
    option: ChangesOption = None,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            help="Who plays the deals, at every seat (may be given again; default: the game's own player by rules).",
            autocompletion=complete_agent,
            show_default=False,
        ),
    ] = None,
    decisions: DecisionsOption = 60,
    seeds: Annotated[int, typer.Option("--seeds", min=2, help="How often each is judged, with another seed.")] = 8,
    times: Annotated[int, typer.Option("--times", min=1, help="What counts as true: so many times the budget.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Seed of the deals.")] = 1,
    jobs: JobsOption = None,
    minutes: MinutesOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Judge decisions again and again with other seeds, and once with a hundred times the budget.

    Says how often the 95 % interval of a loss holds what is true, how many of `??` and `?` stay flagged with another
    seed, whether a move that is best was ever called `??`, and how far accuracy and loss of a deal depend on the seed.

    **Example**

    - `kibitz lab calibration {game} --decisions 500 --seeds 20 --jobs 16 --minutes 9 --store calibration.jsonl`
    """
    from kibitz.analysis.calibration import measure
    from kibitz.games import profile

    chosen = game_of(game, rules, option)
    who = kinds_of_players(chosen, players)[:1] if players is None else players
    with study(chosen, who, decisions, seed, jobs, minutes, store) as asked:
        found = measure(asked, seeds=seeds, times=times)
    about = {"game": chosen.name, "rules": chosen.rules, "players": who, "seeds": seeds, "times": times, "seed": seed}
    if as_json:
        typer.echo(json.dumps(about | found))
        return
    typer.echo(
        f"{found['decisions']} decisions of {', '.join(who)} in {found['deals']} deals, judged {seeds} times each; "
        f"{found['contested']} were contested; {found['worlds']:.0f} worlds on average"
    )
    typer.echo(f"  the 95 % interval holds what {times} times the budget finds: {_share(found['coverage'])}")
    typer.echo(f"  the same, allowing for the error of that: {_share(found['agreement'])}")
    for grade, share in found["stays flagged"].items():
        typer.echo(f"  {grade:>2} stays flagged with another seed: {_share(share)}")
    typer.echo(f"  best with {times} times the budget and called ??: {found['best called ??']}")
    for what in ("accuracy", "loss"):
        within, spread = found[f"{what} within 10 %"], found[f"spread of {what}"]
        if within is not None and spread is not None:
            least = f" (or {found['least']:g} {profile(chosen.name).unit})" if what == "loss" else ""
            typer.echo(
                f"  {what} of a deal: {within:.0%} within 10 %{least} of the mean of all seeds; spread {spread:.1%}"
            )
    typer.echo("  " + ", ".join(f"{grade} {count}" for grade, count in sorted(found["grades"].items())))


def _share(share: tuple[float, float, float] | None) -> str:
    if share is None:
        return "none"
    mean, low, high = share
    return f"{mean:.1%} ({max(0.0, low):.1%} to {min(1.0, high):.1%})"
