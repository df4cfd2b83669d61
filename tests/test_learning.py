"""Learning, at a scale of seconds: it improves, it resumes exactly, its files are read back or refused."""

import dataclasses
import json
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import kibitz
from kibitz import _core, _installed
from kibitz import nets as shipped
from kibitz.cli import main

torch = pytest.importorskip("torch", reason="learning needs PyTorch")

from kibitz.games.six_nimmt.learners import actor_critic  # noqa: E402
from kibitz.games.tichu.learners import dqn  # noqa: E402
from kibitz.learning import dmc, learner, learners, nets, order, panel, ppo, precision  # noqa: E402
from kibitz.learning.network import Network, Shape, Values  # noqa: E402
from kibitz.learning.pool import Group  # noqa: E402
from kibitz.learning.run import Budget  # noqa: E402

GAME = _core.Game("tichu", "epfl2017")
TINY = dataclasses.replace(dmc.SMALL, shape="1x32", places=128, batch=256, ring=32_768, rate=4e-3)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def ordered(out: Path, **changes: object) -> order.Order:
    given = {"samples": 20_000, "against": (), "deals": 100, "evaluations": 1, "quiet": True, **changes}
    return order.Order(GAME, out, **given)  # type: ignore[arg-type]


def test_a_tiny_learner_beats_random_beyond_its_interval(tmp_path: Path) -> None:
    [file] = dmc.train(ordered(tmp_path, samples=110_000), TINY)
    network = Values(nets.load(file, GAME), torch.device("cpu"))
    learned, _ = panel.duel(GAME, network, "random", deals=200, threads=2)
    untrained = Values(Network(12, 3, Shape(1, 32), {"q": 1}), torch.device("cpu"))
    before, _ = panel.duel(GAME, untrained, "random", deals=200, threads=2)
    assert learned.low > 0
    assert learned.low > before.high


def test_only_the_networks_own_seats_are_learned_from(tmp_path: Path) -> None:
    made = dmc.Learner(ordered(tmp_path), dataclasses.replace(TINY, others="rules"))
    alone = dmc.Learner(ordered(tmp_path), TINY)
    for one in (made, alone):
        while one.pool.counts["deals"] < 300:
            one.play(one.groups[0], epsilon=0.1)
    per_deal, of_all = (one.samples / one.pool.counts["deals"] for one in (made, alone))
    assert 0.3 < per_deal / of_all < 0.7


def test_a_tiny_mixed_policy_beats_random_beyond_its_interval(tmp_path: Path) -> None:
    game = _core.Game("six_nimmt", "papers")
    settings = dataclasses.replace(
        ppo.SMALL, shape="1x32", critic="1x32", places=128, update=2048, batch=512, rate=4e-3
    )
    [file] = ppo.train(dataclasses.replace(ordered(tmp_path, samples=110_000), game=game), settings)
    assert nets.metadata(file)["pick"] == "sample"
    learned = kibitz.match(game, f"net({file})", "random", deals=300)
    assert learned.low > 0


def test_finished_decisions_are_found_again_by_their_tickets(tmp_path: Path) -> None:
    asked = dataclasses.replace(ordered(tmp_path), game=_core.Game("six_nimmt", "papers"))
    learner = ppo.Learner(asked, dataclasses.replace(ppo.SMALL, shape="1x16", critic="1x16", places=8))
    while not learner.ready:
        learner.play()
    [(ticket, returns)] = learner.ready
    found = learner.memory.take(ticket, returns)
    samples = learner.group.host["samples"][: len(ticket)]
    assert torch.equal(torch.cat([found.state, found.action[found.row]], 1), samples)
    assert torch.equal(found.returns, learner.group.host["returns"][: len(ticket)])


def test_a_resumed_run_is_the_run_that_went_on(tmp_path: Path) -> None:
    settings = dataclasses.replace(TINY, student="1x16", critic="1x16", outcome=0.1, belief=0.1)
    dmc.train(ordered(tmp_path, samples=10_000), settings)
    dmc.train(ordered(tmp_path, samples=20_000, resume=True), settings)
    resumed = torch.load(tmp_path / "checkpoint.pt", weights_only=True)

    went_on = dmc.Learner(ordered(tmp_path / "other"), settings)
    (tmp_path / "other").mkdir()
    for samples in (10_000, 20_000):
        budget = Budget(samples=samples)
        while budget.done(went_on.samples) < 1:
            dmc.advance(went_on, budget.done(went_on.samples), went_on.groups[0])
        went_on.checkpoint(tmp_path / "other" / "checkpoint.pt", budget)
    assert resumed["counters"] == [went_on.steps, went_on.samples, went_on.parts]
    assert all(torch.equal(resumed["parameters"][name], weight) for name, weight in went_on.parameters.items())
    assert all(torch.equal(resumed["means"][name], mean) for name, mean in went_on.means.items())


