"""The halls of two processes over one database: who looks after a table, and what they hear of each other."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sql

from tablee.server.bus import Listener, Word
from tablee.server.clock import now
from tablee.server.hall import Hall
from tablee.server.outage import Unavailable
from tablee.server.room import Room
from tablee.server.store import Store, tables
from tablee.server.timers import Timers
from tablee.table import Person, Terms
from tablee.table.requests import Say, Sit, Start

LONG = 600  # seconds
ANN, BEN = Person("ann", "Ann"), Person("ben", "Ben")


class Wire:
    """A bus within this process: what one tells, the others hear at once."""

    def __init__(self) -> None:
        self.ends: list[End] = []

    def end(self) -> "End":
        self.ends.append(End(self, f"process {len(self.ends)}"))
        return self.ends[-1]


class End:
    def __init__(self, wire: Wire, origin: str) -> None:
        self.origin = origin
        self.listener: Listener | None = None
        self._wire = wire

    def tell(self, word: Word) -> None:
        for other in self._wire.ends:
            if other is not self and other.listener is not None:
                other.listener(word)

    async def listen(self, listener: Listener) -> None:
        self.listener = listener
        await asyncio.Event().wait()

    async def close(self) -> None:
        pass


class Client:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.wire = 0
        self.blocked: frozenset[str] = frozenset()
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.sent.append(message)


@pytest.fixture(autouse=True)
def on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is believed for a while only does not run out in the middle of a test, however long that takes."""
    monkeypatch.setattr("tablee.server.hall.LEASE", 1000 * LONG)
    monkeypatch.setattr("tablee.server.room.FRESH", LONG)


async def two_halls(store: Store) -> tuple[Hall, Hall]:
    wire = Wire()
    halls = Hall(store, wire.end()), Hall(store, wire.end())
    for hall in halls:
        hall.chore = asyncio.create_task(hall.listen())  # type: ignore[attr-defined]
    await asyncio.sleep(0)
    return halls


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not true():
            await asyncio.sleep(0.01)


async def lines(store: Store) -> dict[str, tuple[str, int]]:
    wanted = sql.select(tables.c.id, tables.c.keeper, tables.c.kept_until)
    rows = await store.read(lambda connection: connection.execute(wanted).all())
    return {id: (keeper, until) for id, keeper, until in rows}  # noqa: A001


def test_a_process_that_leaves_is_replaced_at_once(store: Store) -> None:
    async def scene() -> None:
        one, other = await two_halls(store)
        room = await one.open(ANN, Terms("shit"))
        await one.come_in(Client(ANN), room.table.id)
        twin = await other.come_in(Client(BEN), room.table.id)
        assert (room.kept, twin.kept) == (True, False)
        await other.keep()
        assert not twin.kept
        await one.leave()
        await until(lambda: twin.kept)
        assert not room.kept
        assert (await lines(store))[room.table.id][0] == "process 1"
        await one.keep()  # the round that was under way
        assert not room.kept

    asyncio.run(scene())


def test_other_processes_hear_of_whom_something_has_changed(store: Store) -> None:
    async def scene() -> None:
        one, other = await two_halls(store)
        out: list[str] = []
        other.on_person.append(out.append)
        one.bus.tell(Word(one.bus.origin, "", person="ann"))
        await until(lambda: out == ["ann"])

    asyncio.run(scene())


def test_a_table_that_nobody_looks_at_is_let_go_of(store: Store) -> None:
    async def scene() -> None:
        one, other = await two_halls(store)
        room = await one.open(ANN, Terms("shit"))
        ann, ben = Client(ANN), Client(BEN)
        await one.come_in(ann, room.table.id)
        twin = await other.come_in(ben, room.table.id)
        room.leave(ann)
        await one.keep()
        await until(lambda: twin.kept)
        assert not room.kept

    asyncio.run(scene())


