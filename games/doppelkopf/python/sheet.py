"""Doppelkopf's score sheet in the terminal."""

# What the methods and their arguments mean is said where they are overridden from.
# ruff: noqa: ARG002, D102

from collections.abc import Sequence
from typing import Literal

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from kibitz.cli.looks import Look, Step
from kibitz.games.doppelkopf.facts import StateFacts, ViewFacts


class Sheet(Look[StateFacts, ViewFacts]):
    """The game that is played, its trumps, the parties, and the score sheet."""

    one_row = True

    def trumps(self, facts: StateFacts | ViewFacts) -> Sequence[str]:
        kind = facts.game.type if facts.game else "normal"
        return [str(card) for card in self.game.call("trumps", game=kind)]

    def legend(self) -> Text | None:
        line = super().legend()
        return line and Text.assemble(line, "   ", ("X", "underline"), (" trump", "dim"))

    def hand(self, cards: Sequence[str], facts: StateFacts | ViewFacts) -> Text:
        trumps = self.trumps(facts)
        high = sorted((card for card in cards if card in trumps), key=trumps.index)
        low = [card for card in cards if card not in trumps]
        parts = (self.cards(part, facts) for part in (high, low) if part)
        return Text.assemble((" | ", "dim")).join(parts)

    def head(self, facts: StateFacts | ViewFacts) -> Text | None:
        if (game := facts.game) is None:
            return None
        kind, _, trump = game.type.partition(":")
        if kind == "solo":
            compulsory = ", compulsory" if game.compulsory else ""
            return Text.assemble((f"{trump.title()} solo of {game.declarer}{compulsory}", "bold"))
        title = "Normal game" if kind == "normal" else f"Marriage of {game.declarer}"
        re = facts.re if isinstance(facts, StateFacts) else None  # a seat may not know
        if re and isinstance(facts, StateFacts) and facts.silent:
            title += f", silent solo of {re[0]}"
        elif kind == "marriage" and re is None:
            title += ", partner open"
        return Text.assemble((title, "bold"))

    def role(self, seat: int, facts: StateFacts) -> Text | None:
        if facts.re is None:
            return None
        return Text("Re", "bold cyan") if seat in facts.re else Text("Kontra", "magenta")

    def again(self, before: StateFacts, after: StateFacts) -> Literal["hands", "names"] | None:
        if before.game is None and after.game and after.game.type.startswith("solo"):
            return "hands"
        return "names" if (before.game, before.re) != (after.game, after.re) else None

    def result(self, last: Step, names: Sequence[Text]) -> list[RenderableType]:
        facts = StateFacts.of(last.after)
        re = facts.re or ()
        points = {"re": sum(facts.points[seat] for seat in re)}
        points["kontra"] = sum(facts.points) - points["re"]
        side = facts.game_winner or "re"
        cards = f"Re {points['re']}, Kontra {points['kontra']} card points"
        won = f"{side.title()} wins" if facts.game_winner else "Nobody wins"
        lines = [Text.assemble((won, "bold"), f": {cards}.")]
        sheet = Table.grid(padding=(0, 2))
        total = 0
        for line in facts.score_sheet or ():
            worth = line.worth if line.party == side else -line.worth
            total += worth
            sheet.add_row(
                Text(f"{worth:+}", justify="right"),
                line.what,
                Text("" if worth > 0 else line.party.title(), "dim"),
            )
        each = "the soloist three times" if len(re) == 1 else ""
        sheet.add_row(Text.assemble((f"{total:+}", "bold"), justify="right"), f"for {side.title()}", Text(each, "dim"))
        return [*lines, sheet]
