"""``kibitz lab realised GAME``: is what judgements claim realised when both moves are played on?"""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz import _core
from kibitz.cli.options import (
    MAX_SEED,
    ChangesOption,
    JsonOption,
    RulesOption,
    complete_agent,
    complete_game,
    game_of,
    read,
)
from kibitz.cli.replay import load
from kibitz.cli.studying import DecisionsOption, JobsOption, MinutesOption, StoreOption, kinds_of_players, study


def command(
    game: Annotated[str, typer.Argument(help="Name of the game.", autocompletion=complete_game, show_default=False)],
    rules: RulesOption = None,
    option: ChangesOption = None,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            help="Who plays the deals, at every seat (may be given again; default: the game's own player by rules, "
            "and `strongest`).",
            autocompletion=complete_agent,
            show_default=False,
        ),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option("--records", help="Also these records, such as rounds of people; JSON lines.", show_default=False),
    ] = None,
    worlds: Annotated[
        list[str] | None,
        typer.Option(
            "--worlds",
            help="Compare kinds of worlds instead (may be given again): `uniform`, `belief(AGENT)`, `inferred(…)`.",
            show_default=False,
        ),
    ] = None,
    decisions: DecisionsOption = 200,
    times: Annotated[int, typer.Option("--times", min=1, help="How often both moves are played on.")] = 16,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Seed of the deals.")] = 1,
    jobs: JobsOption = None,
    minutes: MinutesOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play on from the true position of flagged decisions, after the move played and after the one called better, with
    the strongest network at all seats, and compare what that brought with what was claimed.

    The weight is the regression of the realised difference on the claimed one: 1 where claims are true, 0 where they
    are noise. Its 95 % interval is over deals.

    **Example**

    - `kibitz lab realised {game} --decisions 2000 --jobs 16 --minutes 9 --store realised.jsonl`
    - `kibitz lab realised {game} --worlds uniform --worlds "belief(net({game}))"`
    """
    from kibitz.analysis.realised import measure

    chosen = game_of(game, rules, option)
    who = kinds_of_players(chosen, players)
    with study(chosen, who, decisions, seed, jobs, minutes, store) as asked:
        if worlds:
            from kibitz.analysis import sources

            _show_worlds(sources.measure(asked, worlds), chosen, seed, as_json=as_json)
            return
        people = () if records is None else _of(chosen, load(read(records)), records)
        found = measure(asked, records=people, times=times)
    if as_json:
        about = {"game": chosen.name, "rules": chosen.rules, "players": who, "times": times, "seed": seed}
        typer.echo(json.dumps(about | found))
        return
    typer.echo(f"{found['decisions']} decisions, {found['flagged']} flagged; weight of the realised on the claimed")
    _line("all flagged", found["all"])
    for head in ("players", "grades", "kinds"):
        for name, weight in found[head].items():
            _line(name, weight)
    _line("not flagged", found["not flagged"])


def _show_worlds(found: dict[str, Any], game: _core.Game, seed: int, *, as_json: bool) -> None:
    """In which worlds differences are realised, at all decisions."""
    if as_json:
        typer.echo(json.dumps({"game": game.name, "rules": game.rules, "seed": seed, "players": found}))
        return
    for kind, by_worlds in found.items():
        typer.echo(kind)
        for source, told in by_worlds.items():
            if told is None:
                typer.echo(f"  {source}: too few")
                continue
            weight, low, high = told["weight"]
            typer.echo(f"  {source}: weight {weight:.2f} ({low:.2f} to {high:.2f}) at {told['decisions']} decisions")


def _of(game: _core.Game, records: list[_core.Record], file: Path) -> list[_core.Record]:
    for number, record in enumerate(records, 1):
        if record.game.name != game.name:
            raise typer.BadParameter(f"Record {number} of {file} is of {record.game.name}, not of {game.name}.")
    return records


def _line(name: str, found: dict[str, Any] | None) -> None:
    if found is None:
        typer.echo(f"  {name:>14}  too few")
        return
    weight, low, high = found["weight"]
    mean, least, most = found["realised"]
    typer.echo(
        f"  {name:>14}  {found['flagged']:>5}  claimed {found['claimed']:+.2f}, realised {mean:+.2f} "
        f"({least:+.2f} to {most:+.2f}), weight {weight:.2f} ({low:.2f} to {high:.2f})"
    )
