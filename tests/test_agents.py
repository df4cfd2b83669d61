"""Agents by name: of the engine, by module path, by entry point."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any, ClassVar

import pytest

import kibitz
from conftest import Command
from kibitz.agents import plugins
from kibitz.lab.group import Group


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
    player = agent.player
    assert (player.depth, player.mood, player.seed) == (3, "wild", 7)
    assert str(kibitz.agent(str(agent))) == str(agent)


def test_an_agent_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    registered = EntryPoints([EntryPoint("greedy", "test_agents:Greedy", plugins.GROUP)])
    monkeypatch.setattr(plugins, "registered", lambda: registered)
    assert plugins.names() == ["engine", "greedy"]
    assert str(kibitz.agent("greedy(depth=2)")) == "greedy(depth=2)"
    assert kibitz.agent("greedy").act(VIEW) == VIEW.legal()[-1]


@pytest.mark.parametrize("game", ["tichu", "doppelkopf", "schnapsen", "six_nimmt"])
def test_every_game_has_a_best_player_for_each_time(game: str) -> None:
    specs = kibitz.Game(game).best
    assert [str(kibitz.best(game, time)) for time in ("20ms", "200ms", "2s")] == [str(kibitz.agent(s)) for s in specs]


def test_a_time_without_a_tuned_player_is_answered_by_those_there_are() -> None:
    with pytest.raises(
        ValueError, match='no player tuned for "5s" a move; there are players for "20ms", "200ms", "2s"'
    ):
        kibitz.best("tichu", "5s")


class Told:
    """Notes what it is told, and plays its first move."""

    notes: ClassVar[list[tuple[Any, ...]]] = []

    def begin_match(self, game: kibitz.Game, seat: int) -> None:
        self.notes.append(("begin_match", game.name, seat))

    def begin_deal(self, view: kibitz.View) -> None:
        self.notes.append(("begin_deal", view.seat, len(view.history)))

    def end_deal(self, view: kibitz.View, returns: list[int]) -> None:
        self.notes.append(("end_deal", view.facts.phase, returns))

    def end_match(self, winners: list[int]) -> None:
        self.notes.append(("end_match", winners))

    def act(self, view: kibitz.View) -> kibitz.Move:
        return view.legal()[0]


def played(group: Group) -> Iterator[tuple[list[int], list[int], int]]:
    return zip(group.returns, group.winners, group.deals, strict=True)


def test_an_agent_hears_of_the_beginning_and_the_end_of_deals_and_matches(kibitz_command: Command) -> None:
    Told.notes.clear()
    result = kibitz.match("schnapsen", Told(), "random", deals=2, seed=3, target=3, threads=1)
    told = iter(Told.notes)
    tables = (table for group in result.results.contests[0].groups for table in enumerate(played(group)))
    for seat, (returns, winners, deals) in tables:
        assert next(told) == ("begin_match", "schnapsen", seat)
        sums = [0, 0]
        for _ in range(deals):
            assert next(told) == ("begin_deal", seat, 0)
            word, phase, brought = next(told)
            assert (word, phase) == ("end_deal", "over")
            sums = [sum_ + points for sum_, points in zip(sums, brought, strict=True)]
        assert sums == returns
        assert next(told) == ("end_match", winners)
    assert not list(told)
    assert kibitz_command("watch", "test_agents:Told", "random", "--game", "schnapsen", "--seed", "1").code == 0
    assert [note[0] for note in Told.notes[-4:]] == ["begin_match", "begin_deal", "end_deal", "end_match"]
