"""What agents know of a decision: Analysis, and the review of records."""

import json
import math
import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from conftest import states
from kibitz.analysis import Analysis, consult
from kibitz.analysis.beliefs import belief

GAME = kibitz.Game("tichu", "epfl2017")
ENDING = GAME.position({"hands": {"0": "2j Aj", "1": "3s 4p", "2": "5p 6j 7s", "3": "8p 9p"}, "turn": 0})
SEARCHES = ("ismcts(150)", "mc(150)", "pimc(3, 40)", "ismcts(100, tree=trick)", "ismcts(100, draw=pool(5))")


def asked(state: kibitz.State) -> list[int]:
    return list(state.to_act)


@given(states(), st.sampled_from(SEARCHES))
def test_an_analysis_covers_every_legal_move_and_agrees_with_play(state: kibitz.State, spec: str) -> None:
    for seat in asked(state)[:1]:
        view = state.view(seat)
        analysis = kibitz.agent(spec, seed=3).analyse(view)
        assert [info.move for info in analysis.moves] == list(view.legal())
        assert analysis.best in analysis.moves
        assert kibitz.agent(spec, seed=3).act(view) == analysis.best.move
        assert sum(info.visits for info in analysis.moves) == analysis.iterations
        for info in analysis.moves:
            assert info.visits <= info.available <= analysis.iterations
            assert info.low <= info.mean <= info.high
            assert info.line[0] == (seat, info.move)
            assert (info.best_share is None) == (not spec.startswith("pimc"))


@given(states(), st.integers(0, 2**32))
def test_deals_that_look_alike_are_analysed_alike(state: kibitz.State, seed: int) -> None:
    for seat in asked(state)[:1]:
        view = state.view(seat)
        other = view.sample(seed).view(seat)
        assert kibitz.agent("ismcts(60)", seed=1).analyse(view) == kibitz.agent("ismcts(60)", seed=1).analyse(other)


@given(states(longest=200))
def test_the_belief_is_over_the_cards_the_seat_does_not_hold(state: kibitz.State) -> None:
    for seat in asked(state)[:1]:
        view = state.view(seat)
        analysis = kibitz.agent("ismcts(250)", seed=1).analyse(view)
        assert analysis.worlds == 200
        assert not set(analysis.belief) & set(view.hand)
        for shares in analysis.belief.values():
            assert len(shares) == 4
            assert shares[seat] == 0
            assert 0 < sum(shares) <= 1 + 1e-9
        expected = [0 if other == seat else count for other, count in enumerate(getattr(view.facts, "counts", ()))]
        held = [sum(shares[other] for shares in analysis.belief.values()) for other in range(4)]
        assert held == pytest.approx(expected)


def test_a_card_whose_place_is_known_is_believed_to_be_there() -> None:
    state = kibitz.Game("tichu", "official").deal(1)
    for seat in range(4):
        state = state.play(seat, "no-grand")
    gifts = [state.legal(seat)[-1] for seat in range(4)]
    for seat in range(4):
        state = state.play(seat, gifts[seat])
    seat = asked(state.settled())[0]
    belief = kibitz.agent("ismcts(50)", seed=1).analyse(state.settled().view(seat)).belief
    for gift in str(gifts[seat]).removeprefix("give ").split():
        card, receiver = gift.split(">")
        assert belief[card][int(receiver)] == 1


def test_the_line_is_what_was_tried_most() -> None:
    for info in kibitz.agent("ismcts(400)", seed=1).analyse(ENDING.view(0)).moves:
        seats = [seat for seat, _ in info.line]
        assert seats[0] == 0
        assert len(seats) > 2


def test_an_analysis_prints_as_a_table_and_as_json() -> None:
    analysis = kibitz.agent("ismcts(200)", seed=1).analyse(ENDING.view(0))
    lines = str(analysis).splitlines()
    assert lines[0] == f"ismcts(200): 200 iterations, {analysis.nodes} nodes"
    assert lines[1].split() == ["move", "visits", "mean", "margin/200", "±", "then"]
    assert lines[2].startswith(str(analysis.best.move))
    assert json.loads(json.dumps(analysis.to_dict()))["rootInfo"]["best"] == str(analysis.best.move)


def test_a_move_that_was_tried_once_has_no_bounds() -> None:
    analysis = kibitz.agent("ismcts(1)", seed=1).analyse(ENDING.view(0))
    assert all(math.isinf(info.error) for info in analysis.moves)
    assert {info["low"] for info in analysis.to_dict()["moveInfos"]} == {None}
    assert "∞" in str(analysis)


def test_the_loss_of_the_best_move_is_nothing() -> None:
    analysis = kibitz.agent("ismcts(500)", seed=1).analyse(ENDING.view(0))
    assert analysis.loss(analysis.best.move) == (0, 0)
    worst = min(analysis.moves, key=lambda info: info.mean)
    loss, noise = analysis.loss(worst.move)
    assert loss is not None
    assert loss > 0
    assert noise > 0
    assert analysis.loss(GAME.deal(1).legal(GAME.deal(1).to_act[0])[0]) == (None, math.inf)


