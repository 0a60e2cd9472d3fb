"""Where somebody is signed in, and how that ends."""

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from client import PATIENCE, Guest, Socket, guest
from inside import House
from websockets.exceptions import ConnectionClosed

from process import Postgres
from tablee.server.clock import DAY
from tablee.server.devices import device_of
from tablee.server.keeping import Keeper
from tablee.server.people import People, day
from tablee.server.schema import migrate
from tablee.server.settings import Retention
from tablee.server.store import Store, matches, people, results, tables, tokens
from tablee.table.requests import Sit

pytestmark = pytest.mark.xdist_group("server")

AGENTS = {
    "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0": "Firefox, Android",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 "
    "Safari/605.1.15": "Safari, macOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 "
    "Mobile/15E148 Safari/604.1": "Safari, iPhone",
    "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 "
    "Mobile/15E148 Safari/604.1": "Chrome, iPad",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 "
    "Edg/140.0": "Edge, Windows",
    "Mozilla/5.0 (X11; CrOS x86_64 15000.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 "
    "Safari/537.36": "Chrome, ChromeOS",
    "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 "
    "Chrome/125.0 Mobile Safari/537.36": "Samsung Internet, Android",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox, Linux",
    "python-httpx/0.28.1": "python-httpx",
    "": "",
    "\u00e9\u00e9": "",
    "x" * 500: "x" * 64,
}


@pytest.mark.parametrize(("agent", "name"), AGENTS.items())
def test_what_a_device_is_called(agent: str, name: str) -> None:
    assert device_of(agent) == name


async def closed_with(socket: Socket) -> int | None:
    """The code with which a socket is closed, whatever else comes before."""
    with pytest.raises(ConnectionClosed) as closed:
        await socket.until(lambda message: False)
    return closed.value.rcvd.code if closed.value.rcvd else None


async def call(who: Guest, method: str, path: str, **more: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"http://{who.address}", timeout=PATIENCE, headers=who.headers) as http:
        return await http.request(method, path, **more)


async def another_device(ann: Guest, agent: str = "Firefox/140.0 (Android)") -> Guest:
    code = (await call(ann, "POST", "/api/me/recovery")).json()["code"]
    headers = {"user-agent": agent}
    found = (await call(ann, "POST", "/api/recover", json={"code": code}, headers=headers)).json()
    return Guest(ann.address, "Ann", found["token"])


