"""Deals: states, what a seat sees of them, and records."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from kibitz.cli.looks import look
from kibitz.display.cards import move, moves, row
from kibitz.display.html import SOFT, block, painted, table, words
from kibitz.facts import StateFacts, ViewFacts

if TYPE_CHECKING:
    from kibitz._core import Game, Move, Record, State, View
    from kibitz.cli.looks import Look


def state(shown: State) -> str:
    """All hands, what lies on the table, and who is to act or what came of it."""
    game, facts = shown.game, StateFacts.of(shown)
    drawn = look(game, plain=False)
    trumps = drawn.trumps(facts)
    heads = ["", "cards", *(["points"] if shown.over else [])]
    rows = []
    for seat, cards in enumerate(shown.hands):
        role = drawn.role(seat, facts)
        name = words(f"seat {seat}", "font-weight:bold" if seat in shown.to_act else "")
        points = [words(f"{shown.returns[seat]:+}")] if shown.over else []
        rows.append([name + (f" {painted(role)}" if role else ""), _hand(drawn, cards, facts, trumps), *points])
    title = _title(game, shown.phase, "" if shown.over else _asked(shown))
    return block(title, _head(drawn, facts), table(heads, rows, left=(0, 1)), _last(shown.last_trick, trumps))


def view(seen: View) -> str:
    """The own hand, what is known of the others, and the moves to choose from."""
    game, facts = seen.game, ViewFacts.of(seen)
    drawn = look(game, plain=False)
    trumps = drawn.trumps(facts)
    said = facts.as_map()
    known = [
        f"{words(word, SOFT)} {words(_shown(said[key]))}"
        for key, word in drawn.words.items()
        if said.get(key) not in (None, [], {}, "")
    ]
    on_table = drawn.table(facts)
    title = _title(game, facts.phase, f"what seat {seen.seat} knows")
    parts = [_head(drawn, facts), f"<div>{_hand(drawn, seen.hand, facts, trumps)}</div>"]
    if on_table is not None and on_table.plain and on_table != drawn.head(facts):
        parts.append(f"<div>{painted(on_table)}</div>")
    parts.append(f"<div>{' · '.join(known)}</div>")
    if facts.asked:
        parts += [words("to choose from", SOFT), moves(seen.legal())]
    return block(title, *parts)


def record(kept: Record) -> str:
    """The deal trick by trick, and what it was worth."""
    end = kept.replay()
    facts = StateFacts.of(end)
    trumps = look(kept.game, plain=False).trumps(facts)
    names = kept.players or [f"seat {seat}" for seat in range(kept.game.seats)]
    rows = [[words(number), _tricks_moves(trick, trumps)] for number, trick in enumerate(end.tricks, 1)]
    result = [
        f"{words(name)} {words(f'{points:+}', 'font-weight:bold')}"
        for name, points in zip(names, kept.result or (), strict=False)
    ]
    seed = "" if kept.seed is None else f"seed {kept.seed}"
    return block(
        _title(kept.game, seed, "" if result else "not finished"),
        f"<div>{' · '.join(result or map(words, names))}</div>",
        table(["", ""], rows, left=(1,)),
    )


def _title(game: Game, *more: str) -> str:
    said = " · ".join(words(each) for each in (game.rules, *more) if each)
    return f'{words(game.title)} <span style="font-weight:normal;{SOFT}">{said}</span>'


def _asked(shown: State) -> str:
    if shown.chance:
        return "chance to act"
    return f"{', '.join(map(str, shown.to_act))} to act"


def _head(drawn: Look[Any, Any], facts: StateFacts | ViewFacts) -> str:
    head = drawn.head(facts)
    return f'<div style="white-space:pre-wrap">{painted(head)}</div>' if head is not None else ""


def _hand(drawn: Look[Any, Any], cards: Sequence[str], facts: StateFacts | ViewFacts, trumps: Collection[str]) -> str:
    if cards and not all(isinstance(card, str) for card in cards):
        return painted(drawn.cards(cards, facts))
    return row(drawn.game.name, cards, trumps)


def _last(trick: Sequence[tuple[int | str, Move]], trumps: Collection[str]) -> str:
    return f"<div>{words('last', SOFT)} {_tricks_moves(trick, trumps)}</div>" if trick else ""


def _tricks_moves(trick: Sequence[tuple[int | str, Move]], trumps: Collection[str]) -> str:
    return " ".join(
        f'<span style="white-space:nowrap;margin-right:.8em">{words(seat, SOFT)} {move(made, trumps)}</span>'
        for seat, made in trick
    )


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return str(value)
