"""Specifications are values: read once, then asked."""

import pickle
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import _core


def test_a_specification_says_what_it_is_made_of() -> None:
    spec = kibitz.Spec("decide(ismcts(100, rollout=rules), call=net(tichu, pick=sample), exchange=[a, b(c)])")
    assert spec.name == "decide"
    assert [str(value) for value in spec.values] == ["ismcts(100, rollout=rules)"]
    assert spec.keys["call"] == kibitz.Spec("net(tichu, pick=sample)")
    assert spec.keys["exchange"] == (kibitz.Spec("a"), kibitz.Spec("b(c)"))
    names = ["decide", "ismcts", "100", "rules", "net", "tichu", "sample", "a", "b", "c"]
    assert [part.name for part in spec.walk()] == names
    assert spec.networks == ["tichu"]


NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)
SPECS = st.recursive(
    NAMES,
    lambda inner: st.builds(
        lambda name, values, keys: (
            f"{name}({', '.join([*values, *(f'{key}={value}' for key, value in sorted(keys.items()))])})"
            if values or keys
            else name
        ),
        NAMES,
        st.lists(inner, max_size=3),
        st.dictionaries(NAMES, inner, max_size=3),
    ),
    max_leaves=12,
)


@given(SPECS)
def test_whatever_prints_parses_back(text: str) -> None:
    spec = kibitz.Spec(text)
    assert str(spec) == text
    assert eval(repr(spec), {"Spec": kibitz.Spec}) == spec
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert len({spec, kibitz.Spec(f" {text} ")}) == 1


ARGUMENTS = st.one_of(
    st.integers(-(10**9), 10**9),
    st.floats(allow_nan=False),
    st.booleans(),
    NAMES.filter(lambda word: word not in ("true", "false", "inf")),
    SPECS.filter(lambda text: "(" in text).map(kibitz.Spec),
    st.lists(NAMES.map(lambda name: f"x_{name}"), max_size=3).map(tuple),
)


@given(SPECS, NAMES, ARGUMENTS)
def test_what_is_put_in_reads_back(text: str, key: str, value: object) -> None:
    spec = kibitz.Spec(f"x_{text}")
    other = spec.with_(**{key: value})
    assert other.arguments[key] == value
    assert kibitz.Spec(str(other)) == other
    assert {name: argument for name, argument in other.arguments.items() if name != key} == {
        name: argument for name, argument in spec.arguments.items() if name != key
    }
    assert key not in other.with_(**{key: None}).keys
    assert other.with_(**{key: value}) == other


SEARCHES = st.fixed_dictionaries(
    {},
    optional={
        parameter.name: st.sampled_from(parameter.words)
        for parameter in kibitz.Spec("search").parameters
        if parameter.words and parameter.name not in ("memory", "compat", "threads")
    },
)


@given(st.sampled_from(["search", "ismcts(50)", "mc(2/move)", "pimc(2, 10)"]), SEARCHES)
def test_the_canonical_form_is_its_own_and_means_the_same(text: str, arguments: dict[str, str]) -> None:
    try:
        spec = kibitz.Spec(text).with_(**arguments)
    except kibitz.InvalidSpec as error:
        needs = [need for parameter in kibitz.Spec("search").parameters for need in parameter.needs]
        assert str(error) in needs, "words of the table are refused only for what the table says they need"
        return
    canonical = spec.canonical()
    assert canonical.canonical() == canonical
    assert canonical.full() == spec.full() == spec.full().full()
    assert all(spec.full().keys[key] == kibitz.Spec(word) for key, word in arguments.items() if key != "reward")


