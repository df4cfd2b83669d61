"""Leiden 2017's table, trained in portions."""

import json

import pytest

import kibitz
from kibitz import _core
from kibitz.cli import main
from kibitz.experiments.watch import seated, watched
from kibitz.games.tichu import beater
from kibitz.games.tichu.facts import ViewFacts

MINI = kibitz.Game("tichu", "mini")


def test_portions_add_up_and_change_the_table_less_and_less() -> None:
    training = beater.train(MINI, 4000, seed=5)
    assert training.rounds == 4000
    assert len(training.changes) == 4
    assert training.changes[0] > 2 * training.changes[-1] > 0
    assert all(0 <= training.table.chance(cell) <= 1 for cell in training.table.counts)
    asked = sum(map(sum, training.table.counts.values()))
    assert asked > 4000 * 20
    assert training.table.text().startswith("kind,played,seat,without,with\n")


def test_the_shipped_table_is_right_about_as_often_as_the_paper_says() -> None:
    right = beater.check(MINI, 200, seed=99)
    assert right.asked > 1000
    # Leiden 2017, table 6.2: 84 to 88 % with and without.
    assert 0.75 < right.beater / right.asked < 0.95
    assert 0.75 < right.uniform / right.asked < 0.95


def test_other_games_have_no_beaters() -> None:
    with pytest.raises(kibitz.InvalidSpec, match="Tichu"):
        beater.train(kibitz.Game("schnapsen"), 10)


def test_the_command_prints_what_a_plot_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "beater", "--rounds", "1500", "--check", "20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["changes"]) == 2
    assert found["right"]["asked"] > 0


def test_a_table_learns_from_rounds_of_any_agent() -> None:
    """Every turn to follow is one question, answered by the cards that were held."""
    turns = having = 0

    def see(state: kibitz.State, seat: int, _move: kibitz.Move) -> None:
        nonlocal turns, having
        if ViewFacts.of(state.view(seat)).table is not None:
            turns += 1
            having += any(not move.is_pass for move in state.legal(seat))

    for deal in range(5):
        watched(MINI, seated(["mc(1/move)"] * 4, deal, 7), deal, see, seed=7)
    counts = beater.train(MINI, 5, seed=7, players="mc(1/move)").table.counts.values()
    assert sum(without + with_ for without, with_ in counts) == turns
    assert sum(with_ for _, with_ in counts) == having
    assert beater.check(MINI, 5, seed=7, players="mc(1/move)").asked > 0


def test_a_wish_may_leave_no_room_for_what_beats_it() -> None:
    """The next player cannot get the combination and keep the wished cards that nobody else can hold: another world."""
    rest = "call=never, exchange=random, gift=random, wish=random"
    table, plain = (f"decide(mc(20/move, reward=win{worlds}), {rest})" for worlds in (", worlds=beater", ""))
    game = kibitz.Game("tichu", "official")
    seatings = [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert _core.play_groups(game, [table, plain], seatings, 526, 1, 1, whole=False)  # it did not end
