"""The experiments of the papers, their reader, the verdicts, and one experiment from file to page."""

import json
import math
import random
import re
import shlex
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kibitz
from conftest import Command
from kibitz import lab
from kibitz.experiments import cost, pages, provenance, reproduce, sample
from kibitz.experiments.analyses import named, names
from kibitz.experiments.experiment import (
    COLUMNS,
    AgentText,
    Column,
    Experiment,
    Figure,
    InvalidExperiment,
    More,
    Printed,
    Scales,
    chosen,
    game_of,
    load,
    load_all,
)
from kibitz.experiments.provenance import Made
from kibitz.experiments.reproduce import Measured, judged
from kibitz.experiments.training import network_of, ready
from kibitz.experiments.verdict import (
    Asked,
    Judgement,
    Lack,
    Verdict,
    change,
    difference,
    judge,
    judge_all,
    pairs_of,
    quantities_of,
)
from kibitz.games.schnapsen.facts import StateFacts
from kibitz.lab.group import Group
from kibitz.stats import Interval, over_seeds

ROOT = Path(__file__).parents[1]
EXPERIMENTS = load_all(ROOT / "experiments")

# Every table, figure, study and cost of the five papers.
IDS = {
    "epfl2017": [
        *(f"table-5.{n}" for n in range(1, 11)),
        *("sec-5.11", "fig-4.3", "fig-4.5", "sec-2.3.1"),
        *(f"fig-a.{n}" for n in range(1, 15)),
    ],
    "eth2022": [
        *("fig-3.1", "fig-3.3", "fig-3.4", "fig-a.1", "fig-a.2", "speed"),
        *(f"fig-4.{n}" for n in range(2, 8)),
        *(f"table-4.{n}" for n in range(1, 5)),
        *(f"fig-5.{n}" for n in range(1, 4)),
        *(f"table-5.{n}" for n in range(1, 8)),
    ],
    "leiden2017": [*(f"table-6.{n}" for n in (1, 2, 3)), *(f"fig-6.{n}" for n in range(1, 7)), "final-test"],
    "basel2015": [
        *("table-1a", "table-1b", "table-1c", "table-2", "table-3", "table-4", "table-5"),
        *("sec-5.3", "sec-5.4", "cost"),
    ],
    "vu2019": [
        *("round-robin", "sec-6.1", "sec-6.2", "sec-6.3", "sec-6.4", "figure-1", "figure-2"),
        *(f"ws1-q{n}" for n in (1, 4, 5, 6, 7, 8, 9)),
        *("ws2-q8", "ws2-q9"),
        *(f"ws3-q{n}" for n in (1, 2, 3, 4)),
    ],
}


@pytest.mark.parametrize("paper", IDS)
def test_every_table_and_figure_of_a_paper_has_an_experiment(paper: str) -> None:
    there = {name for experiment in EXPERIMENTS.values() for name in (experiment.id, *experiment.also)}
    assert {f"{paper}/{name}" for name in IDS[paper]} <= there


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=list(EXPERIMENTS))
def test_every_agent_of_an_experiment_is_understood(experiment: Experiment) -> None:
    for text in experiment.agents.values():
        for column in COLUMNS:
            spec = text.spec(column)
            if spec and not any(f"net({name}" in spec for name in experiment.train):
                kibitz.agent(spec)


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=list(EXPERIMENTS))
def test_every_experiment_names_its_game_and_its_analysis(experiment: Experiment) -> None:
    for column in experiment.scale.quick:
        game_of(experiment.rules(column))
    if experiment.analysis:
        assert experiment.analysis.name in names()


@pytest.mark.parametrize(
    "experiment", [r for r in EXPERIMENTS.values() if r.play], ids=lambda experiment: experiment.id
)
def test_claims_speak_of_quantities_that_meetings_give(experiment: Experiment) -> None:
    """Most claims are about meetings; a word mistyped there would be told as 'not run'."""
    given = set(experiment.paper.numbers) & set(experiment.agents)  # what is won in all meetings
    for meeting in experiment.meetings():
        title = " v ".join(meeting)
        given |= {title, f"{title} won", *experiment.table(meeting)}
        given |= {f"{name} won" for name in experiment.table(meeting)}
        given |= {f"{a} v {b}" for a in meeting for b in meeting}
        if len(meeting) == 2:
            given |= {f"{title}: {name}{what}" for name in experiment.table(meeting) for what in ("", " won")}
    for claim in experiment.claims:
        assert set(quantities_of(claim)) <= given


def test_an_experiment_is_found_by_any_of_its_names() -> None:
    assert [experiment.id for experiment in chosen(EXPERIMENTS, ["vu2019/figure-1"])] == ["vu2019/sec-6.2"]
    assert len(chosen(EXPERIMENTS, ["basel2015"])) == 11
    with pytest.raises(InvalidExperiment, match=r"Did you mean epfl2017/table-5.1"):
        chosen(EXPERIMENTS, ["epfl2017/table5.1"])


