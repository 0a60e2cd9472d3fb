"""Whatever is sent, the server answers with a refusal, does not fall over, and forgets it."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from client import guest

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
ASKS = ["sit", "stand", "bot", "clear", "word", "start", "act", "back", "answer", "return", "say", "rematch", "close"]
FIELDS = ["seat", "level", "word", "do", "yes", "phrase", "text", "ask", "what"]


def odd_message(dice: random.Random, table: str) -> Any:
    """Something like a message, with something wrong in it more often than not."""
    request = {"ask": dice.choice(ASKS[:-1])} | {
        dice.choice(FIELDS): dice.choice(ODD) for _ in range(dice.randrange(4))
    }
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
            await asyncio.wait_for(socket.connection.wait_closed(), 10)
        assert (await ann.get("/healthz")).status_code == 200

    go(scene())


def test_who_never_reads_is_cut_off_and_costs_nothing(server: Any, go: Any) -> None:
    def memory() -> int:
        return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4096

    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        table = (await ann.open("stick-em"))["table"]
        talker = await ann.connect()
        await talker.watch(table)
        deaf = [await ann.connect() for _ in range(10)]
        for one in deaf:
            one.connection.transport.pause_reading()
            await one.send(type="watch", table=table)
        before = memory()
        for number in range(60):
            await talker.ask(table, "say", text=f"{number} " + "x" * 190)
        assert memory() - before < 50e6
        assert (await ann.get("/healthz")).status_code == 200

    go(scene())


@pytest.mark.parametrize(
    "path", ["/api/tables/%00", "/api/tables/..%2f..", "/api/codes/%ff", "/api/codes/'", "/api/tables/x/record"]
)
def test_odd_paths(server: Any, path: str) -> None:
    answer = httpx.get(f"http://{server.address}/api/{path}")
    assert answer.status_code in (404, 405), answer.text


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 3000, b'{"name": "\\ud800"}', b'{"name": 7}', b"x" * 10_000]
)
def test_odd_bodies(server: Any, body: bytes) -> None:
    answer = httpx.post(f"http://{server.address}/api/people", content=body)
    assert 400 <= answer.status_code < 500
    assert answer.json()["why"]
