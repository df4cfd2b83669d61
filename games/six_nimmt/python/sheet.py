"""6 nimmt!'s score sheet in the terminal."""

# What the methods and their arguments mean is said where they are overridden from.
# ruff: noqa: ARG002, D102

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from kibitz import Game, Move
from kibitz.cli.looks import Look, Moves, Step, many
from kibitz.games.six_nimmt.facts import StateFacts, ViewFacts


class Sheet(Look[StateFacts, ViewFacts]):
    """The four rows after every turn, the cards in the order they were placed, and who takes how many bulls."""

    columns = False
    numbered = False  # a card is its own number
    words: ClassVar = {"scores": "score", "penalties": "bulls"}
    _STYLES: ClassVar = {1: "", 2: "cyan", 3: "yellow", 5: "red", 7: "bold magenta"}

    def __init__(self, game: Game, *, plain: bool) -> None:
        super().__init__(game, plain=plain)
        cards = range(1, 105)
        self.bulls: dict[int, int] = dict(zip(cards, game.call("bulls", cards=list(cards)), strict=True))

    def legend(self) -> Text:
        return Text("   ").join(Text(many(n, "bull"), style or "default") for n, style in self._STYLES.items())

    def paint(self, move: Move, facts: StateFacts | ViewFacts) -> Text:
        return self.cards(move.cards, facts) if move.cards else Text(str(move))

    def cards(self, cards: Iterable[str], facts: StateFacts | ViewFacts) -> Text:
        return Text(" ").join(self._card(int(card)) for card in cards)

    def table(self, facts: ViewFacts) -> Text:
        return self.head(facts)

    def head(self, facts: StateFacts | ViewFacts) -> Text:
        rows = facts.rows if isinstance(facts, StateFacts) else facts.table
        return Text("\n").join(self._rows(rows, set()))

    def block(self, moves: Moves, before: StateFacts, after: StateFacts, names: Sequence[Text]) -> Table:
        laid = {seat: int(card) for seat, move in moves for card in move.cards}
        width = max(name.cell_len for name in names)
        grid = Table.grid(padding=(0, 3, 0, 0))
        grid.add_column(width=31)
        played = [
            Text.assemble(self._card(card, 3), "  ", names[seat], " " * (width - names[seat].cell_len + 2), taken)
            for seat, card in sorted(laid.items(), key=lambda item: item[1])
            for taken in [self._taken(seat, card, before, after)]
        ]
        grid.add_row(Text("\n").join(self._rows(after.rows, set(laid.values()))), Text("\n").join(played))
        return grid

    def result(self, last: Step, names: Sequence[Text]) -> list[RenderableType]:
        bulls = StateFacts.of(last.after).penalties
        grid = Table.grid(padding=(0, 2))
        for seat, name in enumerate(names):
            best = bulls[seat] == min(bulls)
            total = Text(many(bulls[seat], "bull"), "bold" if best else "", justify="right")
            grid.add_row(name, total, Text("fewest" if best else "", "dim"))
        return [grid]

    def _taken(self, seat: int, card: int, before: StateFacts, after: StateFacts) -> Text:
        total = after.penalties[seat]
        if not (bulls := total - before.penalties[seat]):
            return Text()
        # Whoever takes a row begins it anew; no row begins with the card if it was taken in its turn.
        row = next((f"row {number}, " for number, row in enumerate(after.rows, 1) if row[0] == card), "")
        return Text.assemble((f"takes {row}{many(bulls, 'bull')}", "bold"), (f" ({total})", "dim"))

    def _rows(self, rows: Sequence[Sequence[int]], new: set[int]) -> list[Text]:
        return [
            Text.assemble((f"row {number} ", "dim"), *(self._card(card, 5, new=card in new) for card in row))
            for number, row in enumerate(rows, 1)
        ]

    def _card(self, card: int, width: int = 0, *, new: bool = False) -> Text:
        text = f"*{card}" if new and self.plain else str(card)
        style = f"{self._STYLES[self.bulls[card]]} {'bold reverse' if new else ''}".strip()
        return Text.assemble(" " * (width - len(text)), (text, style))
