"""Statistics: pure functions from numbers to numbers. See docs/statistics.md."""

from kibitz.stats.interval import Interval, bootstrap_interval, mean_interval
from kibitz.stats.many import Verdict, holm, mean_test, verdict
from kibitz.stats.proportion import SignTest, binomial_test, sign_test, wilson, win_rate
from kibitz.stats.ratings import Meeting, Ranking, Rating, bradley_terry, plackett_luce
from kibitz.stats.seeds import over_seeds
from kibitz.stats.sprt import Sprt, SprtResult

__all__ = [
    "Interval",
    "Meeting",
    "Ranking",
    "Rating",
    "SignTest",
    "Sprt",
    "SprtResult",
    "Verdict",
    "binomial_test",
    "bootstrap_interval",
    "bradley_terry",
    "holm",
    "mean_interval",
    "mean_test",
    "over_seeds",
    "plackett_luce",
    "sign_test",
    "verdict",
    "wilson",
    "win_rate",
]
