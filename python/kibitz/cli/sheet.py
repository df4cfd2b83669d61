"""The score sheet of a deal in the terminal: a column per seat, a block of rows per trick."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from kibitz import _core
from kibitz.cli.looks import Look, Step, look
from kibitz.facts import StateFacts

__all__ = ["Sheet", "Step"]

_NUMBER = 2  # width of the first column, for the number of a trick
_LINE = 24  # a move and its note that are longer take two lines
_ORDINALS = ("1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 11)))


class Sheet:
    """Draws deals, each game in its look. Without a terminal it writes plain notation."""

    def __init__(self, console: Console, game: _core.Game, players: Sequence[str] = ()) -> None:
        self.console = console
        self.game = game
        self.players = players
        self.plain = not console.is_terminal
        self.look = look(game, plain=self.plain)

    def title(self, seed: int | None) -> None:
        """What is played."""
        number = "" if seed is None else f", seed {seed}"
        self.console.print(Text.assemble((self.game.title, "bold"), f", rules {self.game.rules}{number}"))
        if not self.plain and (line := self.look.legend()):
            self.console.print(line)
        self.console.print()

    def hands(self, facts: StateFacts) -> None:
        """Every hand, a line each, and what lies on the table."""
        grid = Table.grid(padding=(0, 2))
        for seat, cards in sorted(facts.hands.items()):
            grid.add_row(self._name(seat), self.look.hand([str(card) for card in cards], facts))
        self.console.print(grid)
        self.console.print()
        self._head(facts)

    def play(self, start: _core.State, steps: Iterable[Step], seed: int | None) -> None:
        """A whole deal, each row as soon as it is complete."""
        self.title(seed)
        block = _Block(self.look, start.settled().facts)
        self.hands(block.facts)
        self._names(block.facts)
        last = None
        for last in steps:
            if last.opens and block.begun:
                self._close(block)
                block = _Block(self.look, block.facts, block.tricks)
            if (full := block.full_before(last.seat)) is not None:
                self._row(full, number=block.number())
            block.add(last)
        self._close(block)
        if last is not None and last.after.over:
            self._result(last)

    def _head(self, facts: StateFacts) -> None:
        if head := self.look.head(facts):
            self.console.print(head)
            self.console.print()

    def _names(self, facts: StateFacts) -> None:
        if self.look.columns:
            lines = ((self._name(seat), self.look.role(seat, facts)) for seat in range(self.game.seats))
            self._row({seat: [line for line in both if line] for seat, both in enumerate(lines)})

    def _close(self, block: "_Block") -> None:
        """The last row of a block, with what came of it; new hands are shown when cards have changed places."""
        if not self.look.columns:
            self._whole(block)
            return
        won = block.won()
        outcome = self.look.outcome(*won, block.facts) if won else Text()
        self._row(block.row, number=block.number(), outcome=outcome, leader=block.leader())
        if again := self.look.again(block.before, block.facts):
            self.console.print()
            if again == "hands":
                self.hands(block.facts)
            else:
                self._head(block.facts)
            self._names(block.facts)

    def _whole(self, block: "_Block") -> None:
        if block.begun:
            names = [self._name(seat) for seat in range(self.game.seats)]
            grid = Table.grid(padding=(0, 2, 0, 0))
            grid.add_column(width=_NUMBER, style="dim", justify="right")
            grid.add_row(block.number(), self.look.block(block.moves, block.before, block.facts, names))
            self.console.print(grid)
            self.console.print()

    def _result(self, last: Step) -> None:
        if self.look.columns:
            self.console.print()
        names = [self._name(seat) for seat in range(self.game.seats)]
        if parts := self.look.result(last, names):
            self.console.print(Group(*parts))
        if self.look.columns:
            if parts:
                self.console.print()
            cells = {seat: [Text.assemble((str(points), "bold"))] for seat, points in enumerate(last.after.returns)}
            self._row(cells, outcome=Text.assemble((self.game.unit[0], "dim")))

    def _row(
        self, cells: dict[int, list[Text]], *, number: str = "", outcome: Text | None = None, leader: int | None = None
    ) -> None:
        seats, last = self.game.seats, self.look.outcome_width
        width = max(12, (self.console.width - _NUMBER - 2 - last) // seats - 2)
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=_NUMBER, style="dim", justify="right")
        for _ in range(seats):
            grid.add_column(width=width)
        grid.add_column(width=last)
        grid.add_row(
            number, *(self._cell(cells.get(seat, []), leads=seat == leader) for seat in range(seats)), outcome or Text()
        )
        self.console.print(grid)

    def _cell(self, lines: Sequence[Text], *, leads: bool) -> Text:
        """The lines of a cell; where tricks are one row, the leader's last line, his card, has a mark."""
        if not self.look.one_row:
            return Text("\n").join(lines)
        mark = ">" if self.plain else "›"
        marks = (mark if leads and number == len(lines) else " " for number in range(1, len(lines) + 1))
        return Text("\n").join(
            Text.assemble((f"{sign} ", "dim"), line) for sign, line in zip(marks, lines, strict=True)
        )

    def _name(self, seat: int) -> Text:
        player = self.players[seat] if seat < len(self.players) else ""
        return Text.assemble((str(seat), "bold"), f" {player}".rstrip())


