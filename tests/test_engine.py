"""The engine protocol: what Kibitz answers, whom it seats, and what it finds wrong with an engine."""

import json
import random
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from conftest import Command
from kibitz import _core
from kibitz.agents import plugins
from kibitz.agents.engine import EngineFailed, question, written
from kibitz.analysis import Analysis
from kibitz.engine.compliance import check
from kibitz.engine.positions import described
from kibitz.engine.process import PROGRAMS, Process
from kibitz.engine.serving import Engine
from kibitz.server.admission import admit
from kibitz.server.refusal import Refusal

ROOT = Path(__file__).parent.parent
PYTHON = (sys.executable, str(ROOT / "examples" / "engine.py"))
OURS = (sys.executable, "-m", "kibitz", "engine")
STATE = kibitz.Game("schnapsen").deal(7).play(0, "marriage:HQ")
RECORD = json.loads(STATE.record().to_json())


@pytest.fixture(autouse=True)
def _no_program_stays() -> Iterator[None]:
    yield
    PROGRAMS.close()


def ask(*messages: dict[str, Any] | bytes, agent: str | None = "rules") -> list[dict[str, Any]]:
    """The answers of our engine to these lines."""
    said: list[str] = []
    lines = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in messages]
    Engine(said.append, agent=agent).serve(lines)
    return [json.loads(line) for line in said]