SMALL = """
id = "mine/duel"
title = "A duel"
question = "Who is better?"
game = "schnapsen:course"
unit = "points per deal"
enough = 0.5

[agents]
bully = "bully"
random = "random"

[play]
seats = ["a", "b"]
meetings = [["bully", "random"]]

[scale]
quick = { paper = 20 }
full = { paper = 40 }

[paper]
schedule = "None."
concludes = "Nothing."

[paper.numbers]
"bully v random" = { printed = "1:0", value = 1.0 }

[figure]
kind = "bars"

[[claims]]
says = "The bully wins more than nothing."
quote = "Bullies win."
where = "section 1"
check = "more"
of = "bully v random won"
than = 0.01
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine" / "duel.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ("[play]", "[play", r"duel\.toml is not TOML: .*line 13"),
        ("seats =", "seat =", r"line 14: play\.seat: there is no such key|line 13: play\.seats: this key is missing"),
        ('["bully", "random"]]', '["bully", "rnadom"]]', r'there is no agent "rnadom"; known are bully, random'),
        (
            'check = "more"',
            'check = "bigger"',
            r'line 35: claims\.0\.check: there is no check "bigger"; known are more, less,',
        ),
        ("than = 0.01", 'thann = "x"', r"line 37: claims\.0\.thann: there is no such key"),
        ('id = "mine/duel"', 'id = "mine/dual"', r'line 2: id is "mine/dual"; in this file it is "mine/duel"'),
        ("quick = { paper = 20 }", 'quick = { paper = "many" }', r"line 18: scale\.quick\.paper: .*integer"),
        (
            "quick = { paper = 20 }",
            "quick = { modern = 20 }",
            r'judge = "paper" is a column that both scales must play',
        ),
        ('quote = "Bullies win."\n', "", r"line 32: claims\.0: what the paper claims has its quote"),
    ],
)
def test_a_wrong_experiment_is_refused_with_its_line(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    assert right in SMALL
    path = written(tmp_path, SMALL.replace(right, wrong))
    with pytest.raises(InvalidExperiment, match=sentence):
        load(path)


def claim(**fields: object) -> Experiment:
    """The small experiment with one claim."""
    data = json.loads(load_small().model_dump_json(by_alias=True, exclude_none=True))
    return Experiment.model_validate(data | {"claims": [{"says": "It is so.", **fields}]})


def load_small() -> Experiment:
    import tomllib

    return Experiment.model_validate(tomllib.loads(SMALL))


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        ((1.0, 0.5, 1.5), Verdict.REPLICATED),
        ((-1.0, -1.5, -0.5), Verdict.CONTRADICTED),
        ((0.1, -0.3, 0.5), Verdict.NOT_REPLICATED),
        ((0.5, -1.0, 2.0), Verdict.NOT_DECIDABLE),
    ],
)
def test_a_verdict_comes_from_the_interval_and_its_width(
    interval: tuple[float, float, float], verdict: Verdict
) -> None:
    more = claim(check="more", of="x")
    assert judge(more.claims[0], {"x": Interval(*interval)}, 0.5).verdict is verdict
    less = claim(check="less", of="x")
    mirrored = Interval(-interval[0], -interval[2], -interval[1])
    assert judge(less.claims[0], {"x": mirrored}, 0.5).verdict is verdict


def test_equality_is_shown_only_by_a_narrow_interval() -> None:
    same = claim(check="same", of="x", within=0.1, **{"as": 0.5}).claims[0]
    assert judge(same, {"x": Interval(0.52, 0.48, 0.56)}, 0.02).verdict is Verdict.REPLICATED
    assert judge(same, {"x": Interval(0.52, 0.30, 0.74)}, 0.02).verdict is Verdict.NOT_DECIDABLE
    assert judge(same, {"x": Interval(0.70, 0.65, 0.75)}, 0.02).verdict is Verdict.CONTRADICTED


def test_equality_within_the_margin_is_not_denied_for_want_of_deals() -> None:
    """Narrow, and across the edge of the margin: inside, more deals may show it; outside, they will not."""
    same = claim(check="same", of="x", within=0.7).claims[0]
    inside = judge(same, {"x": Interval(0.5, 0.25, 0.75)}, 0.3)
    assert inside.verdict is Verdict.NOT_DECIDABLE
    assert inside.why.endswith("should lie between −0.7 and 0.7, half-width 0.25 where 0.2 would do")
    assert judge(same, {"x": Interval(0.8, 0.55, 1.05)}, 0.3).verdict is Verdict.NOT_REPLICATED
    between = claim(check="between", of="x", low=11.5, high=13.5).claims[0]  # without a word on how narrow
    edge = judge(between, {"x": Interval(11.54, 10.95, 12.13)}, 0)
    assert (edge.verdict, edge.why[-8:]) == (Verdict.NOT_DECIDABLE, "the edge")
    assert judge(between, {"x": Interval(11.4, 10.8, 12.0)}, 0).verdict is Verdict.NOT_REPLICATED
    assert judge(between, {"x": Interval(11.4, 8.8, 14.0)}, 0).lacks[0].needed == 1.0


def test_what_is_decided_needs_no_narrow_interval() -> None:
    more = claim(check="more", of="x").claims[0]
    assert judge(more, {"x": Interval(50, 10, 90)}, 0.1).verdict is Verdict.REPLICATED
    assert judge(more, {"x": Interval(-50, -90, -10)}, 0.1).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize("halves", [0.01, 0.5, 3.0])  # trainings differ more than deals, alike, less
def test_the_deals_and_trainings_that_are_said_to_be_needed_are_enough(halves: float) -> None:
    means = [1.0, 0.0, -1.0]
    estimate, freedom = over_seeds([Interval(mean, mean - halves, mean + halves) for mean in means])
    lack = Lack("x", estimate.high, estimate.high / 3, freedom)
    needed = cost.need(lack, 3)
    narrower = halves / needed.deals**0.5
    spread = (sum(mean**2 for mean in means) / 2) ** 0.5  # as many trainings again with the same spread
    n = needed.trainings
    again = [spread * ((n - 1) / n) ** 0.5 * (-1) ** at for at in range(n - n % 2)] + [0.0] * (n % 2)
    found, _ = over_seeds([Interval(mean, mean - narrower, mean + narrower) for mean in again])
    assert found.high == pytest.approx(lack.needed, rel=0.25)
    assert cost.need(Lack("x", 1.0, 0.25), 1) == (16.0, 1)


def test_a_page_says_what_it_would_cost_to_decide() -> None:
    experiment = claim(check="more", of="x")
    made = Made(1, "abc", 1800.0, "a machine")

    def told(count: int, *interval: float, made: Made = made) -> str:
        return pages.page(
            judged(experiment, "full", {"paper": Measured(count, {"x": Interval(*interval)})}, None, made)
        )

    assert (  # enough is 0.5, an interval of half-width 2 takes sixteen times the deals
        "To decide: about 8 CPU hours, 640 deals where the full scale has 40 (x: half-width 2, 0.5 would do). "
        "`kibitz reproduce mine/duel --scale full`" in told(40, 0.1, -1.9, 2.1)
    )
    assert "To play all deals: about 1 CPU hour, 40 deals" in told(20, 5.0, 4.0, 6.0)
    assert "CPU hours" not in told(40, 5.0, 4.0, 6.0)
    assert "To decide: what it takes is not known." in told(40, 0.1, -1.9, 2.1, made=Made())


def test_an_order_is_as_good_as_its_weakest_step() -> None:
    order = claim(check="order", of=["a", "b", "c"]).claims[0]
    a, b, c = Interval(3.0, 2.9, 3.1), Interval(2.0, 1.9, 2.1), Interval(1.95, 1.85, 2.05)
    found = judge(order, {"a": a, "b": b, "c": c}, 1.0)
    assert found.verdict is Verdict.NOT_REPLICATED
    assert "b − c" in found.why
    assert "a − b" not in found.why


def test_a_trend_is_the_change_along_a_line() -> None:
    rising = [Interval(x, x - 0.5, x + 0.5) for x in (1.0, 2.0, 3.0, 4.0)]
    assert change(rising).mean == pytest.approx(3.0)
    assert change(rising, [0, 10, 20, 30]).mean == pytest.approx(3.0)
    names = ["a", "b", "c", "d"]
    quantities = dict(zip(names, rising, strict=True))
    assert judge(claim(check="rising", of=names).claims[0], quantities, 1.0).verdict is Verdict.REPLICATED
    assert judge(claim(check="falling", of=names).claims[0], quantities, 1.0).verdict is Verdict.CONTRADICTED
    assert judge(claim(check="flat", of=names, within=0.5).claims[0], quantities, 1.0).verdict is Verdict.CONTRADICTED


def test_improvements_become_smaller_when_the_first_step_is_greater_than_the_last() -> None:
    names = ["one", "two", "ten", "twenty"]
    slowing = dict(zip(names, [Interval(x, x - 0.5, x + 0.5) for x in (1.0, 5.0, 8.0, 9.0)], strict=True))
    found = judge(claim(check="slowing", of=names).claims[0], slowing, 1.0)
    assert (found.verdict, found.why[:28]) == (Verdict.REPLICATED, "one to two − ten to twenty: ")
    faster = dict(zip(names, [Interval(x, x - 0.5, x + 0.5) for x in (1.0, 2.0, 5.0, 9.0)], strict=True))
    assert judge(claim(check="slowing", of=names).claims[0], faster, 1.0).verdict is Verdict.CONTRADICTED


def test_the_difference_of_two_estimates_is_wider_than_each() -> None:
    found = difference(Interval(5, 2, 8), Interval(1, -3, 5))
    assert found == (4, -1, 9)


def numbers(**printed: tuple[float, float]) -> dict[str, Printed]:
    return {name: Printed(value=value, half=half) for name, (value, half) in printed.items()}


def verdict_of(interval: tuple[float, float, float], value: float, half: float, enough: float = 1.0) -> Verdict:
    """What comes of the claim that x is below 0, of which the paper prints so much."""
    asked = Asked(claim(check="less", of="x").claims[0], {"x": Interval(*interval)})
    return judge_all([asked], enough, numbers(x=(value, half)))[0].verdict


def test_a_difference_that_was_measured_deal_by_deal_is_taken_before_one_of_two_estimates() -> None:
    claim = More(says="", check="more", of="a", than="b")
    apart = {"a": Interval(2, 1, 3), "b": Interval(1, 0, 2)}
    assert judge(claim, apart, 0).verdict is not Verdict.REPLICATED
    assert judge(claim, apart | {"a − b": Interval(1, 0.9, 1.1)}, 0).verdict is Verdict.REPLICATED
    assert pairs_of(claim) == [("a", "b")]


def test_what_two_win_at_one_table_is_compared_table_by_table(tmp_path: Path) -> None:
    """What one wins the other does not: two intervals taken as independent would be too narrow."""
    told = EXPERIMENTS["eth2022/table-5.7"]
    names = {"ModDirV200": "highest", "PUCT50": "lowest", "MCS200": "random", "random": "random"}
    update = {"agents": {name: AgentText(paper=spec) for name, spec in names.items()}, "train": {}}
    found = reproduce.run(told.model_copy(update=update), "quick", tmp_path).columns["paper"]
    a, b = (f"ModDirV200 v PUCT50: {name} won" for name in ("ModDirV200", "PUCT50"))
    assert found[f"{a} − {b}"].mean == pytest.approx(found[a].mean - found[b].mean)
    assert found[f"{a} − {b}"].high - found[f"{a} − {b}"].mean > math.hypot(
        found[a].high - found[a].mean, found[b].high - found[b].mean
    )


def test_a_direction_that_holds_has_a_size_too() -> None:
    assert verdict_of((-50, -60, -40), -45, 10) is Verdict.REPLICATED
    assert verdict_of((-10, -15, -5), -85, 16) is Verdict.SMALLER
    assert verdict_of((-150, -160, -140), -85, 16) is Verdict.LARGER
    assert verdict_of((50, 40, 60), -85, 16) is Verdict.CONTRADICTED


def test_what_excludes_the_printed_size_is_not_undecided() -> None:
    assert verdict_of((-0.3, -9, 9), -85, 16) is Verdict.SMALLER
    assert verdict_of((-0.3, -90, 90), -85, 16) is Verdict.NOT_DECIDABLE
    found = judge_all(
        [Asked(claim(check="less", of="x").claims[0], {"x": Interval(-0.3, -9, 9)})], 1.0, numbers(x=(-85, 16))
    )[0]
    assert not found.holds
    assert "its sign is open" in found.why


def test_a_size_may_be_left_out_of_the_judgement() -> None:
    asked = Asked(claim(check="less", of="x", size=False).claims[0], {"x": Interval(-10, -15, -5)})
    assert judge_all([asked], 1.0, numbers(x=(-85, 16)))[0].verdict is Verdict.REPLICATED


def test_claims_of_one_record_are_corrected_together() -> None:
    """An interval that just excludes 0 decides a claim alone, and does not beside nineteen others."""
    just = Interval(1.0, 0.02, 1.98)
    one = claim(check="more", of="x").claims[0]
    assert judge(one, {"x": just}, 0.1).verdict is Verdict.REPLICATED
    found = judge_all([Asked(one, {"x": just}) for _ in range(20)], 0.1)
    assert {each.verdict for each in found} == {Verdict.NOT_DECIDABLE}
    assert "Holm" in found[0].why
    sure = Asked(one, {"x": Interval(1.0, 0.8, 1.2)})
    assert judge_all([sure, Asked(one, {"x": just})], 0.1)[1].verdict is Verdict.REPLICATED  # Holm, not Bonferroni


def test_few_trainings_make_an_interval_with_wide_tails() -> None:
    """With two degrees of freedom what is sure alone is not beside another claim."""
    one, just = claim(check="more", of="x").claims[0], Interval(1.0, 0.4, 1.6)
    pair = [Asked(one, {"x": just}, lambda _: 2.0), Asked(one, {"x": just}, lambda _: 2.0)]
    assert {each.verdict for each in judge_all(pair, 0.1)} == {Verdict.REPLICATED}
    five = [Asked(one, {"x": just}, lambda _: 2.0)] * 5
    assert {each.verdict for each in judge_all(five, 0.1)} == {Verdict.NOT_DECIDABLE}
    assert {each.verdict for each in judge_all([Asked(one, {"x": just})] * 5, 0.1)} == {Verdict.REPLICATED}


def outcome_of(columns: dict[Column, tuple[float, float, float]], **fields: object) -> Judgement:
    """The verdict on a claim that x is above 0, measured so in each column."""
    experiment = claim(check="more", of="x", **fields)
    measured = {column: Measured(1000, {"x": Interval(*x)}) for column, x in columns.items()}
    return judged(experiment, "quick", measured).verdict


def test_what_holds_only_with_the_errors_of_the_program_is_an_artefact() -> None:
    no, yes = (-1.0, -1.2, -0.8), (1.0, 0.8, 1.2)
    assert outcome_of({"paper": no, "code": yes}).verdict is Verdict.ARTEFACT
    assert outcome_of({"paper": no, "code": no}).verdict is Verdict.CONTRADICTED
    assert outcome_of({"paper": yes, "code": no}).verdict is Verdict.REPLICATED
    assert outcome_of({"paper": (0.0, -9.0, 9.0), "code": yes}).verdict is Verdict.NOT_DECIDABLE


def test_what_fails_after_a_guess_is_not_held_against_the_paper() -> None:
    no, yes = (-1.0, -1.2, -0.8), (1.0, 0.8, 1.2)
    found = outcome_of({"paper": no}, unprinted="the weights")
    assert found.verdict is Verdict.NOT_PRINTED
    assert "the weights" in found.why
    assert outcome_of({"paper": yes}, unprinted="the weights").verdict is Verdict.REPLICATED


def test_a_record_without_a_claim_of_the_paper_has_no_verdict_on_it() -> None:
    found = outcome_of({"paper": (-1.0, -1.2, -0.8)}, ours=True)
    assert found.verdict is Verdict.NO_CLAIM
    assert "0 of 1" in found.why


def test_no_record_claims_that_an_agent_differs_from_itself_or_does_not() -> None:
    for experiment in EXPERIMENTS.values():
        for meeting in experiment.meetings():
            specs = {experiment.agents[name].spec(experiment.judge) for name in meeting}
            mirror = len(meeting) == 2 and len(specs) == 1
            told = {of for one in experiment.claims if not one.ours for of in quantities_of(one)}
            assert not (mirror and {" v ".join(meeting), f"{' v '.join(meeting)} won"} & told), experiment.id


def test_every_claim_of_a_paper_is_quoted_with_its_place() -> None:
    for experiment in EXPERIMENTS.values():
        for one in experiment.claims:
            assert one.ours != bool(one.quote and one.where), f"{experiment.id}: {one.says}"
            assert not one.quote.startswith(("“", '"'))


def test_a_stopped_full_run_does_not_replace_a_better_quick_one(tmp_path: Path) -> None:
    experiment = claim(check="more", of="x")
    reproduce.save(judged(experiment, "quick", {"paper": Measured(20, {"x": Interval(1, 0.5, 1.5)})}), tmp_path)
    short = judged(experiment, "full", {"paper": Measured(3, {"x": Interval(1, -9, 11)})})
    assert reproduce.save(short, tmp_path)
    kept = reproduce.kept_outcome(experiment, tmp_path)
    assert kept
    assert kept.scale == "quick"
    longer = judged(experiment, "full", {"paper": Measured(30, {"x": Interval(1, 0.8, 1.2)})})
    assert reproduce.save(longer, tmp_path)
    assert not reproduce.save(short, tmp_path)  # nor a longer one of its own scale
    kept = reproduce.kept_outcome(experiment, tmp_path)
    assert kept
    assert kept.scale == "full"
    assert kept.counts == {"paper": 30}
    assert json.loads((tmp_path / "mine" / "duel.json").read_text(encoding="utf-8"))["shown"] == "full"


def test_a_result_of_other_settings_says_so(tmp_path: Path) -> None:
    experiment = claim(check="more", of="x")
    reproduce.save(judged(experiment, "quick", {"paper": Measured(20, {"x": Interval(1, 0.5, 1.5)})}), tmp_path)
    changed = experiment.model_copy(update={"agents": experiment.agents | {"bully": AgentText(paper="random")}})
    kept = reproduce.kept_outcome(changed, tmp_path)
    assert kept
    assert kept.stale
    assert "earlier settings" in pages.page(kept)
    same = reproduce.kept_outcome(experiment.model_copy(update={"title": "Another"}), tmp_path)
    assert same
    assert not same.stale


def test_an_old_result_is_read_and_what_it_does_not_tell_is_said(tmp_path: Path) -> None:
    experiment = claim(check="more", of="x")
    old = {"complete": True, "why": "", "columns": {"paper": {"count": 20, "quantities": {"x": [1, 0.5, 1.5]}}}}
    path = tmp_path / "mine" / "duel.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"quick": old}), encoding="utf-8")
    kept = reproduce.judge_again(experiment, tmp_path)
    assert kept
    assert kept.verdict.verdict is Verdict.REPLICATED
    assert "not recorded" in pages.page(kept)
    assert "made" not in json.loads(path.read_text(encoding="utf-8"))["quick"]


def test_what_was_not_played_is_not_judged() -> None:
    assert judge(claim(check="more", of="x").claims[0], {}, 1.0).verdict is Verdict.NOT_RUN


def test_the_commit_is_what_the_environment_says_else_the_version_where_there_is_no_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    provenance.commit.cache_clear()
    try:
        assert provenance.commit() == kibitz.__version__
        monkeypatch.setenv("KIBITZ_COMMIT", "abc1234")
        provenance.commit.cache_clear()
        assert provenance.commit() == "abc1234"
    finally:
        provenance.commit.cache_clear()


def test_our_own_questions_do_not_change_the_verdict_on_the_paper() -> None:
    experiment = Experiment.model_validate(
        json.loads(load_small().model_dump_json(by_alias=True, exclude_none=True))
        | {
            "claims": [
                {"says": "Theirs.", "check": "more", "of": "x"},
                {"says": "Ours.", "check": "less", "of": "x", "ours": True},
            ]
        }
    )
    outcome = judged(experiment, "quick", {"paper": Measured(10, {"x": Interval(1, 0.5, 1.5)})})
    assert outcome.verdict.verdict is Verdict.REPLICATED


def test_an_experiment_goes_from_its_file_to_a_page(tmp_path: Path, kibitz_command: Command) -> None:
    written(tmp_path, SMALL)
    results = tmp_path / "results"
    arguments = ("reproduce", "mine/duel", "--experiments", str(tmp_path), "--results", str(results))
    first = kibitz_command(*arguments)
    assert first.code == 0, first.err
    assert "bully v random won" in first.out
    kept = (results / "mine" / "duel.json").read_text(encoding="utf-8")
    told = json.loads(kept)["quick"]
    assert told["verdict"] == "replicated"
    assert told["made"]["seed"] == 1
    assert told["made"]["commit"]
    assert told["made"]["cpu_seconds"] >= 0
    assert "core" in told["made"]["machine"]
    page = (results / "mine" / "duel.md").read_text(encoding="utf-8")
    assert "kibitz reproduce mine/duel" in page
    assert f"Seed 1, commit {told['made']['commit']}" in page
    assert "“Bullies win.” (section 1)" in page
    assert ET.fromstring((results / "mine" / "duel-figure.svg").read_text(encoding="utf-8")).tag.endswith("svg")
    assert "[mine/duel](mine/duel.md)" in (results / "README.md").read_text(encoding="utf-8")
    assert kibitz_command(*arguments).code == 0  # from the store: the same numbers
    assert (results / "mine" / "duel.json").read_text(encoding="utf-8") == kept


def test_pages_are_written_anew_from_what_was_kept(
    tmp_path: Path, kibitz_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # away from the project's own pages
    written(tmp_path, SMALL)
    where = ("--experiments", str(tmp_path), "--results", str(tmp_path / "results"))
    assert kibitz_command("reproduce", "mine/duel", *where).code == 0
    page = tmp_path / "results" / "mine" / "duel.md"
    before = page.read_text(encoding="utf-8")
    page.unlink()
    assert kibitz_command("reproduce", "--pages", *where).code == 0
    assert page.read_text(encoding="utf-8") == before


def test_a_result_is_checked_to_the_last_digit(tmp_path: Path, kibitz_command: Command) -> None:
    written(tmp_path, SMALL)
    results = tmp_path / "results"
    folders = ("--experiments", str(tmp_path), "--results", str(results))
    assert "there is no result" in kibitz_command("reproduce", "--check", *folders).out
    assert kibitz_command("reproduce", "mine/duel", *folders).code == 0
    right = kibitz_command("reproduce", "--check", *folders, "--executor", "processes", "-t", "1")
    assert right.code == 0, right.err
    assert "same      mine/duel (paper) bully v random" in right.out
    path = results / "mine" / "duel.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    returns = data["quick"]["columns"]["paper"]["sample"]["returns"]["bully v random"]
    assert len(returns) == 2
    assert len(returns[0]) == 2  # seatings
    returns[1][0][0] += 1
    path.write_text(json.dumps(data), encoding="utf-8")
    wrong = kibitz_command("reproduce", "mine/duel", "--check", *folders)
    assert wrong.code == 1
    assert "DIFFERENT mine/duel (paper) bully v random" in wrong.out


def test_minutes_bound_an_analysis_too(tmp_path: Path) -> None:
    experiment = EXPERIMENTS["vu2019/ws1-q6"].model_copy(
        update={"scale": Scales(quick={"paper": 100_000}, full={"paper": 9})}
    )
    began = time.monotonic()
    outcome = reproduce.run(experiment, "quick", tmp_path, minutes=0.02)
    assert time.monotonic() - began < 60
    assert 2 <= outcome.counts["paper"] < 100_000
    assert not outcome.complete
    assert outcome.measured["paper"].sample["count"] == 3


def test_progress_is_told_without_a_terminal_too(
    tmp_path: Path, kibitz_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.cli.progress._EVERY", 0.0)
    written(tmp_path, SMALL)
    told = kibitz_command("reproduce", "mine/duel", "--experiments", str(tmp_path), "--results", str(tmp_path))
    assert re.search(r"mine/duel \(paper\): \d+ of 20 deals, \d+ s", told.err)


def test_ctrl_c_tells_what_is_kept(tmp_path: Path, kibitz_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kibitz.cli.progress.Progress.__call__", stop)
    written(tmp_path, SMALL)
    told = kibitz_command("reproduce", "mine/duel", "--experiments", str(tmp_path), "--results", str(tmp_path))
    assert told.code == 130
    assert re.search(r"Stopped in mine/duel\. \d+ of 20 deals of column paper are kept in .*\.kibitz", told.err)


class Killed(BaseException):
    """The end of a program that cannot do anything about it."""


def test_an_experiment_killed_again_and_again_has_the_result_of_one_that_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment, chance, kills, stored = load(written(tmp_path, SMALL)), random.Random(1), 0, list[int]()

    def result(folder: Path) -> dict[str, Any]:
        outcome = reproduce.run(experiment, "full", folder, workers=1)
        reproduce.save(outcome, folder)
        return {key: value for key, value in reproduce.load(experiment, folder)["full"].items() if key != "made"}

    whole, write = result(tmp_path / "whole"), lab.Store.write

    def deadly(store: lab.Store, contest: int, groups: Iterable[Group]) -> None:
        groups = list(groups)
        if chance.random() < 0.2:
            raise Killed
        write(store, contest, groups)
        stored.extend(group.number for group in groups)
        if chance.random() < 0.2:
            raise Killed

    monkeypatch.setattr(lab.Store, "write", deadly)
    while True:
        try:
            patched = result(tmp_path / "patched")
            break
        except Killed:
            kills += 1
    assert kills
    assert patched == whole
    assert sorted(stored) == list(range(40)), "what was stored is not played again"


def test_a_course_is_drawn_in_blocks(tmp_path: Path) -> None:
    course = SMALL.replace('kind = "bars"', 'kind = "course"\nblocks = 4')
    outcome = reproduce.run(load(written(tmp_path, course)), "quick", tmp_path)
    assert {f"bully v random won, block {n}" for n in (1, 2, 3, 4)} <= set(outcome.columns["paper"])
    pages.write(outcome, tmp_path)
    drawn = (tmp_path / "mine" / "duel-figure.svg").read_text(encoding="utf-8")
    assert "fitted" in drawn


def test_every_figure_of_a_paper_is_drawn() -> None:
    """By the experiment, or by its analysis."""
    drawing = {"hands", "q_learning", "heat_map", "beater", "sample_size"}
    for experiment in EXPERIMENTS.values():
        if any("/fig" in name for name in (experiment.id, *experiment.also)):
            assert experiment.figure or (experiment.analysis and experiment.analysis.name in drawing), experiment.id


def test_a_page_of_a_paper_gets_its_table() -> None:
    experiment = load_small()
    text = "before\n<!-- results of mine -->\nold\n<!-- end of results -->\nafter\n"
    filled = pages.fill(text, [(experiment, None)])
    assert "old" not in filled
    assert "| mine/duel | Who is better? | not run |" in filled
    assert filled.startswith("before\n")
    assert filled.endswith("after\n")


def test_an_unknown_experiment_and_an_empty_folder_are_told(tmp_path: Path, kibitz_command: Command) -> None:
    nothing = kibitz_command("reproduce", "--all", "--experiments", str(tmp_path))
    assert nothing.code == 2
    assert "There are no experiments in" in nothing.err
    unknown = kibitz_command("reproduce", "epfl2017/table-9.9", "--experiments", str(ROOT / "experiments"))
    assert unknown.code == 2
    assert 'There is no experiment "epfl2017/table-9.9"' in unknown.err


def small_run(name: str, count: int) -> dict[str, Interval]:
    experiment = EXPERIMENTS[name]
    assert experiment.analysis
    return named(experiment.analysis.name)(experiment, experiment.judge, count).quantities


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("epfl2017/sec-2.3.1", 3),
        ("eth2022/fig-3.1", 500),
        ("eth2022/fig-4.3", 10),
        ("eth2022/fig-4.4", 8),
        ("eth2022/fig-5.3", 3),
        ("leiden2017/fig-6.4", 2000),
        ("vu2019/ws1-q6", 4),
        ("vu2019/ws1-q8", 10),
        ("basel2015/assignment", 2),
    ],
)
def test_an_analysis_gives_the_quantities_its_claims_speak_of(name: str, count: int) -> None:
    found = small_run(name, count)
    claimed = {of for claim in EXPERIMENTS[name].claims for of in quantities_of(claim)}
    later = {of for of in claimed if of.startswith("change after")}  # wants more rounds than a test has
    assert claimed - later <= set(found)
    assert all(value.low <= value.mean <= value.high for value in found.values())


TRAINED = SMALL.replace(
    'bully = "bully"', 'bully = "net(ml-bully)"'
).replace(
    "[play]",
    """[train.ml-bully]
