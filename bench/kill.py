"""A server that is killed again and again while people play: `python bench/kill.py --kills 200`.

Every seat of every table is a client of its own, which acts as soon as it may, and after a lost connection comes back
and asks again, with the same id, for what was not answered. The server is ended by SIGKILL at random moments and
started anew on the same data. In the end the log of every table must hold each request that was answered exactly once,
each other at most once, and every record must verify.
"""

import argparse
import asyncio
import collections
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tablee.record import replay
from tablee.server.store import Store
from tablee.table.entries import Opened
from tablee.table.table import table_of

GAMES = ("stick-em", "hat-trick", "shit", "stoick")
PLAYERS = 4
PATIENCE = 60.0  # seconds for the server to come back


@dataclass
class Server:
    """`tablee serve` in a process of its own, at the same place each time."""

    folder: Path
    database: str
    port: int = 0
    process: Any = None
    starts: list[float] = field(default_factory=list)  # seconds until it was there

    def start(self) -> None:
        began = time.monotonic()
        command = [sys.executable, "-m", "tablee", "serve", "--port", str(self.port), "--crowd", "100000"]
        self.process = subprocess.Popen(
            [*command, "--database", self.database],
            stdout=subprocess.PIPE,
            stderr=(self.folder / "errors").open("a", encoding="utf-8"),
            text=True,
            env={**os.environ, "TABLEE_DATA": str(self.folder)},
        )
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])
        self.starts.append(time.monotonic() - began)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


