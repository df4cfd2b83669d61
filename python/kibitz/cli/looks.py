"""How each game decorates its score sheet. Everything comes from ``State.facts`` and from functions of the game."""

# Each look overrides what it shows differently; `Look` says what the methods and their arguments mean.
# ruff: noqa: ARG002, D102

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from kibitz import _core
from kibitz.cli.cards import DECKS, legend, paint

Facts = dict[str, Any]


class Step(NamedTuple):
    """A move, whether it opens a new block, and the state it led to."""

    seat: int | str
    move: str
    opens: bool
    after: _core.State


class Look:
    """A sheet as Tichu's: a column per seat, as many rows as the trick goes round, the points at the end."""

    columns = True  # a column per seat; else the look draws whole blocks
    one_row = False  # a trick is one row, and the leader is marked
    outcome_width = 13
    unit = "points"

    def __init__(self, game: _core.Game, *, plain: bool) -> None:
        self.game = game
        self.plain = plain

    def legend(self) -> Text | None:
        """What the symbols mean."""
        return legend(self.game.name)

    def trumps(self, facts: Facts) -> Sequence[str]:
        """The trump cards as far as they are known, from the top."""
        return ()

    def paint(self, text: str, facts: Facts) -> Text:
        """A move or cards."""
        return paint(self.game.name, text, plain=self.plain, trumps=self.trumps(facts))

    def hand(self, cards: str, facts: Facts) -> Text:
        """The cards of a seat."""
        return self.paint(cards, facts)

    def head(self, facts: Facts) -> Text | None:
        """What is played, and what lies on the table."""
        return None

    def role(self, seat: int, facts: Facts) -> Text | None:
        """What a seat is, below its name."""
        return None

    def again(self, before: Facts, after: Facts) -> Literal["hands", "names"] | None:
        """What must be shown once more after a block."""
        return "hands" if before["phase"] == "exchange" != after["phase"] else None

    def notes(self, step: Step, before: Facts, after: Facts) -> dict[int, Text]:
        """What a move has brought about, for the cells of the seats."""
        return {}

    def outcome(self, winner: int, points: int, facts: Facts) -> Text:
        """What came of a trick."""
        return Text.assemble((f"{winner} takes {points}", "" if points else "dim"))

    def block(self, moves: Sequence[tuple[int, str]], before: Facts, after: Facts, names: Sequence[Text]) -> Table:
        """A whole block, of a look without columns; one with columns has none."""
        return Table.grid()

    def result(self, last: Step, names: Sequence[Text]) -> list[RenderableType]:
        """How the deal ended and why; a look with columns adds the points of every seat."""
        return []


class Schnapsen(Look):
    """Trump and talon, what is drawn, marriages, closing, and why the deal is worth what it is."""

    one_row = True
    outcome_width = 20
    unit = "game points"

    def trumps(self, facts: Facts) -> Sequence[str]:
        return [facts["trump"] + rank for rank in "ATKQJ"]

    def head(self, facts: Facts) -> Text:
        symbol, style, name = DECKS["schnapsen"].suits[facts["trump"]]
        trump = Text(name) if self.plain else Text.assemble((symbol, style), f" {name}")
        face_up = self.paint(facts["face_up"], facts) if facts["face_up"] else Text("none")
        return Text.assemble(
            ("trump ", "dim"), trump, ("   talon ", "dim"), str(facts["talon_size"]), (", face up ", "dim"), face_up
        )

    def notes(self, step: Step, before: Facts, after: Facts) -> dict[int, Text]:
        notes = {seat: Text() for seat in range(2)}
        for seat, note in notes.items():
            if step.move.startswith("marriage"):
                for key, sign in (("points", ""), ("pending", " pending")):
                    if worth := after[key][seat] - before[key][seat]:
                        note.append(f"  {worth}{sign}", "bold")
            if new := set(after["hands"][str(seat)].split()) - set(before["hands"][str(seat)].split()):
                note.append("  takes " if step.move == "exchange" else "  draws ", "dim")
                note.append_text(self.paint(" ".join(new), after))
        return {seat: note for seat, note in notes.items() if note}

    def outcome(self, winner: int, points: int, facts: Facts) -> Text:
        return Text.assemble(f"{winner} takes {points}".ljust(12), ("{} : {}".format(*facts["points"]), "dim"))

    def result(self, last: Step, names: Sequence[Text]) -> list[RenderableType]:
        facts, closed = last.after.facts(), last.after.setup().get("closed")
        winner = facts["scores"].index(max(facts["scores"]))
        loser = 1 - winner
        if last.move == "claim":
            how = f"{last.seat} claims 66" + ("" if last.seat == winner else ", wrongly")
        elif closed and closed["by"] == loser:
            how = f"{loser} has closed and failed"
        else:
            how = "66 reached" if facts["points"][winner] >= 66 else "the last trick"
        counts = [f"{seat} has {_many(facts['points'][seat], 'point')}" for seat in (winner, loser)]
        if not facts["tricks"][loser]:
            counts[1] += " and no trick"
        if closed:
            tricks = "" if closed["tricks"] else " and no trick"
            counts.append(f"when {closed['by']} closed, {1 - closed['by']} had {closed['points']}{tricks}")
        worth = _many(facts["scores"][winner], "game point")
        return [Text.assemble((f"{winner} wins {worth}", "bold"), f": {how}; {'; '.join(counts)}.")]


