"""The command line: exit codes, sentences, and what programs read."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from conftest import Command
from kibitz import _core, cli
from kibitz.analysis.positions import choices
from kibitz.cli import bench, main
from kibitz.lab import head_to_head
from kibitz.lab.group import play


def _deal() -> kibitz.Record:
    state = kibitz.Game("tichu", "mini").deal(1)
    while not state.over:
        seat = state.to_act[0]
        state = state.play(seat, state.legal(seat)[0])
    return state.record()


RECORD = _deal()


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("rules", "whist"),
        ("rules",),
        ("agents", "randum"),
        ("spec",),
        ("spec", "randum"),
        ("spec", "ismcts(100, tre=root)"),
        ("spec", "ismcts(100, tre=root)", "--expand"),
        ("spec", "ismcts(0)"),
        ("spec", "ismcts("),
        ("deal", "whist"),
        ("deal", "tichu", "--rules", "offical"),
        ("deal", "tichu", "--seed", "-1"),
        ("deal", "tichu", "--seed", "nan"),
        ("deal", "tichu", "--seed", str(2**128)),
        ("deal", "tichu", "-o", "target"),
        ("deal", "tichu", "-o", "tarjet=500"),
        ("deal", "tichu", "-o", "target=many"),
        ("deal", "tichu", "--nonsense"),
        ("watch", "randum"),
        ("watch", "rules", "rules", "rules"),
        ("watch", "--game", "whist"),
        ("watch", "--delay", "-1"),
        ("watch", "--delay", "nan"),
        ("watch", "--record", "no/such/folder/deal.txt", "--seed", "1"),
        ("match", "rules"),
        ("match", "rules", "randum"),
        ("match", "rules", "random(over=nonsense)"),
        ("match", "rules", "random", "--deals", "1"),
        ("match", "rules", "random", "--deals", "many"),
        ("match", "rules", "random", "--threads", "0"),
        ("match", "rules", "no_such_module:Agent"),
        ("match", "rules", "random", "-o", "target=1e309"),
        ("match", "rules", "random", "--target", "4294967296"),
        ("match", "rules", "random", "--sprt", "0,inf"),
        ("tournament", "DEEP"),
        ("replay", "no-such-file"),
        ("replay", "."),
        ("analyse",),
        ("analyse", "no-such-file"),
        ("analyse", "RECORD", "--ply", "0"),
        ("analyse", "RECORD", "--ply", "1000"),
        ("analyse", "RECORD", "--ply", "1", "--seat", str((int(RECORD.moves[0][0]) + 1) % 4)),
        ("analyse", "RECORD", "--seat", "4"),
        ("analyse", "RECORD", "--agent", "randum"),
        ("analyse", "RECORD", "--agent", "rules"),
        ("analyse", "MANY", "--ply", "1"),
        ("analyse", "RECORD", "--account", "--ply", "1"),
        ("lab", "nonsense"),
        ("conformance", "no-such-file"),
        ("conformance",),
        ("bench", "whist"),
        ("perft", "whist"),
        ("perft", "tichu", "--depth", "-1"),
    ],
)
def test_a_wrong_request_is_a_sentence_and_code_2(
    arguments: tuple[str, ...], tmp_path: Path, kibitz_command: Command
) -> None:
    files = {"RECORD": tmp_path / "deal.txt", "MANY": tmp_path / "deals.jsonl", "DEEP": tmp_path / "deep.toml"}
    files["RECORD"].write_text(str(RECORD), encoding="utf-8")
    files["DEEP"].write_text("game = " + "[" * 2000, encoding="utf-8")
    files["MANY"].write_text(f"{RECORD.to_json()}\n" * 2, encoding="utf-8")
    outcome = kibitz_command(*(str(files.get(argument, argument)) for argument in arguments))
    assert outcome.code == 2
    assert outcome.err.endswith((".\n", "?\n"))
    assert "Traceback" not in outcome.err


def test_help_names_every_command(kibitz_command: Command) -> None:
    outcome = kibitz_command()
    assert outcome.code == 0
    for title, modules in cli.GROUPS.items():
        assert f"─ {title} ─" in outcome.out
        for module in modules:
            name = cli.name(module)
            assert f" {name} " in outcome.out
            assert kibitz_command(name, "--help").code == 0
    studies = kibitz_command("lab")
    assert studies.code == 0
    for module in cli.STUDIES:
        name = cli.name(module)
        assert f" {name} " in studies.out
        assert kibitz_command("lab", name, "--help").code == 0


@pytest.mark.parametrize(("old", "new"), sorted(cli.MOVED.items()))
def test_an_old_name_answers_with_the_new_one(old: str, new: str, kibitz_command: Command) -> None:
    outcome = kibitz_command(old, "whatever", "--deals", "3")
    assert (outcome.code, outcome.err) == (2, f'"kibitz {old}" is now "kibitz {new}".\n')
    assert kibitz_command(*new.split(), "--help").code == 0


def test_the_version_is_shown(kibitz_command: Command) -> None:
    assert kibitz_command("--version").out == f"kibitz {kibitz.__version__}\n"


def test_help_does_not_wait_for_what_it_does_not_need() -> None:
    code = "import sys; from kibitz.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.split()
    assert not {"numpy", "scipy"} & set(loaded)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("kibitz wa", ["watch"]),
        ("kibitz rules ti", ["tichu"]),
        ("kibitz match rules random --rules ep", ["epfl2017", "epfl2017_compat"]),
        ("kibitz match ru", ["rules"]),
        ("kibitz watch rules si", ["simple"]),
    ],
)
def test_the_shell_completes(
    line: str, offered: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_KIBITZ_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().out.split() == offered


def test_games_lists_tichu(kibitz_command: Command) -> None:
    outcome = kibitz_command("games")
    assert outcome.code == 0
    assert "tichu" in outcome.out
    assert "epfl2017_compat" in outcome.out


def test_rules_shows_the_page_and_the_presets(kibitz_command: Command) -> None:
    assert kibitz_command("rules", "tichu").out.startswith("# Tichu")
    table = kibitz_command("rules", "tichu", "--presets").out
    assert "phoenix_lead" in table
    assert "0.5" in table


def test_agents_are_listed(kibitz_command: Command) -> None:
    outcome = kibitz_command("agents")
    for name in ("random", "simple", "rules"):
        assert name in outcome.out


def test_the_options_of_an_agent_are_listed(kibitz_command: Command) -> None:
    outcome = kibitz_command("agents", "search")
    for part in _core.agent_parts():
        if part["name"] == "search":
            assert len(part["keys"]) > 10
            assert all(f" {key.name} " in outcome.out for key in part["keys"])
    assert kibitz_command("agents", "ismcts(100)").code == 0
    assert "inferred(AGENT|uniform, AGENT" in kibitz_command("agents", "halving").out
    assert "no options" in kibitz_command("agents", "rules").out
    assert "Python" in kibitz_command("agents", "test_agents:Greedy").out


def test_the_table_of_keys_is_there_for_programs(kibitz_command: Command) -> None:
    (halving,) = json.loads(kibitz_command("agents", "halving", "--json").out)
    keys = {key["name"]: key for key in halving["keys"]}
    assert keys["trials"] | {"help": ""} == {
        "name": "trials",
        "place": 1,
        "required": False,
        "kinds": ["whole"],
        "words": [],
        "least": 1,
        "most": None,
        "default": "200",
        "help": "",
        "needs": [],
        "parts": {},
    }
    assert set(keys["worlds"]["parts"]) == {"inferred"}
    assert len(json.loads(kibitz_command("agents", "--json").out)) > 20


@pytest.mark.parametrize(
    ("spec", "canonical", "full"),
    [
        ("ismcts( 100 ,tree=infoset)", "ismcts(100)", "search(at_once=bound, budget=100, "),
        ("balanced", "random(over=types)", "random(over=types)"),
        ("random", "random", "random(over=actions)"),
        ("rules", "rules", "rules"),
        ("level( club )", "level(club)", "decide(net(tichu-small, "),
        ("test_agents:Greedy( depth = 2)", "test_agents:Greedy(depth=2)", "test_agents:Greedy(depth=2)"),
    ],
)
def test_a_spec_is_shown_canonically_and_in_full(spec: str, canonical: str, full: str, kibitz_command: Command) -> None:
    assert kibitz_command("spec", spec).out == f"{canonical}\n"
    expanded = kibitz_command("spec", spec, "--expand").out
    assert expanded.startswith(full)
    assert kibitz_command("spec", expanded.strip(), "--expand").out == expanded


def test_a_deal_has_four_hands(kibitz_command: Command) -> None:
    outcome = kibitz_command("deal", "tichu", "--seed", "7", "--rules", "epfl2017")
    assert len(outcome.out.split("\n\n")[1].splitlines()) == 4
    setup = json.loads(kibitz_command("deal", "tichu", "--seed", "7", "--rules", "epfl2017", "--json").out)
    assert kibitz.Game("tichu", "epfl2017").position(setup).facts.as_map()["hands"] == setup["hands"]


def test_options_of_the_rules_can_be_changed(kibitz_command: Command) -> None:
    outcome = kibitz_command("deal", "tichu", "--seed", "7", "-o", "target=500", "-o", "tie=extra_round")
    assert "official target=500 tie=extra_round" in outcome.out


def test_watch_shows_a_deal_and_keeps_its_record(tmp_path: Path, kibitz_command: Command) -> None:
    path = tmp_path / "deal.txt"
    shown = kibitz_command("watch", "rules", "random", "--seed", "7", "--record", str(path))
    assert shown.code == 0
    assert "takes" in shown.out
    record = kibitz.Record(path.read_text(encoding="utf-8"))
    assert record.players == ["rules", "random", "rules", "random"]
    assert record.result == record.replay().returns
    replayed = kibitz_command("replay", str(path))
    assert replayed.code == 0
    assert replayed.out == shown.out


def test_watch_is_repeatable(kibitz_command: Command) -> None:
    arguments = ("watch", "random", "--seed", "11", "--rules", "epfl2017")
    assert kibitz_command(*arguments) == kibitz_command(*arguments)


def test_replay_takes_json_lines_and_finds_the_broken_one(tmp_path: Path, kibitz_command: Command) -> None:
    game = kibitz.Game("tichu", "mini")
    lines = []
    for seed in (1, 2):
        state = game.deal(seed)
        while not state.over:
            seat = state.to_act[0]
            state = state.play(seat, state.legal(seat)[0])
        lines.append(state.record().to_json())
    path = tmp_path / "deals.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    outcome = kibitz_command("replay", str(path))
    assert outcome.code == 0
    assert len(outcome.out.splitlines()) == 2
    path.write_text("\n".join([lines[0], lines[1].replace('"result":[', '"result":[1,')]), encoding="utf-8")
    outcome = kibitz_command("replay", str(path))
    assert outcome.code == 2
    assert "result" in outcome.err


def test_analyse_reviews_a_deal_and_shows_one_decision(tmp_path: Path, kibitz_command: Command) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(str(RECORD), encoding="utf-8")
    arguments = ("analyse", str(path), "--agent", "ismcts(40)")
    found = [json.loads(line) for line in kibitz_command(*arguments, "--json").out.splitlines()]
    assert found
    assert list(found[0]) == ["moveInfos", "rootInfo", "belief"]
    wanted = {"move", "visits", "mean", "low", "high", "prior", "worldsBest", "line"}
    assert all(wanted <= set(info) for entry in found for info in entry["moveInfos"])
    shown = kibitz_command(*arguments)
    assert shown.code == 0
    lines = [line.split() for line in shown.out.splitlines()]
    assert [line[0] for line in lines if line and line[0].isdigit()] == [str(f["rootInfo"]["ply"]) for f in found]
    one = min(found, key=lambda entry: len(entry["moveInfos"]))  # the best of many moves are shown, or all of few
    ply = str(one["rootInfo"]["ply"])
    assert json.loads(kibitz_command(*arguments, "--ply", ply, "--json").out) == one
    table = kibitz_command(*arguments, "--ply", ply).out
    assert all(info["move"] in table for info in one["moveInfos"])
    assert "hidden cards in 40 worlds" in table


def test_analyse_judges_in_the_points_of_the_game(tmp_path: Path, kibitz_command: Command) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(str(RECORD), encoding="utf-8")
    ply = next(at for at in choices(RECORD) if at.ply > 30).ply
    arguments = ("analyse", str(path), "--quick", "--ply", str(ply))
    found = json.loads(kibitz_command(*arguments, "--json").out)
    assert found["grade"] in ("best", "=", "?!", "?", "??", "unclear")
    assert found["moves"][0]["move"] == found["best"]
    shown = kibitz_command(*arguments).out
    assert all(entry["move"] in shown for entry in found["moves"])


@pytest.mark.parametrize("agent", ["fast", "net(tichu-epfl2017-small)"])
def test_analyse_with_an_agent_that_does_not_try_every_move(
    tmp_path: Path, kibitz_command: Command, agent: str
) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(str(RECORD), encoding="utf-8")
    assert kibitz_command("analyse", str(path), "--agent", agent, "--seat", "0").code == 0


def test_analyse_takes_json_lines(tmp_path: Path, kibitz_command: Command) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(f"{RECORD.to_json()}\n" * 2, encoding="utf-8")
    arguments = ("analyse", str(path), "--agent", "ismcts(5)", "--seat", "0")
    found = [json.loads(line) for line in kibitz_command(*arguments, "--json").out.splitlines()]
    assert {entry["record"] for entry in found} == {1, 2}
    assert {entry["rootInfo"]["seat"] for entry in found} == {0}
    assert "record 2" in kibitz_command(*arguments).out


def test_match_speaks_json(kibitz_command: Command) -> None:
    arguments = ["match", "rules", "random", "--game", "tichu", "--rules", "epfl2017", "--deals", "40", "--seed", "1"]
    result = json.loads(kibitz_command(*arguments, "--json").out)
    assert list(result)[:5] == ["mean", "low", "high", "unit", "deals"]
    assert result["verdict"] == "better"
    assert [agent["agent"] for agent in result["time"]] == ["rules", "random"]
    assert result["unit"] == "points per round"
    assert result["deals"] == 40
    assert result["low"] < result["mean"] < result["high"]
    assert kibitz_command(*arguments).out.startswith("rules scores ")


def test_matches_and_ladders_of_doppelkopf_seat_one_of_each_unless_asked_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz_command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = (("match", "random", "healthy", "--game", "doppelkopf"), ("ladder", "doppelkopf", "random", "healthy"))
    for command in commands:
        for others, beside, tables in (((), "rules", 12), (("--others", "none"), None, 6)):
            told = json.loads(kibitz_command(*command, "--deals", "2", *others, "--json").out)
            contest = told["contest"] if "contest" in told else told["contests"][0]
            assert (contest["beside"], contest["tables"]) == (beside, 2 * tables)


def test_a_match_that_is_stopped_gives_what_it_has(monkeypatch: pytest.MonkeyPatch, kibitz_command: Command) -> None:
    def three(*_: object) -> object:
        yield 0, play(head_to_head("tichu", "rules", "random"), 0, 3)
        raise KeyboardInterrupt

    monkeypatch.setattr("kibitz.lab.runner._played", three)
    outcome = kibitz_command("match", "rules", "random", "--json")
    assert outcome.code == 130
    assert outcome.err == "Stopped after 3 of 1000 deals.\n"
    assert json.loads(outcome.out)["deals"] == 3


def test_perft_counts(kibitz_command: Command) -> None:
    outcome = kibitz_command("perft", "tichu", "--rules", "mini", "--seed", "1", "--depth", "3")
    lengths, counts = zip(*(map(int, line.split()) for line in outcome.out.splitlines()), strict=True)
    assert lengths == (0, 1, 2, 3)
    state = kibitz.Game("tichu", "mini").deal(1)
    moves = [(seat, move) for seat in state.to_act for move in state.legal(seat)]
    assert counts[:2] == (1, len(moves))
    assert counts[2] == sum(state.play(*step).perft(1) for step in moves)


def test_bench_names_its_numbers(monkeypatch: pytest.MonkeyPatch, kibitz_command: Command) -> None:
    monkeypatch.setattr(bench, "SLICES", 1)
    monkeypatch.setattr(bench, "SECONDS", 0.001)
    found = json.loads(kibitz_command("bench", "tichu", "--json").out)["benchmarks"]
    assert {entry["name"] for entry in found} == {
        "tichu/epfl2017/playout-sampled",
        "tichu/epfl2017/playout-listed",
        "tichu/official/playout-sampled",
        "tichu/deals",
        "tichu/worlds",
        "tichu/python-play",
    }
    assert {entry["unit"] for entry in found} == {"playouts/s", "deals/s", "worlds/s", "plays/s"}
    assert all(entry["median"] > 0 for entry in found)
