"""Who may have a connection, for how long, and how much it can have us hold: real sockets, a small application."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from uvicorn.server import ServerState

from attacks import PING, TEXT, frame
from tablee.server.gate import KEPT_BACK, Gate
from tablee.server.protocols import CONTROLS, FEW, FRAGMENTS, SLICE, Config, Http, Socket
from tablee.server.settings import read_networks

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
SMALLEST = 6  # bytes of a client's frame
CONT, TEXT_TO_COME = 0, bytes([0x01, 0x80, 0, 0, 0, 0])


class House:
    """A server whose application attends to messages one by one, when it is told to."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.port = 0
        self.sockets: list[Socket] = []
        self.attend = asyncio.Semaphore(0)
        self.heard: list[str] = []
        self.state = ServerState()
        self.writers: list[asyncio.StreamWriter] = []
        self.config = Config(self, gate)
        self.config.load()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body"})
            return
        self.sockets.append(receive.__self__)
        await receive()
        if scope["path"] == "/no":
            await send({"type": "websocket.http.response.start", "status": 429, "headers": []})
            await send({"type": "websocket.http.response.body", "body": b"no"})
            return
        await send({"type": "websocket.accept"})
        while True:
            await self.attend.acquire()
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            self.heard.append(event["text"])

    def protocol(self) -> Http:
        return Http(config=self.config, server_state=self.state, app_state={})

    async def connect(self, first: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers.append(writer)
        writer.write(first)
        return reader, writer

    async def upgraded(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.connect(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer


@asynccontextmanager
async def house(files: int = 1000, each: int = 300, proxies: str = "") -> AsyncIterator[House]:
    one = House(Gate(files, each, read_networks("--proxy", [proxies])))
    server = await asyncio.get_running_loop().create_server(one.protocol, "127.0.0.1", 0)
    one.port = server.sockets[0].getsockname()[1]
    try:
        yield one
    finally:
        server.close()
        for writer in one.writers:
            writer.transport.abort()
        await settle(lambda: not one.state.connections)
        for task in one.state.tasks:
            task.cancel()
        await asyncio.gather(*one.state.tasks, return_exceptions=True)


async def settle(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.005)


Scene = Callable[[], Coroutine[Any, Any, None]]


def run(scene: Scene) -> None:
    asyncio.run(scene())


def test_messages_are_taken_in_no_sooner_than_they_are_attended_to() -> None:
    async def scene() -> None:
        async with house() as one:
            _, writer = await one.upgraded()
            writer.write(frame(TEXT, b"a") * 20_000 + frame(TEXT, b"last"))
            [line] = one.sockets
            await settle(lambda: line.queue.qsize() >= FEW and line.read_paused)
            most = 0
            for _ in range(20_001):
                one.attend.release()
                await asyncio.sleep(0)
                most = max(most, line.queue.qsize())
            await settle(lambda: len(one.heard) == 20_001)
            assert most < FEW + SLICE // SMALLEST + 1
            assert one.heard[-1] == "last"  # nothing is lost: who sends too much has to wait

    run(scene)


def test_of_somebody_who_is_gone_nothing_is_kept() -> None:
    async def scene() -> None:
        async with house() as one:
            _, writer = await one.upgraded()
            writer.write(frame(TEXT, b"a") * 20_000)
            [line] = one.sockets
            await settle(lambda: line.queue.qsize() >= FEW)
            line.abort()
            await settle(lambda: line.disconnected)
            assert line.queue.qsize() == 1  # that they are gone
            assert not line._rest
            assert len(one.gate) == 0

    run(scene)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(PING) * 10 * CONTROLS, 1008),
        (frame(10) * 10 * CONTROLS, 1008),  # pongs that nobody asked for
        (TEXT_TO_COME + bytes([CONT, 0x80, 0, 0, 0, 0]) * 2 * FRAGMENTS, 1008),
        (frame(TEXT, b"\xff\xfe"), 1007),
        (frame(2, b"bytes"), 1003),
        (b"\x81\x05hello", 1002),  # without a mask
        (bytes([0x83, 0x80, 0, 0, 0, 0]), 1002),  # of no known kind
        (bytes([0x81, 0xFF, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]), 1009),
    ],
)
def test_what_no_client_sends_closes_the_socket_and_is_no_trouble(
    sent: bytes, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with house() as one:
            reader, writer = await one.upgraded()
            one.attend.release()
            writer.write(sent)
            answer = await reader.read()  # to the end of the connection
            assert code.to_bytes(2, "big") in answer
            await settle(lambda: len(one.gate) == 0)

    with caplog.at_level(logging.INFO):
        run(scene)
    assert not [record for record in caplog.records if record.exc_info]


def test_whoever_is_refused_a_socket_is_no_trouble(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async with house() as one:
            reader, _ = await one.connect(HANDSHAKE.replace(b"GET /", b"GET /no"))
            assert (await reader.read()).startswith(b"HTTP/1.1 429 ")
            await settle(lambda: len(one.gate) == 0)

    with caplog.at_level(logging.WARNING):
        run(scene)
    assert not caplog.records


def test_after_goodbye_nobody_goes_on_talking() -> None:
    async def scene() -> None:
        async with house() as one:
            _, writer = await one.upgraded()
            [line] = one.sockets
            line.close_timeout = 3600.0  # seconds for which uvicorn would listen on
            await line.send({"type": "websocket.close", "code": 4429})
            writer.write(frame(TEXT, b"a") * 100_000)
            await settle(lambda: line.disconnected)
            assert line.conn.close_rcvd is None
            assert not one.heard

    run(scene)


def test_who_does_not_read_is_not_read_and_then_cut_off() -> None:
    async def scene() -> None:
        async with house() as one:
            loop = asyncio.get_running_loop()
            with socket.socket() as deaf:
                deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                deaf.setblocking(False)
                await loop.sock_connect(deaf, ("127.0.0.1", one.port))
                await loop.sock_sendall(deaf, HANDSHAKE)
                await settle(lambda: bool(one.sockets) and one.sockets[0].handshake_complete)
                [line] = one.sockets
                while line.writable.is_set():
                    await line.send({"type": "websocket.send", "text": "x" * 10_000})
                await loop.sock_sendall(deaf, frame(TEXT, b"a"))
                assert line.read_paused
                one.gate.look()
                assert not line.transport.is_closing()
                one.gate.look()
                await settle(lambda: line.disconnected)
                assert one.gate.cut_off == 1

    run(scene)


@pytest.mark.parametrize("first", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: here\r\n\r\nGET / HTTP/1.1\r\nHo"])
def test_half_a_request_is_not_waited_for_again_and_again(first: bytes) -> None:
    async def scene() -> None:
        async with house() as one:
            reader, writer = await one.connect(first)
            await settle(lambda: len(one.gate) == 1)
            if len(first) > 30:  # a whole one, and half of the next
                await reader.readuntil(b"\r\n\r\n")
            one.gate.look()
            writer.write(b"x")  # that a little comes is no help
            await asyncio.sleep(0.05)
            one.gate.look()
            assert await reader.read() == b""
            assert (len(one.gate), one.gate.cut_off) == (0, 1)

    run(scene)


def test_who_asks_again_in_time_stays() -> None:
    async def scene() -> None:
        async with house() as one:
            reader, writer = await one.connect()
            for _ in range(5):
                writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
                await reader.readuntil(b"\r\n\r\n")
                one.gate.look()
            assert len(one.gate) == 1

    run(scene)


def test_one_address_has_its_share_and_not_more(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async with house(each=5) as one:
            for _ in range(5):
                await one.connect()
            await settle(lambda: len(one.gate) == 5)
            answers = [await (await one.connect())[0].read() for _ in range(20)]
            assert all(answer.startswith(b"HTTP/1.1 503 ") and b"retry-after: " in answer for answer in answers)
            assert (len(one.gate), one.gate.refused) == (5, 20)

    with caplog.at_level(logging.WARNING):
        run(scene)
    assert len(caplog.records) == 1  # not one for each


def test_nobody_comes_and_goes_as_fast_as_they_can() -> None:
    async def scene() -> None:
        async with house(each=5) as one:
            for _ in range(30):
                _, writer = await one.connect()
                writer.close()
                await writer.wait_closed()
                await settle(lambda: len(one.gate) == 0)
            assert one.gate.refused > 0

    run(scene)


def test_a_web_server_in_front_speaks_for_many() -> None:
    async def scene() -> None:
        async with house(each=5, proxies="127.0.0.0/8") as one:
            for _ in range(20):
                await one.connect()
            await settle(lambda: len(one.gate) == 20)

    run(scene)


def test_when_no_file_is_left_the_next_is_refused_and_the_others_stay() -> None:
    async def scene() -> None:
        async with house(files=20, proxies="*") as one:
            assert one.gate.most == 10
            wires = [await one.connect() for _ in range(10)]
            await settle(lambda: len(one.gate) == 10)
            assert (await (await one.connect())[0].read()).startswith(b"HTTP/1.1 503 ")
            wires[0][1].close()
            await settle(lambda: len(one.gate) == 9)
            reader, _ = await one.connect(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")

    run(scene)


def test_some_files_are_kept_for_the_database() -> None:
    assert Gate(1024, 300, read_networks("--proxy", [])).most == 1024 - KEPT_BACK
    assert Gate(100, 300, read_networks("--proxy", [])).each == 25