@pytest.mark.parametrize("spec", ["halving(net(tichu-epfl2017-small), 8, top=2)", "net(tichu-epfl2017-small)"])
def test_an_analysis_has_every_move_though_the_agent_looks_at_some(spec: str) -> None:
    state = GAME.deal(1)
    view = state.view(asked(state)[0])
    analysis = kibitz.agent(spec, seed=1).analyse(view)
    assert [info.move for info in analysis.moves] == list(view.legal())
    assert analysis.best in analysis.moves
    for info in analysis.moves:
        assert info.known == (analysis.loss(info.move)[0] is not None)


@pytest.mark.parametrize("spec", ["rules", "random", "test_agents:Greedy"])
def test_an_agent_that_only_plays_says_so(spec: str) -> None:
    with pytest.raises(kibitz.InvalidSpec, match=r"plays but does not analyse.*\.$"):
        kibitz.agent(spec).analyse(ENDING.view(0))


def test_a_seat_that_owes_no_decision_cannot_be_analysed() -> None:
    agent = kibitz.agent("ismcts(10)")
    for ask in (agent.analyse, agent.act):
        with pytest.raises(kibitz.IllegalMove, match=r"nothing to decide"):
            ask(ENDING.view(1))
    # With a bomb it may volunteer, but nobody asks it to.
    setup = {"hands": {"0": "2j Aj", "1": "3s 3p 3j 3r 9s", "2": "5p 6j", "3": "8p 9p"}, "turn": 0}
    bomber = kibitz.Game("tichu", "official").position(setup).play(0, "2j").settled().view(1)
    with pytest.raises(kibitz.IllegalMove, match=r"nothing to decide"):
        agent.analyse(kibitz.Game("tichu", "official").position(setup).view(3))
    assert isinstance(agent.analyse(bomber), Analysis)


class Oracle:
    """Analyses as a search does."""

    def act(self, view: kibitz.View) -> kibitz.Move:
        return view.legal()[0]

    def analyse(self, view: kibitz.View) -> Analysis:
        return kibitz.agent("mc(20)", seed=1).analyse(view)


def test_a_python_agent_may_analyse() -> None:
    assert kibitz.agent("test_analysis:Oracle").analyse(ENDING.view(0)).agent == "mc(20)"


def test_ctrl_c_ends_an_analysis_and_the_agent_lives_on() -> None:
    agent = kibitz.agent("ismcts(1000000000)", seed=1)
    usual = signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.2)  # by what is done, not by the clock: the machine may be busy
    with pytest.raises(KeyboardInterrupt):
        agent.analyse(GAME.deal(1).view(asked(GAME.deal(1))[0]))
    signal.signal(signal.SIGVTALRM, usual)
    assert str(agent) == "ismcts(1000000000)"


def played(seed: int, rules: str) -> kibitz.Record:
    state = kibitz.Game("tichu", rules).deal(seed)
    agents = [kibitz.agent("rules", seed) for _ in range(4)]
    while not state.over:
        seat = asked(state)[0]
        state = state.play(seat, agents[seat].act(state.view(seat)))
    return state.record()


@pytest.mark.parametrize("rules", ["official", "epfl2017", "mini"])
def test_an_agent_is_consulted_on_every_choice_and_on_one_alone_alike(rules: str) -> None:
    record = played(3, rules)
    decisions = list(consult(record, "ismcts(15)"))
    assert len(decisions) > 10
    for decision in decisions:
        seat, _ = record.moves[decision.ply - 1]
        assert decision.seat == decision.analysis.seat == seat
        assert decision.played in [info.move for info in decision.analysis.moves]
        assert decision.loss is None or decision.clear == (abs(decision.loss) > decision.noise)
        if decision.played == decision.analysis.best.move:
            assert decision.loss == 0
    mine = list(consult(record, "ismcts(15)", seat=2))
    assert mine == [decision for decision in decisions if decision.seat == 2]
    assert list(consult(record, "ismcts(15)", seat=2, seed=2)) != mine


def test_a_broken_record_is_not_looked_at() -> None:
    record = kibitz.Record(str(played(3, "mini")).replace("moves:\n", "moves:\n  0 Dr; 1 pass\n"))
    with pytest.raises(ValueError, match="Move 1 of the record"):
        list(consult(record, "ismcts(5)"))


def test_a_belief_does_not_take_chance_for_news() -> None:
    """A card of 6 nimmt! tells that it was held and next to nothing of the others."""
    state, agent = kibitz.Game("six_nimmt").deal(5), kibitz.agent("rules", seed=1)
    before = state
    for seat in range(4):
        state = state.play(seat, agent.act(state.view(seat)))
    found = next(told for seat in range(4) if (told := belief(state.view(seat), before.view(seat))).changes)
    assert found.changes is not None
    assert found.last is not None
    mover, card = found.last
    assert found.changes[str(card)][mover] > 0.5
    others = [change for name, changes in found.changes.items() if name != str(card) for change in changes]
    assert sum(change != 0 for change in others) <= 3
    assert len(others) > 300
