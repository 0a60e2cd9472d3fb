"""Looking ahead from Python, by two plans; and what the coach says of a match: `python examples/thinking.py`."""

from dataclasses import replace

import tablee
from tablee.arena import play
from tablee.bots import find_bot
from tablee.coach import analyse
from tablee.search import Search, plan_for

setup = tablee.game("stick-em", players=4, rounds=1)

match = tablee.Match(setup, seed=7)
search = Search(setup)
found = search.think(match.view(0), seat=0, seed=1, passes=5000)
print(setup.say(found.best), f"wins {found.values[found.best]:.0%}, after {found.passes} passes")
for action, share in sorted(found.shares.items(), key=lambda pair: -pair[1])[:3]:
    print(f"  {setup.say(action)}: {found.values[action]:.1%}, {share:.0%} of the passes")

# The same by a plan of one's own.
thinkers = Search(setup, replace(plan_for(setup), others=True, exploration=0.5))
print(setup.say(thinkers.think(match.view(0), seat=0, seed=1, passes=5000, ms=200).best))

# A whole match, and the coach.
played = play(setup, [find_bot(name) for name in ("random", "casual", "casual", "casual")], seed=7)
analysis = analyse(played.match.record(), seats=[0], passes=100)
print(f"seat 0 gave away {analysis.loss(0):.0%} of its chance in a decision")
for decision in analysis.worst(0):
    done, better = setup.say(decision.action), setup.say(decision.best)
    print(f"  after {decision.after} actions: {done}; better {better}, by {decision.gap:.1%} ±{decision.error:.1%}")
