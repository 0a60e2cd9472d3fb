"""Thousands of games at once, compiled, on all cores.

    playouts(tablee.game("stick-em", players=4), games=1_000_000, seed=7)   # random play, scores of every game

    batch = Batch(tablee.game("hat-trick"), size=4096, seed=7)              # step by step, a policy of your own
    while not batch.over.all():
        batch.step(my_policy(batch.views(), batch.legal()))

The first use of a game compiles its rules (some seconds, kept on disk). Results depend on the seed only, never on the
number of threads.
"""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee import kernels
from tablee.catalogue import Game, Setup, check_setup
from tablee.catalogue.game import is_whole
from tablee.compiler import compiled
from tablee.errors import BadAction, BadOption, BadSeat, IllegalAction
from tablee.rng import seed_from

MOST = 100_000_000  # games at once: their scores must fit into memory
CHUNK = 1024  # games that share a stream of seeds, and the least that a thread is given


@cache
def kernel(game: Game, factory: Callable[..., Any], *arguments: bool) -> Callable[..., Any]:
    """What a factory such as those of `tablee.kernels` builds of a game's rules, compiled."""
    return compiled(factory(game.rules, *arguments), game.slug)


def seeds(seed: object, first: int, count: int) -> NDArray[np.uint64]:
    """The generators' words of games `first` to `first + count` of a batch; game i's are always the same."""
    key = int(seed_from(f"batch {seed}")[:32], 16)
    chunks = range(first // CHUNK, (first + count - 1) // CHUNK + 1)
    words = np.concatenate([np.random.Philox(key=key, counter=[0, 0, 0, c]).random_raw(4 * CHUNK) for c in chunks])
    start = first - chunks[0] * CHUNK
    return words.reshape(-1, 4)[start : start + count].copy()


def jobs_or_cores(jobs: int | None) -> int:
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    check_number("jobs", jobs)
    return jobs


def check_number(what: str, number: object) -> None:
    if not is_whole(number) or not 1 <= number <= MOST:
        raise BadOption(f"the number of {what} is a whole number of at least 1 and at most {MOST:,}; got {number!r}")


def whole_numbers(values: Any, what: str) -> NDArray[np.int64]:
    """An array of whole numbers; nothing is rounded."""
    array = np.asarray(values)
    if array.dtype.kind not in "iu":
        raise BadAction(f"{what} are an array of whole numbers; got one of {array.dtype}")
    return np.ascontiguousarray(array, np.int64)


@dataclass(frozen=True)
class Played:
    """What came of many games."""

    scores: NDArray[np.int32]  # [game, seat]
    decisions: NDArray[np.int64]  # of each game; below 0: 1 + the flaws found, with the sign turned
    seconds: float  # of play, compilation not included


def playouts(
    setup: Setup,
    games: int,
    seed: object = 0,
    jobs: int | None = None,
    checked: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Played:
    """Play whole games at random. `progress` is told, now and then, how many more games are finished.

    With `checked`, the status of every position is taken; a game that breaks an invariant stops there, and its
    entry of `decisions` is negative.
    """
    check_setup(setup)
    check_number("games", games)
    play_games = kernel(setup.game, kernels.playouts, checked)
    scores = np.zeros((games, setup.players), np.int32)
    decisions = np.zeros(games, np.int64)

    def play(first: int, last: int) -> int:
        play_games(
            setup.blank(),
            setup.blank(),
            setup.empty_mask(),
            seeds(seed, first, last - first),
            scores[first:last],
            decisions[first:last],
        )
        return last - first

    play(0, 1)  # compiles, before the clock starts
    began = time.perf_counter()
    with ThreadPoolExecutor(jobs_or_cores(jobs)) as pool:
        for finished in pool.map(lambda part: play(*part), _parts(games)):
            if progress is not None:
                progress(finished)
    return Played(scores, decisions, time.perf_counter() - began)


def _parts(games: int) -> Iterator[tuple[int, int]]:
    for first in range(0, games, CHUNK):
        yield first, min(first + CHUNK, games)


class Batch:
    """Many games of one setup, each at its own point, stepped together.

    `seats` says who acts next in each game (-1: it is over). Where several may, one of them is drawn at random, each
    as likely; `ask` puts the question to others.
    """

    def __init__(self, setup: Setup, size: int, seed: object = 0, jobs: int | None = None) -> None:
        check_setup(setup)
        check_number("games", size)
        self.setup = setup
        self.states = setup.blank(size)
        self.rngs = seeds(seed, 0, size)
        self._turn_rngs = seeds(f"turns {seed}", 0, size)  # apart, so that each game is dealt as a match would be
        self.seats = np.zeros(size, np.int32)
        self._over = np.zeros(size, np.bool_)
        self._masks = np.zeros((size, setup.game.rules.WORDS), np.int64)
        self._pool = ThreadPoolExecutor(jobs_or_cores(jobs))
        self._run(kernel(setup.game, kernels.starts), self.states, self.rngs)
        self._look()

    def __len__(self) -> int:
        return len(self.states)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return self._over

    def legal(self) -> NDArray[np.bool_]:
        """[game, action]: what the seat to act (`seats`) may do."""
        bits = (self._masks[:, :, None] >> np.arange(32)) & 1
        return bits.reshape(len(self), -1).astype(np.bool_)

    def ask(self, seats: NDArray[Any]) -> None:
        """Let these seats act next, one a game; one that may not act has no legal action (-1: nobody)."""
        seats = whole_numbers(seats, "seats")
        if seats.shape != (len(self),) or ((seats < -1) | (seats >= self.setup.players)).any():
            raise BadSeat(f"a seat from 0 to {self.setup.players - 1}, or -1, for each of the {len(self)} games")
        self.seats = seats.astype(np.int32)
        self._run(kernel(self.setup.game, kernels.choices), self.states, self.seats, self._masks)

    def step(self, actions: NDArray[Any]) -> None:
        """One action for each game's seat to act; those of finished games are ignored.

        An illegal one raises, and then no game of the batch has moved.
        """
        actions = whole_numbers(actions, "actions")
        if actions.shape != (len(self),):
            raise IllegalAction(f"one action for each of the {len(self)} games; got the shape {actions.shape}")
        words = np.clip(actions >> 5, 0, self._masks.shape[1] - 1)
        allowed = (self._masks[np.arange(len(self)), words] >> (actions & 31)) & 1 == 1
        allowed &= (actions >= 0) & (actions < self.setup.action_count)
        wrong = np.flatnonzero(~allowed & (self.seats >= 0))
        if len(wrong):
            game = int(wrong[0])
            raise IllegalAction(f"game {game}: seat {self.seats[game]} cannot take action {actions[game]} now")
        self._run(
            kernel(self.setup.game, kernels.steps),
            self.states,
            self.seats,
            actions,
            self.rngs,
            np.zeros(len(self), np.int32),
        )
        self._look()

    def views(self) -> NDArray[Any]:
        """What each game's seat to act knows (a finished game's: a spectator)."""
        shown = np.zeros(len(self), self.states.dtype)
        view_games = kernel(self.setup.game, kernels.views)
        zero = np.zeros(1, self.states.dtype)
        self._run(lambda states, seats, out: view_games(states, seats, zero, out), self.states, self.seats, shown)
        return shown

    def scores(self) -> NDArray[np.int32]:
        """[game, seat]: the scores so far."""
        points = np.zeros((len(self), self.setup.players), np.int32)
        self._run(kernel(self.setup.game, kernels.scorings), self.states, points)
        return points

    def _look(self) -> None:
        self._run(kernel(self.setup.game, kernels.turns), self.states, self.seats, self._turn_rngs)
        self._over = self.seats < 0
        self._run(kernel(self.setup.game, kernels.choices), self.states, self.seats, self._masks)

    def _run(self, run: Callable[..., Any], *arrays: NDArray[Any]) -> None:
        parts = [[array[first:last] for array in arrays] for first, last in _parts(len(self))]
        if len(parts) == 1:
            run(*parts[0])
        else:
            run(*(array[:0] for array in parts[0]))  # compiles once, rather than in every thread
            list(self._pool.map(lambda part: run(*part), parts))
