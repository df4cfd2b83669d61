"""The score sheet of a deal in the terminal: a column per seat, a block of rows per trick."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz import _core
from kibitz.cli.cards import legend, paint

_NUMBER, _OUTCOME = 2, 13  # widths of the first column, for the number of a trick, and of the last, for what came of it
_ORDINALS = ("1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 11)))


class Step(NamedTuple):
    """A move, whether it opens a new block, and the state it led to."""

    seat: int | str
    move: str
    opens: bool
    after: _core.State


class Sheet:
    """Draws deals. Without a terminal it writes plain notation."""

    def __init__(self, console: Console, game: _core.Game, players: Sequence[str] = ()) -> None:
        self.console = console
        self.game = game
        self.players = players
        self.plain = not console.is_terminal

    def title(self, seed: int | None) -> None:
        """What is played."""
        number = "" if seed is None else f", seed {seed}"
        self.console.print(Text.assemble((self.game.title, "bold"), f", rules {self.game.rules}{number}"))
        if not self.plain and (line := legend(self.game.name)):
            self.console.print(line)
        self.console.print()

    def hands(self, facts: dict[str, Any]) -> None:
        """Every hand, a line each."""
        grid = Table.grid(padding=(0, 2))
        for seat, cards in sorted(facts["hands"].items()):
            grid.add_row(
                self._name(int(seat)), self._paint(cards if isinstance(cards, str) else " ".join(map(str, cards)))
            )
        self.console.print(grid)
        self.console.print()

    def play(self, start: _core.State, steps: Iterable[Step], seed: int | None) -> None:
        """A whole deal, each row as soon as it is complete."""
        self.title(seed)
        block = _Block(start.settled().facts())
        self._open(block.facts)
        last = start
        for step in steps:
            if step.opens and block.begun:
                self._close(block)
                block = _Block(block.facts, block.tricks)
            if (full := block.full_before(step.seat)) is not None:
                self._row(full, number=block.number())
            block.add(step, self._paint(step.move))
            last = step.after
        self._close(block)
        if last.over:
            self.console.print()
            cells = {seat: Text.assemble((str(points), "bold")) for seat, points in enumerate(last.returns)}
            self._row(cells, outcome=Text.assemble(("points", "dim")))

    def _open(self, facts: dict[str, Any]) -> None:
        self.hands(facts)
        self._row({seat: self._name(seat) for seat in range(self.game.seats)})

    def _close(self, block: "_Block") -> None:
        """The last row of a block, with what came of it; new hands are shown when cards have changed places."""
        outcome = Text()
        if won := block.won():
            winner, points = won
            outcome = Text.assemble((f"{winner} takes {points}", "" if points else "dim"))
        self._row(block.row, number=block.number(), outcome=outcome)
        if block.before["phase"] == "exchange" != block.facts["phase"]:
            self.console.print()
            self._open(block.facts)

    def _row(self, cells: dict[int, Text], *, number: str = "", outcome: Text | None = None) -> None:
        width = max(12, (self.console.width - _NUMBER - 2 - _OUTCOME) // self.game.seats - 2)
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=_NUMBER, style="dim", justify="right")
        for _ in range(self.game.seats):
            grid.add_column(width=width)
        grid.add_column(width=_OUTCOME)
        grid.add_row(number, *(cells.get(seat, Text()) for seat in range(self.game.seats)), outcome or Text())
        self.console.print(grid)

    def _paint(self, move: str) -> Text:
        return paint(self.game.name, move, plain=self.plain)

    def _name(self, seat: int) -> Text:
        player = self.players[seat] if seat < len(self.players) else ""
        return Text.assemble((str(seat), "bold"), f" {player}".rstrip())


class _Block:
    """The moves of one trick or phase, and what is known before and after them."""

    def __init__(self, facts: dict[str, Any], tricks: int = 0) -> None:
        self.before = self.facts = facts
        self.tricks = tricks + (facts["phase"] == "play")
        self.numbered = facts["phase"] != "play"
        self.row: dict[int, Text] = {}
        self.movers: set[int] = set()
        self.begun = False

    def number(self) -> str:
        """The number of the trick, for its first row."""
        number, self.numbered = "" if self.numbered else str(self.tricks), True
        return number

    def full_before(self, seat: int | str) -> dict[int, Text] | None:
        """The row, if the seat needs a new one; who acts twice in a row writes below his first line."""
        if not isinstance(seat, int) or not self.row or seat >= max(self.row):
            return None
        full, self.row = self.row, {}
        return full

    def add(self, step: Step, painted: Text) -> None:
        """Writes a move into its seat's cell; a lot that was drawn goes to the seat that caused it."""
        self.begun = True
        at = step.seat if isinstance(step.seat, int) else max(self.row, default=0)
        facts = step.after.settled().facts()
        went_out = len(facts.get("out", ())) - len(self.facts.get("out", ()))
        if went_out > 0:
            painted.append(f"\n{_ORDINALS[len(facts['out']) - 1]} out", style="dim")
        self.facts = facts
        self.movers.add(at)
        self.row[at] = Text("\n").join([self.row[at], painted]) if at in self.row else painted

    def won(self) -> tuple[int, int] | None:
        """Who has won the trick and its points; None if the block was no trick, such as a lead given away."""
        won, facts = _trick(self.facts), self.facts
        if won is None or self.before["phase"] != "play" or won[0] not in self.movers:
            return None
        if not facts["to_act"]:  # the deal may have ended before its last trick did
            return won if won != _trick(self.before) else None
        return won if won[0] in facts["to_act"] or won[0] in facts.get("out", ()) else None


def _trick(facts: dict[str, Any]) -> tuple[int, int] | None:
    """Winner and points of the last complete trick."""
    return None if facts.get("trick_winner") is None else (facts["trick_winner"], facts["trick_points"])
