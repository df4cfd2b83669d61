"""Measures of agents beside matches: best responses, exact endings, match equity, beliefs."""

import json
import random

import numpy as np
import pytest

import kibitz
from conftest import Command
from kibitz.analysis import equity
from kibitz.games.schnapsen import exploit
from kibitz.games.schnapsen.facts import StateFacts
from kibitz.play import Choose

SCHNAPSEN = kibitz.Game("schnapsen", "tournament")


def test_a_subgame_begins_with_a_trick_and_few_cards_in_the_talon() -> None:
    for seed in range(5):
        for talon in exploit.TALONS:
            facts = StateFacts.of(exploit.position(SCHNAPSEN, talon, seed))
            assert (facts.talon_size, facts.closed_by, facts.phase) == (talon, None, "play")


@pytest.mark.parametrize(("talon", "count"), [(2, 6), (4, 336)])
def test_the_worlds_of_a_subgame_look_alike_and_are_all_there(talon: int, count: int) -> None:
    state = exploit.position(SCHNAPSEN, talon, 3)
    for seat in (0, 1):
        found = list(exploit.worlds(state, seat))
        assert len(set(found)) == len(found) == count
        assert all(world.view(seat) == state.view(seat) for world in found)
        assert state in found


def test_nobody_wins_more_than_the_best_response() -> None:
    """In one sub-game: no player of ours against a fixed policy, over the very worlds of the best response."""
    policy = exploit.held(kibitz.agent("rules", 1))
    for seed in range(3):
        state = exploit.position(SCHNAPSEN, 2, seed)
        for seat in (0, 1):
            most = exploit.best_response(state, seat, policy)
            for spec in ("rules", "random", "net(schnapsen)", "bully"):
                own = exploit.held(kibitz.agent(spec, 2))
                won = [played(world, seat, own, policy) for world in exploit.worlds(state, seat)]
                assert np.mean(won) <= most + 1e-9


def played(state: kibitz.State, seat: int, own: Choose, other: Choose) -> int:
    """What the seat wins in a world when both play by policies."""
    while not state.over:
        who = state.to_act[0]
        assert isinstance(who, int)
        state = state.play(who, (own if who == seat else other)(state.view(who)))
    return state.returns[seat] - state.returns[1 - seat]


def test_perfect_play_of_an_open_ending_cannot_be_exploited() -> None:
    """With every card known the best responses to the solver win what the solver says, and together nothing."""
    perfect = exploit.held(kibitz.agent("alphabeta(depth=end)", 1))
    for seed in range(5):
        state = exploit.position(SCHNAPSEN, 2, seed)
        while not state.over and StateFacts.of(state).talon_size:
            state = state.play(state.to_act[0], state.legal(state.to_act[0])[0])
        if not state.over:
            assert sum(exploit.best_response(state, seat, perfect) for seat in (0, 1)) == 0


def test_the_solver_keeps_every_value_and_random_play_does_not() -> None:
    assert exploit.endings(SCHNAPSEN, "phase(rules, alphabeta(depth=end))", 20)["loss per deal"].mean == 0
    chance = exploit.endings(SCHNAPSEN, "random", 100)
    assert chance["loss per deal"].low > 0
    assert chance["keeps the value"].mean < 1


def test_exploiting_is_a_command(kibitz_command: Command) -> None:
    done = kibitz_command("lab", "exploit", "rules", "--positions", "2", "--deals", "3", "--json")
    assert set(json.loads(done.out)["agents"]["rules"]) >= {"best response, talon 2", "endings: loss per deal"}
    refused = kibitz_command("lab", "exploit", "rules", "--talon", "3")
    assert refused.code == 2


def rounds(count: int) -> list[tuple[int, int]]:
    """Rounds somewhat like Tichu's."""
    chance = random.Random(1)
    found = []
    for _ in range(count):
        first = 20 * chance.randrange(-1, 7)
        pair = (200, 0) if chance.random() < 0.2 else (first, 100 - first)
        found.append((pair[0] + chance.choice([0, 0, 100, -100]), pair[1]))
    return found


