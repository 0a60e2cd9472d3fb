"""The bots that come with the games: four levels of the same company, and one that plays at random.

`novice` and `casual` play by the policies of `tablee.policies`, `expert` and `master` by search. All of them read
views only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablee.bots.bot import Bot, Thought
from tablee.bots.tempo import BEGINNER, QUICK, SHARP, STEADY, as_remembered, slip
from tablee.catalogue import Setup
from tablee.chance import Chance
from tablee.policies import policy_of
from tablee.search import Plan, Search, plan_for


class Random(Bot):
    """Any legal action, each as likely: the yardstick of all others."""

    tempo = BEGINNER

    def choose(self, view: Any, legal: Sequence[int], rng: Chance) -> int:
        return rng.pick(legal)


class ByPolicy(Bot):
    """Plays by a policy's rule of this name."""

    habit = "choose"

    def choose(self, view: Any, legal: Sequence[int], rng: Chance) -> int | None:
        if self.setup.game.real_time:
            view = as_remembered(self.tempo, view, self.seat, rng)
        action = int(getattr(policy_of(self.setup.game), self.habit)(view, self.seat, rng.words))
        if action < 0:
            self.thought = None
            return None
        self.thought = Thought(reason=reason(self.setup, view, self.seat, action))
        return slip(self.tempo, action, legal, rng) if self.setup.game.real_time else action


class Novice(ByPolicy):
    habit = "careless"
    tempo = BEGINNER


class Casual(ByPolicy):
    tempo = STEADY


@dataclass(frozen=True)
class Budget:
    """How long a search may take: so many milliseconds, or so many passes."""

    ms: float | None = None
    passes: int | None = None


class Searcher(Bot):
    """Plays by search."""

    budget = Budget(ms=100)

    def __init__(self, setup: Setup, seat: int, budget: Budget | None = None) -> None:
        super().__init__(setup, seat)
        self.budget = budget or self.budget
        self.search = Search(setup, self.plan(setup))

    def plan(self, setup: Setup) -> Plan:
        return plan_for(setup)

    def prepare(self) -> None:
        self.search.prepare()

    def choose(self, view: Any, legal: Sequence[int], rng: Chance) -> int | None:
        if self.setup.game.real_time:
            view = as_remembered(self.tempo, view, self.seat, rng)
        self.thought = None
        habit = int(policy_of(self.setup.game).choose(view, self.seat, rng.words))
        if habit < 0:
            return None  # nothing to think about: others may act, and there is no hurry
        best = habit
        if len(self.search.considered(view, self.seat, legal, habit)) > 1:
            thoughts = self.search.think(view, self.seat, rng.below(1 << 30), self.budget.passes, self.budget.ms)
            best = thoughts.best
            self.thought = Thought(reason(self.setup, view, self.seat, best), thoughts.values, thoughts.shares)
        return slip(self.tempo, best, legal, rng) if self.setup.game.real_time else best


class Expert(Searcher):
    tempo = QUICK


class Master(Searcher):
    budget = Budget(ms=500)
    tempo = SHARP


def reason(setup: Setup, view: Any, seat: int, action: int) -> str:
    policy = policy_of(setup.game)
    return f"reason.{policy.name}.{policy.reason(view, seat, action)}"
