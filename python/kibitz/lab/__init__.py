"""The lab: plans are played, results are kept and told with their error bars. See docs/lab.md.

plan = lab.round_robin(game, ["rules", "random", "ismcts(100)"], deals=500, seed=1)
results = lab.run(plan, "round-robin.kibitz")
for rating in results.ladders()[0].ratings:
    print(rating)
"""

from kibitz.lab.group import Group
from kibitz.lab.plan import Contest, Plan, gauntlet, head_to_head, panel, round_robin, teams
from kibitz.lab.results import Comparison, ContestResult, Ladder, Results, WinLoss
from kibitz.lab.runner import Interrupted, load, run
from kibitz.lab.store import Store, StoreError

__all__ = [
    "Comparison",
    "Contest",
    "ContestResult",
    "Group",
    "Interrupted",
    "Ladder",
    "Plan",
    "Results",
    "Store",
    "StoreError",
    "WinLoss",
    "gauntlet",
    "head_to_head",
    "load",
    "panel",
    "round_robin",
    "run",
    "teams",
]
