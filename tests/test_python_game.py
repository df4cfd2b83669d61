"""Games written in Python: everything works with them, they keep the laws of all games, and errors are sentences."""

# ruff: noqa: ARG002

import pickle
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test

import kibitz
from conftest import Command
from kibitz import _core, envs, games
from kibitz.python_game import deal_out, every_deal

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
from hearts import QUEEN_OF_SPADES, TWO_OF_CLUBS, Hearts, Table


class Laid(NamedTuple):
    """Three cards each; laid in turn."""

    hands: tuple[tuple[int, ...], ...]
    laid: tuple[int, ...] = ()


class Seen(NamedTuple):
    hand: tuple[int, ...]
    laid: tuple[int, ...]


class Peek(NamedTuple):
    """A view that shows too much."""

    hand: tuple[int, ...]
    laid: tuple[int, ...]
    hidden: tuple[tuple[int, ...], ...]


class HighCard(kibitz.PythonGame[Laid, Seen]):
    """Two seats lay a card each in turn; the higher one of a pair wins a point."""

    seats = 2
    bounds = (0, 3)
    State = Laid
    moves = tuple("01234567")
    presets = {"usual": {"twice": False, "name": "plain"}, "double": {"twice": True, "name": "plain"}}  # noqa: RUF012
    features = {"hand": 8, "laid": 60}  # noqa: RUF012

    def deal(self, rng: random.Random, before: Laid | None) -> Laid:
        del before
        cards = rng.sample(range(8), 6)
        return Laid((tuple(sorted(cards[:3])), tuple(sorted(cards[3:]))))

    def to_act(self, state: Laid) -> Iterable[int | str]:
        return [] if len(state.laid) == 6 else [len(state.laid) % 2]

    def legal(self, state: Laid, seat: int) -> Iterable[int]:
        return state.hands[seat]

    def play(self, state: Laid, seat: int, move: int) -> Laid:
        hands = [tuple(card for card in hand if card != move) for hand in state.hands]
        return Laid(tuple(hands), (*state.laid, move))

    def returns(self, state: Laid) -> list[int]:
        won = sum(a > b for a, b in zip(state.laid[::2], state.laid[1::2], strict=True))
        return [won, 3 - won]

    def view(self, state: Laid, seat: int) -> Any:
        return Seen(state.hands[seat], state.laid)

    def hidden(self, view: Seen, seat: int) -> tuple[list[int], int]:
        return sorted(set(range(8)) - {*view.hand, *view.laid}), 3 - (len(view.laid) + seat) // 2

    def world(self, view: Seen, seat: int, other: Iterable[int]) -> Laid:
        hands = (view.hand, tuple(sorted(other)))
        return Laid(hands if seat == 0 else hands[::-1], view.laid)

    def sample(self, view: Seen, seat: int, rng: random.Random) -> Laid:
        cards, size = self.hidden(view, seat)
        return self.world(view, seat, rng.sample(cards, size))

    def worlds(self, view: Seen, seat: int, limit: int) -> list[Laid] | None:
        cards, size = self.hidden(view, seat)
        found = every_deal(cards, [size, len(cards) - size], lambda _holder, _card: True, limit)
        # Who lies aside does not matter: an enumeration has each world once.
        return None if found is None else [self.world(view, seat, hands[0]) for hands in found]

    def hands(self, state: Laid) -> list[list[str]]:
        return [list(map(str, hand)) for hand in state.hands]

    def hand(self, view: Seen, seat: int) -> list[str]:
        return list(map(str, view.hand))

    def observe(self, view: Seen, seat: int) -> dict[str, Iterable[int]]:
        return {"hand": view.hand, "laid": [8 * place + card for place, card in enumerate(view.laid)]}


NAME = "test_python_game:HighCard"
GAME = kibitz.Game(HighCard)


def test_a_small_game_keeps_the_laws() -> None:
    GAME.check(deals=6, endgames=3, seed=1)


def test_hearts_keeps_the_laws() -> None:
    kibitz.Game(Hearts).check(deals=1, endgames=0, seed=1)


