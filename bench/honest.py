"""Honest people on a server that somebody else would like to take down, and what they see of it.

Four people at one table, who act as soon as they may, and one person among three bots. By the clock of this process:
from sending an action to everybody at the table being told of it, and from a bot being awaited to what it does.
"""

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Json = dict[str, Any]
GAME, SEATS = "hat-trick", 4
BREATH = 0.05  # seconds before somebody acts,
PACE = 0.4  # and a bot at a table whose pace is `quick`, give or take a quarter
PATIENCE = 30.0  # seconds for whatever an honest client waits for
KNOCK = 0.5  # seconds between two visits of somebody new


@dataclass
class Seen:
    """What honest people saw since the last `begin`."""

    since: float = field(default_factory=time.perf_counter)
    delays: list[float] = field(default_factory=list)  # seconds from sending an action to being told of it
    bots: list[float] = field(default_factory=list)  # seconds from being awaited to the action
    visits: list[float] = field(default_factory=list)  # seconds for which somebody new waited for the page's answer
    turned_away: int = 0  # of those who came anew
    lost: int = 0  # sockets of who was playing

    def begin(self) -> None:
        self.__init__()  # type: ignore[misc]


class Table:
    """One match after another, at tables of the same people."""

    def __init__(self, address: str, people: int, seen: Seen) -> None:
        self.address, self.people, self.seen = address, people, seen
        self.dice = random.Random(people)
        self.tokens: list[str] = []
        self.sent: dict[tuple[str, int], float] = {}  # when, by table and the number of actions that it leads to
        self.playing = asyncio.Event()

    async def play_on(self) -> None:
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=PATIENCE) as http:
            for number in range(self.people):
                answer = await http.post("/api/people", json={"name": f"Honest {number}"})
                self.tokens.append(answer.json()["token"])
                http.cookies.clear()
            while True:
                terms = {"game": GAME, "players": SEATS, "timer": "none", "pace": "quick"}
                headers = {"authorization": f"Bearer {self.tokens[0]}"}
                table = (await http.post("/api/tables", json=terms, headers=headers)).json()["table"]
                await self.play(table)

    async def play(self, table: str) -> None:
        """A match, from sitting down to its end."""
        sat = [asyncio.Event() for _ in range(self.people)]
        async with asyncio.TaskGroup() as group:
            for seat in range(self.people):
                group.create_task(self.person(table, seat, sat))

    async def person(self, table: str, seat: int, sat: list[asyncio.Event]) -> None:
        """One of them, until the match is over; whoever is cut off comes back, and it is counted."""
        first = True
        while True:
            try:
                headers = {"authorization": f"Bearer {self.tokens[seat]}"}
                url = f"ws://{self.address}/api/socket"
                async with connect(url, additional_headers=headers, open_timeout=PATIENCE) as socket:
                    if first:
                        await self.sit(socket, table, seat, sat)
                        first = False
                    await socket.send(json.dumps({"type": "watch", "table": table}))
                    return await self.act_on(socket, table, seat)
            except (OSError, WebSocketException):
                self.seen.lost += 1
                await asyncio.sleep(BREATH)

    async def sit(self, socket: ClientConnection, table: str, seat: int, sat: list[asyncio.Event]) -> None:
        await ask(socket, table, ask="sit", seat=seat)
        sat[seat].set()
        if seat == 0:  # the host
            for other in sat:
                await other.wait()
            for other in range(self.people, SEATS):
                await ask(socket, table, ask="bot", seat=other, level="novice")
            await ask(socket, table, ask="start")

    async def act_on(self, socket: ClientConnection, table: str, seat: int) -> None:
        actions, awaited, then = -1, [], 0.0
        async for text in socket:
            came = time.perf_counter()
            view = json.loads(text).get("view")
            if view is None or view["phase"] == "open":
                continue
            if view["actions"] > actions >= 0:
                self.count(table, view["actions"], seat, awaited, then, came)
            if view["phase"] == "over":
                return
            self.playing.set()
            if view["actions"] == actions:
                continue
            actions, awaited, then = view["actions"], view["awaited"], came
            choices = [choice["do"] for sight in view["sights"] if sight["seat"] == seat for choice in sight["choices"]]
            if choices:
                await asyncio.sleep(BREATH)
                request = {"ask": "act", "seat": seat, "do": self.dice.choice(choices)}
                message = {"type": "ask", "table": table, "id": f"{seat} {actions}", "request": request}
                self.sent[table, actions + 1] = time.perf_counter()
                await socket.send(json.dumps(message))

    def count(self, table: str, actions: int, seat: int, awaited: list[int], then: float, came: float) -> None:
        """Somebody at the table has been told of an action."""
        sent = self.sent.get((table, actions))
        if sent is not None and sent >= self.seen.since:
            self.seen.delays.append(came - sent)
        elif sent is None and seat == 0 and then >= self.seen.since and min(awaited, default=0) >= self.people:
            self.seen.bots.append(came - then)


async def ask(socket: ClientConnection, table: str, **request: Any) -> None:
    """Ask the table something that it has no reason to refuse."""
    name = json.dumps(request)[:40]
    await socket.send(json.dumps({"type": "ask", "table": table, "id": name, "request": request}))
    async for text in socket:
        message = json.loads(text)
        if message.get("id") == name:
            assert message["type"] == "done", message
            return


async def newcomers(address: str, seen: Seen) -> None:
    """Somebody new comes again and again, by a connection of their own."""
    while True:
        began = time.perf_counter()
        try:
            async with httpx.AsyncClient(base_url=f"http://{address}", timeout=5) as http:
                answer = await http.get("/healthz")
            seen.turned_away += answer.status_code != 200
        except httpx.TransportError:
            seen.turned_away += 1
        seen.visits.append(time.perf_counter() - began)
        await asyncio.sleep(KNOCK)


class Honest:
    """All of them together, for as long as the block lasts."""

    def __init__(self, address: str) -> None:
        self.seen = Seen()
        self._tables = [Table(address, SEATS, self.seen), Table(address, 1, self.seen)]
        self._address = address
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Seen:
        self._tasks = [asyncio.create_task(table.play_on()) for table in self._tables]
        self._tasks.append(asyncio.create_task(newcomers(self._address, self.seen)))
        for table in self._tables:
            await asyncio.wait_for(table.playing.wait(), PATIENCE)
        return self.seen

    async def __aexit__(self, *error: object) -> None:
        failed = [task for task in self._tasks if task.done() and not task.cancelled()]
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for task in failed:  # who stops playing is no measure of anything
            task.result()
