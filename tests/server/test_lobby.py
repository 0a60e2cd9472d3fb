"""The lobby costs next to nothing, whoever fills it."""

import asyncio
from typing import Any

import sqlalchemy as sql
from inside import House

from tablee.server.store import tables
from tablee.table.requests import Bot, Close, Sit


async def lobby(house: House) -> dict[str, Any]:
    """As it comes to be, once what was kept for a moment is past."""
    house.service.lobby.forget()
    return {entry["table"]: entry for entry in (await house.call("GET", "/api/tables", "10.9.9.9")).json()}


def test_no_log_is_read_for_it_and_one_question_serves_all(inside: Any) -> None:
    async def scene(house: House) -> None:
        for number in range(12):
            await (await house.visitor(f"10.0.0.{number}")).open(public=True)
        statements: list[str] = []
        engine = house.service.store.engine
        sql.event.listen(engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
        answers = await asyncio.gather(*(house.call("GET", "/api/tables", f"10.6.6.{n % 2}") for n in range(200)))
        assert {answer.status_code for answer in answers} == {200}
        assert all(len(answer.json()) == 12 for answer in answers)
        assert not [text for text in statements if "FROM log" in text]
        assert len(statements) <= 20, "an answer is kept for a moment"

    inside(scene)


def test_one_address_does_not_push_the_others_off_the_list(inside: Any) -> None:
    async def scene(house: House) -> None:
        honest = (await (await house.visitor("10.0.0.1")).open(public=True)).json()["table"]
        eve = await house.visitor("10.6.6.6")
        answers = [await eve.open(public=True) for _ in range(12)]
        assert [answer.status_code for answer in answers] == [201] * 10 + [429] * 2
        assert "public tables" in answers[-1].json()["why"]
        assert (await eve.open(public=False)).status_code == 201
        assert (await (await house.visitor("10.0.0.2")).open(public=True)).status_code == 201
        assert honest in await lobby(house)

        def flood(connection: sql.Connection) -> None:  # were it to get in some other way
            line = dict(connection.execute(sql.select(tables).where(tables.c.id != honest)).mappings().first() or {})
            more = [{**line, "id": f"t{n}", "code": f"C{n}", "changed": line["changed"] + n} for n in range(150)]
            connection.execute(sql.insert(tables), more)

        await house.service.store.write(flood)
        listed = await lobby(house)
        assert honest in listed
        assert len(listed) == 12

    inside(scene)


def test_who_sits_where_is_kept_with_the_table(inside: Any) -> None:
    async def scene(house: House) -> None:
        ann = await house.visitor("10.0.0.1")
        table = (await ann.open(public=True, players=3)).json()["table"]
        room = await house.service.hall.room(table)
        await room.ask(ann.person, Sit(seat=1), "1")
        await room.ask(ann.person, Bot(seat=2, level="novice"), "2")
        entry = (await lobby(house))[table]
        assert entry["seats"] == [None, "Ann", ""]
        assert entry["terms"]["players"] == 3
        await house.call("PATCH", "/api/me", "10.0.0.1", ann.token, {"name": "Anna"})
        assert (await lobby(house))[table]["seats"] == [None, "Anna", ""]
        kept = (await house.service.store.read(lambda connection: connection.execute(sql.select(tables)).first())) or ()
        assert not [value for value in kept if "10.0.0.1" in str(value)], "no address is kept"

    inside(scene)


def test_whose_table_it_was_is_forgotten_when_it_is_over(inside: Any) -> None:
    async def scene(house: House) -> None:
        ann = await house.visitor("10.0.0.1")
        room = await house.service.hall.room((await ann.open(public=True)).json()["table"])
        whose = sql.select(tables.c.opener, tables.c.seats)
        store = house.service.store
        opener, _ = await store.read(lambda connection: connection.execute(whose).one())
        assert opener == room.opener
        await room.ask(ann.person, Close(), "close")
        assert tuple(await store.read(lambda connection: connection.execute(whose).one())) == (None, None)

    inside(scene)


def test_a_line_that_says_nothing_yet_is_put_right_when_the_table_is_brought_in(inside: Any) -> None:
    async def scene(house: House) -> None:
        ann = await house.visitor("10.0.0.1")
        table = (await ann.open(public=True, players=3)).json()["table"]
        older = sql.update(tables).values(seats=None, terms=None, opener=None)
        await house.service.store.write(lambda connection: connection.execute(older))
        assert (await lobby(house))[table]["seats"] == []
        house.service.hall.put_away(lambda room: True)
        await house.service.hall.room(table)
        entry = (await lobby(house))[table]
        assert entry["seats"] == [None, None, None]
        assert entry["terms"]["game"] == "shit"

    inside(scene)
