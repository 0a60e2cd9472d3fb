"""What honest people see of a server that somebody attacks: `python bench/abuse.py`, with names only those attacks.

A real server of its own, two tables with honest people (bench/honest.py), and beside them one attack at a time
(bench/attacks), from another address, by another process, as much of it as its bound says. The server has one core to
itself (`taskset`, where there is one), honest people and whoever attacks another.

`--server FOLDER` does it to the server of another checkout, for comparison; `--under granian` or `--under hypercorn` to
the same application on another server than uvicorn within our bounds (bench/other_server.py). The newest run of each
attack on each server is kept in bench/abuse.jsonl, and bench/abuse.md is made of them.
"""

import argparse
import asyncio
import functools
import importlib
import json
import multiprocessing
import os
import shutil
import subprocess
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from attacks import ATTACKS, Attack, carry_out
from honest import PACE, Honest, Seen
from load import memory, quantile
from process import Server
from run import machine, table

HERE = Path(__file__).parent
KEPT = HERE / "abuse.jsonl"
OURS = "now"
SETTLE = 3.0  # seconds before an attack begins
AWAY = multiprocessing.get_context("spawn")  # how the process of whoever attacks comes about
GRACE = 10.0  # seconds after its own for an attack to come to an end
GOAL, GOAL_BOTS, GOAL_MEMORY = 0.050, 2.0, 300  # seconds, for 99 of 100; times a bot's pace; MB above the start

for module in sorted((HERE / "attacks").glob("[!_]*.py")):
    importlib.import_module(f"attacks.{module.stem}")


def strike(name: str, address: str, folder: str, said: Connection) -> None:
    """The process of whoever attacks."""
    os.nice(15)  # honest people have the first turn on the core that they share: it is the server that is measured
    said.send(asyncio.run(carry_out(ATTACKS[name], address, Path(folder))))


class Other(Server):
    """The same application on another server."""

    def __init__(self, name: str, folder: Path, **options: Any) -> None:
        self.program = (str(HERE / "other_server.py"), name)
        super().__init__(folder, **options)


async def endure(one: Attack, source: Path | None, under: str | None) -> dict[str, Any]:
    """A server, honest people, the attack; and the figures."""
    pinned = ("taskset", "-c", "0") if shutil.which("taskset") and (os.cpu_count() or 1) > 1 else ()
    start = Server if under is None else functools.partial(Other, under)
    with (
        tempfile.TemporaryDirectory() as folder,
        start(Path(folder), *one.options, source=source, files=one.files, through=pinned) as server,
    ):
        async with Honest(server.address) as seen:
            await asyncio.sleep(SETTLE)
            before = peak = memory(server.process.pid)
            seen.begin()
            hears, says = AWAY.Pipe(duplex=False)
            attacker = AWAY.Process(target=strike, args=(one.name, server.address, folder, says), daemon=True)
            attacker.start()
            until = asyncio.get_running_loop().time() + one.seconds + GRACE
            while attacker.is_alive() and asyncio.get_running_loop().time() < until:
                await asyncio.sleep(0.05)
                peak = max(peak, memory(server.process.pid))
            attacker.kill()
            got = hears.recv() if hears.poll() else "did not come to an end"
            figures = figures_of(seen)
        lines = [json.loads(line) for line in server.said().splitlines() if line.startswith("{")]
    return {
        **figures,
        "memory": (peak - before) / 1e6,
        "lines": sum(line["level"] in ("warning", "error") for line in lines),
        "got": got,
    }


def figures_of(seen: Seen) -> dict[str, Any]:
    return {
        "actions": len(seen.delays),
        **{f"{share:.0%}": quantile(seen.delays, share) for share in (0.5, 0.99)},
        "worst": max(seen.delays, default=float("inf")),
        "bots": max(seen.bots, default=float("inf")) / PACE,
        "lost": seen.lost,
        "visit": max(seen.visits, default=float("inf")),
        "visits": len(seen.visits),
        "turned away": seen.turned_away,
    }


