"""What an agent knows of a decision, and the review of a whole deal."""

from kibitz.analysis.found import Analysis, MoveInfo
from kibitz.analysis.review import Decision, review

__all__ = ["Analysis", "Decision", "MoveInfo", "review"]
