"""What is kept for how long, and what goes: a chore beside the requests, and `tablee admin purge`.

The result and the record of a match stay. What was said at its table goes some days after its end, later the ids and
timings of what was asked there, and tables at which no match ever began go as a whole. Somebody who wants to be
forgotten is, at every table (`part`).

All of it goes in small transactions, so that nobody waits, one process at a time; whoever is interrupted leaves nothing
half done, and the next one goes on from there. A log is never rewritten under somebody who has its table in memory:
first an entry says that something is not shown any longer, and every process hears of that, as of any other entry; only
a little later what came before it is written anew. Its last entry always stays as it is, since by that a process knows
the log again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sql

from tablee.server.clock import now
from tablee.server.results import note
from tablee.server.settings import Retention
from tablee.server.store import (
    Store,
    bans,
    blocks,
    log,
    matches,
    people,
    ratings,
    reports,
    results,
    tables,
    tokens,
    visits,
)
from tablee.table import AnyEntry, Table, depart, table_of
from tablee.table.entries import Closed, Gone, Hushed, alias_of, decode, encode
from tablee.table.erasing import bare, unsaid, without

DAY = 24 * 3600 * 1000
LOT = 10  # tables that are written anew in one transaction
GRACE = 10_000  # milliseconds in which every process has heard of an entry
LOCK = 0x7AB1EF  # of PostgreSQL
HUSHED, UNSAID, BARE = 1, 2, 4  # of a log: its talk is not shown any longer, and not kept; nor are ids and timings

Tell = Callable[[str, int], Awaitable[None]]
Decided = Callable[[Table], list[AnyEntry]]


@dataclass
class Purged:
    """How many tables, or people, went that way."""

    closed: int = 0  # tables at which nothing began
    removed: int = 0  # and of those that were closed
    hushed: int = 0  # tables whose talk is not shown any longer,
    unsaid: int = 0  # and not kept
    bare: int = 0  # tables whose log holds only what the record needs
    departed: int = 0  # tables that somebody is gone from,
    erased: int = 0  # at which nothing of them is left
    forgotten: int = 0  # people of whom nothing is left anywhere

    @property
    def waiting(self) -> bool:
        """Whether something is to be finished in a moment, when everybody has heard."""
        return self.departed > 0 or self.hushed > 0


class Keeper:
    """Does away with what is not to be kept. `tell` is told of entries that it wrote, and which number follows."""

    def __init__(self, store: Store, keep: Retention, tell: Tell | None = None, grace: int = GRACE) -> None:
        self._store, self._keep, self._tell, self._grace = store, keep, tell, grace

    async def purge(self) -> Purged:
        """A round: whatever is due now."""
        done, at = Purged(), now()
        await self._forget_people(done, at)
        for name, step in self._steps(at).items():
            while found := await step():
                setattr(done, name, getattr(done, name) + found)
        if any(getattr(done, field.name) for field in fields(done)):
            await self._give_back()
        return done

    async def due(self) -> Purged:
        """What a round would find, without doing it."""
        at = now()

        def count(connection: sql.Connection) -> Purged:
            done = Purged()
            for name, which in self._due(at).items():
                setattr(done, name, connection.execute(sql.select(sql.func.count()).where(which)).scalar() or 0)
            states = [gone is None for *_, gone in connection.execute(gone_from().add_columns(visits.c.gone))]
            done.departed, done.erased = states.count(True), states.count(False)
            gone = sql.select(sql.func.count()).where(people.c.gone.is_not(None))
            done.forgotten = connection.execute(gone).scalar() or 0
            return done

        return await self._store.read(count)

    def _due(self, at: int) -> dict[str, sql.ColumnElement[bool]]:
        """The tables that have something to lose by now, and by which step."""

        def before(days: float) -> sql.ColumnElement[bool]:
            return tables.c.changed < at - int(days * DAY) if days else sql.false()

        def in_state(*states: int) -> sql.ColumnElement[bool]:
            return sql.and_(tables.c.phase == "over", tables.c.pruned.in_(states))

        keep, unplayed = self._keep, ~sql.exists().where(matches.c.table_id == tables.c.id)
        return {
            "unsaid": sql.and_(in_state(HUSHED, HUSHED + BARE), before(keep.talk)),
            "hushed": sql.and_(in_state(0, BARE), before(keep.talk)),
            "bare": sql.and_(in_state(*range(BARE)), before(keep.logs)),
            "removed": sql.and_(tables.c.phase == "closed", before(min(keep.unused, 1)), unplayed),
            "closed": sql.and_(tables.c.phase == "open", before(keep.unused)),
        }

    def _steps(self, at: int) -> dict[str, Callable[[], Awaitable[int]]]:
        due = self._due(at)
        return {
            "unsaid": partial(self._alone, partial(prune, due["unsaid"], UNSAID, unsaid)),
            "hushed": partial(self._hush, due["hushed"]),
            "bare": partial(self._alone, partial(prune, due["bare"], BARE, bare)),
            "removed": partial(self._alone, partial(remove, due["removed"])),
            "closed": partial(self._close, due["closed"]),
        }

    # ---- what is over ----

    async def _hush(self, which: sql.ColumnElement[bool]) -> int:
        """Say in some of these logs that what was said is not kept any longer."""
        hushed = []
        found = await self._store.read(lambda connection: some(connection, which))
        for table, number in (await self._store.lengths(found)).items():
            if await self._append(table, number, [Hushed(at=now())]):
                hushed.append(table)
        return await self._store.write(lambda connection: note_pruned(connection, hushed, HUSHED))

    # ---- what never began ----

    async def _close(self, which: sql.ColumnElement[bool]) -> int:
        """Close some of these tables, so that whoever still looks at one is told."""

        def close(table: Table) -> list[AnyEntry]:
            return [] if table.closed or table.match is not None else [Closed(at=now())]

        found = await self._store.read(lambda connection: some(connection, which))
        return sum([await self._add(table, close) for table in found])

    # ---- who is gone ----

    async def _forget_people(self, done: Purged, at: int) -> None:
        """Take those who want to be forgotten out of every table they were at."""
        new = gone_from().where(visits.c.gone.is_(None)).limit(LOT)
        while found := await self._store.read(lambda connection: connection.execute(new).all()):
            for person, table, phase in found:
                await self._depart(person, table, phase)
            done.departed += len(found)
        while erased := await self._alone(partial(erase, now() - self._grace)):
            done.erased += erased
        done.forgotten += await self._alone(partial(forget, at - self._grace))

    async def _depart(self, person: str, id: str, phase: str) -> None:  # noqa: A002
        """Say in a table's log that somebody is gone."""
        if phase in ("over", "closed"):  # whatever was played need not be known for that
            gone = Gone(at=now(), whom=alias_of(id, person))
            while not await self._append(id, (await self._store.lengths([id]))[id], [gone]):
                pass
        else:
            while await self._add(id, lambda table: depart(table, person, now())):
                pass
        heard = sql.update(visits).where(visits.c.person == person, visits.c.table_id == id).values(gone=now())
        await self._store.write(lambda connection: connection.execute(heard))

    # ---- how ----

    async def _add(self, id: str, decided: Decided) -> bool:  # noqa: A002
        """Add what is decided to a table's log; False: nothing was."""
        while entries := await self._store.log_of(id):
            table = await asyncio.to_thread(table_of, entries)
            made = decided(table)
            if not made:
                await note(self._store, table, entries[-1].at)  # the book may not have known
                return False
            if await self._append(id, len(entries), made, entries[-1]):
                for entry in made:
                    table.take(entry)
                await note(self._store, table, made[-1].at)
                return True
        return False

    async def _append(self, table: str, number: int, made: list[AnyEntry], after: AnyEntry | None = None) -> bool:
        written = await self._store.append(table, number, made, after=after)
        if written and self._tell is not None:
            await self._tell(table, number + len(made))
        return written

    async def _alone(self, work: Callable[[sql.Connection], int]) -> int:
        """Do it, unless another process is at it."""

        def run(connection: sql.Connection) -> int:
            if connection.dialect.name == "postgresql":
                lock = sql.select(sql.func.pg_try_advisory_xact_lock(LOCK))
                if not connection.execute(lock).scalar():
                    return 0
            return work(connection)

        return await self._store.write(run)

    async def _give_back(self) -> None:
        """Of SQLite: let nothing be left of what went, neither in the file nor beside it, and make the file smaller."""
        if self._store.engine.dialect.name != "sqlite":
            return

        def work(connection: sql.Connection) -> None:
            raw = connection.connection.driver_connection
            assert raw is not None
            for pragma in ("incremental_vacuum", "wal_checkpoint(TRUNCATE)"):
                raw.execute(f"PRAGMA {pragma}").fetchall()

        await self._store.read(work)


