"""Agents by name: of the engine, by module path, by entry point."""

from importlib.metadata import EntryPoint, EntryPoints

import pytest

import kibitz
from kibitz.agents import plugins


class Greedy:
    """Plays one of its last legal moves."""

    def __init__(self, depth: int = 1, mood: str = "calm", seed: int | None = None) -> None:
        self.depth, self.mood, self.seed = depth, mood, seed

    def act(self, view: kibitz.View) -> kibitz.Move:
        return view.legal()[-1]


VIEW = kibitz.Game("tichu", "epfl2017").deal(1).view(kibitz.Game("tichu", "epfl2017").deal(1).to_act[0])


def test_an_agent_of_the_engine() -> None:
    agent = kibitz.agent("random(over=cards)", seed=1)
    assert isinstance(agent, kibitz.Agent)
    assert agent.act(VIEW) in VIEW.legal(cards=True)


def test_an_agent_by_module_path() -> None:
    agent = kibitz.agent("test_agents:Greedy")
    assert isinstance(agent, kibitz.Agent)
    assert str(agent) == "test_agents:Greedy"
    assert agent.act(VIEW) == VIEW.legal()[-1]


def test_arguments_reach_the_class_and_print_in_order() -> None:
    agent = plugins.load(" test_agents:Greedy( mood=wild,depth = 3 )", seed=7)
    assert agent is not None
    assert str(agent) == "test_agents:Greedy(depth=3, mood=wild)"
    player = agent._player
    assert (player.depth, player.mood, player.seed) == (3, "wild", 7)
    assert str(kibitz.agent(str(agent))) == str(agent)


def test_an_agent_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    registered = EntryPoints([EntryPoint("greedy", "test_agents:Greedy", plugins.GROUP)])
    monkeypatch.setattr(plugins, "registered", lambda: registered)
    assert plugins.names() == ["engine", "greedy"]
    assert str(kibitz.agent("greedy(depth=2)")) == "greedy(depth=2)"
    result = kibitz.match("tichu", "greedy", "random", deals=3, rules="mini")
    assert result.a == "greedy"


@pytest.mark.parametrize("game", ["tichu", "doppelkopf", "schnapsen", "six_nimmt"])
def test_every_game_has_a_best_player_for_each_time(game: str) -> None:
    specs = kibitz.Game(game).best
    assert [str(kibitz.best(game, time)) for time in ("20ms", "200ms", "2s")] == [str(kibitz.agent(s)) for s in specs]


def test_a_time_without_a_tuned_player_is_answered_by_those_there_are() -> None:
    with pytest.raises(
        ValueError, match='no player tuned for "5s" a move; there are players for "20ms", "200ms", "2s"'
    ):
        kibitz.best("tichu", "5s")
