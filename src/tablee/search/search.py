"""A search from Python: its memory, its budget, and what it found."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeGuard

import numpy as np

from tablee.bits import allow
from tablee.catalogue import Game, Setup, check_setup
from tablee.catalogue.game import is_whole
from tablee.compiler import compiled
from tablee.errors import BadOption, BadView, IllegalAction, NotYourTurn
from tablee.policies import policy_of
from tablee.rng import seed_from, words
from tablee.search.outlook import outlook_of, plan_for
from tablee.search.passes import Desk, passes_of
from tablee.search.plan import DEEPEST, Plan
from tablee.search.tree import ENTRY

CHUNK = 128  # passes between two looks at the clock
MOST, LONGEST = 1_000_000_000, 3_600_000  # passes and milliseconds of a budget at most
SMALL, LARGE = 1 << 17, 1 << 20  # entries of the tree's table: large for more than so many milliseconds or passes
LONG, MANY = 150, 20_000


@dataclass(frozen=True)
class Findings:
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
    outlook = outlook_of(game)
    standing = outlook.standing or game.rules.scores
    real_time = game.real_time is not None
    return compiled(passes_of(game.rules, policy_of(game), outlook.horizon, standing, real_time), game.slug)


class Search:
    """One thinker's memory for one setup. Not for two threads at once."""

    def __init__(self, setup: Setup, plan: Plan | None = None) -> None:
        check_setup(setup)
        self.setup = setup
        self.plan = plan or plan_for(setup)
        self._plan = self.plan.as_record()
        self._desk = desk_for(setup)

    def prepare(self) -> None:
        """Compile, if that has not been done yet: it takes long, but once on a machine."""
        self._run(self._desk.zero[0], 0, -1, 0, 0)

    def think(
        self, view: Any, seat: int, seed: object = 0, passes: int | None = None, ms: float | None = None
    ) -> Findings:
        """Search from what the seat knows, for so many passes or milliseconds, whichever ends first.

        It stops early when no action can overtake the one in front any more.
        """
        if passes is None and ms is None:
            raise BadOption("a search takes a number of passes, or of milliseconds, or both")
        check_budget(passes, ms)
        self._check(view, seat)
        self.prepare()  # no part of the thinking
        began = time.perf_counter()
        self._clear(LARGE if (ms or 0) > LONG or (passes or 0) > MANY else SMALL)
        self._sow(seed)
        tally = self._desk.tally
        done = 0
        while True:
            chunk = CHUNK if passes is None else min(CHUNK, passes - done)
            self._run(view, seat, -1, done, chunk)
            done += chunk
            left = np.inf if passes is None else passes - done
            if ms is not None:
                spent = (time.perf_counter() - began) * 1000
                left = min(left, done * (ms - spent) / spent)
            if left <= 0 or _settled(tally, left):
                return _findings(tally)

    def weigh(
        self, view: Any, seat: int, actions: Sequence[int | str], seed: object = 0, passes: int = 400
    ) -> dict[int, float]:
        """The chance to win after each of the actions (numbers, or words), each tried as often, in the same worlds."""
        return {action: mean for action, (mean,) in self.samples(view, seat, actions, seed, passes, 1).items()}

    def samples(
        self, view: Any, seat: int, actions: Sequence[int | str], seed: object, passes: int, blocks: int
    ) -> dict[int, list[float]]:
        """The same, a mean for each of so many blocks of `passes`: how far they lie apart tells chance from merit."""
        check_budget(passes, None)
        self._check(view, seat)
        alternatives = [self.setup.parse(action) for action in actions]
        for action in alternatives:
            if not self.setup.game.rules.is_legal(view, seat, action):
                raise IllegalAction(f"seat {seat} cannot {self.setup.say(action)!r} now, so there is nothing to weigh")
        means: dict[int, list[float]] = {}
        for action in alternatives:
            self._clear(SMALL)
            self._sow(seed)
            means[action] = []
            for block in range(blocks):
                self._desk.tally[:] = 0
                self._run(view, seat, action, block * passes, passes)
                means[action].append(float(self._desk.tally[-1, 1] / passes))
        return means

    def considered(self, view: Any, seat: int, legal: Sequence[int], favourite: int) -> list[int]:
        """The choices worth thinking about, the favourite first: the others without those that nobody would make."""
        mask = self.setup.empty_mask()
        for action in legal:
            allow(mask, action)
        policy_of(self.setup.game).trim(view, seat, favourite, mask)
        others = (action for action in legal if int(mask[action >> 5]) >> (action & 31) & 1)
        return [favourite, *(action for action in others if action != favourite)]

    def _run(self, view: Any, seat: int, forced: int, first: int, count: int) -> None:
        seen = np.frombuffer(view.tobytes(), self.setup.game.rules.STATE)
        kernel(self.setup.game)(seen, seat, self._desk, self._plan, forced, first, count)

    def _check(self, view: Any, seat: int) -> None:
        """Refuse to think for a seat that has nothing to decide, or from what is not its view.

        Worlds are drawn by compiled code, which trusts the view: from another's it might never end. That nobody wrote
        into it is not checked.
        """
        rules = self.setup.game.rules
        if getattr(view, "dtype", None) != rules.STATE or view.shape != ():
            title = self.setup.game.title
            raise BadView(f"a search begins with a view of {title}, `match.view(seat)`; got {view!r:.60}")
        if int(view.players) != self.setup.players:
            raise BadView(f"this search is for {self.setup.players} players; got a view of {int(view.players)}")
        if not int(rules.actors(view)) >> self.setup.check_seat(seat) & 1:
            raise NotYourTurn(f"seat {seat} has nothing to decide now")
        if not self._is_view_of(view, seat):
            raise BadView(f"this is not what seat {seat} knows; a search for it begins with `match.view({seat})`")

    def _is_view_of(self, view: Any, seat: int) -> bool:
        if self._seen_from(view, seat) != view.tobytes():
            return False  # it shows what the seat cannot see
        mask = self.setup.empty_mask()
        self.setup.game.rules.legal(view, seat, mask)
        if not mask.any():
            return False
        if self.setup.game.real_time or self._seen_from(view, -1) != view.tobytes():
            return True  # (in real time a player may have forgotten something, and then no world fits quite)
        # Nothing in it is private: the seat has nothing of its own, or it is a spectator's view, which the seat of no
        # world has.
        world = blank(view.dtype)
        try:
            self.setup.game.rules.world(view, seat, words(seed_from(0)), world)
        except IndexError:
            return False
        return int(self.setup.game.rules.status(world)) == 0 and self._seen_from(world, seat) == view.tobytes()

    def _seen_from(self, view: Any, seat: int) -> bytes:
        seen = blank(view.dtype)
        self.setup.game.rules.view(view, seat, seen)
        return bytes(seen.tobytes())

    def _clear(self, size: int) -> None:
        """An empty tree, and nothing tried yet."""
        self._desk.tally[:] = 0
        if len(self._desk.table) == size:
            self._desk.table[:] = 0
        else:
            self._desk = self._desk._replace(table=np.zeros(size, ENTRY))

    def _sow(self, seed: object) -> None:
        self._desk.rng[:] = words(seed_from(seed))
        self._desk.worlds[:] = words(seed_from(f"{seed} worlds"))


