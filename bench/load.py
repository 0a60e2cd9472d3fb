"""How many people one process holds: `python bench/load.py --players 2000`.

Tables of four, real sockets, bots off. Everybody acts once in five seconds, when it is their turn. The figure is the
time from sending an action to each of the four being told of it, by the clock of this process, which plays everybody.
The server has one core to itself (`taskset`, where there is one), this process another.
"""

import argparse
import asyncio
import gc
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from run import machine, table

HERE = Path(__file__).parent
PACE = 5.0  # seconds between two actions of one player
GAME = "hat-trick"
SEATS = 4
GOAL = 0.050  # seconds, for 99 of 100


class Choice(msgspec.Struct):
    do: str


class Sight(msgspec.Struct):
    choices: list[Choice]


class View(msgspec.Struct):
    phase: str
    actions: int
    sights: list[Sight] = []


class Message(msgspec.Struct):
    """As much of a message as a player needs."""

    type: str
    view: View | None = None


decode = msgspec.json.Decoder(Message).decode


class Table:
    """Four players, and when each action was sent."""

    def __init__(self, id: str, delays: list[float]) -> None:  # noqa: A002
        self.id = id
        self.sent: dict[int, float] = {}  # by the number of actions that it leads to
        self.delays = delays


async def player(socket: ClientConnection, where: Table, seat: int, until: float, dice: random.Random) -> int:
    """Play one seat, at the pace of people. Gives how many messages came."""
    ready = time.perf_counter() + dice.uniform(0, PACE)
    received = 0
    seen = -1
    await socket.send(msgspec.json.encode({"type": "watch", "table": where.id}).decode())
    async for text in socket:
        came = time.perf_counter()
        received += 1
        view = decode(text).view
        if view is None:
            continue
        if view.actions > seen and view.actions in where.sent:
            where.delays.append(came - where.sent[view.actions])
        if view.phase == "over" or came > until:
            return received
        if view.actions > seen and view.sights and view.sights[0].choices:
            asyncio.get_running_loop().create_task(act(socket, where, seat, view, ready, dice))
            ready = max(ready, came) + PACE * dice.uniform(0.8, 1.2)
        seen = max(seen, view.actions)
    return received


async def act(socket: ClientConnection, where: Table, seat: int, view: View, when: float, dice: random.Random) -> None:
    await asyncio.sleep(max(0.0, when - time.perf_counter()))
    request = {"ask": "act", "seat": seat, "do": dice.choice(view.sights[0].choices).do}
    ask = {"type": "ask", "table": where.id, "id": f"{view.actions}", "request": request}
    where.sent[view.actions + 1] = time.perf_counter()
    await socket.send(msgspec.json.encode(ask).decode())


async def seat_everybody(address: str, players: int, delays: list[float]) -> list[tuple[ClientConnection, Table, int]]:
    """Guests, tables, sockets; every match begun."""
    seated = []
    gate = asyncio.Semaphore(32)
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:

        async def one_table(number: int) -> None:
            async with gate:
                tokens = [
                    (await http.post("/api/people", json={"name": f"P{number}-{seat}"})).json()["token"]
                    for seat in range(SEATS)
                ]
                http.cookies.clear()
                heads = [{"authorization": f"Bearer {token}"} for token in tokens]
                terms = {"game": GAME, "players": SEATS, "timer": "none"}
                opened = (await http.post("/api/tables", json=terms, headers=heads[0])).json()
                where = Table(opened["table"], delays)
                url = f"ws://{address}/api/socket"
                sockets = [await connect(url, additional_headers=head, compression=None) for head in heads]
                for seat, socket in enumerate(sockets):
                    await ask(socket, where, "sit", seat=seat)
                await ask(sockets[0], where, "start")
                seated.extend((socket, where, seat) for seat, socket in enumerate(sockets))

        await asyncio.gather(*(one_table(number) for number in range(players // SEATS)))
    return seated


async def ask(socket: ClientConnection, where: Table, what: str, **fields: Any) -> None:
    request = {"ask": what, **fields}
    message = {"type": "ask", "table": where.id, "id": what, "request": request}
    await socket.send(msgspec.json.encode(message).decode())
    async for text in socket:
        if decode(text).type in ("done", "refused"):
            return


async def measure(address: str, process: int, players: int, seconds: float) -> list[str]:
    delays: list[float] = []
    before = memory(process)
    seated = await seat_everybody(address, players, delays)
    until = time.perf_counter() + seconds
    spent = cpu(process)
    dice = random.Random(1)
    plays = [player(socket, where, seat, until, random.Random(dice.random())) for socket, where, seat in seated]
    warm = asyncio.create_task(asyncio.sleep(PACE))
    running = [asyncio.create_task(play) for play in plays]
    await warm
    delays.clear()  # the first actions all come at once
    await asyncio.wait(running, timeout=seconds + 2 * PACE)
    load = (cpu(process) - spent) / seconds
    grown = memory(process) - before
    for task in running:
        task.cancel()
    await asyncio.gather(*(socket.close() for socket, _, _ in seated), return_exceptions=True)
    delays.sort()
    told = len(delays) / SEATS / (seconds - PACE)
    return [
        f"{players:,}",
        f"{told:,.0f}",
        *(f"{1000 * delays[int(share * len(delays))]:.1f}" for share in (0.5, 0.95, 0.99)),
        f"{load:.0%}",
        f"{grown / (players / SEATS) / 1024:.0f}",
    ]


def cpu(process: int) -> float:
    """Seconds of processor time so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def serve(folder: str, database: str | None) -> subprocess.Popen[str]:
    pinned = ["taskset", "-c", "0"] if shutil.which("taskset") and (os.cpu_count() or 1) > 1 else []
    command = [*pinned, sys.executable, "-m", "tablee", "serve", "--port", "0", "--crowd", "1000000"]
    if database:
        command += ["--database", database]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "TABLEE_DATA": folder})


def main() -> None:
    gc.disable()  # a pause of ours would look like one of theirs
    parser = argparse.ArgumentParser(description="How many people one process holds.")
    parser.add_argument("--players", type=int, action="append", help="may be repeated (default 1000, 2000)")
    parser.add_argument("--seconds", type=float, default=40, help="of play (default 40)")
    parser.add_argument("--database", help="URL (default: SQLite in a temporary folder)")
    parser.add_argument("--to", type=Path, default=HERE, help="folder for the results")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    rows = []
    for players in arguments.players or [1000, 2000]:
        with tempfile.TemporaryDirectory() as folder:
            server = serve(folder, arguments.database)
            assert server.stdout is not None
            address = server.stdout.readline().strip().removeprefix("http://")
            rows.append(uvloop.run(measure(address, server.pid, players, arguments.seconds)))
            print(rows[-1], flush=True)
            server.kill()
            server.wait()
    head = [
        "players",
        "actions a second",
        "median ms",
        "95 % ms",
        "99 % ms",
        "of a core",
        "KiB a table, sockets included",
    ]
    text = "\n\n".join(
        [
            "# How many people one process holds",
            f"Made by `python bench/load.py` on {machine()}: one process, SQLite, tables of four, an action of every "
            f"player each {PACE:g} s. From sending an action to being told of it, for every player at the table; "
            f"wanted: {1000 * GOAL:g} ms for 99 of 100 with 2,000 players.",
            table(head, rows),
        ]
    )
    (arguments.to / "load.md").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
