"""``kibitz play``: the table in the terminal, for the keyboard alone."""

import os
import secrets
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz import _core
from kibitz.agents import Agent, agent, hooks, levels
from kibitz.cli.options import (
    DEFAULT_GAME,
    ChangesOption,
    GameArgument,
    RulesOption,
    SeedOption,
    complete_agent,
    game_of,
    write,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from kibitz.analysis import Judgement
    from kibitz.cli.looks import Look
    from kibitz.facts import ViewFacts

_SHOWN = 30  # moves that are listed by number; all can be written
_KEYS = "number or move   ? hint   b beliefs   l all moves   u undo   q quit"


def command(
    game: GameArgument = DEFAULT_GAME,
    against: Annotated[
        str,
        typer.Option(
            "--against",
            "-a",
            help="Level or agent at the other seats: beginner, casual, club, strong, strongest, or any agent.",
            autocompletion=complete_agent,
        ),
    ] = "casual",
    seat: Annotated[int, typer.Option(min=0, max=9, help="Your seat.")] = 0,
    rules: RulesOption = None,
    option: ChangesOption = None,
    seed: SeedOption = None,
    delay: Annotated[float, typer.Option("--delay", min=0, max=60, help="Seconds before each agent move.")] = 0.4,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write the record of the last deal to this file.")
    ] = None,
) -> None:
    """Play in the terminal with and against agents; no mouse needed, works over SSH.

    Type the number of a move or the move itself. `?` suggests a move and says why, `b` shows where the unseen
    cards may be, `u` undoes; a review follows the deal.

    **Examples**

    - `kibitz play {other}`
    - `kibitz play {game} --against strong --seed 7`
    """
    from rich.console import Console

    table = game_of(game, rules, option)
    if seat >= table.seats:
        raise typer.BadParameter(f"{table.title} has seats 0 to {table.seats - 1}, not {seat}.")
    spec = next((level.spec for level in levels(table.name) if level.name == against), against)
    # Unless it is chosen, a seed is too large to be guessed.
    first = secrets.randbelow(2**53) if seed is None else seed
    players = [agent(spec, (first + each) % 2**64) for each in range(table.seats)]
    hand = Hand(Console(), table, players, seat, delay)
    hooks.begin_match(players, table)
    state = table.deal(first)
    while True:
        end = hand.play(state)
        if end is None:
            hand.console.print("Goodbye.")
            return
        hand.finished(end)
        if record:
            write(record, str(end.record(hand.names)))
        if end.match_over:
            hooks.end_match(players, end.match_winners)
            return
        if not hand.ask_yes("Another deal?"):
            return
        state = table.deal(secrets.randbelow(2**53), after=end)


