"""Players whose cards a heuristic prefers (ETH 2022, chapter 4).

Of each rigged agent: its *mean*; its *performance*, the mean of the plain players at its tables over its own; its
*similarity*, how often it plays the card that the plain player would have chosen after the same search; the
*opportunity*, how often a close card was there; and how often the plain player would have *played close* then, also by
the cards on the table, and how far that is *beyond chance*. Only free choices count.
"""

from collections.abc import Sequence

from kibitz import Move, Spec, State, View, _core
from kibitz.agents import agent
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings, Tally, each_deal, seated
from kibitz.games.six_nimmt.facts import ViewFacts
from kibitz.play import Choose, play
from kibitz.stats import Interval

_TABLE = ((4, 7), (8, 9), (10, 11), (12, 20))


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """``count`` deals of every rigged agent, and of the plain one in its place."""
    assert experiment.analysis
    settings = experiment.analysis.arguments()
    rigged = [
        name
        for name, text in experiment.agents.items()
        if text.spec(column) and (name == settings["base"] or name not in settings["seats"])
    ]
    return Findings(
        {f"{name} {what}": value for name in rigged for what, value in of_one(experiment, column, name, count).items()}
    )


def of_one(experiment: Experiment, column: Column, name: str, count: int) -> dict[str, Interval]:
    """``count`` deals of one rigged agent; its seat changes from deal to deal."""
    assert experiment.analysis
    settings = experiment.analysis.arguments()
    game = game_of(experiment.rules(column))
    specs = {each: text.spec(column) or "" for each, text in experiment.agents.items()}
    base, places = settings["base"], settings["seats"]

    def watch(deal: int) -> Tally:
        turn = deal % game.seats
        table = [name if place == "rig" else place for place in places[turn:] + places[:turn]]
        seat = (places.index("rig") - turn) % game.seats
        start = game.deal(_core.deal_seed(1, deal))
        watched = _Watched(start, specs[name], specs[base], _core.deal_seed(_core.deal_seed(2, deal), seat))
        players: list[Choose] = [player.act for player in seated([specs[who] for who in table], deal)]
        players[seat] = watched.act
        returns = play(start, players, see=watched.see).returns
        plains = [score for who, score in zip(table, returns, strict=True) if who == base]
        watched.tally.add("mean", returns[seat])
        if plains:
            watched.tally.add("performance", sum(plains) / len(plains), returns[seat])
        return watched.tally

    return Tally.intervals(each_deal(count, watch))


def chosen(spec: str, chance: int, view: View) -> Move:
    """What an agent plays that has nothing but this chance: the same search for a plain and a rigged one."""
    card = str(agent(spec, chance).act(view))
    return next(move for move in view.legal() if str(move) == card)


class _Watched:
    """A rigged agent compared with the plain one: both are made anew for each decision, with the same chance."""

    def __init__(self, start: State, rigged: str, plain: str, seed: int) -> None:
        self.tally = Tally()
        self._specs, self._seed = (rigged, plain), seed
        self._distance = _distance(Spec(rigged))
        self._seats = len(start.to_act)  # all choose at once
        self._laid = [card for row in ViewFacts.of(start.view(0)).table for card in row]
        self._played: list[int] = []

    def see(self, state: State, seat: int, move: Move) -> None:  # noqa: ARG002
        """Keeps the cards that were played."""
        self._played.append(int(move.cards[0]))

    def act(self, view: View) -> Move:
        """The rigged agent's card."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        chance = _core.deal_seed(self._seed, len(legal))
        move, choice = (chosen(spec, chance, view) for spec in self._specs)
        self.tally.add("similarity", choice == move)
        self._close(ViewFacts.of(view).table, [int(card) for card in view.hand], int(choice.cards[0]))
        return move

    def _close(self, rows: Sequence[Sequence[int]], hand: list[int], choice: int) -> None:
        """Counts whether there was a close card, as the rig has it, and whether it was chosen."""
        shown = len(self._played) // self._seats * self._seats  # cards of this turn lie face down
        seen = {*self._laid, *self._played[:shown], *hand}
        close = {card for card in hand if _safe(rows, card, seen, self._distance)}
        self.tally.add("opportunity", bool(close))
        if close:
            self.tally.add("played close", choice in close)
            laid = sum(map(len, rows))
            low, high = next(span for span in _TABLE if laid <= span[1])
            self.tally.add(f"played close with {low} to {high} cards", choice in close)
            self.tally.add(f"beyond chance with {low} to {high} cards", (choice in close) - len(close) / len(hand))


def _distance(spec: Spec) -> int:
    """The distance of the close rig, 0 for any other."""
    for each in spec.walk():
        match each.name, *map(str, each.values):
            case "rig", _, "close", distance:
                return int(distance)
    return 0


def _safe(rows: Sequence[Sequence[int]], card: int, seen: set[int], distance: int) -> bool:
    """Whether a card cannot take the row it fits, even if every unseen card in between is laid first."""
    row = max((row for row in rows if row[-1] < card), key=lambda row: row[-1], default=None)
    if row is None:
        return False
    between = sum(1 for other in range(row[-1] + 1, card) if other not in seen)
    return between <= 4 - len(row) + distance
