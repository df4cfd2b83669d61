"""Agents that a match starts in processes of their own: it imports little, since each of them does."""

import gc
import os
import random
import sys
import weakref
from pathlib import Path
from typing import ClassVar

import kibitz


class Spy:
    """Takes the first state it finds in the frames around it, or anywhere in memory."""

    def act(self, view: kibitz.View) -> kibitz.Move:
        frame = sys._getframe()
        while frame.f_back:
            frame = frame.f_back
            assert not any(isinstance(it, kibitz.State) for it in frame.f_locals.values()), "a state around me"
        assert not any(isinstance(it, kibitz.State) for it in gc.get_objects()), "a state in memory"
        return view.legal()[0]


class Last:
    """Plays its last legal move."""

    def act(self, view: kibitz.View) -> kibitz.Move:
        return view.legal()[-1]


class Chance:
    """Plays any move, by its own random numbers."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)

    def act(self, view: kibitz.View) -> kibitz.Move:
        return self.random.choice(list(view.legal()))


class Alone:
    """Plays only while no other of its kind is where it could be asked for its cards."""

    others: ClassVar["weakref.WeakSet[Alone]"] = weakref.WeakSet()

    def __init__(self) -> None:
        Alone.others.add(self)

    def act(self, view: kibitz.View) -> kibitz.Move:
        assert len(Alone.others) == 1, "my partner's cards"
        return view.legal()[0]


class Listening:
    """Says what it has been told, at the end, in the only way there is."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def begin_match(self, game: kibitz.Game, seat: int) -> None:
        self.heard.append(f"{game.name} {seat}")

    def begin_deal(self, view: kibitz.View) -> None:
        self.heard.append(f"hand of {len(view.hand)}")

    def end_deal(self, view: kibitz.View, returns: list[int]) -> None:
        self.heard.append(f"{len(returns)} returns at seat {view.seat}")

    def end_match(self, winners: list[int]) -> None:
        assert len(winners) == 1
        raise RuntimeError(", ".join(self.heard))

    def act(self, view: kibitz.View) -> kibitz.Move:
        return view.legal()[-1]


class Faulty:
    """Fails in the way it is told to."""

    def __init__(self, how: str, note: str = "") -> None:
        self.how, self.note = how, note

    def act(self, view: kibitz.View) -> kibitz.Move | str | None:
        if self.note:
            Path(self.note).write_text(f"{os.getpid()}")
        match self.how:
            case "none":
                return None
            case "wrong":
                return "ZZ"
            case "ends":
                os._exit(3)
            case "exits":
                sys.exit("enough")
            case "raises":
                raise KeyError("later")
            case "thinks":
                while True:
                    pass
        print("not an answer")
        assert not sys.stdin.read()
        return view.legal()[0]
