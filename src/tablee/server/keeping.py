"""What is kept for how long, and what goes: a chore beside the requests, and `tablee admin purge`.

The result and the record of a match stay. What was said at its table goes some days after its end, later the ids and
timings of what was asked there. A match that nobody goes on with is closed, as is a table at which none begins; and a
table that was closed before a match came to its end goes as a whole. Somebody who wants to be forgotten is, at every
table (`part`); and so is whoever has not come for long, if nothing leads to them any more.

All of it goes in small transactions, a table in each, so that nobody waits, and one process at a time; whoever is
interrupted leaves nothing half done, and the next one goes on from there. A table whose log cannot be read keeps
nothing at the others. A log is never rewritten under somebody who has its table in memory: first an entry says that
something is not shown any longer, and every process hears of that, as of any other entry; only a little later what came
before it is written anew. Its last entry always stays as it is, since by that a process knows the log again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sql

from tablee.server.clock import DAY, now
from tablee.server.outage import Unavailable
from tablee.server.results import note
from tablee.server.settings import Retention
from tablee.server.store import (
    Store,
    bans,
    blocks,
    insert_for,
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

LOT = 500  # people, or devices, that are forgotten at a time
PAGES = 256  # of SQLite's that are given back at a time,
BRIEF = 100  # and milliseconds for which everybody waits until what lies beside the file is empty
GRACE = 10_000  # milliseconds in which every process has heard of an entry
LOCK = 0x7AB1EF  # of PostgreSQL
HUSHED, UNSAID, BARE = 1, 2, 4  # of a log: its talk is not shown any longer, and not kept; nor are ids and timings

Tell = Callable[[str, int], Awaitable[None]]
Decided = Callable[[Table], list[AnyEntry]]
Work = Callable[[sql.Connection], int]

logger = logging.getLogger("tablee.server")


@dataclass
class Purged:
    """How many tables, or people, went that way."""

    closed: int = 0  # tables at which nothing began
    abandoned: int = 0  # and those whose match nobody goes on with
    removed: int = 0  # and of those that were closed
    hushed: int = 0  # tables whose talk is not shown any longer,
    unsaid: int = 0  # and not kept
    bare: int = 0  # tables whose log holds only what the record needs
    departed: int = 0  # tables that somebody is gone from,
    erased: int = 0  # at which nothing of them is left
    forgotten: int = 0  # people of whom nothing is left anywhere
    idle: int = 0  # devices that nobody used for long, and people to whom nothing leads any more

    @property
    def waiting(self) -> bool:
        """Whether something is to be finished in a moment, when everybody has heard."""
        return self.departed > 0 or self.hushed > 0


class Outrun(Exception):
    """Somebody else has written the entry of that number meanwhile."""


class Keeper:
    """Does away with what is not to be kept. `tell` is told of entries that it wrote, and which number follows."""

    def __init__(self, store: Store, keep: Retention, tell: Tell | None = None, grace: int = GRACE) -> None:
        self._store, self._keep, self._tell, self._grace = store, keep, tell, grace
        self.unreadable: set[str] = set()  # tables from which something was to go that could not
        self.owes = False  # what went may still lie in pages that are to be given back

    async def purge(self) -> Purged:
        """A round: whatever is due now."""
        done, at = Purged(), now()
        await self._forget_people(done, at)
        for name, which in self._due(at).items():
            step = self._step(name, which)
            for table in await self._store.read(partial(found_by, which)):
                setattr(done, name, getattr(done, name) + await self._apart(table, step))
        while self._keep.devices and (idle := await self._alone(partial(forget_idle, self._idle(at)))):
            done.idle += idle
        if self.owes or done != Purged():
            self.owes = True
            self.owes = not await self._give_back()
        return done

    async def due(self) -> Purged:
        """What a round would find, without doing it."""
        at = now()

        def count(connection: sql.Connection) -> Purged:
            done = Purged()
            for name, which in self._due(at).items():
                setattr(done, name, len(found_by(which, connection)))
            left = found_by(self._due(at)["abandoned"], connection)
            done.abandoned = sum(last_of(connection, table).at < self._abandoned(at) for table in left)
            states = [gone is None for *_, gone in connection.execute(gone_from().add_columns(visits.c.gone))]
            done.departed, done.erased = states.count(True), states.count(False)
            gone = sql.select(sql.func.count()).where(people.c.gone.is_not(None))
            done.forgotten = connection.execute(gone).scalar() or 0
            if self._keep.devices:
                done.idle = sum(len(connection.execute(one).all()) for one in idle_since(self._idle(at)))
            return done

        return await self._store.read(count)

    def _due(self, at: int) -> dict[str, sql.ColumnElement[bool]]:
        """The tables that have something to lose by now, and by which step."""

        def before(days: float) -> sql.ColumnElement[bool]:
            return tables.c.changed < at - int(days * DAY) if days else sql.false()

        def in_state(*states: int) -> sql.ColumnElement[bool]:
            return sql.and_(tables.c.phase.in_(("over", "closed")), tables.c.pruned.in_(states))

        keep, unplayed = self._keep, ~sql.exists().where(matches.c.table_id == tables.c.id)
        return {
            "unsaid": sql.and_(in_state(HUSHED, HUSHED + BARE), before(keep.talk)),
            "hushed": sql.and_(in_state(0, BARE), before(keep.talk)),
            "bare": sql.and_(in_state(*range(BARE)), before(keep.logs)),
            "removed": sql.and_(tables.c.phase == "closed", before(min(keep.unused, 1)), unplayed),
            "closed": sql.and_(tables.c.phase == "open", before(keep.unused)),
            "abandoned": sql.and_(tables.c.phase == "playing", before(keep.abandoned)),
        }

    def _step(self, name: str, which: sql.ColumnElement[bool]) -> Callable[[str], Awaitable[int]]:
        steps: dict[str, Callable[[str], Awaitable[int]]] = {
            "unsaid": lambda table: self._alone(partial(unsay, table, which, now() - self._grace)),
            "hushed": lambda table: self._say(table, partial(hush, table, which)),
            "bare": lambda table: self._alone(partial(lay_bare, table, which)),
            "removed": lambda table: self._alone(partial(remove, table, which)),
            "closed": lambda table: self._close(table, lambda found: found.match is None),
            "abandoned": lambda table: self._close(table, lambda found: found.last.at < self._abandoned(now())),
        }
        return steps[name]

    def _abandoned(self, at: int) -> int:
        """Before when nothing more may have happened at a table. The book says only when its match began."""
        return at - int(self._keep.abandoned * DAY)

    def _idle(self, at: int) -> int:
        """Before when a device was used last that is forgotten."""
        return at - int(self._keep.devices * DAY)

    # ---- what never began, or never ended ----

    async def _close(self, id: str, meant: Callable[[Table], bool]) -> int:  # noqa: A002
        """Close a table, if it is such a one, so that whoever still looks at it is told."""

        def close(table: Table) -> list[AnyEntry]:
            return [Closed(at=now())] if meant(table) and not table.closed and not table.over else []

        return await self._add(id, close)

    # ---- who is gone ----

    async def _forget_people(self, done: Purged, at: int) -> None:
        """Take those who want to be forgotten out of every table they were at."""
        v = visits.c
        new = gone_from().where(v.gone.is_(None))
        for person, table, phase in await self._store.read(lambda connection: connection.execute(new).all()):
            done.departed += await self._apart(table, partial(self._depart, person, phase))
        told = gone_from().where(v.gone <= now() - self._grace)
        for person, table, _ in await self._store.read(lambda connection: connection.execute(told).all()):
            work = partial(erase, person, table)
            done.erased += await self._apart(table, lambda _, work=work: self._alone(work))  # type: ignore[misc]
        while forgotten := await self._alone(partial(forget, at - self._grace)):
            done.forgotten += forgotten

    async def _depart(self, person: str, phase: str, id: str) -> int:  # noqa: A002
        """Say in a table's log that somebody is gone."""
        said = False
        if phase in ("open", "playing"):  # otherwise whatever was played need not be known for that
            try:
                while await self._add(id, lambda table: depart(table, person, now())):
                    pass
                said = True
            except Unavailable:
                raise
            except Exception:  # what cannot be read nobody plays at
                logger.info("table %s: somebody is gone from a log of which no table can be made", id)
        return await self._say(id, partial(leave, id, person, said))

    # ---- how ----

    async def _apart(self, table: str, step: Callable[[str], Awaitable[int]]) -> int:
        """Do it at this table. What cannot be done there is said once, and keeps nothing else."""
        try:
            return await step(table)
        except Unavailable:
            raise
        except Exception as error:
            if table not in self.unreadable:
                self.unreadable.add(table)
                why = f"{type(error).__name__}: {error}".partition("\n")[0]
                logger.error("table %s: what is not to be kept cannot be taken out of its log: %s", table, why)
            return 0

    async def _add(self, id: str, decided: Decided) -> bool:  # noqa: A002
        """Add what is decided to a table's log; False: nothing was."""
        while True:
            entries = await self._store.log_of(id)
            table = await asyncio.to_thread(table_of, entries)
            made = decided(table)
            if not made:
                await note(self._store, table, entries[-1].at)  # the book may not have known
                return False
            if await self._store.append(id, len(entries), made, after=entries[-1]):
                await self._told(id, len(entries) + len(made))
                for entry in made:
                    table.take(entry)
                await note(self._store, table, made[-1].at)
                return True

    async def _say(self, table: str, work: Work) -> int:
        """Do what adds an entry to a table's log, and gives how many there are then; 0: it was done already."""
        while True:
            try:
                length = await self._alone(work)
            except Outrun:
                continue
            if length:
                await self._told(table, length)
            return int(length > 0)

    async def _told(self, table: str, length: int) -> None:
        if self._tell is not None:
            await self._tell(table, length)

    async def _alone(self, work: Work) -> int:
        """Do it in a transaction, while no other process is at anything of the kind."""

        def run(connection: sql.Connection) -> int:
            if connection.dialect.name == "postgresql":
                connection.execute(sql.select(sql.func.pg_advisory_xact_lock(LOCK)))
            else:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            return work(connection)

        return await self._store.write(run)

    async def _give_back(self) -> bool:
        """Of SQLite: let nothing be left of what went, neither in the file nor beside it, and make the file smaller.

        False: somebody still reads what was there before.
        """
        if self._store.engine.dialect.name != "sqlite":
            return True
        while await self._store.write(give_back_some):
            pass
        return await self._store.write(empty_beside)


