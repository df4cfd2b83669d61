"""Batched self-play: what it writes, that nothing is lost, and that threads change nothing."""

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import kibitz
from kibitz._core import describe_game, game_names, play_groups

Buffers = dict[str, npt.NDArray[Any]]
ALL = ("state", "action", "offset", "seat", "learner", "kind", "truth", "values", "chosen", "samples", "returns")
LABELS = ("sample_learner", "sample_kind", "sample_truth", "sample_outcome", "sample_ticket")
RULES = [(name, preset) for name in game_names() for preset in describe_game(name)["presets"]]


def buffers(play: kibitz.SelfPlay, rows: int = 4096, samples: int = 2048) -> Buffers:
    shapes = play.shapes(rows, samples)
    return {name: np.zeros(shape, dtype) for name, (dtype, shape) in shapes.items()}


def bound(play: kibitz.SelfPlay, group: int = 0, **sizes: int) -> Buffers:
    memory = buffers(play, **sizes)
    play.bind(group, **memory)
    return memory


@pytest.mark.parametrize(("name", "preset"), RULES)
def test_every_decision_of_every_preset_has_features_and_every_sample_a_return(name: str, preset: str) -> None:
    play = kibitz.SelfPlay(kibitz.Game(name, preset), deals=32, seed=3)
    memory = bound(play)
    samples = 0
    for _ in range(150):
        batch = play.step(0, "random")
        assert batch.rows == memory["offset"][-1]
        assert batch.held == batch.waiting == 0
        choices = np.diff(memory["offset"].astype(np.int64))
        assert (choices >= 2).sum() == batch.decisions == 32
        assert memory["state"].any(axis=1).all()
        assert len(np.unique(memory["action"][: memory["offset"][1]], axis=0)) == choices[0]
        samples += batch.samples
        assert np.isfinite(memory["returns"][: batch.samples]).all()
        assert memory["samples"][: batch.samples].any(axis=1).all()
    assert samples == play.counts["samples"] > 0
    # The first deal of a place begins in the middle, so that its first samples are fewer than its decisions.
    assert samples <= play.counts["decisions"]


@pytest.mark.parametrize("name", game_names())
def test_the_same_choices_give_the_same_batches_on_any_number_of_threads(name: str) -> None:
    def run(threads: int) -> list[bytes]:
        play = kibitz.SelfPlay(kibitz.Game(name), deals=300, seed=5, threads=threads, groups=2)
        memories = [bound(play, group, rows=1500, samples=600) for group in range(2)]
        seen = []
        for step in range(60):
            memory = memories[step % 2]
            memory["values"][:] = np.random.default_rng(step).random(1500, np.float32)
            batch = play.step(step % 2, epsilon=0.1, explore=0.1)
            seen.append(repr(batch).encode())
            ends = memory["offset"]
            offered = np.flatnonzero(np.diff(ends.astype(np.int64)))
            seen.extend(memory[key][offered].tobytes() for key in ("state", "seat", "learner", "kind", "truth"))
            seen.append(memory["action"][: batch.rows].tobytes())
            seen.append(ends.tobytes())
            seen.extend(memory[key][: batch.samples].tobytes() for key in ("samples", "returns", *LABELS))
        return seen

    assert run(1) == run(2) == run(3)


def test_the_returns_of_samples_are_those_of_the_deal() -> None:
    # Doubling the reward's divisor halves every return, and Tichu's margin is the same for partners, opposite for
    # opponents: over all samples of a deal only two values occur.
    game = kibitz.Game("tichu", "epfl2017")
    play = kibitz.SelfPlay(game, deals=16, seed=2, reward="margin/100")
    half = kibitz.SelfPlay(game, deals=16, seed=2, reward="margin/200")
    one, two = bound(play), bound(half)
    found: set[float] = set()
    for _ in range(300):
        batch = play.step(0, "random")
        assert half.step(0, "random").samples == batch.samples
        returns = one["returns"][: batch.samples]
        assert np.array_equal(returns, 2 * two["returns"][: batch.samples])
        found.update(np.round(100 * returns).astype(int).tolist())
        # Card points of the team and the double win are the score: 2 x team - 100, or +-200.
        outcome = one["sample_outcome"][: batch.samples]
        score = np.where(outcome[:, 5] != 0, 200 * outcome[:, 5], 200 * outcome[:, 4] - 100)
        assert np.allclose(score, 100 * returns)
    assert len(found) > 10
    assert all(value % 5 == 0 for value in found)


