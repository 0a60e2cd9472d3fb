"""A round of purging, whatever is broken at some table, whoever else is at it, and whomever any entry names."""

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import sqlalchemy as sql
from inside import House, until
from tables import BEN, EVE, SECRET, Log
from test_erasing import ZOE, called, talked
from test_keeping import TRACES, fresh, older, opened, part_with, purge, put, record_of, whole

from process import Postgres
from tablee.dice import Dice
from tablee.server import schema
from tablee.server.clock import now
from tablee.server.keeping import DAY, LOCK, UNSAID, Keeper, Purged
from tablee.server.room import open_table
from tablee.server.settings import Retention
from tablee.server.store import Store, log, people, reports, results, tables, tokens, visits
from tablee.table import AnyEntry, Terms, follow_up, requests
from tablee.table.entries import Closed, Hushed, Kicked, Opened, Said, encode
from tablee.table.erasing import named, without

pytestmark = pytest.mark.xdist_group("server")


WAITING = sql.text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield from opened(f"sqlite:///{tmp_path}/tablee.db")


def drop_entry(store: Store, table: str, number: int) -> None:
    """Let there be a gap in a log."""
    with store.engine.begin() as connection:
        connection.execute(sql.delete(log).where(log.c.table_id == table, log.c.number == number))


def spoil(store: Store, table: str) -> None:
    """Let an entry of a log be nothing that anybody could read."""
    with store.engine.begin() as connection:
        connection.execute(sql.update(log).where(log.c.table_id == table, log.c.number == 2).values(entry=b"?"))


def said_at(store: Store, table: str) -> list[str]:
    return [entry.text for entry in asyncio.run(store.log_of(table)) if isinstance(entry, Said) and entry.text]


def people_left(store: Store) -> set[str]:
    with store.engine.connect() as connection:
        return set(connection.execute(sql.select(people.c.id)).scalars())


# ---- what is broken ----


def test_a_log_with_a_gap_is_rid_of_somebody_as_well(store: Store) -> None:
    put(store, talked(actions=5, table="bad"))
    put(store, talked(table="good"))
    fresh(store)
    drop_entry(store, "bad", 3)
    part_with(store)
    purge(store, rounds=2)
    for trace in TRACES:
        assert trace not in whole(store)
    assert ZOE.id not in people_left(store)


