"""Judgements: one engine for hints and reviews, whose statements hold on a second look."""

import itertools
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

import kibitz
from kibitz import _core
from kibitz.analysis import Judgement, Loss, Tally, judge, judgements, judging, review
from kibitz.analysis.calibration import calibrate, figures
from kibitz.analysis.judgement import grade_of
from kibitz.analysis.realised import realise
from kibitz.analysis.reviewing import split
from kibitz.analysis.study import Case, Study, cases
from kibitz.stats.groups import spread_interval

GAMES = tuple(_core.game_names())


def decision(game: str, at: int, deal: int = 1) -> Case:
    found = cases(kibitz.Game(game), "rules", deal, 1)
    return found[min(at, len(found) - 1)]


def judged(case: Case, seed: int = 1, threads: int = 1) -> Judgement:
    view, played = case.before.view(case.seat), case.before.canonical(case.seat, case.move)
    return judge(view, played, effort="quick", seed=seed, threads=threads)


@pytest.mark.parametrize("game", GAMES)
def test_a_judgement_has_every_legal_move_in_the_order_of_its_values(game: str) -> None:
    case = decision(game, 6)
    found = judged(case)
    legal = case.before.view(case.seat).legal()
    assert sorted(it.move for it in found.moves) == list(legal)
    tried = [it for it in found.moves if it.tried]
    assert found.moves[: len(tried)] == tuple(tried)
    values = [it.value for it in tried]
    assert values == sorted(values, key=lambda value: -(value or 0.0))
    assert found.best is found.moves[0]
    assert found.played in [it.move for it in tried]
    for it in tried:
        assert it.low is not None
        assert it.high is not None
        assert it.value is not None
        assert it.low <= it.value <= it.high
        assert it.loss is not None
        assert it.loss.value == pytest.approx((values[0] or 0.0) - it.value)
        assert it.line[0] == (case.seat, it.move)
    assert str(found).count("\n") == len(tried) + 1


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_judges_alike_on_any_number_of_threads(game: str) -> None:
    case = decision(game, 9)
    assert judged(case) == judged(case, threads=3)


def test_what_was_tried_does_not_depend_on_how_many_groups_there_are() -> None:
    case = decision(GAMES[0], 12)
    view = case.before.view(case.seat)
    moves = list(view.legal())[:2]
    many = _core.trials(view, moves, policy="rules", reward="margin", groups=5, each=3, seed=4, held=True, line=3)
    some = _core.trials(view, moves, policy="rules", reward="margin", first=3, groups=2, each=3, seed=4, held=True)
    assert many.rewards[3:] == some.rewards
    assert many.held[3:] == some.held
    assert [len(group) for group in many.rewards] == [3] * 5
    assert many.line(0, 0, 1)[0] == (case.seat, moves[1])
    assert len(many.line(0, 0, 1)) == 3
    stopped = Event()
    stopped.set()
    none = _core.trials(view, moves, policy="rules", reward="margin", groups=5, each=2000, seed=4, stop=stopped)
    assert len(none.rewards) < 5


def test_few_worlds_are_all_looked_at_and_then_nothing_is_left_to_chance() -> None:
    case = decision("schnapsen", 99, deal=0)
    found, again = judged(case), judged(case, seed=2)
    assert found.certain
    assert found == again, "whatever the seed"
    assert all(it.low == it.value == it.high for it in found.moves)
    assert found.grade != "unclear"


def test_a_wrong_claim_is_tried_though_no_search_would() -> None:
    record = kibitz.Record(
        "kibitz 1\ngame: schnapsen\nrules: tournament\nseed: 11\nplayers: a | b\ndeal:\n"
        "  0: CA SQ HA HJ DT\n  1: CT CK CQ SJ DK\n  talon: HT DQ DA HQ SA ST HK CJ DJ SK\n"
        "moves:\n  0 HA; 1 SJ\n  1 marriage:CK; 0 DT\n  1 DK; 0 HQ\n  1 close; 1 CQ; 0 CA\n  0 claim\nresult: 0 3\n"
    )
    *_, last = review(record, effort="quick")
    assert str(last.played) == "claim"
    assert last.judgement.loss is not None
    assert last.judgement[last.played].tried > 0


