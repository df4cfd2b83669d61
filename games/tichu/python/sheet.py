"""Tichu in the terminal: the sheet is the usual one, and an exchange is three cards."""

# What the methods and their arguments mean is said where they are overridden from.
# ruff: noqa: D102

from collections.abc import Sequence
from typing import ClassVar, Literal

from kibitz import Move
from kibitz.cli.looks import Look
from kibitz.games.tichu.facts import StateFacts, ViewFacts


class Sheet(Look[StateFacts, ViewFacts]):
    """A column per seat, as many rows as the trick goes round."""

    words: ClassVar = {"counts": "cards", "wish": "wish", "scores": "score", "calls_made": "calls"}

    def again(self, before: StateFacts, after: StateFacts) -> Literal["hands", "names"] | None:
        return "hands" if before.phase == "exchange" != after.phase else None

    def listed(self, moves: Sequence[Move]) -> list[Move]:
        # Any cards will do, and a list of all ways to give them would help nobody.
        return [move for move in moves if move.kind != "exchange"]

    def question(self, moves: Sequence[Move]) -> str | None:
        if not (receivers := _receivers(moves)):
            return None
        to = ", ".join(receivers)
        return f"Give a card each to the seats {to}: write the cards in this order, or ? for a hint."

    def written(self, answer: str, moves: Sequence[Move]) -> str:
        receivers = _receivers(moves)
        if len(cards := answer.split()) != len(receivers) or not receivers:
            return answer
        return "give " + " ".join(f"{card}>{to}" for card, to in zip(cards, receivers, strict=True))


def _receivers(moves: Sequence[Move]) -> list[str]:
    """The seats that get a card in an exchange, in order."""
    exchange = next((move for move in moves if move.kind == "exchange"), None)
    return [] if exchange is None else [word.partition(">")[2] for word in str(exchange).split()[1:]]