class Player:
    """One seat: acts when it may, and does not give up."""

    def __init__(self, server: Server, name: str, seed: int) -> None:
        self.server = server
        self.name = name
        self.token = self.person = ""
        self.answered: list[str] = []  # the ids of requests that were answered with `done`
        self.sent = 0
        self._dice = random.Random(seed)

    async def http(self, method: str, path: str, **arguments: Any) -> Any:
        """A request, again until there is an answer."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.server.port}") as client:
                    headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
                    answer = await client.request(method, path, headers=headers, **arguments)
                    answer.raise_for_status()
                    return answer.json()
            except httpx.TransportError:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.1)

    async def join(self) -> None:
        guest = await self.http("POST", "/api/people", json={"name": self.name})
        self.token, self.person = guest["token"], guest["person"]

    async def play(self, table: str, seat: int, before: list[dict[str, Any]]) -> None:
        """Ask these first; then act until the match is over."""
        waiting = list(before)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                url = f"ws://127.0.0.1:{self.server.port}/api/socket"
                async with connect(url, additional_headers={"authorization": f"Bearer {self.token}"}) as socket:
                    until = time.monotonic() + PATIENCE
                    await self._talk(socket, table, seat, waiting)
                    return
            except (OSError, WebSocketException):
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.05)

    async def _talk(self, socket: ClientConnection, table: str, seat: int, waiting: list[dict[str, Any]]) -> None:
        await socket.send(json.dumps({"type": "watch", "table": table}))
        asked, view = "", None
        async for text in socket:
            message = json.loads(text)
            view = message.get("view", view)
            if message["type"] in ("done", "refused") and message.get("id") == asked:
                if message["type"] == "done":
                    self.answered.append(asked)
                asked = ""
                waiting.pop(0)
            if view is not None and not waiting and not asked:
                if view["phase"] == "over":
                    return
                choices = [choice for sight in view["sights"] for choice in sight["choices"]]
                if view["phase"] == "playing" and choices:
                    waiting.append({"ask": "act", "seat": seat, "do": self._dice.choice(choices)["do"]})
            if waiting and not asked:
                if "id" not in waiting[0]:
                    self.sent += 1
                    waiting[0] = {**waiting[0], "id": f"{self.sent}"}
                asked = waiting[0]["id"]
                request = {key: value for key, value in waiting[0].items() if key != "id"}
                await socket.send(json.dumps({"type": "ask", "table": table, "id": asked, "request": request}))


async def one_table(server: Server, number: int, until: float) -> list[tuple[str, list[Player]]]:
    """One match after another at tables of the same four, until the time is over."""
    played = []
    players = [Player(server, f"P{number}-{seat}", 100 * number + seat) for seat in range(PLAYERS)]
    for player in players:
        await player.join()
    while time.monotonic() < until or not played:
        terms = {"game": GAMES[(number + len(played)) % len(GAMES)], "players": PLAYERS, "timer": "none"}
        table = (await players[0].http("POST", "/api/tables", json=terms))["table"]
        for seat, player in enumerate(players[1:], 1):
            await sit(player, table, seat)
        await sit(players[0], table, 0)
        tasks = [players[seat].play(table, seat, []) for seat in range(1, PLAYERS)]
        await asyncio.gather(players[0].play(table, 0, [{"ask": "start"}]), *tasks)
        played.append((table, players))
    return played


async def sit(player: Player, table: str, seat: int) -> None:
    """Sit down, however often the server has to be asked."""
    while True:
        try:
            url = f"ws://127.0.0.1:{player.server.port}/api/socket"
            async with connect(url, additional_headers={"authorization": f"Bearer {player.token}"}) as socket:
                request = {"ask": "sit", "seat": seat}
                message = {"type": "ask", "table": table, "id": f"sit {table}", "request": request}
                await socket.send(json.dumps(message))
                async for text in socket:
                    answer = json.loads(text)
                    if answer.get("id") == message["id"]:
                        assert answer["type"] == "done", answer
                        player.answered.append(message["id"])
                        return
        except (OSError, WebSocketException):
            await asyncio.sleep(0.05)


async def kill_on(server: Server, kills: int, dice: random.Random) -> None:
    for _ in range(kills):
        await asyncio.sleep(dice.uniform(0.05, 1.0))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)


async def check(server: Server, played: list[tuple[str, list[Player]]]) -> dict[str, int]:
    """Count what is in the logs; anything lost or done twice is an error."""
    store = Store(server.database)
    counts: collections.Counter[str] = collections.Counter()
    keys: collections.Counter[str] = collections.Counter()
    for table, _ in played:
        log = await store.log_of(table)
        assert isinstance(log[0], Opened)
        keys.update(entry.key.rpartition(" ")[0] for entry in log if entry.key)
        match = table_of(log).match
        assert match is not None
        assert match.over
        assert replay(match.record()).scores == match.scores
        counts["actions"] += len(match.actions)
    store.close()
    players = {player.person: player for _, players in played for player in players}
    for player in players.values():
        for asked in player.answered:
            counts["answered"] += 1
            if keys[f"{player.person} {asked}"] != 1:
                counts["lost"] += keys[f"{player.person} {asked}"] == 0
    counts["twice"] = sum(number > 1 for number in keys.values())
    counts["matches"] = len(played)
    return dict(counts)


async def run(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), arguments.database or f"sqlite:///{folder}/tablee.db")
        server.start()
        dice = random.Random(arguments.seed)
        killing = asyncio.create_task(kill_on(server, arguments.kills, dice))
        until = time.monotonic() + arguments.kills * 1.5
        tables = await asyncio.gather(*(one_table(server, number, until) for number in range(arguments.tables)))
        await killing
        server.kill()
        counts = await check(server, [match for played in tables for match in played])
        errors = (Path(folder) / "errors").read_text(encoding="utf-8")
    lost, twice = counts.get("lost", 0), counts["twice"]
    print(
        f"{arguments.kills} kills; {counts['matches']} matches, {counts['actions']} actions, {counts['answered']} "
        f"requests answered; lost: {lost}, done twice: {twice}; every record verified; "
        f"a start takes {sorted(server.starts)[len(server.starts) // 2]:.1f} s"
    )
    if "Traceback" in errors:
        print(errors)
        return 1
    return int(lost + twice > 0)


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill a server again and again while people play.")
    parser.add_argument("--kills", type=int, default=200, help="how often (default 200)")
    parser.add_argument("--tables", type=int, default=6, help="tables that are played at a time (default 6)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--database", help="URL of an empty database (default: SQLite in a temporary folder)")
    sys.exit(asyncio.run(run(parser.parse_args())))


if __name__ == "__main__":
    main()
