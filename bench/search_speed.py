"""How fast the search thinks, beside OpenSpiel's IS-MCTS in the same run: `python bench/search_speed.py`.

The figure is simulations per second on one core. A simulation of ours is one pass: a world drawn, a walk down the
tree, a playout to the end of the round, of which the expert's plan plays the first decisions by the policy and the rest
by chance. One of theirs is the same with random moves in the playout: `max_simulations` over the time that `bot.step`
takes, with the settings of OpenSpiel's own test of the bot (a rollout each, no limit to the worlds), except that of the
policy at the end the most visited action is taken. A playout by the policy is dearer than a random one, and worth more:
ours is measured with random playouts too (`at random`), and with the policy to the end of the round, as the master has
it (`by policy`).

Ours plays Stick 'Em with four players by the expert's plan, theirs hearts, the nearest of its games: as many players,
and almost as many cards to be laid (14 and 13 each). Both think from the first decision of a deal (`root`) and once
seven tricks are laid (`middle`), in several deals. Seconds are of the processor's time for this process. Every rate is
the best of several runs that take turns: what else the machine is doing can only slow it down.
"""

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import tablee
from openspiel_peer import deal, load_pyspiel
from run import command, machine, table
from tablee.bots import Casual
from tablee.catalogue import Setup
from tablee.dice import Dice
from tablee.match import Match
from tablee.search import Plan, Search, plan_for

HERE = Path(__file__).parent
GOAL = 4.0  # what we hold ourselves to, as a multiple of the C++ bot's rate
OURS = ("ours", "by policy", "at random")
DEALS = 6
TRICKS = 7  # laid before the middle
SIMULATIONS = {"ours": 6000, "C++": 1500, "Python": 60}  # at each position
UCT = 5.0  # OpenSpiel's tests have this; it does not change the speed
SEED = 20240601

Run = Callable[[], float]


def our_positions(setup: Setup, tricks: int) -> list[tuple[Any, int]]:
    """What a seat to act knows, and which seat it is, in each deal, after so many tricks between casual players."""
    positions = []
    for number in range(DEALS):
        match = Match(setup, f"search speed {number}")
        players = [Casual(setup, seat) for seat in range(setup.players)]
        dice = Dice(number)
        while match.state.tricks < tricks:
            seat = match.actors[0]
            action = players[seat].choose(match.view(seat), match.legal(seat), dice)
            assert action is not None  # nobody waits in this game
            match.play(seat, action)
        seat = match.actors[0]
        positions.append((match.view(seat), seat))
    return positions


def our_rate(setup: Setup, plan: Plan, tricks: int) -> Run:
    search = Search(setup, plan)
    positions = our_positions(setup, tricks)
    search.think(*positions[0], passes=64)  # compiles

    def run() -> float:
        passes, began = 0, time.process_time()
        for view, seat in positions:  # a search may stop early: count what it did
            passes += search.think(view, seat, seed=SEED, passes=SIMULATIONS["ours"]).passes
        return passes / (time.process_time() - began)

    return run


def their_states(game: Any, tricks: int) -> list[Any]:
    """Hearts after so many tricks at random, in several deals, where the seat to act has a choice."""
    states: list[Any] = []
    chance = random.Random(SEED)
    while len(states) < DEALS:
        state = game.new_initial_state()
        deal(state, chance.random)
        passing = len(state.legal_actions()) > 1  # whoever leads to the first trick has to lay the two of clubs
        for _ in range(4 * tricks + (12 if tricks and passing else 0)):
            state.apply_action(chance.choice(state.legal_actions()))
        if len(state.legal_actions()) > 1:
            states.append(state)
    return states


def their_rate(bot: Any, simulations: int, states: list[Any]) -> Run:
    def run() -> float:
        began = time.process_time()
        for state in states:
            bot.step(state)
        return simulations * len(states) / (time.process_time() - began)

    return run


def their_bots(spiel: Any, game: Any) -> dict[str, Any]:
    from open_spiel.python.algorithms import ismcts, mcts

    chance = np.random.RandomState(SEED)
    return {
        "C++": spiel.ISMCTSBot(
            SEED,
            spiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED),
            UCT,
            SIMULATIONS["C++"],
            -1,  # worlds: no limit
            spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,  # nodes by information state, not by observation
            False,  # whose actions are always the same
        ),
        "Python": ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, chance), UCT, SIMULATIONS["Python"], random_state=chance
        ),
    }


def measure(repeats: int) -> dict[str, dict[str, float]]:
    """Simulations per second by position ('root', 'middle') and bot (those of `OURS`, 'C++', 'Python')."""
    spiel = load_pyspiel()
    hearts, setup = spiel.load_game("hearts"), tablee.game("stick-em", players=4)
    bots = their_bots(spiel, hearts)
    plan = plan_for(setup)
    plans = {"ours": plan, "by policy": plan_for(setup, thorough=True), "at random": replace(plan, slips=64)}
    runs: dict[str, dict[str, Run]] = {}
    for position, tricks in {"root": 0, "middle": TRICKS}.items():
        states = their_states(hearts, tricks)
        theirs = {name: their_rate(bot, SIMULATIONS[name], states) for name, bot in bots.items()}
        runs[position] = {name: our_rate(setup, plan, tricks) for name, plan in plans.items()} | theirs
    best = {position: dict.fromkeys(by_bot, 0.0) for position, by_bot in runs.items()}
    for _ in range(repeats):
        for position, by_bot in runs.items():
            for name, run in by_bot.items():
                best[position][name] = max(best[position][name], run())
    return best


def page(rates: dict[str, dict[str, float]], repeats: int) -> str:
    plan = plan_for(tablee.game("stick-em", players=4))
    rows = [
        [
            position,
            *[f"{rate:,.0f}" for rate in by_bot.values()],
            *[f"{by_bot[name] / by_bot['C++']:.1f}" for name in OURS],
            f"{GOAL:g}",
        ]
        for position, by_bot in rates.items()
    ]
    return "\n\n".join(
        [
            "# Simulations per second on one core",
            f"Made by `{command()}` on {machine()}. Ours: Stick 'Em, four players, the expert's plan, "
            f"with playouts by the policy for {plan.care} decisions and at random from then on (`by policy`: the "
            "master's plan, the policy to the end; `at random`: all of it). Theirs: OpenSpiel's IS-MCTS on hearts, at "
            f"random. `middle`: once {TRICKS} tricks are laid. The best of {repeats} runs each, taking turns.",
            table(["from", *OURS, "C++ bot", "Python bot", *[f"{name} to C++" for name in OURS], "wanted"], rows),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulations per second of the search, beside OpenSpiel's.")
    parser.add_argument("--repeats", type=int, default=7, help="runs of each, the best counts (default 7)")
    parser.add_argument("--to", type=Path, default=HERE, help="folder for the results")
    arguments = parser.parse_args()
    if arguments.repeats < 1:
        parser.error("--repeats must be at least 1")
    text = page(measure(arguments.repeats), arguments.repeats)
    (arguments.to / "search-speed.md").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