def part(connection: sql.Connection, person: str) -> None:
    """Let go of all that is kept of somebody, but for what tables still know: `Keeper` sees to those.

    Their results stay, without them. Reports about them go with those they made.
    """
    drop_all(connection, [person])
    connection.execute(sql.update(people).where(people.c.id == person).values(name="", gone=now()))


def drop_all(connection: sql.Connection, persons: Sequence[str]) -> None:
    connection.execute(sql.update(results).where(results.c.person.in_(persons)).values(person=None))
    for table, columns in (
        (tokens, [tokens.c.person]),
        (ratings, [ratings.c.person]),
        (bans, [bans.c.person]),
        (blocks, [blocks.c.person, blocks.c.whom]),
        (reports, [reports.c.person, reports.c.whom]),
    ):
        connection.execute(sql.delete(table).where(sql.or_(*(column.in_(persons) for column in columns))))


def forget(before: int, connection: sql.Connection) -> int:
    """Of who wanted to be forgotten before that time, and is gone from every table, nothing is left."""
    there = sql.exists().where(visits.c.person == people.c.id)
    gone = connection.execute(sql.select(people.c.id).where(people.c.gone <= before, ~there).limit(LOT)).scalars().all()
    drop_all(connection, gone)
    return connection.execute(sql.delete(people).where(people.c.id.in_(gone))).rowcount if gone else 0


