"""Facts are typed: each game's classes hold just what its engine says, over whole deals under all rules."""

import pickle
from collections.abc import Iterator
from dataclasses import fields

import pytest

import kibitz
from kibitz import _core, facts
from kibitz.facts import Cards, Laid, PlainState, PlainView, StateFacts, ViewFacts, read
from kibitz.games.schnapsen.facts import ViewFacts as SchnapsenView
from kibitz.games.tichu.facts import StateFacts as TichuState
from kibitz.games.tichu.facts import ViewFacts as TichuView

DEALS = 8


def states(game: str) -> Iterator[kibitz.State]:
    """All states of random deals under every preset."""
    for preset in _core.describe_game(game)["presets"]:
        rules = kibitz.Game(game, preset)
        for seed in range(DEALS):
            state, player = rules.deal(seed), kibitz.agent("random", seed)
            yield state
            while not state.over:
                seat = "chance" if state.chance else state.to_act[0]
                move = state.legal("chance")[0] if isinstance(seat, str) else player.act(state.view(seat))
                state = state.play(seat, move)
                yield state


@pytest.mark.parametrize("game", _core.game_names())
def test_what_the_engine_says_fits_the_classes_of_the_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = facts.state_class(game), facts.view_class(game)
    assert not {PlainState, PlainView} & set(own), "every game that comes with Kibitz describes its facts"
    said: list[tuple[type[facts.Structure], dict[str, object]]] = []
    monkeypatch.setattr(facts, "of_state", lambda _, found: said.append((own[0], found)))
    monkeypatch.setattr(facts, "of_view", lambda _, found: said.append((own[1], found)))
    phases = set()
    for state in states(game):
        state.facts  # noqa: B018
        for seat in range(state.game.seats):
            state.view(seat).facts  # noqa: B018
        phases.add(state.phase)
    for kind, found in said:
        assert read(kind, found).as_map() == found
    assert phases == set(own[0].__annotations__["phase"].__args__), "every phase was seen"


@pytest.mark.parametrize("game", _core.game_names())
def test_a_game_without_classes_has_its_facts_as_attributes(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = kibitz.Game(game).deal(seed=3)
    own = state.facts, state.view(0).facts
    monkeypatch.setattr(facts, "state_class", lambda _: PlainState)
    monkeypatch.setattr(facts, "view_class", lambda _: PlainView)
    for typed, plain in zip(own, (state.facts, state.view(0).facts), strict=True):
        assert isinstance(plain, PlainState | PlainView)
        assert plain.as_map() == typed.as_map()
        assert {each.name for each in fields(typed)} == {key for key in plain.as_map() if hasattr(plain, key)}
        assert pickle.loads(pickle.dumps(plain)) == plain
        with pytest.raises(AttributeError, match="no 'weather'"):
            plain.weather  # noqa: B018


def test_facts_have_types_instead_of_texts() -> None:
    state = kibitz.Game("tichu", "epfl2017").deal(seed=1)
    known, seen = TichuState.of(state), TichuView.of(state.view(2))
    assert known.hands[2] == Cards(sorted(seen.hand, key=known.hands[2].index))
    assert str(known.hands[2]) == state.facts.as_map()["hands"]["2"]
    lead = state.to_act[0]
    after = state.play(lead, state.legal(lead)[0])
    assert TichuView.of(after.view(2)).table == Laid(owner=lead, play=str(state.legal(lead)[0]))
    assert pickle.loads(pickle.dumps(seen)) == seen


def test_facts_of_another_game_are_refused() -> None:
    view = kibitz.Game("tichu").deal(seed=1).view(0)
    with pytest.raises(TypeError, match="does not describe tichu"):
        SchnapsenView.of(view)
    assert ViewFacts.of(view) == view.facts


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"weather": 1}, "unknown weather"),
        ({"seat": None}, "None is no int"),
        ({"asked": 1}, "1 is no bool"),
        ({"phase": "lunch"}, "'lunch' is none of"),
        ({"table": {"owner": 1}}, "missing play"),
        ({"counts": 14}, "14 is no list"),
        ({"hand": [None]}, "None is no str"),
    ],
)
def test_what_the_engine_never_says_is_an_error(change: dict[str, object], problem: str) -> None:
    said = kibitz.Game("tichu").deal(seed=1).view(0).facts.as_map()
    assert read(TichuView, said).as_map() == said
    with pytest.raises(TypeError, match=problem):
        read(TichuView, said | change)
    del said["turn"]
    with pytest.raises(TypeError, match="missing turn"):
        read(TichuView, said)


def test_the_words_of_a_sheet_are_facts_of_its_game() -> None:
    from kibitz.cli.looks import look

    for game in _core.game_names():
        words = set(look(kibitz.Game(game), plain=True).words)
        assert words <= {each.name for each in fields(facts.view_class(game))}


def test_the_common_facts_are_those_of_every_game() -> None:
    for game in _core.game_names():
        state = kibitz.Game(game).deal(seed=1)
        assert isinstance(state.facts, StateFacts)
        assert isinstance(state.view(0).facts, ViewFacts)
