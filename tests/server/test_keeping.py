"""What is not to be kept goes, whatever happens meanwhile; what is to be kept stays."""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from client import PATIENCE, Guest, guest
from tables import BEN, EVE, Log
from test_erasing import ZOE, called, talked
from test_server import seated
from test_standings import admin, book_in, file_of

from process import Postgres
from tablee.server import schema
from tablee.server.belongings import belongings_of
from tablee.server.clock import now
from tablee.server.keeping import DAY, Keeper, Purged, part
from tablee.server.results import note
from tablee.server.settings import Retention
from tablee.server.sizes import sizes_of
from tablee.server.store import SCHEMA, Store, people, ratings, reports, results, tables, tokens, visits
from tablee.table import Terms, requests, table_of
from tablee.table.entries import Said
from tablee.table.erasing import named

pytestmark = pytest.mark.xdist_group("server")
TRACES = (ZOE.id, ZOE.name, "good evening", "bye now")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield from opened(f"sqlite:///{tmp_path}/tablee.db")


def opened(url: str) -> Iterator[Store]:
    """An empty database, but for three people."""
    kept = Store(url)
    schema.migrate(kept.engine)
    with kept.engine.begin() as connection:
        for person in (ZOE, BEN, EVE):
            connection.execute(sql.insert(people).values(id=person.id, name=person.name, joined=1, seen=now()))
            connection.execute(sql.insert(tokens).values(token(person.id)))
    yield kept
    kept.close()


def token(person: str) -> dict[str, Any]:
    return {"digest": person, "person": person, "made": 1, "seen": 1, "recovers": True, "device": ""}


def put(store: Store, log: Log) -> None:
    """A table with its log, and what came of it."""
    table, match = log.table.id, log.table.match
    with store.engine.begin() as connection:
        book_in(connection, log, "open" if match is None else "playing")
        there = set[str]().union(*map(named, log.entries))
        connection.execute(sql.insert(visits), [{"person": person, "table_id": table} for person in sorted(there)])
    asyncio.run(note(store, log.table, log.now))


def older(store: Store, days: float) -> None:
    """So much time passes."""
    with store.engine.begin() as connection:
        connection.execute(sql.update(tables).values(changed=tables.c.changed - int(days * DAY)))


