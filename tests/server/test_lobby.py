"""The lobby costs next to nothing, whoever fills it."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from tablee.server.app import make_app
from tablee.server.schema import migrate
from tablee.server.settings import Settings
from tablee.server.store import engine_for, tables
from tablee.table import Person
from tablee.table.requests import Bot, Sit

SECRET = b"0123456789abcdef" * 2


class House:
    """A server without a wire, to which anybody comes from any address."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.service = app.state.service
        self.statements: list[str] = []
        engine = self.service.store.engine
        sql.event.listen(engine, "before_cursor_execute", lambda *given: self.statements.append(given[2]))

    async def call(self, method: str, path: str, address: str, token: str = "", body: Any = None) -> httpx.Response:
        transport = httpx.ASGITransport(self.app, client=(address, 1))
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers) as http:
            return await http.request(method, path, json=body)

    async def visitor(self, address: str, name: str = "Ann") -> "Visitor":
        joined = (await self.call("POST", "/api/people", address, body={"name": name})).json()
        return Visitor(self, address, joined["token"], Person(joined["person"], name))

    async def lobby(self) -> dict[str, Any]:
        """As it comes to be, once what was kept for a moment is past."""
        self.service.lobby.forget()
        return {entry["table"]: entry for entry in (await self.call("GET", "/api/tables", "10.9.9.9")).json()}


class Visitor:
    def __init__(self, house: House, address: str, token: str, person: Person) -> None:
        self.house, self.address, self.token, self.person = house, address, token, person

    async def open(self, **terms: Any) -> httpx.Response:
        body = {"game": "shit", "public": True, **terms}
        return await self.house.call("POST", "/api/tables", self.address, self.token, body)


@pytest.fixture
def inside(tmp_path: Path) -> Callable[[Callable[[House], Coroutine[Any, Any, None]]], None]:
    """Let something happen at a server in this very process."""
    settings = Settings(f"sqlite:///{tmp_path}/tablee.db", SECRET, crowd=100)
    engine = engine_for(settings.database)
    migrate(engine)
    engine.dispose()

    async def whole(scene: Callable[[House], Coroutine[Any, Any, None]]) -> None:
        app = make_app(settings)
        async with app.router.lifespan_context(app):
            await scene(House(app))

    return lambda scene: asyncio.run(whole(scene))


def test_no_log_is_read_for_it_and_one_question_serves_all(inside: Any) -> None:
    async def scene(house: House) -> None:
        for number in range(12):
            await (await house.visitor(f"10.0.0.{number}")).open()
        house.statements.clear()
        answers = await asyncio.gather(*(house.call("GET", "/api/tables", "10.6.6.6") for _ in range(200)))
        assert {answer.status_code for answer in answers} == {200}
        assert all(len(answer.json()) == 12 for answer in answers)
        assert not [text for text in house.statements if "FROM log" in text]
        assert len(house.statements) <= 20, "an answer is kept for a moment"

    inside(scene)


def test_one_address_does_not_push_the_others_off_the_list(inside: Any) -> None:
    async def scene(house: House) -> None:
        honest = (await (await house.visitor("10.0.0.1")).open()).json()["table"]
        eve = await house.visitor("10.6.6.6")
        answers = [await eve.open() for _ in range(12)]
        assert [answer.status_code for answer in answers] == [201] * 10 + [429] * 2
        assert "public tables" in answers[-1].json()["why"]
        assert (await eve.open(public=False)).status_code == 201
        assert (await (await house.visitor("10.0.0.2")).open()).status_code == 201
        assert honest in await house.lobby()

        def flood(connection: sql.Connection) -> None:  # were it to get in some other way
            line = dict(connection.execute(sql.select(tables).where(tables.c.id != honest)).mappings().first() or {})
            more = [{**line, "id": f"t{n}", "code": f"C{n}", "changed": line["changed"] + n} for n in range(150)]
            connection.execute(sql.insert(tables), more)

        await house.service.store.write(flood)
        listed = await house.lobby()
        assert honest in listed
        assert len(listed) == 12

    inside(scene)


def test_who_sits_where_is_kept_with_the_table(inside: Any) -> None:
    async def scene(house: House) -> None:
        ann = await house.visitor("10.0.0.1")
        table = (await ann.open(players=3)).json()["table"]
        room = await house.service.hall.room(table)
        await room.ask(ann.person, Sit(seat=1), "1")
        await room.ask(ann.person, Bot(seat=2, level="novice"), "2")
        entry = (await house.lobby())[table]
        assert entry["seats"] == [None, "Ann", ""]
        assert entry["terms"]["players"] == 3
        await house.call("PATCH", "/api/me", "10.0.0.1", ann.token, {"name": "Anna"})
        assert (await house.lobby())[table]["seats"] == [None, "Anna", ""]
        kept = (await house.service.store.read(lambda connection: connection.execute(sql.select(tables)).first())) or ()
        assert not [value for value in kept if "10.0.0.1" in str(value)], "no address is kept"

    inside(scene)


def test_a_line_that_says_nothing_yet_is_put_right_when_the_table_is_brought_in(inside: Any) -> None:
    async def scene(house: House) -> None:
        ann = await house.visitor("10.0.0.1")
        table = (await ann.open(players=3)).json()["table"]
        older = sql.update(tables).values(seats=None, terms=None, opener=None)
        await house.service.store.write(lambda connection: connection.execute(older))
        assert (await house.lobby())[table]["seats"] == []
        house.service.hall.put_away(lambda room: True)
        await house.service.hall.room(table)
        entry = (await house.lobby())[table]
        assert entry["seats"] == [None, None, None]
        assert entry["terms"]["game"] == "shit"

    inside(scene)
