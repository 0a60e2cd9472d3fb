"""Two who want a rematch at the same time, each by way of another process."""

import asyncio

import pytest

from tablee.server.hall import Hall
from tablee.server.people import People
from tablee.server.store import Store
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
