"""Looking ahead: a tree search over what one seat knows.

    search = Search(tablee.game("stick-em"))
    thoughts = search.think(match.view(0), seat=0, seed=7, passes=10_000)
    thoughts.best, thoughts.values, thoughts.shares

How the tree works is told in `tablee.search.tree`, why it was chosen in docs/search.md. The same seed and number of
passes give the same thoughts. Python's lock is not held meanwhile, so that several can think at once in threads, each
with a Search of its own.
"""

from tablee.search.plan import Plan, plan_for
from tablee.search.search import Search, Thoughts

__all__ = ["Plan", "Search", "Thoughts", "plan_for"]