class _Block:
    """The moves of one trick or phase, and what is known before and after them."""

    def __init__(self, look: Look[Any, Any], facts: StateFacts, tricks: int = 0) -> None:
        self.look = look
        self.before = self.facts = facts
        self.counted = facts.phase in ("play", "choose")
        self.tricks = tricks + self.counted
        self.row: dict[int, list[Text]] = {}
        self.moves: list[tuple[int, _core.Move]] = []
        self.begun = False

    def number(self) -> str:
        """The number of the trick, for its first row; a call alone is no trick."""
        number = str(self.tricks) if self.counted and not all(move.is_call for _, move in self.moves) else ""
        self.counted = False
        return number

    def leader(self) -> int | None:
        """Who led to the trick."""
        first = self.before.to_act[0] if self.before.phase == "play" else None
        return first if isinstance(first, int) else None

    def full_before(self, seat: int | str) -> dict[int, list[Text]] | None:
        """The row, if the seat needs a new one; a seat that acts twice in a row continues below its first line."""
        if self.look.one_row or not isinstance(seat, int) or not self.row or seat >= max(self.row):
            return None
        full, self.row = self.row, {}
        return full

    def add(self, step: Step) -> None:
        """Writes a move into its seat's cell; a lot that was drawn goes to the seat that caused it."""
        self.begun = True
        at = step.seat if isinstance(step.seat, int) else max(self.row, default=0)
        before, self.facts = self.facts, step.after.settled().facts
        self.moves.append((at, step.move))
        if not self.look.columns:
            return
        self.row.setdefault(at, []).append(self.look.paint(step.move, self.facts))
        if len(out := _out(self.facts)) > len(_out(before)):
            self.row[at].append(Text.assemble((f"{_ORDINALS[len(out) - 1]} out", "dim")))
        for seat, note in self.look.notes(step, before, self.facts).items():
            line = self.row[seat][-1]
            if line.cell_len + note.cell_len > _LINE:
                line.append("\n  ")
            line.append_text(note)

    def won(self) -> tuple[int, int] | None:
        """Who has won the trick and its points; None if the block was no trick, such as a lead given away."""
        won, facts = _trick(self.facts), self.facts
        if won is None or self.before.phase != "play" or won[0] not in {seat for seat, _ in self.moves}:
            return None
        if (tricks := getattr(facts, "tricks", None)) is not None:
            return won if tricks != getattr(self.before, "tricks", None) else None
        if not facts.to_act:  # the deal may have ended before its last trick did
            return won if won != _trick(self.before) else None
        return won if won[0] in facts.to_act or won[0] in _out(facts) else None


# What many games say, though not all.


def _trick(facts: StateFacts) -> tuple[int, int] | None:
    """Winner and points of the last complete trick."""
    winner: int | None = getattr(facts, "trick_winner", None)
    return None if winner is None else (winner, getattr(facts, "trick_points", 0))


def _out(facts: StateFacts) -> tuple[int, ...]:
    """Who has finished, in order."""
    return tuple(getattr(facts, "out", ()))
