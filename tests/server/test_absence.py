"""Somebody who is gone without having left: the others can go on without them."""

import asyncio
from collections.abc import Callable

import pytest

from tablee.server.hall import Hall
from tablee.server.room import Room
from tablee.server.store import Store
from tablee.table import Person, Refusal, Terms
from tablee.table.requests import Bot, Clear, Close, Sit, Stand, Start

ANN, BEN, EVE = Person("ann", "Ann"), Person("ben", "Ben"), Person("eve", "Eve")


class Client:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.wire = 0
        self.blocked: frozenset[str] = frozenset()
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.sent.append(message)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.absence.GONE", 0.2)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


async def table_of_two(store: Store) -> tuple[Room, Client, Client]:
    hall = Hall(store)
    room = await hall.open(ANN, Terms("stick-em", 3, timer="none"))
    ann, ben = Client(ANN), Client(BEN)
    for client in (ann, ben):
        await hall.come_in(client, room.table.id)
        await room.ask(client.person, Sit(), f"sit {client.person.id}")
    return room, ann, ben


async def refused(room: Room, person: Person, request: object, key: str) -> str:
    with pytest.raises(Refusal) as refusal:
        await room.ask(person, request, key)  # type: ignore[arg-type]
    return refusal.value.code


def test_the_stand_in_can_be_called_for_who_is_gone(store: Store, soon: None) -> None:
    async def scene() -> None:
        room, ann, ben = await table_of_two(store)
        await room.ask(ANN, Bot(2, "novice"), "bot")
        await room.ask(ANN, Start(), "start")
        assert await refused(room, ANN, Clear(1), "too soon") == "started"
        room.leave(ben)
        assert await refused(room, ANN, Close(), "too soon as well") == "started"
        sent = len(ann.sent)
        await until(lambda: b'"gone":true' in ann.sent[-1])  # and the page can offer it
        assert len(ann.sent) > sent
        assert await refused(room, EVE, Clear(1), "none of her business") == "not_seated"
        assert await refused(room, ANN, Clear(2), "a bot") == "nothing"
        await room.ask(ANN, Clear(1), "at last")
        assert room.table.chairs[1].away

    asyncio.run(scene())


def test_a_match_that_nobody_else_comes_back_to_can_be_closed(store: Store, soon: None) -> None:
    async def scene() -> None:
        room, _, ben = await table_of_two(store)
        await room.ask(ANN, Bot(2, "novice"), "bot")
        await room.ask(ANN, Start(), "start")
        room.leave(ben)
        await until(lambda: room.gone == {BEN.id})
        await room.ask(ANN, Close(), "close")
        assert room.table.closed

    asyncio.run(scene())


def test_who_comes_back_is_not_gone(store: Store, soon: None) -> None:
    async def scene() -> None:
        room, _, ben = await table_of_two(store)
        room.leave(ben)
        await until(lambda: room.gone == {BEN.id})
        room.look(ben)
        assert room.gone == set()
        await asyncio.sleep(0.3)
        room.leave(ben)
        assert room.gone == set()  # their time begins anew

    asyncio.run(scene())


def test_who_waits_for_a_host_who_is_gone_becomes_it(store: Store, soon: None) -> None:
    async def scene() -> None:
        room, ann, ben = await table_of_two(store)
        await room.ask(ANN, Stand(0), "stand")
        room.leave(ann)
        assert await refused(room, BEN, Bot(0, "novice"), "too soon") == "not_host"
        await until(lambda: room.table.host == BEN.id)
        assert b'"host":true' in ben.sent[-1]
        for seat in (0, 2):
            await room.ask(BEN, Bot(seat, "novice"), f"bot {seat}")
        await room.ask(BEN, Start(), "start")

    asyncio.run(scene())


def test_who_sits_down_where_the_host_is_gone_becomes_it(store: Store, soon: None) -> None:
    async def scene() -> None:
        hall = Hall(store)
        room = await hall.open(ANN, Terms("stick-em", 3))
        eve = Client(EVE)
        await hall.come_in(eve, room.table.id)
        await until(lambda: ANN.id in room.gone)
        assert room.table.host == ANN.id  # who only looks does not want to be
        await room.ask(EVE, Sit(), "sit")
        await until(lambda: room.table.host == EVE.id)

    asyncio.run(scene())
