"""``kibitz lab belief NET``: log loss of belief heads on held-out deals."""

import json
from typing import Annotated

import typer

from kibitz.cli.options import MAX_SEED, JsonOption

_COLUMNS = ("belief", "fitted", "facts", "sizes", "thirds", "better than facts", "better than thirds")


def command(
    networks: Annotated[
        list[str],
        typer.Argument(help="Networks with a belief head, by name or file.", metavar="NET…", show_default=False),
    ],
    deals: Annotated[int, typer.Option("--deals", "-n", min=2, help="Number of deals.")] = 500,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Seed of the deals.")] = 777,
    as_json: JsonOption = False,
) -> None:
    """Evaluate belief heads on held-out deals: log loss in nats per hidden card, with 95 % intervals over deals.

    `belief` is the raw head, `fitted` the head combined with hard facts. Baselines: `facts` knows the hard facts alone,
    `sizes` the hand sizes, `thirds` nothing. By the number of hidden cards. Needs `kibitz[learn]`.

    **Example**

    - `kibitz lab belief {game}`
    """
    from kibitz import nets
    from kibitz.learning import loaded

    measure = loaded("kibitz.learning.held_out").measure
    found = {}
    for name in networks:
        found[name] = measure(nets.file(name), deals, seed)
        if as_json:
            continue
        typer.echo(f"{name}, {deals} deals, seed {seed}")
        typer.echo(f"{'hidden':>9}" + "".join(f"{column:>20}" for column in _COLUMNS))
        for line, values in found[name].items():
            typer.echo(f"{line:>9}" + "".join(f"{_cell(column, *values[column]):>20}" for column in _COLUMNS))
    if as_json:
        plain = {
            name: {line: {key: value._asdict() for key, value in values.items()} for line, values in lines.items()}
            for name, lines in found.items()
        }
        typer.echo(json.dumps({"deals": deals, "seed": seed, "networks": plain}))


def _cell(column: str, mean: float, low: float, high: float) -> str:
    if column.startswith("better"):
        return f"{100 * mean:.1f} ({100 * low:.1f} to {100 * high:.1f}) %"
    return f"{mean:.3f} ± {(high - low) / 2:.3f}"