class Doppelkopf(Look):
    """The game that is played, its trumps, the parties, and the score sheet."""

    one_row = True

    def trumps(self, facts: Facts) -> Sequence[str]:
        kind = facts["game"]["type"] if facts["game"] else "normal"
        return [str(card) for card in self.game.call("trumps", game=kind)]

    def legend(self) -> Text | None:
        line = super().legend()
        return line and Text.assemble(line, "   ", ("X", "underline"), (" trump", "dim"))

    def hand(self, cards: str, facts: Facts) -> Text:
        trumps = self.trumps(facts)
        high = sorted((card for card in cards.split() if card in trumps), key=trumps.index)
        low = [card for card in cards.split() if card not in trumps]
        parts = (self.paint(" ".join(part), facts) for part in (high, low) if part)
        return Text.assemble((" | ", "dim")).join(parts)

    def head(self, facts: Facts) -> Text | None:
        if (game := facts["game"]) is None:
            return None
        kind, _, trump = game["type"].partition(":")
        if kind == "solo":
            compulsory = ", compulsory" if game["compulsory"] else ""
            return Text.assemble((f"{trump.title()} solo of {game['declarer']}{compulsory}", "bold"))
        title = "Normal game" if kind == "normal" else f"Marriage of {game['declarer']}"
        if facts["silent"]:
            title += f", silent solo of {facts['re'][0]}"
        elif kind == "marriage" and facts["re"] is None:
            title += ", partner open"
        return Text.assemble((title, "bold"))

    def role(self, seat: int, facts: Facts) -> Text | None:
        if facts["re"] is None:
            return None
        return Text("Re", "bold cyan") if seat in facts["re"] else Text("Kontra", "magenta")

    def again(self, before: Facts, after: Facts) -> Literal["hands", "names"] | None:
        if before["game"] is None and after["game"] and after["game"]["type"].startswith("solo"):
            return "hands"
        return "names" if (before["game"], before["re"]) != (after["game"], after["re"]) else None

    def result(self, last: Step, names: Sequence[Text]) -> list[RenderableType]:
        facts = last.after.facts()
        points = {"re": sum(facts["points"][seat] for seat in facts["re"])}
        points["kontra"] = sum(facts["points"]) - points["re"]
        side = facts["game_winner"] or "re"
        cards = f"Re {points['re']}, Kontra {points['kontra']} card points"
        won = f"{side.title()} wins" if facts["game_winner"] else "Nobody wins"
        lines = [Text.assemble((won, "bold"), f": {cards}.")]
        sheet = Table.grid(padding=(0, 2))
        total = 0
        for line in facts["score_sheet"]:
            worth = line["worth"] if line["party"] == side else -line["worth"]
            total += worth
            sheet.add_row(
                Text(f"{worth:+}", justify="right"),
                line["what"],
                Text("" if worth > 0 else line["party"].title(), "dim"),
            )
        each = "the soloist three times" if len(facts["re"]) == 1 else ""
        sheet.add_row(Text.assemble((f"{total:+}", "bold"), justify="right"), f"for {side.title()}", Text(each, "dim"))
        return [*lines, sheet]