def test_a_log_that_cannot_be_read_keeps_nothing_at_other_tables(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    for table in ("a", "bad", "c"):
        put(store, talked(table=table))
    for table in ("empty", "unused"):
        put(store, called(Log(Terms("shit", 3), host=ZOE), table))
    spoil(store, "bad")
    drop_entry(store, "empty", 0)
    older(store, 8)
    part_with(store)
    keeper = Keeper(store, Retention(), grace=0)
    with caplog.at_level(logging.ERROR, "tablee.server"):
        for _ in range(4):
            asyncio.run(keeper.purge())
    for table in ("a", "c"):
        assert said_at(store, table) == []
        assert not any(trace in repr(asyncio.run(store.log_of(table))) for trace in TRACES)
    kept = asyncio.run(store.find(id="unused"))
    assert kept is not None
    assert kept.phase == "closed"
    assert keeper.unreadable == {"bad", "empty"}
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 2
    assert len({table for table in keeper.unreadable for line in lines if f"table {table}:" in line}) == 2


# ---- whoever else is at it ----


def unsaid_by_two(store: Store) -> None:
    """Two processes begin a round at the same moment, again and again."""
    for number in range(5):
        put(store, talked(table=f"t{number}"))
    older(store, 8)

    async def rounds() -> None:
        keepers = [Keeper(store, Retention(), grace=0) for _ in range(3)]
        for _ in range(3):
            await asyncio.gather(*(keeper.purge() for keeper in keepers))

    asyncio.run(rounds())
    for number in range(5):
        entries = asyncio.run(store.log_of(f"t{number}"))
        assert said_at(store, f"t{number}") == []
        assert sum(isinstance(entry, Hushed) for entry in entries) == 1
    assert purge(store) == Purged()


def test_several_processes_at_once_leave_nothing_that_was_said(store: Store) -> None:
    unsaid_by_two(store)


def test_on_postgresql_too_and_one_waits_for_another(tmp_path: Path) -> None:
    postgres = Postgres(tmp_path / "postgres")
    try:
        for store in opened(postgres.url):
            unsaid_by_two(store)
            put(store, talked(table="last"))
            fresh(store)
            older(store, 8)

            async def scene(store: Store = store) -> None:
                with store.engine.begin() as connection:
                    connection.execute(sql.select(sql.func.pg_advisory_xact_lock(LOCK)))
                    at_it = asyncio.create_task(Keeper(store, Retention(), grace=0).purge())
                    while not await store.read(lambda one: one.execute(WAITING).scalar()):
                        assert not at_it.done()
                        await asyncio.sleep(0.01)
                assert await at_it == Purged(hushed=1)

            asyncio.run(scene())
    finally:
        postgres.close()


def test_a_process_that_begins_later_gives_the_others_time_to_hear(store: Store) -> None:
    put(store, talked())
    fresh(store)
    older(store, 8)
    assert purge(store) == Purged(hushed=1)
    soon = Keeper(store, Retention(), grace=3_600_000)
    assert asyncio.run(soon.purge()) == Purged()
    assert len(said_at(store, "t")) == 2
    assert purge(store) == Purged(unsaid=1)


# ---- whoever is named ----


def test_who_was_sent_away_is_gone_from_the_rematch_as_well(store: Store) -> None:
    one = Log(Terms("shit", 3), host=BEN)
    for person, request in (
        (ZOE, requests.Sit(0)),
        (BEN, requests.Kick(0)),
        (BEN, requests.Sit(0)),
        (EVE, requests.Sit(1)),
        (BEN, requests.Bot(2, "novice")),
        (BEN, requests.Start()),
    ):
        one.ask(person, request)
    one.play_on(Dice("rematch"))
    put(store, one)
    fresh(store)
    [rematched] = one.ask(BEN, requests.Rematch())
    again = follow_up(one.table, rematched, BEN.id)  # type: ignore[arg-type]
    assert [entry.name for entry in again if isinstance(entry, Kicked)] == [ZOE.name]
    asyncio.run(open_table(store, again))
    part_with(store)
    purge(store)
    for trace in (ZOE.id, ZOE.name):
        assert trace not in whole(store)


def test_whom_the_logs_of_an_older_version_name_is_found_out(store: Store) -> None:
    one = Log(Terms("shit", 3), host=BEN)
    for person, request in ((ZOE, requests.Sit(0)), (BEN, requests.Kick(0))):
        one.ask(person, request)
    put(store, one)
    put(store, talked(table="once"))
    with store.engine.begin() as connection:
        connection.execute(sql.delete(visits))
        connection.execute(sql.update(results).values(person=None))
        connection.execute(sql.delete(tokens).where(tokens.c.person == ZOE.id))
        connection.execute(sql.delete(people).where(people.c.id == ZOE.id))  # who was forgotten by then
        connection.execute(sql.update(tables).where(tables.c.id == "once").values(pruned=UNSAID))  # and was not
        connection.execute(sql.text("UPDATE alembic_version SET version_num = '0006'"))
    schema.migrate(store.engine)
    fresh(store)
    assert purge(store).erased == 2
    for trace in (ZOE.id, ZOE.name):
        assert trace not in whole(store)
    older(store, 8)
    assert purge(store, rounds=2).unsaid == 1
    assert said_at(store, "once") == []


NOBODY = {"table", "secret", "follows", "do", "word", "text"}  # texts of entries that name nobody


def entries_of_all_kinds() -> Iterator[AnyEntry]:
    """One of each kind, in which every field that may name somebody names Zoé."""
    for kind in get_args(AnyEntry):
        fields: dict[str, Any] = {}
        for field in msgspec.structs.fields(kind):
            if field.name == "name":
                fields["name"] = ZOE.name
            elif field.name == "key":
                fields["key"] = f"{ZOE.id} 1 content"
            elif field.type is str:
                fields[field.name] = "x" if field.name in NOBODY else ZOE.id
            elif field.required:
                fields[field.name] = SAMPLES[field.name]
        yield kind(**fields)


SAMPLES: dict[str, Any] = {
    "at": 1,
    "seat": 0,
    "to": 0,
    "yes": True,
    "on": True,
    "level": "novice",
    "terms": Terms("shit", 3),
    "timing": None,
}


def test_of_every_kind_of_entry_it_is_known_whom_it_names(store: Store) -> None:
    kinds = list(entries_of_all_kinds())
    assert len(kinds) > 20
    for entry in kinds:
        left = msgspec.json.encode(without(entry, "t", ZOE.id)).decode()
        if type(entry).__name__ != "Gone":  # it has an alias
            assert ZOE.id not in left
        assert ZOE.name not in left
        persons = {getattr(entry, field, "") for field in ("person", "host")}
        assert persons - {""} == (named(entry) & persons)
        assert named(without(entry, "t", ZOE.id)) == set()

    async def write() -> None:
        for number, entry in enumerate(kinds):
            if named(entry) and not isinstance(entry, Opened):
                terms = Terms("shit", 3)
                start = Opened(at=1, table=f"t{number}", terms=terms, host=BEN.id, secret=SECRET)
                await open_table(store, [start])
                assert await store.append(f"t{number}", 1, [msgspec.structs.replace(entry, key=""), Closed(at=2)])

    asyncio.run(write())
    with store.engine.begin() as connection:
        connection.execute(sql.update(tables).values(phase="closed", changed=now()))
    part_with(store)
    purge(store)
    for trace in (ZOE.id, ZOE.name):
        assert trace not in whole(store)


def test_what_somebody_said_goes_from_reports_of_a_table_that_is_gone(store: Store) -> None:
    talk = json.dumps([{"person": ZOE.id, "name": ZOE.name, "text": "bye now"}, {"person": EVE.id}])
    with store.engine.begin() as connection:
        line = {"made": 1, "version": 1, "reason": "other", "text": "", "done": False, "table_id": "removed"}
        connection.execute(sql.insert(reports).values(person=BEN.id, whom=EVE.id, name="Eve", talk=talk, **line))
    part_with(store)
    purge(store)
    for trace in TRACES:
        assert trace not in whole(store)
    with store.engine.connect() as connection:
        assert json.loads(connection.execute(sql.select(reports.c.talk)).scalar_one()) == [{"person": EVE.id}]


def test_nobody_is_found_at_the_seat_of_somebody_who_is_gone(inside: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(house: House) -> None:
        ann, ben = await house.visitor("10.0.0.1", "Ann"), await house.visitor("10.0.0.2", "Ben")
        room = await house.service.hall.open(ann.person, Terms("shit", 3))
        for person, request in (
            (ann.person, requests.Sit(0)),
            (ben.person, requests.Sit(1)),
            (ann.person, requests.Bot(2, "novice")),
            (ann.person, requests.Start()),
        ):
            await room.ask(person, request, type(request).__name__)
        gone = await house.call("DELETE", "/api/me", ben.address, ben.token, {"name": "Ben"})
        assert gone.status_code == 204
        await until(lambda: bool(room.table.gone))
        for path, more in (("blocks", {}), ("reports", {"reason": "insult"})):
            where = f"/api/tables/{room.table.id}/{path}"
            answer = await house.call("POST", where, ann.address, ann.token, {"seat": 1, **more})
            assert (answer.status_code, answer.json()["code"]) == (409, "nobody")

    inside(scene)
    assert [record for record in caplog.records if record.exc_info] == []


# ---- what nobody goes on with ----


def test_a_match_that_nobody_goes_on_with_is_closed_and_its_talk_goes(store: Store) -> None:
    for table in ("left", "on", "over"):
        put(store, talked(actions=10_000 if table == "over" else 5, table=table))
    before = record_of(store, "over")
    older(store, 40)
    with store.engine.begin() as connection:  # somebody moved a moment ago: the book does not say so
        connection.execute(sql.update(tables).where(tables.c.id == "over").values(changed=now()))
    entries = asyncio.run(store.log_of("on"))
    assert asyncio.run(store.append("on", len(entries), [Said(at=now(), person=BEN.id, name=BEN.name, text="hm")]))
    assert asyncio.run(Keeper(store, Retention(), grace=0).due()) == Purged(abandoned=1)
    assert purge(store, Retention(abandoned=0)) == Purged()
    assert purge(store, Retention(unused=0)) == Purged(abandoned=1)
    phases = {table: asyncio.run(store.find(id=table)).phase for table in ("left", "on", "over")}  # type: ignore[union-attr]
    assert phases == {"left": "closed", "on": "playing", "over": "over"}
    assert purge(store, Retention(unused=0)) == Purged()
    older(store, 8)
    assert purge(store, Retention(unused=0), rounds=2).unsaid == 2  # where the match came to its end, and where not
    assert said_at(store, "left") == said_at(store, "over") == []
    assert len(said_at(store, "on")) == 3
    assert record_of(store, "over") == before
    assert purge(store) == Purged(removed=1)
    assert asyncio.run(store.find(id="left")) is None
    with store.engine.connect() as connection:
        assert "left" not in connection.execute(sql.select(visits.c.table_id)).scalars().all()


# ---- room that is given back ----


def test_room_is_given_back_in_small_steps(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.keeping.PAGES", 20)
    put(store, called(Log(Terms("shit", 3), host=BEN), "t"))
    with store.engine.begin() as connection:
        entry = encode(Said(at=1, person=BEN.id, name=BEN.name, text="x" * 4000))
        lines = [{"table_id": "t", "number": number, "entry": entry} for number in range(1, 200)]
        connection.execute(sql.insert(log), lines)
    with store.engine.begin() as connection:
        connection.execute(sql.update(tables).values(phase="closed", changed=now() - 2 * DAY))
    left: list[int] = []

    async def scene() -> None:
        write, read = store.write, store.read

        async def counted(work: Any, *more: Any) -> Any:
            done = await write(work, *more)
            with store.engine.connect() as connection:
                left.append(connection.exec_driver_sql("PRAGMA freelist_count").scalar_one())
            return done

        store.write = counted  # type: ignore[method-assign]
        try:
            assert await Keeper(store, Retention(), grace=0).purge() == Purged(removed=1)
        finally:
            store.write, store.read = write, read  # type: ignore[method-assign]

    asyncio.run(scene())
    assert max(left) > 100
    assert (tmp_path / "tablee.db").stat().st_size < 4096 * max(left)
    assert left[-1] == 0
    assert all(one - other <= 20 for one, other in zip(left, left[1:], strict=False))
    assert (tmp_path / "tablee.db-wal").stat().st_size == 0


def test_what_could_not_be_given_back_is_the_next_time(store: Store, tmp_path: Path) -> None:
    put(store, talked())
    older(store, 8)
    keeper = Keeper(store, Retention(), grace=0)
    with store.engine.connect() as reader:  # somebody reads for long
        reader.exec_driver_sql("BEGIN")
        reader.execute(sql.select(sql.func.count()).select_from(log)).scalar()
        asyncio.run(keeper.purge())
        asyncio.run(keeper.purge())
        assert keeper.owes
    assert b"bye now" in (tmp_path / "tablee.db-wal").read_bytes() + (tmp_path / "tablee.db").read_bytes()
    assert asyncio.run(keeper.purge()) == Purged()
    assert not keeper.owes
    assert b"bye now" not in (tmp_path / "tablee.db-wal").read_bytes() + (tmp_path / "tablee.db").read_bytes()
