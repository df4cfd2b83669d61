"""Matches: fair, repeatable, and told with their interval."""

import pytest

import kibitz
from conftest import PRESETS
from kibitz.lab import Group, head_to_head, python_table
from kibitz.lab.group import play


def test_rules_beats_random_clearly() -> None:
    result = kibitz.match("tichu", "rules", "random", deals=300, seed=1, rules="epfl2017")
    assert result.mean >= 100
    assert result.low > 80


def test_a_result_is_the_same_on_any_number_of_threads_and_in_any_chunks() -> None:
    game = kibitz.Game("tichu", "official")
    one = kibitz.match(game, "rules", "random(over=types)", deals=60, seed=9, threads=1)
    two = kibitz.match(game, "rules", "random(over=types)", deals=60, seed=9, threads=2)
    assert one == two
    longer = kibitz.match(game, "rules", "random(over=types)", deals=80, seed=9, threads=2)
    assert longer.differences[:60] == one.differences


def test_an_agent_against_itself_is_even() -> None:
    result = kibitz.match("tichu", "random", "random", deals=400, seed=2, rules="epfl2017")
    assert result.low < 0 < result.high


class First:
    """Plays its first legal move."""

    def act(self, view: kibitz.View) -> kibitz.Move:
        return view.legal()[0]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_python_agent_meets_the_same_cards_and_chance_as_the_engine(preset: str) -> None:
    """An agent without chance of its own, once in the engine and once in Python."""

    class Wrapped:
        def act(self, view: kibitz.View) -> kibitz.Move | str:
            return kibitz.agent("rules", seed=0).act(view)

    game = kibitz.Game("tichu", preset)
    engine = play(head_to_head(game, "rules", "rules", seed=5), 3, 10)
    python = python_table.play(head_to_head(game, Wrapped(), Wrapped(), seed=5), 3, 10)
    assert [_without_times(group) for group in python] == [_without_times(group) for group in engine]


def _without_times(group: Group) -> Group:
    return group._replace(seconds=[])


def test_a_match_with_a_python_agent_is_repeatable() -> None:
    first = kibitz.match("tichu", First(), "random", deals=6, seed=3, rules="official")
    assert kibitz.match("tichu", First(), "random", deals=6, seed=3, rules="official") == first
    assert first.a == "First"


def test_an_agent_may_answer_in_text() -> None:
    class Writer:
        def act(self, view: kibitz.View) -> str:
            return str(view.legal()[0])

    written = kibitz.match("tichu", Writer(), "rules", deals=4, seed=3, rules="epfl2017")
    moved = kibitz.match("tichu", First(), "rules", deals=4, seed=3, rules="epfl2017")
    assert written.differences == moved.differences


def test_progress_counts_the_deals() -> None:
    seen: list[int] = []
    kibitz.match("tichu", "random", "random", deals=50, rules="mini", threads=2, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 50


def test_a_result_is_a_sentence() -> None:
    result = kibitz.match("tichu", "random", "rules", deals=50, seed=1, rules="epfl2017", target=None)
    sentence = str(result)
    assert sentence.startswith("random scores ")
    assert " points fewer per round than rules (95 % interval of the difference -" in sentence
    assert sentence.endswith("50 deals of tichu epfl2017, seed 1).")
    assert result.low <= result.mean <= result.high
    assert len(result.differences) == result.deals == 50


def test_the_sentence_names_the_neutral_player_of_a_game_whose_parties_change() -> None:
    result = kibitz.match("doppelkopf", "random", "healthy", deals=4)
    assert result.results.contests[0].tables == 4 * 12
    assert str(result).endswith("4 deals of doppelkopf ddv, seed 1, one seat each beside rules).")
    alone = kibitz.match("doppelkopf", "healthy", "rules", deals=4)
    assert alone.results.contests[0].tables == 4 * 4
    assert str(alone).endswith("4 deals of doppelkopf ddv, seed 1, one seat each beside rules).")
    two_each = kibitz.match("doppelkopf", "random", "healthy", deals=4, others=())
    assert two_each.results.contests[0].tables == 4 * 6
    assert str(two_each).endswith("4 deals of doppelkopf ddv, seed 1).")


def test_a_wild_announcer_of_doppelkopf_wins_only_where_it_loses_to_itself() -> None:
    wild = "ismcts(100, final=mean, reward=score(500), select=ucb(16000))"
    assert kibitz.match("doppelkopf", wild, "rules", deals=20).high < 0
    assert kibitz.match("doppelkopf", wild, "rules", deals=20, others=()).low > 0


def test_a_match_goes_on_from_deal_to_deal_until_it_is_over() -> None:
    game = kibitz.Game("tichu", "official", target=300)
    agent = kibitz.agent("rules", seed=1)
    state, deals = None, 0
    while state is None or not state.match_over:
        state, deals = game.deal(deals, after=state), deals + 1
        while not state.over:
            seat = state.to_act[0]
            state = state.play(seat, agent.act(state.view(seat)))
    assert state.facts.match is not None
    assert max(state.facts.match.totals) >= 300
    assert len(state.match_winners) in (2, 4)
