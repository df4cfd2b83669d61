"""Several people at a table: hints only by consent, the next deal when all are ready, a clock, an address."""

import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from kibitz import _core
from kibitz.cli.serve import reachable
from kibitz.games import part
from kibitz.server.table import questions
from server.playing import Host, Player, play_deal, texts

ROOT = Path(__file__).parents[2]


def two(host: Host, game: str = "schnapsen", **more: object) -> tuple[Player, Player]:
    table = host.open(game, ["me", "open"], **more)
    ada, bo = Player(host, table["table"], table["token"]), Player(host, table["table"])
    assert bo.ask("sit", invite=table["invites"]["1"], name="Bo")["type"] == "ack"
    ada.wait(lambda: ada.info["status"] == "playing")
    return ada, bo


def test_hints_are_off_between_people_until_all_agree(host: Host) -> None:
    ada, bo = two(host, seed=7)
    with ada, bo:
        assert not ada.info["hints"]
        assert ada.ask("hint")["word"] == "hints-off"
        assert ada.ask("belief")["word"] == "hints-off"
        ada.ask("hints", on=True)
        assert ada.ask("belief")["word"] == "hints-off", "one is not all"
        bo.ask("hints", on=True)
        ada.wait(lambda: ada.info["hints"])
        assert ada.ask("belief")["type"] == "ack"
        bo.ask("hints", on=False)
        assert ada.ask("belief")["word"] == "hints-off"


def test_the_next_deal_comes_when_all_who_are_here_are_ready(host: Host) -> None:
    ada, bo = two(host, seed=7)
    with ada, bo:
        while not ada.over:
            for player in (ada, bo):
                if player.view and player.view["view"]["must"] and not player.over:
                    player.ask("move", ply=player.view["ply"], move=texts(player.view)[0])
                player.ask("ping")
        assert ada.ask("deal", how="next")["type"] == "ack"
        ada.wait(lambda: ada.info["ready"] == [0])
        assert ada.info["status"] == "over", "it waits for Bo"
        bo.ask("deal", how="next")
        ada.wait(lambda: ada.info["deal"] == 2 and ada.info["status"] == "playing")
        assert ada.info["ready"] == []


def test_who_has_left_is_not_waited_for(host: Host) -> None:
    ada, bo = two(host, seed=7)
    with ada, bo:
        while not ada.over:
            for player in (ada, bo):
                if player.view and player.view["view"]["must"] and not player.over:
                    player.ask("move", ply=player.view["ply"], move=texts(player.view)[0])
                player.ask("ping")
        ada.ask("deal", how="next")
        bo.ask("leave")
        ada.wait(lambda: ada.info["deal"] == 2)


def test_an_agent_moves_for_a_person_whose_time_is_up(host: Host) -> None:
    table = host.open("schnapsen", ["me", "casual"], seed=7, clock_ms=300)
    with Player(host, table["table"], table["token"]) as player:
        player.wait(lambda: player.view)
        assert player.view["clock"]["ms"] == 300
        over = play_deal(player, lambda moves: moves[0], enough=lambda: True)
        assert over == {}
        player.wait(lambda: player.over)
        assert player.info["seats"][0]["kind"] == "person", "the seat is still theirs"


def _lead(moves: Iterable[str]) -> str:
    """A single card that asks for no wish and gives no lead away."""
    return next(move for move in moves if len(move.split()) == 1 and move not in ("Ma", "Do"))


def _bomber(game: _core.Game, seed: int) -> tuple[int, int, int] | None:
    """A deal in which somebody can bomb the first lead who is not next to play."""
    state = game.deal(seed)
    leader = state.to_act[0]
    after = state.play(leader, _lead(map(str, state.legal(leader))))
    others = [seat for seat in questions(after) if seat not in after.settled().to_act]
    return (seed, leader, others[0]) if others and after.settled().phase == "play" else None


def test_a_person_may_bomb_until_the_next_play(host: Host) -> None:
    """The window is over, but the seat on turn has not played: the bomb still falls."""
    game = _core.Game("tichu", "official", exchange=False, calls=False)
    seed, leader, other = next(found for found in map(partial(_bomber, game), range(3000)) if found)
    options = {"exchange": False, "calls": False}
    seats = ["me", "open", "open", "open"]
    table = host.open("tichu", seats, seed=seed, options=options, window_ms=100)
    people = [Player(host, table["table"], table["token"])]
    people += [Player(host, table["table"]) for _ in range(3)]
    for seat in (1, 2, 3):
        people[seat].ask("sit", invite=table["invites"][str(seat)], name=f"P{seat}")
    people[leader].wait(lambda: people[leader].view and people[leader].view["view"]["must"])
    people[leader].ask("move", ply=people[leader].view["ply"], move=_lead(texts(people[leader].view)))
    bomber = people[other]
    bomber.wait(lambda: bomber.view and "decline" in texts(bomber.view))
    bomber.quiet()  # the window is over
    assert "decline" in texts(bomber.view)
    bomb = next(move["text"] for move in bomber.view["view"]["moves"] if move["kind"] == "play")
    assert bomber.ask("move", ply=bomber.view["ply"], move=bomb)["type"] == "ack"
    for player in people:
        player.close()


def test_an_invitation_names_an_address_that_others_reach() -> None:
    assert reachable("127.0.0.1", []) == []
    assert reachable("192.168.0.7", []) == ["192.168.0.7"]
    assert reachable("0.0.0.0", ["cards.local"])[0] == "cards.local"
    assert reachable("127.0.0.1", ["cards.local"]) == ["cards.local"]


@pytest.mark.parametrize("game", _core.game_names())
def test_every_rule_that_forbids_a_move_has_words(game: str) -> None:
    """The engine's words for its rules are those that the page must translate."""
    source = (ROOT / "games" / game / "src" / "notation.rs").read_text(encoding="utf-8")
    said = set(re.findall(r'(?:Why::new|talon)\(\s*"([a-z-]+)"', source))
    assert said == set(get_args(part(game, "facts").Rule))  # type: ignore[union-attr]


def test_a_refused_move_says_which_rule_forbids_it(host: Host) -> None:
    table = host.open("schnapsen", ["me", "casual"], seed=7)
    with Player(host, table["table"], table["token"]) as player:
        player.wait(lambda: player.view)
        held = player.view["view"]["facts"]["hand"]
        other = next(card for card in ("CA", "SA", "HA", "DA", "CT", "ST") if card not in held)
        refused = player.ask("move", ply=player.view["ply"], move=other)
        assert (refused["rule"], refused["about"]) == ("not-held", other)
        assert player.ask("move", ply=player.view["ply"] + 1, move=held[0])["word"] == "gone-on"