def part(connection: sql.Connection, person: str) -> None:
    """Let go of all that is kept of somebody, but for what tables still know: `Keeper` sees to those.

    Their results stay, without them. Reports about them go with those they made.
    """
    drop_all(connection, [person])
    connection.execute(sql.update(people).where(people.c.id == person).values(name="", gone=now()))


def drop_all(connection: sql.Connection, persons: Sequence[str]) -> None:
    for person in persons:
        strike(connection, person)
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


def idle_since(before: int) -> tuple[sql.Select[Any], sql.Select[Any]]:
    """The devices that nobody used since then, and the people to whom nothing leads.

    Who has a recovery code, a result, or is named in the log of a table that is still kept is not forgotten, nor is who
    has to do with a report or a ban; who asked to be deleted is seen to otherwise.
    """
    idle = sql.select(tokens.c.digest).where(tokens.c.seen < before, sql.not_(tokens.c.recovers))
    leading = (
        *(tokens.c.person, results.c.person, ratings.c.person, bans.c.person, visits.c.person),
        *(reports.c.person, reports.c.whom),
    )
    led_to = [sql.exists().where(column == people.c.id) for column in leading]
    lost = sql.select(people.c.id).where(people.c.seen < before, people.c.gone.is_(None), *map(sql.not_, led_to))
    return idle, lost


