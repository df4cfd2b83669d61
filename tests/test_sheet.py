"""The score sheet of each game shows what an onlooker wants to know."""

import io
import re

import pytest
from rich.console import Console

import kibitz
from conftest import Command
from kibitz import _core
from kibitz.cli.sheet import Sheet
from kibitz.cli.watch import played


def sheet_of(
    name: str, seed: int, *, spec: str = "rules", width: int = 80, colour: bool = False, **rules: object
) -> str:
    game = kibitz.Game(name, **rules)  # type: ignore[arg-type]
    start = game.deal(seed)
    console = Console(
        width=width, file=io.StringIO(), force_terminal=colour, color_system="truecolor" if colour else None
    )
    players = [kibitz.agent(spec, seed + seat) for seat in range(game.seats)]
    Sheet(console, game, [spec] * game.seats).play(start, played(start, players), seed)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def lines_of(sheet: str) -> list[str]:
    return [re.sub(" +", " ", line.strip()) for line in sheet.splitlines()]


def test_schnapsen_shows_trump_talon_draws_and_closing() -> None:
    lines = lines_of(sheet_of("schnapsen", 3))
    assert "trump diamonds talon 10, face up DT" in lines
    assert "1 exchange takes DT CT draws SK 1 takes 13 0 : 13" in lines
    assert "> CQ draws HA" in lines
    assert "3 close DQ 0 takes 14 20 : 13" in lines
    assert "0 wins 2 game points: 66 reached;" in " ".join(lines)
    assert "when 0 closed, 1 had 13." in " ".join(lines)
    assert lines[-1] == "2 0 game points"


def test_schnapsen_shows_what_marriages_are_worth() -> None:
    text = " ".join(lines_of(sheet_of("schnapsen", 1)))
    assert "marriage:DQ 40 pending" in text
    assert "marriage:HQ 20" in text
    assert "0 wins 1 game point: 0 claims 66; 0 has 67 points; 1 has 59 points" in text


def test_six_nimmt_shows_rows_and_bulls() -> None:
    lines = lines_of(sheet_of("six_nimmt", 3))
    assert lines[lines.index("row 1 21") : lines.index("row 4 52") + 1] == [
        "row 1 21",
        "row 2 5",
        "row 3 39",
        "row 4 52",
    ]
    assert "row 4 52 *97 *99 *100 *103 103 1 rules" in lines
    assert "row 3 39 93 94 26 0 rules takes row 2, 8 bulls (8)" in lines
    assert lines[-4:] == ["0 rules 17 bulls", "1 rules 0 bulls fewest", "2 rules 12 bulls", "3 rules 10 bulls"]


@pytest.mark.parametrize("seed", range(5))
def test_six_nimmt_has_room_for_ten(seed: int) -> None:
    lines = lines_of(sheet_of("six_nimmt", seed, spec="random", players=10))
    taken = [line for line in lines if "takes" in line]
    totals = {line[0]: int(line.split()[2]) for line in lines[-10:]}
    assert sum(totals.values()) == sum(int(line.split(" bull")[0].rsplit(" ", 1)[1]) for line in taken)
    for turn in (line.split() for line in taken):  # a sum so far never goes beyond the total
        seat = turn[turn.index("random") - 1]
        assert int(turn[-1].strip("()")) <= totals[seat]


def test_doppelkopf_shows_game_parties_and_score() -> None:
    lines = lines_of(sheet_of("doppelkopf", 3))
    assert "0 rules CQ SQ HQ HJ DT DT DK | CK SK S9 HK H9" in lines
    assert "Normal game" in lines
    assert "Re Kontra Kontra Re" in lines
    assert "1 > H9 HK kontra re 2 takes 15" in lines
    assert "2 S9 ST > SA S9 2 takes 21" in lines
    end = lines[lines.index("Kontra wins: Re 110, Kontra 130 card points.") :]
    assert end[1:6] == ["+1 won", "+2 Re called", "+2 Kontra called", "+1 against the elders", "+6 for Kontra"]


def test_doppelkopf_shows_marriages_and_solos() -> None:
    marriage = lines_of(sheet_of("doppelkopf", 11))
    assert marriage.index("Marriage of 2, partner open") < marriage.index("Marriage of 2")
    assert "Re Kontra Re Kontra" in marriage
    solo = lines_of(sheet_of("doppelkopf", 2, spec="random"))
    assert "Aces solo of 0, compulsory" in solo
    assert "-5 for Re the soloist three times" in solo


@pytest.mark.parametrize("seed", range(30))
def test_every_trick_of_doppelkopf_is_one_row_and_the_score_adds_up(seed: int) -> None:
    lines = lines_of(sheet_of("doppelkopf", seed, spec="random"))
    assert sum(" takes " in line for line in lines) == 12
    total, points = next(re.match(r"([+-]\d+) for (Re|Kontra)", line) for line in lines if " for " in line), lines[-1]
    assert total is not None
    assert int(total[1]) in {abs(int(word)) * sign for word in points.split()[:4] for sign in (1, -1)}


@pytest.mark.parametrize("name", _core.game_names())
@pytest.mark.parametrize("width", [80, 120])
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    for seed in range(8):
        plain = sheet_of(name, seed, width=width)
        assert "\x1b" not in plain
        assert max(map(len, plain.splitlines())) <= width


@pytest.mark.parametrize("name", _core.game_names())
def test_a_terminal_gets_colours(name: str) -> None:
    assert "\x1b[" in sheet_of(name, 3, colour=True)


@pytest.mark.parametrize(
    ("name", "shown"), [("schnapsen", "trump diamonds"), ("six_nimmt", "row 4    52"), ("doppelkopf", "|")]
)
def test_a_deal_shows_its_table(name: str, shown: str, kibitz_command: Command) -> None:
    assert shown in kibitz_command("deal", name, "--seed", "3").out
