"""What people do: counted from logs and records alike, and an agent agrees with itself."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from brettspielwelt import log
from conftest import Command
from kibitz import Game, Record
from kibitz.experiments.behaviour import observe
from kibitz.experiments.people import agreement, habits
from kibitz.experiments.watch import seated, watched

GAME = Game("tichu", "bsw")


def played(spec: str, deals: int) -> list[Record]:
    return [watched(GAME, seated([spec] * 4, deal), deal).record() for deal in range(deals)]


RULES = played("rules", 8)


def test_what_is_counted_of_records_is_what_is_counted_of_agents_at_play() -> None:
    """But for declined bombs, which no record has."""
    of_agents, of_records = observe(GAME, ["rules"], len(RULES)), habits(RULES)
    for name in ("Tichu called", "Tichu made", "Grand Tichu called", "bombs", "double wins", "tricks", "aces: trick"):
        assert of_records[name] == of_agents[name], name


def test_habits_of_the_exchange_and_lengths_are_counted() -> None:
    found = habits(RULES)
    assert found["rank given to the partner"].mean > found["rank given to an opponent"].mean
    assert found["moves"].mean > found["plays"].mean + found["passes"].mean
    assert sum(found[f"Dog to {to}"].mean for to in ("the next seat", "the partner", "the seat before")) <= 1


def test_an_agent_without_chance_agrees_with_itself() -> None:
    found = agreement(RULES, "rules")
    assert {name for name in found if name.endswith("the same")} == {
        "plays: the same", "calls: the same", "exchange: the same", "wishes: the same", "gifts: the same",
    }  # fmt: skip
    for name, share in found.items():
        assert share.mean == 1, name


def test_an_agent_that_ranks_moves_has_those_of_people_among_its_first_ones_more_often() -> None:
    found = agreement(RULES[:3], "net(tichu)")
    for what in ("plays", "exchange"):
        assert found[f"{what}: the same"].mean <= found[f"{what}: among the first 3"].mean
    assert not [name for name in agreement(RULES[:2], "random") if "first" in name]


def test_logs_and_their_records_tell_the_same(tmp_path: Path, kibitz_command: Command) -> None:
    logs, records, figure = tmp_path / "game.tch", tmp_path / "people.jsonl", tmp_path / "people.svg"
    logs.write_text("".join(map(log, played("random", 12))))
    assert kibitz_command("import", str(logs), "--out", str(records)).code == 0
    lines = records.read_text().splitlines()
    assert len(lines) == 12
    assert any("other_readings" in json.loads(line) for line in lines)
    told = kibitz_command("lab", "people", str(records), "--json", "--agent", "rules", "--drawing", str(figure))
    found = json.loads(told.out)
    assert found["rounds"] == 12
    assert found["published"]["Tichu called"]["value"] == 0.15
    assert found["agent"] == "rules"
    assert 0 < found["agreement"]["plays: the same"]["mean"] < 1
    assert "Tichu called" in "".join(ET.fromstring(figure.read_text()).itertext())
    of_logs = json.loads(kibitz_command("lab", "people", str(logs), "--json").out)
    assert of_logs == {key: found[key] for key in ("rounds", "quantities", "published")}
    assert "plays: the same" in kibitz_command("lab", "people", str(logs), "--agent", "rules", "--rounds", "3").out


@pytest.mark.parametrize("wrong", ["one", "mixed"])
def test_too_little_or_too_much_is_a_sentence(wrong: str, tmp_path: Path, kibitz_command: Command) -> None:
    other = Game("schnapsen")
    mixed = watched(other, seated(["random"] * 2, 0), 0).record()
    file = tmp_path / "people.jsonl"
    lines = {"one": [RULES[0]], "mixed": [RULES[0], mixed]}[wrong]
    file.write_text("".join(f"{record.to_json()}\n" for record in lines))
    told = kibitz_command("lab", "people", str(file))
    assert told.code == 2
    assert told.err.endswith(".\n")