def forget_idle(before: int, connection: sql.Connection) -> int:
    """Forget some of these devices, and of these people."""
    idle, lost = idle_since(before)
    count = connection.execute(sql.delete(tokens).where(tokens.c.digest.in_(idle.limit(LOT)))).rowcount
    gone = connection.execute(lost.limit(LOT)).scalars().all()
    connection.execute(sql.delete(blocks).where(blocks.c.person.in_(gone) | blocks.c.whom.in_(gone)))
    return count + connection.execute(sql.delete(people).where(people.c.id.in_(gone))).rowcount


def gone_from() -> sql.Select[Any]:
    """Who wants to be forgotten, the tables they were at, and the phases of those."""
    wanted = sql.select(visits.c.person, visits.c.table_id, tables.c.phase).join(people, people.c.id == visits.c.person)
    return wanted.join(tables, tables.c.id == visits.c.table_id).where(people.c.gone.is_not(None))


def strike(connection: sql.Connection, person: str) -> None:
    """Take what somebody said out of what others reported: the table where it was may be gone."""
    about = reports.c.talk.contains(f'"{person}"', autoescape=True)
    for number, talk in connection.execute(sql.select(reports.c.number, reports.c.talk).where(about)).all():
        left = [line for line in msgspec.json.decode(talk) if line["person"] != person]
        change = sql.update(reports).where(reports.c.number == number)
        connection.execute(change.values(talk=msgspec.json.encode(left).decode()))


