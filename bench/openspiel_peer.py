"""OpenSpiel's speed on hearts and spades: the peer our own card-game engine is compared with.

Everything runs in one thread, with uniformly random play and the games' default parameters. The unit is
decisions per second of wall time. A decision is one action of a player: a card passed, a bid, a card played.
Chance actions (the pass direction, each card dealt) are never counted, though the time they take is part of
the first two figures:

* ``python``: the game driven from Python through ``legal_actions`` and ``apply_action``; dealing is timed.
* ``bots``: OpenSpiel's C++ loop ``evaluate_bots`` over its C++ uniform random bots; dealing is timed.
* ``rollouts``: OpenSpiel's C++ ``RandomRolloutEvaluator`` from states already dealt; dealing is not timed.

A game is a single deal in both. Spades always takes 56 decisions (4 bids, 52 plays); hearts takes 64
(12 cards passed, 52 plays), or 52 for the one pass direction in four that is "no pass". These numbers are
not written into the code: they are counted on games actually played.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

GAMES = ("hearts", "spades")
WAYS = ("python", "bots", "rollouts")
MISSING = "OpenSpiel is not installed: pip install open_spiel"

SEED = 20240601
SAMPLE_GAMES = 200  # games played once, untimed, to check how the game is built
DEALS = 64  # dealt states the rollouts start from, in turn
ROLLOUTS = 200  # rollouts per call, so that the call itself costs nothing noticeable
PLAYOUTS = 8  # playouts per dealt state to count its decisions
WARM_UP_S = 0.2

Step = Callable[[], float]
"""Does one unit of work and returns how many decisions it took."""


class PeerError(RuntimeError):
    """OpenSpiel is missing, or a game is not built as this measurement assumes."""


def load_pyspiel() -> ModuleType:
    """Imports OpenSpiel, or raises PeerError with a line that says how to get it."""
    try:
        return importlib.import_module("pyspiel")
    except ModuleNotFoundError as error:
        if error.name != "pyspiel":
            raise
        raise PeerError(MISSING) from error


def deal(state: Any, uniform: Callable[[], float]) -> None:
    """Plays the chance actions that open the game; all outcomes are equally likely (see check_chance)."""
    apply_action, legal_actions = state.apply_action, state.legal_actions
    is_chance_node = state.is_chance_node
    while is_chance_node():
        actions = legal_actions()
        apply_action(actions[int(uniform() * len(actions))])


def play_out(state: Any, uniform: Callable[[], float]) -> int:
    """Plays random legal actions from a dealt state to the end; returns how many there were."""
    apply_action, legal_actions = state.apply_action, state.legal_actions
    is_terminal = state.is_terminal
    decisions = 0
    while not is_terminal():
        actions = legal_actions()
        apply_action(actions[int(uniform() * len(actions))])
        decisions += 1
    return decisions


def check_uniform(state: Any) -> None:
    """Raises PeerError unless a chance node's outcomes are its legal actions, all equally likely."""
    outcomes = state.chance_outcomes()
    even = all(abs(p * len(outcomes) - 1.0) < 1e-9 for _, p in outcomes)
    if not even or sorted(a for a, _ in outcomes) != sorted(state.legal_actions()):
        raise PeerError("chance outcomes are not uniform over the legal actions")


def chance_actions(game: Any, rng: random.Random) -> int:
    """Plays one game and returns its chance actions; PeerError if any comes after the first decision."""
    state = game.new_initial_state()
    chance = 0
    while state.is_chance_node():
        check_uniform(state)
        state.apply_action(rng.choice(state.legal_actions()))
        chance += 1
    play_out(state, rng.random)
    if any(entry.player < 0 for entry in state.full_history()[chance:]):
        raise PeerError("chance acts after the first decision")
    return chance


def check_chance(game: Any) -> int:
    """Plays sample games and returns how many chance actions each has, the same in all or PeerError.

    The timed code relies on what is checked here: chance acts before the first decision only, a constant
    number of times, and uniformly.
    """
    rng = random.Random(SEED)
    counts = {chance_actions(game, rng) for _ in range(SAMPLE_GAMES)}
    if len(counts) != 1:
        raise PeerError(f"the number of chance actions varies: {sorted(counts)}")
    return counts.pop()


def python_step(game: Any) -> Step:
    """One whole game driven from Python with Python's random; the dealing is timed but not counted.

    Chance is sampled uniformly from ``legal_actions``, as OpenSpiel's own benchmark does; this is exact for
    these games and quicker than going through ``chance_outcomes``.
    """
    uniform = random.Random(SEED).random

    def step() -> float:
        state = game.new_initial_state()
        deal(state, uniform)
        return play_out(state, uniform)

    return step


