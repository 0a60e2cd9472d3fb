"""How fast the rules run, beside OpenSpiel in the same run: `make bench`, or on a machine with a GPU
`python bench/run.py gpu`. Results are written to bench/results.md and bench/results-gpu.md.

A decision is one player's action in random play, deals included. Every rate is the best of several runs, on one
thread: what else the machine is doing can only slow it down.
"""

import argparse
import platform
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import tablee
from tablee import kernels
from tablee.batch import kernel, playouts, seeds
from tablee.catalogue import Setup

HERE = Path(__file__).parent
REPEATS = 5

# What we hold ourselves to, as multiples of the peer's figures: see `ratios`.
GOALS = {"bots": 5.0, "rollouts": 2.0, "python": 20.0}
GOAL_OTHERS = 2.5
GPU_GOALS = {"stick-em": 1e9}
GPU_GOAL_OTHERS = 3e8


def best(run: Callable[[], float]) -> float:
    return max(run() for _ in range(REPEATS))


def interpreted(setup: Setup) -> float:
    """Decisions per second in plain Python."""
    play = kernels.playouts(setup.game.rules)
    blank, state = setup.blank().view(np.recarray), setup.blank().view(np.recarray)
    scores, decisions = np.zeros((1, setup.players), np.int32), np.zeros(1, np.int64)
    total, game, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < 0.5:
        play(blank, state, setup.empty_mask(), seeds("bench", game, 1), scores, decisions)
        total += int(decisions[0])
        game += 1
    return total / (time.perf_counter() - began)


def compiled(setup: Setup) -> float:
    """Decisions per second on one core, compiled."""
    trial = playouts(setup, 2000, seed="warm-up", jobs=1)
    games = max(1000, int(2000 * 0.7 / trial.seconds))
    played = playouts(setup, games, seed="bench", jobs=1)
    return float(played.decisions.sum() / played.seconds)


def clone(setup: Setup) -> float:
    """Nanoseconds to copy one state, compiled, within a cache-sized set of states."""
    import numba

    def copy_all(states: object, copies: object, times: int) -> None:
        for _ in range(times):
            for i in range(len(states)):  # type: ignore[arg-type]
                copies[i] = states[i]  # type: ignore[index]

    run = numba.njit(copy_all)
    states, copies, times = setup.blank(64), setup.blank(64), 2000
    run(states, copies, 1)

    def rate() -> float:
        began = time.perf_counter()
        run(states, copies, times)
        return 64 * times / (time.perf_counter() - began)

    return 1e9 / best(rate)


def command() -> str:
    """The command that was given, for the page that it makes."""
    return shlex.join(["python", f"bench/{Path(sys.argv[0]).name}", *sys.argv[1:]])


def machine() -> str:
    import numba

    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    return f"{model}; Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def millions(rate: float) -> str:
    return f"{rate / 1e6:.2f}"


def cpu() -> str:
    from openspiel_peer import measure

    setups = [game.setup() for game in tablee.games()]
    for setup in setups:
        kernel(setup.game, kernels.playouts, False)
    rates = {setup.game.slug: (interpreted(setup), best(lambda setup=setup: compiled(setup))) for setup in setups}  # type: ignore[misc]
    peers = measure()
    ours = [
        [
            setup.game.title,
            str(setup.players),
            f"{rates[setup.game.slug][0]:,.0f}",
            millions(rates[setup.game.slug][1]),
            f"{rates[setup.game.slug][1] / peers['hearts']['bots']:.1f}",
            str(setup.game.rules.STATE.itemsize),
            f"{clone(setup):.0f}",
        ]
        for setup in setups
    ]
    theirs = [[name, *[millions(peers[name][way]) for way in ("python", "bots", "rollouts")]] for name in peers]
    return "\n\n".join(
        [
            "# Decisions per second on one core",
            f"Made by `make bench` on {machine()}. M: millions.",
            table(
                [
                    "game",
                    "players",
                    "interpreted",
                    "compiled, M",
                    "× hearts by C++ bots",
                    "state, bytes",
                    "clone, ns",
                ],
                ours,
            ),
            "OpenSpiel in the same run, millions of decisions per second: driven from Python and by its C++ bots with "
            "dealing, its rollouts without.",
            table(["game", "from Python", "C++ bots", "rollouts"], theirs),
            ratios(rates["stick-em"][1], {slug: rate[1] for slug, rate in rates.items()}, peers["hearts"]),
        ]
    )


def ratios(stick_em: float, rates: dict[str, float], hearts: dict[str, float]) -> str:
    rows = [
        [f"Stick 'Em to hearts, {way}", f"{stick_em / hearts[way]:.1f}", f"{goal:g}"] for way, goal in GOALS.items()
    ]
    slowest = min(rates, key=lambda slug: rates[slug])
    rows.append(
        [f"slowest game ({slowest}) to hearts, bots", f"{rates[slowest] / hearts['bots']:.1f}", f"{GOAL_OTHERS:g}"]
    )
    return table(["ratio", "measured", "wanted at least"], rows)


def gpu() -> str:
    from numba import cuda as numba_cuda

    from tablee import cuda

    rows = []
    for game in tablee.games():
        setup = game.setup()
        cpu_played, gpu_played = playouts(setup, 3000, seed="same"), cuda.playouts(setup, 3000, seed="same")
        same = (cpu_played.scores == gpu_played.scores).all() and (cpu_played.decisions == gpu_played.decisions).all()
        trial = cuda.playouts(setup, 1 << 18, seed="warm-up")
        games = min(1 << 23, max(1 << 18, int((1 << 18) * 1.0 / trial.seconds)))

        def rate(setup: Setup = setup, games: int = games) -> float:
            played = cuda.playouts(setup, games, seed="bench")
            return float(played.decisions.sum() / played.seconds)

        fastest = best(rate)
        goal = GPU_GOALS.get(game.slug, GPU_GOAL_OTHERS)
        rows.append(
            [
                game.title,
                str(setup.players),
                f"{games:,}",
                f"{fastest / 1e9:.2f}",
                f"{goal / 1e9:g}",
                "yes" if same else "NO",
            ]
        )
        print(rows[-1], flush=True)
    name = numba_cuda.get_current_device().name
    return "\n\n".join(
        [
            "# Decisions per second on one GPU",
            f"Made by `python bench/run.py gpu` on {name if isinstance(name, str) else name.decode()}. "
            "The kernel alone, deals included. Last column: 3,000 games came out as on the CPU, game by game.",
            table(["game", "players", "games in a run", "billions", "wanted at least", "as on the CPU"], rows),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("device", nargs="?", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--to", type=Path, default=HERE, help="folder for the results")
    arguments = parser.parse_args()
    text, file = (cpu(), "results.md") if arguments.device == "cpu" else (gpu(), "results-gpu.md")
    (arguments.to / file).write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