def leave(table: str, person: str, said: bool, connection: sql.Connection) -> int:
    """Write down that a table's log says that somebody is gone; and say it, unless it was said."""
    there = sql.and_(visits.c.person == person, visits.c.table_id == table, visits.c.gone.is_(None))
    if not connection.execute(sql.update(visits).where(there).values(gone=now())).rowcount:
        return 0
    number = length_of(connection, table)
    if said or not number:
        return max(1, number)
    seats = sql.update(tables).where(tables.c.id == table).values(seats=None)  # of a table that nobody can sit at
    connection.execute(seats)
    return follow(connection, table, Gone(at=now(), whom=alias_of(table, person)))


def erase(person: str, table: str, connection: sql.Connection) -> int:
    """Write a log anew, without somebody of whom it has said that they are gone."""
    gone = sql.delete(visits).where(visits.c.person == person, visits.c.table_id == table)
    if not connection.execute(gone).rowcount:
        return 0
    rewrite(connection, table, partial(without, table=table, person=person))
    return 1


def found_by(which: sql.ColumnElement[bool], connection: sql.Connection) -> Sequence[str]:
    """These tables, those that changed first."""
    return connection.execute(sql.select(tables.c.id).where(which).order_by(tables.c.changed)).scalars().all()


def prune(connection: sql.Connection, table: str, which: sql.ColumnElement[bool], what: int) -> bool:
    """Write down that a log loses something; False: it has by now, or is not to."""
    change = sql.update(tables).where(tables.c.id == table, which).values(pruned=tables.c.pruned.bitwise_or(what))
    return connection.execute(change).rowcount > 0


def hush(table: str, which: sql.ColumnElement[bool], connection: sql.Connection) -> int:
    """Say in a log that what was said is not kept any longer."""
    return follow(connection, table, Hushed(at=now())) if prune(connection, table, which, HUSHED) else 0


def unsay(table: str, which: sql.ColumnElement[bool], before: int, connection: sql.Connection) -> int:
    """Write a log anew without what was said, if it says since that time that this is not kept."""
    heard = any(isinstance(entry, Hushed) and entry.at <= before for _, entry in entries_of(connection, table))
    if not heard or not prune(connection, table, which, UNSAID):
        return 0
    rewrite(connection, table, unsaid)
    return 1


