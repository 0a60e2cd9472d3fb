"""What is kept: people, tables, the log of each table, and what came of it, in SQLite or PostgreSQL.

Whatever happens at a table is added to the end of its log, by `append`; only `keeping` writes anything there anew, to
leave out what is not to be kept, and the numbers and all else stay as they were. The number of an entry is unique at
its table, so of two processes that both write the next entry one succeeds, and the other reads what was written and
thinks again. An entry is only ever written after the one that its writer believes to be the last: should somebody have
set the database back to an earlier day, nothing is written past the gap, and whoever wanted to is told (`SetBack`).
Entries that arrive while a transaction is on its way are written
together in the next one: with many tables a commit serves many of them.

SQLAlchemy's plain engine, in threads of its own, rather than its asynchronous one: the writer is one thread by nature.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sql

from tablee.server import clock
from tablee.server.metrics import OfDatabase
from tablee.server.outage import Outage, Unavailable
from tablee.table.entries import AnyEntry, decode, encode
from tablee.table.erasing import named

Result = TypeVar("Result")

BATCH = 500  # requests in one transaction at most
READERS = 4  # threads
POOL = READERS + 2  # connections to PostgreSQL that are kept
PATIENCE = 5.0  # seconds for which somebody waits for a database that has gone away, or is locked
SHORT = 2.0  # seconds within which a server that is ready can write
TO_CONNECT, TO_ANSWER = 3, 5_000  # to PostgreSQL: seconds at most; and, to what is sent there, milliseconds
LOOKS = 3  # at PostgreSQL's clock,
WIDE = 20_000_000  # and nanoseconds that one takes on a machine too busy to be told the time
CLOCK = sql.cast(1000 * sql.extract("epoch", sql.func.clock_timestamp()), sql.BigInteger)  # in milliseconds, as here
LOCKED = ("locked", "busy")  # of SQLite: in a moment it may go

SCHEMA = sql.MetaData(naming_convention={"ix": "ix_%(column_0_label)s", "pk": "pk_%(table_name)s"})

people = sql.Table(
    "people",
    SCHEMA,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("joined", sql.BigInteger, nullable=False),  # milliseconds since 1970, as all times here
    sql.Column("seen", sql.BigInteger, nullable=False),  # the day on which they were last here, when it began
    sql.Column("gone", sql.BigInteger, index=True),  # since when all that is kept of them is being deleted; NULL: no
)

tokens = sql.Table(
    "tokens",
    SCHEMA,
    sql.Column("digest", sql.String(64), primary_key=True),  # SHA-256 of the token: the token itself is not kept
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False, index=True),
    sql.Column("made", sql.BigInteger, nullable=False),
    sql.Column("recovers", sql.Boolean, nullable=False),  # a recovery code rather than a device's token
    sql.Column("seen", sql.BigInteger, nullable=False),  # the day on which it was last used, when it began
    sql.Column("device", sql.String(64), nullable=False),  # a browser and a system, as far as they are known
)

bans = sql.Table(
    "bans",
    SCHEMA,
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False, index=True),
    sql.Column("made", sql.BigInteger, nullable=False),
    sql.Column("until", sql.BigInteger, nullable=False, index=True),
    sql.Column("why", sql.Text, nullable=False),  # as the person is told
)

blocks = sql.Table(
    "blocks",
    SCHEMA,
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
    sql.Column("whom", sql.String(32), sql.ForeignKey("people.id"), primary_key=True, index=True),
    sql.Column("made", sql.BigInteger, nullable=False),
)

reports = sql.Table(
    "reports",
    SCHEMA,
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("made", sql.BigInteger, nullable=False),
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False, index=True),  # who reports
    sql.Column("whom", sql.String(32), sql.ForeignKey("people.id"), nullable=False, index=True),
    sql.Column("name", sql.String(64), nullable=False),  # by which the reported went there and then
    sql.Column("table_id", sql.String(32), nullable=False),  # it may be gone by now
    sql.Column("version", sql.Integer, nullable=False),  # of that table
    sql.Column("reason", sql.String(16), nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("talk", sql.Text, nullable=False),  # what was said there last, as JSON
    sql.Column("done", sql.Boolean, nullable=False),  # somebody has looked into it
)

tables = sql.Table(
    "tables",
    SCHEMA,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("code", sql.String(8), nullable=False, unique=True),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("public", sql.Boolean, nullable=False),
    sql.Column("phase", sql.String(8), nullable=False),
    sql.Column("opened", sql.BigInteger, nullable=False),
    sql.Column("changed", sql.BigInteger, nullable=False),
    sql.Column("keeper", sql.String(32), nullable=False),  # the process that looks after its bots and clocks,
    sql.Column("kept_until", sql.BigInteger, nullable=False),  # until then, unless it says so again
    sql.Column("terms", sql.Text),  # as JSON, and who sits where, as the lobby reads it: while the table is open
    sql.Column("seats", sql.Text),
    sql.Column("opener", sql.String(32)),  # a digest of the address that opened it, while it is in play
    sql.Column("pruned", sql.Integer, nullable=False, server_default="0"),  # how far, once it is over: 0 is not at all
    sql.Index("ix_tables_phase_changed", "phase", "changed"),
    sql.Index("ix_tables_pruned_changed", "pruned", "changed"),
    sql.Index("ix_tables_opener_changed", "opener", "changed"),
)

visits = (
    sql.Table(  # whom the log of which table names: who opened it or sat there, if they left again, or were sent away
        "visits",
        SCHEMA,
        sql.Column("person", sql.String(32), primary_key=True),
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True, index=True),
        sql.Column("gone", sql.BigInteger),  # since when the log says that they are gone; NULL: it does not
    )
)

log = sql.Table(
    "log",
    SCHEMA,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("entry", sql.LargeBinary, nullable=False),
)

matches = sql.Table(
    "matches",
    SCHEMA,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, nullable=False, unique=True),  # in the order in which they were entered
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("variant", sql.Text, nullable=False),  # the options that are not at their default: `mild=1 rounds=3`
    sql.Column("players", sql.Integer, nullable=False),
    sql.Column("actions", sql.Integer, nullable=False),
    sql.Column("began", sql.BigInteger, nullable=False),
    sql.Column("ended", sql.BigInteger, nullable=False),
    sql.Index("ix_matches_game", "game", "actions", "began", "ended"),  # means are read from it alone
)

results = sql.Table(
    "results",
    SCHEMA,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("matches.table_id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), index=True),
    sql.Column("bot", sql.String(8)),  # its level, where no person sat
    sql.Column("score", sql.Integer, nullable=False),
    sql.Column("place", sql.Integer, nullable=False),  # 1 is the first; who has the same score has the same place
    sql.Column("share", sql.Double, nullable=False),  # of the win: 1, a half of one who shares it with another, or 0
    sql.Column("stood_in", sql.Boolean, nullable=False),  # whether a stand-in played any of it,
    sql.Column("left", sql.Boolean, nullable=False),  # and so much that the person is rated as the last
    sql.Column("unrated", sql.String(8)),  # why it changes nothing about the person's rating; NULL: it does
    sql.Column("weight", sql.Double, nullable=False),  # how much it does: 1, or less for who met the same people often
    sql.Column("counts", sql.Boolean, nullable=False),  # whether others are measured by this seat
    sql.Column("mean", sql.Double),  # the rating that the person brought along: it stays when they are gone
    sql.Column("spread", sql.Double),
)

ratings = sql.Table(
    "ratings",
    SCHEMA,
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("mean", sql.Double, nullable=False),
    sql.Column("spread", sql.Double, nullable=False),
    sql.Column("low", sql.Double, nullable=False),  # the mean less three spreads
    sql.Column("matches", sql.Integer, nullable=False),  # that it comes from,
    sql.Column("last", sql.BigInteger, nullable=False),  # and when the last of them ended
    sql.Index("ix_ratings_game_low", "game", "low"),
)


class Kept(NamedTuple):
    """A table's line in the lobby's book."""

    id: str
    code: str
    game: str
    public: bool
    phase: str
    changed: int
    seats: str | None
    opener: str | None


class SetBack(Exception):
    """A log does not hold what this process has read or written there: the database was set back to an earlier day."""


class Append(NamedTuple):
    """Entries to be added to a log from a number on, and where the answer goes."""

    table: str
    number: int
    entries: Sequence[AnyEntry]
    after: AnyEntry | None  # the entry before them, as far as it is known
    opening: dict[str, Any] | None  # the table's line, when it is a new one
    answer: "asyncio.Future[bool]"
    loop: asyncio.AbstractEventLoop


class Store:
    """The database. `append` is the only way in which anything happens at a table."""

    def __init__(self, url: str) -> None:
        self.engine = engine_for(url)
        self.commits = 0  # transactions of the writer so far,
        self.written = 0  # and the entries in them
        self.set_back = 0  # tables that were found set back,
        self.lost_races = 0  # and entries that another process wrote first
        self.reading, self.writing = Outage("the database", "read"), Outage("the database", "written")
        self.figures = OfDatabase()
        self._queue: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is still to be written, and let go of the database."""
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    # ---- the logs ----

    async def append(
        self,
        table: str,
        number: int,
        entries: Sequence[AnyEntry],
        opening: dict[str, Any] | None = None,
        after: AnyEntry | None = None,
    ) -> bool:
        """Add entries to a log from that number on, and after that entry.

        False: somebody else has written that number already. `SetBack`: what should be before it is not there.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bool] = loop.create_future()
        self._queue.put(Append(table, number, entries, after, opening, answer, loop))
        async with in_time():
            return await answer

    async def log_of(self, table: str, start: int = 0) -> list[AnyEntry]:
        """The entries from a number on."""

        def read(connection: sql.Connection) -> list[AnyEntry]:
            wanted = sql.select(log.c.entry).where(log.c.table_id == table, log.c.number >= start)
            return [decode(entry) for (entry,) in connection.execute(wanted.order_by(log.c.number))]

        return await self.read(read)

    async def lengths(self, ids: Sequence[str]) -> dict[str, int]:
        """How many entries the logs of these tables have."""
        last = sql.select(sql.func.max(log.c.number)).where(log.c.table_id == tables.c.id).scalar_subquery()
        wanted = sql.select(tables.c.id, last + 1).where(tables.c.id.in_(ids))
        return await self.read(lambda connection: {table: number or 0 for table, number in connection.execute(wanted)})

    # ---- the book of tables ----

    async def find(self, *, id: str | None = None, code: str | None = None) -> Kept | None:  # noqa: A002
        which = tables.c.id == id if id is not None else tables.c.code == code
        found = await self.read(lambda connection: connection.execute(_kept().where(which)).first())
        return None if found is None else Kept(*found)

    async def listed(self, phases: Sequence[str], public: bool, limit: int = 100, since: int = 0) -> list[Kept]:
        """The tables in these phases, those that changed last first."""
        wanted = _kept().where(tables.c.phase.in_(phases), tables.c.changed >= since)
        if public:
            wanted = wanted.where(tables.c.public)
        wanted = wanted.order_by(tables.c.changed.desc()).limit(limit)
        return await self.read(lambda connection: [Kept(*line) for line in connection.execute(wanted)])

    async def keep(self, ids: Sequence[str], keeper: str, lease: int) -> set[str]:
        """Become, or stay, the process that looks after these tables for so many milliseconds by the database's clock,
        whatever those of the processes show; gives those that no other looks after."""
        free = (tables.c.keeper == keeper) | (tables.c.kept_until < self.clock)
        change = sql.update(tables).where(tables.c.id.in_(ids), free)
        change = change.values(keeper=keeper, kept_until=self.clock + lease)
        kept = change.returning(tables.c.id)
        return await self.write(lambda connection: set(connection.execute(kept).scalars())) if ids else set()

    async def release(self, ids: Sequence[str], keeper: str) -> None:
        """Let another process look after them."""
        change = sql.update(tables).where(tables.c.id.in_(ids), tables.c.keeper == keeper).values(kept_until=0)
        if ids:
            await self.write(lambda connection: connection.execute(change))

    # ---- whatever else ----

    async def read(self, work: Callable[[sql.Connection], Result]) -> Result:
        def run() -> Result:
            with self.engine.connect() as connection:
                return work(connection)

        return await self._aside(self.reading, "read", run)

    async def write(self, work: Callable[[sql.Connection], Result], patience: float = PATIENCE) -> Result:
        def run() -> Result:
            with self.engine.begin() as connection:
                return work(connection)

        return await self._aside(self.writing, "write", run, patience)

    async def probe(self) -> None:
        """Write something that changes nothing; `Unavailable` says why that cannot be done in a short time."""
        same = sql.text("UPDATE alembic_version SET version_num = version_num")
        async with in_time(SHORT):
            await self.write(lambda connection: connection.execute(same), patience=0.0)

    @property
    def clock(self) -> sql.ColumnElement[int]:
        """The time of day of the database: one for all processes that share it."""
        if self.engine.dialect.name == "sqlite":  # which one process has for itself
            return sql.literal(clock.now(), sql.BigInteger)
        return CLOCK

    async def go_by_its_clock(self) -> None:
        """Let this process's clock go by the database's, if that is shared with others."""
        if self.engine.dialect.name != "sqlite":
            width, beside = await self.read(ahead)
            if width < WIDE:
                clock.follow(beside)

    async def _aside(self, outage: Outage, what: str, run: Callable[[], Result], patience: float = PATIENCE) -> Result:
        """In a thread, so that nobody else has to wait."""
        patient = partial(self._patiently, outage, what, run, patience)
        async with in_time():
            return await asyncio.get_running_loop().run_in_executor(self._readers, patient)

    def _patiently(self, outage: Outage, what: str, work: Callable[[], Result], patience: float = PATIENCE) -> Result:
        """Do it; if the database has gone away, try again for a little while. Nothing is written twice: numbers are
        unique."""
        until = time.monotonic() + patience
        pause = 0.05
        while True:
            if outage.hopeless(PATIENCE):
                raise Unavailable(f"the database cannot be {outage.done}: {outage.why}")
            try:
                with self.figures.seconds.labels(what).time():
                    result = work()
            except (sql.exc.IntegrityError, sql.exc.DataError):
                raise
            except sql.exc.DBAPIError as error:
                self.figures.failures.labels(what).inc()
                outage.failed(reason(error))
                if not is_passing(error) or time.monotonic() + pause > until:
                    raise Unavailable(f"the database cannot be {outage.done}: {reason(error)}") from error
            else:
                outage.worked()
                return result
            self.figures.retries.labels(what).inc()
            time.sleep(pause)
            pause = min(2 * pause, 1.0)

    # ---- the writer's thread ----

    def _write_on(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = [first], False
            while len(batch) < BATCH and not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    last = True
                    break
                batch.append(following)
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[Append]) -> None:
        batch = [append for append in batch if not append.answer.done()]  # who has not lost patience
        if not batch:
            return
        try:
            answers = self._patiently(self.writing, "append", lambda: self._insert(batch))
        except Exception as error:
            for append in batch:
                append.loop.call_soon_threadsafe(_fail, append.answer, error)
            return
        self.commits += 1
        for append, answer in zip(batch, answers, strict=True):
            if isinstance(answer, SetBack):
                append.loop.call_soon_threadsafe(_fail, append.answer, answer)
            else:
                self.written += answer and len(append.entries)
                self.lost_races += not answer
                append.loop.call_soon_threadsafe(_resolve, append.answer, answer)

    def _insert(self, batch: list[Append]) -> Sequence[bool | SetBack]:
        if all(append.opening is None and append.number for append in batch):
            with contextlib.suppress(sql.exc.IntegrityError):  # one of the numbers is taken: see which
                if self._insert_together(batch):
                    return [True] * len(batch)
        return self._insert_one_by_one(batch)

    def _insert_together(self, batch: list[Append]) -> bool:
        """All in one statement: a third of the work, and the other threads are waited for less often.

        False, and nothing is written: something is not as its writer believes.
        """
        rows = []
        for append in sorted(batch, key=attrgetter("table", "number")):
            after = None if append.after is None else encode(append.after)
            rows += [{**row, "last": append.number - 1, "after": after} for row in rows_of(append)]
        with self.engine.connect() as connection:
            if self.engine.dialect.name == "sqlite":
                result = connection.execute(NEXT_IN_SQLITE, rows)
            else:
                result = connection.execute(NEXT_IN_POSTGRESQL, {name: [row[name] for row in rows] for name in rows[0]})
            if result.rowcount != len(rows):
                return False
            self._note_visits(connection, batch)
            connection.commit()
        return True

    def _insert_one_by_one(self, batch: list[Append]) -> Sequence[bool | SetBack]:
        answers: list[bool | SetBack] = [False] * len(batch)
        # Always in the same order, or two processes could each wait for what the other has written.
        order = sorted(range(len(batch)), key=lambda place: batch[place].table)
        with self.engine.begin() as connection:
            for place in order:
                answers[place] = self._insert_one(connection, batch[place])
            self._note_visits(connection, [append for append, answer in zip(batch, answers) if answer is True])
        return answers

    def _note_visits(self, connection: sql.Connection, batch: list[Append]) -> None:
        lines = {(person, append.table) for append in batch for entry in append.entries for person in named(entry)}
        if lines:
            new = insert_for(self.engine)(visits).on_conflict_do_nothing()
            connection.execute(new, [{"person": person, "table_id": table} for person, table in sorted(lines)])

    def _insert_one(self, connection: sql.Connection, append: Append) -> bool | SetBack:
        if append.opening is not None and not self._opens(connection, append.opening):
            return False
        if not self._follows(connection, append):
            return SetBack(f"table {append.table}: entry {append.number} would follow on what is not there")
        rows = rows_of(append)
        # Numbers follow each other without a gap: where the first is new, so are the others.
        first = insert_for(self.engine)(log).values(rows[0]).on_conflict_do_nothing().returning(log.c.number)
        if connection.execute(first).first() is None:
            return self._is_ours(connection, rows)
        if len(rows) > 1:
            connection.execute(sql.insert(log), rows[1:])
        return True

    def _follows(self, connection: sql.Connection, append: Append) -> bool:
        """Whether the table is there, and the entry that its writer believes to be the last."""
        there = sql.select(tables.c.id).where(tables.c.id == append.table).with_for_update(key_share=True, read=True)
        if connection.execute(there).first() is None:
            return False
        if append.number == 0:
            return True
        before = sql.select(log.c.entry).where(log.c.table_id == append.table, log.c.number == append.number - 1)
        entry = connection.execute(before.with_for_update(key_share=True, read=True)).scalar()
        return entry is not None and (append.after is None or decode(entry) == append.after)

    def _is_ours(self, connection: sql.Connection, rows: list[dict[str, Any]]) -> bool:
        """Whether what is there is what we wrote ourselves: the answer to a commit was lost, and it is tried again."""
        wanted = sql.select(log.c.entry).where(log.c.table_id == rows[0]["table_id"], log.c.number >= rows[0]["number"])
        there = connection.execute(wanted.order_by(log.c.number).limit(len(rows))).scalars()
        return [bytes(entry) for entry in there] == [row["entry"] for row in rows]

    def _opens(self, connection: sql.Connection, opening: dict[str, Any]) -> bool:
        """Enter a new table in the book; False: its code is taken."""
        insert = insert_for(self.engine)
        entered = insert(tables).values(**opening).on_conflict_do_nothing().returning(tables.c.id)
        if connection.execute(entered).first() is not None:
            return True
        # Entered by ourselves, if the answer to a commit was lost and it is tried again.
        return connection.execute(sql.select(tables.c.id).where(tables.c.id == opening["id"])).first() is not None


def rows_of(append: Append) -> list[dict[str, Any]]:
    return [
        {"table_id": append.table, "number": append.number + step, "entry": encode(entry)}
        for step, entry in enumerate(append.entries)
    ]


# Each line is written if the entry is there that its writer believes to be the last before it (nobody takes that away
# meanwhile), and what it says, if that is known.
NEXT_IN_SQLITE = sql.text("""
    INSERT INTO log (table_id, number, entry)
    SELECT :table_id, :number, :entry FROM log AS last
    WHERE last.table_id = :table_id AND last.number = :last AND last.entry = coalesce(:after, last.entry)