def test_the_budget_of_a_search_has_a_name() -> None:
    spec = kibitz.Spec("ismcts(1000, tree=infoset)")
    assert spec.arguments == {"budget": 1000, "tree": "infoset"}
    assert str(spec.with_(budget=500)) == "ismcts(500, tree=infoset)"
    assert str(spec.with_(budget="2s", tree=None)) == "ismcts(2s)"
    assert str(kibitz.Spec("ismcts").with_(budget=5)) == "ismcts(5)"
    assert str(kibitz.Spec("pimc").with_(budget=7, trees=3)) == "pimc(3, 7)"
    assert str(kibitz.Spec("halving(random)").with_(agent=spec, rollout="rules")) == (
        "halving(ismcts(1000, tree=infoset), rollout=rules)"
    )
    assert [str(part) for part in kibitz.Spec("split(a, b(c), k=[d, e])").parts] == ["a", "b(c)", "d", "e"]


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        ("ismcts(5)", {"buget": 3}, 'has no key "buget"; did you mean "budget"?'),
        ("ismcts(5)", {"tree": "forest"}, "tree=forest is unknown"),
        ("mc(5)", {"observers": "each"}, "observers=each needs tree=infoset."),
        ("pimc(3, 7)", {"trees": None}, "cannot be left out"),
        ("ismcts(5)", {"rollout": "a b"}, "expected the end"),
    ],
)
def test_an_agent_that_would_be_none_is_refused(text: str, arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(kibitz.InvalidSpec) as error:
        kibitz.Spec(text).with_(**arguments)
    assert sentence in str(error.value)
    with pytest.raises(TypeError, match="cannot stand in a specification"):
        kibitz.Spec(text).with_(budget=object())


def test_a_key_that_others_have_is_answered_with_how_it_is_written_here() -> None:
    with pytest.raises(kibitz.InvalidSpec) as error:
        kibitz.agent("ismcts(100, c=0.7)")
    assert str(error.value) == '"ismcts" has no key "c"; write select=ucb(0.7).'
    assert str(kibitz.agent("ismcts(100, select=ucb(0.7))"))


def test_the_table_of_keys_has_types() -> None:
    parameters = {parameter.name: parameter for parameter in kibitz.Spec("ismcts(5)").parameters}
    assert (parameters["budget"].kinds, parameters["budget"].place) == (["budget"], 0)
    assert (parameters["tree"].words, parameters["tree"].default) == (["infoset", "state", "root", "trick"], "infoset")
    assert (parameters["depth"].kinds, parameters["depth"].least) == (["word", "whole"], 1)
    assert [name for name, _ in parameters["select"].parts] == ["ucb", "groups", "puct"]
    assert all(parameter.help for part in _core.agent_parts() for parameter in part["keys"])
    assert {p.name: p.default for p in kibitz.Spec("mc").parameters}["tree"] == "root"


def test_a_specification_knows_what_it_costs_and_can() -> None:
    game, search = kibitz.Game("schnapsen"), kibitz.Spec("ismcts(1000)")
    assert search.cost("schnapsen") == search.cost(game) == game.cost(search)
    assert search.may_take_long(game)
    assert not kibitz.Spec("rules").may_take_long(game)
    assert search.abilities(game) == game.abilities(search)


@given(SPECS, st.lists(NAMES, min_size=1, max_size=3))
def test_no_network_is_overlooked(text: str, files: list[str]) -> None:
    spec = kibitz.Spec(f"ismcts(1, rollout={text}, select=puct(1, prior=x({text}, net({', '.join(files)}))))")
    assert set(files) <= set(spec.networks)


def test_agents_are_made_of_specifications_too() -> None:
    assert str(kibitz.agent(kibitz.Spec("ismcts(100, tree=infoset)"))) == "ismcts(100)"
    assert kibitz.Game("tichu").cost(kibitz.Spec("ismcts(1000)")) > kibitz.Game("tichu").cost("ismcts(10)")


def test_abilities_are_known_without_thinking() -> None:
    game = kibitz.Game("tichu")
    assert game.abilities("rules") == set()
    assert "analyse" in game.abilities("ismcts(4000000000)")
    assert game.abilities("net(tichu)") >= {"analyse", "value to move", "belief"}
    both = game.abilities("split(net(tichu), net(tichu-seed2), hand<=5)")
    assert both == game.abilities("net(tichu)") & game.abilities("net(tichu-seed2)")


@pytest.mark.parametrize("spec", ["ismcts(4000000000)", "ismcts(1, rollout=ismcts(86400000ms))"])
def test_an_agent_stops_at_its_time_and_when_told(spec: str) -> None:
    view = kibitz.Game("tichu", "epfl2017").deal(1)
    turn = view.to_act[0]
    assert isinstance(turn, int)
    look = view.view(turn)
    player = _core.Agent(spec, 1)
    assert player.may_take_long(look)
    assert player.act(look, ms=30) in look.legal()
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    began = time.monotonic()
    assert player.act(look, stop=stop) in look.legal()
    assert time.monotonic() - began < 60, "it would have searched for weeks"
    with pytest.raises(ValueError, match="milliseconds"):
        player.act(look, ms=0)


@pytest.mark.parametrize(
    "make", [lambda path: path.mkdir(), lambda path: path.symlink_to("/dev/zero"), lambda path: path.touch()]
)
def test_only_files_that_can_be_networks_are_read(tmp_path: Path, make) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "net.safetensors"
    make(path)
    with pytest.raises(kibitz.InvalidSpec, match=r"is not a|cannot be read"):
        kibitz.Game("tichu").cheats(f"net({path})")


def test_files_that_are_too_large_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a hole, so that it takes no room
    with pytest.raises(kibitz.InvalidSpec, match="too large"):
        kibitz.Game("tichu").cheats(f"net({path})")


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan")])
def test_weights_that_are_not_finite_are_refused(tmp_path: Path, number: float) -> None:
    import numpy as np

    shipped = Path(kibitz.__file__).parent / "nets" / "tichu-small.safetensors"
    data = bytearray(shipped.read_bytes())
    data[-2:] = np.float16(number).tobytes()
    path = tmp_path / "net.safetensors"
    path.write_bytes(data)
    with pytest.raises(kibitz.InvalidSpec, match="not finite"):
        kibitz.Game("tichu").cheats(f"net({path})")