@pytest.mark.long
def test_hearts_keeps_the_laws_in_many_deals() -> None:
    for passing in (True, False):
        kibitz.Game(Hearts, passing=passing).check(deals=20, endgames=6, seed=2)


def test_the_rules_of_hearts() -> None:
    game = kibitz.Game(Hearts)
    for seed in range(4):
        state = game.deal(seed)
        assert state.to_act == (0, 1, 2, 3)
        chance = random.Random(seed)
        tricks = 0
        while not state.over:
            seat = state.to_act[0]
            legal = state.legal(seat)
            if state.phase == "play":
                facts = state.view(int(seat)).facts.as_map()
                if facts["table"]:
                    led = facts["table"][0][1][0]
                    held = [card for card in facts["hand"] if card[0] == led]
                    assert sorted(map(str, legal)) == sorted(held or map(str, legal))
                elif not tricks:
                    assert list(map(str, legal)) == ["C2"]
                tricks += not facts["table"]
            state = state.play(seat, chance.choice(list(legal)))
        assert tricks == 13
        assert -sum(state.returns) in (26, 78)
    table = Table((), 0, taken=(0, 26, 0, 0))
    assert Hearts({"passing": True, "target": 0}).returns(table) == [-26, 0, -26, -26]


def test_what_is_passed_is_known_to_two_seats_and_the_match_goes_round() -> None:
    game = kibitz.Game(Hearts).to_match(30)
    state, passes = None, []
    while state is None or not state.match_over:
        state = game.deal(5 if state is None else state.returns[0] + 50, after=state)
        passes.append(len(state.to_act) == 4)
        before = state.view(1)
        state = state.play(0, state.legal(0)[0]) if passes[-1] else state
        assert state.view(1) == before
        while not state.over:
            state = state.play(state.to_act[0], state.legal(state.to_act[0])[-1])
        if passes[-1]:
            assert [sum(move.kind == "exchange" for _, move in state.view(seat).history) for seat in range(4)] == [
                6
            ] * 4
    assert passes[:4] == [True, True, True, False][: len(passes)]
    assert 0 < len(state.match_winners) < 4
    assert TWO_OF_CLUBS != QUEEN_OF_SPADES


@pytest.mark.parametrize(
    "spec",
    [
        "ismcts(15)",
        "ismcts(15, observers=each, threads=root(2))",
        "ismcts(15, threads=tree(2))",
        "pimc(3, 10)",
        "mc(4/move)",
        "minimax(depth=6)",
        "halving(random, 8)",
        "ismcts(5, rollout=test_nested_agents:Last)",
        "balanced",
    ],
)
def test_every_search_plays_it(spec: str) -> None:
    view = GAME.deal(3).view(0)
    first = kibitz.agent(spec, seed=1).act(view)
    assert first in view.legal()
    assert kibitz.agent(spec, seed=1).act(view) == first


def test_matches_are_the_same_on_any_number_of_threads_and_searches_win() -> None:
    one, three = (kibitz.match(NAME, "pimc(6, 20)", "random", deals=40, seed=2, threads=n) for n in (1, 3))
    assert one == three
    assert one.mean > 0


def test_records_positions_and_objects_travel() -> None:
    state = GAME.deal(7)
    state = state.play(0, state.legal(0)[1])
    record = state.record(["a", "b"])
    assert kibitz.Record(str(record)).replay() == state
    assert GAME.position(state.setup()) == state
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(state.view(1))) == state.view(1)
    assert GAME.name == NAME
    assert games.load(NAME, "double twice=false").options == {"twice": False, "name": "plain"}


def test_analysis_beliefs_and_self_play_work() -> None:
    view = GAME.deal(2).view(0)
    assert sum(sum(shares) for shares in view.belief()[0].values()) == pytest.approx(3)
    found = kibitz.agent("ismcts(50)", seed=1).analyse(view)
    assert sum(info.visits for info in found.moves) == 50


