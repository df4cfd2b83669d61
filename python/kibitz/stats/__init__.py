"""Statistics: pure functions from numbers to numbers. See docs/statistics.md."""

from kibitz.stats.interval import Interval, mean_interval

__all__ = ["Interval", "mean_interval"]