class SixNimmt(Look):
    """The four rows after every turn, the cards in the order they were placed, and who takes how many bulls."""

    columns = False
    _STYLES: ClassVar = {1: "", 2: "cyan", 3: "yellow", 5: "red", 7: "bold magenta"}

    def __init__(self, game: _core.Game, *, plain: bool) -> None:
        super().__init__(game, plain=plain)
        cards = range(1, 105)
        self.bulls: dict[int, int] = dict(zip(cards, game.call("bulls", cards=list(cards)), strict=True))

    def legend(self) -> Text:
        return Text("   ").join(Text(_many(n, "bull"), style or "default") for n, style in self._STYLES.items())

    def paint(self, text: str, facts: Facts) -> Text:
        return Text(" ").join(self._card(int(card)) for card in text.split())

    def head(self, facts: Facts) -> Text:
        return Text("\n").join(self._rows(facts["rows"], set()))

    def block(self, moves: Sequence[tuple[int, str]], before: Facts, after: Facts, names: Sequence[Text]) -> Table:
        laid = {seat: int(move) for seat, move in moves if move.isdigit()}
        width = max(name.cell_len for name in names)
        grid = Table.grid(padding=(0, 3, 0, 0))
        grid.add_column(width=31)
        played = [
            Text.assemble(self._card(card, 3), "  ", names[seat], " " * (width - names[seat].cell_len + 2), taken)
            for seat, card in sorted(laid.items(), key=lambda item: item[1])
            for taken in [self._taken(seat, card, before, after)]
        ]
        grid.add_row(Text("\n").join(self._rows(after["rows"], set(laid.values()))), Text("\n").join(played))
        return grid

    def result(self, last: Step, names: Sequence[Text]) -> list[RenderableType]:
        bulls = last.after.facts()["penalties"]
        grid = Table.grid(padding=(0, 2))
        for seat, name in enumerate(names):
            best = bulls[seat] == min(bulls)
            total = Text(_many(bulls[seat], "bull"), "bold" if best else "", justify="right")
            grid.add_row(name, total, Text("fewest" if best else "", "dim"))
        return [grid]

    def _taken(self, seat: int, card: int, before: Facts, after: Facts) -> Text:
        total = after["penalties"][seat]
        if not (bulls := total - before["penalties"][seat]):
            return Text()
        # Whoever takes a row begins it anew; no row begins with the card if it was taken in its turn.
        row = next((f"row {number}, " for number, row in enumerate(after["rows"], 1) if row[0] == card), "")
        return Text.assemble((f"takes {row}{_many(bulls, 'bull')}", "bold"), (f" ({total})", "dim"))

    def _rows(self, rows: Sequence[Sequence[int]], new: set[int]) -> list[Text]:
        return [
            Text.assemble((f"row {number} ", "dim"), *(self._card(card, 5, new=card in new) for card in row))
            for number, row in enumerate(rows, 1)
        ]

    def _card(self, card: int, width: int = 0, *, new: bool = False) -> Text:
        text = f"*{card}" if new and self.plain else str(card)
        style = f"{self._STYLES[self.bulls[card]]} {'bold reverse' if new else ''}".strip()
        return Text.assemble(" " * (width - len(text)), (text, style))


LOOKS: dict[str, type[Look]] = {"schnapsen": Schnapsen, "doppelkopf": Doppelkopf, "six_nimmt": SixNimmt}


def look(game: _core.Game, *, plain: bool) -> Look:
    """The look of a game's sheet."""
    return LOOKS.get(game.name, Look)(game, plain=plain)


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