def test_a_refused_trial_says_why() -> None:
    case = decision(GAMES[0], 6)
    view = case.before.view(case.seat)
    other = kibitz.Game(GAMES[0]).deal(77)
    strange = next(move for move in other.legal(other.to_act[0]) if move not in view.legal(cards=True))

    def ask(move: kibitz.Move, worlds: str) -> _core.Trials:
        return _core.trials(view, [move], policy="rules", reward="margin", groups=1, each=1, seed=1, worlds=worlds)

    with pytest.raises(kibitz.IllegalMove, match="no legal move"):
        ask(strange, "uniform")
    with pytest.raises(kibitz.InvalidSpec, match="no way to find worlds"):
        ask(view.legal()[0], "rules")


def test_grades_go_by_the_safe_bound() -> None:
    wide, scale = 30.0, 100.0

    def grade(value: float, half: float = wide) -> str:
        return grade_of(Loss(value, value - half, value + half), scale)

    assert grade_of(None, scale) == "best"
    assert [grade(value) for value in (-1.0, 20.0, 33.0, 41.0, 56.0)] == ["best", "unclear", "?!", "?", "??"]
    assert grade(500.0, 480.0) == "?", "however much it seems to lose"
    assert grade(2.0, 2.5) == "="


def test_a_move_that_was_dropped_and_comes_out_first_leaves_the_grade_unclear() -> None:
    # Three moves chose, the last two were weighed, and there they did worse than the first had done.
    case = decision("six_nimmt", 0)
    view = case.before.view(case.seat)
    dropped, first, played = view.legal()[:3]
    work = judging._Work(view, played, "quick", 1, 1, None)
    work.manner = replace(work.manner, judging=replace(work.manner.judging, trust=1.0, doubt=0.0))

    def table(moves: list[_core.Move], means: list[float]) -> judging._Table:
        tried = work._try(moves, 2, 0)
        return replace(tried, means=np.array([means, [mean + 0.1 for mean in means]]))

    work.tables = [table([dropped, first, played], [5.0, 4.0, 0.0])]
    work.weighed = table([first, played], [4.0, 0.0])
    found = work._told([first, played], final=True)
    assert found.best.move == dropped
    assert found.loss is not None
    assert found.loss.value == pytest.approx(5.0)
    assert found.grade == "unclear"
    assert replace(found, weighed=True).grade != "unclear"


def test_only_what_is_realised_is_claimed_and_no_budget_removes_the_doubt() -> None:
    case = decision("schnapsen", 0)
    view = case.before.view(case.seat)
    first, played = view.legal()[:2]
    work = judging._Work(view, played, "quick", 1, 1, None)
    work.manner = replace(work.manner, judging=replace(work.manner.judging, trust=0.5, doubt=0.3, rare=0.0))
    tried = work._try([first, played], 2, 0)
    work.tables = [replace(tried, means=np.array([[2.0, 0.0]] * 50))]  # all groups agree
    loss = work._told([first, played], final=True).loss
    assert loss is not None
    assert (loss.value, loss.low, loss.high) == pytest.approx((1.0, 1.0 - 0.6, 1.0 + 0.6))


def test_the_doubt_about_claims_adds_up_over_a_deal_and_noise_does_not() -> None:
    case = decision("schnapsen", 0)
    view = case.before.view(case.seat)
    first, played = view.legal()[:2]
    work = judging._Work(view, played, "quick", 1, 1, None)

    def half(doubt: float, decisions: int) -> float:
        judging_ = replace(work.manner.judging, trust=1.0, doubt=doubt, rare=0.0)
        work.manner = replace(work.manner, judging=judging_)
        tried = work._try([first, played], 2, 0)
        work.tables = [replace(tried, means=np.array([[2.0, 0.0], [2.1, 0.0], [1.9, 0.0]]))]
        tally = Tally.of([work._told([first, played], final=True)] * decisions)
        return tally.lost_high - tally.lost

    assert half(0.0, 4) == pytest.approx(2 * half(0.0, 1))
    assert half(0.3, 4) > 4 * 0.3 * 2.0
    assert half(0.3, 4) == pytest.approx((half(0.0, 4) ** 2 + (4 * 0.3 * 2.0) ** 2) ** 0.5)


