"""Who shares a server fairly: bots before advice, and nobody waits for what somebody else brings."""

import asyncio
from typing import Any

import pytest
from inside import Busy, House, until

from tablee.lessons import lesson_of
from tablee.server.limits import Buckets
from tablee.server.room import Room
from tablee.table.requests import Act


def busy(house: House) -> Busy:
    """No search comes to an end before it is let go."""
    company = house.service.company
    return Busy(company._search, company._searches)


@pytest.fixture(autouse=True)
def on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody gives up waiting because the machine is slow."""
    monkeypatch.setattr("tablee.server.company.PATIENCE", 1000.0)


async def seated(house: House, address: str, *levels: Any) -> tuple[Any, Room]:
    """Somebody for whom it is to choose, at a table with bots: novices, who have chosen, if nothing is said."""
    await house.service.company._workshop.order("stick-em").making
    visitor = await house.visitor(address)
    room = await visitor.with_bots(*(levels or ("novice", "novice")), game="stick-em")
    await until(lambda: 0 in room.table.waiting_for and (bool(levels) or len(room.table.acts) == 2))
    return visitor, room


async def act(visitor: Any, room: Room) -> None:
    match = room.table.match
    assert match is not None
    await room.ask(visitor.person, Act(0, match.choices(0)[0]), f"{len(match.actions)}")


def waiting(house: House) -> int:
    return int(house.service.company._questions.count())


def test_who_plays_by_habit_waits_for_nobody_who_searches(inside: Any) -> None:
    async def scene(house: House) -> None:
        hold = busy(house)
        _, room = await seated(house, "10.0.0.1", "novice", "casual", "novice")
        await until(lambda: len(room.table.acts) == 3)
        await hold.let_go()

    inside(scene)


def test_at_the_end_of_its_line_a_bot_plays_by_habit(inside: Any) -> None:
    async def scene(house: House) -> None:
        company = house.service.company
        await company._workshop.order("stick-em").making
        hold = busy(house)
        visitor, room = await seated(house, "10.0.0.1", "expert", "expert")
        await until(lambda: company._searches.count() == 2)
        path = room.opener, "other tables of that address"
        more = [asyncio.create_task(company._search.do(company._searches, path, lambda _: None)) for _ in range(30)]
        await until(lambda: company._searches.is_full(path))
        other = await visitor.with_bots("expert", "master", game="stick-em")
        await until(lambda: len(other.table.acts) == 2)
        assert not room.table.acts
        honest = await (await house.visitor("10.0.0.2")).with_bots("expert", "novice", game="stick-em")
        await until(lambda: company._searches.count((honest.opener,)) == 1)
        await hold.let_go()
        await until(lambda: len(room.table.acts) == 2 and len(honest.table.acts) == 2)
        await asyncio.gather(*more)

    inside(scene)


def test_the_same_position_is_thought_about_once(inside: Any) -> None:
    async def scene(house: House) -> None:
        ann, room = await seated(house, "10.0.0.1")
        path = f"/api/tables/{room.table.id}/advice?seat=0"
        hold = busy(house)
        asking = [asyncio.create_task(ann.get(path)) for _ in range(5)]
        await until(lambda: waiting(house) == 1)
        await hold.let_go()
        answers = await asyncio.gather(*asking)
        assert {answer.status_code for answer in answers} == {200}
        hold = busy(house)
        assert (await ann.get(path)).content == answers[0].content, "it is kept for who asks again"
        await hold.let_go()

    inside(scene)


def test_advice_for_a_position_that_is_past_is_dropped(inside: Any) -> None:
    async def scene(house: House) -> None:
        ann, room = await seated(house, "10.0.0.1")
        hold = busy(house)
        asking = asyncio.create_task(ann.get(f"/api/tables/{room.table.id}/advice?seat=0"))
        await until(lambda: waiting(house) == 1)
        await act(ann, room)
        answer = await asking
        assert (answer.status_code, answer.json()["code"]) == (409, "past")
        assert waiting(house) == 0
        await hold.let_go()

    inside(scene)


def test_what_nobody_waits_for_any_more_is_dropped(inside: Any) -> None:
    async def scene(house: House) -> None:
        ann, room = await seated(house, "10.0.0.1")
        hold = busy(house)
        asking = asyncio.create_task(ann.get(f"/api/tables/{room.table.id}/advice?seat=0"))
        await until(lambda: waiting(house) == 1)
        asking.cancel()
        await until(lambda: waiting(house) == 0)
        await hold.let_go()

    inside(scene)


def test_people_who_ask_wait_in_a_line_with_an_end_and_behind_all_bots(inside: Any) -> None:
    async def scene(house: House) -> None:
        eve, one = await seated(house, "10.6.6.6")
        rooms = [one, *[await eve.with_bots("novice", "novice", game="stick-em") for _ in range(2)]]
        hold = busy(house)
        asking = [
            asyncio.create_task(eve.get(f"/api/tables/{room.table.id}/advice?seat=0")) for room in (rooms[0], rooms[1])
        ]
        await until(lambda: waiting(house) == 2)
        refused = await eve.get(f"/api/tables/{rooms[2].table.id}/advice?seat=0")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert int(refused.headers["retry-after"]) >= 1
        _, honest = await seated(house, "10.0.0.1", "expert", "novice")
        company, order = house.service.company, []
        await until(lambda: company._searches.count() == 1)
        honest_work = company._search._share
        company._search._share = lambda job: order.append(job.path[0]) or honest_work(job)
        await hold.let_go()
        assert [answer.status_code for answer in await asyncio.gather(*asking)] == [200, 200]
        assert order == [honest.opener, "10.6.6.6", "10.6.6.6"]

    inside(scene)


def test_the_bots_of_an_address_have_so_many_moves_over_all_its_tables(inside: Any) -> None:
    """At each table two bots have something to do: of an address that has three moves left, one bot has to wait."""

    async def scene(house: House) -> None:
        company = house.service.company
        company._moves = Buckets(3, 1 / 1000)
        await company._workshop.order("stick-em").making
        eve = await house.visitor("10.6.6.6")
        rooms = [await eve.with_bots("novice", "novice", game="stick-em") for _ in range(2)]
        played = lambda: sum(len(room.table.acts) for room in rooms)  # noqa: E731
        await until(lambda: played() > 3 or (played() == 3 and company._moves.wait(rooms[0].opener) > 1000))
        _, honest = await seated(house, "10.0.0.1")
        assert len(honest.table.acts) == 2
        assert played() == 3
        assert rooms[0].opener == rooms[1].opener != honest.opener

    inside(scene)


# ---- what is made of finished matches, and tables that are brought in ----


async def finished(house: House) -> tuple[Any, str]:
    """A table whose match is over, and somebody who was there."""
    visitor = await house.visitor("10.0.0.1")
    room = await visitor.with_bots("novice", options={"target": 1})
    while not room.table.over:
        await until(lambda: room.table.over or 0 in room.table.waiting_for)
        if not room.table.over:
            await act(visitor, room)
    return visitor, room.table.id


def test_replays_wait_in_a_line_with_an_end_for_each_address(inside: Any) -> None:
    async def scene(house: House) -> None:
        visitor, table = await finished(house)
        replays, path = house.service.replays, f"/api/tables/{table}/replay"
        hold = Busy(replays._pool, replays._line)
        asking = [asyncio.create_task(visitor.get(path)) for _ in range(5)]
        await until(lambda: replays._line.count() == 5)
        refused = await visitor.get(path)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        elsewhere = asyncio.create_task((await house.visitor("10.0.0.2")).get(path))
        await until(lambda: replays._line.count() == 6)
        await hold.let_go()
        assert {answer.status_code for answer in await asyncio.gather(*asking, elsewhere)} == {200}

    inside(scene)


def test_addresses_take_turns_at_having_tables_brought_in(inside: Any) -> None:
    async def scene(house: House) -> None:
        hall, eve, ann = house.service.hall, await house.visitor("10.6.6.6"), await house.visitor("10.0.0.1")
        theirs = [(await eve.open()).json()["table"] for _ in range(3)]
        honest = (await ann.open()).json()["table"]
        hall.put_away(lambda room: True)
        hold = Busy(hall._bringing, hall._line)
        asking = []
        for visitor, table in [*((eve, table) for table in theirs), (ann, honest)]:
            asking.append(asyncio.create_task(visitor.get(f"/api/tables/{table}")))
            await until(lambda: hall._line.count() == len(asking))
        await hold.let_go()
        assert {answer.status_code for answer in await asyncio.gather(*asking)} == {200}
        assert list(hall.rooms) == [theirs[0], honest, *theirs[1:]]

    inside(scene)


def test_a_lesson_is_played_once(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    monkeypatch.setattr("tablee.server.http.lesson_of", lambda slug: played.append(slug) or lesson_of(slug))

    async def scene(house: House) -> None:
        calls = (house.call("GET", "/api/lessons/shit", "10.0.0.1") for _ in range(20))
        answers = await asyncio.gather(*calls)
        assert len({answer.content for answer in answers}) == 1
        assert answers[0].json()["game"] == "shit"
        assert played == ["shit"]

    inside(scene)
