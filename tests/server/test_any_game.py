"""The table knows no game: what is special of one lies in its folder, and a game without a folder is served too."""

import re
from pathlib import Path

import pytest

from kibitz import _core, facts, games
from kibitz.server import protocol
from kibitz.server.views import seat_view

SERVER = Path(protocol.__file__).parent
PAGE = SERVER.parents[2] / "web" / "src"
NAMES = re.compile("tichu|doppelkopf|schnapsen|nimmt", re.IGNORECASE)


def test_neither_the_server_nor_the_shared_page_names_a_game() -> None:
    files = [*SERVER.glob("*.py"), *(path for path in PAGE.rglob("*") if path.is_file())]
    assert len(files) > 50
    assert [path.name for path in files if NAMES.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("game", _core.game_names())
def test_a_game_without_a_folder_is_told_by_what_its_engine_says(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = _core.Game(game).deal(seed=1)
    own = seat_view(state, 0)
    monkeypatch.setattr(facts, "view_class", lambda _: facts.PlainView)
    plain = seat_view(state, 0)
    assert type(plain.facts) is facts.PlainView
    assert (type(own.facts) is facts.PlainView) == (games.part(game, "facts") is None)
    assert plain.model_dump() == own.model_dump()


def test_surprises_are_those_of_the_rules() -> None:
    bombs = games.profile("tichu").surprises
    assert bombs.under(_core.Game("tichu", "official").options)
    assert not bombs.under(_core.Game("tichu", "mini").options)
    assert not games.profile("schnapsen").surprises.under(_core.Game("schnapsen").options)


@pytest.mark.parametrize("game", _core.game_names())
def test_moves_are_told_as_what_they_are(game: str) -> None:
    state, agent = _core.Game(game).deal(seed=2), _core.Agent("random", 2)
    while not state.over:
        [seat, *_] = state.to_act
        told, view = seat_view(state, seat, brief=True), state.view(seat)
        if told.give is None:
            legal = view.legal(cards=True)
            kinds = [(str(move), move.kind, move.cards, move.combination) for move in legal]
            assert [(move.text, move.kind, move.cards, move.combination) for move in told.moves] == kinds
        else:
            [gift] = {len(move.cards) for move in view.legal() if move.kind == "exchange"}
            assert gift == len(told.give)
        state = state.play(seat, agent.act(view))
