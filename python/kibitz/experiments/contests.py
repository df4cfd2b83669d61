"""From the meetings of an experiment to contests of the lab, and from their results to quantities by name.

A meeting of two, ``A v B``, gives the difference under that name and ``A v B won``, the share of decided tables; with
others at the table also ``A v B: A``, the points of each, and ``A v B: A won``, how often a seat of each came first.
Any other meeting gives everybody's points under their own name, ``A won`` for how often they came first, and the
differences of every two.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from kibitz.agents import agent
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.lab import Contest, ContestResult, Plan
from kibitz.stats import Interval, mean_interval, win_rate


def plan(experiment: Experiment, column: Column, meetings: Iterable[Sequence[str]], counts: Iterable[int]) -> Plan:
    """Meetings in a column, so many deals each."""
    contests = [_contest(experiment, column, meeting, count) for meeting, count in zip(meetings, counts, strict=False)]
    return Plan(f"{experiment.id} ({column})", tuple(contests))


def quantities(meeting: Sequence[str], names: Sequence[str], result: ContestResult) -> dict[str, Interval]:
    """What a contest of ``names`` says of its meeting."""
    if len(result.groups) < 2:
        return {}
    index = {name: number for number, name in enumerate(names)}
    title = " v ".join(meeting)
    if len(meeting) == 2:
        a, b = (index[name] for name in meeting)
        found = {title: result.advantage(a, b), f"{title} won": result.win_loss(a, b).rate}
        if len(names) > 2:
            found |= {f"{title}: {name}": result.mean(number) for name, number in index.items()}
            found |= {f"{title}: {name} won": result.firsts(number) for name, number in index.items()}
        return found
    found = {name: result.mean(number) for name, number in index.items()}
    found |= {f"{name} won": result.firsts(number) for name, number in index.items()}
    return found | {f"{a} v {b}": result.advantage(index[a], index[b]) for a, b in permutations(meeting, 2)}


def alone(experiment: Experiment, name: str, played: Mapping[tuple[str, ...], ContestResult]) -> Interval | None:
    """What a table that lists agents says of one: where the unit is a share, what it won of all its decided tables;
    else its points in the first of its meetings. None when it met nobody.
    """
    met = {meeting: result for meeting, result in played.items() if len(meeting) == 2 and name in meeting}
    if not experiment.unit.startswith("share"):
        first = next((names_at(experiment, meeting).index(name) for meeting in met), None)
        return next(iter(met.values())).mean(first) if first is not None else None
    signed = [result.outcomes(*((0, 1) if meeting[0] == name else (1, 0))) for meeting, result in met.items()]
    if not signed or (groups := min(len(one) for one in signed)) < 2:
        return None
    # Meetings share their deals, so the tables of all of them with one number are one group.
    together = np.concatenate([one[:groups] for one in signed], axis=1)
    return win_rate((together > 0).sum(axis=1), (together < 0).sum(axis=1))


def paired(
    experiment: Experiment, played: Mapping[tuple[str, ...], ContestResult], pairs: Iterable[tuple[str, str]]
) -> dict[str, Interval]:
    """Differences ``A − B`` of what was scored or won in the same deals, at one table or two with the same others,
    deal by deal: the luck that both had cancels, and what one wins another does not.
    """
    values: dict[str, NDArray[np.float64]] = {}
    for meeting, result in played.items():
        if not result.groups:
            continue  # stopped before its first deal was over
        names = names_at(experiment, meeting)
        title = f"{' v '.join(meeting)}: " if len(meeting) == 2 else ""
        for name in meeting:
            index = names.index(name)
            values |= {f"{title}{name}": result.points(index), f"{title}{name} won": result.wins(index)}
    found = {}
    for a, b in pairs:
        if a in values and b in values and (groups := min(len(values[a]), len(values[b]))) >= 2:
            found[f"{a} − {b}"] = mean_interval(values[a][:groups] - values[b][:groups])
    return found


def names_at(experiment: Experiment, meeting: Sequence[str]) -> list[str]:
    """The agents at the table of a meeting, each once, in the order of the contest."""
    return list(dict.fromkeys(experiment.table(meeting)))


def course(meeting: Sequence[str], names: Sequence[str], result: ContestResult, blocks: int) -> dict[str, Interval]:
    """The share that the first of two won in consecutive blocks of the deals."""
    a, b = (list(names).index(name) for name in meeting)
    parts = np.array_split(result.outcomes(a, b), blocks)
    return {
        block_name(meeting, number): win_rate((part > 0).sum(axis=1), (part < 0).sum(axis=1))
        for number, part in enumerate(parts, 1)
        if len(part) >= 2
    }


def block_name(meeting: Sequence[str], number: int) -> str:
    """The name of a block of a course."""
    return f"{' v '.join(meeting)} won, block {number}"


def playable(experiment: Experiment, column: Column) -> list[tuple[str, ...]]:
    """The meetings whose agents all play in a column."""
    return [meeting for meeting in experiment.meetings() if _playable(experiment, column, meeting)]


def _playable(experiment: Experiment, column: Column, meeting: Sequence[str]) -> bool:
    return all(experiment.agents[name].spec(column) for name in experiment.table(meeting))


def _contest(experiment: Experiment, column: Column, meeting: Sequence[str], count: int) -> Contest:
    assert experiment.play
    game = game_of(experiment.rules(column))
    names = names_at(experiment, meeting)
    row = [names.index(name) for name in experiment.table(meeting)]
    if experiment.play.seatings == "permutations":
        seatings = sorted(set(permutations(row)))
    else:
        seatings = list(dict.fromkeys(tuple(row[by:] + row[:by]) for by in range(len(row))))
    specs = tuple(str(agent(experiment.agents[name].spec(column) or "")) for name in names)
    return Contest(game.name, game.rules, specs, tuple(seatings), count, seed=1, name=" v ".join(meeting))