learner = "ml"
file = "ml-bully.safetensors"
set = { player = "bully", shape = "1x16", epochs = 2 }
quick = 200
full = 2000

[play]""",
)  # fmt: skip


def test_a_network_is_trained_once_the_same_everywhere_and_what_it_lacks_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    experiment = load(written(tmp_path, TRAINED))
    first = reproduce.run(experiment, "quick", tmp_path)
    assert first.verdict.verdict is Verdict.NOT_DECIDABLE
    assert "after 10.0% of the training" in first.verdict.why
    assert "- ml-bully: `kibitz train ml --game schnapsen" in pages.page(first)
    assert reproduce.run(experiment, "quick", tmp_path / "elsewhere").columns == first.columns

    monkeypatch.setattr("kibitz.games.schnapsen.learners.ml.train", None)
    again = reproduce.run(experiment, "quick", tmp_path)
    assert again.columns == first.columns


def test_a_network_is_judged_from_three_trainings_with_their_spread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    small = TRAINED.replace("quick = 200\nfull = 2000", "quick = 200\nfull = 200")
    experiment = load(
        written(
            tmp_path,
            small.replace('["bully", "random"]]', '["bully", "random"], ["random", "lead"]]').replace(
                'random = "random"', 'random = "random"\nlead = "bully"'
            ),
        )
    )
    outcome = reproduce.run(experiment, "quick", tmp_path)
    assert len(list((tmp_path / "store" / "networks").iterdir())) == 3
    assert outcome.measured["paper"].seeds == 3
    assert "bully v random" in outcome.measured["paper"].freedom
    assert "random v lead" not in outcome.measured["paper"].freedom  # no network: played once
    assert list(outcome.measured["paper"].sample["returns"]) == ["random v lead"]
    assert "3 trainings" in pages.page(outcome)
    assert outcome.made.cpu_seconds
    reproduce.save(outcome, tmp_path)
    kept = reproduce.kept_outcome(experiment, tmp_path)
    assert kept
    assert kept.verdict == outcome.verdict
    once = judged(experiment, "quick", {"paper": replace(outcome.measured["paper"], seeds=1)})
    assert once.verdict.verdict is Verdict.NOT_DECIDABLE
    assert "from one training of 3" in once.verdict.why

    for home in (tmp_path / "store" / "networks").iterdir():
        (home / "log.csv").write_text("samples,loss\n100,0.5\n200,0.4\n", encoding="utf-8")
    drawn = experiment.model_copy(update={"figure": Figure(kind="training", of=["loss"])})
    monkeypatch.setattr("kibitz.games.schnapsen.learners.ml.train", None)  # all are there
    assert "seed 3" in reproduce.run(drawn, "quick", tmp_path).drawings["figure"]


def test_a_longer_training_goes_on_where_a_shorter_one_ended(tmp_path: Path) -> None:
    """And ends with the same network as one that was not interrupted."""
    pytest.importorskip("torch")
    told = EXPERIMENTS["eth2022/fig-5.1"]

    def trained(results: Path, samples: int) -> tuple[bytes, int]:
        training = told.train["v"].model_copy(update={"quick": samples, "set": {"agent": "v", "simulations": 5}})
        network = ready(told.model_copy(update={"train": {"v": training}}), ["paper"], "quick", results)
        path = network_of(network.agents["ModDirV"].paper or "")
        with safe_open(str(path), "np") as file:
            weights = b"".join(file.get_tensor(name).tobytes() for name in sorted(file.keys()))
        return weights, len((path.parent / "log.csv").read_text(encoding="utf-8").splitlines())

    from safetensors import safe_open

    trained(tmp_path / "twice", 72)
    assert trained(tmp_path / "twice", 144) == trained(tmp_path / "once", 144)


def test_half_a_network_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Learners that are stopped keep what they have; an experiment must not take that for the whole."""
    pytest.importorskip("torch")
    from kibitz.games.schnapsen.learners import ml

    whole = ml.train
    monkeypatch.setattr(ml, "train", lambda order, settings: whole(replace(order, samples=50), settings))
    with pytest.raises(KeyboardInterrupt):
        reproduce.run(load(written(tmp_path, TRAINED)), "quick", tmp_path)
    assert [path.suffix for path in (tmp_path / "store" / "networks").iterdir()] == [".part"]