class Killed(BaseException):
    """The end of a program that cannot do anything about it."""


@pytest.mark.parametrize("module", [dmc, ppo], ids=["dmc", "ppo"])
def test_a_run_killed_again_and_again_ends_as_one_that_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: ModuleType
) -> None:
    small = {"shape": "1x16", "places": 32, "batch": 256, "checkpoint": 3000}
    more = {"student": "1x16", "groups": 2, "ring": 8192} if module is dmc else {"critic": "1x16", "update": 1024}
    settings, play = dataclasses.replace(module.SMALL, **small, **more), module.Learner.play
    chance, kills = random.Random(1), 0
    monkeypatch.setattr(module, "precision", lambda _: (torch.float32, "Learning in single precision."))

    def until_killed(learner: Any, *group: Any, **how: Any) -> None:
        if chance.random() < 0.006:
            raise Killed
        play(learner, *group, **how)

    def trained(name: str, *, resume: bool = False) -> list[Any]:
        asked = ordered(tmp_path / name, samples=10_000, resume=resume, evaluations=2, against=("random",), deals=4)
        [file, *_] = module.train(dataclasses.replace(asked, game=_core.Game("six_nimmt", "papers")), settings)
        saved = torch.load(tmp_path / name / "checkpoint.pt", weights_only=True)
        weights = [weight.tolist() for weight in nets.load(file, _core.Game("six_nimmt", "papers")).parameters()]
        return [saved["counters"], weights, (tmp_path / name / "panel.csv").read_text()]

    whole = trained("whole")
    with monkeypatch.context() as killing:
        killing.setattr(module.Learner, "play", until_killed)
        while True:
            try:
                patched = trained("patched", resume=(tmp_path / "patched" / "checkpoint.pt").exists())
                break
            except Killed:
                kills += 1
    assert kills > 1
    assert patched == whole


def test_a_run_starts_from_a_network_of_its_own_shape_only(tmp_path: Path) -> None:
    [file] = dmc.train(ordered(tmp_path / "first"), TINY)
    going_on = dmc.Learner(ordered(tmp_path), dataclasses.replace(TINY, start=str(file)))
    saved = nets.load(file, GAME).state_dict()
    assert all(torch.equal(saved[name], weights) for name, weights in going_on.networks["q"].state_dict().items())
    with pytest.raises(_core.InvalidSpec, match="has a different shape or different heads"):
        dmc.Learner(ordered(tmp_path), dataclasses.replace(TINY, start=str(file), shape="2x32"))


def test_a_resumed_search_has_learned_what_one_that_went_on_has(tmp_path: Path) -> None:
    settings = actor_critic.Settings(simulations=2)
    game = _core.Game("six_nimmt", "papers", players=4)

    def learned(name: str, samples: int, *, resume: bool = False) -> bytes:
        asked = dataclasses.replace(ordered(tmp_path / name, samples=samples, resume=resume), game=game)
        [file] = actor_critic.train(asked, settings)
        return b"".join(weight.detach().numpy().tobytes() for weight in nets.load(file, game).parameters())

    halfway = learned("stopped", 72)
    assert learned("stopped", 144, resume=True) == learned("whole", 144) != halfway


def test_luck_taken_off_by_the_critic_does_not_depend_on_the_move(tmp_path: Path) -> None:
    """What is subtracted is a function of state and hidden cards alone, so that no comparison of moves changes."""
    settings = dataclasses.replace(TINY, critic="1x16")
    made = dmc.Learner(ordered(tmp_path), settings)
    words = torch.randint(-(2**62), 2**62, (8, 15))
    other = words.clone()
    other[:, 12:] = torch.randint(-(2**62), 2**62, (8, 3))
    truth = torch.randint(0, 2**55, (8, 7))
    luck = [made.luck(each, truth)[0] for each in (words, other)]
    assert torch.equal(luck[0], luck[1])
    assert luck[0].abs().max() > 0