""")
NEXT_IN_POSTGRESQL = sql.text("""
    INSERT INTO log (table_id, number, entry)
    SELECT line.table_id, line.number, line.entry
    FROM unnest(
        CAST(:table_id AS text[]), CAST(:number AS integer[]), CAST(:entry AS bytea[]),
        CAST(:last AS integer[]), CAST(:after AS bytea[])
    ) AS line (table_id, number, entry, last, after)
    JOIN log AS last ON last.table_id = line.table_id AND last.number = line.last
    WHERE last.entry = coalesce(line.after, last.entry)
    FOR KEY SHARE OF last
""")


def _kept() -> sql.Select[Any]:
    c = tables.c
    return sql.select(c.id, c.code, c.game, c.public, c.phase, c.changed, c.seats, c.opener)


def _resolve(answer: "asyncio.Future[bool]", value: bool) -> None:
    if not answer.done():
        answer.set_result(value)


def _fail(answer: "asyncio.Future[bool]", error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)


def ahead(connection: sql.Connection) -> tuple[int, int]:
    """By how many nanoseconds the time of day here is ahead of PostgreSQL's, by the quickest of a few looks; before
    that, how long it took."""
    looks = []
    for _ in range(LOOKS):
        before = time.time_ns()
        there = connection.execute(sql.select(CLOCK)).scalar_one() * 1_000_000
        after = time.time_ns()
        looks.append((after - before, (before + after) // 2 - there))
    return min(looks)


@contextlib.asynccontextmanager
async def in_time(seconds: float = 2 * PATIENCE) -> AsyncIterator[None]:
    """Whatever the database makes of it, somebody who waits for it is told within that time."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise Unavailable("the database does not answer in time") from None