def bots_step(spiel: ModuleType, game: Any, chance: int) -> Step:
    """One whole game in the C++ loop with C++ random bots; the dealing is timed but not counted.

    The decisions are exact for every game played: its length, which the state knows, less its ``chance``
    actions.
    """
    bots = [spiel.make_uniform_random_bot(player, SEED + player) for player in range(game.num_players())]
    evaluate_bots = spiel.evaluate_bots
    seed = 0

    def step() -> float:
        nonlocal seed
        seed += 1
        state = game.new_initial_state()
        evaluate_bots(state, bots, seed)
        return float(state.move_number() - chance)

    return step


def dealt_states(game: Any) -> list[tuple[Any, float]]:
    """Random dealt states, each with its decisions per playout: the mean of a few playouts.

    The mean is exact where the number depends on the deal alone, as it does in hearts and spades.
    """
    uniform = random.Random(SEED).random
    states = []
    for _ in range(DEALS):
        state = game.new_initial_state()
        deal(state, uniform)
        total = sum(play_out(state.clone(), uniform) for _ in range(PLAYOUTS))
        states.append((state, total / PLAYOUTS))
    return states


def rollouts_step(spiel: ModuleType, game: Any) -> Step:
    """A batch of C++ rollouts from one dealt state, the next state each time; no dealing is timed.

    Python cannot call the evaluator itself, so an ``MCTSBot`` with a single simulation does: its search is
    then one evaluation of the root, ROLLOUTS rollouts, and nothing else that costs. Each rollout includes
    OpenSpiel's copying of the state. The action the bot picks at the end is not counted.
    """
    evaluator = spiel.RandomRolloutEvaluator(ROLLOUTS, SEED)
    bot = spiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=1, solve=False, seed=SEED, verbose=False
    )
    states = dealt_states(game)
    turn = 0

    def step() -> float:
        nonlocal turn
        state, decisions = states[turn]
        turn = (turn + 1) % len(states)
        bot.step(state)
        return decisions * ROLLOUTS

    return step


def rate(step: Step, seconds: float) -> float:
    """Decisions per second of wall time, repeating the step for about that many seconds."""
    decisions = 0.0
    start = now = time.perf_counter()
    while now - start < seconds:
        decisions += step()
        now = time.perf_counter()
    return decisions / (now - start)


def best_rate(step: Step, seconds: float, repeats: int) -> float:
    """The best of several rates after a short warm-up: other work on the machine can only slow a run."""
    rate(step, min(WARM_UP_S, seconds))
    return max(rate(step, seconds) for _ in range(repeats))


def measure(seconds: float = 2.0, repeats: int = 3) -> dict[str, dict[str, float]]:
    """OpenSpiel's decisions per second by game ('hearts', 'spades') and way ('python', 'bots', 'rollouts').

    Chance actions are not counted as decisions; see the module's docstring for what each way times. Takes
    about ``6 * seconds * repeats`` seconds. Raises PeerError where OpenSpiel is missing.
    """
    if seconds <= 0 or repeats < 1:
        raise ValueError("seconds must be positive and repeats at least 1")
    spiel = load_pyspiel()
    results = {}
    for name in GAMES:
        game = spiel.load_game(name)
        chance = check_chance(game)
        steps = {
            "python": python_step(game),
            "bots": bots_step(spiel, game, chance),
            "rollouts": rollouts_step(spiel, game),
        }
        results[name] = {way: best_rate(step, seconds, repeats) for way, step in steps.items()}
    return results


def table(results: dict[str, dict[str, float]]) -> str:
    """The figures as a small text table."""
    lines = ["OpenSpiel, one thread, random play: decisions per second"]
    lines.append("game    " + "".join(f"{way:>14}" for way in WAYS))
    for name, rates in results.items():
        lines.append(f"{name:<8}" + "".join(f"{rates[way]:>14,.0f}" for way in WAYS))
    return "\n".join(lines)


def main() -> int:
    """Measures and prints a table, or JSON with --json."""
    parser = argparse.ArgumentParser(description="OpenSpiel's decisions per second on hearts and spades.")
    parser.add_argument("--seconds", type=float, default=2.0, help="wall time of each run (default 2.0)")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each, the best counts (default 3)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    args = parser.parse_args()
    if args.seconds <= 0 or args.repeats < 1:
        parser.error("--seconds must be positive and --repeats at least 1")
    try:
        results = measure(args.seconds, args.repeats)
    except PeerError as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(results, indent=2) if args.json else table(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
