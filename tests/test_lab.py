"""Plans, and what comes of them: the same numbers however they are played."""

import json
import os
import pickle
import signal
from collections.abc import Callable
from contextlib import suppress
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz import _core, lab
from kibitz.lab import replay
from kibitz.lab.report import html
from kibitz.stats import Verdict


def mixed() -> lab.Plan:
    """Two sides, a panel and whole matches: every kind of contest, small."""
    return lab.Plan(
        "mixed",
        (
            lab.head_to_head(kibitz.Game("tichu", "mini"), "rules", "ismcts(5)", deals=20, seed=3),
            lab.panel("six_nimmt", ["rules", "highest"], others="random", deals=20),
            lab.head_to_head(kibitz.Game("schnapsen").to_match(3), "rules", "bully", deals=8, whole=True),
        ),
    )


def text(results: lab.Results) -> str:
    return json.dumps(results.summary())


@pytest.mark.parametrize(("executor", "workers"), [("threads", 2), ("threads", 3), ("processes", 2)])
def test_a_plan_gives_the_same_bytes_on_any_number_of_workers(executor: str, workers: int) -> None:
    alone = lab.run(mixed(), workers=1)
    assert alone.complete
    assert text(lab.run(mixed(), executor=executor, workers=workers)) == text(alone)


def test_contests_that_are_longer_begin_with_the_same_deals() -> None:
    short = lab.run(lab.round_robin("schnapsen", ["rules", "rdeep", "random"], deals=10))
    longer = lab.run(lab.round_robin("schnapsen", ["rules", "rdeep", "random"], deals=15))
    for one, other in zip(short.contests, longer.contests, strict=True):
        assert (one.difference() == other.difference()[:10]).all()


def test_a_gauntlet_pairs_champions_with_opponents() -> None:
    plan = lab.gauntlet("tichu", ["rules"], ["random", "simple", "rules"], deals=5)
    assert [contest.title for contest in plan.contests] == ["rules v random", "rules v simple"]


def test_two_variants_and_two_others_meet_in_twelve_seatings() -> None:
    contest = lab.head_to_head("doppelkopf", "rules", "healthy", others="random", deals=2)
    assert contest.agents == ("rules", "healthy", "random")
    assert len(set(contest.seatings)) == 12
    assert all(sorted(seating) == [0, 1, 2, 2] for seating in contest.seatings)


def test_where_the_cards_make_the_parties_two_agents_have_one_seat_each_beside_a_neutral_player() -> None:
    contest = lab.head_to_head("doppelkopf", "random", "healthy", deals=2)
    assert contest.agents == ("random", "healthy", "rules")
    assert sorted(contest.seatings) == sorted(set(permutations([0, 1, 2, 2])))
    assert (contest.beside, contest.title) == ("rules", "random v healthy beside rules")
    assert contest == lab.head_to_head("doppelkopf", "random", "healthy", others="rules", deals=2)


@pytest.mark.parametrize(("a", "b", "table"), [("rules", "random", [0, 1, 0, 0]), ("random", "rules", [0, 1, 1, 1])])
def test_whoever_meets_the_neutral_player_sits_alone_among_three_of_it(a: str, b: str, table: list[int]) -> None:
    contest = lab.head_to_head("doppelkopf", a, b, deals=2)
    assert contest.agents == (a, b)
    assert sorted(contest.seatings) == sorted(set(permutations(table)))
    assert contest.beside == "rules"


def test_two_of_each_meet_in_doppelkopf_if_asked_for() -> None:
    contest = lab.head_to_head("doppelkopf", "random", "healthy", others=(), deals=2)
    assert contest.two_sides
    assert not contest.beside
    assert sorted(contest.seatings) == sorted(set(permutations([0, 0, 1, 1])))


@pytest.mark.parametrize("name", ["tichu", "schnapsen", "six_nimmt"])
def test_elsewhere_the_two_sides_of_the_game_meet(name: str) -> None:
    contest = lab.head_to_head(name, "random", "rules", deals=2)
    assert contest.table.neutral is None
    assert contest.two_sides
    assert not contest.beside


