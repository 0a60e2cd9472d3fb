"""A client for tests: one person with a socket, who can wait for what should come."""

import asyncio
import itertools
import json
import secrets
from collections.abc import Callable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tablee.server.store import Store
from tablee.table import AnyEntry

Json = dict[str, Any]
PATIENCE = 120  # seconds for an answer, on however busy a machine; an expert's search may have to be compiled
OPEN: list["Socket"] = []  # to be closed when a test ends


class Guest:
    """Somebody with a token."""

    def __init__(self, address: str, name: str, token: str) -> None:
        self.address, self.name, self.token = address, name, token
        self.headers = {"authorization": f"Bearer {token}"}

    async def open(self, game: str, **terms: Any) -> Json:
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=PATIENCE, headers=self.headers) as http:
            answer = await http.post("/api/tables", json={"game": game, **terms})
            assert answer.status_code == 201, answer.text
            return dict(answer.json())

    async def get(self, path: str) -> Any:
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=PATIENCE, headers=self.headers) as http:
            return await http.get(path)

    async def connect(self) -> "Socket":
        return Socket(
            await connect(
                f"ws://{self.address}/api/socket",
                additional_headers=self.headers,
                open_timeout=PATIENCE,
                ping_timeout=PATIENCE,
                close_timeout=1,
            )
        )


async def guest(address: str, name: str) -> Guest:
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE) as http:
        answer = await http.post("/api/people", json={"name": name})
        assert answer.status_code == 201, answer.text
        return Guest(address, name, answer.json()["token"])


def log_of(server: Any, table: str) -> list[AnyEntry]:
    """What the server has written down of a table."""
    store = Store(f"sqlite:///{server.folder / 'tablee.db'}")
    try:
        return asyncio.run(store.log_of(table))
    finally:
        store.close()


class Socket:
    """A socket, everything that has come over it, and the last view of the table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        OPEN.append(self)
        self.received: list[Json] = []
        self.raw: list[str] = []
        self.view: Json = {}
        self._numbers = itertools.count(1)
        self._name = secrets.token_hex(3)  # the same person's other sockets have other ids

    async def next(self) -> Json:
        text = await asyncio.wait_for(self.connection.recv(), PATIENCE)
        assert isinstance(text, str)
        message: Json = json.loads(text)
        self.raw.append(text)
        self.received.append(message)
        self.view = message.get("view", self.view)
        return message

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        while not wanted(message := await self.next()):
            pass
        return message

    async def send(self, **message: Any) -> None:
        await self.connection.send(json.dumps(message))

    async def watch(self, table: str, since: int | None = None) -> Json:
        await self.send(type="watch", table=table, since=since)
        return await self.until(lambda message: message["type"] in ("table", "refused"))

    async def ask(self, table: str, ask: str, id: str = "", **fields: Any) -> Json:  # noqa: A002
        """Ask something; gives the answer."""
        key = id or f"{self._name} {next(self._numbers)}"
        await self.send(type="ask", table=table, id=key, request={"ask": ask, **fields})
        return await self.until(lambda message: message.get("id") == key)

    async def close(self) -> None:
        await self.connection.close()