def well(run: dict[str, Any]) -> bool:
    soon = run["99%"] <= GOAL and run["bots"] <= GOAL_BOTS
    return soon and run["memory"] <= GOAL_MEMORY and not run["lost"] and not run["turned away"]


# ---- the report ----

HEAD = [
    "attack",
    "server",
    "told of actions",
    "median ms",
    "99 % ms",
    "worst ms",
    "bots, × their pace",
    "memory, MB more",
    "cut off",
    "visitors turned away",
    "a visitor waits, ms",
    "lines in the log",
    "what it got",
    "as wanted",
]


def row(run: dict[str, Any]) -> list[str]:
    times = [f"{1000 * run[name]:,.1f}" for name in ("50%", "99%", "worst")]
    return [
        run["attack"],
        run["server"],
        f"{run['actions']:,}",
        *times,
        f"{run['bots']:.2f}",
        f"{run['memory']:,.0f}",
        f"{run['lost']}",
        f"{run['turned away']} of {run['visits']}",
        f"{1000 * run['visit']:,.0f}",
        f"{run['lines']}",
        run["got"],
        "yes" if well(run) else "no",
    ]


def report(runs: list[dict[str, Any]]) -> str:
    listed = sorted(runs, key=lambda run: (list(ATTACKS).index(run["attack"]), run["server"] == OURS))
    bounds = [[one.name, one.bound] for one in ATTACKS.values() if any(run["attack"] == one.name for run in runs)]
    return "\n\n".join(
        [
            "# What honest people see of an attack",
            f"Made by `python bench/abuse.py` on {machine()}: one server on one core, SQLite on disk; a table of four "
            "people who act as soon as they may, and one of a person and three bots. Whoever attacks has another "
            f"address. Wanted: 99 % of the actions announced within {1000 * GOAL:g} ms, no bot later than "
            f"{GOAL_BOTS:g} times its pace, at most {GOAL_MEMORY} MB more than at the start, nobody cut off or turned "
            "away.",
            table(["attack", "bound"], bounds),
            table(HEAD, [row(run) for run in listed]),
            PROCEDURE,
        ]
    )


PROCEDURE = (
    "Procedure: `told of actions` counts everybody at the table who was told of an action of a person, from sending "
    "it. `bots` is the latest of them, from being awaited to its action being told, over the middle of the pause that "
    "its pace gives it: that pause alone is up to 1.25 times the middle. A visitor comes by a new connection, twice a "
    "second; whoever has waited for five seconds counts as turned away. A server other than `now` is that of the "
    "commit it is named by, `--server FOLDER` with a checkout of it. Other work on the machine shows: single runs."
)


def name_of(source: Path | None) -> str:
    if source is None:
        return OURS
    command = ["git", "-C", str(source), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description="What honest people see of a server that somebody attacks.")
    parser.add_argument("attack", nargs="*", help=f"of {', '.join(ATTACKS)} (default: all)")
    parser.add_argument("--server", type=Path, help="a checkout whose server it is done to (default: this one)")
    parser.add_argument("--under", choices=["granian", "hypercorn"], help="this one's application on another server")
    arguments = parser.parse_args()
    if unknown := set(arguments.attack) - set(ATTACKS):
        parser.error(f"no attack is called {', '.join(sorted(unknown))}; there are {', '.join(ATTACKS)}")
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    runs = {(run["attack"], run["server"]): run for run in map(json.loads, lines)}
    for name in arguments.attack or ATTACKS:
        run = {"attack": name, "server": arguments.under or name_of(arguments.server)}
        run |= asyncio.run(endure(ATTACKS[name], arguments.server, arguments.under))
        print(dict(zip(HEAD, row(run), strict=True)), flush=True)
        runs[name, run["server"]] = run
        KEPT.write_text("".join(f"{json.dumps(run)}\n" for run in runs.values()), encoding="utf-8")
    (HERE / "abuse.md").write_text(report(list(runs.values())) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
