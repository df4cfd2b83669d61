"""Kibitz's games in OpenSpiel: ``make test-peers`` installs it and runs these."""

from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz import _core

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("default")]  # OpenSpiel's own warnings are not ours
every_game = pytest.mark.parametrize("name", [*_core.game_names(), "test_python_game:HighCard"])


@pytest.fixture(scope="module")
def spiel() -> Any:
    return pytest.importorskip("kibitz.envs.openspiel", reason="OpenSpiel is not installed", exc_type=ImportError)


def bot(game: Any, chance: np.random.RandomState, simulations: int) -> Any:
    from open_spiel.python.algorithms import ismcts, mcts

    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    return ismcts.ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=simulations, random_state=chance)


@every_game
def test_a_deal_is_that_of_kibitz_with_the_same_legal_actions_and_points(spiel: Any, name: str) -> None:
    game, chance = spiel.load(name, seed=5), np.random.RandomState(1)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 1000
    state.apply_action(3)
    assert state.table.state.seed == _core.deal_seed(5, 3)
    while not state.is_terminal():
        assert state.legal_actions() == sorted(state.table.choices(state.current_player()).numbers.tolist())
        assert all(state.action_to_string(action) for action in state.legal_actions())
        state.apply_action(chance.choice(state.legal_actions()))
    assert state.returns() == list(map(float, state.table.state.returns))
    assert min(state.returns()) >= game.min_utility()
    assert max(state.returns()) <= game.max_utility()
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)


@every_game
def test_what_a_player_knows_is_the_same_in_every_deal_drawn_for_it_and_no_copy_changes_it(
    spiel: Any, name: str
) -> None:
    game, chance = spiel.load(name), np.random.RandomState(2)
    state = game.new_initial_state()
    state.apply_action(0)
    worlds = set()
    for _ in range(25):
        if state.is_terminal():
            break
        player = state.current_player()
        text, tensor = state.information_state_string(player), state.information_state_tensor(player)
        assert len(tensor) == game.information_state_tensor_size()
        world = state.resample_from_infostate(player, chance.uniform)
        assert world.current_player() == player
        assert world.legal_actions() == state.legal_actions()
        assert world.information_state_string(player) == text
        assert world.information_state_tensor(player) == tensor
        worlds.add(str(world))
        copy = state.clone()
        for _ in range(3):
            if not copy.is_terminal():
                copy.apply_action(chance.choice(copy.legal_actions()))
        assert state.information_state_string(player) == text
        state.apply_action(chance.choice(state.legal_actions()))
    assert len(worlds) > 2


@every_game
def test_its_search_plays_whole_deals(spiel: Any, name: str) -> None:
    game, chance = spiel.load(name), np.random.RandomState(3)
    state, player = game.new_initial_state(), bot(game, chance, 3)
    state.apply_action(1)
    while not state.is_terminal():
        first = state.current_player() == 0
        state.apply_action(player.step(state) if first else chance.choice(state.legal_actions()))
    assert len(state.returns()) == game.num_players()


def test_its_reinforcement_learning_and_its_regret_minimisation_run(spiel: Any) -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import external_sampling_mccfr, tabular_qlearner

    env = rl_environment.Environment(spiel.load("schnapsen", deals=20))
    players = [tabular_qlearner.QLearner(seat, env.game.num_distinct_actions()) for seat in range(2)]
    for _ in range(3):
        step = env.reset()
        while not step.last():
            step = env.step([players[step.observations["current_player"]].step(step).action])
        for player in players:
            player.step(step)
        assert sum(step.rewards) > 0
    solver = external_sampling_mccfr.ExternalSamplingSolver(spiel.load("test_python_game:HighCard", deals=4))
    for _ in range(40):
        solver.iteration()
    assert len(solver._infostates) > 4


@pytest.mark.parametrize("name", _core.game_names())
def test_its_bots_sit_at_our_tables_on_the_same_deals(spiel: Any, name: str) -> None:
    player = spiel.Player(lambda game, seed: bot(game, np.random.RandomState(seed), 2))
    result = kibitz.match(name, player, "random", others=(), deals=2, seed=1, threads=1)
    assert result.deals == 2


def test_the_rules_are_a_parameter_and_unknown_ones_are_refused(spiel: Any) -> None:
    import pyspiel

    assert spiel.load("six_nimmt", "official players=3").num_players() == 3
    assert str(pyspiel.load_game("kibitz_tichu(rules=mini)").get_parameters()["rules"]) == "mini"
    with pytest.raises(kibitz.InvalidSpec, match='no rule preset "huge"'):
        spiel.load("tichu", "huge")
