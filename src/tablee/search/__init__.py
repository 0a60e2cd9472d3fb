"""Looking ahead: a tree search over what one seat knows.

    search = Search(tablee.game("stick-em"))
    found = search.think(match.view(0), seat=0, seed=7, passes=10_000)
    found.best, found.values, found.shares

How it works is told in `tablee.search.passes` and `tablee.search.tree`, why it was chosen in docs/search.md. The same
seed and number of passes give the same findings. Python's lock is not held meanwhile, so that several can think at
once in threads, each with a Search of its own.
"""

from tablee.search.outlook import plan_for
from tablee.search.plan import Plan
from tablee.search.search import Findings, Search, check_budget

__all__ = ["Findings", "Plan", "Search", "check_budget", "plan_for"]