def test_what_a_loss_counts_for_has_no_jump() -> None:
    steps = [Loss(value / 100, value / 100 - 1, value / 100 + 1).counted for value in range(50, 1000)]
    assert steps[0] == 0
    assert all(0 <= after - before < 0.03 for before, after in itertools.pairwise(steps))
    assert steps[-1] > 9.8


def test_groups_that_agree_leave_room_for_what_was_not_met() -> None:
    assert spread_interval([3.0] * 8) == (3.0, 3.0, 3.0)
    mean, low, high = spread_interval([3.0] * 8, rare=0.5)
    assert mean == 3.0
    assert high - mean == pytest.approx(2.365 * 0.5, abs=0.01)
    assert low < mean


def test_a_review_adds_up() -> None:
    end = kibitz.Game("schnapsen").deal(3)
    agent = kibitz.agent("rules", 1)
    while not end.over:
        seat = end.to_act[0]
        assert isinstance(seat, int)
        end = end.play(seat, agent.act(end.view(seat)))
    record = end.record()
    found = list(review(record, effort="quick"))
    assert list(review(record, effort="quick", seat=1)) == [each for each in found if each.seat == 1]
    tally = Tally.of(each.judgement for each in found)
    assert tally.choices == len(found)
    assert tally.lost == pytest.approx(sum(each.counted for each in found))
    assert tally.lost_low <= tally.lost <= tally.lost_high
    assert 0 <= tally.accuracy <= 100
    for share in split(record, found):
        assert share.deal + share.play + share.own + share.partner + share.opponents == pytest.approx(share.result)


def test_a_hint_gets_better_and_recommends_what_it_ranks_first() -> None:
    case = decision("schnapsen", 4)
    steps = list(judgements(case.before.view(case.seat), effort="hint"))
    assert len(steps) > 2
    assert [step.final for step in steps] == [False] * (len(steps) - 1) + [True]
    last = steps[-1]
    assert last.played is None
    assert last.grade is None
    assert last.second == last.moves[1].move
    assert last.worlds > steps[0].worlds

    def width(step: Judgement) -> float:
        loss = step.moves[1].loss
        assert loss is not None
        return loss.high - loss.low

    assert width(last) < width(steps[1])
    assert steps[0].worlds == 0, "what the network thinks comes at once"


def test_studies_count_what_holds() -> None:
    case = next(case for case in cases(kibitz.Game("schnapsen"), "rules", 1, 1)[2:] if not judged(case).certain)
    assert len(calibrate(case, seeds=2, times=2)["runs"]) == 2
    told = {"rival": "a", "gap": [5.0, 1.0, 9.0], "grade": "?", "certain": False, "worlds": 9}
    more = {"counted": 4.0, "accuracy": 0.9}
    miss = told | {"gap": [5.0, 4.5, 5.5], "grade": "unclear"} | more
    row = {"players": "p", "runs": [told | more, miss], "scale": 10.0, "truth": {"a": [4.0, 3.0, 5.0]}}
    rows = [row | {"key": str(at), "deal": at} for at in range(3)]
    found = figures(rows)
    assert found["coverage"] == (0.5, 0.5, 0.5)
    assert found["stays flagged"]["?"][0] == 0
    assert found["best called ??"] == 0
    assert found["deals"] == 3
    assert found["loss within 10 %"] == 1
    assert {"claimed", "realised", "grade"} <= realise(case, times=2).keys()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_intervals_hold_what_a_hundred_times_the_budget_finds(game: str) -> None:
    from kibitz.analysis.calibration import measure

    found = measure(Study(kibitz.Game(game), ["rules"], decisions=500, jobs=16), seeds=20, times=100)
    assert 0.93 <= found["coverage"].mean <= 0.97
    assert found["stays flagged"]["??"].mean >= 0.95
    assert found["stays flagged"]["?"].mean >= 0.9
    assert found["best called ??"] == 0
    assert found["accuracy within 10 %"] >= 0.95
    assert found["loss within 10 %"] >= 0.95
