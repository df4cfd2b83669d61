"""Schnapsen's score sheet in the terminal."""

# What the methods and their arguments mean is said where they are overridden from.
# ruff: noqa: ARG002, D102

from collections.abc import Sequence
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text

from kibitz.cli.looks import Look, Step, many
from kibitz.games.schnapsen.deck import Deck
from kibitz.games.schnapsen.facts import StateFacts, ViewFacts


class Sheet(Look[StateFacts, ViewFacts]):
    """Trump and talon, what is drawn, marriages, closing, and why the deal is worth what it is."""

    one_row = True
    outcome_width = 20
    words: ClassVar = {
        "trump": "trump",
        "face_up": "face up",
        "talon_size": "talon",
        "counts": "cards",
        "points": "points",
        "scores": "score",
    }

    def trumps(self, facts: StateFacts | ViewFacts) -> Sequence[str]:
        return [facts.trump + rank for rank in "ATKQJ"]

    def head(self, facts: StateFacts | ViewFacts) -> Text:
        symbol, style, name = Deck.suits[facts.trump]
        trump = Text(name) if self.plain else Text.assemble((symbol, style), f" {name}")
        face_up = self.cards([facts.face_up], facts) if facts.face_up else Text("none")
        return Text.assemble(
            ("trump ", "dim"), trump, ("   talon ", "dim"), str(facts.talon_size), (", face up ", "dim"), face_up
        )

    def notes(self, step: Step, before: StateFacts, after: StateFacts) -> dict[int, Text]:
        notes = {seat: Text() for seat in range(2)}
        for seat, note in notes.items():
            if step.move.combination == "marriage":
                for now, then, sign in (
                    (after.points, before.points, ""),
                    (after.pending, before.pending, " pending"),
                ):
                    if worth := now[seat] - then[seat]:
                        note.append(f"  {worth}{sign}", "bold")
            if new := set(after.hands[seat]) - set(before.hands[seat]):
                note.append("  takes " if step.move.kind == "exchange" else "  draws ", "dim")
                note.append_text(self.cards(new, after))
        return {seat: note for seat, note in notes.items() if note}

    def outcome(self, winner: int, points: int, facts: StateFacts) -> Text:
        return Text.assemble(f"{winner} takes {points}".ljust(12), ("{} : {}".format(*facts.points), "dim"))

    def result(self, last: Step, names: Sequence[Text]) -> list[RenderableType]:
        facts, closed = StateFacts.of(last.after), last.after.setup().get("closed")
        scores = facts.scores or (0, 0)
        winner = scores.index(max(scores))
        loser = 1 - winner
        if last.move.kind == "claim":
            how = f"{last.seat} claims 66" + ("" if last.seat == winner else ", wrongly")
        elif closed and closed["by"] == loser:
            how = f"{loser} has closed and failed"
        else:
            how = "66 reached" if facts.points[winner] >= 66 else "the last trick"
        counts = [f"{seat} has {many(facts.points[seat], 'point')}" for seat in (winner, loser)]
        if not facts.tricks[loser]:
            counts[1] += " and no trick"
        if closed:
            tricks = "" if closed["tricks"] else " and no trick"
            counts.append(f"when {closed['by']} closed, {1 - closed['by']} had {closed['points']}{tricks}")
        worth = many(scores[winner], "game point")
        return [Text.assemble((f"{winner} wins {worth}", "bold"), f": {how}; {'; '.join(counts)}.")]
