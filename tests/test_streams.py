"""Deals, worlds, agents and tables draw from streams of their own: one seed opens one of them."""

import pytest

import kibitz
from kibitz import _core

GAMES = _core.game_names()


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_of_a_deal_does_not_draw_its_world(game: str) -> None:
    rules = kibitz.Game(game)
    for seed in range(300):
        deal = rules.deal(seed)
        world = deal.view(rules.seats - 1).sample(seed)
        if world == deal:
            # Where hardly anything is hidden one world in a few is the true one; at the deal it is one in millions.
            pytest.fail(f"seed {seed} gives the true world")


@pytest.mark.parametrize("game", GAMES)
def test_a_world_draws_other_lots_than_the_deal_of_its_seed(game: str) -> None:
    deal = kibitz.Game(game).deal(3)
    assert deal.view(0).sample(3).seed != deal.seed


def test_seeds_have_128_bits_and_all_of_them_count() -> None:
    game = kibitz.Game("tichu")
    deals = {game.deal(1 << bit).record().to_json() for bit in range(128)}
    assert len(deals) == 128
    for wrong in (-1, 2**128):
        with pytest.raises(ValueError, match=r"2\*\*128-1"):
            game.deal(wrong)
    for odd in (True, 1.5, "1", None):
        with pytest.raises(TypeError, match="A seed is a whole number"):
            game.deal(odd)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, 2**53, 2**64 - 1, 2**64, 2**128 - 1])
def test_a_record_keeps_any_seed(seed: int) -> None:
    record = kibitz.Game("schnapsen").deal(seed).record()
    assert record.seed == seed
    assert kibitz.Record(str(record)).seed == seed
    assert kibitz.Record.from_json(record.to_json()).seed == seed


def test_the_seeds_of_agents_and_deals_are_unrelated() -> None:
    seeds = [_core.deal_seed(1, number) for number in range(100)]
    agents = [_core.agent_seed(seeds[0], seating, seat) for seating in range(6) for seat in range(4)]
    assert len({*seeds, *agents, *(_core.match_seed(seeds[0], number) for number in range(1, 50))}) == 100 + 24 + 49
