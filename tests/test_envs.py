"""The environments: the checks of their projects, an action for every legal move, the same questions everywhere."""

import itertools
import random
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import kibitz
from kibitz import _core, envs, games
from kibitz.envs.choices import choices
from kibitz.envs.table import Table
from kibitz.envs.vector import Vector

RULES = [(name, preset) for name in _core.game_names() for preset in _core.describe_game(name)["presets"]]
every_preset = pytest.mark.parametrize(("name", "preset"), RULES)
every_game = pytest.mark.parametrize("name", _core.game_names())

# PettingZoo keeps lists of its own environments whose observations are maps and whose idle agents have an empty mask.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def played(table: Table, chance: random.Random) -> Iterator[tuple[int, list[int]]]:
    """A deal by random actions: who is asked, and the legal actions."""
    while (seat := table.seat) is not None:
        legal = table.choices(seat).numbers.tolist()
        yield seat, legal
        table.take(seat, chance.choice(legal))


@every_preset
def test_the_tests_of_pettingzoo_pass(name: str, preset: str) -> None:
    api_test(envs.aec(name, preset), num_cycles=60)
    seed_test(lambda: envs.aec(name, preset), num_cycles=30)
    parallel_api_test(envs.parallel(name, preset), num_cycles=60)


@every_preset
def test_the_test_of_gymnasium_passes(name: str, preset: str) -> None:
    env = gymnasium.make(f"kibitz/{name}-v1", rules=preset)
    assert env.spec is not None
    check_env(env.unwrapped)


@pytest.mark.long
@every_preset
def test_the_tests_pass_over_many_deals(name: str, preset: str) -> None:
    api_test(envs.aec(name, preset), num_cycles=5000)
    for seed in range(50):
        table = Table(kibitz.Game(name, preset), None)
        table.deal(seed)
        for _ in played(table, random.Random(seed)):
            assert_every_legal_move_has_its_action(table)


def assert_every_legal_move_has_its_action(table: Table) -> None:
    """Actions and legal moves are one to one; of moves chosen card by card every first part leads to some."""
    assert table.seat is not None
    view, found = table.state.view(table.seat), table.choices(table.seat)
    assert len(set(found.numbers.tolist())) == len(found.numbers) == len(found.whats) > 1
    assert found.numbers.max() < table.actions.n
    assert (found.numbers < table.actions.named).any()
    whole = [what for what in found.whats if not isinstance(what, str)]
    if len(whole) == len(found.whats):
        assert whole == list(view.legal())


@every_preset
def test_every_legal_move_has_its_action(name: str, preset: str) -> None:
    table = Table(kibitz.Game(name, preset), None)
    table.deal(3)
    for _ in played(table, random.Random(3)):
        assert_every_legal_move_has_its_action(table)
    assert table.state.over


def test_every_exchange_is_reached_card_by_card() -> None:
    state = kibitz.Game("tichu").deal(3)
    for seat in range(4):
        state = state.play(seat, "no-grand")
    view = state.view(2)
    reached = set()
    for first in cards(choices(view).whats):
        for second in cards(choices(view, (first,)).whats):
            for third in cards(choices(view, (first, second)).whats):
                reached.add((first, second, third))
    assert reached == {move.cards for move in view.legal() if move.kind == "exchange"}


def cards(whats: Any) -> list[str]:
    return [what for what in whats if isinstance(what, str)]


def test_there_are_spare_actions_for_the_worst_hand_known() -> None:
    """Two long straight flushes and the Phoenix: what else is there looks like something else."""
    rest = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "jspr"] + ["Ma", "Do", "Dr", "Ph"]
    hand = ["6j", "7s", "8j", "8s", "9j", "9s", "Jj", "Js", "Kj", "Ph", "Qj", "Qs", "Tj", "Ts"]
    rest = [card for card in rest if card not in hand]
    hands = {"0": hand} | {str(seat): rest[14 * seat - 14 : 14 * seat] for seat in (1, 2, 3)}
    holder = next(int(seat) for seat, held in hands.items() if "Ma" in held)
    game = kibitz.Game("tichu", "epfl2017")
    setup = {"phase": "play", "turn": 0, "starter": holder, "hands": {seat: " ".join(h) for seat, h in hands.items()}}
    found = choices(game.position(setup, seed=1).view(0))
    assert len(set(found.numbers.tolist())) == len(found.whats) == 1553