def test_a_match_inside_is_the_match_outside() -> None:
    game = kibitz.Game("tichu", "epfl2017")
    sides = ["mc(20)", "random"]
    play = kibitz.SelfPlay(game, deals=6, seats=sides, seed=9, threads=2, endless=False)
    bound(play)
    assert play.step(0, "random").done
    # Partners have the same points; in the second seating side 0 sits at seat 1.
    groups = play_groups(game, sides, game.seatings, 0, 6, 9)
    assert play.results() == [[[a[0], a[1]], [b[1], b[0]]] for _, (a, b), *_ in groups]


def test_a_match_inside_can_have_any_seatings() -> None:
    game, agents, seatings = kibitz.Game("doppelkopf"), ["rules", "random", "healthy"], [[0, 1, 2, 2], [2, 2, 1, 0]]
    play = kibitz.SelfPlay(game, deals=3, seats=agents, seed=9, endless=False, seatings=seatings)
    bound(play)
    assert play.step(0, "random").done
    groups = play_groups(game, agents, seatings, 0, 3, 9)
    assert play.results() == [
        [[a[0], a[1], (a[2] + a[3]) / 2], [b[3], b[2], (b[0] + b[1]) / 2]] for _, (a, b), *_ in groups
    ]


@pytest.mark.parametrize(
    ("seatings", "sentence"),
    [
        ([], "No seating is given"),
        ([[0, 1, 0]], "A seating of Tichu names 4 agents, not 3"),
        ([[0, 1, 0, 2]], "A seating names agent 2, but there are only 2"),
    ],
)
def test_a_wrong_seating_is_refused_with_a_sentence(seatings: list[list[int]], sentence: str) -> None:
    with pytest.raises(kibitz.InvalidSpec, match=sentence):
        kibitz.SelfPlay(kibitz.Game("tichu"), deals=1, seats=["rules", "random"], seatings=seatings)


def test_a_learner_meets_an_agent_in_every_seating_of_every_deal() -> None:
    play = kibitz.SelfPlay(kibitz.Game("tichu"), deals=5, seats=["learn", "rules"], seed=1, endless=False)
    memory = bound(play)
    with pytest.raises(ValueError, match="The match is not over"):
        play.results()
    while not play.step(0, "random").done:
        asked = np.flatnonzero(np.diff(memory["offset"].astype(np.int64)))
        assert (memory["seat"][asked] % 2 == asked % 2).all()
    results = np.array(play.results())
    assert results.shape == (5, 2, 2)
    assert results[..., 0].mean() < results[..., 1].mean()


def test_two_learners_are_told_apart_and_one_is_recorded() -> None:
    play = kibitz.SelfPlay(kibitz.Game("tichu", "epfl2017"), deals=64, seats=["learn", "learn1"], record=[1])
    memory = bound(play)
    seen: set[int] = set()
    for _ in range(120):
        batch = play.step(0, "random")
        seen.update(memory["learner"].tolist())
        assert (memory["sample_learner"][: batch.samples] == 1).all()
    assert seen == {0, 1}


def test_what_does_not_fit_is_held_back_and_nothing_is_lost() -> None:
    game = kibitz.Game("tichu", "epfl2017")
    wide, narrow = (kibitz.SelfPlay(game, deals=8, seed=4) for _ in range(2))
    roomy, tight = bound(wide), bound(narrow, rows=400, samples=200)

    def collect(play: kibitz.SelfPlay, memory: Buffers, deals: int) -> tuple[list[bytes], bool]:
        rows: list[bytes] = []
        short = False
        while play.counts["deals"] < deals or short:
            memory["values"][:] = 0
            ends = memory["offset"].astype(np.int64)
            for place, (begin, end) in enumerate(itertools.pairwise(ends)):
                if end > begin:  # a choice that depends on what is seen alone
                    memory["values"][begin + int(memory["state"][place].sum() % (end - begin))] = 1
            batch = play.step(0)
            short = batch.waiting > 0
            held = batch.held > 0
            rows.extend(row.tobytes() for row in memory["samples"][: batch.samples])
        return rows, held or short or play is wide

    few, _ = collect(wide, roomy, 200)
    # Places that are held back fall behind, so that the same deals are among somewhat more of them.
    many, _ = collect(narrow, tight, 300)
    assert len(set(few) & set(many)) > 0.95 * len(set(few))


