"""The table in the terminal."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

import kibitz
from conftest import Command
from kibitz.cli.cards import deck_of


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What the person types, line by line; then nothing more comes."""

    def type_lines(*lines: str) -> None:
        monkeypatch.setenv("KIBITZ_HINT_MS", "50")
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return type_lines


def test_a_deal_is_played_with_hint_belief_undo_and_recorded(
    kibitz_command: Command, typing: Callable[..., None], tmp_path: Path
) -> None:
    typing("?", "b", "nonsense", "1", "u", *["1"] * 40)
    found = kibitz_command("play", "schnapsen", "--seed", "4", "--record", str(tmp_path / "deal.txt"))
    assert "game points ahead" in found.out
    assert "where the" in found.out
    assert "Taken back." in found.out
    assert "nonsense" in found.out
    assert kibitz.Record((tmp_path / "deal.txt").read_text()).replay().over


@pytest.mark.parametrize("game", ["tichu", "doppelkopf", "six_nimmt"])
def test_every_game_can_be_begun_and_left(kibitz_command: Command, typing: Callable[..., None], game: str) -> None:
    typing("1", "q")
    found = kibitz_command("play", game, "--seed", "4")
    assert found.code == 0
    assert "hand" in found.out
    assert "Goodbye." in found.out


def test_rows_of_any_length_are_shown(kibitz_command: Command, typing: Callable[..., None]) -> None:
    typing(*(str(number) for number in range(105)), *["1"] * 20)
    assert "row 1 " in kibitz_command("play", "six_nimmt", "--seed", "3").out


def test_an_exchange_is_three_cards(kibitz_command: Command, typing: Callable[..., None]) -> None:
    typing("no-grand", "3s 3r 4p", "q")
    assert "give 3s>1 3r>2 4p>3" in kibitz_command("play", "tichu", "--seed", "4").out.replace("  ", " ")


def test_cards_may_be_typed_as_they_are_shown(kibitz_command: Command, typing: Callable[..., None]) -> None:
    """By symbol and name, in either order; whatever a terminal shows of a move is that move."""
    typing("no-grand", "3◆ ★3 4▲", "q")
    assert "give 3s>1 3r>2 4p>3" in kibitz_command("play", "tichu", "--seed", "4").out.replace("  ", " ")
    for game in ("tichu", "doppelkopf", "schnapsen"):
        deck = deck_of(game)
        assert deck is not None
        for seed in range(10):
            state = kibitz.Game(game).deal(seed=seed)
            for card in state.view(state.to_act[0]).hand:
                assert deck.read(deck.card(card).plain) == card
    assert deck_of("tichu").read("mah jong 10● Phoenix") == "Ma Tj Ph"  # type: ignore[union-attr]


def test_a_seat_that_is_not_there_is_refused(kibitz_command: Command) -> None:
    found = kibitz_command("play", "schnapsen", "--seat", "2")
    assert found.code == 2
    assert "seats 0 to 1" in found.err


def test_a_review_judges_and_splits(kibitz_command: Command, tmp_path: Path) -> None:
    kibitz_command("watch", "random", "--game", "schnapsen", "--seed", "3", "--record", str(tmp_path / "deal.txt"))
    found = kibitz_command("analyse", str(tmp_path / "deal.txt"), "--account", "--quick")
    assert found.code == 0
    assert "Where the result comes from" in found.out