@every_preset
def test_views_and_self_play_ask_the_same_questions(name: str, preset: str) -> None:
    """The same seats, in the same words, with the same actions: what is learned in one environment plays in another."""
    deals = 3
    game = kibitz.Game(name, preset)
    space, play = envs.actions(game), kibitz.SelfPlay(game, deals, seed=5, endless=False)
    shapes = play.shapes(rows=4096, samples=0)
    memory = {key: np.zeros(shapes[key][1], shapes[key][0]) for key in ("state", "action", "offset", "seat", "chosen")}
    play.bind(0, **memory)
    tables = [Table(game, None) for _ in range(deals)]
    for number, table in enumerate(tables):
        table.deal(_core.deal_seed(5, number))
    chance = random.Random(1)
    while not (batch := play.step(0, "chosen")).done:
        offset = memory["offset"].astype(np.int64)
        numbers = space.number(memory["action"][: batch.rows], np.repeat(np.arange(deals), np.diff(offset)))
        for place in np.flatnonzero(np.diff(offset)):
            table, rows = tables[place], slice(offset[place], offset[place + 1])
            assert table.seat is not None
            assert table.seat == memory["seat"][place]
            found = table.choices(table.seat)
            assert (found.state == memory["state"][place]).all()
            words = dict(zip(found.numbers.tolist(), found.rows.tolist(), strict=True))
            offered = dict(zip(numbers[rows].tolist(), memory["action"][rows].tolist(), strict=True))
            if any(isinstance(what, str) for what in found.whats):  # self-play leaves suits out of an exchange
                words, offered = ({k: v for k, v in of.items() if k < space.named} for of in (words, offered))
            assert words == offered
            number = chance.choice(list(offered))
            memory["chosen"][place] = numbers[rows].tolist().index(number)
            table.take(table.seat, number)
    assert all(table.state.over for table in tables)


@every_game
def test_rewards_are_in_the_unit_of_the_game_or_in_another(name: str) -> None:
    env = envs.aec(name)
    env.reset(seed=7)
    chance = random.Random(7)
    while not any(env.terminations.values()):
        env.step(chance.choice(env.rows()[0].tolist()))
    state = env.unwrapped.table.state
    assert list(env.rewards.values()) == state.play_on("random", games.profile(name).reward, seed=1)[0]
    with pytest.raises(ValueError, match='There is no reward "fame"; known are points'):
        envs.aec(name, reward="fame")


@every_game
def test_a_seed_is_the_seed_of_the_deal(name: str) -> None:
    for env in (envs.aec(name), envs.parallel(name)):
        env.reset(seed=7)
        table = Table(kibitz.Game(name), None)
        table.deal(7)
        assert env.unwrapped.table.state == table.state
        env.reset()
        second = env.unwrapped.table.state
        env.reset(seed=7)
        env.reset()
        assert env.unwrapped.table.state == second != table.state


@every_game
def test_a_parallel_environment_asks_somebody_in_every_step(name: str) -> None:
    env, chance = envs.parallel(name), np.random.default_rng(3)
    seen, _ = env.reset(seed=3)
    while env.agents:
        assert any(not seen[agent]["action_mask"][env.wait] for agent in env.agents)
        actions = {agent: chance.choice(np.flatnonzero(seen[agent]["action_mask"])) for agent in env.agents}
        seen, rewards, over, _, _ = env.step(actions)
    assert all(over.values())
    assert any(rewards.values())


def test_simultaneous_cards_are_chosen_in_one_step() -> None:
    env = envs.parallel("six_nimmt")
    seen, _ = env.reset(seed=3)
    env.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents})
    assert [len(hand) for hand in env.table.state.hands] == [9, 9, 9, 9]