@pytest.fixture(scope="module")
def tichu_like() -> equity.Equity:
    return equity.value(rounds(200), 400)


def test_equity_is_symmetric_and_monotone(tichu_like: equity.Equity) -> None:
    table = tichu_like.table
    assert np.abs(table + table.T - 1).max() < 1e-9
    assert (np.diff(table, axis=0) > -1e-9).all()
    assert (np.diff(table, axis=1) < 1e-9).all()
    assert tichu_like.at(420, 400) == 1
    assert tichu_like.at(400, 400) == 0.5


@pytest.mark.parametrize("start", [(200, 100), (0, 300), (380, 380), (-100, 60)])
def test_equity_agrees_with_simulated_matches(tichu_like: equity.Equity, start: tuple[int, int]) -> None:
    chance, possible, matches = random.Random(2), rounds(200), 4000
    won = 0.0
    for _ in range(matches):
        own, other = start
        while max(own, other) < 400:
            a, b = chance.choice(possible)[:: chance.choice([1, -1])]
            own, other = own + a, other + b
        won += 0.5 + 0.5 * ((own > other) - (own < other))
    # five standard errors of a share of one half
    assert abs(won / matches - tichu_like.at(*start)) < 5 * 0.5 / matches**0.5


def test_the_equity_of_a_fair_coin_to_two_is_known() -> None:
    found = equity.value([(1, 0)], 2)
    assert found.at(0, 0) == pytest.approx(0.5)
    assert found.at(1, 0) == pytest.approx(0.75)
    assert found.at(1, 1) == pytest.approx(0.5)


def test_equity_is_a_command(kibitz_command: Command) -> None:
    done = kibitz_command("lab", "equity", "random", "--game", "schnapsen", "--deals", "50", "--matches", "5", "--json")
    found = json.loads(done.out)
    assert found["scores"] == list(range(7))
    assert found["equity"][0][0] == pytest.approx(0.5)
    assert found["calibration"]
    assert kibitz_command("lab", "equity", "random", "--game", "doppelkopf").code == 2


def test_an_agent_that_never_calls_plays_as_before_where_it_would_not_call() -> None:
    game, calls = kibitz.Game("tichu"), 0
    for seed in range(12):
        state = game.deal(seed)
        bold, shy = kibitz.agent("rules", 1), kibitz.agent("decide(rules, call=never)", 1)
        while not state.over:
            seat = state.to_act[0]
            view = state.view(seat)
            wanted, made = str(bold.act(view)), shy.act(view)
            calls += wanted in ("tichu", "grand")
            assert str(made) not in ("tichu", "grand")
            assert wanted in ("tichu", "grand", str(made))
            state = state.play(seat, made)
    assert calls > 0


def test_beliefs_are_measured_against_guesses_that_know_more_and_more() -> None:
    held_out = pytest.importorskip("kibitz.learning.held_out")
    from kibitz import nets

    found = held_out.measure(nets.file("tichu"), 4, 5)
    everything = found["all"]
    assert everything["thirds"].mean == pytest.approx(np.log(3))
    assert everything["facts"].mean < everything["sizes"].mean < everything["thirds"].mean
    assert everything["fitted"].mean < everything["thirds"].mean
    assert found["37 to 42"]["facts"].mean > found["1 to 6"]["facts"].mean


def test_fitted_shares_put_every_card_somewhere_and_fill_every_hand() -> None:
    torch = pytest.importorskip("torch")
    from kibitz.learning.held_out import fitted

    possible = torch.tensor([[[1.0, 1.0, 1.0, 0.0], [1.0, 0.2, 1.0, 1.0]]])  # the last card is in the second hand
    sizes = torch.tensor([[2.0, 2.0]])
    shares = fitted(possible, sizes)
    assert torch.allclose(shares.sum(1), torch.ones(1, 4), atol=1e-3)
    assert torch.allclose(shares.sum(2), sizes, atol=1e-3)
    assert shares[0, 1, 3] == 1
    assert shares[0, 0, 1] > shares[0, 0, 0]
