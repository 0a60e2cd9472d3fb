"""Attacks by asking for what takes thought: the lobby, the coach's advice and reviews, and bots that search."""

import asyncio
import contextlib
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from attacks import ADDRESS, Target, attack
from tablee.table import Terms
from tablee.table.entries import AnyEntry, Opened, Sat, Stood, encode

Json = dict[str, Any]
TABLES, ENTRIES = 100, 900
GUESTS = 90
HONEST = "127.0.0.1"  # an address that is not the attack's
HALF = "5e" * 32  # what no deck is drawn from


@attack(
    "100 open tables of 900 entries, left there before; 95 looks at the lobby at once, twice a second, 20 s", seconds=20
)
async def lobby(target: Target) -> str:
    await asyncio.to_thread(leave_tables, target.folder / "tablee.db")
    answers: Counter[str] = Counter()
    async with target.http() as http:

        async def look() -> None:
            answers[str((await http.get("/api/tables")).status_code)] += 1

        while target.left:
            await asyncio.gather(*(look() for _ in range(95)))
            await asyncio.sleep(0.5)
    return told(answers)


def leave_tables(database: Path) -> None:
    """What weeks of sitting down and standing up would have left: a little at a time, so that nobody waits for it."""
    at = time.time_ns() // 1_000_000
    kept = sqlite3.connect(database, timeout=30)
    there = {line[1] for line in kept.execute("PRAGMA table_info(tables)")}
    for number in range(TABLES):
        id, terms = f"left{number}", Terms("shit", public=True)  # noqa: A001
        line = {
            "id": id,
            "code": f"LEFT{number}",
            "game": "shit",
            "public": True,
            "phase": "open",
            "opened": at,
            "changed": at,
            "keeper": "",
            "kept_until": 0,
            "terms": msgspec.json.encode(terms).decode(),
            "seats": "[null,null,null,null]",
            "opener": "0" * 32,
        }
        line = {name: value for name, value in line.items() if name in there}
        names, marks = ", ".join(line), ", ".join("?" * len(line))
        kept.execute(f"INSERT INTO tables ({names}) VALUES ({marks})", tuple(line.values()))
        opened = Opened(at=at, table=id, terms=terms, host="mallory", secret=HALF)
        rows = [(id, place, encode(entry)) for place, entry in enumerate(up_and_down(opened))]
        kept.executemany("INSERT INTO log (table_id, number, entry) VALUES (?, ?, ?)", rows)
        kept.commit()
        time.sleep(0.01)
    kept.close()


