"""Levels: they play under all rules, and each is stronger than the one below it."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import _core
from kibitz.server import results

ROOT = Path(__file__).parent.parent
NAMES = ["beginner", "casual", "club", "strong", "strongest"]
GAMES = _core.game_names()
RULES = [(game, preset) for game in GAMES for preset in _core.describe_game(game)["presets"]]
RULES += [("six_nimmt", f"official players={players}") for players in (2, 3, 6, 10)]


def canonical(spec: str) -> str:
    return _core.Agent(spec, 0).spec


def players_of(game: str) -> list[str]:
    return [canonical(level.plays) for level in kibitz.levels(game)]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_five_levels_and_each_is_an_agent_by_its_name(game: str) -> None:
    levels = kibitz.levels(game)
    assert [level.name for level in levels] == NAMES
    assert [level.spec for level in levels] == [f"level({name})" for name in NAMES]
    assert len({level.plays for level in levels}) == 5


def test_a_level_that_is_none_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="champion is unknown; known are beginner"):
        kibitz.agent("level(champion)", 1)
    with pytest.raises(ValueError, match=r"needs strength \(beginner \| casual \| club \| strong \| strongest\)"):
        kibitz.agent("level", 1)


@pytest.mark.parametrize(("game", "rules"), RULES)
def test_every_level_plays_under_every_rule_set(game: str, rules: str) -> None:
    state = _core.Game(game, rules).deal(3)
    anybody = kibitz.agent("never", 1)
    for _ in range(1 if game == "six_nimmt" else 6):  # calls and an exchange come before the play
        seat = state.to_act[0]
        for level in kibitz.levels(game, rules):
            assert str(kibitz.agent(level.spec, 1).act(state.view(seat))) in map(str, state.legal(seat)), level
        state = state.play(seat, anybody.act(state.view(seat)))


def test_a_level_is_whoever_it_is_under_the_rules_at_hand() -> None:
    official, bare = kibitz.levels("tichu")[3], kibitz.levels("tichu", "epfl2017")[3]
    assert (official.plays, bare.plays) == ("net(tichu)", "net(tichu-epfl2017)")
    game = _core.Game("tichu", "epfl2017")
    by_level = kibitz.match(game, official.spec, "rules", deals=10, seed=3)
    assert by_level.differences == kibitz.match(game, bare.plays, "rules", deals=10, seed=3).differences


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("higher", "lower"), [("level(beginner)", "random"), ("level(casual)", "level(beginner)")])
def test_the_first_levels_are_a_step_apart_each(game: str, higher: str, lower: str) -> None:
    others = "rules" if game == "doppelkopf" else ()
    assert kibitz.match(game, higher, lower, others=others, deals=200, seed=5).low > 0


@pytest.mark.parametrize(
    ("game", "higher", "deals"), [("tichu", "club", 200), ("tichu", "strong", 80), ("schnapsen", "club", 200)]
)
def test_so_are_some_of_the_quick_ones_above_them(game: str, higher: str, deals: int) -> None:
    lower = NAMES[NAMES.index(higher) - 1]
    assert kibitz.match(game, f"level({higher})", f"level({lower})", deals=deals, seed=5).low > 0


def contests_of(game: str) -> list[dict[str, Any]]:
    text = (ROOT / "tournaments" / f"levels-{game.replace('_', '-')}.toml").read_text(encoding="utf-8")
    contests: list[dict[str, Any]] = tomllib.loads(text)["contest"]
    return contests


@pytest.mark.parametrize("game", GAMES)
def test_the_tournament_of_the_levels_plays_those_there_are(game: str) -> None:
    players = players_of(game)
    pairs = [tuple(map(canonical, contest["agents"])) for contest in contests_of(game)]
    assert pairs == list(zip(players, ["random", *players], strict=False))


@pytest.mark.parametrize("game", GAMES)
def test_each_level_was_measured_to_be_stronger_than_the_one_below(game: str) -> None:
    """Read from the committed results: played again by ``kibitz tournament tournaments/levels-GAME.toml --json``."""
    told = json.loads((ROOT / "results" / "levels" / f"{game}.json").read_text(encoding="utf-8"))
    players = players_of(game)
    lows = {}
    for contest in told["contests"]:
        assert contest["groups"] >= 300, (
            "enough for an interval; a run that the clock has stopped may have fewer than planned"
        )
        one = contest["comparisons"][0]  # the two levels; those with the others at the table follow
        lows[one["a"].removesuffix(" #1"), one["b"].removesuffix(" #1")] = one["low"]
    for pair in zip(players, ["random", *players], strict=False):
        assert lows[pair] > 0, pair


@pytest.mark.parametrize("game", GAMES)
def test_the_ratings_of_the_levels_rise(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_RESULTS", str(ROOT / "results"))
    ratings = [results.rating(game, level.spec)["rating"] for level in kibitz.levels(game)]
    assert None not in ratings
    assert ratings == sorted(ratings, key=float)  # type: ignore[arg-type]