KILLED = "import os, signal; os.kill(os.getpid(), signal.SIGILL)"
HANGS = "import time; time.sleep(600)"
SABOTAGED = """
from kibitz.learning import precision
precision.Values.__call__ = lambda self, state, action, owner, out: out.zero_()
precision.trial()
"""


@pytest.mark.parametrize(
    ("program", "patience", "sentence"),
    [
        (KILLED, 300.0, "a trial of it was ended by SIGILL"),
        (HANGS, 0.2, "a trial of it took longer than 0.2 seconds"),
        ("raise SystemExit('wrong products')", 300.0, "a trial of it failed (wrong products)"),
        (SABOTAGED, 300.0, "a trial of it "),
        ("import a_module_that_is_not_there", 300.0, "a trial of it failed (ModuleNotFoundError"),
    ],
)
def test_where_a_trial_of_bfloat16_fails_networks_learn_in_single_precision(
    monkeypatch: pytest.MonkeyPatch, program: str, patience: float, sentence: str
) -> None:
    announced(monkeypatch, program, patience)
    found = precision.precision(torch.device("cpu"))
    assert found.dtype == torch.float32
    assert f"Learning in single precision: the processor announces bfloat16, but {sentence}" in found.told


def test_where_a_trial_of_bfloat16_succeeds_networks_learn_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    announced(monkeypatch, "pass", 300.0)
    assert precision.precision(torch.device("cpu")).dtype == torch.bfloat16


def test_where_no_bfloat16_is_announced_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    announced(monkeypatch, KILLED, 300.0)
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)
    assert precision.precision(torch.device("cpu")) == (torch.float32, "Learning in single precision.")


def test_the_trial_of_bfloat16_imports_what_this_process_would(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "only_here.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    announced(monkeypatch, "import only_here", 300.0)
    assert precision.precision(torch.device("cpu")).dtype == torch.bfloat16


@pytest.mark.parametrize(
    ("name", "game", "settings"),
    [("dmc", "tichu", "places=128 batch=256 ring=4096"), ("ppo", "six_nimmt", "places=16 update=500")],
)
def test_a_run_ends_well_and_says_so_where_bfloat16_would_end_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    game: str,
    settings: str,
) -> None:
    announced(monkeypatch, KILLED, 300.0)
    arguments = ["train", name, "--game", game, "--samples", "1500", "--deals", "2", "--out", str(tmp_path)]
    arguments += ["--threads", "1", "--device", "cpu", *(f"--set={change}" for change in settings.split())]
    assert main(arguments) == 0
    told = capsys.readouterr().err
    assert "Learning in single precision" in told
    assert "SIGILL" in told


def announced(monkeypatch: pytest.MonkeyPatch, program: str, patience: float) -> None:
    """A processor that announces bfloat16, and what a trial of it does."""
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: True)
    monkeypatch.setattr(precision, "_TRIAL", program)
    monkeypatch.setattr(precision, "_PATIENCE", patience)


def test_a_network_comes_back_from_its_file_in_half_precision(tmp_path: Path) -> None:
    network = Network(12, 3, Shape(3, 16, residual=True), {"q": 1, "belief": 5})
    known = {"game": "tichu", "rules": GAME.rules, "features": GAME.features()["version"], "pick": "greedy"}
    nets.save(tmp_path / "a.safetensors", network, dict(network.named_parameters()), known)
    back = nets.load(tmp_path / "a.safetensors", GAME)
    assert str(back.shape) == "3x16r"
    for name, weight in network.state_dict().items():
        assert torch.equal(weight.half().float(), back.state_dict()[name])
    assert nets.metadata(tmp_path / "a.safetensors")["format"] == nets.FORMAT


def test_values_for_playing_are_those_for_learning() -> None:
    torch.manual_seed(3)
    network = Network(12, 3, Shape(3, 16, residual=True), {"q": 1})
    state, action = torch.randint(-(2**62), 2**62, (4, 12)), torch.randint(-(2**62), 2**62, (10, 3))
    owner = torch.tensor([0, 0, 0, 1, 1, 2, 3, 3, 3, 3])
    out = torch.empty(10)
    Values(network, torch.device("cpu"))(state, action, owner, out)
    learned = network(torch.cat([state[owner], action], 1))["q"].view(-1)
    torch.testing.assert_close(out, learned, rtol=1e-4, atol=1e-5)


