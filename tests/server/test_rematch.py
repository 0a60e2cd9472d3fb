"""A rematch: two who want one at the same time, each by way of another process; and whose table it is."""

import asyncio
from typing import Any

import pytest
import sqlalchemy as sql
from inside import House, until

from tablee.server.hall import Hall
from tablee.server.lobby import opener_of
from tablee.server.messages import Ask, Watch
from tablee.server.people import Known, People
from tablee.server.sockets import Connection
from tablee.server.store import Store, tables
from tablee.table import Refusal, Terms
from tablee.table.requests import Act, Rematch, Sit, Start


def test_only_one_new_table_is_left_open(store: Store) -> None:
    async def scene() -> None:
        people = People(store, b"a secret of the test")
        ann, ben = [(await people.join(name))[0] for name in ("Ann", "Ben")]
        hall = Hall(store)
        room = await hall.open(ann, Terms("shit", 2, {"target": 20}, public=True))
        for person in (ann, ben):
            await room.ask(person, Sit(), "sit")
        await room.ask(ann, Start(), "start")
        while not room.table.over:
            match = room.table.match
            assert match is not None
            seat = match.actors[0]
            do = match.choices(seat)[0]
            await room.ask((ann, ben)[seat], Act(seat, do), f"act {room.table.version}")
        twin = await Hall(store).room(room.table.id)
        await room.ask(ann, Rematch(), "again")
        with pytest.raises(Refusal, match="already"):  # which it hears of only when it writes
            await twin.ask(ben, Rematch(), "again")
        assert twin.table.rematch == room.table.rematch
        assert [kept.id for kept in await store.listed(["open"], public=True)] == [room.table.rematch]

    asyncio.run(scene())


def test_it_counts_for_the_address_of_whoever_asks_for_it(inside: Any) -> None:
    """Whose the first table was is forgotten with its match, so it cannot count for them."""

    async def scene(house: House) -> None:
        service, ann = house.service, await house.visitor("10.0.0.1")
        room = await ann.with_bots("novice", options={"target": 1})
        while not room.table.over:
            await until(lambda: room.table.over or 0 in room.table.waiting_for)
            if room.table.match is not None and not room.table.over:
                await room.ask(ann.person, Act(0, room.table.match.choices(0)[0]), f"act {room.table.version}")
        room.leave(ann)
        await until(lambda: room.unnoted is None)
        service.hall.put_away(lambda room: True)
        known = Known(ann.person, "", None, frozenset())
        parts = service.people, service.hall, service.metrics, service.paces
        opener = opener_of("10.0.0.2", service.settings.secret)
        socket = Connection(None, known, *parts, "10.0.0.2", opener)  # type: ignore[arg-type]
        await socket._answer(Watch(room.table.id))
        await socket._answer(Ask(room.table.id, "again", Rematch()))
        again = service.hall.rooms[room.table.id].table.rematch
        whose = sql.select(tables.c.id, tables.c.opener)
        openers = dict(await service.store.read(lambda connection: connection.execute(whose).all()))
        assert openers == {room.table.id: None, again: opener}

    inside(scene)
