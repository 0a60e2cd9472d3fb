"""What somebody might do to a server, each a function with a bound: `@attack` enters it for bench/abuse.py.

An attack runs in a process of its own and comes from an address of its own, as honest people have another. It lasts
until it returns, and for its seconds at most. What it returns says in a few words what it got.
"""

import asyncio
import contextlib
import socket
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import httpx
from websockets.asyncio.client import connect

ADDRESS = "127.0.0.2"  # on Linux all of 127.0.0.0/8 is this machine
TEXT, PING = 1, 9  # kinds of frames

Work = Callable[["Target"], Awaitable[str]]


@dataclass(frozen=True)
class Attack:
    name: str
    bound: str  # how much of it there is
    seconds: float
    work: Work
    options: tuple[str, ...]  # of the server, beside its own
    files: int | None  # that the server may have open


ATTACKS: dict[str, Attack] = {}


def attack(
    bound: str, seconds: float = 15.0, options: tuple[str, ...] = (), files: int | None = None
) -> Callable[[Work], Work]:
    """Enter an attack by its function's name. `bound` is for people to read."""

    def enter(work: Work) -> Work:
        name = work.__name__.replace("_", "-")
        ATTACKS[name] = Attack(name, bound, seconds, work, options, files)
        return work

    return enter


class Target:
    """The server, as the one at the other address has it before them."""

    def __init__(self, address: str, seconds: float, folder: Path) -> None:
        self.address = address
        self.folder = folder  # where it keeps everything: for what somebody may have done there long before
        self.host, port = address.split(":")
        self.port = int(port)
        self._ends = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds: with less than one of them an attack comes to its end by itself, and says what it got."""
        return max(0.0, self._ends - time.monotonic() - 1)

    def http(self, token: str = "", timeout: float = 30.0, address: str = ADDRESS) -> httpx.AsyncClient:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=1000))
        base = f"http://{self.address}"
        return httpx.AsyncClient(base_url=base, timeout=timeout, headers=headers, transport=transport)

    async def guest(self, name: str = "Mallory", address: str = ADDRESS) -> str:
        """Somebody's token."""
        async with self.http(address=address) as http:
            answer = await http.post("/api/people", json={"name": name})
            answer.raise_for_status()
            return str(answer.json()["token"])

    def line(self, token: str, address: str = ADDRESS) -> connect:
        """A WebSocket of somebody who keeps to what one does."""
        headers = {"authorization": f"Bearer {token}"}
        url = f"ws://{self.address}/api/socket"
        return connect(url, additional_headers=headers, compression=None, local_addr=(address, 0))

    async def wire(self, room: int | None = None) -> socket.socket:
        """A connection over which nothing has been said; `room`: bytes that may wait here to be read."""
        wire = socket.socket()
        try:
            if room is not None:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            wire.bind((ADDRESS, 0))
            wire.setblocking(False)
            await asyncio.get_running_loop().sock_connect(wire, (self.host, self.port))
        except BaseException:
            wire.close()
            raise
        return wire

    async def deaf(self, token: str, room: int | None = None) -> socket.socket:
        """A WebSocket of which nothing is read but the answer to its handshake."""
        wire = await self.wire(room)
        asked = (
            f"GET /api/socket HTTP/1.1\r\nHost: {self.address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        loop = asyncio.get_running_loop()
        try:
            await loop.sock_sendall(wire, asked.encode())
            if b" 101 " not in await loop.sock_recv(wire, 1024):
                raise ConnectionRefusedError
        except BaseException:
            wire.close()
            raise
        return wire


def frame(kind: int, payload: bytes = b"") -> bytes:
    """As a client sends it, with a mask that changes nothing."""
    assert len(payload) < 126
    return bytes([0x80 | kind, 0x80 | len(payload), 0, 0, 0, 0]) + payload


async def carry_out(one: Attack, address: str, folder: Path) -> str:
    target = Target(address, one.seconds, folder)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(one.seconds):
            return await one.work(target)
    return "at it to the end"
