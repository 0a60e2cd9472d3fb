"""How many people one process holds: `python bench/load.py`, or beside another server `python bench/load.py --peer`.

Tables of four, real sockets, bots off: more and more of them, and at each number of players it is measured how long
it takes from sending an action to each of the four being told of it, by the clock of this process, which plays
everybody. A table's actions are due at a steady pace, each player's once in five seconds; who is told late acts late.
The server has one core to itself (`taskset`, where there is one), this process another.

Every run is kept in bench/load.jsonl, and bench/load.md is made of the medians of all of them: a machine that does
other things besides spoils single runs.
"""

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from load_hosts import SEATS, Chair, Colyseus, Host, Message, Tablee
from run import machine, table

HERE = Path(__file__).parent
KEPT = HERE / "load.jsonl"
LEVELS = [1000, 1500, 2000, 2500, 3000]
PACE = 5.0  # seconds between two actions of one player
SPREAD = 0.4  # of a turn: so much earlier or later an action comes than it is due
SETTLE = 4.0  # seconds before it is measured
GOAL = 0.050  # seconds, for 99 of 100
HOPELESS = 20 * GOAL  # where it is not tried with yet more players
AT_ONCE = 32  # tables that are set up

Run = dict[str, Any]


class Crowd:
    """All players, and how they fared since the last `begin`."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.lost = 0  # sockets
        self.refused = 0
        self.begin()

    def begin(self) -> None:
        self.since = time.perf_counter()
        self.delays: list[float] = []
        self.sizes: list[int] = []


class Table:
    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.dice = random.Random()
        self.began = time.perf_counter() + self.dice.uniform(0, PACE)
        self.sent: dict[int, float] = {}  # when, by the number of actions that it leads to
        self.next: asyncio.Task[None] | None = None  # action

    def due(self, action: int) -> float:
        turns = action + self.dice.uniform(-SPREAD, SPREAD)
        return self.began + turns * PACE / SEATS

    async def play(self, chair: Chair, socket: ClientConnection) -> None:
        """Play one seat."""
        crowd, seen = self.crowd, -1
        loop = asyncio.get_running_loop()
        try:
            async for data in socket:
                came = time.perf_counter()
                message = crowd.host.read(data)
                crowd.refused += message.type == "refused"
                view = message.view
                if view is None or view.actions <= seen:
                    continue
                seen = view.actions
                crowd.sizes.append(len(data))
                if self.sent.get(seen, 0.0) > crowd.since:
                    crowd.delays.append(came - self.sent[seen])
                if view.sights and view.sights[0].choices:
                    self.next = loop.create_task(self.act(chair, socket, message))
        except ConnectionClosed:
            crowd.lost += 1

    async def act(self, chair: Chair, socket: ClientConnection, message: Message) -> None:
        assert message.view is not None
        [sight], action = message.view.sights, message.view.actions
        await asyncio.sleep(max(0.0, self.due(action) - time.perf_counter()))
        do = self.dice.choice(sight.choices).do
        self.sent[action + 1] = time.perf_counter()
        with contextlib.suppress(ConnectionClosed):  # `play` counts it
            await socket.send(self.crowd.host.act(chair.table, sight.seat, action, do))


async def climb(host: Host, address: str, process: int, levels: list[int], seconds: float) -> AsyncIterator[Run]:
    """More and more players, and how they fare."""
    crowd = Crowd(host)
    players: list[asyncio.Task[None]] = []
    weights: Run = {}
    for level in levels:
        count = (level - len(players)) // SEATS
        before = memory(process)
        opened = await set_up(host, address, count)
        between = memory(process)
        sockets = [[await host.sit(chair) for chair in chairs] for chairs in opened]
        if not players:  # later on those who play take memory, too
            weights["table KiB"] = (between - before) / count / 1024
            weights["socket KiB"] = (memory(process) - between) / count / SEATS / 1024
        for chairs, wires in zip(opened, sockets, strict=True):
            where = Table(crowd)
            players += [asyncio.create_task(where.play(*pair)) for pair in zip(chairs, wires, strict=True)]
        await asyncio.sleep(PACE + SETTLE)
        crowd.begin()
        spent, own, all_spent = cpu(process), time.process_time(), busy()
        await asyncio.sleep(seconds)
        measured = time.perf_counter() - crowd.since
        spent, own, all_spent = cpu(process) - spent, time.process_time() - own, busy() - all_spent
        run = {
            "host": host.name,
            "players": level,
            "actions": len(crowd.delays) / SEATS / measured,
            **{f"{share:.0%}": quantile(crowd.delays, share) for share in (0.5, 0.95, 0.99)},
            "core": spent / measured,
            "players' core": own / measured,
            "others' core": (all_spent - spent - own) / measured,
            "bytes": statistics.fmean(crowd.sizes),
            "lost": crowd.lost,
            "refused": crowd.refused,
            **weights,
        }
        yield run
        if run["99%"] > HOPELESS:
            break
    for task in players:
        task.cancel()


async def set_up(host: Host, address: str, count: int) -> list[list[Chair]]:
    gate = asyncio.Semaphore(AT_ONCE)
    limits = httpx.Limits(max_connections=AT_ONCE, keepalive_expiry=1)  # before the servers hang up
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60, limits=limits) as http:

        async def one() -> list[Chair]:
            async with gate:
                return await host.open(http, address)

        return await asyncio.gather(*(one() for _ in range(count)))


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[int(share * len(values))] if values else float("inf")


def cpu(process: int) -> float:
    """Seconds of processor time so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def busy() -> float:
    """Seconds of processor time that all cores together have spent, on whatever it was."""
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def measure(host: Host, levels: list[int], seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = host.start(folder)
        assert server.stdout is not None
        address = server.stdout.readline().strip().removeprefix("http://")
        try:
            async for run in climb(host, address, server.pid, levels, seconds):
                print(json.dumps(run), flush=True)
                with KEPT.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(run) + "\n")
        finally:
            server.kill()
            server.wait()