def desk_for(setup: Setup, entries: int = SMALL) -> Desk:
    """A new desk, with a tree of so many entries."""
    record = setup.game.rules.STATE
    size = -(-record.itemsize // 8)
    state, shown = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    return Desk(
        state=state.view(np.uint8)[: record.itemsize].view(record),
        state_words=state,
        shown=shown.view(np.uint8)[: record.itemsize].view(record),
        shown_words=shown,
        zero=np.zeros(1, record),
        mask=setup.empty_mask(),
        table=np.zeros(entries, ENTRY),
        path=np.zeros((DEEPEST, 3), np.int64),
        points=np.zeros(setup.players, np.int32),
        chances=np.zeros(setup.players, np.float64),
        worths=np.zeros(setup.players, np.float64),
        tally=np.zeros((setup.action_count + 1, 2)),
        rng=np.zeros(4, np.uint64),
        worlds=np.zeros(4, np.uint64),
        world_rng=np.zeros(4, np.uint64),
    )


def check_budget(passes: object, ms: object) -> None:
    if passes is not None and not (is_whole(passes) and 1 <= passes <= MOST):
        raise BadOption(f"a number of passes is a whole number from 1 to {MOST:,}; got {passes!r}")
    if ms is not None and not (is_number(ms) and 0 < ms <= LONGEST):
        raise BadOption(f"a number of milliseconds lies above 0 and up to {LONGEST:,}; got {ms!r}")


def is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def blank(record: Any) -> Any:
    return np.zeros(1, record).view(np.recarray)[0]


def _settled(tally: Any, left: float) -> bool:
    """Whether the most visited action is sure to stay so."""
    second, first = np.partition(tally[:-1, 0], -2)[-2:]
    return bool(first - second > left)


def _findings(tally: Any) -> Findings:
    tried = [int(action) for action in np.flatnonzero(tally[:-1, 0])]
    return Findings(
        passes=int(tally[-1, 0]),
        chance=float(tally[-1, 1] / tally[-1, 0]),
        visits={action: int(tally[action, 0]) for action in tried},
        values={action: float(tally[action, 1] / tally[action, 0]) for action in tried},
    )