def test_a_report_says_who_filled_the_table_and_compares_the_others_only() -> None:
    results = lab.run(lab.round_robin("doppelkopf", ["random", "healthy", "rules"], deals=3))
    assert [(one.contest, one.a, one.b) for one in results.comparisons()] == [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
    assert [contest["beside"] for contest in results.summary()["contests"]] == ["rules"] * 3
    (ladder,) = results.ladders()
    assert ladder.title == "Doppelkopf, ddv, one seat each beside rules"
    assert sorted(rating.player for rating in ladder.ratings) == ["healthy", "random", "rules"]
    page = html(results)
    assert "Two that meet have one seat each beside rules." in page
    assert "Cross table: Doppelkopf, ddv, game points per deal, beside rules" in page


def test_one_agent_meets_four_others_in_every_rotation() -> None:
    contest = lab.panel(kibitz.Game("six_nimmt", players=5), ["rules"], others="random", deals=2)
    assert sorted(contest.seatings) == sorted({tuple(int(seat != at) for seat in range(5)) for at in range(5)})


def test_partners_of_mixed_teams_stay_partners() -> None:
    contest = lab.teams("tichu", ["rules", "simple"], ["random", "random"], deals=2)
    assert contest.agents == ("rules", "random", "simple")
    assert len(contest.seatings) == 4
    assert all(abs(seating.index(0) - seating.index(2)) == 2 for seating in contest.seatings)


def test_a_table_must_be_full() -> None:
    with pytest.raises(kibitz.InvalidSpec, match="played by 4 under these rules, not by 3 agents"):
        lab.panel("tichu", ["rules", "random", "simple"], deals=2)
    with pytest.raises(kibitz.InvalidSpec, match="played by 4"):
        lab.panel("tichu", ["rules"], others=["random", "random"], deals=2)


def test_values_are_means_over_the_seats_of_an_agent() -> None:
    contest = lab.Contest("tichu", "mini", ("rules", "random"), ((0, 1, 0, 1), (1, 0, 1, 0)), 2)
    groups = (
        lab.Group(0, [[30, 70, 30, 70], [55, 45, 55, 45]], [[1, 3], [0, 2]], [1, 1], [9, 9], [0.0, 0.0]),
        lab.Group(1, [[0, 100, 0, 100], [20, 80, 20, 80]], [[1, 3], [1, 3]], [1, 1], [9, 9], [0.0, 0.0]),
    )
    result = lab.ContestResult(contest, groups)
    assert result.points(0).tolist() == [37.5, 40.0]
    assert result.difference().tolist() == [-25.0, -20.0]
    assert result.outcomes().tolist() == [[-1, -1], [-1, 1]]
    assert result.win_loss()[:3] == (1, 0, 3)
    assert result.rank(0).mean == (3.5 * 3 + 1.5) / 4
    assert result.firsts(0).mean == 0.125
    assert result.verdict() == Verdict.UNDECIDED


def test_a_match_is_won_by_its_rules_and_not_by_the_sum_of_points() -> None:
    contest = lab.Contest("schnapsen", "tournament", ("rules", "random"), ((0, 1),), 2, whole=True)
    groups = tuple(lab.Group(n, [[5, 7]], [[0]], [4], [9, 9], [0.0, 0.0]) for n in range(2))
    assert lab.ContestResult(contest, groups).win_loss()[:3] == (2, 0, 0)


def test_whole_matches_reach_their_target() -> None:
    contest = lab.head_to_head(kibitz.Game("schnapsen").to_match(7), "rules", "rdeep", deals=4, whole=True)
    for group in lab.run(lab.Plan("Bummerl", (contest,))).contests[0].groups:
        assert all(max(returns) >= 7 and deals >= 3 for returns, deals in zip(group.returns, group.deals, strict=True))
        assert all(len(winners) == 1 for winners in group.winners)


@pytest.mark.parametrize(("game", "deals"), [("doppelkopf", 24), ("six_nimmt", None), ("tichu", None)])
def test_every_game_has_whole_matches(game: str, deals: int | None) -> None:
    contest = lab.head_to_head(kibitz.Game(game).to_match(), "rules", "rules", deals=2, whole=True)
    groups = lab.run(lab.Plan("matches", (contest,))).contests[0].groups
    assert all(played == deals if deals else played > 1 for group in groups for played in group.deals)


def test_cheaters_are_marked_in_every_table() -> None:
    peek = "ismcts(5, worlds=peek(1))"
    results = lab.run(lab.round_robin(kibitz.Game("tichu", "mini"), [peek, "random", "rules"], deals=3))
    spec = str(kibitz.agent(peek))
    assert results.cheaters == {spec}
    assert results.marked(spec) == f"{spec} (cheats)"
    assert [one["cheats"] for one in results.summary()["contests"][0]["agents"]] == [True, False]
    assert sum(rating["cheats"] for rating in results.summary()["ladders"][0]["ratings"]) == 1
    page = html(results)
    assert page.count(f"{spec} (cheats)") >= 6


def test_an_sprt_stops_by_itself_and_at_the_same_deal_on_any_number_of_workers() -> None:
    plan = lab.Plan("test", (lab.head_to_head("schnapsen", "rules", "random", deals=5000, sprt=(0, 50)),))
    one, two = lab.run(plan, workers=1), lab.run(plan, workers=2)
    assert text(one) == text(two)
    result = one.contests[0]
    assert result.stopped
    assert result.complete
    assert len(result.groups) < 500
    assert result.sequential().decision == "H1"
    assert result.verdict() == Verdict.BETTER


def test_ladders_stand_on_random() -> None:
    results = lab.run(lab.round_robin("schnapsen", ["rules", "random", "bully"], deals=60))
    (ladder,) = results.ladders()
    assert ladder.model == "Bradley–Terry"
    assert ladder.ratings[0].player == "rules"
    assert next(rating for rating in ladder.ratings if rating.player == "random")[1:4] == (0, 0, 0)


def test_agents_that_never_met_are_not_compared() -> None:
    plan = lab.Plan(
        "apart",
        (
            lab.head_to_head("schnapsen", "rules", "random", deals=4),
            lab.head_to_head("schnapsen", "rdeep", "bully", deals=4),
        ),
    )
    assert [len(ladder.ratings) for ladder in lab.run(plan).ladders()] == [2, 2]


def test_python_agents_take_part_like_any_other(tmp_path: Path) -> None:
    plan = lab.round_robin("schnapsen", ["test_lab:Hasty", "random", "rules"], deals=6)
    threads = lab.run(plan, tmp_path / "store.kibitz")
    assert text(lab.run(plan)) == text(threads)
    assert threads.contests[0].decisions(0) > 0
    assert html(threads)


def test_a_process_killed_in_the_middle_is_replaced_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fate = tmp_path / "fate"
    monkeypatch.setenv("KIBITZ_TEST_FATE", str(fate))
    plan = lab.round_robin("schnapsen", ["test_lab:Unlucky", "random"], deals=12)
    killed = lab.run(plan, executor="processes", workers=2)
    assert fate.exists()
    assert text(killed) == text(lab.run(plan))


def test_processes_that_always_die_end_in_a_sentence() -> None:
    plan = lab.round_robin("schnapsen", ["test_lab:Doomed", "random"], deals=4)
    with pytest.raises(ValueError, match=r"^Worker processes died 4 times before a group was finished"):
        lab.run(plan, executor="processes", workers=1)


def test_a_cheater_of_the_engine_does_not_sit_down_with_a_python_agent() -> None:
    with pytest.raises(kibitz.InvalidSpec, match=r"looks at the true cards, which cannot be shown .* test_lab:Hasty"):
        lab.head_to_head("tichu", "ismcts(10, worlds=true)", "test_lab:Hasty", deals=2)


def test_objects_take_part_but_cannot_be_kept(tmp_path: Path) -> None:
    plan = lab.Plan("object", (lab.head_to_head("schnapsen", Hasty(), "random", deals=3),))
    assert lab.run(plan).contests[0].contest.labels == ("Hasty", "random")
    with pytest.raises(kibitz.InvalidSpec, match="needs agents by name"):
        lab.run(plan, tmp_path / "store.kibitz")


def test_a_lopsided_deal_can_be_seen_again() -> None:
    for contest in (mixed().contests[0], lab.head_to_head("schnapsen", Hasty(), "rules", deals=20)):
        result = lab.run(lab.Plan("one", (contest,))).contests[0]
        deals = replay.lopsided(result, 2)
        assert abs(deals[0].difference) >= abs(deals[1].difference)
        assert abs(deals[0].difference) == np.abs(result.difference()).max()
        record = replay.record(contest, deals[0].number, deals[0].seating)
        assert record.result == result.groups[deals[0].number].returns[deals[0].seating]


def test_a_report_needs_nothing_else() -> None:
    page = html(lab.run(mixed()))
    for heading in ("Ladder", "Who met whom", "Distributions", "Time per move", "lopsided", "Tables of many"):
        assert heading in page
    assert "<svg" in page
    assert "src=" not in page
    assert "href=" not in page


def test_a_report_says_what_is_not_finished_and_keeps_names_harmless() -> None:
    plan = lab.Plan("<b>", (lab.head_to_head("schnapsen", "rules", "random", deals=4, name="<i>"),))
    groups = lab.run(plan).contests[0].groups
    page = html(lab.Results(plan, (lab.ContestResult(plan.contests[0], groups[:3]),)))
    assert "1 of 1 contests are not finished" in page
    assert "<b>" not in page
    assert "<i>" not in page
    assert "1 of 1" in html(lab.Results(plan, (lab.ContestResult(plan.contests[0], groups[:1]),))), (
        "too little to compare"
    )


class Hasty:
    """Plays its first legal move."""

    def act(self, view: kibitz.View) -> kibitz.Move:
        return view.legal()[0]


class Unlucky(Hasty):
    """A player whose worker is killed at the first move anywhere, and never again."""

    def act(self, view: kibitz.View) -> kibitz.Move:
        with suppress(FileExistsError):
            Path(os.environ["KIBITZ_TEST_FATE"]).touch(exist_ok=False)
            _kill_worker()
        return super().act(view)


class Doomed(Hasty):
    """A player who always ends the worker."""

    def act(self, view: kibitz.View) -> kibitz.Move:
        _kill_worker()
        return super().act(view)


def _kill_worker() -> None:
    """A player lives in a process of its own, which the worker has started."""
    if (worker := os.getppid()) > 1:
        os.kill(worker, signal.SIGKILL)


Travels = Callable[[kibitz.State], object]


@pytest.mark.parametrize("name", ["tichu", "doppelkopf", "schnapsen", "six_nimmt"])
def test_what_is_needed_elsewhere_can_travel(name: str) -> None:
    game = kibitz.Game(name)
    assert pickle.loads(pickle.dumps(game)) == game
    agent = kibitz.agent("random", seed=5)
    state = game.deal(3)
    while not state.over:
        seat = state.to_act[0]
        view = state.view(seat)
        for here in (state, state.settled()):
            there = pickle.loads(pickle.dumps(here))
            assert (there, there.history(), there.to_act) == (here, here.history(), here.to_act)
        seen = pickle.loads(pickle.dumps(view))
        assert (seen, seen.history, list(seen.legal())) == (view, view.history, list(view.legal()))
        move = agent.act(view)
        assert pickle.loads(pickle.dumps(move)) == move
        state = state.play(seat, move)
    record = state.record()
    assert pickle.loads(pickle.dumps(record)) == record
    copy = pickle.loads(pickle.dumps(kibitz.agent("random", seed=5)))
    fresh = game.deal(3).view(game.deal(3).to_act[0])
    assert copy.act(fresh) == kibitz.agent("random", seed=5).act(fresh)


def test_every_view_of_every_rule_travels_open_interrupts_included() -> None:
    rules = [(name, preset) for name in _core.game_names() for preset in _core.describe_game(name)["presets"]]
    views, interrupted = 0, set()
    for name, rule in [*rules, ("doppelkopf", "ddv asked=true")]:
        game, agent = kibitz.Game(name, rule), kibitz.agent("random", seed=5)
        state = game.deal(38)  # there a bomb may interrupt, and 66 be claimed after a marriage
        while not state.over:
            assert game.position(state.setup()) == state
            for view in map(state.view, range(game.seats)):
                seen = pickle.loads(pickle.dumps(view))
                assert (seen, seen.history, list(seen.legal())) == (view, view.history, list(view.legal()))
                assert list(seen.legal(cards=True)) == list(view.legal(cards=True))
                views += 1
                if any(move.is_decline for move in seen.legal()):
                    interrupted.add((name, rule))
            (seat, *_) = state.to_act
            assert isinstance(seat, int)
            state = state.play(seat, agent.act(state.view(seat)))
    assert views > 3000
    assert interrupted == {
        ("tichu", "official"),
        ("tichu", "bsw"),
        ("doppelkopf", "ddv asked=true"),
        ("schnapsen", "tournament"),
    }


def test_a_view_travels_without_the_true_cards() -> None:
    state = kibitz.Game("schnapsen").deal(1)
    other = next(world for world in (state.view(0).sample(seed) for seed in range(20)) if world != state)
    assert pickle.dumps(state.view(0)) == pickle.dumps(other.view(0))
