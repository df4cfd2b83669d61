"""Agents that a browser names: none of them opens a file, costs too much, or keeps others waiting."""

import signal
import time
from concurrent.futures import Executor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import _core
from kibitz.server.admission import LONGEST_MS, admit
from kibitz.server.lanes import Lanes
from kibitz.server.refusal import Refusal
from server.playing import Host, Player, play_deal
from server.test_restart import started

TICHU = _core.Game("tichu")
# Places in which an agent can stand inside another.
NESTS = [
    "{}",
    "net(tichu, {})",
    "ismcts(2, rollout={})",
    "ismcts(2, select=puct(1, prior={}))",
    "ismcts(2, depth=1, leaf=value({}))",
    "ismcts(2, depth=1, leaf=q({}))",
    "ismcts(2, worlds=belief({}))",
    "ismcts(2, worlds=inferred(net(tichu), {}))",
    "halving({}, 2)",
    "halving(random, 2, rollout={})",
    "decide(rules, call={})",
    "split(rules, {}, hand<=3)",
    "phase({}, rules)",
    "rig({}, cards, 1)",
    "oneply(value({}))",
]
FILES = ["/etc/hostname", "/dev/zero", "../nets/tichu.safetensors", "/etc", "/no/such/file", "x.safetensors"]


def refused(spec: str, game: _core.Game = TICHU) -> str:
    with pytest.raises(Refusal) as found:
        admit(game, spec)
    assert found.value.code == "agent"
    return found.value.reason


@given(st.lists(st.sampled_from(NESTS), min_size=1, max_size=4), st.sampled_from(FILES))
def test_no_file_is_opened_wherever_it_is_named(nests: list[str], file: str) -> None:
    spec = f"net({file})"
    for nest in nests:
        spec = nest.format(file if nest.startswith("net(") and spec.startswith("net(/") else spec)
    reason = refused(spec)
    # The answer does not tell whether there is such a file.
    assert "hostname" not in reason.replace(spec, "")
    assert reason == refused(spec.replace(file, "/also/missing")) or "only these networks" not in reason


@pytest.mark.parametrize("nest", NESTS)
@pytest.mark.parametrize(
    "endless", ["ismcts(80000000ms)", "ismcts(4000000000)", "ismcts(1, rollout=ismcts(8s))", "pimc(1000000, 9)"]
)
def test_what_costs_too_much_is_refused_wherever_it_stands(nest: str, endless: str) -> None:
    refused(nest.format(endless))


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        ("schnapsen", "rdeep(1000000, 1000000)"),
        ("schnapsen", "rdeep(1000)"),
        ("tichu", "ismcts(9000ms, threads=root(256))"),
        ("tichu", "ismcts(5, draw=pool(1000000))"),
        ("tichu", "ismcts(5, worlds=inferred(net(tichu), net(tichu), walkers=1000000000))"),
        ("tichu", "alphabeta(nodes=1000000000, depth=end)"),
        ("tichu", "ismcts(1000, rollout=strongest)"),
        ("tichu", "ismcts(1000, worlds=true)"),
        ("tichu", "decide(rules, call=ismcts(5, worlds=peek(0.5)))"),
        ("tichu", "healthy"),
        ("tichu", "net(schnapsen)"),
        ("tichu", "net()"),
        ("tichu", "os:system"),
        ("tichu", "(" * 5000),
    ],
)
def test_what_is_too_much_cheats_or_plays_another_game_is_refused(game: str, spec: str) -> None:
    refused(spec, _core.Game(game))


@pytest.mark.parametrize("game", _core.game_names())
@pytest.mark.parametrize(
    "spec", ["strongest", "fast", "rules", "ismcts(2000)", "ismcts(2s)", "mc(20/move)", "pimc(10, 100)", "beginner"]
)
def test_what_people_play_against_is_admitted(game: str, spec: str) -> None:
    admit(_core.Game(game), spec)


def test_agents_must_play_these_rules() -> None:
    admit(_core.Game("tichu", "epfl2017"), "net(tichu-epfl2017)")
    assert "features" in refused("net(tichu-epfl2017)")


@settings(max_examples=200)
@given(st.text(max_size=60) | st.from_regex(r"[a-z]{1,8}(\([a-z0-9=,/. ()]{0,40}\))?", fullmatch=True))
def test_any_text_is_admitted_or_refused_with_a_sentence(text: str) -> None:
    try:
        admit(TICHU, text)
    except Refusal as refusal:
        assert refusal.reason.endswith((".", "?"))


def test_slow_agents_do_not_keep_others_waiting_and_stop_when_nobody_looks(host: Host) -> None:
    slow = f"ismcts({LONGEST_MS - 1000}ms)"
    tables = [host.open("schnapsen", [slow, slow]) for _ in range(5)]
    watchers = [Player(host, table["table"], table["token"]) for table in tables]
    own = host.open("schnapsen", ["me", "casual"])
    with Player(host, own["table"], own["token"]) as player:
        began = time.monotonic()
        play_deal(player, lambda moves: moves[0])
        # Ten slow agents would have kept two cores for longer than that before the first of them had moved.
        assert time.monotonic() - began < 5 * LONGEST_MS / 1000
    rooms = [host.app.state.house.rooms[table["table"]] for table in tables]
    for watcher in watchers:
        watcher.open.close()
    deadline = time.monotonic() + 60
    while any(room.agents.thinking for room in rooms):
        assert time.monotonic() < deadline, "nobody looks, and they think on"
        time.sleep(0.05)


@pytest.mark.parametrize(("agent", "aside"), [("strongest", True), ("fast", True), ("rules", False)])
def test_who_may_think_for_long_thinks_in_a_thread(
    host: Host, monkeypatch: pytest.MonkeyPatch, agent: str, aside: bool
) -> None:
    threads = []
    lane = Lanes.of

    def noted(self: Lanes, game: _core.Game, spec: str) -> Executor:
        threads.append(spec)
        return lane(self, game, spec)

    monkeypatch.setattr(Lanes, "of", noted)
    table = host.open("tichu", [agent] * 4, rules="epfl2017")
    with Player(host, table["table"], table["token"]) as watcher:
        watcher.wait(lambda: watcher.over or (watcher.view and watcher.view["ply"] >= 10))
    assert bool(threads) == aside


def test_ctrl_c_ends_a_server_whose_agents_think(tmp_path: Path) -> None:
    with started(tmp_path / "t.sqlite") as (server, host):
        slow = f"ismcts({LONGEST_MS - 1000}ms)"
        table = Host.open(host, "schnapsen", [slow, slow])
        with Player(host, table["table"], table["token"]) as watcher:
            watcher.until("view")
            time.sleep(0.3)
            server.send_signal(signal.SIGINT)
            server.wait(timeout=60)
