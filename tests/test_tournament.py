"""Tournament files: what they say, and what is said of wrong ones."""

from pathlib import Path

import pytest

from conftest import Command
from kibitz.lab import tournament

EXAMPLES = sorted((Path(__file__).parent.parent / "tournaments").glob("*.toml"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_is_a_plan(file: Path) -> None:
    assert tournament.read(file).contests


def test_there_are_examples() -> None:
    assert EXAMPLES


def test_contests_take_what_they_do_not_say_from_the_head() -> None:
    plan = tournament.parse(
        """
        name = "two games"
        agents = ["rules", "random"]
        deals = 7
        [[contest]]
        game = "tichu"
        rules = "mini"
        [[contest]]
        game = "schnapsen"
        kind = "match"
        target = 7
        deals = 5
        seed = 9
        sprt = [0, 5]
        [[contest]]
        game = "six_nimmt"
        kind = "panel"
        options = { players = 5 }
        others = "random"
        [[contest]]
        game = "tichu"
        kind = "teams"
        teams = [["rules", "random"], ["random", "random"]]
        [[contest]]
        game = "doppelkopf"
        kind = "gauntlet"
        opponents = ["healthy"]
        """
    )
    assert plan.name == "two games"
    first, second, third, fourth, *rest = plan.contests
    assert (first.game, first.rules, first.groups, first.whole) == ("tichu", "mini", 7, False)
    assert (second.game, second.groups, second.seed, second.whole, second.sprt) == ("schnapsen", 5, 9, True, (0, 5))
    assert len(third.seatings) == 5
    assert len(fourth.seatings) == 4
    assert [contest.title for contest in rest] == ["rules v healthy", "random v healthy beside rules"]


def test_a_file_asks_for_two_sides_by_nobody_else() -> None:
    (contest,) = tournament.parse('game = "doppelkopf"\nagents = ["random", "healthy"]\nothers = []').contests
    assert contest.two_sides


WRONG = [
    ('game = "tichu"\nagents = ["rules", "random"', "at line 2"),
    ('game = "tichu"\nagents = ["rules", "randon"]', 'line 2: There is no agent "randon"'),
    ('game = "tichu"\nagents = [\n  "rules",\n  "ismcts(0)",\n]', "line 4: "),
    ('game = "tischu"\nagents = ["rules", "random"]', 'line 1: There is no game "tischu"'),
    ('game = "tichu"\nrules = "offical"\nagents = ["rules", "random"]', "line 2: "),
    ('game = "tichu"\n\noptions = { traget = 5 }\nagents = ["rules", "random"]', "line 3: "),
    ('agents = ["rules", "random"]', 'does not say which "game"'),
    ('game = "tichu"\nagnets = ["rules"]', 'line 2: there is no "agnets"'),
    ('game = "tichu"\nagents = "rules"', 'line 2: "agents" must be a list of agents'),
    ('game = "tichu"\nagents = ["rules", "random"]\ndeals = 1', 'line 3: "deals" must be a whole number from 2 on'),
    ('game = "tichu"\nagents = ["rules", "random"]\nsprt = [5, 0]', 'line 3: "sprt" must be two numbers that rise'),
    ('game = "tichu"\nkind = "panel"\nagents = ["rules"]', "line 2: Tichu is played by 4"),
    ('game = "tichu"\nkind = "gauntlet"\nagents = ["rules"]', 'line 2: a gauntlet needs "opponents"'),
    ('game = "tichu"\nagents = ["rules"]', "needs at least two agents"),
    ('agents = ["rules", "random"]\n[[contest]]\ngame = "tichu"\n[[contest]]\ngame = "chess"', "line 5: "),
    ('agents = ["rdeep", "random"]\n[[contest]]\ngame = "schnapsen"\n[[contest]]\ngame = "tichu"', "line 1: "),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_what_is_wrong_is_said_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(tournament.TournamentError) as refused:
        tournament.parse(text)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_command_refuses_with_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz_command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.toml").write_text('game = "tichu"\nagents = ["rules", "randon"]', encoding="utf-8")
    outcome = kibitz_command("tournament", "wrong.toml")
    assert outcome.code == 2
    assert outcome.err.startswith("wrong.toml, line 2: There is no agent")
    assert (
        kibitz_command("tournament", "missing.toml").err == "missing.toml cannot be read: No such file or directory.\n"
    )
    assert not Path("wrong.kibitz").exists()