class Hand:
    """One person at a table of agents."""

    def __init__(self, console: "Console", game: _core.Game, players: Sequence[Agent], seat: int, delay: float) -> None:
        from kibitz.cli.looks import look

        self.console = console
        self.game = game
        self.players = players
        self.seat = seat
        self.delay = delay if console.is_terminal else 0.0
        self.look: Look[Any, Any] = look(game, plain=not console.is_terminal)
        self.names = ["you" if each == seat else str(player) for each, player in enumerate(players)]
        self.past: list[_core.State] = []  # states in which the person was asked, for undo

    def play(self, state: _core.State) -> _core.State | None:
        """A deal to its end; None if the person has had enough."""
        from rich.text import Text

        self.past = []
        shown = 0
        hooks.begin_deal(self.players, state)
        self.console.rule(f"{self.game.title}, {self.game.rules}")
        if not self.look.plain and (legend := self.look.legend()):
            self.console.print(legend, Text("write them so, or by their letters", "dim"), sep="   ")
        while not state.over:
            shown = self._tell(state, shown)
            asked = state.to_act
            if self.seat in asked:
                after = self._decide(state)
                if after is None:
                    return None
                if len(after.history()) < len(state.history()):
                    shown = len(after.view(self.seat).history)
                state = after
                continue
            if state.chance:
                state = state.play("chance", secrets.choice(state.legal("chance")))
                continue
            mover = asked[0]
            move = self.players[mover].act(state.view(mover))
            if not state.canonical(mover, move).is_decline:
                time.sleep(self.delay)
            state = state.play(mover, move)
        self._tell(state, shown)
        hooks.end_deal(self.players, state)
        return state

    def _tell(self, state: _core.State, shown: int) -> int:
        """What has been played since, as the seat sees it."""
        from rich.text import Text

        moves = state.view(self.seat).history
        facts = state.view(self.seat).facts
        for who, move in moves[shown:]:
            name = Text("chance" if isinstance(who, str) else f"{who} {self.names[who]}", "dim")
            self.console.print(Text.assemble("  ", name, "  ", self.look.paint(move, facts)))
        return len(moves)

    def _decide(self, state: _core.State) -> _core.State | None:
        """The person's move, or an earlier state after an undo; None to quit."""
        view = state.view(self.seat)
        legal = view.legal()
        moves = self.look.listed(legal)
        self._show(state, moves)
        if question := self.look.question(legal):
            self.console.print(question)
        while True:
            answer = self._read("your move> ")
            if answer in (None, "q"):
                return None
            if answer == "?":
                self._hint(view)
            elif answer == "b":
                self._beliefs(state)
            elif answer == "l":
                self.console.print(self._numbered(moves, len(moves), state))
            elif answer == "u":
                if self.past:
                    self.console.print("Taken back.", style="dim")
                    return self.past.pop()
                self.console.print("There is nothing to take back.")
            elif answer:
                number = answer.isdigit() and self._is_number(answer, moves)
                wanted = moves[int(answer) - 1] if number else self._meant(answer, state)
                try:
                    after = state.play(self.seat, wanted)
                except ValueError as error:
                    self.console.print(str(error), style="yellow")
                    continue
                if not state.canonical(self.seat, wanted).is_decline:
                    self.past.append(state)
                return after

    def _meant(self, answer: str, state: _core.State) -> _core.Move | str:
        """The move that is written: as it is shown, with symbols and names, or in the notation."""
        from kibitz.cli.cards import deck_of

        legal = state.view(self.seat).legal()
        facts = state.view(self.seat).facts
        for move in self.look.listed(legal):
            if _bare(self._move(move, facts).plain) == _bare(answer):
                return move
        deck = deck_of(self.game.name)
        return self.look.written(answer if deck is None else deck.read(answer), legal)

    def _is_number(self, answer: str, moves: list[_core.Move]) -> bool:
        """Whether digits are the number of a move; where cards are numbers, they are the card."""
        return answer not in map(str, moves) and 1 <= int(answer) <= len(moves)

    def _read(self, prompt: str) -> str | None:
        try:
            return self.console.input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return None

    def ask_yes(self, question: str) -> bool:
        """Whether the person says yes; nothing is yes."""
        answer = self._read(f"{question} [Y/n] ")
        return answer is not None and answer.lower() in ("", "y", "yes", "j", "ja")

    def _show(self, state: _core.State, moves: list[_core.Move]) -> None:
        from rich.text import Text

        facts = state.view(self.seat).facts
        self.console.print()
        if line := _situation(facts, self.look.words):
            self.console.print(Text(line, "dim"))
        if table := self.look.table(facts):
            self.console.print(table)
        hand = [str(card) for card in facts.hand]
        self.console.print(Text.assemble(("hand  ", "bold"), self.look.hand(hand, facts)))
        self.console.print(self._numbered(moves, _SHOWN, state))
        self.console.print(Text(_KEYS, "dim"))

    def _numbered(self, moves: list[_core.Move], most: int, state: _core.State) -> "Table":
        from rich.columns import Columns
        from rich.table import Table
        from rich.text import Text

        facts = state.view(self.seat).facts
        grid = Table.grid()
        entries = [
            Text.assemble((f"{number} ", "cyan"), self._move(move, facts))
            if self.look.numbered
            else self._move(move, facts)
            for number, move in enumerate(moves[:most], 1)
        ]
        grid.add_row(Columns(entries, padding=(0, 3)))
        if len(moves) > most:
            grid.add_row(Text(f"… and {len(moves) - most} more (l lists them; any move can be written)", "dim"))
        return grid

    def _move(self, move: _core.Move, facts: "ViewFacts") -> "Text":
        from rich.text import Text

        return Text(str(move)) if move.is_decline else self.look.paint(move, facts)

    def _hint(self, view: _core.View) -> None:
        from rich.live import Live

        from kibitz.analysis import Judgement
        from kibitz.analysis.hints import hints

        with Live(console=self.console, transient=False, auto_refresh=False) as live:
            for said in hints(view, ms=int(os.environ.get("KIBITZ_HINT_MS", "2000"))):
                assert isinstance(said, Judgement)
                live.update(_hint_table(said, self.names), refresh=self.console.is_terminal)
            live.refresh()

    def _beliefs(self, state: _core.State) -> None:
        from kibitz.analysis.beliefs import belief

        view = state.view(self.seat)
        before = next((past.view(self.seat) for past in reversed(self.past)), None)
        self.console.print(_belief_table(belief(view, before).cards, self.names, self.seat))

    def finished(self, end: _core.State) -> None:
        """The result, and a review if it is wanted."""
        from kibitz.cli.review import show

        self.console.rule("The deal is over")
        for each, points in enumerate(end.returns):
            self.console.print(f"  {each} {self.names[each]}: {points}")
        if self.ask_yes("Review it?"):
            show(self.console, end.record(self.names), seat=self.seat, seed=1, account=True)