def test_the_engine_plays_a_network_as_pytorch_does(tmp_path: Path) -> None:
    torch.manual_seed(4)
    network = Network(12, 3, Shape(3, 32, residual=True), {"q": 1})
    known = {"game": "tichu", "rules": GAME.rules, "features": GAME.features()["version"], "pick": "greedy"}
    file = tmp_path / "a.safetensors"
    nets.save(file, network, dict(network.named_parameters()), known | {"reward": "margin/100"})
    _, differences = panel.duel(GAME, Values(nets.load(file, GAME), torch.device("cpu")), "rules", deals=20, seed=5)
    assert tuple(differences) == kibitz.match(GAME, f"net({file})", "rules", deals=20, seed=5).differences


@pytest.mark.parametrize("opponent", ["rules", "healthy"])
def test_a_network_of_doppelkopf_is_evaluated_as_the_engine_seats_it(opponent: str) -> None:
    game, file = _core.Game("doppelkopf"), shipped.file("doppelkopf-small")
    _, differences = panel.duel(game, Values(nets.load(file, game), torch.device("cpu")), opponent, deals=6, seed=5)
    by_engine = kibitz.match(game, "net(doppelkopf-small)", opponent, deals=6, seed=5).differences
    assert differences == pytest.approx(by_engine)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "doppelkopf"}, "plays doppelkopf, not tichu"),
        ({"features": "0"}, "was made for features 0"),
        ({"shape": "4x16"}, "does not have the tensors of a 4x16 network"),
        ({"format": "kibitz-net 0"}, "this program reads kibitz-net 1"),
    ],
)
def test_a_wrong_file_is_refused_with_a_sentence(tmp_path: Path, change: dict[str, str], sentence: str) -> None:
    from safetensors.torch import load_file, save_file

    network = Network(12, 3, Shape(3, 16), {"q": 1})
    known = {"game": "tichu", "rules": GAME.rules, "features": GAME.features()["version"], "pick": "greedy"}
    file = tmp_path / "a.safetensors"
    nets.save(file, network, dict(network.named_parameters()), known)
    save_file(load_file(file), file, nets.metadata(file) | change)
    with pytest.raises(_core.InvalidSpec, match=sentence):
        nets.load(file, GAME)


