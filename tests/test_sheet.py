"""The score sheet of each game shows what an onlooker wants to know."""

import io
import re

import pytest
from rich.console import Console

import kibitz
from conftest import Command
from kibitz import _core
from kibitz.agents import sound
from kibitz.cli.sheet import Sheet
from kibitz.cli.watch import played


def sheet_of(
    name: str, seed: int, *, spec: str | None = None, width: int = 80, colour: bool = False, **rules: object
) -> str:
    game = kibitz.Game(name, **rules)  # type: ignore[arg-type]
    start = game.deal(seed)
    console = Console(
        width=width, file=io.StringIO(), force_terminal=colour, color_system="truecolor" if colour else None
    )
    spec = spec or sound(name)
    players = [kibitz.agent(spec, seed + seat) for seat in range(game.seats)]
    Sheet(console, game, [spec] * game.seats).play(start, played(start, players), seed)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def lines_of(sheet: str) -> list[str]:
    return [re.sub(" +", " ", line.strip()) for line in sheet.splitlines()]


def test_schnapsen_shows_trump_talon_draws_and_closing() -> None:
    lines = lines_of(sheet_of("schnapsen", 323))
    assert "trump clubs talon 10, face up CK" in lines
    assert "1 exchange takes CK SQ draws DJ 1 takes 5 0 : 5" in lines
    assert "> SJ draws SK" in lines
    assert "4 DK close 1 takes 15 0 : 31" in lines
    assert "1 wins 3 game points: 66 reached;" in " ".join(lines)
    assert "when 1 closed, 0 had 0 and no trick." in " ".join(lines)
    assert lines[-1] == "0 3 game points"


def test_schnapsen_shows_what_marriages_are_worth() -> None:
    text = " ".join(lines_of(sheet_of("schnapsen", 3)))
    assert "marriage:CQ 40 pending" in text
    assert "marriage:SQ 20" in text
    assert "0 wins 1 game point: 0 claims 66; 0 has 72 points; 1 has 33 points" in text


def test_six_nimmt_shows_rows_and_bulls() -> None:
    lines = lines_of(sheet_of("six_nimmt", 0))
    assert lines[lines.index("row 1 39") : lines.index("row 4 13") + 1] == [
        "row 1 39",
        "row 2 70",
        "row 3 88",
        "row 4 13",
    ]
    assert "row 3 88 *89 *91 *100 *104 100 3 rules" in lines
    assert "row 2 70 90 34 1 rules takes row 4, 6 bulls (6)" in lines
    assert lines[-4:] == ["0 rules 0 bulls fewest", "1 rules 16 bulls", "2 rules 6 bulls", "3 rules 13 bulls"]


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
    lines = lines_of(sheet_of("doppelkopf", 2))
    assert "0 rules CQ DQ CJ HJ DT | CT CK C9 ST S9 HK H9" in lines
    assert "Normal game" in lines
    assert "Re Kontra Re Kontra" in lines
    assert "1 > H9 HA re kontra 3 takes 26" in lines
    assert "2 S9 SA SK > SA 3 takes 26" in lines
    end = lines[lines.index("Kontra wins: Re 111, Kontra 129 card points.") :]
    assert end[1:5] == ["+1 won", "+2 Re called", "+2 Kontra called", "+1 against the elders"]
    assert end[5:7] == ["-1 fox Re", "+5 for Kontra"]


def test_doppelkopf_shows_marriages_and_solos() -> None:
    marriage = lines_of(sheet_of("doppelkopf", 0))
    assert marriage.index("Marriage of 2, partner open") < marriage.index("Marriage of 2")
    assert "Re Kontra Re Kontra" in marriage
    solo = lines_of(sheet_of("doppelkopf", 7, spec="random"))
    assert "Queens solo of 3, compulsory" in solo
    assert "-7 for Re the soloist three times" in solo


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
    ("name", "shown"), [("schnapsen", "trump clubs"), ("six_nimmt", "row 4    74"), ("doppelkopf", "|")]
)
def test_a_deal_shows_its_table(name: str, shown: str, kibitz_command: Command) -> None:
    assert shown in kibitz_command("deal", name, "--seed", "3").out
