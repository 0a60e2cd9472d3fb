"""The store: numbers are unique, and what was written is known again when the answer was lost."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sql

from tablee.server.database import BadDatabase
from tablee.server.room import open_table
from tablee.server.schema import migrate, newest, version_of
from tablee.server.store import SCHEMA, Store
from tablee.table import Terms
from tablee.table.entries import AnyEntry, Opened, Said

OPENED = Opened(at=1, table="t", terms=Terms("shit"), host="ann", secret="ab" * 32)


def line(code: str = "AAAAAA", table: str = "t") -> dict[str, Any]:
    times = {"opened": 1, "changed": 1, "kept_until": 0}
    return {"id": table, "code": code, "game": "shit", "public": False, "phase": "open", "keeper": "", **times}


def said(text: str, at: int = 2) -> Said:
    return Said(at=at, person="ann", name="Ann", text=text)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store(f"sqlite:///{tmp_path}/data/tablee.db")
    migrate(kept.engine)
    yield kept
    kept.close()


def test_of_two_who_write_the_same_number_one_succeeds(store: Store) -> None:
    async def scene() -> None:
        assert await store.append("t", 0, [OPENED], line())
        both = await asyncio.gather(store.append("t", 1, [said("a")]), store.append("t", 1, [said("b"), said("c")]))
        assert sorted(both) == [False, True]
        log = await store.log_of("t", 1)
        assert [entry.text for entry in log if isinstance(entry, Said)] in (["a"], ["b", "c"])

    asyncio.run(scene())


def test_what_is_there_already_because_we_wrote_it(store: Store) -> None:
    async def scene() -> None:
        entries: list[AnyEntry] = [said("a"), said("b")]
        assert await store.append("t", 0, [OPENED], line())
        assert await store.append("t", 0, [OPENED], line())  # the answer was lost
        assert await store.append("t", 1, entries)
        assert await store.append("t", 1, entries)
        assert not await store.append("t", 1, [said("a"), said("c")])
        assert len(await store.log_of("t")) == 3

    asyncio.run(scene())


def test_a_code_that_is_taken(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["AAAAAA", "AAAAAA", "BBBBBB"])
    monkeypatch.setattr("tablee.server.room.new_code", lambda: next(codes))

    async def scene() -> None:
        assert await store.append("t", 0, [OPENED], line())
        other = Opened(at=1, table="u", terms=Terms("shit"), host="ann", secret="ab" * 32)
        await open_table(store, [other])
        kept = await store.find(id="u")
        assert kept is not None
        assert kept.code == "BBBBBB"

    asyncio.run(scene())


def test_the_migrations_make_what_the_program_expects(store: Store) -> None:
    made = sql.MetaData()
    made.reflect(store.engine)
    for name, table in SCHEMA.tables.items():
        there = made.tables[name]
        assert [(c.name, c.nullable) for c in there.columns] == [(c.name, c.nullable) for c in table.columns]
        assert {index.name for index in there.indexes} == {index.name for index in table.indexes}


def test_a_database_that_is_up_to_date_needs_no_alembic(store: Store, tmp_path: Path) -> None:
    assert version_of(store.engine) == newest()
    code = (
        "import sys; from tablee.server.schema import migrate; from tablee.server.store import engine_for;"
        f"migrate(engine_for('sqlite:///{tmp_path}/' + sys.argv[1])); print('alembic' in sys.modules)"
    )
    for file, loaded in (("data/tablee.db", "False"), ("new.db", "True")):
        done = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == loaded


def test_a_database_from_the_future_is_refused(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(sql.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadDatabase, match="9999"):
        migrate(store.engine)


def test_many_at_once_share_a_commit(store: Store) -> None:
    async def scene() -> None:
        tables = [f"t{number}" for number in range(200)]
        opened = [msgspec.structs.replace(OPENED, table=table) for table in tables]
        logs = [store.append(one.table, 0, [one], line(one.table, one.table)) for one in opened]
        assert all(await asyncio.gather(*logs))
        assert (store.written, store.commits < 100) == (200, True)

    asyncio.run(scene())
