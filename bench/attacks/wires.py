"""Attacks on the wire itself: frames, pings, and requests of which the end never comes."""

import asyncio
import contextlib
import select
import socket

from attacks import PING, TEXT, Target, attack, frame


@attack("none")
async def nothing(target: Target) -> str:
    """For comparison."""
    await asyncio.sleep(target.left)
    return ""


@attack("16 sockets that come again and again, 256 KiB of empty frames in one go each, 15 s")
async def tiny_frames(target: Target) -> str:
    token, lot, filled = await target.guest(), frame(TEXT) * 43_690, 0

    async def one() -> None:
        nonlocal filled
        while target.left:
            with contextlib.suppress(OSError):
                wire = await target.deaf(token)
                filled += await push(wire, lot, 1.0)
                wire.close()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(16)))
    return f"{filled / 1e6:,.0f} MB of frames taken"


@attack("180 sockets at once, 64 KiB of empty frames in one go each")
async def burst_of_frames(target: Target) -> str:
    token, lot, wires = await target.guest(), frame(TEXT) * 10_922, []
    for _ in range(180):
        with contextlib.suppress(OSError):
            wires.append(await target.deaf(token))
    taken = sum(await asyncio.gather(*(push(wire, lot, target.left) for wire in wires)))
    await asyncio.sleep(target.left)
    for wire in wires:
        wire.close()
    return f"{len(wires)} sockets let in, {taken / 1e6:,.1f} MB of frames taken"


@attack("one socket at a time, pings of 125 bytes whose answers are not read, 15 s")
async def pings_never_read(target: Target) -> str:
    token, lot, taken, cut = await target.guest(), frame(PING, b"x" * 125) * 500, 0, 0
    while target.left:
        try:
            wire = await target.deaf(token, room=4096)
        except OSError:
            await asyncio.sleep(0.05)
            continue
        while target.left and (pushed := await push(wire, lot, target.left)):
            taken += pushed
        cut += bool(target.left)
        wire.close()
    return f"{taken / 1e6:,.0f} MB of pings taken, cut off {cut} times"


async def push(wire: socket.socket, lot: bytes, seconds: float) -> int:
    """Send it, for so long. Gives how many bytes of it were taken, 0 by a connection that is gone."""
    rest = memoryview(lot)
    with contextlib.suppress(TimeoutError, OSError):
        async with asyncio.timeout(seconds):
            while rest:
                try:
                    rest = rest[wire.send(rest) :]
                except BlockingIOError:
                    await asyncio.sleep(0.005)
                await asyncio.sleep(0)
    return len(lot) - len(rest)


@attack(
    "2,000 connections with half a request each, 25 s; the server may have 1,024 files open", seconds=25, files=1024
)
async def half_sent_requests(target: Target) -> str:
    wires = await silent(target, 2000, b"POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Le")
    await asyncio.sleep(target.left)
    return f"{len(wires)} connected, {held(wires)} of them held to the end"


@attack("600 connections that say nothing, 25 s; the server may have 1,024 files open", seconds=25, files=1024)
async def silence(target: Target) -> str:
    wires = await silent(target, 600, b"")
    await asyncio.sleep(target.left)
    return f"{len(wires)} connected, {held(wires)} of them held to the end"


async def silent(target: Target, count: int, first: bytes) -> list[socket.socket]:
    """So many connections, each of which says this and no more."""
    wires = []
    for _ in range(count):
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(0.2):
                wire = await target.wire()
            wires.append(wire)
            wire.send(first)
        if not target.left:
            break
    return wires


def held(wires: list[socket.socket]) -> int:
    """How many of them are open still: of one that is not, the end can be read."""
    poll = select.poll()
    for wire in wires:
        poll.register(wire, select.POLLIN | select.POLLHUP)
    return len(wires) - len(poll.poll(0))


@attack("20 at a time connect, say nothing and go, over and over, 15 s")
async def comings_and_goings(target: Target) -> str:
    came = 0

    async def one() -> None:
        nonlocal came
        while target.left:
            with contextlib.suppress(OSError):
                (await target.wire()).close()
                came += 1

    await asyncio.gather(*(one() for _ in range(20)))
    return f"{came:,} connections"


@attack("8 at a time shake hands for a socket and go, over and over, 15 s")
async def handshakes(target: Target) -> str:
    token, came = await target.guest(), 0

    async def one() -> None:
        nonlocal came
        while target.left:
            try:
                (await target.deaf(token)).close()
                came += 1
            except OSError:
                await asyncio.sleep(0.02)

    await asyncio.gather(*(one() for _ in range(8)))
    return f"{came:,} handshakes"
