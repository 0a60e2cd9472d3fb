"""The bots that come with the games: four levels of the same company, and one that plays at random.

`novice` and `casual` play by the policies of `tablee.policies`, `expert` and `master` by search. All of them read
views only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablee.bots.bot import Bot, Thought
from tablee.bots.tempo import BEGINNER, QUICK, SHARP, STEADY, Memory, slip
from tablee.catalogue import Setup
from tablee.dice import Dice
from tablee.policies import policy_of
from tablee.search import Plan, Search, plan_for


class Random(Bot):
    """Any legal action, each as likely: the yardstick of all others."""

    tempo = BEGINNER

    def choose(self, view: Any, legal: Sequence[int], rng: Dice) -> int:
        return rng.pick(legal)


class Level(Bot):
    """One of the company. In real time it does what it `would`, as far as its memory and its hands let it."""

    def __init__(self, setup: Setup, seat: int) -> None:
        super().__init__(setup, seat)
        self.memory = Memory(self.tempo)

    def choose(self, view: Any, legal: Sequence[int], rng: Dice) -> int | None:
        self.thought = None
        if not self.setup.game.real_time:
            return self.would(view, legal, rng)
        action = self.would(self.noticed(view, rng), legal, rng)
        return None if action is None else slip(self.tempo, action, legal, rng)

    def would(self, view: Any, legal: Sequence[int], rng: Dice) -> int | None:
        """The choice; None: waits."""
        raise NotImplementedError

    def noticed(self, view: Any, rng: Dice) -> Any:
        """In real time: the view as somebody with such a memory has followed it."""
        return self.memory.blur(view, self.seat, rng)

    def recalled(self, view: Any) -> Any:
        """The view as people have it: at a table without aids, less what nobody can be expected to keep in mind."""
        if not self.setup.options.get("unaided"):
            return view
        less = view.copy()
        policy_of(self.setup.game).forget(less, self.seat)
        return less


class ByHabit(Level):
    """Plays by the rule of this name in the game's policy, and from no more than people remember."""

    habit = "choose"

    def noticed(self, view: Any, rng: Dice) -> Any:
        """What is forgotten anyhow need not have been noticed."""
        return view if self.setup.options.get("unaided") else super().noticed(view, rng)

    def would(self, view: Any, legal: Sequence[int], rng: Dice) -> int | None:
        policy = policy_of(self.setup.game)
        view = self.recalled(view)
        action = int(getattr(policy, self.habit)(view, self.seat, rng.words))
        if action < 0:
            return None
        self.thought = Thought(policy.why(view, self.seat, action))
        return action


class Novice(ByHabit):
    habit = "careless"
    tempo = BEGINNER


class Casual(ByHabit):
    tempo = STEADY


@dataclass(frozen=True)
class Budget:
    """How long a search may take: so many milliseconds, or so many passes."""

    ms: float | None = None
    passes: int | None = None


class Searcher(Level):
    """Plays by search, with the best of memories; its reasons are such as anybody can see."""

    budget = Budget(ms=100)

    def __init__(self, setup: Setup, seat: int, budget: Budget | None = None) -> None:
        super().__init__(setup, seat)
        self.budget = budget or self.budget
        self.search = Search(setup, self.plan(setup))

    def plan(self, setup: Setup) -> Plan:
        return plan_for(setup)

    def prepare(self) -> None:
        self.search.prepare()

    def would(self, view: Any, legal: Sequence[int], rng: Dice) -> int | None:
        policy = policy_of(self.setup.game)
        habit = int(policy.choose(view, self.seat, rng.words))
        if habit < 0:
            return None  # nothing to think about: others may act, and there is no hurry
        if len(self.search.considered(view, self.seat, legal, habit)) == 1:
            self.thought = Thought(policy.why(self.recalled(view), self.seat, habit))
            return habit
        found = self.search.think(view, self.seat, rng.below(1 << 30), self.budget.passes, self.budget.ms)
        self.thought = Thought(policy.why(self.recalled(view), self.seat, found.best), found.values, found.shares)
        return found.best


class Expert(Searcher):
    tempo = QUICK


class Master(Searcher):
    budget = Budget(ms=500)
    tempo = SHARP

    def plan(self, setup: Setup) -> Plan:
        return plan_for(setup, thorough=True)