def test_the_list_of_devices_and_signing_one_out(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        phone = await another_device(ann)
        listed = (await ann.get("/api/me/devices")).json()
        assert {(one["kind"], one["here"]) for one in listed} == {("python-httpx", True), ("Firefox, Android", False)}
        assert all(one["seen"] % DAY == 0 for one in listed)
        there = next(one["device"] for one in listed if not one["here"])
        assert there not in phone.token
        sockets = await ann.connect(), await phone.connect()
        assert (await call(ann, "DELETE", f"/api/me/devices/{there}")).status_code == 204
        assert await closed_with(sockets[1]) == 4401
        assert (await phone.get("/api/me")).status_code == 401
        assert (await call(ann, "DELETE", f"/api/me/devices/{there}")).status_code == 404
        await sockets[0].send(type="ping", at=1)  # this one goes on
        await sockets[0].until(lambda message: message["type"] == "pong")
        eve = await guest(server.address, "Eve")
        here = (await ann.get("/api/me/devices")).json()[0]["device"]
        assert (await call(eve, "DELETE", f"/api/me/devices/{here}")).status_code == 404  # of somebody else
        assert (await ann.get("/api/me")).status_code == 200

    go(scene())


@pytest.mark.parametrize("path", ["/api/me/devices/%00", "/api/me/blocks/%00", "/api/me/devices/%C3%A9"])
def test_what_cannot_be_an_id_is_looked_for_nowhere(server: Any, go: Any, path: str) -> None:
    """PostgreSQL takes no zero byte."""

    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        assert (await call(ann, "DELETE", path)).status_code == 404

    go(scene())


def test_signing_out_everywhere_else_makes_a_code_that_others_know_worthless(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        assert (await call(ann, "DELETE", "/api/me/devices")).json() == {"code": None}  # there was none
        code = (await call(ann, "POST", "/api/me/recovery")).json()["code"]
        thief = Guest(
            ann.address, "Ann", (await call(ann, "POST", "/api/recover", json={"code": code})).json()["token"]
        )
        socket = await thief.connect()
        new = (await call(ann, "DELETE", "/api/me/devices")).json()["code"]
        assert await closed_with(socket) == 4401
        assert (await call(ann, "POST", "/api/recover", json={"code": code})).status_code == 404
        assert (await call(ann, "POST", "/api/recover", json={"code": new})).status_code == 200
        assert (await ann.get("/api/me")).status_code == 200
        assert (await call(ann, "DELETE", "/api/me/recovery")).status_code == 204
        assert (await call(ann, "POST", "/api/recover", json={"code": new})).status_code == 404

    go(scene())


def test_a_token_that_is_gone_from_the_database_ends_its_sockets(server: Any, go: Any) -> None:
    """As when another process signed somebody out, and nothing was heard of it."""

    async def scene() -> None:
        ann, ben = await guest(server.address, "Ann"), await guest(server.address, "Ben")
        sockets = await ann.connect(), await ben.connect()
        store = Store(f"sqlite:///{server.folder / 'tablee.db'}")
        gone = sql.delete(tokens).where(tokens.c.person == (await ann.get("/api/me")).json()["person"])
        await store.write(lambda connection: connection.execute(gone))
        store.close()
        assert await closed_with(sockets[0]) == 4401
        await sockets[1].send(type="ping", at=1)
        await sockets[1].until(lambda message: message["type"] == "pong")

    go(scene())


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/me/recovery", None),
        ("DELETE", "/api/me/recovery", None),
        ("DELETE", "/api/me/tokens", None),
        ("DELETE", "/api/me/devices", None),
        ("DELETE", "/api/me/devices/{device}", None),
        ("PATCH", "/api/me", {"name": "Thief"}),
        ("DELETE", "/api/me", {"name": "Ann"}),
        ("DELETE", "/api/me/blocks/nobody", None),
        ("POST", "/api/tables/{table}/blocks", {"seat": 0}),
        ("POST", "/api/tables/{table}/reports", {"seat": 0, "reason": "insult"}),
    ],
)
def test_a_token_that_has_just_gone_changes_nothing(
    inside: Any, method: str, path: str, body: dict[str, Any] | None
) -> None:
    """Somebody is let in by their token, and signed out before what they asked for is written."""

    async def scene(house: House) -> None:
        ann, ben = await house.visitor("192.0.2.1", "Ann"), await house.visitor("192.0.2.2", "Ben")
        table = (await ann.open(players=2)).json()["table"]
        room = await house.service.hall.come_in(ann, table)
        await room.ask(ben.person, Sit(seat=0), "sit")
        device = (await ann.get("/api/me/devices")).json()[0]["device"]
        code = (await house.call("POST", "/api/me/recovery", ann.address, ann.token)).json()["code"]
        gone = sql.delete(tokens).where(sql.not_(tokens.c.recovers))
        await house.service.store.write(lambda connection: connection.execute(gone))
        asked = path.format(table=table, device=device)
        answer = await house.call(method, asked, ann.address, ann.token, body)
        assert (answer.status_code, answer.json()["code"]) == (401, "no_guest")
        back = await house.call("POST", "/api/recover", ann.address, body={"code": code})
        assert back.json()["name"] == "Ann"

    inside(scene)