def lay_bare(table: str, which: sql.ColumnElement[bool], connection: sql.Connection) -> int:
    """Write a log anew with only what the record needs."""
    if not prune(connection, table, which, BARE):
        return 0
    rewrite(connection, table, bare)
    return 1


def remove(table: str, which: sql.ColumnElement[bool], connection: sql.Connection) -> int:
    """Do away with a table altogether: its code is free again."""
    if connection.execute(sql.select(tables.c.id).where(tables.c.id == table, which)).first() is None:
        return 0
    for lines in (log, visits):
        connection.execute(sql.delete(lines).where(lines.c.table_id == table))
    return connection.execute(sql.delete(tables).where(tables.c.id == table)).rowcount


def length_of(connection: sql.Connection, table: str) -> int:
    """The number that follows in a log; 0: there is none."""
    last = connection.execute(sql.select(sql.func.max(log.c.number)).where(log.c.table_id == table)).scalar()
    return 0 if last is None else last + 1


def follow(connection: sql.Connection, table: str, entry: AnyEntry) -> int:
    """Add an entry to a log, whatever it holds; gives how many there are then."""
    number = length_of(connection, table)
    if not number:
        raise LookupError("there is no log")
    new = insert_for(connection.engine)(log).values(table_id=table, number=number, entry=encode(entry))
    if connection.execute(new.on_conflict_do_nothing().returning(log.c.number)).first() is None:
        raise Outrun
    return number + 1


def entries_of(connection: sql.Connection, table: str) -> list[tuple[int, AnyEntry]]:
    """A log's entries and their numbers, which need not be without a gap."""
    wanted = sql.select(log.c.number, log.c.entry).where(log.c.table_id == table).order_by(log.c.number)
    return [(number, decode(entry)) for number, entry in connection.execute(wanted).all()]


def last_of(connection: sql.Connection, table: str) -> AnyEntry:
    wanted = sql.select(log.c.entry).where(log.c.table_id == table).order_by(log.c.number.desc()).limit(1)
    last: AnyEntry = decode(connection.execute(wanted).scalar_one())
    return last


def rewrite(connection: sql.Connection, table: str, change: Callable[[AnyEntry], AnyEntry]) -> None:
    """Change the entries of a log, all but the last."""
    lines = [
        {"which": number, "entry": encode(new)}
        for number, entry in entries_of(connection, table)[:-1]
        if (new := change(entry)) is not entry
    ]
    if lines:
        one = log.c.table_id == table, log.c.number == sql.bindparam("which")
        connection.execute(sql.update(log).where(*one).values(entry=sql.bindparam("entry")), lines)


def give_back_some(connection: sql.Connection) -> bool:
    """Give some free pages of SQLite's file back to the disk. False: none are left that could be."""
    before = pragma(connection, "freelist_count")
    driver(connection).executescript(f"PRAGMA incremental_vacuum({PAGES})")  # page by page: otherwise it ends with one
    return 0 < pragma(connection, "freelist_count") < before


def empty_beside(connection: sql.Connection) -> bool:
    """Take over what lies beside SQLite's file, while others go on, and then empty that. False: somebody reads it."""
    pragma(connection, "wal_checkpoint(PASSIVE)")
    patience = pragma(connection, "busy_timeout")
    pragma(connection, f"busy_timeout = {BRIEF}")
    try:
        return pragma(connection, "wal_checkpoint(TRUNCATE)") == 0
    finally:
        pragma(connection, f"busy_timeout = {patience}")


def pragma(connection: sql.Connection, what: str) -> int:
    """Let SQLite do that; gives the first figure that it answers."""
    lines: list[tuple[int, ...]] = driver(connection).execute(f"PRAGMA {what}").fetchall()
    return lines[0][0] if lines else 0


def driver(connection: sql.Connection) -> Any:
    return connection.connection.driver_connection
