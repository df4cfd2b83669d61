"""From a query to the view that is asked about. Nothing but the view goes on to an agent."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, cast

from kibitz import _core
from kibitz.analysis.positions import beginning
from kibitz.engine.messages import Query, Wrong

_CHANCE = 15  # the seat of chance in a view's history


def view_of(query: Query) -> _core.View:
    """What the seat of a query knows when it decides."""
    if (query.record is None) == (query.view is None):
        raise Wrong('A query needs a position: either "record" or "view".', "record")
    view = _seen(query) if query.view is not None else _replayed(query)
    if not getattr(view.facts, "asked", True) or not view.legal():
        raise Wrong(f"Seat {view.seat} owes no decision here.", "seat")
    return view


def described(view: _core.View) -> dict[str, Any]:
    """A view for another program: some world that the seat cannot tell from the true one, and what it has seen.

    The world is a function of what the seat knows, so that nothing else can be learnt from it.
    """
    _, parts = cast("tuple[Any, tuple[Any, str, int, list[tuple[int, int]]]]", view.__reduce__())
    _, world, _, seen = parts
    moves = zip(seen, view.history, strict=True)
    # Codes are texts: they have up to 64 bits, and numbers of JSON often only 53.
    history = [[seat, str(move), str(code)] for (seat, code), (_, move) in moves]
    return {"world": json.loads(world), "history": history}


def _game(query: Query) -> _core.Game:
    if query.game is None:
        raise Wrong(f'"view" needs "game": one of {", ".join(_core.game_names())}.', "game")
    try:
        _core.Game(query.game)
    except ValueError as error:
        raise Wrong(str(error), "game") from error
    try:
        return _core.Game(query.game, query.rules)
    except ValueError as error:
        raise Wrong(str(error), "rules") from error


def _seen(query: Query) -> _core.View:
    """The view of a description."""
    assert query.view is not None
    game = _game(query)
    if query.seat is None:
        raise Wrong('"view" needs "seat": whose view it is.', "seat")
    if query.seat >= game.seats:
        raise Wrong(f"{game.title} has seats 0 to {game.seats - 1}, not {query.seat}.", "seat")
    try:
        history = [_entry(game, entry) for entry in query.view.get("history", [])]
        return _core._view(game, json.dumps(query.view["world"]), query.seat, history)
    except KeyError as error:
        raise Wrong('"view" needs a "world": a position that looks like this to the seat.', "view") from error
    except (ValueError, TypeError, OverflowError) as error:
        raise Wrong(f'"view" cannot be read: {error}', "view") from error


def _entry(game: _core.Game, entry: list[Any]) -> tuple[int, int]:
    """A move of the history. Its text is for people and for engines that know no codes, but it must agree."""
    seat, text, code = entry
    made = str(_core._move(game, int(code)))
    if made != text or seat not in (*range(game.seats), _CHANCE):
        raise ValueError(f'"{text}" with the code {code} at {seat} is no move of a seat here.')
    return seat, int(code)


def _replayed(query: Query) -> _core.View:
    """The view of a seat after some moves of a record."""
    record = _record(query)
    state, ply = beginning(record), len(record.moves) if query.ply is None else query.ply
    if ply > len(record.moves):
        raise Wrong(f"The record has {len(record.moves)} moves; {ply} of them cannot have been made.", "ply")
    try:
        for seat, move in record.moves[:ply]:
            state = state.settled().play(seat, move)
    except ValueError as error:
        raise Wrong(str(error), "record") from error
    return _asked(state, query.seat)


def _record(query: Query) -> _core.Record:
    given = query.record
    try:
        if isinstance(given, str) and not given.lstrip().startswith("{"):
            record = _core.Record(given)
        else:
            record = _core.Record.from_json(given if isinstance(given, str) else json.dumps(given))
    except ValueError as error:
        raise Wrong(str(error), "record") from error
    if query.game not in (None, record.game.name):
        raise Wrong(f'The record is of {record.game.name}, not of "{query.game}".', "game")
    if query.rules is not None and _game(replace(query, game=record.game.name)) != record.game:
        raise Wrong(f'The record was played by the rules "{record.game.rules}", not "{query.rules}".', "rules")
    return record


def _asked(state: _core.State, seat: int | None) -> _core.View:
    """The view of the seat that decides. An interrupt is open until it is declined, whoever is on turn."""
    settled, title = state.settled(), state.game.title
    if state.over:
        raise Wrong("The deal is over: nobody owes a decision.", "ply")
    asked = sorted({*state.to_act, *settled.to_act})
    if seat is None and len(asked) == 1:
        seat = asked[0]
    if not asked:
        raise Wrong("It is chance that decides here, not a seat.", "ply")
    if seat is None or seat not in asked:
        told = "several seats are asked" if seat is None else f"seat {seat} is not asked"
        raise Wrong(f"In this position of {title} {told}; name one of {', '.join(map(str, asked))}.", "seat")
    return (settled if seat in settled.to_act else state).view(seat)