@pytest.mark.parametrize("called", [False, True])
def test_a_decision_lapses_when_another_changes_what_its_seat_sees(called: bool) -> None:
    env = envs.parallel("tichu")
    number = env.table.actions.names.index
    env.reset(seed=3)
    env.step(dict.fromkeys(env.agents, number("no Grand Tichu")))
    gives = {
        agent: next(k for k in env.table.choices(int(agent[-1])).numbers if k > number("wish A"))
        for agent in env.agents
    }
    env.step(gives | ({"seat_0": number("Tichu")} if called else {}))
    assert list(env.table.begun) == ([] if called else [0, 1, 2, 3])


def test_interrupts_are_ordinary_decisions() -> None:
    names: set[str] = set()
    env = envs.aec("tichu")
    chance = random.Random(2)
    for seed in range(4):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            numbers = env.rows()[0].tolist()
            names |= {env.table.actions.name(number).partition(" ")[0] for number in numbers}
            env.step(chance.choice(numbers))
    assert {"single", "pair", "pass", "Tichu", "Grand", "give", "wish", "no", "Dragon"} <= names


@every_game
def test_players_of_kibitz_sit_at_seats_of_an_environment(name: str) -> None:
    env, player, chance = envs.aec(name), kibitz.agent("rules", seed=1), random.Random(1)
    env.reset(seed=5)
    while not any(env.terminations.values()):
        if env.agent_selection == "seat_0":
            env.step(chance.choice(env.rows()[0].tolist()))
        else:
            env.play(player.act(env.view(env.agent_selection)))
    assert list(env.rewards.values()) == env.table.rewards()


def test_a_policy_sits_at_any_table() -> None:
    asked: list[int] = []

    def policy(seen: dict[str, Any]) -> int:
        asked.append(int(seen["action_mask"].sum()))
        return int(np.flatnonzero(seen["action_mask"])[0])

    result = kibitz.match("tichu", envs.Player(policy), "random", deals=3, seed=1)
    assert result.deals == 3
    assert min(asked) > 1
    with pytest.raises(ValueError, match=r"The policy chose action \d+ \(.*\), which is not legal here"):
        envs.Player(lambda seen: np.flatnonzero(seen["action_mask"] == 0)[0]).act(
            kibitz.Game("schnapsen").deal(1).view(0)
        )


@every_game
@pytest.mark.parametrize("opponents", ["random", None])
def test_the_vector_environment_plays_whole_deals(name: str, opponents: str | None) -> None:
    def run(threads: int) -> list[bytes]:
        env = gymnasium.make_vec(f"kibitz/{name}-v1", num_envs=8, opponents=opponents, threads=threads)
        assert isinstance(env.unwrapped, Vector)
        chance = np.random.default_rng(1)
        seen, info = env.reset(seed=4)
        assert seen in env.observation_space
        record, ended = [], 0
        for _ in range(120):
            actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
            seen, reward, over, cut, info = env.step(actions)
            ended += int(over.sum())
            assert not cut.any()
            assert not reward[~over].any()
            assert seen["action_mask"].sum(axis=1).min() > 1
            if opponents is None:
                assert not info["returns"][~over].any()
            record += [seen["observation"].tobytes(), reward.tobytes(), over.tobytes()]
        assert ended > 8
        return record

    assert run(1) == run(2)


def test_the_vector_environment_makes_room_where_there_is_too_little() -> None:
    def run(room: int | None) -> list[float]:
        env = Vector("tichu", "epfl2017", num_envs=32, opponents=None)
        env._room = room or env._room
        chance, rewards = random.Random(1), []
        seen, _ = env.reset(seed=4)
        for _ in range(60):
            actions = np.array([chance.choice(np.flatnonzero(mask).tolist()) for mask in seen["action_mask"]])
            seen, reward, over, _, info = env.step(actions)
            rewards += [*reward.tolist(), *over.tolist(), *info["returns"].ravel().tolist()]
        return rewards

    assert run(100) == run(None)


def test_the_learner_of_a_single_environment_sits_everywhere_unless_told() -> None:
    env = gymnasium.make("kibitz/tichu-v1", rules="epfl2017", opponents=["random", "rules", "random"])
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2, 3}
    env = gymnasium.make("kibitz/tichu-v1", rules="epfl2017", opponents="random", seat=2)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}


class Cautious:
    def act(self, view: kibitz.View) -> kibitz.Move:
        return view.legal()[0]


