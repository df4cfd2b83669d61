"""What is known of a decision: the judgement of the house, what an agent knows of it, the review of a whole deal."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kibitz.analysis.consulting import Decision, consult
from kibitz.analysis.found import Analysis, MoveInfo
from kibitz.analysis.judgement import Decider, Grade, Judgement, Loss, Tally, Valued

if TYPE_CHECKING:
    from kibitz.analysis.judging import judge, judgements
    from kibitz.analysis.reviewing import Reviewed, review

__all__ = [
    "Analysis",
    "Decider",
    "Decision",
    "Grade",
    "Judgement",
    "Loss",
    "MoveInfo",
    "Reviewed",
    "Tally",
    "Valued",
    "consult",
    "judge",
    "judgements",
    "review",
]

# They need NumPy and SciPy, which take long to load: whoever only wants help does not wait for them.
_LATER = {"judge": "judging", "judgements": "judging", "Reviewed": "reviewing", "review": "reviewing"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