def is_passing(error: sql.exc.DBAPIError) -> bool:
    """Whether it may go in a moment: the database is away, or busy. A disk that is full will still be full then."""
    if error.connection_invalidated:
        return True
    if not isinstance(error, sql.exc.OperationalError | sql.exc.InterfaceError):
        return False
    state = getattr(error.orig, "sqlstate", None)
    if type(error.orig).__module__ == "sqlite3":
        return any(word in str(error.orig) for word in LOCKED)
    return state is None or state[:2] in ("08", "40", "55", "57") or state == "53300"


def reason(error: sql.exc.DBAPIError) -> str:
    """In the database's own words, which name nothing that was to be written."""
    return " ".join(str(error.orig).split())[:300]


def engine_for(url: str) -> sql.Engine:
    """An engine for a database: `sqlite:///file`, or `postgresql+psycopg://…`."""
    if url.startswith("sqlite:"):
        file = sql.make_url(url).database
        if file:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
        engine = sql.create_engine(url, connect_args={"timeout": PATIENCE}, hide_parameters=True)
        sql.event.listen(engine, "connect", _tune_sqlite)
        return engine
    bounds = {"connect_timeout": TO_CONNECT, "tcp_user_timeout": TO_ANSWER, "keepalives_idle": 5}
    arguments = {name: value for name, value in bounds.items() if name not in sql.make_url(url).query}
    return sql.create_engine(url, pool_size=POOL, pool_pre_ping=True, hide_parameters=True, connect_args=arguments)


def insert_for(engine: sql.Engine) -> Any:
    """The database's own INSERT, which can pass over what is there already."""
    if engine.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql  # a tenth of the time that a start takes, where it is not used

        return postgresql.insert
    from sqlalchemy.dialects import sqlite

    return sqlite.insert


def _tune_sqlite(connection: Any, _: object) -> None:
    """Readers that never wait for the writer, a commit that has reached the disk when it says so, and nothing left in
    the file of what was deleted; of a new one pages that are free can be given back."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA auto_vacuum = INCREMENTAL")
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
