"""Laws that hold for every deal."""

import json

from hypothesis import given
from hypothesis import strategies as st

import kibitz
from conftest import PRESETS, SEEDS, states


@given(states())
def test_every_legal_move_reads_back_from_its_text(state: kibitz.State) -> None:
    for seat in range(4):
        for move in state.legal(seat, cards=True):
            after = state.play(seat, str(move))
            assert after.history()[len(state.history())] == (seat, move)


@given(states())
def test_distinct_moves_are_among_the_card_level_ones(state: kibitz.State) -> None:
    for seat in range(4):
        moves, cards = state.legal(seat), state.legal(seat, cards=True)
        assert moves == sorted(set(moves))
        assert cards == sorted(set(cards))
        assert set(moves) <= set(cards)


@given(states())
def test_playing_leaves_a_state_as_it_was(state: kibitz.State) -> None:
    before = (str(state), hash(state), state.record(), state.to_act)
    for seat in state.to_act:
        for move in state.legal(seat)[:5]:
            assert state.play(seat, move) != state
    assert (str(state), hash(state), state.record(), state.to_act) == before


@given(states())
def test_a_record_reads_back_and_leads_to_the_same_state(state: kibitz.State) -> None:
    record = state.record(["a", "b", "random(over=cards)", "d"])
    assert kibitz.Record(str(record)) == record
    assert kibitz.Record.from_json(record.to_json()) == record
    assert "\n" not in record.to_json()
    assert hash(kibitz.Record(str(record))) == hash(record)
    assert record.replay() == state.settled()


@given(states())
def test_a_position_reads_back(state: kibitz.State) -> None:
    setup = state.setup()
    assert json.loads(json.dumps(setup)) == setup
    assert state.game.position(setup) == state


@given(states(), SEEDS)
def test_a_world_looks_the_same_to_the_seat_it_was_made_for(state: kibitz.State, seed: int) -> None:
    for seat in range(4):
        view = state.view(seat)
        world = view.sample(seed)
        assert world.view(seat) == view
        assert hash(world.view(seat)) == hash(view)
        assert world.legal(seat) == state.legal(seat) == view.legal()
        assert world.view(seat).features() == view.features()
        assert view.sample(seed) == world


@given(st.sampled_from(PRESETS), SEEDS)
def test_one_seed_is_one_deal(preset: str, seed: int) -> None:
    game = kibitz.Game("tichu", preset)
    assert game.deal(seed) == game.deal(seed)
    assert hash(game.deal(seed)) == hash(game.deal(seed))


def test_states_that_differ_only_in_what_nobody_sees_have_hashes_of_their_own() -> None:
    game = kibitz.Game("schnapsen")
    setup = game.deal(3).setup()
    talon = setup["talon"].split()
    turned = [" ".join([*talon[1:by], talon[0], *talon[by:]]) for by in range(1, 10)]  # the last lies open
    assert len({hash(game.position(setup | {"talon": order})) for order in turned}) == len(turned)


@given(st.sampled_from(PRESETS), st.integers(100, 5000), st.sampled_from(["draw", "extra_round"]), st.booleans())
def test_a_game_reads_back_from_its_rules(preset: str, target: int, tie: str, calls: bool) -> None:
    game = kibitz.Game("tichu", preset, target=target, tie=tie, calls=calls)
    again = kibitz.Game(game.name, game.rules)
    assert again == game
    assert hash(again) == hash(game)
    assert again.options == game.options
    assert eval(repr(game), {"Game": kibitz.Game}) == game


@given(st.sampled_from(["random", "random(over=cards)", "random(over=types)", "simple", "rules"]))
def test_an_agent_reads_back_from_its_text(spec: str) -> None:
    assert str(kibitz.agent(spec)) == spec
    assert str(kibitz.agent(str(kibitz.agent(f"  {spec} ")))) == spec


@given(states(), st.sampled_from(["random", "rules", "simple"]), SEEDS)
def test_the_same_seed_makes_the_same_move(state: kibitz.State, spec: str, seed: int) -> None:
    for seat in state.to_act:
        view = state.view(int(seat))
        move = kibitz.agent(spec, seed).act(view)
        assert kibitz.agent(spec, seed).act(view) == move
        assert move in view.legal(cards=True)


@given(st.text(max_size=40))
def test_any_text_is_either_a_move_or_a_refusal(text: str) -> None:
    state = kibitz.Game("tichu", "epfl2017").deal(1)
    try:
        state.play(state.to_act[0], text)
    except (kibitz.InvalidNotation, kibitz.IllegalMove, kibitz.AmbiguousMove) as error:
        assert str(error).endswith((".", "?"))


@given(st.text(max_size=60))
def test_any_text_is_either_an_agent_or_a_refusal(text: str) -> None:
    try:
        kibitz.agent(text)
    except kibitz.InvalidSpec as error:
        assert str(error).endswith((".", "?"))