def test_without_pytorch_an_experiment_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz_command: Command
) -> None:
    written(tmp_path, TRAINED)
    monkeypatch.setattr("kibitz.experiments.training.find_spec", lambda _: None)
    folders = ("--experiments", str(tmp_path), "--results", str(tmp_path / "results"))
    outcome = kibitz_command("reproduce", "mine/duel", *folders)
    assert outcome.code == 0
    assert 'pip install "kibitz[learn]"' in outcome.out
    assert 'pip install "kibitz[learn]"' in (tmp_path / "results" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "experiment", [r for r in EXPERIMENTS.values() if r.train], ids=lambda experiment: experiment.id
)
def test_every_training_names_a_learner_its_settings_and_a_game_of_its(experiment: Experiment) -> None:
    pytest.importorskip("torch")
    from kibitz.learning import learner
    from kibitz.learning.order import changed

    for training in experiment.train.values():
        module = learner(training.learner)
        changed(module.defaults("cpu"), {key: str(value) for key, value in training.set.items()})
        assert game_of(training.game or experiment.rules("paper")).name in module.GAMES
    spelled = " ".join(spec for text in experiment.agents.values() for column in COLUMNS if (spec := text.spec(column)))
    assert all(f"net({name})" in spelled for name in experiment.train)


@pytest.mark.long
@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=list(EXPERIMENTS))
def test_the_committed_result_comes_out_again_to_the_last_digit(
    experiment: Experiment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    for found in sample.check(experiment, reproduce.load(experiment, ROOT / "results")):
        assert found.same is not False, f"{found.what}: {found.why}"


# What some analyses need before there is anything to tell.
LEAST = {"eth2022/fig-3.1": 300, "leiden2017/fig-6.4": 3000, "leiden2017/table-6.2": 3000, "epfl2017/fig-4.5": 1600}


@pytest.mark.long
@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=list(EXPERIMENTS))
def test_every_experiment_can_be_run_from_its_networks_to_its_page(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All columns of both scales, with a few deals, searches of few iterations and networks that learned nothing."""
    pytest.importorskip("torch")
    monkeypatch.chdir(ROOT)

    def short(spec: str | None) -> str | None:
        return spec and re.sub(r"\b(budget=|ismcts\(|p?i?mc\()\d+", r"\g<1>5", spec)

    columns = experiment.scale.quick | experiment.scale.full
    counts = dict.fromkeys(columns, LEAST.get(experiment.id, 3))
    few = {"simulations": 5, "epochs": 1}
    small = experiment.model_copy(
        update={
            "agents": {
                name: AgentText(**{column: short(text.spec(column)) for column in COLUMNS})
                for name, text in experiment.agents.items()
            },
            "train": {
                name: each.model_copy(update={"quick": 100, "set": {k: few.get(k, v) for k, v in each.set.items()}})
                for name, each in experiment.train.items()
            },
            "scale": Scales(quick=counts, full=counts),
        }
    )
    outcome = reproduce.run(small, "quick", tmp_path)
    reproduce.save(outcome, tmp_path)
    pages.write(outcome, tmp_path)
    assert set(outcome.columns) == set(columns)
    assert reproduce.kept_outcome(small, tmp_path) is not None


def test_every_discrepancy_has_the_command_that_shows_it() -> None:
    page = (ROOT / "docs/papers/discrepancies.md").read_text(encoding="utf-8")
    found = [part for part in page.split("\n\n") if part.startswith(("**", "    kibitz"))]
    assert len(found) > 50
    for told, shown in zip(found[::2], found[1::2], strict=True):
        assert told.startswith("**")
        words = shlex.split(shown.replace("\\\n", " "))
        assert words[0] == "kibitz", told
        if words[1] == "reproduce":
            assert words[2] in EXPERIMENTS
        elif words[1] == "match":
            assert [kibitz.agent(spec) for spec in words[2:4]]


def test_people_hold_what_figure_4_3_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    experiment = EXPERIMENTS["epfl2017/fig-4.3"]
    found = small_run(experiment.id, 2)
    human = [claim for claim in experiment.claims if all(name.startswith("human") for name in quantities_of(claim))]
    assert len(human) >= 9
    for one in human:
        assert judge(one, found, experiment.enough).verdict is Verdict.REPLICATED, one.says


def test_behaviour_is_told_beside_that_of_people(kibitz_command: Command) -> None:
    told = kibitz_command("lab", "behaviour", "rules", "--deals", "20", "--json")
    assert told.code == 0, told.err
    data = json.loads(told.out)
    assert data["quantities"]["Tichu called"]["people"] == 0.15
    assert 5 < data["quantities"]["tricks"]["mean"] < 20
    assert {statement["verdict"] for statement in data["statements"]} <= {
        *("true", "false", "not shown", "too few deals", "does not apply")
    }


@pytest.mark.parametrize("game", ["doppelkopf", "schnapsen", "six_nimmt"])
def test_every_game_has_a_behaviour(game: str, kibitz_command: Command) -> None:
    told = kibitz_command("lab", "behaviour", "rules", "--game", game, "--deals", "5")
    assert told.code == 0, told.err


def test_behaviour_wants_one_agent_or_a_full_table(kibitz_command: Command) -> None:
    told = kibitz_command("lab", "behaviour", "rules", "random")
    assert told.code == 2
    assert "name one agent, or 4" in told.err


SAMPLE_GAME = """kibitz 1
game: schnapsen
rules: course
deal:
  0: CK CQ DT HT HJ
  1: CA CT CJ DQ HA
  talon: SK SA HK DJ HQ SQ ST DK SJ DA
moves:
  0 CK; 1 CT
  1 SK; 0 SA
  0 HK; 1 DJ
  1 CJ; 0 DT
  0 SQ; 1 DQ
  1 CA; 0 CQ
  1 HQ; 0 HT
  0 DA; 1 DK
  0 ST; 1 SJ
result: 1 0
"""

# After every trick, as printed: both hands, the points, the cards in the stock.
SAMPLE_STATES = [
    ("CQ DT HT HJ SA", "CA CJ DQ HA SK", [0, 14], 8),
    ("CQ DT HT HK HJ", "CA CJ DQ DJ HA", [15, 14], 6),
    ("CQ DT HT HJ SQ", "CA CJ DQ HA HQ", [15, 20], 4),
    ("CQ HT HJ ST SQ", "CA DK DQ HA HQ", [27, 20], 2),
    ("CQ DA HT HJ ST", "CA DK HA HQ SJ", [27, 26], 0),
    ("DA HT HJ ST", "DK HA HQ SJ", [27, 40], 0),
    ("DA HJ ST", "DK HA SJ", [40, 40], 0),
    ("HJ ST", "HA SJ", [55, 40], 0),
    ("HJ", "HA", [67, 40], 0),
]


def test_the_sample_game_of_vu2019_is_replayed_state_by_state() -> None:
    record = kibitz.Record(SAMPLE_GAME)
    state = kibitz.Record(SAMPLE_GAME.partition("  0 CK;")[0]).replay()
    states = []
    for number, (seat, move) in enumerate(record.moves, 1):
        state = state.play(seat, move)
        if number % 2 == 0:
            facts = StateFacts.of(state)
            hands = [" ".join(sorted(facts.hands[seat])) for seat in (0, 1)]
            states.append((*hands, list(facts.points), facts.talon_size))
    expected = [(" ".join(sorted(a.split())), " ".join(sorted(b.split())), p, t) for a, b, p, t in SAMPLE_STATES]
    assert states == expected
    assert state.returns == [1, 0]


@pytest.mark.parametrize(
    "text", ['{"quick": {', "[" * 100_000, "[]", "\0", '{"quick": {"columns": 7}}', '{"quick": []}']
)
def test_a_damaged_result_is_told_in_a_sentence(tmp_path: Path, text: str) -> None:
    experiment = EXPERIMENTS["vu2019/round-robin"]
    path = reproduce.json_path(experiment, tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(kibitz.InvalidSpec, match=r"\.$"):
        reproduce.kept_outcome(experiment, tmp_path)