def test_the_session_of_the_page_is_as_it_says() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    found = re.search(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found
    steps = re.findall(r"((?:^> .*\n)+)((?:^< .*\n)*)", found[1], re.MULTILINE)
    process = Process((*OURS, "--agent", "rules"))
    for asked, answered in steps:
        for line in asked.splitlines():
            process.send(line[2:].encode())
        for line in answered.splitlines():
            got = process._lines.get(timeout=20)
            assert got is not None
            assert got.decode() == f"{line[2:]}\n"
    assert len(steps) >= 5
    assert process.finish(20) == 0


def test_a_record_as_text_as_json_and_a_view_are_the_same_position() -> None:
    view = STATE.view(1)
    shown = {"game": "schnapsen", "rules": "tournament", "seat": 1, "view": described(view)}
    forms = [{"record": str(STATE.record())}, {"record": RECORD}, {"record": json.dumps(RECORD)}, shown]
    answers = ask(*({"id": str(at), "want": "legal", **form} for at, form in enumerate(forms)))
    assert [answer["moves"] for answer in answers] == [[str(move) for move in view.legal()]] * 4


def test_a_ply_goes_back_in_the_record() -> None:
    (answer,) = ask({"id": "a", "want": "legal", "record": RECORD, "ply": 0})
    assert answer["seat"] == 0
    assert "marriage:HQ" in answer["moves"]


def test_only_what_the_seat_knows_reaches_the_agent() -> None:
    view = STATE.view(1)
    other = view.sample(seed=5)
    assert other != STATE
    assert described(other.view(1))["world"] == described(view)["world"]
    answers = [
        ask({"id": "a", "want": want, "seat": 1, "seed": 3, "agent": "ismcts(50)", **form})
        for want in ("act", "analyse")
        for form in (
            {"record": RECORD},
            {"game": "schnapsen", "view": described(view)},
        )
    ]
    assert answers[0] == answers[1]
    assert answers[2] == answers[3]
    (refused,) = ask({"id": "a", "record": RECORD, "agent": "ismcts(10, worlds=true)"})
    assert refused["field"] == "agent"


@pytest.mark.parametrize("game", _core.game_names())
def test_a_view_that_is_described_is_read_back(game: str) -> None:
    state, player = kibitz.Game(game).deal(3), kibitz.agent("random", 1)
    for _ in range(30):
        seat = state.to_act[0]
        view = state.view(seat)
        (answer,) = ask({"id": "a", **question(view), "want": "legal"})
        assert answer["moves"] == [str(move) for move in view.legal()]
        state = state.play(seat, player.act(view))
        if state.over:
            break


def test_at_an_open_interrupt_a_view_says_as_much_as_a_record() -> None:
    state, chance = kibitz.Game("tichu").deal(0), random.Random(0)
    while not any(move.is_decline for seat in state.to_act for move in state.legal(seat)):
        seat = chance.choice(state.to_act)
        state = state.play(seat, chance.choice(state.legal(seat)))
    seat = state.to_act[0]
    legal = [str(move) for move in state.legal(seat)]
    by_view, by_record = ask(
        {"id": "a", **question(state.view(seat)), "want": "legal"},
        {"id": "b", "want": "legal", "seat": seat, "record": str(state.record())},
    )
    assert by_view["moves"] == by_record["moves"] == legal


def test_the_judge_says_what_every_move_is_worth_and_reports_meanwhile() -> None:
    query = {"id": "a", "want": "analyse", "record": RECORD, "ply": 0, "report_every_ms": 0, "every": True}
    *reports, last = ask(query, agent=None)
    assert reports
    assert not any(report["final"] for report in reports)
    assert last["final"]
    assert {move["move"] for move in last["moves"]} == {str(move) for move in kibitz.Game("schnapsen").deal(7).legal(0)}
    assert all(move["low"] <= move["value"] <= move["high"] for move in last["moves"])
    assert last["best"] == last["moves"][0]["move"] == last["moves"][0]["line"][0].partition(" ")[2]


def test_a_query_that_is_terminated_is_answered_with_what_is_known() -> None:
    endless = {"id": "a", "record": RECORD, "agent": "ismcts(600000ms)"}
    waiting = {"id": "b", "want": "analyse", "record": RECORD}
    answers = {it["id"]: it for it in ask(endless, waiting, {"id": "t", "action": "terminate_all"})}
    assert answers["t"]["ended"] == ["a", "b"]
    # The first may have been stopped before a thread had taken it up.
    assert answers["a"]["terminated"]
    assert answers["a"].get("move") in (None, *map(str, STATE.legal(1)))
    assert answers["b"] == {"id": "b", "final": True, "terminated": True}


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"record": RECORD, "want": "sing"}, "want", "one of act, analyse, legal"),
        ({"record": RECORD, "colour": 1}, "colour", 'no field "colour"'),
        ({"record": RECORD, "seat": -1}, "seat", "whole number"),
        ({"record": RECORD, "seat": True}, "seat", "whole number"),
        ({"record": RECORD, "seat": 0}, "seat", "seat 0 is not asked; name one of 1"),
        ({"record": RECORD, "ply": 9}, "ply", "has 1 moves"),
        ({"record": RECORD, "game": "tichu"}, "game", "The record is of schnapsen"),
        ({"record": RECORD, "rules": "course"}, "rules", "by the rules"),
        ({"record": "nonsense"}, "record", "A record begins with"),
        ({"record": RECORD | {"moves": ["0 SA"]}}, "record", "SA"),
        ({"record": RECORD, "agent": "nobody"}, "agent", "nobody"),
        ({"record": RECORD, "agent": "os:system"}, "agent", "written in Python"),
        ({"record": RECORD, "agent": "engine(rm)"}, "agent", "written in Python"),
        ({"record": RECORD, "want": "analyse", "agent": "rules"}, "agent", "does not analyse"),
        ({}, "record", "needs a position"),
        ({"view": {}}, "game", 'needs "game"'),
        ({"view": {}, "game": "schnapsen", "seat": 0}, "view", 'needs a "world"'),
        ({"view": {"world": {}, "history": [1]}, "game": "schnapsen", "seat": 0}, "view", "cannot be read"),
        ({"action": "terminate"}, "terminate_id", "needs"),
    ],
)
def test_what_is_wrong_is_a_sentence_with_the_id_and_the_field(
    wrong: dict[str, Any], field: str, sentence: str
) -> None:
    (answer,) = ask({"id": "x", **wrong}, agent=None)
    assert (answer["id"], answer["final"], answer["field"]) == ("x", True, field)
    assert sentence in answer["error"]


@pytest.mark.parametrize("line", [b"nonsense", b"[]", b"\xff", b'{"want": "act"}', b"[" * 100_000, b"1" * 5000])
def test_a_line_without_an_id_is_answered_too(line: bytes) -> None:
    first, second = ask(line, {"id": "b", "record": RECORD})
    assert first["id"] is None
    assert first["error"]
    assert second["move"]


