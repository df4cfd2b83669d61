"""Checkpoints: everything that is needed to go on exactly where a run stopped."""

from pathlib import Path
from typing import Any

import torch

from kibitz import _core, saving
from kibitz.learning.order import Order
from kibitz.learning.run import Budget


class Due:
    """When checkpoints are written: at the same samples in a run that goes on and in one that is resumed."""

    def __init__(self, every: int, samples: int) -> None:
        if every < 1:
            raise _core.InvalidSpec(f"Checkpoints are some samples apart, such as checkpoint=1000000, not {every}.")
        self.every, self.kept = every, samples // every

    def at(self, samples: int) -> bool:
        """Whether one is to be written now."""
        before, self.kept = self.kept, samples // self.every
        return self.kept > before


def write(path: Path, order: Order, budget: Budget, saved: dict[str, Any]) -> None:
    """Writes a learner's own state together with the game, the clock and the state of all chance."""
    common = {
        "game": _key(order.game),
        "seconds": budget.seconds(),
        "random": torch.get_rng_state(),
        "random_cuda": torch.cuda.get_rng_state() if order.device == "cuda" else None,
    }
    with saving.replacing(path) as fresh:  # a run that is killed never leaves half a checkpoint
        torch.save(saved | common, fresh)


def read(path: Path, order: Order, budget: Budget) -> dict[str, Any]:
    """A checkpoint of the same game; the clock is set. Chance is restored by ``chance``, when all is in place."""
    try:
        saved: dict[str, Any] = torch.load(path, map_location=order.device, weights_only=True)
    except Exception as error:  # whatever unpickling makes of a broken file
        raise _core.InvalidSpec(f"{path} is not a Kibitz checkpoint, or is damaged.") from error
    if saved["game"] != _key(order.game):
        was, rules, version = saved["game"]
        here = (
            "the same with other features" if [was, rules] == _key(order.game)[:2] else " ".join(_key(order.game)[:2])
        )
        raise _core.InvalidSpec(f"{path} learns {was} {rules} with features {version}; asked for is {here}.")
    budget.spent = saved["seconds"]
    return saved


def chance(saved: dict[str, Any]) -> None:
    """Sets all chance as it was."""
    torch.set_rng_state(saved["random"].cpu())
    if saved["random_cuda"] is not None and torch.cuda.is_available():
        torch.cuda.set_rng_state(saved["random_cuda"].cpu())


def other_shapes(path: Path) -> _core.InvalidSpec:
    """The refusal of networks that do not fit."""
    return _core.InvalidSpec(f"{path} has networks of other shapes; resume it with the settings it was begun with.")


def _key(game: _core.Game) -> list[str]:
    return [game.name, game.rules, str(game.features()["version"])]