def test_an_opponent_may_be_any_object_that_acts() -> None:
    env = gymnasium.make("kibitz/schnapsen-v1", opponents=Cautious())
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        seen, reward, over, _, _ = env.step(np.flatnonzero(seen["action_mask"])[0])
    assert float(reward)


def test_what_cannot_be_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="2 opponents are named; name one for all seats, or 3, partners included"):
        gymnasium.make("kibitz/tichu-v1", opponents=["random", "random"])
    with pytest.raises(ValueError, match="There is no seat 4; seats are 0 to 3"):
        gymnasium.make("kibitz/tichu-v1", seat=4)
    with pytest.raises(ValueError, match='illegal is "random" or "error", not "maybe"'):
        gymnasium.make("kibitz/tichu-v1", illegal="maybe")
    with pytest.raises(kibitz.InvalidSpec):
        gymnasium.make("kibitz/tichu-v1", opponents="nobody")
    strict = gymnasium.make("kibitz/schnapsen-v1", illegal="error")
    seen, _ = strict.reset(seed=1)
    illegal = np.flatnonzero(seen["action_mask"] == 0)[0]
    with pytest.raises(
        ValueError, match=r"Action \d+ \(.*\) is not legal for seat . now; action_mask has the legal ones"
    ):
        strict.step(illegal)
    lenient = gymnasium.make("kibitz/schnapsen-v1")
    lenient.reset(seed=1)
    assert lenient.step(illegal)[4]["illegal"] == illegal
    both = gymnasium.make_vec("kibitz/schnapsen-v1", num_envs=2)
    seen, _ = both.reset(seed=1)
    with pytest.raises(ValueError, match=r"Action \d+ is not legal at place 0 now"):
        both.step(np.argmin(seen["action_mask"], axis=1))
    turns = envs.aec("schnapsen")
    turns.reset(seed=1)
    with pytest.raises(ValueError, match="seat_0 has a choice to make: None is for agents whose deal is over"):
        turns.step(None)
    rounds = envs.parallel("six_nimmt")
    rounds.reset(seed=1)
    with pytest.raises(ValueError, match="There is no action of seat_0"):
        rounds.step({})
    with pytest.raises(ValueError, match="Action 108 is not legal for seat_0 now"):
        rounds.step(dict.fromkeys(rounds.agents, rounds.wait))


@every_game
def test_a_game_without_actions_of_its_own_numbers_its_moves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "part", lambda _name, _what: None)
    envs.actions.__globals__["_actions"].cache_clear()
    rules = {"tichu": "mini"}.get(name)
    space = envs.actions(kibitz.Game(name, rules))
    env = envs.aec(name, rules)
    env.reset(seed=1)
    assert sorted(env.rows()[0].tolist()) == list(range(len(env.rows()[0])))
    assert space.name(0) == "the first move"
    envs.actions.__globals__["_actions"].cache_clear()


def test_names_of_actions_are_all_different() -> None:
    for name, preset in RULES:
        names = envs.actions(kibitz.Game(name, preset)).names
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_what_is_not_installed_is_named(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None\nimport kibitz.envs\nkibitz.envs.aec('schnapsen')"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stderr
    assert f'Environments need {missing}, which is not installed; install it with pip install "kibitz[envs]".' in told


@pytest.mark.skipif(find_spec("torch") is None, reason="learning is an extra")
def test_the_example_learns_and_plays() -> None:
    example = Path(__file__).parent.parent / "examples" / "ppo.py"
    settings = ["--steps=2048", "--envs=32", "--horizon=16", "--batch=256", "--width=32", "--deals=5"]
    out = subprocess.run(
        [sys.executable, example, "schnapsen", *settings], capture_output=True, text=True, check=True
    ).stdout
    assert "2,048 decisions" in out
    assert "5 deals of schnapsen tournament, seed 1001" in out


def test_pairs_of_presets_share_their_actions() -> None:
    """The numbers of a game mean the same under all its rules, as far as these have them."""
    for name in _core.game_names():
        spaces = [envs.actions(kibitz.Game(name, preset)).names for preset in _core.describe_game(name)["presets"]]
        for one, other in itertools.combinations(spaces, 2):
            assert all(a == b for a, b in zip(one, other, strict=False))