def test_a_tree_search_reports_until_it_ends_or_is_terminated() -> None:
    endless = {"id": "a", "want": "analyse", "record": RECORD, "ply": 0, "agent": "ismcts(4000000000)"}
    said: list[dict[str, Any]] = []
    engine = Engine(lambda line: said.append(json.loads(line)), agent="rules")
    engine.take(json.dumps(endless | {"report_every_ms": 0}))
    while len(said) < 3:
        time.sleep(0.01)
    engine.take(json.dumps({"id": "t", "action": "terminate_all"}))
    engine.serve([])
    *reports, last = (answer for answer in said if answer["id"] == "a")
    assert last["final"]
    assert last["terminated"]
    tried = [sum(move["tried"] for move in answer["moves"]) for answer in (*reports, last)]
    assert tried == sorted(tried)
    assert 0 < tried[0] < tried[-1]
    legal = {str(move) for move in kibitz.Game("schnapsen").deal(7).legal(0)}
    assert all({move["move"] for move in answer["moves"]} == legal for answer in reports)
    assert not any(answer["final"] for answer in reports)


@pytest.mark.parametrize("parts", ["threads=root(2)", "threads=tree(2)", "draw=forest(4)", "rollout=ismcts(2)"])
def test_reports_are_of_the_decision_that_is_asked(parts: str) -> None:
    state = kibitz.Game("schnapsen").deal(7)
    found: list[Analysis] = []
    agent = kibitz.agent(f"ismcts(1000000, {parts})", seed=1)
    assert isinstance(agent, _core.Agent)
    agent.analyse(state.view(0), ms=400, report=found.append, report_every_ms=0)
    assert found
    assert all([info.move for info in report.moves] == list(state.legal(0)) for report in found)


def test_who_is_reported_to_may_end_the_search() -> None:
    def enough(_: Analysis) -> None:
        raise InterruptedError

    agent = kibitz.agent("ismcts(4000000000)", seed=1)
    with pytest.raises(InterruptedError):
        agent.analyse(STATE.view(1), report=enough, report_every_ms=0)


