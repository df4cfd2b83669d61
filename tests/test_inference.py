"""Worlds inferred from how the others played: better than believed ones, and from nothing but what a seat has seen."""

import json

import pytest

import kibitz
from conftest import Command
from kibitz import Game, Record, State, _core
from kibitz.analysis.knowledge import measure

NET = "net(tichu-epfl2017-small)"
BELIEF = "net(tichu-epfl2017-improved)"
INFERRED = f"inferred({BELIEF}, net(tichu-epfl2017-small, pick=boltzmann(0.02)), asks=1500, walkers=25)"


def after(moves: int, seed: int, game: Game | None = None, net: str = NET) -> State:
    """A deal between several of a network, so many moves on and then to a seat that has a choice."""
    player = kibitz.agent(net, 1)
    state = (game or Game("tichu", "epfl2017")).deal(seed=seed)
    while not state.over:
        seat = state.to_act[0]
        view = state.view(seat)
        # Where all choose at once, nobody has chosen yet.
        free = len(state.to_act) in (1, len(state.hands))
        if len(state.history()) >= moves and len(view.legal()) > 1 and free:
            break
        state = state.play(seat, player.act(view))
    return state


def same_to(seat: int, state: State, seed: int) -> State:
    """Another deal in which the same moves led to the same view."""
    hands = state.view(seat).sample(seed).hands
    for mover, move in state.history():
        if mover != "chance":
            hands[int(mover)] += move.cards
    lines = str(state.record()).splitlines()
    first = lines.index("deal:") + 1
    lines[first : first + len(hands)] = [f"  {other}: {' '.join(cards)}" for other, cards in enumerate(hands)]
    return Record("\n".join(line for line in lines if not line.startswith("seed:"))).replay()


def test_what_is_inferred_depends_on_nothing_but_the_view_and_the_moves_that_were_seen() -> None:
    different = 0
    for seed in range(4):
        state = after(30, seed)
        seat = state.to_act[0]
        other = same_to(seat, state, seed)
        different += state.hands != other.hands
        assert other.view(seat) == state.view(seat)
        assert other.view(seat).history == state.view(seat).history
        for spec in (f"halving({NET}, 20, worlds={INFERRED})", f"ismcts(20, worlds={INFERRED})"):
            found = [kibitz.agent(spec, 5).analyse(deal.view(seat)) for deal in (state, other)]
            assert [(info.move, info.mean) for info in found[0].moves] == [(i.move, i.mean) for i in found[1].moves]
            assert found[0].belief == found[1].belief
    assert different


@pytest.mark.parametrize(("name", "moves", "believer"), [("six_nimmt", 16, "uniform"), ("doppelkopf", 20, "net")])
def test_that_holds_in_other_games_too(name: str, moves: int, believer: str) -> None:
    net, game = f"net({name})", Game(name)
    spec = f"ismcts(20, worlds=inferred({net if believer == 'net' else believer}, {net}, asks=200, walkers=9))"
    state = after(moves, 3, game, net)
    seat = int(state.to_act[0])
    other = same_to(seat, state, 5)
    assert other.hands != state.hands
    assert (other.view(seat), other.view(seat).history) == (state.view(seat), state.view(seat).history)
    found = [kibitz.agent(spec, 5).analyse(deal.view(seat)) for deal in (state, other)]
    assert found[0].belief == found[1].belief
    assert [(info.move, info.mean) for info in found[0].moves] == [(i.move, i.mean) for i in found[1].moves]
    uniform = kibitz.agent("ismcts(20)", 5).analyse(state.view(seat))
    assert found[0].belief != uniform.belief, "something was inferred"


def test_in_schnapsen_the_network_is_seen_through() -> None:
    inferred = "ismcts(75, worlds=inferred(uniform, net(schnapsen, pick=boltzmann(0.1)), asks=1500, walkers=75))"
    found = measure(Game("schnapsen"), ["ismcts(75)", inferred], "net(schnapsen)", deals=12, most=100)
    assert found[inferred]["all"].mean < found["ismcts(75)"]["all"].mean - 0.03


def test_who_knows_how_the_others_play_knows_more_of_their_cards() -> None:
    right = {}
    for worlds in (f"belief({BELIEF})", INFERRED):
        shares = []
        for seed in range(12):
            state = after(50, seed)
            if state.over:
                continue
            seat = state.to_act[0]
            belief = kibitz.agent(f"ismcts(200, worlds={worlds})", 1).analyse(state.view(seat)).belief
            held = [(card, s) for s, cards in enumerate(state.hands) if s != seat for card in cards]
            shares += [belief[card][holder] for card, holder in held if card in belief]
        right[worlds] = sum(shares) / len(shares)
    assert right[INFERRED] > right[f"belief({BELIEF})"] + 0.02


def test_a_position_without_a_past_is_left_to_the_belief() -> None:
    state = after(30, 2)
    seat = state.to_act[0]
    view = state.game.position(state.setup()).view(seat)
    found = [
        kibitz.agent(f"ismcts(50, worlds={worlds})", 3).analyse(view) for worlds in (INFERRED, f"belief({BELIEF})")
    ]
    assert found[0].belief == found[1].belief
    assert [info.mean for info in found[0].moves] == [info.mean for info in found[1].moves]


def test_a_match_is_the_same_on_any_number_of_threads_and_inside_other_agents() -> None:
    search = f"halving({NET}, 10, top=2, worlds=inferred({BELIEF}, {NET}, asks=100, walkers=5))"
    game = Game("tichu", "epfl2017")
    results = [kibitz.match(game, f"split({NET}, {search}, hand<=5)", NET, deals=4, seed=1, threads=n) for n in (1, 2)]
    assert results[0].differences == results[1].differences


def test_a_player_can_change_when_few_cards_are_hidden() -> None:
    deal = Game("tichu", "epfl2017").deal(seed=1)
    view = deal.view(deal.to_act[0])
    looked = [kibitz.agent(f"split(mc(1), mc(2), hidden<={n})", 1).analyse(view).iterations for n in (41, 42)]
    assert looked == [1, 2], "the others have 42 cards"


def test_a_search_in_inferred_worlds_says_who_holds_what_in_them() -> None:
    state = after(50, 3)
    seat = state.to_act[0]
    found = kibitz.agent(f"halving({NET}, 20, worlds={INFERRED})", 1).analyse(state.view(seat))
    assert found.worlds == 25
    assert set(found.belief) == {card for s, cards in enumerate(state.hands) if s != seat for card in cards}


def test_what_players_know_can_be_measured_in_every_game() -> None:
    for name in _core.game_names():
        found = measure(Game(name), ["ismcts(5)"], "random", deals=2, most=100)
        assert found["ismcts(5)"]["all"].mean > 0


def test_what_players_know_is_measured_by_the_command(kibitz_command: Command) -> None:
    searches = [f"ismcts(25, worlds={worlds})" for worlds in ("uniform", INFERRED)]
    shown = kibitz_command(
        "lab", "knows", *searches, "--rules", "epfl2017", "--player", NET, "--hidden", "12", "--deals", "8", "--json"
    )
    loss = [lines["all"]["mean"] for lines in json.loads(shown.out)["agents"].values()]
    assert loss[1] < loss[0] < 1.1
    refused = kibitz_command("lab", "knows", NET, "--rules", "epfl2017", "--deals", "2")
    assert refused.code == 2
    assert "told of no belief" in refused.err