@pytest.mark.filterwarnings("ignore:Observation", "ignore:Action mask numpy array is all zeros")
def test_the_environments_work() -> None:
    api_test(envs.aec(NAME), num_cycles=30)
    parallel_api_test(envs.parallel(NAME), num_cycles=30)
    env = envs.aec(NAME)
    env.reset(seed=3)
    assert env.action_space("seat_0").n == 8
    seen = env.observe("seat_0")
    assert np.flatnonzero(seen["action_mask"]).tolist() == [int(card) for card in GAME.deal(3).view(0).hand]
    assert np.flatnonzero(seen["observation"]).tolist() == [int(card) for card in GAME.deal(3).view(0).hand]


def test_it_is_played_and_watched_in_the_terminal(
    kibitz_command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = kibitz_command(
        "watch", "random", "--game", "hearts:Hearts", "--seed", "7", "--record", str(tmp_path / "d.txt")
    )
    assert told.code == 0, told.err
    assert "Hearts" in told.out
    assert kibitz_command("replay", str(tmp_path / "d.txt")).code == 0
    answers = iter(["9", "1", "?", "b", "1", "1", "n"])
    monkeypatch.setattr("rich.console.Console.input", lambda *_: next(answers))
    monkeypatch.setenv("KIBITZ_HINT_MS", "50")
    told = kibitz_command("play", NAME, "--against", "random", "--seed", "1")
    assert told.code == 0, told.err
    assert "The deal is over" in told.out


class Broken(HighCard):
    """Fails where it is told to."""

    presets = {"usual": {"at": "nowhere"}}  # noqa: RUF012

    def legal(self, state: Laid, seat: int) -> Iterable[int]:
        match self.rules["at"]:
            case "legal":
                raise ZeroDivisionError("no cards, no tricks")
            case "outside":
                return [99]
            case "twice":
                return [1, 1]
            case "none":
                return []
        return super().legal(state, seat)

    def play(self, state: Laid, seat: int, move: int) -> Any:
        return None if self.rules["at"] == "play" else super().play(state, seat, move)

    def sample(self, view: Seen, seat: int, rng: random.Random) -> Laid:
        if self.rules["at"] == "sample":
            raise KeyError("lost")
        state = super().sample(view, seat, rng)
        if self.rules["at"] == "skewed":
            cards, size = self.hidden(view, seat)
            return self.world(view, seat, [*cards[: size - 1], rng.choice(cards[size - 1 :])])
        return state

    def view(self, state: Laid, seat: int) -> Any:
        seen = super().view(state, seat)
        return Peek(seen.hand, seen.laid, state.hands) if self.rules["at"] == "leak" else seen

    def returns(self, state: Laid) -> list[int]:
        return [7, 7] if self.rules["at"] == "returns" else super().returns(state)


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        ("legal", r'^"test_python_game:Broken" failed in legal: ZeroDivisionError: no cards, no tricks$'),
        ("outside", "failed in legal: ValueError: 99 is no move; moves are the numbers 0 to 7"),
        ("twice", 'lists "1" twice for seat 0'),
        ("none", "lists no move for seat 0, which owes a decision"),
        ("play", "failed in play: TypeError: it returned None, which is no"),
        ("sample", "failed in sample: KeyError: 'lost'"),
        ("returns", r"failed in returns: ValueError: it returned \[7, 7\], not 2 numbers from 0 to 3"),
    ],
)
def test_what_fails_in_python_is_a_sentence_with_its_cause_wherever_it_is_asked(at: str, sentence: str) -> None:
    game = kibitz.Game(Broken, at=at)
    for asked in wherever(game):
        with pytest.raises(kibitz.GameFailed, match=sentence) as failed:
            asked()
        assert failed.value.__cause__ is not None


def wherever(game: kibitz.Game) -> Iterator[Any]:
    """Ways to play a deal, all of which ask for everything."""
    yield lambda: kibitz.match(game, "ismcts(5)", "random", deals=2)
    yield lambda: game.check(deals=1, endgames=0, seed=1)
    for spec in ("ismcts(5)", "ismcts(5, threads=root(2))", "ismcts(8, threads=tree(2))"):
        yield lambda spec=spec: kibitz.play.play(game.deal(1), [kibitz.agent(spec, 1).act] * 2).returns