# ---- the report ----


def report(runs: list[Run]) -> str:
    middles = [middle(list(group)) for _, group in itertools.groupby(sorted(runs, key=place), place)]
    hosts = {host: [run for run in middles if run["host"] == host] for host in sorted({run["host"] for run in runs})}
    ours = hosts[Tablee.name]
    peers = [(name, lines) for name, lines in hosts.items() if name != Tablee.name]
    return "\n\n".join(
        [
            "# How many people one process holds",
            f"Made by `python bench/load.py{' --peer' if peers else ''}` on {machine()}, {os.cpu_count()} cores: one "
            f"process on one core, tables of four, an action of every player each {PACE:g} s, SQLite on disk. From "
            f"sending an action to being told of it, for every player at the table; wanted: {1000 * GOAL:g} ms for 99 "
            "of 100 with 2,000 players.",
            f"**{held(ours)}**",
            table(HEAD, [row(line) for line in ours]),
            f"A table takes {ours[0]['table KiB']:.0f} KiB of memory, with its match and nobody connected, and a "
            f"socket {ours[0]['socket KiB']:.0f} KiB: both weighed with {ours[0]['players']:,} players.",
            *(part for name, lines in peers for part in beside(name, lines, ours)),
            PROCEDURE,
        ]
    )


HEAD = ["players", "runs", "actions a second", "median ms", "95 % ms", "99 % ms", "worst run's", "of a core", "of ours"]

PROCEDURE = (
    "Procedure: every figure is the median of the runs; `worst run's` is their largest 99 %. Each run has a new server "
    "and goes up through all numbers of players. Other work on the machine, and on the one that it is a part of, shows "
    "in single runs. `of ours` is the share of a core that the players took, in the process that measures: what it is "
    "late by counts as the server's."
)


def middle(runs: list[Run]) -> Run:
    """One run that stands for several."""
    figures = [name for name in runs[0] if name not in ("host", "players")]
    medians = {name: statistics.median(run[name] for run in runs) for name in figures}
    return {**runs[0], **medians, "runs": len(runs), "worst": max(run["99%"] for run in runs)}


def row(line: Run) -> list[str]:
    times = [f"{1000 * line[name]:.1f}" for name in ("50%", "95%", "99%", "worst")]
    shares = [f"{line[name]:.0%}" for name in ("core", "players' core")]
    return [f"{line['players']:,}", f"{line['runs']}", f"{line['actions']:.0f}", *times, *shares]


def most(lines: list[Run]) -> int:
    """The largest number of players within the goal, and all smaller ones as well."""
    within = itertools.takewhile(lambda line: line["99%"] < GOAL and not line["lost"], lines)
    return max((line["players"] for line in within), default=0)


def held(lines: list[Run]) -> str:
    number = most(lines)
    more = " and perhaps more: that was the largest number tried" if number == lines[-1]["players"] else ""
    return f"Held: {number:,} players{more}."


def beside(name: str, lines: list[Run], ours: list[Run]) -> list[str]:
    """The peer's figures, and how ours compare."""
    same = [(one, other) for one in ours for other in lines if one["players"] == other["players"]]
    one, other = min(same, key=lambda pair: abs(pair[0]["players"] - 2000))
    cost = (one["core"] / one["actions"]) / (other["core"] / other["actions"])
    return [
        f"## {name}",
        f"A card table of the same size ([peer/table.mjs](peer/table.mjs)) on {name}, by the same players, in turns "
        "with ours. Unlike ours it keeps nothing: no action is on disk before it is announced, or ever. It plays a "
        "simpler game, and it packs its messages: "
        f"{other['bytes']:,.0f} bytes where ours have {one['bytes']:,.0f} of JSON.",
        f"**{held(lines)}**",
        table(HEAD, [row(line) for line in lines]),
        f"A table takes {lines[0]['table KiB']:.0f} KiB, a socket {lines[0]['socket KiB']:.0f} KiB.",
        f"With {one['players']:,} players an action takes {cost:.1f} times as much of the core with us as with {name}, "
        f"and {one['99%'] / other['99%']:.1f} times as long for 99 of 100.",
    ]


def place(run: Run) -> tuple[str, int]:
    return run["host"], run["players"]


def main() -> None:
    gc.disable()  # a pause of ours would look like one of theirs
    parser = argparse.ArgumentParser(description="How many people one process holds.")
    parser.add_argument("--players", type=int, action="append", help=f"may be repeated (default {LEVELS})")
    parser.add_argument("--seconds", type=float, default=12, help="of measuring at each number (default 12)")
    parser.add_argument("--runs", type=int, default=1, help="one after the other (default 1)")
    parser.add_argument("--peer", action="store_true", help="the same with Colyseus, in turns")
    parser.add_argument("--more", action="store_true", help="add to the runs there are")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    hosts: list[Host] = [Tablee(), Colyseus()] if arguments.peer else [Tablee()]
    if not arguments.more:
        KEPT.unlink(missing_ok=True)
    for _ in range(arguments.runs):
        for host in hosts:
            uvloop.run(measure(host, arguments.players or LEVELS, arguments.seconds))
    runs = [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()]
    (HERE / "load.md").write_text(report(runs) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
