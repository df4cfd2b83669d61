"""What the pages for learning ask for: answers to a position, and puzzles."""

from functools import cache

from kibitz import _core
from kibitz.analysis.positions import Position, positions
from kibitz.lab.puzzles import Puzzle, Set, shipped
from kibitz.server.protocol import (
    Decider,
    Loss,
    MoveInfo,
    Played,
    PuzzleAnswer,
    PuzzleInfo,
    PuzzleLine,
    Puzzles,
    Solution,
)
from kibitz.server.refusal import Refusal
from kibitz.server.views import move_info, seat_view


def canonical(record: _core.Record, ply: int, move: str) -> MoveInfo:
    """A move instead of the one made at a point of a record, as the list of legal moves has it.

    Cards that are worth the same stand for each other there: whoever answers with one has answered with the other.
    """
    return move_info(_meant(_point(record, ply), move))


def _point(record: _core.Record, ply: int) -> Position:
    at = next((at for at in positions(record) if at.ply == ply + 1), None)
    if at is None:
        raise Refusal("malformed", f"Nobody moved at point {ply} of this record.")
    return at


def _meant(at: Position, move: str) -> _core.Move:
    try:
        return at.before.canonical(at.seat, move)
    except ValueError as error:
        raise Refusal("illegal", str(error)) from error


@cache
def _set(game: str) -> Set | None:
    _core.describe_game(game)
    return shipped(game)


def puzzles(game: str) -> Puzzles:
    """The puzzles of a game."""
    found = _set(game)
    lines = [PuzzleLine(id=one.id, themes=one.themes, rating=one.rating) for one in found.puzzles] if found else []
    return Puzzles(game=game, puzzles=lines)


def puzzle(game: str, key: str) -> PuzzleInfo:
    """A position as its seat saw it, and nothing else."""
    found = _puzzle(game, key)
    at = _point(_core.Record(found.record), found.ply)
    table = at.before.game
    return PuzzleInfo(
        id=key,
        game=game,
        rules=table.rules,
        partners=table.partners,
        seats=table.seats,
        view=seat_view(at.before, at.seat),
        themes=found.themes,
        rating=found.rating,
    )


def answer(game: str, key: str, move: str | None) -> PuzzleAnswer:
    """What an answer is worth; the solution when it was found, or when nothing is answered."""
    found = _puzzle(game, key)
    at = _point(_core.Record(found.record), found.ply)
    meant = None if move is None else _meant(at, move)
    solved = meant is not None and str(meant) == found.best
    lost = found.losses.get(str(meant))
    return PuzzleAnswer(
        move=None if meant is None else move_info(meant),
        solved=solved,
        loss=None if lost is None else Loss(value=lost.value, low=lost.low, high=2 * lost.value - lost.low),
        solution=_solution(found, at) if solved or meant is None else None,
    )


def _puzzle(game: str, key: str) -> Puzzle:
    found = _set(game)
    for one in found.puzzles if found else ():
        if one.id == key:
            return one
    raise Refusal("state", f'There is no puzzle "{key}".')


def _solution(found: Puzzle, at: Position) -> Solution:
    second = at.before.canonical(at.seat, found.second)
    return Solution(
        best=move_info(at.before.canonical(at.seat, found.best)),
        second=move_info(second),
        gain=found.losses[found.second].value,
        deciders=[Decider(**one) for one in found.deciders],
        line=[Played(seat=seat, move=MoveInfo(**move)) for seat, move in found.line],
    )