def test_a_file_of_something_else_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.safetensors").write_text("no network at all")
    with pytest.raises(_core.InvalidSpec, match="is not a safetensors file"):
        nets.load(tmp_path / "a.safetensors", GAME)
    with pytest.raises(_core.InvalidSpec, match="cannot be read"):
        nets.load(tmp_path / "b.safetensors", GAME)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nobody"], 'There is no learner "nobody"'),
        (["dmc", "--set", "colour=blue"], 'There is no setting "colour"'),
        (["dmc", "--set", "places=many"], '"many" is no value for places, which is a whole number'),
        (["dmc", "--set", "shape=wide"], "is not the shape of a network"),
        (["dqn", "--game", "schnapsen"], "dqn learns tichu, not schnapsen"),
        (["dmc", "--budget", "paper"], 'dmc has no budget "paper"'),
        (["dmc", "--resume", "--out", "nowhere"], "There is no checkpoint in nowhere"),
        ([], "Name a learner"),
    ],
)
def test_train_refuses_with_a_sentence(
    arguments: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["train", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_every_learner_is_listed_with_its_settings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--list"]) == 0
    listed = capsys.readouterr().out
    for name in learners():
        module = learner(name)
        assert f"{name}: {module.HELP}" in listed
        for field in dataclasses.fields(module.defaults("cpu")):
            assert f"    {field.name}=" in listed


def test_train_writes_network_log_and_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["train", "dmc", "--rules", "epfl2017", "--samples", "3000", "--out", str(tmp_path), "--deals", "4"]
    arguments += ["--threads", "1"]
    settings = [f"--set={name}={getattr(TINY, name)}" for name in ("shape", "places", "batch", "ring")]
    assert main([*arguments, *settings]) == 0
    assert str(tmp_path / "q.safetensors") in capsys.readouterr().out
    assert {path.name for path in tmp_path.iterdir()} >= {"log.csv", "panel.csv", "checkpoint.pt", "q.safetensors"}
    assert nets.metadata(tmp_path / "q.safetensors")["command"].startswith(
        "kibitz train dmc --game tichu --rules epfl2017"
    )


@pytest.mark.parametrize(
    ("name", "game", "rules", "samples", "changes"),
    [
        ("dqn", "tichu", "epfl2017", 1500, {}),
        ("hands", "tichu", "epfl2017", 3000, {}),
        ("ppo", "six_nimmt", "papers", 2000, {"places": 16, "update": 500}),
        ("reinforce", "six_nimmt", "papers", 2000, {}),
        ("acer", "six_nimmt", "papers", 2000, {"replay": 1}),
        ("d3qn", "six_nimmt", "papers", 3000, {}),
        ("actor_critic", "six_nimmt", "papers", 40, {"simulations": 4}),
        ("ml", "schnapsen", "course", 300, {"player": "bully", "epochs": 2}),
    ],
)
def test_every_other_learner_learns_and_writes_its_file(
    tmp_path: Path, name: str, game: str, rules: str, samples: int, changes: dict[str, object]
) -> None:
    module = learner(name)
    settings = dataclasses.replace(module.defaults("cpu"), **changes)
    asked = dataclasses.replace(
        ordered(tmp_path, samples=samples, against=("random",), deals=2), game=_core.Game(game, rules)
    )
    for file in module.train(asked, settings):
        assert file.stat().st_size > 0
    if name != "hands":  # it does not play
        kibitz.match(asked.game, f"net({file})", "random", deals=2)


@pytest.mark.parametrize("shape", ["together", "separate"])
@pytest.mark.parametrize("cards", [56, 17])
def test_the_engine_plays_a_network_of_the_thesis_as_pytorch_does(tmp_path: Path, cards: int, shape: str) -> None:
    one = dqn.Learner(ordered(tmp_path), dqn.Settings(input=cards, shape=shape))
    other = dqn.Learner(ordered(tmp_path, seed=2), dqn.Settings())
    specs = [f"net({tmp_path / name}.safetensors)" for name in ("one", "other")]
    for learning, name in ((one, "one"), (other, "other")):
        dqn.save(tmp_path / f"{name}.safetensors", learning, [])

    pool = _core.SelfPlay(GAME, 40, ["learn", specs[1]], seed=1, threads=1, endless=False)
    group = Group(pool, 0, torch.device("cpu"), rows=4096, extra=("truth", "chosen"))
    while not (batch := group.step("chosen")).done:
        if batch.rows:
            decisions = dqn.Decisions.of(group, batch, cards)
            with torch.no_grad():
                decisions.choose(group, one.net(decisions.seen, decisions.legal).argmax(1))
    by_torch = [own - others for seatings in pool.results() for own, others in seatings]
    assert kibitz.match(GAME, *specs, deals=40).mean == pytest.approx(sum(by_torch) / len(by_torch))
    search = kibitz.match(GAME, f"ismcts(4, rollout={specs[0]})", "random", deals=2)
    assert search.deals == 2


def test_a_network_is_relabelled_and_has_a_model_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network(12, 3, Shape(3, 16), {"q": 1})
    known = {"game": "tichu", "rules": "epfl2017", "features": "x", "pick": "greedy", "reward": "margin/100"}
    made = {"learner": "dmc", "command": "kibitz train dmc", "samples": "1000", "minutes": "1.00"}
    nets.save(tmp_path / "a.safetensors", network, dict(network.named_parameters()), known | made)
    rating = [{"against": "random", "deals": 20, "mean": 1.5, "low": 0.25, "high": 2.75}]
    shipped.relabel(tmp_path / "a.safetensors", tmp_path / "b.safetensors", {"ratings": json.dumps(rating)})
    monkeypatch.setattr(_installed, "network_folders", lambda: [tmp_path])
    assert shipped.names() == ["a", "b"]
    assert "| random | +1.5 (+0.2 to +2.8) | 20 |" in shipped.card("b")
    assert "Not measured." in shipped.card("a")
    assert (tmp_path / "b.safetensors").read_bytes()[-1000:] == (tmp_path / "a.safetensors").read_bytes()[-1000:]


def test_every_network_that_is_shipped_has_its_card_and_only_small_ones_come_with_the_program() -> None:
    cards = Path(__file__).parent.parent / "docs" / "nets"
    larger = _installed.larger_networks()
    assert sorted(path.stem for path in shipped.file("tichu").parent.glob("*.safetensors")) == larger
    for name in shipped.names():
        assert shipped.file(name).stat().st_size <= (5_000_000 if name in larger else 1_000_000)
        assert (cards / f"{name}.md").read_text(encoding="utf-8") == shipped.card(name)


def test_playing_does_not_need_pytorch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None; import kibitz, kibitz.learning, kibitz.cli; print(kibitz.__version__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == kibitz.__version__
