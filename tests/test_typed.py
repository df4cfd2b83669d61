"""Moves, states and errors answer in types: nobody has to read the notation."""

import pytest

import kibitz
from kibitz import _core

GAMES = _core.game_names()


def played(game: str, seed: int) -> kibitz.State:
    state = kibitz.Game(game).deal(seed)
    agent = kibitz.agent("random", seed)
    while not state.over:
        seat = state.to_act[0]
        state = state.play(seat, agent.act(state.view(seat)))
    return state


@pytest.mark.parametrize("game", GAMES)
def test_a_move_says_what_it_is(game: str) -> None:
    for _, move in played(game, 3).history():
        assert move.is_pass == (move.kind == "pass")
        assert move.is_decline == (move.kind == "decline")
        assert all(card in str(move) for card in move.cards)
        if move.kind == "play":
            assert move.cards
        if move.kind in ("pass", "decline", "call", "bid", "wish", "gift", "close", "claim", "take"):
            assert not move.cards


def test_kinds_and_combinations_are_the_games_own() -> None:
    state = kibitz.Game("tichu", "epfl2017").position(
        {"hands": {"0": "4j 4s 5j 5s 9p Ma", "1": "6j", "2": "7j", "3": "8j"}, "turn": 0}
    )
    found = {str(move): (move.kind, move.combination) for move in state.legal(0)}
    assert found["4j 4s"] == ("play", "pair")
    assert found["4j 4s 5j 5s"] == ("play", "stairs")
    marriage = next(
        move for seed in range(60) for _, move in played("schnapsen", seed).history() if move.combination is not None
    )
    assert (marriage.kind, marriage.combination, len(marriage.cards)) == ("play", "marriage", 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_prints_as_something_that_can_be_pasted_back(game: str) -> None:
    for _, move in played(game, 5).history():
        assert eval(repr(move), {"Move": kibitz.Move}) == move
    with pytest.raises(kibitz.InvalidNotation, match="is"):
        kibitz.Move(game, "nonsense", 1)


@pytest.mark.parametrize("game", GAMES)
def test_tricks_are_the_lines_of_the_record(game: str) -> None:
    state = played(game, 4)
    lines = [[f"{seat} {move}" for seat, move in trick] for trick in state.tricks]
    text = str(state.record()).splitlines()
    begin = text.index("moves:") + 1
    assert [line.strip().split("; ") for line in text[begin : begin + len(lines)]] == lines
    assert state.last_trick == state.tricks[-1]
    assert kibitz.Game(game).deal(4).last_trick == []


@pytest.mark.parametrize("game", GAMES)
def test_parties_share_every_seat(game: str) -> None:
    for seed in range(20):
        state = kibitz.Game(game).deal(seed)
        assert sorted(seat for party in state.parties for seat in party) == list(range(state.game.seats))
        assert state.phase == state.facts.phase
    assert kibitz.Game("tichu").deal(1).parties == [[0, 2], [1, 3]]
    assert kibitz.Game("six_nimmt").deal(1).parties == [[0], [1], [2], [3]]


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_move_carries_what_it_is_about(game: str) -> None:
    state = kibitz.Game(game).deal(1)
    seat = state.to_act[0]
    legal = state.legal(seat)
    wrong = next(
        move
        for seed in range(50)
        for _, move in played(game, seed).history()
        if move not in state.legal(seat, cards=True)
    )
    with pytest.raises(kibitz.IllegalMove) as found:
        state.play(seat, wrong)
    assert (found.value.move, found.value.seat, found.value.legal) == (wrong, seat, legal)
    assert kibitz.IllegalMove("a sentence").legal is None


def test_a_broken_record_names_its_line() -> None:
    lines = str(played("schnapsen", 1).record()).splitlines()
    lines[2] = "nonsense"
    with pytest.raises(kibitz.InvalidRecord) as found:
        kibitz.Record("\n".join(lines))
    assert found.value.line == 3
    with pytest.raises(kibitz.InvalidNotation) as other:
        kibitz.Record.from_json("{}")
    assert isinstance(other.value, kibitz.InvalidRecord)
    assert other.value.line is None
