"""Networks from files: the same numbers as NumPy, and a sentence for whatever is wrong with a file."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import kibitz
from kibitz._core import describe_game, game_names, play_groups

Tensors = dict[str, npt.NDArray[Any]]
RULES = [(name, preset) for name in game_names() for preset in describe_game(name)["presets"]]


def draw(game: kibitz.Game, shape: str, heads: Mapping[str, int], dtype: str = "float32") -> Tensors:
    """Random weights."""
    rng = np.random.default_rng(7)
    features = game.features()
    depth, width = (int(number) for number in shape.rstrip("r").split("x"))
    sizes: dict[str, tuple[int, ...]] = {
        "state.weight": (width, 64 * features["state_words"]),
        "state.bias": (width,),
        "action.weight": (width, 64 * features["action_words"]),
    }
    for i in range(depth - 1):
        sizes |= {f"layers.{i}.weight": (width, width), f"layers.{i}.bias": (width,)}
    for name, outputs in heads.items():
        sizes |= {f"heads.{name}.weight": (outputs, width), f"heads.{name}.bias": (outputs,)}
    return {key: (rng.standard_normal(size) * 0.2).astype(dtype) for key, size in sizes.items()}


def save(path: Path, tensors: Tensors, metadata: Mapping[str, str]) -> None:
    """A safetensors file: the length of the header, the header, the numbers."""
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    data = b""
    for key, tensor in tensors.items():
        kind = {"float32": "F32", "float16": "F16", "float64": "F64"}[str(tensor.dtype)]
        span = [len(data), len(data) + tensor.nbytes]
        header[key] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": span}
        data += tensor.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def about(game: kibitz.Game, shape: str, heads: Mapping[str, int]) -> dict[str, str]:
    known = {"format": "kibitz-net 1", "game": game.name, "rules": game.rules, "shape": shape}
    return known | {"features": game.features()["version"], "heads": json.dumps(heads), "reward": "points"}


def test_what_is_still_to_come_is_added_to_what_was_taken(tmp_path: Path) -> None:
    """56 takes a row of 11 bulls whatever comes, 31 none: a network that foresees nothing sees just that."""
    game, heads, file = kibitz.Game("six_nimmt", "papers", players=2), {"policy": 1, "v": 1}, tmp_path / "v.safetensors"
    blank = {key: tensor * 0 for key, tensor in draw(game, "2x8", heads).items()}
    spec = f"search(at_once=rollout, budget=40, depth=turn, final=mean, leaf=value(net({file})), tree=root)"
    rows = [[10], [20], [30], [51, 52, 53, 54, 55]]
    state = game.position(
        {"hands": {"0": [31, 56], "1": [90, 91]}, "rows": rows, "taken": [1, 2, 3], "penalties": [3, 0]}
    )
    save(file, blank, about(game, "2x8", heads) | {"reward": "bulls/10", "value": "to come"})
    found = kibitz.agent(spec, 1).analyse(state.view(0))
    assert {str(info.move): round(info.mean, 4) for info in found.moves} == {"31": -0.3, "56": -1.4}
    save(file, blank, about(game, "2x8", heads) | {"value": "to come"})
    with pytest.raises(kibitz.InvalidSpec, match="values what is to come in points"):
        kibitz.agent(spec, 1).act(state.view(0))


def bits(words: list[int]) -> npt.NDArray[np.float64]:
    return np.array([word >> bit & 1 for word in words for bit in range(64)], float)


def by_hand(tensors: Tensors, residual: bool, state: list[int], action: list[int]) -> npt.NDArray[np.float64]:
    """What the network says of a state and an action."""
    of = {key: tensor.astype(float) for key, tensor in tensors.items()}
    x = np.maximum(
        of["state.weight"] @ bits(state) + of["state.bias"] + of["action.weight"] @ bits(action),
        0,
    )
    for i in range(sum(key.startswith("layers.") for key in tensors) // 2):
        y = np.maximum(of[f"layers.{i}.weight"] @ x + of[f"layers.{i}.bias"], 0)
        x = x + y if residual else y
    return np.asarray(of["heads.q.weight"] @ x + of["heads.q.bias"])


def decision(game: kibitz.Game, seed: int) -> kibitz.View:
    """A view with a choice of complete moves."""
    state = game.deal(seed)
    agent = kibitz.agent("random", seed)
    while True:
        seat = state.to_act[0]
        view = state.view(seat)
        if 2 <= len(view.legal()) < 100:
            return view
        state = state.play(seat, agent.act(view))


@pytest.mark.parametrize(("shape", "dtype"), [("3x24", "float32"), ("4x17r", "float32"), ("1x16", "float16")])
@pytest.mark.parametrize(("name", "preset"), RULES)
def test_a_network_says_what_numpy_says(tmp_path: Path, name: str, preset: str, shape: str, dtype: str) -> None:
    game = kibitz.Game(name, preset)
    tensors = draw(game, shape, {"q": 1}, dtype)
    file = tmp_path / "q.safetensors"
    save(file, tensors, about(game, shape, {"q": 1}))
    agent = kibitz.agent(f"net({file})")
    for seed in range(5):
        view = decision(game, seed)
        found = agent.analyse(view)
        wanted = {
            move: by_hand(tensors, shape.endswith("r"), view.features(), view.move_features(move))[0]
            for move in view.legal()
        }
        assert {info.move for info in found.moves} == set(wanted)
        for info in found.moves:
            assert info.mean == pytest.approx(wanted[info.move], abs=1e-4)
        assert found.best.mean == pytest.approx(max(wanted.values()), abs=1e-4)
        assert agent.act(view) == found.best.move


def network(tmp_path: Path, game: kibitz.Game, other: Mapping[str, str] | None = None) -> Path:
    file = tmp_path / "q.safetensors"
    save(file, draw(game, "2x16", {"q": 1}), about(game, "2x16", {"q": 1}) | dict(other or {}))
    return file


@pytest.mark.parametrize("name", game_names())
def test_a_network_plays_whole_deals_guides_a_search_and_values_its_leaves(tmp_path: Path, name: str) -> None:
    game = kibitz.Game(name)
    file = network(tmp_path, game)
    for spec in (
        f"net({file})",
        f"net({file}, pick=boltzmann(0.5))",
        f"ismcts(8, select=puct(2, prior=net({file})), rollout=net({file}))",
        f"mc(8, rollout=none, leaf=q(net({file})))",
        f"net({file}, {file})",
        f"halving(net({file}), 16, top=4, within=2)",
        f"halving(net({file}), 16, depth=4, leaf=q(net({file})), trust=2)",
    ):
        once, again = (play_groups(game, [spec, "random"], game.seatings[:1], 0, 1, 3)[0] for _ in range(2))
        assert once[1] == again[1]


def test_several_networks_say_the_mean_of_what_each_says(tmp_path: Path) -> None:
    game = kibitz.Game("doppelkopf")
    tensors = draw(game, "2x16", {"q": 1})
    files = [tmp_path / "a.safetensors", tmp_path / "b.safetensors", tmp_path / "other.safetensors"]
    for file, factor, unit in zip(files, (1, -3, 1), ("points", "points", "bulls"), strict=True):
        weights = tensors | {key: tensors[key] * factor for key in ("heads.q.weight", "heads.q.bias")}
        save(file, weights, about(game, "2x16", {"q": 1}) | {"reward": unit})
    one, two, other = files
    view = decision(game, 1)
    alone = {info.move: info.mean for info in kibitz.agent(f"net({one})").analyse(view).moves}
    both = kibitz.agent(f"net({one}, {two})").analyse(view)
    assert {info.move: info.mean for info in both.moves} == pytest.approx({m: -q for m, q in alone.items()}, abs=1e-5)
    assert both.best.move == min(alone, key=lambda move: alone[move])
    with pytest.raises(kibitz.InvalidSpec, match=r"counts in bulls, .*a\.safetensors in points"):
        kibitz.agent(f"net({one}, {other})").act(view)


def test_a_belief_makes_the_worlds_it_believes_in_more_likely(tmp_path: Path) -> None:
    game = kibitz.Game("tichu", "epfl2017")
    heads = {"q": 1, "belief": 3 * 56}
    tensors = draw(game, "1x16", heads)
    # It believes that the next seat holds the Dragon, whatever it sees.
    tensors["heads.belief.weight"][:] = 0
    tensors["heads.belief.bias"][:] = 0
    tensors["heads.belief.bias"][3] = 4
    file = tmp_path / "q.safetensors"
    save(file, tensors, about(game, "1x16", heads))
    state = next(state for state in map(game.deal, range(99)) if "Dr" not in state.view(state.to_act[0]).hand)
    view = state.view(state.to_act[0])
    share = {}
    for worlds in ("uniform", f"belief(net({file}))"):
        found = kibitz.agent(f"ismcts(400, worlds={worlds})", 1).analyse(view)
        share[worlds] = found.belief["Dr"][(view.seat + 1) % 4]
    assert share["uniform"] == pytest.approx(1 / 3, abs=0.1)
    assert share[f"belief(net({file}))"] > 0.85
    assert kibitz.agent(f"halving(net({file}), 32, worlds=belief(net({file})))", 1).act(view) in view.legal()
    with pytest.raises(kibitz.InvalidSpec, match="needs an agent that believes"):
        kibitz.agent("ismcts(10, worlds=belief(random))").act(view)


def test_names_are_looked_up_beside_the_program() -> None:
    with pytest.raises(ValueError, match='There is no network "nobody"'):
        kibitz.agent("net(nobody)").act(decision(kibitz.Game("tichu"), 1))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "schnapsen"}, "plays schnapsen, not tichu"),
        ({"features": "0000"}, "was made for features 0000"),
        ({"shape": "3x16"}, 'has no tensor "layers.1.weight"'),
        ({"shape": "2x17"}, 'tensor "state.bias" of shape'),
        ({"shape": "big"}, 'has the shape "big"'),
        ({"format": "kibitz-net 9"}, "has the format kibitz-net 9"),
        ({"format": ""}, "not one of our networks"),
        ({"heads": '{"v": 1}'}, 'has no tensor "heads.v.weight"'),
        ({"heads": "{}"}, 'no head "q"'),
    ],
)
def test_a_file_of_the_wrong_kind_gets_a_sentence(tmp_path: Path, change: dict[str, str], sentence: str) -> None:
    game = kibitz.Game("tichu", "epfl2017")
    file = network(tmp_path, game, change)
    with pytest.raises(kibitz.InvalidSpec, match=sentence):
        kibitz.agent(f"net({file})").act(decision(game, 1))


def test_a_damaged_file_a_missing_one_and_wrong_words_get_a_sentence(tmp_path: Path) -> None:
    file = network(tmp_path, kibitz.Game("tichu", "epfl2017"))
    for content, sentence in ((b"nonsense", "not a safetensors file"), (file.read_bytes()[:-10], "not a safetensors")):
        broken = tmp_path / "broken.safetensors"
        broken.write_bytes(content)
        with pytest.raises(kibitz.InvalidSpec, match=sentence):
            kibitz.agent(f"net({broken})")
    with pytest.raises(kibitz.InvalidSpec, match="cannot be read"):
        kibitz.agent(f"net({tmp_path}/none.safetensors)")
    with pytest.raises(kibitz.InvalidSpec, match='There is no network "nothing"; known are'):
        kibitz.agent("ismcts(5, rollout=net(nothing))")
    with pytest.raises(kibitz.InvalidSpec, match="pick is greedy, sample, or boltzmann"):
        kibitz.agent(f"net({file}, pick=best)")
    with pytest.raises(kibitz.InvalidSpec, match=r'^"net" needs network'):
        kibitz.agent("net")