def test_a_round_of_keeping_is_one_statement(store: Store) -> None:
    async def scene() -> list[str]:
        one, other = await two_halls(store)
        for _ in range(20):
            room = await one.open(ANN, Terms("shit"))
            await one.come_in(Client(ANN), room.table.id)
        taken = await other.open(BEN, Terms("shit"))
        await other.come_in(Client(BEN), taken.table.id)
        await one.come_in(Client(ANN), taken.table.id)
        statements: list[str] = []
        sql.event.listen(store.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
        await one.keep()
        assert sum(room.kept for room in one.rooms.values()) == 20
        assert taken.kept
        kept = await lines(store)
        assert all(until > now() for _, until in kept.values())
        return statements

    statements = asyncio.run(scene())
    assert sum(text.startswith("UPDATE") for text in statements) == 1


def test_a_slow_table_keeps_only_its_own_news_waiting(store: Store) -> None:
    async def scene() -> None:
        one, other = await two_halls(store)
        rooms = [await one.open(ANN, Terms("shit")) for _ in range(2)]
        slow, quick = twins = [await other.room(room.table.id) for room in rooms]
        order: list[Any] = []
        watch_over(slow, order)
        async with slow._lock:  # it waits for the database, say
            for number, room in enumerate([*rooms, *rooms]):
                await room.ask(ANN, Say(phrase="hello"), f"{number}")
            await until(lambda: quick.table.version == rooms[1].table.version)
            assert slow.table.version == 1
        await until(lambda: slow.table.version == rooms[0].table.version)
        assert order == [2, 3]
        assert [twin.table.version for twin in twins] == [3, 3]

    asyncio.run(scene())


def test_people_of_a_process_that_is_gone_are_gone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        one, other = await two_halls(store)
        room = await one.open(ANN, Terms("shit"))
        ann = Client(ANN)
        room.look(ann)
        await room.ask(BEN, Sit(seat=0), "1")
        (await other.room(room.table.id)).look(Client(BEN))
        await until(lambda: b'"present":true' in ann.sent[-1])
        ann.sent.clear()
        await one.keep()
        assert not ann.sent
        clock = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: clock() + LONG)  # and nothing was heard of the other process
        await one.keep()
        assert len(ann.sent) == 1
        assert b'"present":false' in ann.sent[0]
        assert b'"present":true' not in ann.sent[0]
        await one.keep()
        assert len(ann.sent) == 1

    asyncio.run(scene())


@pytest.mark.parametrize("gone", [Unavailable("the database cannot be written"), asyncio.CancelledError()])
def test_who_could_not_come_in_is_not_there(store: Store, monkeypatch: pytest.MonkeyPatch, gone: BaseException) -> None:
    """The database goes away meanwhile, or whoever comes does: nobody would ever let go of them again."""

    async def scene() -> None:
        one, other = await two_halls(store)
        room = await one.open(ANN, Terms("shit"))
        twin = await other.room(room.table.id)

        async def away(*_: Any) -> None:
            raise gone

        with monkeypatch.context() as patch:
            patch.setattr(store, "keep", away)
            with pytest.raises(type(gone)):
                await other.come_in(Client(BEN), room.table.id)
        assert not twin.clients
        assert not twin.present
        other.put_away(lambda _: True)
        assert not other.rooms

    asyncio.run(scene())


def test_whose_time_is_up_while_another_process_writes_is_looked_at_again(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        one, other = Hall(store), Hall(store)
        timers = Timers(one)
        room = await one.open(ANN, Terms("shit", 2))
        await one.come_in(Client(ANN), room.table.id)
        for person in (ANN, BEN):
            await room.ask(person, Sit(), "sit")
        await room.ask(ANN, Start(), "start")
        room.table.since = [1, 1]  # long ago
        twin = await other.room(room.table.id)
        await twin.ask(ANN, Say(phrase="hello"), "first")
        await timers._look(room)
        room.table.since = [1, 1]
        await timers._look(room)
        assert any(chair.away for chair in room.table.chairs)
        timers.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(scene())
    assert not caplog.records


def watch_over(room: Room, order: list[Any]) -> None:
    """Note the order in which a table's news are attended to."""
    hear = room.hear

    async def noted(version: int) -> None:
        await hear(version)
        order.append(version)

    room.hear = noted  # type: ignore[method-assign]
