"""Beliefs that are counted agree with worlds that are listed, and with worlds that are drawn."""

from collections.abc import Iterator
from math import sqrt

import pytest

import kibitz
from kibitz import _core
from kibitz.analysis.beliefs import belief, where

DRAWN = 2000


def views(game: str, rules: str | None = None) -> Iterator[kibitz.View]:
    """What the seats on turn see in a few deals."""
    table = kibitz.Game(game) if rules is None else kibitz.Game(game, rules)
    for seed in range(4):
        state, player = table.deal(seed), kibitz.agent("rules", seed)
        while not state.over:
            seat = state.to_act[0]
            yield state.view(seat)
            state = state.play(seat, player.act(state.view(seat)))


@pytest.mark.parametrize(
    ("game", "rules"),
    [*((name, None) for name in _core.game_names()), ("six_nimmt", "tactics"), ("doppelkopf", "cardplay")],
)
def test_counting_agrees_with_listing_and_drawing(game: str, rules: str | None) -> None:
    listed = drawn = 0
    for number, view in enumerate(views(game, rules)):
        cards, worlds, exact = where(view)
        if worlds or not exact:
            continue  # not counted
        found, of, every = view.belief(drawn=DRAWN, all=500, seed=number)
        if not every and number % (3 if game == "schnapsen" else 13):
            continue  # some of those are enough
        listed, drawn = listed + every, drawn + (not every)
        assert set(found) <= set(cards)
        for card, shares in cards.items():
            copies = 2 if game == "doppelkopf" else 1
            error = 0.0 if every else sqrt(copies / 4 / of)
            for share, other in zip(shares, found.get(card, [0.0] * len(shares)), strict=True):
                assert abs(share - other) <= 1e-9 + 5.5 * error, (card, shares, found[card])
    assert drawn > 3, "beliefs of this game are counted"
    assert listed > 3 or game == "six_nimmt"


def test_who_is_re_is_counted() -> None:
    open_, settled = 0, 0
    for number, view in enumerate(views("doppelkopf")):
        found = belief(view).sides
        if found is None:
            continue
        shares = found["re"]
        if set(shares) <= {0.0, 1.0}:
            settled += 1
        elif number % 11 == 0:
            open_ += 1
            worlds = [view.sample(seed).facts.as_map()["re"] for seed in range(800)]
            for seat, share in enumerate(shares):
                assert abs(share - sum(seat in re for re in worlds) / 800) < 0.09
    assert open_ > 3
    assert settled > 3
