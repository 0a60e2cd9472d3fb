"""People who are to leave others alone: sent away, blocked, reported, banned."""

import asyncio
import re
from typing import Any

import httpx
import pytest
from client import PATIENCE, Guest, Socket, guest
from test_operations import admin
from websockets.exceptions import ConnectionClosed

from tablee.server.conduct import REPORTS

pytestmark = pytest.mark.xdist_group("server")


def test_who_was_sent_away_for_good_neither_sits_nor_looks_on(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann, ben = await guest(server.address, "Ann"), await guest(server.address, "Ben")
        table = (await ann.open("stick-em", players=3))["table"]
        host, other = await ann.connect(), await ben.connect()
        for socket in (host, other):
            await socket.watch(table)
        await other.ask(table, "sit", seat=1)
        await host.ask(table, "kick", seat=1)
        told = await other.until(lambda message: message["type"] == "refused")
        assert (told["code"], told["table"]) == ("kicked", table)
        assert (await other.ask(table, "sit", seat=1))["code"] == "kicked"
        assert (await other.watch(table))["code"] == "kicked"
        assert (await ben.get(f"/api/tables/{table}")).json()["code"] == "kicked"
        version = (await host.ask(table, "sit", seat=0))["version"]
        assert host.view["kicked"] == ["Ben"]
        report = {"seat": 0, "reason": "insult"}  # they can still tell of who insulted them, and hear no more of them
        assert (await call(ben, "POST", f"/api/tables/{table}/reports", json=report)).status_code == 204
        assert (await call(ben, "POST", f"/api/tables/{table}/blocks", json={"seat": 0})).status_code == 204
        await other.send(type="ping", at=1)
        await other.until(lambda message: message["type"] == "pong")
        assert all(message.get("view", {}).get("version", 0) < version for message in other.received)
        assert (await host.ask(table, "admit", name="Ben"))["type"] == "done"
        assert (await other.watch(table))["type"] == "table"
        assert (await other.ask(table, "sit", seat=1))["type"] == "done"

    go(scene())


async def call(who: Guest, method: str, path: str, **more: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"http://{who.address}", timeout=PATIENCE, headers=who.headers) as http:
        return await http.request(method, path, **more)


async def id_of(who: Guest) -> str:
    return str((await who.get("/api/me")).json()["person"])


async def table_of_three(server: Any, public: bool = False) -> tuple[str, list[Guest], list[Socket]]:
    """Ann, the host, Ben, and Eve, who only looks on."""
    guests = [await guest(server.address, name) for name in ("Ann", "Ben", "Eve")]
    table = (await guests[0].open("stick-em", players=3, public=public, timer="none"))["table"]
    sockets = [await one.connect() for one in guests]
    for socket in sockets:
        await socket.watch(table)
    for seat in (0, 1):
        await sockets[seat].ask(table, "sit", seat=seat)
    return table, guests, sockets


def test_what_somebody_says_reaches_nobody_who_has_blocked_them(server: Any, go: Any) -> None:
    """By no channel: not when it is said, nor on coming, coming back, or over HTTP; at no table, by no other name."""

    async def scene() -> None:
        table, (ann, ben, eve), (host, other, beside) = await table_of_three(server)
        stranger = await guest(server.address, "Stranger")  # looks on from where Eve does, and has blocked nobody
        looking = await stranger.connect()
        await looking.watch(table)
        await other.ask(table, "say", text="before it was too much")
        for who in (ann, eve):
            assert (await call(who, "POST", f"/api/tables/{table}/blocks", json={"seat": 1})).status_code == 204
        for socket in (host, beside):  # what was said already is gone from sight as well
            await socket.until(lambda message: message["type"] == "update" and message["view"]["blocked"] == [1])
            assert socket.view["talk"] == []
        seen = {id(socket): len(socket.raw) for socket in (host, beside)}
        assert (await other.ask(table, "say", text="word-of-the-blocked"))["type"] == "done"
        assert (await other.ask(table, "say", phrase="ouch"))["type"] == "done"
        assert [line["text"] for line in other.view["talk"]] == ["before it was too much", "word-of-the-blocked", ""]
        version = (await host.ask(table, "bot", seat=2, level="casual"))["version"]
        await beside.until(lambda message: message.get("view", {}).get("version") == version)
        assert (await host.watch(table, since=1))["view"]["talk"] == []
        fresh = await eve.connect()
        assert (await fresh.watch(table))["view"]["talk"] == []
        for socket in (host, beside, fresh):
            assert "of-the-blocked" not in "".join(socket.raw[seen.get(id(socket), 0) :])
        for who in (ann, eve):
            assert (await who.get(f"/api/tables/{table}")).json()["talk"] == []
        await looking.until(lambda message: message.get("view", {}).get("version") == version)
        assert [line["text"] for line in looking.view["talk"]] == ["before it was too much", "word-of-the-blocked", ""]
        assert len((await stranger.get(f"/api/tables/{table}")).json()["talk"]) == 3

        await call(ben, "PATCH", "/api/me", json={"name": "Somebody else"})
        other_table = (await (await guest(server.address, "Host")).open("stick-em", players=3))["table"]
        for socket in (other, fresh):
            await socket.watch(other_table)
        await other.ask(other_table, "sit", seat=0)
        await other.ask(other_table, "say", text="word-of-the-blocked")
        assert (await fresh.watch(other_table))["view"]["talk"] == []
        assert "of-the-blocked" not in "".join(fresh.raw)

        mine = (await ann.open("stick-em", players=3))["table"]
        assert (await other.ask(mine, "sit", seat=0))["code"] == "unwelcome"
        [blocked] = (await ann.get("/api/me/blocks")).json()
        assert blocked["name"] == "Somebody else"
        path = f"/api/me/blocks/{blocked['person']}"
        assert [(await call(ann, "DELETE", path)).status_code for _ in range(2)] == [204, 404]
        assert (await other.ask(mine, "sit", seat=0))["type"] == "done"
        await host.until(lambda message: message.get("view", {}).get("blocked") == [])
        assert len((await ann.get(f"/api/tables/{table}")).json()["talk"]) == 3

    go(scene())


def test_who_has_left_can_be_blocked_by_what_they_said(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, (ann, ben, _), (_, other, _) = await table_of_three(server)
        await other.ask(table, "say", text="and gone")
        await other.ask(table, "stand", seat=1)
        said = (await ann.get(f"/api/tables/{table}")).json()["talk"][0]["at"]
        for body in ({"seat": 1}, {"seat": 0}, {"said": said + 1}, {}):
            answer = await call(ann, "POST", f"/api/tables/{table}/blocks", json=body)
            assert (answer.status_code, answer.json()["code"]) == (409, "nobody")
        assert (await call(ann, "POST", f"/api/tables/{table}/blocks", json={"said": said})).status_code == 204
        assert [one["person"] for one in (await ann.get("/api/me/blocks")).json()] == [await id_of(ben)]

    go(scene())


def test_a_report_and_what_an_administrator_does_with_it(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, (ann, ben, eve), (_, other, _) = await table_of_three(server)
        await other.ask(table, "say", text="word-of-the-reported")
        path = f"/api/tables/{table}/reports"
        report = {"seat": 1, "reason": "insult", "text": "look [red]at[/red] this"}
        assert (await call(eve, "POST", path, json=report)).json()["code"] == "not_seated"
        assert (await call(ann, "POST", path, json={**report, "text": "x" * 201})).json()["code"] == "too_long"
        assert (await call(ann, "POST", path, json={**report, "reason": "nose"})).status_code == 422
        already = (await asyncio.to_thread(admin, server, "reports")).stdout  # of other tests
        others = len(re.findall(r"^\d+  ", already, re.MULTILINE))
        for _ in range(REPORTS):
            assert (await call(ann, "POST", path, json=report)).status_code == 204
        assert (await call(ann, "POST", path, json=report)).json()["code"] == "too_many"
        assert "insult" not in "".join(other.raw)  # nobody hears of it
        ids = [await id_of(one) for one in (ann, ben)]
        listed = await asyncio.to_thread(admin, server, "reports")
        assert "Ben, insult: look [red]at[/red] this" in listed.stdout
        assert "Ben: word-of-the-reported" in listed.stdout
        assert all(id in listed.stdout for id in ids)  # noqa: A001
        numbers = re.findall(r"^(\d+)  ", listed.stdout, re.MULTILINE)
        assert len(numbers) == others + REPORTS
        assert "(done)" in (await asyncio.to_thread(admin, server, "report", numbers[0], "--done")).stdout
        left = (await asyncio.to_thread(admin, server, "reports")).stdout
        assert len(re.findall(r"^\d+  ", left, re.MULTILINE)) == others + REPORTS - 1
        assert "(done)" in (await asyncio.to_thread(admin, server, "reports", "--all")).stdout
        assert "there is no report" in (await asyncio.to_thread(admin, server, "report", "99999")).stderr
        shown = (await asyncio.to_thread(admin, server, "person", ids[1])).stdout
        assert re.search(f"was at +{table}", shown)
        assert shown.count("reported") == REPORTS

        assert ids[1] in (await asyncio.to_thread(admin, server, "people", "be")).stdout
        assert ids[0] not in (await asyncio.to_thread(admin, server, "people", "be")).stdout
        for nobody in ("nobody", "-nobody"):  # an id may begin with a dash
            assert "nobody has the id" in (await asyncio.to_thread(admin, server, "person", nobody)).stderr
        assert "Benedict" in (await asyncio.to_thread(admin, server, "rename", ids[1], "Benedict")).stdout
        assert "one alphabet" in (await asyncio.to_thread(admin, server, "rename", ids[1], "B\u0435n")).stderr

    go(scene())


def test_who_is_banned_is_told_why_and_until_when_and_ends_everywhere(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann, ben = await guest(server.address, "Ann"), await guest(server.address, "Ben")
        person = await id_of(ben)
        sockets = await ann.connect(), await ben.connect()
        assert "--why" in (await asyncio.to_thread(admin, server, "ban", person, "--days", "3", "--why", " ")).stderr
        done = await asyncio.to_thread(admin, server, "ban", person, "--days", "3", "--why", "rude words")
        assert done.returncode == 0, done.stderr
        told = await sockets[1].until(lambda message: message["type"] == "banned")
        assert told["why"] == "rude words"
        with pytest.raises(ConnectionClosed) as closed:
            await sockets[1].until(lambda message: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4423
        again = await ben.connect()
        assert (await again.until(lambda message: True)) == told
        with pytest.raises(ConnectionClosed):
            await again.next()
        refused = await call(ben, "POST", "/api/tables", json={"game": "shit"})
        assert (refused.status_code, refused.json()["code"]) == (403, "banned")
        assert "rude words" in refused.json()["why"]
        assert (await ben.get("/api/me")).json()["ban"] == {"until": told["until"], "why": "rude words"}
        assert (await ben.get("/api/me/devices")).status_code == 200  # they may still sign out
        assert person in (await asyncio.to_thread(admin, server, "bans")).stdout
        assert "rude words" in (await asyncio.to_thread(admin, server, "person", person)).stdout
        await sockets[0].send(type="ping", at=1)
        await sockets[0].until(lambda message: message["type"] == "pong")

        assert (await asyncio.to_thread(admin, server, "unban", person)).returncode == 0
        assert "is not banned" in (await asyncio.to_thread(admin, server, "unban", person)).stderr
        assert person not in (await asyncio.to_thread(admin, server, "bans")).stdout
        async with asyncio.timeout(PATIENCE):
            while (await ben.get("/api/me")).json()["ban"] is not None:
                await asyncio.sleep(0.5)
        assert (await (await ben.connect()).next())["type"] == "welcome"

    go(scene())
