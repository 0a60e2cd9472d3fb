"""What an operator's night brings, while people play: the trials of `python bench/kill.py --trial NAME`.

Each is bounded, and ends with all logs read. Nothing may be lost that should be there: after a restore that is what was
answered before the copy was made, and what was answered after it was put back.
"""

import asyncio
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from tablee.server.moving import gaps
from tablee.server.store import Store, log, tables
from tablee.table.table import table_of

AHEAD = 15  # seconds by which a clock is wrong
STOPPED = 20.0  # seconds for which a process is paused
BEFORE, AFTER = 4.0, 6.0  # seconds of play around what happens
SETTLE = 2.0  # seconds after a restore in which an answer may still be of before
FAKETIME = next(iter(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)


class Trial:
    """What happens to a house; and which of the answered requests have to be in the logs."""

    database = "postgres"
    few = False  # whether a match may be given up: its past is gone, or its table

    def __init__(self, house: Any) -> None:
        self.house = house

    async def happen(self) -> None:
        raise NotImplementedError

    def counts(self, answered: float, table: str) -> bool:
        """Whether what was answered at that moment has to be there."""
        return True

    def wrong(self) -> str:
        """What else went wrong."""
        return ""


class Restore(Trial):
    """PostgreSQL is set back to a copy of some seconds ago, by pg_dump and pg_restore, under the running processes."""

    few = True
    copied = restored = 0.0

    async def happen(self) -> None:
        await asyncio.sleep(BEFORE)
        self.copied = time.monotonic()
        await asyncio.to_thread(self._run, "pg_dump", "--format=custom", f"--file={self._file}", self._url)
        await asyncio.sleep(BEFORE)
        words = ("--clean", "--if-exists", "--single-transaction", f"--dbname={self._url}", str(self._file))
        await asyncio.to_thread(self._run, "pg_restore", *words)
        self.restored = time.monotonic() + SETTLE
        await asyncio.sleep(AFTER + SETTLE)

    @property
    def _url(self) -> str:
        return str(self.house.database).replace("+psycopg", "")

    @property
    def _file(self) -> Path:
        return Path(self.house.servers[0].folder) / "copy.dump"

    def _run(self, program: str, *words: str) -> None:
        subprocess.run([self.house.postgres.program(program), *words], check=True, capture_output=True)

    def counts(self, answered: float, table: str) -> bool:
        return answered < self.copied or answered > self.restored

    def wrong(self) -> str:
        found = sum(server.said().count(": set back;") for server in self.house.servers)
        return "" if found else "no process noticed that it was set back"


class Orphan(Trial):
    """The line of a table that is being played is deleted, as by a hand that slipped; the others share its batches."""

    database = "sqlite"
    few = True
    orphan = ""

    async def happen(self) -> None:
        await asyncio.sleep(BEFORE)
        with closing(sqlite3.connect(self.house.database.removeprefix("sqlite:///"), timeout=30)) as database:
            [self.orphan] = database.execute("SELECT id FROM tables WHERE phase = 'playing' LIMIT 1").fetchone()
            database.execute("DELETE FROM tables WHERE id = ?", [self.orphan])
            database.commit()
        await asyncio.sleep(AFTER)

    def counts(self, answered: float, table: str) -> bool:
        return table != self.orphan

    def wrong(self) -> str:
        said = self.house.servers[0].said()
        return "" if f"table {self.orphan}: set back;" in said else "nobody noticed that a table's line was gone"


class Ahead(Trial):
    """One of two processes has a clock that is fifteen seconds ahead: it takes no table from the other."""

    looked = taken = 0  # at tables that are played; and of those, tables that somebody else keeps than a second before

    async def happen(self) -> None:
        assert FAKETIME is not None, "for a clock that is wrong: apt-get install faketime"
        server = self.house.servers[1]
        await asyncio.to_thread(server.stop)
        lie = (f"LD_PRELOAD={FAKETIME}", f"FAKETIME=+{AHEAD}s", "FAKETIME_DONT_FAKE_MONOTONIC=1")
        server.through = ("env", *lie)
        await asyncio.to_thread(server.start)
        engine = sql.create_engine(self.house.database)
        wanted = sql.select(tables.c.id, tables.c.keeper)
        wanted = wanted.where(tables.c.phase == "playing", tables.c.kept_until > 0)
        keepers: dict[str, str] = {}
        for _ in range(int(BEFORE + AFTER + AHEAD)):
            await asyncio.sleep(1)
            with engine.connect() as connection:
                for table, keeper in connection.execute(wanted):
                    self.looked += 1
                    self.taken += keepers.setdefault(table, keeper) != keeper
        engine.dispose()

    def wrong(self) -> str:
        if not any(f"clock is {AHEAD}" in line for line in self.house.servers[1].said().splitlines()):
            return "the clock was not found to be wrong"
        if not self.looked:
            return "nobody kept any table"
        return f"tables were taken from who kept them: {self.taken} of {self.looked} looks" if self.taken else ""


class Paused(Trial):
    """A process is stopped for twenty seconds, and goes on as if nothing had been; its clients went to the other."""

    async def happen(self) -> None:
        await asyncio.sleep(BEFORE)
        self.house.resting = server = self.house.servers[1]
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(STOPPED)
        server.process.send_signal(signal.SIGCONT)
        self.house.resting = None
        await asyncio.sleep(AFTER)


TRIALS: dict[str, type[Trial]] = {"restore": Restore, "orphan": Orphan, "ahead": Ahead, "paused": Paused}


async def unreadable(store: Store) -> int:
    """Logs with a gap, and others that nothing can be made of."""
    bad = 0
    with store.engine.connect() as connection:
        bad += len(gaps(connection))
        ids = connection.execute(sql.select(log.c.table_id).distinct()).scalars().all()
    for table in ids:
        try:
            table_of(await store.log_of(table))
        except Exception:
            bad += 1
    return bad
