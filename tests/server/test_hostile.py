"""Whatever is sent, the server answers with a refusal, does not fall over, and forgets it."""

import asyncio
import json
import random
from typing import Any, get_args

import httpx
import pytest
from client import PATIENCE, guest
from msgspec.structs import fields

from tablee.server.people import Known
from tablee.server.sockets import Connection, Paces
from tablee.table import AnyRequest, Person
from tablee.table.requests import Close

pytestmark = pytest.mark.xdist_group("server")

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**63,
    -(2**70),
    1e308,
    0.5,
    "",
    "0",
    "x" * 300,
    "\x00",
    "\ud800",
    "é\u202e",
    [],
    {},
]
ODD += [[[]], {"a": {}}, "play red 3", "sit", "master", "choose red"]
ASKS = sorted(kind.__struct_config__.tag for kind in get_args(AnyRequest) if kind is not Close)
FIELDS = sorted({field.name for kind in get_args(AnyRequest) for field in fields(kind)}) + ["ask", "what"]


def odd_message(dice: random.Random, table: str) -> Any:
    """Something like a message, with something wrong in it more often than not."""
    request = {"ask": dice.choice(ASKS)} | {dice.choice(FIELDS): dice.choice(ODD) for _ in range(dice.randrange(4))}
    message: dict[str, Any] = {"type": "ask", "table": table, "id": str(dice.random()), "request": request}
    if dice.random() < 0.3:
        message[dice.choice([*message, "since", "more"])] = dice.choice(ODD)
    if dice.random() < 0.1:
        message = {"type": dice.choice(["watch", "leave", "ping", "ask", "dance"]), "table": dice.choice(ODD)}
    return message


@pytest.mark.parametrize("seed", range(4))
def test_odd_messages(server: Any, go: Any, seed: int) -> None:
    async def scene() -> None:
        dice = random.Random(seed)
        ann = await guest(server.address, "Ann")
        game = dice.choice(["stick-em", "shit", "stoick", "stop-it", "hat-trick"])
        table = (await ann.open(game, pace="instant"))["table"]
        socket = await ann.connect()
        await socket.watch(table)
        for _ in range(80):
            await socket.connection.send(json.dumps(odd_message(dice, table)))
        await socket.send(type="ping", at=7)
        await socket.until(lambda message: message["type"] == "pong")
        assert not [message for message in socket.received if message.get("code") == "failed"]

    go(scene())


def test_frames_that_are_too_large_or_not_text(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        for frame in (b"\x00\xff" * 10, "x" * 200_000, b"x" * 200_000):
            socket = await ann.connect()
            await socket.connection.send(frame)
            await asyncio.wait_for(socket.connection.wait_closed(), PATIENCE)
        assert (await ann.get("/healthz")).status_code == 200

    go(scene())


def test_who_never_reads_is_cut_off() -> None:
    """What waits for them is bounded; when it is more, they have to come back and look anew."""

    class Deaf:
        async def receive_text(self) -> str:
            return await asyncio.Event().wait() or ""

        async def send_text(self, text: str) -> None:
            await asyncio.Event().wait()

    async def scene() -> int:
        nothing: Any = None
        deaf: Any = Deaf()
        connection = Connection(
            deaf, Known(Person("deaf", "Deaf"), "", None, frozenset()), nothing, nothing, nothing, Paces()
        )
        running = asyncio.create_task(connection.run())
        await asyncio.sleep(0)
        sent = 0
        while not connection.ended and sent < 10_000:
            connection.send(b"x")
            sent += 1
            await asyncio.sleep(0)
        with pytest.raises(asyncio.CancelledError):
            await running
        return sent

    assert asyncio.run(scene()) < 100


@pytest.mark.parametrize(
    "path", ["/api/tables/%00", "/api/tables/..%2f..", "/api/codes/%ff", "/api/codes/'", "/api/tables/x/record"]
)
def test_odd_paths(server: Any, path: str) -> None:
    answer = httpx.get(f"http://{server.address}{path}", timeout=PATIENCE)
    assert answer.status_code in (404, 405), answer.text


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 3000, b'{"name": "\\ud800"}', b'{"name": 7}', b"x" * 10_000]
)
def test_odd_bodies(server: Any, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"http://{server.address}/api/people", content=body, headers=headers, timeout=PATIENCE)
    assert 400 <= answer.status_code < 500
    assert answer.json()["why"]