@pytest.mark.parametrize(("at", "law"), [("leak", "depend|world|leak|differ"), ("skewed", "not uniform")])
def test_the_kit_finds_what_is_wrong(at: str, law: str) -> None:
    with pytest.raises(kibitz.BrokenLaw, match=law):
        kibitz.Game(Broken, at=at).check(deals=3, endgames=3, seed=1)


def test_wrong_classes_rules_positions_and_names_are_refused_in_sentences() -> None:
    class Half(HighCard):
        State = None  # type: ignore[assignment]
        moves = ("1", "1")

    for wrong, error, sentence in [
        (lambda: kibitz.Game(Half), kibitz.InvalidSpec, "are a list of texts that differ"),
        (
            lambda: kibitz.Game(int),  # type: ignore[arg-type]
            kibitz.InvalidSpec,
            "builtins:int is no game",
        ),
        (lambda: kibitz.Game(kibitz.PythonGame), kibitz.InvalidSpec, "lacks State, moves, seats, bounds, deal"),
        (lambda: kibitz.Game(HighCard, twice=3), kibitz.InvalidSpec, "The rule option twice is a bool, not 3"),
        (lambda: kibitz.Game(HighCard, "triple"), kibitz.InvalidSpec, 'no rule preset "triple"'),
        (lambda: kibitz.Game(HighCard, thrice=1), kibitz.InvalidSpec, 'no rule option "thrice"'),
        (lambda: kibitz.Game("nowhere:Nothing"), kibitz.InvalidSpec, "`kibitz --load nowhere:Nothing` does so"),
        (lambda: games.load("nowhere:Nothing"), kibitz.InvalidSpec, "No module named 'nowhere'"),
        (lambda: games.load("random:randrange"), kibitz.InvalidSpec, "is no game: it is no class"),
        (lambda: GAME.position({"hands": []}), kibitz.InvalidPosition, "a position has hands, laid, not hands"),
        (lambda: kibitz.Game(Hearts).position({}), kibitz.InvalidPosition, "not nothing"),
        (lambda: GAME.deal(1).play(0, "9"), kibitz.InvalidNotation, '"9" is not a move of seat 0'),
        (lambda: GAME.deal(1).play(1, "1"), ValueError, "seat 1"),
    ]:
        with pytest.raises(error, match=sentence):
            wrong()  # type: ignore[no-untyped-call]


def test_a_record_or_the_network_cannot_have_a_game_imported() -> None:
    text = str(GAME.deal(1).record()).replace(NAME, "antigravity:Game")
    with pytest.raises(kibitz.InvalidSpec, match='The game "antigravity:Game" is not loaded'):
        kibitz.Record(text).replay()
    assert "antigravity" not in sys.modules


def test_hidden_cards_are_dealt_uniformly_over_all_that_may_be() -> None:
    cards, sizes = "abcdef", [3, 2, 1]

    def may_hold(holder: int, card: str) -> bool:
        return not (holder == 0 and card in "ab") and not (holder == 2 and card == "c")

    every = every_deal(cards, sizes, may_hold, 100)
    assert every is not None
    found = {tuple(map(frozenset, hands)) for hands in every}
    assert len(found) == len(every)
    assert all(may_hold(holder, card) for hands in found for holder, hand in enumerate(hands) for card in hand)
    rng, counts = random.Random(1), dict.fromkeys(found, 0)
    for _ in range(200 * len(found)):
        counts[tuple(map(frozenset, deal_out(cards, sizes, may_hold, rng)))] += 1
    # Each is met 200 times, give or take 14: six standard deviations.
    assert all(abs(count - 200) < 85 for count in counts.values()), counts
    assert every_deal(cards, sizes, may_hold, len(found) - 1) is None
    with pytest.raises(ValueError, match="6 cards cannot lie so"):
        deal_out(cards, [3, 2, 2], may_hold, rng)


def test_the_games_of_the_engine_are_known_as_before() -> None:
    assert NAME not in _core.game_names()
    assert GAME.bounds == (0, 3)
    assert kibitz.Game("schnapsen").bounds == (0, 3)