def test_the_same_messages_over_http_and_websocket() -> None:
    command = [*OURS, "--agent", "rules", "--listen", "0", "--token", "secret"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            host = re.search(r"http://(\S+)", server.stderr.readline())
            assert host
            _over_http(host[1])
            _over_websocket(host[1])
        finally:
            server.kill()


def _over_http(host: str) -> None:
    def post(body: bytes, **headers: str) -> tuple[int, list[dict[str, Any]]]:
        request = urllib.request.Request(f"http://{host}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, [json.loads(line) for line in answer]
        except urllib.error.HTTPError as refused:
            return refused.code, [json.loads(refused.read())]

    known = {"Authorization": "Bearer secret"}
    query = {"id": "1", "record": RECORD, "seed": 1}
    two = "\n".join(json.dumps(it) for it in (query, query | {"id": "2", "want": "legal"})).encode()
    code, answers = post(two, **known)
    assert code == 200
    assert sorted(answers, key=lambda it: str(it["id"])) == ask(query, query | {"id": "2", "want": "legal"})[::-1]
    assert post(b"nonsense", **known)[1][0]["error"]
    assert post(b"x" * (1 << 20) + b"x", **known)[0] == 413
    for headers in ({}, {"Authorization": "Bearer secre"}, known | {"Origin": "http://elsewhere"}):
        code, (refused,) = post(two, **headers)
        assert code == 401
        assert refused["error"].endswith(".")


def _over_websocket(host: str) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    with pytest.raises(InvalidStatus), connect(f"ws://{host}"):
        pass
    endless = {"record": RECORD, "want": "analyse", "agent": "ismcts(4000000000)", "report_every_ms": 0}
    known = {"Authorization": "Bearer secret"}
    with connect(f"ws://{host}", additional_headers=known) as gone:
        gone.send(json.dumps({"id": "a", **endless}))
        assert not json.loads(gone.recv())["final"]
    # The only thread is free again, for who hangs up ends its queries.
    with connect(f"ws://{host}", additional_headers=known) as asking:
        asking.send(json.dumps({"id": "a", **endless}))
        assert not json.loads(asking.recv())["final"]
        asking.send(json.dumps({"id": "t", "action": "terminate", "terminate_id": "a"}))
        while not (answer := json.loads(asking.recv()))["final"] or answer["id"] == "t":
            pass
        assert answer["terminated"]


@pytest.mark.parametrize("where", ["x", "99999", "127.0.0.1:", "1:2:3:4"])
def test_where_to_listen_is_checked(where: str, kibitz_command: Command) -> None:
    told = kibitz_command("engine", "--listen", where)
    assert told.code == 2
    assert where in told.err


def test_the_examples_and_our_own_engine_comply() -> None:
    for command in (PYTHON, (*OURS, "--agent", "rules")):
        assert [done.fault for done in check(command)] == [None] * (11 if command is PYTHON else 13)


@pytest.mark.skipif(shutil.which("node") is None, reason="There is no Node on this machine.")
def test_the_example_in_javascript_complies(kibitz_command: Command) -> None:
    told = kibitz_command("compliance", f"node {ROOT / 'examples' / 'engine.mjs'}")
    assert told.code == 0, told.out


def bad(tmp_path: Path, move: str) -> str:
    """A program that answers a query for a move in its own way."""
    path = tmp_path / "bad.py"
    version = "'name': 'x', 'version': '1', 'protocol': 1, 'games': None, 'wants': ['act']"
    path.write_text(
        "import json, os, random, sys, time\n"
        "for line in sys.stdin:\n"
        "    q = json.loads(line)\n"
        f"    said = {{{version}}} if 'action' in q else {move}\n"
        "    print(json.dumps({'id': q['id'], **said}), flush=True)\n"
    )
    return f"{sys.executable} {path}"


def test_a_program_that_does_not_comply_is_told_why(tmp_path: Path, kibitz_command: Command) -> None:
    told = kibitz_command("compliance", bad(tmp_path, "{'move': random.choice(q['legal'] + ['ZZ'] * 9)}"))
    assert told.code == 1
    assert 'failed  plays legal moves only, schnapsen: it played "ZZ".' in told.out
    assert "ok      says what it is" in told.out
    assert "cannot be started" in kibitz_command("compliance", "no-such-program").out


def test_a_program_plays_a_match_and_the_same_one_again(kibitz_command: Command) -> None:
    command = f"engine({PYTHON[0]} {PYTHON[1]})"
    first, second = (kibitz_command("match", command, "random", "--game", "schnapsen", "-n", "4") for _ in range(2))
    assert first.code == 0, first.err
    assert first.out.splitlines()[:2] == second.out.splitlines()[:2]


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("{'move': 'ZZ'}", 'it played "ZZ"'),
        ("{'move': 7}", 'its answer has no text as "move"'),
        ("{'error': 'I am tired.'}", "I am tired"),
        ("time.sleep(9)", "it has not answered within 0.3 s"),
        ("os._exit(3)", "it ended with exit code 3"),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_failure_names_agent_deal_and_move(tmp_path: Path, move: str, why: str, kibitz_command: Command) -> None:
    agent = f"engine({bad(tmp_path, move)}, limit=300)"
    told = kibitz_command("watch", agent, "random", "--game", "schnapsen", "--seed", "7")
    assert told.code == 2
    assert 'bad.py)" failed at move 1, seat 0: ' in told.err
    assert why in told.err
    assert told.err.endswith("The deal has the seed 7.\n")


def test_a_program_that_dies_is_started_again(tmp_path: Path) -> None:
    once = tmp_path / "died"
    die = f"({{'move': q['legal'][0]}} if os.path.exists({str(once)!r}) else (open({str(once)!r}, 'w'), os._exit(1)))"
    player = kibitz.agent(f"engine({bad(tmp_path, die)})", seed=1)
    assert player.act(STATE.view(1)) == STATE.legal(1)[0]
    assert once.exists()


def test_a_command_is_written_as_in_a_shell_and_reads_back(tmp_path: Path) -> None:
    home = tmp_path / "a b=c"
    home.mkdir()
    path = home / "engine.py"
    shutil.copy(PYTHON[1], path)
    spec = written(f"decide(engine({sys.executable} '{path}', ms=50), call=rules)")
    assert written(spec) == spec == str(_core.Spec(spec))
    assert _core.Spec(spec).python_agents[0] == "engine"
    assert plugins.names_python("engine(python x.py)")
    assert kibitz.agent(spec, seed=1).act(STATE.view(1)) in STATE.legal(1)
    with pytest.raises(kibitz.InvalidSpec, match="needs the command"):
        kibitz.agent("engine()")
    with pytest.raises(EngineFailed, match="cannot be started"):
        kibitz.agent("engine(no-such-program)").act(STATE.view(1))


@pytest.mark.parametrize("spec", ["engine(python, x.py)", "decide(engine(python), call=rules)", "engine(python x.py)"])
def test_a_table_refuses_programs(spec: str) -> None:
    with pytest.raises(Refusal):
        admit(kibitz.Game("schnapsen"), spec)
