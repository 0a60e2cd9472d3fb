"""A server without a wire, in the process of the tests: what it does can be counted, and held up."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import httpx

from tablee.server.room import Room
from tablee.server.shares import Job, Line, Pool
from tablee.table import Person
from tablee.table.requests import Bot, Sit, Start

PATIENCE = 120  # seconds for what must come, on however busy a machine


class House:
    """The server, to which anybody comes from any address."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.service = app.state.service

    async def call(self, method: str, path: str, address: str, token: str = "", body: Any = None) -> httpx.Response:
        transport = httpx.ASGITransport(self.app, client=(address, 1))
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers) as http:
            return await http.request(method, path, json=body)

    async def visitor(self, address: str, name: str = "Ann") -> "Visitor":
        joined = (await self.call("POST", "/api/people", address, body={"name": name})).json()
        return Visitor(self, address, joined["token"], Person(joined["person"], name))


class Visitor:
    """Somebody who can be shown a table, and does not look."""

    def __init__(self, house: House, address: str, token: str, person: Person) -> None:
        self.house, self.address, self.token, self.person = house, address, token, person
        self.wire = 0
        self.blocked: frozenset[str] = frozenset()

    def send(self, message: bytes) -> None:
        pass

    async def get(self, path: str) -> httpx.Response:
        return await self.house.call("GET", path, self.address, self.token)

    async def open(self, **terms: Any) -> httpx.Response:
        body = {"game": "shit", **terms}
        return await self.house.call("POST", "/api/tables", self.address, self.token, body)

    async def with_bots(self, *levels: Any, **terms: Any) -> Room:
        """A table at which they sit with bots of these levels, and look on; it has begun."""
        players = 1 + len(levels)
        opened = (await self.open(players=players, timer="none", **{"pace": "instant", **terms})).json()
        room: Room = await self.house.service.hall.come_in(self, opened["table"])
        await room.ask(self.person, Sit(seat=0), "sit")
        for seat, level in enumerate(levels, 1):
            await room.ask(self.person, Bot(seat=seat, level=level), f"bot {seat}")
        await room.ask(self.person, Start(), "start")
        return room


class Busy:
    """A pool all of whose threads are at work until `let_go`."""

    def __init__(self, pool: Pool, line: Line[Job]) -> None:
        self._gate = threading.Event()
        self._work = [
            asyncio.create_task(pool.do(line, (f"busy {number}", ""), lambda _: self._gate.wait(PATIENCE)))
            for number in range(pool.threads)
        ]

    async def let_go(self) -> None:
        self._gate.set()
        await asyncio.gather(*self._work)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)