def gone_from() -> sql.Select[Any]:
    """Who wants to be forgotten, the tables they were at, and the phases of those."""
    wanted = sql.select(visits.c.person, visits.c.table_id, tables.c.phase).join(people, people.c.id == visits.c.person)
    return wanted.join(tables, tables.c.id == visits.c.table_id).where(people.c.gone.is_not(None))


def erase(before: int, connection: sql.Connection) -> int:
    """Write some logs anew, without those of whom they have said before that time that they are gone."""
    found = connection.execute(gone_from().where(visits.c.gone <= before).limit(LOT)).all()
    for person, table, _ in found:
        rewrite(connection, table, partial(without, table=table, person=person))
        heard = sql.select(reports.c.number, reports.c.talk).where(reports.c.table_id == table)
        for number, talk in connection.execute(heard).all():
            left = [line for line in msgspec.json.decode(talk) if line["person"] != person]
            change = sql.update(reports).where(reports.c.number == number)
            connection.execute(change.values(talk=msgspec.json.encode(left).decode()))
        connection.execute(sql.delete(visits).where(visits.c.person == person, visits.c.table_id == table))
    return len(found)


def some(connection: sql.Connection, which: sql.ColumnElement[bool]) -> Sequence[str]:
    """Some of these tables, those that changed first."""
    return (
        connection.execute(sql.select(tables.c.id).where(which).order_by(tables.c.changed).limit(LOT)).scalars().all()
    )


def prune(
    which: sql.ColumnElement[bool], what: int, change: Callable[[AnyEntry], AnyEntry], connection: sql.Connection
) -> int:
    """Write some of these logs anew."""
    found = some(connection, which)
    for table in found:
        rewrite(connection, table, change)
    return note_pruned(connection, found, what)


def note_pruned(connection: sql.Connection, found: Sequence[str], what: int) -> int:
    change = sql.update(tables).where(tables.c.id.in_(found)).values(pruned=tables.c.pruned + what)
    return connection.execute(change).rowcount if found else 0


def remove(which: sql.ColumnElement[bool], connection: sql.Connection) -> int:
    """Do away with some of these tables altogether: their codes are free again."""
    found = some(connection, which)
    for table in (log, visits):
        connection.execute(sql.delete(table).where(table.c.table_id.in_(found)))
    return connection.execute(sql.delete(tables).where(tables.c.id.in_(found))).rowcount if found else 0


def entries_of(connection: sql.Connection, table: str) -> list[AnyEntry]:
    wanted = sql.select(log.c.entry).where(log.c.table_id == table).order_by(log.c.number)
    return [decode(entry) for entry in connection.execute(wanted).scalars()]


def rewrite(connection: sql.Connection, table: str, change: Callable[[AnyEntry], AnyEntry]) -> None:
    """Change the entries of a log, all but the last."""
    lines = [
        {"which": number, "entry": encode(new)}
        for number, entry in enumerate(entries_of(connection, table)[:-1])
        if (new := change(entry)) is not entry
    ]
    if lines:
        one = log.c.table_id == table, log.c.number == sql.bindparam("which")
        connection.execute(sql.update(log).where(*one).values(entry=sql.bindparam("entry")), lines)
