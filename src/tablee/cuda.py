"""The same rules on a GPU, through numba-cuda (`pip install tablee[cuda]`).

    from tablee import cuda
    cuda.playouts(tablee.game("stick-em", players=4), games=10_000_000, seed=7)

gives exactly what `tablee.batch.playouts` gives for the same seed, game by game: each thread plays whole games on a
state of its own. Nothing here knows a rule. Every rule a game reaches is compiled as a device function, from the same
code object, in a copy of its module's names in which rules stand for their device versions.
"""

import time
from collections.abc import Callable, Iterable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from tablee import bits
from tablee.batch import Played, check_number, seeds
from tablee.catalogue import Game, Setup, check_setup
from tablee.compiler import log, reachable
from tablee.errors import TableeError
from tablee.playout import TOO_LONG, assume_sound, random_action, random_seat

Function = Callable[..., Any]

THREADS = 128  # in a block
BLOCKS_PER_PROCESSOR = 16  # enough games in flight to hide the memory's latency


class NoGpu(TableeError):
    """numba-cuda is not installed, or finds no GPU."""


def available() -> bool:
    """Whether a GPU can be used here."""
    try:
        from numba import cuda

        return bool(cuda.is_available())
    except ImportError:
        return False


def device_functions(functions: Iterable[Function]) -> dict[Function, Any]:
    """A device version of every rule that the functions reach, and of the functions themselves."""
    from numba import cuda

    twins: dict[Function, Any] = {bits.count: _count_bits(), bits.lowest: _trailing_zeros()}
    names: dict[int, dict[str, Any]] = {}  # for each module's globals, a copy
    for function in reachable(functions) - set(twins):
        module = names.setdefault(id(function.__globals__), dict(function.__globals__))
        copy = FunctionType(function.__code__, module, function.__name__, function.__defaults__)
        twins[function] = cuda.jit(device=True)(copy)
    for module in names.values():
        for name, value in module.items():
            if isinstance(value, FunctionType) and value in twins:
                module[name] = twins[value]
    return twins


def _count_bits() -> Any:
    from numba import cuda

    def count(mask: Any) -> Any:
        return np.int64(cuda.popc(np.uint32(mask)))

    return cuda.jit(device=True)(count)


def _trailing_zeros() -> Any:
    from numba import cuda

    def lowest(mask: Any) -> Any:
        return np.int64(cuda.ffs(np.uint32(mask))) - 1

    return cuda.jit(device=True)(lowest)


@cache
def kernel(game: Game, checked: bool) -> Any:
    """The loop that each GPU thread runs over its share of the games."""
    from numba import cuda, from_dtype, int64, uint64

    rules = game.rules
    status = rules.status if checked else assume_sound
    moves: list[Function] = [
        rules.start,
        rules.actors,
        rules.legal,
        rules.apply,
        rules.scores,
        status,
        random_seat,
        random_action,
    ]
    twins = device_functions(moves)
    start, actors, legal, apply, scores, check, pick_seat, pick_action = (twins[function] for function in moves)
    record, words = from_dtype(rules.STATE), rules.WORDS

    def play_games(blank: Any, rngs: Any, points: Any, decisions: Any) -> None:
        state = cuda.local.array(1, record)
        mask = cuda.local.array(words, int64)
        rng = cuda.local.array(4, uint64)
        game = cuda.grid(1)
        stride = cuda.gridsize(1)
        made = 0
        seats = 0
        playing = False
        # One loop over decisions rather than one within another: a thread whose game ends early starts its next
        # game at once, instead of waiting for the longest game among its neighbours.
        while game < len(rngs):
            if not playing:
                state[0] = blank[0]
                for word in range(4):
                    rng[word] = rngs[game, word]
                start(state[0], rng)
                made = 0
                seats = actors(state[0])
                playing = True
            flaws = check(state[0])
            if seats == 0 or flaws != 0 or made == TOO_LONG:
                decisions[game] = made
                if seats != 0 or flaws != 0:
                    decisions[game] = -1 - flaws
                scores(state[0], points[game])
                game += stride
                playing = False
            else:
                seat = pick_seat(seats, rng)
                legal(state[0], seat, mask)
                apply(state[0], seat, pick_action(mask, words, rng), rng)
                made += 1
                seats = actors(state[0])

    return cuda.jit(play_games)


def playouts(setup: Setup, games: int, seed: object = 0, checked: bool = False) -> Played:
    """What `tablee.batch.playouts` does, on the GPU. Its `seconds` are those of the kernel alone."""
    check_setup(setup)
    check_number("games", games)
    if not available():
        raise NoGpu("no GPU to be used here: install tablee[cuda] on a machine with an NVIDIA card")
    from numba import cuda

    play_games = kernel(setup.game, checked)
    blocks = BLOCKS_PER_PROCESSOR * cuda.get_current_device().MULTIPROCESSOR_COUNT
    blank = cuda.to_device(setup.blank())
    rngs = cuda.to_device(seeds(seed, 0, games))
    points = cuda.to_device(np.zeros((games, setup.players), np.int32))
    decisions = cuda.to_device(np.zeros(games, np.int64))
    if not play_games.overloads:
        log.warning("compiling %s for the GPU", setup.game.slug)
        play_games[blocks, THREADS](blank, rngs[:1], points[:1], decisions[:1])
        cuda.synchronize()
    began = time.perf_counter()
    play_games[blocks, THREADS](blank, rngs, points, decisions)
    cuda.synchronize()
    seconds = time.perf_counter() - began
    return Played(points.copy_to_host(), decisions.copy_to_host(), seconds)