def test_a_row_buffer_too_small_for_one_decision_says_so() -> None:
    play = kibitz.SelfPlay(kibitz.Game("tichu", "epfl2017"), deals=4)
    bound(play, rows=1)
    with pytest.raises(ValueError, match=r'The buffer "action" has room for 1 rows, but one decision has \d+ choices'):
        play.step(0, "random")
    bound(play, rows=500)
    assert play.step(0, "random").decisions == 4


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"state": np.zeros((4, 12), np.float64)}, 'buffer "state" must be an array of uint64 or int64'),
        ({"state": np.zeros((5, 12), np.uint64)}, 'buffer "state" has 60 entries; it must have 48'),
        ({"state": np.zeros(48, np.uint64)}, 'buffer "state" must have two dimensions of n × 12'),
        ({"state": np.zeros((12, 4), np.uint64).T}, 'buffer "state" must be contiguous'),
        ({"offset": np.zeros(4, np.uint32)}, 'buffer "offset" has 4 entries; it must have 5'),
        ({"values": np.zeros(100, np.float16)}, 'buffer "values" must be an array of float32'),
        ({"returns": np.zeros(7, np.float32)}, 'buffer "returns" has 7 entries; it must have 20'),
        ({"returns": None}, 'buffer "samples" needs the buffer "returns"'),
        ({"action": None}, 'needs the buffers "state", "action" and "offset"'),
        ({"sate": np.zeros(3)}, 'no buffer "sate"'),
        ({"seat": [1, 2, 3, 4]}, 'buffer "seat" must be an array of uint8'),
    ],
)
def test_a_wrong_buffer_gets_a_sentence(change: dict[str, Any], sentence: str) -> None:
    play = kibitz.SelfPlay(kibitz.Game("tichu", "epfl2017"), deals=4)
    memory: dict[str, Any] = {**buffers(play, 100, 20), **change}
    with pytest.raises((TypeError, ValueError), match=sentence):
        play.bind(0, **memory)


def test_buffers_that_share_memory_or_cannot_be_written_are_refused() -> None:
    play = kibitz.SelfPlay(kibitz.Game("tichu", "epfl2017"), deals=4)
    memory = buffers(play)
    with pytest.raises(ValueError, match=r'"(learner|seat)" and "(learner|seat)" share memory'):
        play.bind(0, **{**memory, "learner": memory["seat"]})
    memory["state"].flags.writeable = False
    with pytest.raises((ValueError, BufferError, TypeError), match="state"):
        play.bind(0, **memory)


def test_wrong_arguments_get_a_sentence() -> None:
    game = kibitz.Game("tichu", "epfl2017")
    with pytest.raises(ValueError, match="3 players are named for the seats; name one for all, two"):
        kibitz.SelfPlay(game, deals=1, seats=["learn", "learn", "learn"])
    with pytest.raises(kibitz.InvalidSpec):
        kibitz.SelfPlay(game, deals=1, seats=["lern"])
    play = kibitz.SelfPlay(game, deals=4)
    with pytest.raises(ValueError, match="Group 0 has no buffers yet"):
        play.step(0)
    memory = bound(play)
    play.step(0)
    memory["chosen"][:] = 99
    with pytest.raises(ValueError, match="Row 99 was chosen at place 0"):
        play.step(0, "chosen")
    with pytest.raises(ValueError, match="is not a way to choose"):
        play.step(0, "best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="epsilon is a probability"):
        play.step(0, epsilon=2)


def test_features_are_described_and_do_not_depend_on_what_is_hidden() -> None:
    for name, preset in RULES:
        game = kibitz.Game(name, preset)
        features = game.features()
        for part in ("state", "action", "truth"):
            used: dict[int, int] = {}
            for block in features[part]:
                mask = ((1 << block["bits"]) - 1) << block["bit"]
                assert used.get(block["word"], 0) & mask == 0, f"{block['name']} overlaps another block"
                used[block["word"]] = used.get(block["word"], 0) | mask
            assert len(used) == features[f"{part}_words"]
        state = game.deal(1)
        view = state.view(state.to_act[0])
        assert view.features() == view.sample(8).view(view.seat).features()
        assert len(view.move_features(view.legal()[0])) == features["action_words"]
    assert kibitz.Game("tichu", "epfl2017").features()["version"] != kibitz.Game("tichu").features()["version"]