def _bare(text: str) -> str:
    return " ".join(text.split()).casefold()


def _situation(facts: "ViewFacts", words: Mapping[str, str]) -> str:
    """The public facts of a view in words; what says nothing is left out."""
    known = ((word, getattr(facts, key, None)) for key, word in words.items())
    return "   ".join(f"{word} {_plain(value)}" for word, value in known if value not in (None, (), [], {}, ""))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {inner}" for key, inner in value.items())
    return " : ".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)


def _hint_table(said: "Judgement", names: list[str]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(title=f"{said.unit}, ± 95 %", box=None, title_justify="left", title_style="dim")
    for head in ("move", "expected", "±", "loses", "then"):
        table.add_column(head, justify="left" if head in ("move", "then") else "right")
    for it in said.moves[:8]:
        if it.value is None or it.high is None:
            continue
        half = it.high - it.value
        table.add_row(
            Text(str(it.move), "bold" if it is said.best else ""),
            f"{it.value:+.1f}",
            f"{half:.1f}" if half < float("inf") else "?",
            "" if it is said.best or it.loss is None else f"{it.loss.value:.1f}",
            Text(", ".join(f"{seat} {move}" for seat, move in it.line[1:4]), "dim"),
        )
    for decider in said.deciders:
        where = "nobody" if decider.holder < 0 else names[decider.holder]
        gain = f"{decider.gain_if:+.1f} instead of {decider.gain_else:+.1f}"
        table.add_row(Text(f"{decider.card} with {decider.holder} {where} ({decider.share:.0%}): {gain}", "dim"))
    return table


def _belief_table(cards: dict[str, list[float]], names: list[str], seat: int) -> "Table":
    from rich.table import Table

    table = Table(title="where the unseen cards are", box=None, title_justify="left", title_style="dim")
    table.add_column("card")
    others = [each for each in range(len(names)) if each != seat]
    for each in others:
        table.add_column(f"{each} {names[each]}", justify="right")
    for card, shares in cards.items():
        table.add_row(card, *(f"{shares[each]:.0%}" for each in others))
    return table