def fresh(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(sql.update(tables).values(changed=now()))


def purge(store: Store, keep: Retention | None = None, rounds: int = 1) -> Purged:
    done = Purged()
    for _ in range(rounds):
        done = asyncio.run(Keeper(store, keep or Retention(), grace=0).purge())
    return done


def whole(store: Store) -> str:
    """All that is in the database, as text."""
    with store.engine.connect() as connection:
        rows = [row for table in SCHEMA.sorted_tables for row in connection.execute(sql.select(table))]
    return repr([[bytes(one).decode() if isinstance(one, bytes | memoryview) else one for one in row] for row in rows])


def raw(folder: Path) -> bytes:
    """Every byte of the database's files."""
    return b"".join(file.read_bytes() for file in sorted(folder.glob("tablee.db*")))


def record_of(store: Store, table: str) -> Any:
    log = asyncio.run(store.log_of(table))
    match = table_of(log).match
    assert match is not None
    return match.record()


def test_talk_goes_some_days_after_the_end(store: Store) -> None:
    log = talked()
    put(store, log)
    fresh(store)
    assert purge(store) == Purged()
    before = record_of(store, "t")
    older(store, 8)
    assert purge(store) == Purged(hushed=1)
    assert len([entry for entry in asyncio.run(store.log_of("t")) if isinstance(entry, Said) and entry.text]) == 2
    assert purge(store) == Purged(unsaid=1)
    kept = asyncio.run(store.log_of("t"))
    assert len(kept) == len(log.entries) + 1
    assert [entry.text for entry in kept if isinstance(entry, Said)] == ["", "", ""]
    assert record_of(store, "t") == before
    assert purge(store) == Purged()
    older(store, 90)
    assert purge(store) == Purged(bare=1)
    assert record_of(store, "t") == before
    assert not any(entry.key for entry in asyncio.run(store.log_of("t")))
    assert purge(store) == Purged()


def test_what_is_to_be_kept_for_ever_is(store: Store) -> None:
    put(store, talked(table="t"))
    put(store, called(Log(Terms("shit", 3), host=ZOE), "u"))
    older(store, 10_000)
    before = whole(store)
    assert purge(store, Retention(0, 0, 0)) == Purged()
    assert whole(store) == before


def test_a_table_at_which_nothing_begins_goes_with_its_code(store: Store) -> None:
    log = Log(Terms("shit", 3), host=ZOE)
    log.ask(ZOE, requests.Sit())
    put(store, log)
    put(store, talked(actions=5, table="playing"))
    fresh(store)
    assert purge(store) == Purged()
    older(store, 8)
    assert purge(store) == Purged(closed=1)  # whoever looks at it is told
    kept = asyncio.run(store.find(id="t"))
    assert kept is not None
    assert kept.phase == "closed"
    with store.engine.begin() as connection:
        connection.execute(sql.update(tables).where(tables.c.id == "t").values(changed=now() - 2 * DAY))
    assert purge(store) == Purged(removed=1)
    assert asyncio.run(store.find(id="t")) is None
    assert "'t'" not in whole(store)
    assert asyncio.run(store.find(id="playing")) is not None


def part_with(store: Store) -> None:
    with store.engine.begin() as connection:
        part(connection, ZOE.id)


def test_who_is_forgotten_is_nowhere_and_results_and_records_stay(store: Store, tmp_path: Path) -> None:
    put(store, talked(table="over"))
    put(store, talked(actions=5, table="playing"))
    unused = Log(Terms("shit", 3), host=ZOE)
    put(store, called(unused, "open"))
    with store.engine.begin() as connection:
        connection.execute(
            sql.insert(ratings).values(person=ZOE.id, game="shit", mean=1, spread=1, low=1, matches=1, last=1)
        )
    fresh(store)
    before = record_of(store, "over")
    part_with(store)
    assert purge(store) == Purged(departed=3, erased=3, forgotten=1)
    assert purge(store) == Purged()
    for trace in TRACES:
        assert trace not in whole(store)
        assert trace.encode() not in raw(tmp_path)
    assert record_of(store, "over") == before
    with store.engine.connect() as connection:
        persons = connection.execute(sql.select(results.c.person).order_by(results.c.seat)).scalars().all()
        phases = dict(connection.execute(sql.select(tables.c.id, tables.c.phase)).all())  # type: ignore[arg-type]
    assert persons == [None, BEN.id, EVE.id]
    assert phases == {"over": "over", "playing": "playing", "open": "closed"}
    playing = table_of(asyncio.run(store.log_of("playing")))
    assert playing.chairs[0].away
    assert (playing.chairs[0].name, playing.host) == ("", BEN.id)


def test_on_postgresql_it_is_the_same(tmp_path: Path) -> None:
    postgres = Postgres(tmp_path / "postgres")
    try:
        for store in opened(postgres.url):
            put(store, talked(table="over"))
            put(store, talked(actions=5, table="playing"))
            fresh(store)
            with store.engine.begin() as connection:
                lines = {"made": 1, "version": 1, "reason": "other", "text": "", "done": False, "table_id": "over"}
                talk = json.dumps([{"person": ZOE.id, "name": ZOE.name, "text": "bye now"}, {"person": EVE.id}])
                connection.execute(
                    sql.insert(reports).values(person=BEN.id, whom=EVE.id, name="Eve", talk=talk, **lines)
                )
            found = asyncio.run(belongings_of(store, ZOE.id))
            assert [(one.table, one.seats, one.words) for one in found.tables] == [
                ("over", (0,), ("owl",)),
                ("playing", (0,), ("owl",)),
            ]
            assert [line.text for line in found.tables[0].said] == ["good evening", "bye now"]
            part_with(store)
            assert purge(store) == Purged(departed=2, erased=2, forgotten=1)
            for trace in TRACES:
                assert trace not in whole(store)
            with store.engine.connect() as connection:
                [left] = connection.execute(sql.select(reports.c.talk)).scalars()
            assert json.loads(left) == [{"person": EVE.id}]
            older(store, 8)
            assert purge(store, rounds=2) == Purged(unsaid=1)
            sizes = asyncio.run(store.read(sizes_of))
            assert {size.name for size in sizes} >= {"log", "log: entries of over tables"}
    finally:
        postgres.close()


def test_a_match_that_ends_without_somebody_who_is_gone(store: Store) -> None:
    log = talked(actions=5)
    put(store, log)
    fresh(store)
    part_with(store)
    purge(store)
    kept = Log(Terms("shit", 3))
    kept.entries = asyncio.run(store.log_of("t"))
    kept.table = table_of(kept.entries)
    from tablee.dice import Dice

    kept.play_on(Dice("end"))
    asyncio.run(note(store, kept.table, now()))
    with store.engine.connect() as connection:
        lines = connection.execute(sql.select(results.c.person, results.c.unrated).order_by(results.c.seat)).all()
    assert [line.person for line in lines] == [None, BEN.id, EVE.id]


class Killed(BaseException):
    """The process ends here."""


class Fragile(Store):
    """A store whose process ends before or after its n-th write."""

    def __init__(self, url: str, left: int, after: bool) -> None:
        super().__init__(url)
        self.left, self.after = left, after

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Killed

    async def write(self, *arguments: Any, **more: Any) -> Any:
        if not self.after:
            self._count()
        done = await super().write(*arguments, **more)
        if self.after:
            self._count()
        return done

    async def append(self, *arguments: Any, **more: Any) -> bool:
        if not self.after:
            self._count()
        done = await super().append(*arguments, **more)
        if self.after:
            self._count()
        return done


@pytest.mark.parametrize("after", [False, True])
def test_whoever_is_killed_in_between_leaves_nothing_half_done(store: Store, after: bool) -> None:
    put(store, talked(table="over"))
    put(store, talked(actions=5, table="playing"))
    put(store, called(Log(Terms("shit", 3), host=ZOE), "open"))
    before = record_of(store, "over")
    older(store, 0)
    part_with(store)
    kills = 0
    for writes in range(30):
        fragile = Fragile(str(store.engine.url), writes % 4, after)
        try:
            asyncio.run(Keeper(fragile, Retention(), grace=0).purge())
        except Killed:
            kills += 1
        finally:
            fragile.close()
        for table in ("over", "playing"):  # it can be read at any time
            assert record_of(store, "over") == before if table == "over" else table_of(asyncio.run(store.log_of(table)))
    assert kills > 10
    purge(store, rounds=4)
    for trace in TRACES:
        assert trace not in whole(store)
    assert record_of(store, "over") == before
    assert purge(store) == Purged()


# ---- by a real server ----


async def delete(person: Guest, name: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"http://{person.address}", timeout=PATIENCE, headers=person.headers) as http:
        return await http.request("DELETE", "/api/me", json={"name": name})


def told(message: dict[str, Any]) -> bool:
    """Whether it shows that the stand-in plays at seat 2 for somebody without a name."""
    chair = message["view"]["chairs"][2] if "view" in message else {}
    return chair.get("away", False) and chair["name"] == ""


async def gone_from(folder: Path, trace: str) -> None:
    """Until a name is in no byte of the database."""
    while trace.encode() in await asyncio.to_thread(raw, folder):
        await asyncio.sleep(0.5)


def test_somebody_takes_all_along_and_is_deleted_while_they_play(mortal: Any, go: Any) -> None:
    async def scene() -> tuple[str, str]:
        table, [(_, first), (ben, second)] = await seated(mortal, "stick-em", 3, people=2)
        zoe = await guest(mortal.address, "Zoe Unmistakable")
        await first.ask(table, "clear", seat=2)
        socket = await zoe.connect()
        await socket.watch(table)
        await socket.ask(table, "sit", seat=2)
        await socket.ask(table, "say", text="hear my secret words")
        await socket.ask(table, "word", seat=2, word="owl")
        await first.ask(table, "start")
        found = (await zoe.get("/api/me/data")).json()
        [one] = found["tables"]
        assert (found["name"], one["table"], one["seats"], one["words"]) == ("Zoe Unmistakable", table, [2], ["owl"])
        assert [line["text"] for line in one["said"]] == ["hear my secret words"]
        assert len(found["devices"]) == 1
        assert zoe.token not in json.dumps(found)
        assert (await delete(zoe, "zoe")).status_code == 422
        assert (await delete(zoe, "Zoe Unmistakable")).status_code == 204
        assert (await zoe.get("/api/me")).status_code == 401
        await second.until(told)
        for text in ("Zoe Unm", "secret words"):
            assert text not in (await ben.get(f"/api/tables/{table}")).text
            assert text not in second.raw[-1]
        return table, found["person"]

    _, person = go(scene())
    mortal.kill()  # before what was written is written anew
    mortal.start()
    folder = Path(file_of(mortal)).parent

    async def wait() -> None:
        for trace in ("Zoe Unmistakable", "secret words", person):
            await gone_from(folder, trace)

    go(wait())
    assert "Traceback" not in mortal.said()


def test_an_administrator_purges_and_sees_what_takes_room(mortal: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(mortal.address, "Ann")
        for _ in range(3):
            await ann.open("shit", players=3)

    go(scene())
    mortal.stop()  # or it would be faster
    with contextlib.closing(sqlite3.connect(file_of(mortal))) as database:
        database.execute(f"UPDATE tables SET changed = changed - {8 * DAY}")
        database.commit()
    said = admin(mortal, "purge", "--dry-run")
    assert said.returncode == 0, said.stderr
    assert "3 tables at which nothing began are closed" in " ".join(said.stdout.split())
    assert "3 tables at which nothing began are closed" in " ".join(admin(mortal, "purge").stdout.split())
    kept = admin(mortal, "purge", "--dry-run", "--keep-unused", "0")
    assert "would go" in kept.stdout
    sizes = admin(mortal, "sizes")
    assert sizes.returncode == 0
    for name in ("log", "people", "log: entries of closed tables"):
        assert name in sizes.stdout
