"""Whether a database can be served: looked at before a server starts, and of a copy before it is put in its place."""

import logging
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sql

from tablee.server import clock
from tablee.server.database import RESTORE, BadDatabase, advice
from tablee.server.outage import Outage
from tablee.server.schema import newest
from tablee.server.store import SCHEMA, ahead, is_passing, reason, tables

logger = logging.getLogger("tablee.server")

ODD = 1_000_000_000  # nanoseconds by which two clocks should not differ
MAGIC = b"SQLite format 3\0"  # with which its files begin
PAUSE = 0.5  # seconds between two tries at a database that is not there yet


def wait_for(engine: sql.Engine, seconds: float) -> None:
    """Until it answers. A database that is started together with its servers may take longer than they do."""
    until, outage = time.monotonic() + seconds, Outage("the database", f"reached (waiting up to {seconds:g} s)")
    while True:
        try:
            with engine.connect():
                outage.worked()
                return
        except sql.exc.DBAPIError as error:
            if engine.dialect.name == "sqlite" or not is_passing(error) or time.monotonic() > until:
                raise
            outage.failed(reason(error))
        time.sleep(PAUSE)


def check(engine: sql.Engine) -> None:
    """That it is sound, as far as SQLite can tell soon, and can be written."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            said = connection.execute(sql.text("PRAGMA quick_check(1)")).scalar()
            if said != "ok":
                raise BadDatabase(f"the database {engine.url.database} is damaged ({said}): {advice('malformed')}")
        if missing := lacking(sql.inspect(connection).get_table_names()):
            raise BadDatabase(f"the database {engine.url.database} has no {missing}: put a backup in its place")
        connection.execute(sql.text("UPDATE alembic_version SET version_num = version_num"))


def go_by_its_clock(engine: sql.Engine) -> None:
    """Before anybody is told a time: the clock of a database that several share is that of all of them."""
    if engine.dialect.name != "sqlite":
        with engine.connect() as connection:
            _, beside = ahead(connection)
        clock.follow(beside, at_once=True)
        if abs(beside) > ODD:
            logger.warning("this machine's clock is %.1f s ahead of the database's, which counts", beside / 1e9)


def lacking(names: Iterable[str]) -> str:
    """Which tables of the newest schema are not among these."""
    return ", ".join(sorted(set(SCHEMA.tables) - set(names)))


def check_file(file: Path) -> None:
    """That what is there is SQLite's, before anything is made beside it."""
    if not file.is_file() or not file.stat().st_size:
        return
    with file.open("rb") as opened:
        if opened.read(len(MAGIC)) != MAGIC:
            raise BadDatabase(f"{file} is not a database: name another file, or {RESTORE}")


class Flaw(NamedTuple):
    """What is wrong with a copy of a database, and what to do about it."""

    what: str
    remedy: str = "take another backup"


def check_copy(file: Path, whole: bool = True) -> None:
    """That a file is a sound copy of a SQLite database which this program can read, with every log whole, if wanted."""
    if flaw := flaw_of(file, whole):
        raise BadDatabase(f"{file} {flaw.what}: {flaw.remedy}")


def flaw_of(file: Path, whole: bool) -> Flaw | None:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            said = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            names = [name for (name,) in copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            [version] = copy.execute("SELECT version_num FROM alembic_version").fetchone()
            gaps = "SELECT table_id FROM log GROUP BY table_id HAVING count(*) != max(number) + 1"
            broken = copy.execute(gaps).fetchall()
            orphans = copy.execute("SELECT count(*) FROM log WHERE table_id NOT IN (SELECT id FROM tables)").fetchone()
    except (sqlite3.Error, TypeError) as error:
        return Flaw(f"is not a database of Tablée ({error})")
    if said != "ok":
        return Flaw(f"is damaged ({said})")
    if version > newest():
        return Flaw(f"is of schema {version}, and this program knows {newest()}", "install a newer one")
    if version == newest() and (missing := lacking(names)):
        return Flaw(f"has no {missing}")
    if whole and (broken or orphans[0]):
        holed = ", ".join(table for (table,) in broken[:3]) or "entries of tables that are not there"
        return Flaw(f"has {len(broken)} logs with a gap ({holed})", "take another backup, or --anyway")
    return None


def in_play(engine: sql.Engine) -> dict[str, int]:
    """How many tables are open, and being played."""
    wanted = sql.select(tables.c.phase, sql.func.count()).where(tables.c.phase.in_(["open", "playing"]))
    with engine.connect() as connection:
        return {"open": 0, "playing": 0, **dict(connection.execute(wanted.group_by(tables.c.phase)).tuples().all())}