def test_of_many_codes_that_are_asked_for_at_once_one_is_worth_something(tmp_path: Path) -> None:
    """Nor does a thief who asks for them come back when their owner signs out everywhere meanwhile."""
    postgres = Postgres(tmp_path / "postgres")
    store, other = Store(postgres.url), Store(postgres.url)
    migrate(store.engine)

    async def scene() -> None:
        mine, thiefs = People(store, b"secret"), People(other, b"secret")
        for _ in range(5):
            _, token = await mine.join("Ann")
            owner = await mine.known_by(token)
            assert owner is not None
            found = await mine.recover(await mine.recovery_code(owner))
            assert found is not None
            thief = await thiefs.known_by(found[1])
            assert thief is not None
            codes = await asyncio.gather(*(thiefs.recovery_code(thief) for _ in range(12)))
            found = await asyncio.gather(*(thiefs.recover(code) for code in codes))
            assert sum(one is not None for one in found) == 1
            asked = [asyncio.create_task(thiefs.recovery_code(thief)) for _ in range(24)]
            code = await mine.sign_out_all(owner, but=owner.token)
            codes = [one for one in await asyncio.gather(*asked, return_exceptions=True) if isinstance(one, str)]
            assert code is not None
            assert not any([await thiefs.recover(one) for one in codes])
            assert await mine.recover(code) is not None

    try:
        asyncio.run(scene())
    finally:
        store.close()
        other.close()
        postgres.close()


def test_a_browser_that_comes_again_may_keep_its_cookie_for_another_year(server: Any) -> None:
    with httpx.Client(base_url=f"http://{server.address}", timeout=PATIENCE) as http:
        token = http.post("/api/people", json={"name": "Ann"}).json()["token"]
        assert "Max-Age=31536000" in http.get("/api/me").headers["set-cookie"]
        http.cookies.clear()
        assert "set-cookie" not in http.get("/api/me", headers={"authorization": f"Bearer {token}"}).headers


def test_who_comes_is_seen_once_a_day_and_not_forgotten(store: Store) -> None:
    today = day(time.time_ns() // 1_000_000)
    long_ago = today - 400 * DAY

    async def scene() -> None:
        kept = People(store, b"secret")
        ids, given = {}, {}
        for name in ("active", "idle", "keeper", "winner"):
            person, token = await kept.join(name)
            ids[name], given[name] = person, token
        keeper = await kept.known_by(given["keeper"])
        assert keeper is not None
        await kept.recovery_code(keeper)

        def age(connection: sql.Connection) -> None:
            connection.execute(sql.update(tokens).values(seen=long_ago))
            connection.execute(sql.update(people).values(seen=long_ago))
            opened = {"id": "t", "code": "C", "game": "shit", "public": False, "phase": "over", "keeper": ""}
            connection.execute(sql.insert(tables).values(opened=1, changed=1, kept_until=0, **opened))
            match = {"table_id": "t", "number": 1, "game": "shit", "variant": "", "players": 2, "actions": 1}
            connection.execute(sql.insert(matches).values(began=1, ended=2, **match))
            line = {"score": 1, "place": 1, "share": 1.0, "stood_in": False, "left": False, "weight": 1, "counts": True}
            connection.execute(sql.insert(results).values(table_id="t", seat=0, person=ids["winner"].id, **line))

        await store.write(age)
        writes: list[str] = []
        sql.event.listen(store.engine, "before_cursor_execute", lambda *words: writes.append(words[2].split()[0]))
        for _ in range(3):
            kept.forget(ids["active"].id)
            assert await kept.known_by(given["active"])
        assert writes.count("UPDATE") == 2  # of the token and of the person, the first time
        keeper = Keeper(store, Retention())
        assert (await keeper.due()).idle == 3  # tokens
        assert (await keeper.purge()).idle == 4  # and somebody to whom nothing leads then
        left = await store.read(lambda connection: set(connection.execute(sql.select(people.c.name)).scalars()))
        assert left == {"active", "keeper", "winner"}
        assert await kept.known_by(given["active"])
        assert await kept.known_by(given["idle"]) is None
        assert (await keeper.purge()).idle == 0

    asyncio.run(scene())
