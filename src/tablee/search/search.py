"""A search from Python: its memory, its budget, and what it found."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tablee.catalogue import Game, Setup, check_setup
from tablee.compiler import compiled
from tablee.errors import BadOption, NotYourTurn
from tablee.policies import policy_of
from tablee.rng import seed_from, words
from tablee.search.plan import Plan, plan_for
from tablee.search.stakes import HORIZONS, STANDINGS, whole_match
from tablee.search.tree import ENTRY, PATH, PLAN, searching

CHUNK = 64  # passes between two looks at the clock
SMALL, LARGE = 1 << 17, 1 << 20  # entries of the tree's table: for a tenth of a second, and for more


@dataclass(frozen=True)
class Thoughts:
    """What a search thinks of each action it tried."""

    passes: int
    chance: float  # the seat's chance to win, as play went on in the search
    visits: dict[int, int]
    values: dict[int, float]  # the seat's chance to win after each action

    @property
    def best(self) -> int:
        """The action most visited; of equals the one of the higher value."""
        return max(self.visits, key=lambda action: (self.visits[action], self.values[action]))

    @property
    def shares(self) -> dict[int, float]:
        """The share of the passes that went to each action."""
        return {action: visits / self.passes for action, visits in self.visits.items()}


@cache
def kernel(game: Game) -> Any:
    """The search compiled for a game."""
    horizon, scores = HORIZONS.get(game.slug, whole_match), STANDINGS.get(game.slug, game.rules.scores)
    return compiled(searching(game.rules, policy_of(game), horizon, scores, game.real_time), game.slug)


class Search:
    """One thinker's memory for one setup. Not for two threads at once."""

    def __init__(self, setup: Setup, plan: Plan | None = None) -> None:
        check_setup(setup)
        self.setup = setup
        self.plan = plan or plan_for(setup)
        record = setup.game.rules.STATE
        size = -(-record.itemsize // 8)
        self._state_words, self._shown_words = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
        self._state = self._state_words.view(np.uint8)[: record.itemsize].view(record)
        self._shown = self._shown_words.view(np.uint8)[: record.itemsize].view(record)
        self._zero = np.zeros(1, record)
        self._mask = setup.empty_mask()
        self._path = np.zeros((PATH, 3), np.int64)
        self._points = np.zeros(setup.players, np.int32)
        self._chances = np.zeros(setup.players, np.float64)
        self._table = np.zeros(SMALL, ENTRY)
        self._plan = np.zeros(1, PLAN)
        for name in PLAN.names or ():
            self._plan[name] = getattr(self.plan, name)

    def prepare(self) -> None:
        """Compile, if that has not been done yet: some seconds, once on a machine."""
        self._run(self._zero[0], 0, self._tally(), words(seed_from(0)), words(seed_from(0)), -1, 0, 0)

    def think(
        self, view: Any, seat: int, seed: object = 0, passes: int | None = None, ms: float | None = None
    ) -> Thoughts:
        """Search from what the seat knows, for so many passes or milliseconds, whichever ends first.

        It stops early when no action can overtake the one in front any more.
        """
        if passes is None and ms is None:
            raise BadOption("a search takes a number of passes, or of milliseconds, or both")
        self._check(view, seat)
        if (passes is not None and passes < 1) or (ms is not None and ms <= 0):
            raise BadOption(f"a budget is greater than 0; got passes={passes!r}, ms={ms!r}")
        self._clear(LARGE if (ms or 0) > 150 or (passes or 0) > 20_000 else SMALL)
        tally = self._tally()
        generator, worlds = words(seed_from(seed)), words(seed_from(f"{seed} worlds"))
        began, done = time.perf_counter(), 0
        while True:
            chunk = CHUNK if passes is None else min(CHUNK, passes - done)
            self._run(view, seat, tally, generator, worlds, -1, done, chunk)
            done += chunk
            left = np.inf if passes is None else passes - done
            if ms is not None:
                spent = (time.perf_counter() - began) * 1000
                left = min(left, done * (ms - spent) / spent)
            if left <= 0 or _settled(tally, left):
                return _thoughts(tally)

    def weigh(self, view: Any, seat: int, actions: list[int], seed: object = 0, passes: int = 400) -> dict[int, float]:
        """The chance to win after each of the actions, each tried as often, in the same worlds."""
        self._check(view, seat)
        if passes < 1:
            raise BadOption(f"each action is tried at least once; got passes={passes!r}")
        values = {}
        for action in actions:
            self._clear(SMALL)
            tally = self._tally()
            generator, worlds = words(seed_from(seed)), words(seed_from(f"{seed} worlds"))
            self._run(view, seat, tally, generator, worlds, action, 0, passes)
            values[action] = float(tally[-1, 1] / tally[-1, 0])
        return values

    def considered(self, view: Any, seat: int, legal: Sequence[int], also: int) -> list[int]:
        """The choices worth thinking about, `also` first: the others without those that nobody would make."""
        mask = self.setup.empty_mask()
        for action in legal:
            mask[action >> 5] |= 1 << (action & 31)
        policy_of(self.setup.game).trim(view, seat, also, mask)
        return [also, *(action for action in legal if action != also and int(mask[action >> 5]) >> (action & 31) & 1)]

    def _run(
        self, view: Any, seat: int, tally: Any, generator: Any, worlds: Any, forced: int, first: int, passes: int
    ) -> None:
        kernel(self.setup.game)(
            np.frombuffer(view.tobytes(), self.setup.game.rules.STATE),
            seat,
            self._state,
            self._shown,
            self._state_words,
            self._shown_words,
            self._zero,
            self._mask,
            self._table,
            self._path,
            self._points,
            self._chances,
            tally,
            generator,
            worlds,
            np.zeros(4, np.uint64),
            self._plan,
            forced,
            first,
            passes,
        )

    def _check(self, view: Any, seat: int) -> None:
        """Refuse to think for a seat that has nothing to decide."""
        if not int(self.setup.game.rules.actors(view)) >> self.setup.check_seat(seat) & 1:
            raise NotYourTurn(f"seat {seat} has nothing to decide now")

    def _clear(self, size: int) -> None:
        if len(self._table) == size:
            self._table[:] = 0
        else:
            self._table = np.zeros(size, ENTRY)

    def _tally(self) -> Any:
        return np.zeros((self.setup.action_count + 1, 2))


def _settled(tally: Any, left: float) -> bool:
    """Whether the most visited action is sure to stay so."""
    second, first = np.partition(tally[:-1, 0], -2)[-2:]
    return bool(first - second > left)


def _thoughts(tally: Any) -> Thoughts:
    tried = [int(action) for action in np.flatnonzero(tally[:-1, 0])]
    return Thoughts(
        passes=int(tally[-1, 0]),
        chance=float(tally[-1, 1] / tally[-1, 0]),
        visits={action: int(tally[action, 0]) for action in tried},
        values={action: float(tally[action, 1] / tally[action, 0]) for action in tried},
    )
