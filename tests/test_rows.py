"""Records, judgements, analyses and results as rows: JSON lines, Parquet, frames, and every command's JSON."""

import json
import sys
from pathlib import Path

import pytest

import kibitz
from conftest import Command
from kibitz import rows
from kibitz.analysis import Analysis, review
from kibitz.lab import Results, round_robin, run

parquet = pytest.importorskip("pyarrow.parquet")


def record(seed: int = 1) -> kibitz.Record:
    state, agent = kibitz.Game("schnapsen").deal(seed), kibitz.agent("rules", seed)
    while not state.over:
        seat = state.to_act[0]
        state = state.play(seat, agent.act(state.view(seat)))
    return state.record(["Ann", "Ben"])


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> tuple[Results, Path]:
    store = tmp_path_factory.mktemp("store") / "ladder.kibitz"
    plan = round_robin(kibitz.Game("schnapsen"), ["rules", "random"], deals=10, seed=1)
    return run(plan, store), store


def test_rows_of_results_add_up(results: tuple[Results, Path]) -> None:
    found = list(rows.results(results[0]))
    own = [row["points"] for row in found if row["agent"] == "rules"]
    assert sum(own) / len(own) == pytest.approx(results[0].contests[0].mean(0).mean)
    frame = results[0].to_frame()
    assert frame.to_pylist() == found
    assert frame.column_names[:3] == ["contest", "game", "rules"]


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_what_is_written_is_read_back(suffix: str, tmp_path: Path) -> None:
    records = [record(1), record(2**64 + 1)]
    path = tmp_path / f"rows{suffix}"
    for made in (rows.deals(records), rows.moves(records), rows.analysis(analysis())):
        wanted = list(made)
        assert rows.write(wanted, path) == len(wanted)
        if suffix == ".parquet":
            assert parquet.read_table(path).to_pylist() == wanted
        else:
            assert [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] == wanted


def analysis() -> Analysis:
    return kibitz.agent("ismcts(50)", seed=1).analyse(kibitz.Game("schnapsen").deal(7).view(0))


def test_judgements_are_rows() -> None:
    one = record()
    judged = [next(review(one, effort="quick"))]
    [row] = rows.judgements(one, judged)
    assert (row["ply"], row["played"], row["grade"]) == (judged[0].ply, str(judged[0].played), judged[0].grade)


def test_what_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(rows.ExportError, match=r"says no format; end its name in \.jsonl or \.parquet"):
        rows.write([], tmp_path / "rows.xlsx")
    with pytest.raises(rows.ExportError, match=r"cannot be written: .*; choose another path"):
        rows.write([], tmp_path / "nowhere" / "rows.jsonl")


def test_without_arrow_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(rows.ExportError, match=r'pip install "kibitz\[notebook\]"'):
        rows.frame([])


def test_the_command_exports_records_and_stores(
    results: tuple[Results, Path], tmp_path: Path, kibitz_command: Command
) -> None:
    deal = tmp_path / "deal.txt"
    deal.write_text(str(record()), encoding="utf-8")
    assert "1 rows" in kibitz_command("export", str(deal), str(tmp_path / "a.jsonl")).out
    moves = kibitz_command("export", str(deal), str(tmp_path / "a.parquet"), "--rows", "moves")
    assert f"{len(record().moves)} rows" in moves.out
    assert "40 rows" in kibitz_command("export", str(results[1]), str(tmp_path / "b.parquet")).out
    assert kibitz_command("export", str(results[1]), str(tmp_path / "b.svg")).code == 0
    assert (tmp_path / "b.svg").read_text(encoding="utf-8").count("<circle") == 2
    for wrong in ((str(deal), str(tmp_path / "a.csv")), ("nothing", "a.jsonl"), (str(deal), str(tmp_path / "a.svg"))):
        told = kibitz_command("export", *wrong)
        assert (told.code, told.err.count("\n")) == (2, 1), wrong


def test_commands_print_json(tmp_path: Path, kibitz_command: Command) -> None:
    deal = tmp_path / "deal.txt"
    deal.write_text(str(record()), encoding="utf-8")
    said = {
        words: json.loads(kibitz_command(*words, "--json").out)
        for words in (
            ("games",),
            ("rules", "schnapsen"),
            ("spec", "ismcts(100, rollout=net(tichu))"),
            ("perft", "schnapsen", "--depth", "2"),
            ("replay", str(deal)),
            ("watch", "random", "--game", "schnapsen", "--seed", "7"),
        )
    }
    assert {game["name"] for game in said["games",]} >= {"schnapsen"}
    assert "tournament" in said["rules", "schnapsen"]["presets"]
    assert said["spec", "ismcts(100, rollout=net(tichu))"]["networks"] == ["tichu"]
    assert len(said["perft", "schnapsen", "--depth", "2"]) == 3
    assert kibitz.Record.from_json(json.dumps(said["replay", str(deal)])) == record()
    assert said["watch", "random", "--game", "schnapsen", "--seed", "7"]["seed"] == 7
    lines = kibitz_command("analyse", str(deal), "--account", "--quick", "--json").out.splitlines()
    accounts = [told["account"] for told in map(json.loads, lines) if "account" in told]
    assert [account["seat"] for account in accounts] == [0, 1]