def up_and_down(opened: Opened) -> Iterator[AnyEntry]:
    yield opened
    for _ in range((ENTRIES - 1) // 2):
        yield Sat(at=opened.at, seat=0, person="mallory", name="Mallory")
        yield Stood(at=opened.at, seat=0)


@attack("90 guests, each at a table of their own, ask for advice twenty times at once, decision by decision, 60 s", 60)
async def advice(target: Target) -> str:
    answers: Counter[str] = Counter()

    async def one() -> None:
        player = await Player.come(target)
        async with player.line, target.http(player.token) as http:

            async def want() -> None:
                try:
                    path = f"/api/tables/{player.table}/advice"
                    answers[str((await http.get(path, params={"seat": 0})).status_code)] += 1
                except httpx.HTTPError as error:
                    answers[type(error).__name__] += 1

            await player.begin("stick-em", "novice", "novice", rounds=100)
            while target.left:
                choices = await player.turn()
                await asyncio.gather(*(want() for _ in range(20)))
                await player.act(choices[0])

    await at_it(target, [one() for _ in range(GUESTS)])
    return told(answers)


@attack("30 tables, each with five masters who choose at the same time and one who acts at once, 60 s", 60)
async def masters(target: Target) -> str:
    acted = 0

    async def one() -> None:
        nonlocal acted
        player = await Player.come(target)
        async with player.line:
            await player.begin("stick-em", *["master"] * 5, rounds=100)
            while target.left:
                await player.act((await player.turn())[0])
                acted += 1

    await at_it(target, [one() for _ in range(30)])
    return f"{acted:,} actions of theirs between the bots'"


@attack(
    "10 guests want four long matches gone through from each seat; after them somebody else a short one, 90 s",
    seconds=90,
)
async def reviews(target: Target) -> str:
    players = [await Player.come(target) for _ in range(4)]
    long = await asyncio.gather(*(player.alone("shit", 4, target=200) for player in players))
    guests = [await target.guest() for _ in range(10)]
    honest = await Player.come(target, address=HONEST)
    short = await honest.alone("shit", 2, target=1)
    wanted = [f"/api/tables/{table}/review?seat={seat}" for table in long for seat in range(4)]
    answers: Counter[str] = Counter()

    async def want() -> None:
        while target.left:
            for token in guests:
                async with target.http(token) as http:
                    for path in wanted:
                        answers[str((await http.get(path)).status_code)] += 1
            await asyncio.sleep(1)

    wanting = asyncio.create_task(want())
    await asyncio.sleep(2)
    began = time.monotonic()
    got = "none"
    async with target.http(honest.token, address=HONEST) as http:
        while target.left:
            answer = await http.get(f"/api/tables/{short}/review", params={"seat": 0})
            if answer.status_code == 200:
                got = f"{time.monotonic() - began:.0f} s"
                break
            await asyncio.sleep(int(answer.headers["retry-after"]))
    wanting.cancel()
    return f"{told(answers)}; the honest review: {got}"


class Player:
    """Somebody with a socket, at a table of their own."""

    def __init__(self, target: Target, token: str, line: ClientConnection, address: str) -> None:
        self.target, self.token, self.line, self.address = target, token, line, address
        self.table = ""
        self.view: Json = {}
        self.number = 0

    @classmethod
    async def come(cls, target: Target, address: str = ADDRESS) -> "Player":
        token = await target.guest(address=address)
        return cls(target, token, await target.line(token, address), address)

    async def open(self, game: str, players: int, **options: int) -> None:
        async with self.target.http(self.token, address=self.address) as http:
            terms = {"game": game, "players": players, "timer": "none", "pace": "instant", "options": options}
            answer = await http.post("/api/tables", json=terms)
            answer.raise_for_status()
            self.table = answer.json()["table"]
        await self.line.send(json.dumps({"type": "watch", "table": self.table}))

    async def begin(self, game: str, *levels: str, **options: int) -> None:
        """A match with bots of these levels."""
        await self.open(game, 1 + len(levels), **options)
        await self.ask(ask="sit", seat=0)
        for seat, level in enumerate(levels, 1):
            await self.ask(ask="bot", seat=seat, level=level)
        await self.ask(ask="start")

    async def alone(self, game: str, players: int, **options: int) -> str:
        """A whole match with oneself. Gives the table."""
        await self.open(game, players, **options)
        for seat in range(players):
            await self.ask(ask="sit", seat=seat)
        await self.ask(ask="start")
        while self.view.get("phase") != "over":
            sight = next((sight for sight in self.view.get("sights", ()) if sight["choices"]), None)
            if sight is None:
                await self.hear()
            else:
                await self.ask(ask="act", seat=sight["seat"], do=sight["choices"][0]["do"])
        return self.table

    async def turn(self) -> list[str]:
        """What they may do, once it is for them to do something."""
        while True:
            found = [choice["do"] for sight in self.view.get("sights", ()) for choice in sight["choices"]]
            if found:
                return found
            await self.hear()

    async def act(self, do: str) -> None:
        await self.ask(ask="act", seat=0, do=do)

    async def ask(self, **request: Any) -> None:
        self.number += 1
        id = str(self.number)  # noqa: A001
        await self.line.send(json.dumps({"type": "ask", "table": self.table, "id": id, "request": request}))
        while (await self.hear()).get("id") != id:
            pass

    async def hear(self) -> Json:
        message: Json = json.loads(await self.line.recv())
        self.view = message.get("view", self.view)
        return message


async def at_it(target: Target, work: list[Any]) -> None:
    """All of them at once, until the time is over; who is sent away has had enough."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(max(1.0, target.left - 5)):  # letting go of everything takes a while
            await asyncio.gather(*(persistently(one) for one in work))


async def persistently(one: Any) -> None:
    with contextlib.suppress(OSError, WebSocketException, httpx.HTTPError):
        await one


def told(answers: Counter[str]) -> str:
    return ", ".join(f"{count:,} × {status}" for status, count in sorted(answers.items())) or "no answer"
