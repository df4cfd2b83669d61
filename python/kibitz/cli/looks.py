"""The usual score sheet, and what a game may show differently: its own ``sheet.py`` overrides what it does.

Everything comes from ``State.facts`` and from functions of the game.
"""

# ruff: noqa: ARG002

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from kibitz import _core
from kibitz.cli.cards import legend, paint, paint_cards
from kibitz.facts import Laid, StateFacts, ViewFacts
from kibitz.games import part

S = TypeVar("S", bound=StateFacts)  # the facts of a game's states
V = TypeVar("V", bound=ViewFacts)  # and of its views
Moves = Sequence[tuple[int, _core.Move]]  # of seats


class Step(NamedTuple):
    """A move, whether it opens a new block, and the state it led to."""

    seat: int | str
    move: _core.Move
    opens: bool
    after: _core.State


class Look(Generic[S, V]):
    """A column per seat, as many rows as the trick goes round, the points at the end."""

    columns = True  # a column per seat; else the look draws whole blocks
    one_row = False  # a trick is one row, and the leader is marked
    outcome_width = 13
    numbered = True  # moves are chosen by their numbers
    # What a view tells that is shown to a person before a move, and in which words.
    words: ClassVar[Mapping[str, str]] = {
        "counts": "cards",
        "points": "points",
        "scores": "score",
    }

    def __init__(self, game: _core.Game, *, plain: bool) -> None:
        self.game = game
        self.plain = plain

    def legend(self) -> Text | None:
        """What the symbols mean."""
        return legend(self.game.name)

    def trumps(self, facts: S | V) -> Sequence[str]:
        """The trump cards as far as they are known, from the top."""
        return ()

    def paint(self, move: _core.Move, facts: S | V) -> Text:
        """A move."""
        return paint(move, plain=self.plain, trumps=self.trumps(facts))

    def cards(self, cards: Collection[str], facts: S | V) -> Text:
        """Cards side by side."""
        return paint_cards(self.game.name, cards, plain=self.plain, trumps=self.trumps(facts))

    def hand(self, cards: Sequence[str], facts: S | V) -> Text:
        """The cards of a seat."""
        return self.cards(cards, facts)

    def head(self, facts: S | V) -> Text | None:
        """What is played, and what lies on the table."""
        return None

    def role(self, seat: int, facts: S) -> Text | None:
        """What a seat is, below its name."""
        return None

    def again(self, before: S, after: S) -> Literal["hands", "names"] | None:
        """What must be shown once more after a block."""
        return None

    def notes(self, step: Step, before: S, after: S) -> dict[int, Text]:
        """What a move has brought about, for the cells of the seats."""
        return {}

    def outcome(self, winner: int, points: int, facts: S) -> Text:
        """What came of a trick."""
        return Text.assemble((f"{winner} takes {points}", "" if points else "dim"))

    def block(self, moves: Moves, before: S, after: S, names: Sequence[Text]) -> Table:
        """A whole block, of a look without columns; one with columns has none."""
        return Table.grid()

    def result(self, last: Step, names: Sequence[Text]) -> list[RenderableType]:
        """How the deal ended and why; a look with columns adds the points of every seat."""
        return []

    # A person at the table, who knows the facts of a view.

    def table(self, facts: V) -> Text | None:
        """What lies on the table: the cards of a trick, or a play to be beaten."""
        match getattr(facts, "table", None):
            case Laid(owner=owner, play=play) | {"owner": owner, "play": play}:
                return Text(f"to beat: {play} of {owner}", "dim")
            case [[int(), str()], *_] as trick:
                return Text("trick: " + "  ".join(f"{seat} {card}" for seat, card in trick), "dim")
        return None

    def listed(self, moves: Sequence[_core.Move]) -> list[_core.Move]:
        """The legal moves that are worth a list."""
        return list(moves)

    def question(self, moves: Sequence[_core.Move]) -> str | None:
        """What to write where the moves are not listed."""
        return None

    def written(self, answer: str, moves: Sequence[_core.Move]) -> str:
        """The notation of what was typed."""
        return answer


def look(game: _core.Game, *, plain: bool) -> Look[Any, Any]:
    """The look of a game's sheet: its own, or the usual one."""
    found = part(game.name, "sheet")
    own: Look[Any, Any] = (Look if found is None else found.Sheet)(game, plain=plain)
    return own


def many(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}" + ("" if number == 1 else "s")
