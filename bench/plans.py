"""Other ways to search, beside the one that was chosen, with the same time to think.

    python bench/plans.py --among casual
    python bench/plans.py --among expert

Each takes one seat at a table of casual bots, or of experts, for as many milliseconds a decision as they have; every
deal is played from every seat.
"""

import argparse
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import tablee
from run import command, machine, table
from tablee.arena import tournament
from tablee.arena.figures import DEALS, fared
from tablee.bots import Expert, Master, register
from tablee.bots.levels import Budget, Searcher
from tablee.catalogue import Setup
from tablee.search import Findings, Plan, Search, plan_for

HERE = Path(__file__).parent
GAMES = ("stick-em", "hat-trick", "shit", "stoick")
TREES = 4


class OpenHands(Expert):
    """Perfect-information Monte Carlo: some worlds, and in each the best play as if all cards were open."""

    def plan(self, setup: Setup) -> Plan:
        return replace(plan_for(setup), open_hands=True, others=True, pool=32, depth=8)


class Plain(Expert):
    """IS-MCTS as it was first published: a tree of everybody's choices, random playouts."""

    def plan(self, setup: Setup) -> Plan:
        return replace(plan_for(setup), others=True, slips=64, bias=0.0, beliefs=False, depth=64, exploration=0.7)


class Flat(Expert):
    """No tree beyond the present decision."""

    def plan(self, setup: Setup) -> Plan:
        return replace(plan_for(setup), depth=1)


class Policy(Expert):
    """The policy to the end of every pass."""

    def plan(self, setup: Setup) -> Plan:
        return replace(plan_for(setup), care=400)


class Thinkers(Expert):
    """The others' choices are searched as well."""

    def plan(self, setup: Setup) -> Plan:
        return replace(plan_for(setup), others=True)


class Even(Expert):
    """Others' secret choices are drawn evenly: no inference from what a sensible person would have chosen."""

    def plan(self, setup: Setup) -> Plan:
        return replace(plan_for(setup), beliefs=False)


class Thorough(Master):
    """The master's plan."""


class EvenThorough(Master):
    """The master's plan, others' secret choices drawn evenly."""

    def plan(self, setup: Setup) -> Plan:
        return replace(plan_for(setup, thorough=True), beliefs=False)


class Grove(Search):
    """Root parallel: several trees that know nothing of each other, an equal share of the time for each."""

    def think(
        self, view: Any, seat: int, seed: object = 0, passes: int | None = None, ms: float | None = None
    ) -> Findings:
        trees = [
            super(Grove, self).think(view, seat, f"{seed} {tree}", passes and passes // TREES, ms and ms / TREES)
            for tree in range(TREES)
        ]
        total = sum(found.passes for found in trees)
        visits: dict[int, int] = {}
        worth: dict[int, float] = {}
        for found in trees:
            for action, number in found.visits.items():
                visits[action] = visits.get(action, 0) + number
                worth[action] = worth.get(action, 0.0) + number * found.values[action]
        return Findings(
            total,
            sum(found.chance * found.passes for found in trees) / total,
            visits,
            {action: worth[action] / visits[action] for action in visits},
        )


class RootParallel(Expert):
    """Four trees, each with a quarter of the time; on four cores they would have the whole of it."""

    def __init__(self, setup: Setup, seat: int, budget: Budget | None = None) -> None:
        super().__init__(setup, seat, budget)
        self.search = Grove(setup, self.plan(setup))


KINDS: tuple[type[Searcher], ...] = (
    Expert,
    Policy,
    Flat,
    Thinkers,
    Even,
    RootParallel,
    OpenHands,
    Plain,
    Thorough,
    EvenThorough,
)


class Task(NamedTuple):
    """One figure: a way to search, and whom it meets."""

    slug: str
    kind: type[Searcher]
    among: str
    games: int
    ms: int


def name_of(kind: type[Searcher]) -> str:
    return "expert" if kind is Expert else kind.__name__


def different(setup: Setup) -> list[type[Searcher]]:
    """Those that do not search this game as one before them does."""
    kinds: dict[tuple[type[Search], Plan], type[Searcher]] = {}
    for kind in KINDS:
        search = kind(setup, 0).search
        kinds.setdefault((type(search), search.plan), kind)
    return list(kinds.values())


def figure(task: Task) -> list[str]:
    """The share of the wins with its interval, and the points ahead of the mean of the others."""
    for kind in KINDS[1:]:
        register(kind.__name__, kind)
    setup = tablee.game(task.slug)
    line_up = [f"{name_of(task.kind)}@{task.ms}ms"]
    line_up += [task.among if task.among == "casual" else f"{task.among}@{task.ms}ms"] * (setup.players - 1)
    if line_up[0] == line_up[1]:
        return [f"{1 / setup.players:.0%}", "0.0"]  # against itself
    found = fared(line_up[0], line_up, tournament(setup, line_up, task.games, "plans", jobs=1))
    wins = found["wins"]
    print(task.slug, line_up[0], task.among, f"{wins['mean']:.0%}", flush=True)
    return [
        f"{wins['mean']:.0%} ({wins['low']:.0%} to {wins['high']:.0%})",
        f"{found['margin']['mean']:+.1f}",
    ]


def rows(arguments: argparse.Namespace) -> list[list[str]]:
    """A line for each game and kind. The figures are made side by side, each by one process."""
    lines = [(slug, kind) for slug in arguments.game or GAMES for kind in different(tablee.game(slug))]
    tasks = [Task(slug, kind, arguments.among, arguments.games, arguments.ms) for slug, kind in lines]
    with ProcessPoolExecutor(arguments.jobs, multiprocessing.get_context("spawn")) as pool:
        made = list(pool.map(figure, tasks))
    return [
        [tablee.game(slug).game.title, f"`{name_of(kind)}`", *found]
        for (slug, kind), found in zip(lines, made, strict=True)
    ]


def page(lines: list[list[str]], arguments: argparse.Namespace) -> str:
    kinds = "\n".join(f"- `{name_of(kind)}`: {(kind.__doc__ or '').splitlines()[0]}" for kind in KINDS[1:])
    return "\n\n".join(
        [
            f"# Other ways to search, among {arguments.among} bots",
            f"Made by `{command()}` on {machine()}: {arguments.ms} ms a "
            f"decision for everybody who searches, {arguments.games} matches or a few more for each figure, every deal "
            "from every seat, the usual number of players; 95 % intervals. `expert` is the plan the expert has; the "
            "others differ from it as they say.",
            kinds,
            table(["game", "plan", "wins", "points ahead"], lines),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Other ways to search, beside the one that was chosen.")
    parser.add_argument("--game", action="append", choices=GAMES, help="may be repeated (default: all)")
    parser.add_argument("--games", type=int, default=48, help="matches for each figure (default 48)")
    parser.add_argument("--ms", type=int, default=20, help="milliseconds a decision (default 20)")
    parser.add_argument("--among", choices=["casual", "expert"], default="casual")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--to", type=Path, default=HERE, help="folder for the results")
    arguments = parser.parse_args()
    least = DEALS * max(tablee.game(slug).players for slug in GAMES)
    if arguments.games < least:
        parser.error(f"--games: at least {least}, for an interval takes {DEALS} deals from every seat")
    text = page(rows(arguments), arguments)
    (arguments.to / f"plans-{arguments.among}.md").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
