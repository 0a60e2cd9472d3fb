"""`tablee admin`: what a host does with the data of a server, running or not."""

import asyncio
import itertools
import os
import shlex
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sql
from rich.console import Console
from rich.table import Table

from tablee.errors import TableeError
from tablee.server.alone import claim, for_me_only
from tablee.server.checkup import check_copy, flaw_of, go_by_its_clock
from tablee.server.clock import now
from tablee.server.database import address, in_words, nearest
from tablee.server.keeping import Keeper, Purged
from tablee.server.moving import gaps, move
from tablee.server.ratings import recompute
from tablee.server.results import note
from tablee.server.schema import migrate
from tablee.server.settings import SECRET, Retention, data_folder, default_database
from tablee.server.sizes import Size, sizes_of
from tablee.server.store import Kept, Store, engine_for
from tablee.table import table_of
from tablee.table.entries import Closed

PHASES = ("open", "playing")
Result = TypeVar("Result")


class CannotDo(TableeError):
    """What was asked of the data cannot be done."""


def show_tables(out: Console, database: str | None) -> None:
    """The tables that are not over, those that changed last first."""
    lines = asyncio.run(with_store(database, lambda store: store.listed(PHASES, public=False, limit=1000)))
    table = Table("id", "code", "game", "phase", "public", box=None)
    for kept in lines:
        table.add_row(kept.id, kept.code, kept.game, kept.phase, "yes" if kept.public else "no")
    out.print(table)


def close_table(out: Console, name: str, database: str | None) -> None:
    """Close a table, by id or code. A running server notices within seconds."""

    async def work(store: Store) -> Kept:
        kept = await store.find(id=name) or await store.find(code=name.upper())
        if kept is None:
            raise CannotDo(f"no table has the id or code {name!r}; `tablee admin tables` lists them")
        while True:
            log = await store.log_of(kept.id)
            table, closed = table_of(log), Closed(at=now())
            if table.closed:
                raise CannotDo(f"{kept.id} is closed already")
            if await store.append(kept.id, len(log), [closed], after=log[-1]):
                table.take(closed)
                await note(store, table, closed.at)
                return kept

    kept = asyncio.run(with_store(database, work))
    out.print(f"{kept.id} ({kept.code}) is closed.")


def ratings(out: Console, database: str | None) -> None:
    """Make all ratings anew from the results of the matches. A running server need not stop."""

    async def work(store: Store) -> int:
        migrate(store.engine)
        return recompute(store.engine)

    out.print(f"{asyncio.run(with_store(database, work))} ratings were made anew.")


GOES = (  # as the counts of a `Purged`, in words
    ("unsaid", "matches lose what was said at their tables"),
    ("hushed", "show it no longer, and lose it in the next round"),
    ("bare", "matches keep their record only"),
    ("closed", "tables at which nothing began are closed"),
    ("abandoned", "matches that nobody goes on with are closed"),
    ("removed", "tables that were closed without a match are removed"),
    ("departed", "tables say that somebody is gone"),
    ("erased", "tables lose the last of somebody who is"),
    ("forgotten", "people are forgotten altogether"),
    ("idle", "devices that nobody used, and people to whom nothing leads, are forgotten"),
)


def purge(out: Console, database: str | None, keep: Retention, dry_run: bool) -> None:
    """Do away with what is not to be kept. A running server need not stop; it does the same by itself."""

    async def work(store: Store) -> Purged:
        migrate(store.engine)
        go_by_its_clock(store.engine)
        keeper = Keeper(store, keep)
        return await (keeper.due() if dry_run else keeper.purge())

    done = asyncio.run(with_store(database, work))
    table = Table("would go" if dry_run else "gone", "", box=None)
    for name, words in GOES:
        table.add_row(str(getattr(done, name)), words)
    out.print(table)


def sizes(out: Console, database: str | None) -> None:
    """What takes how much room, the largest first."""

    async def work(store: Store) -> list[Size]:
        return await store.read(sizes_of)

    table = Table("what", "rows", "MB", box=None)
    for size in asyncio.run(with_store(database, work)):
        table.add_row(size.name, f"{size.rows:,}", f"{size.bytes / 1e6:.1f}")
    out.print(table)


def backup(out: Console, file: str, database: str | None) -> None:
    """A copy of a SQLite database, whole and consistent, while the server goes on."""
    source = _sqlite_file(database)
    if not source.exists():
        raise CannotDo(f"there is no database {source}")
    target = Path(file)
    if target.exists():
        raise CannotDo(f"{file} is there already; name a new file")
    for_me_only()
    written = target.with_name(f"{target.name}.part")  # until it is known to be good
    try:
        replicate(source, written)
        if flaw := flaw_of(written, whole=False):
            raise CannotDo(f"nothing was copied: {source} {flaw.what}; `tablee doctor` says what to do")
        written.rename(target)
    except sqlite3.Error as error:
        raise CannotDo(f"cannot write {file}: {error}") from None
    finally:
        written.unlink(missing_ok=True)
    out.print(f"{source} was copied to {file}.")
    if not os.environ.get(SECRET):
        out.print(f"What signs tokens is not in it: keep {data_folder() / 'secret'} too, or guests lose their names.")


def restore(out: Console, file: str, database: str | None, anyway: bool = False) -> None:
    """Put such a copy in the place of the database. The server must not run."""
    target = _sqlite_file(database)
    if target.exists() and Path(file).exists() and target.samefile(file):
        raise CannotDo(f"{file} is the database itself; name a copy of it")
    check_copy(Path(file), whole=not anyway)
    for_me_only()
    owner = (target if target.exists() else nearest(target)).stat()
    lock = claim(target)
    if lock is None:
        raise CannotDo(f"a server uses {target}; stop it first")
    with lock:
        try:
            kept = put_by(target)
            replicate(Path(file), target)
        except sqlite3.Error as error:
            raise CannotDo(f"cannot write {target}: {error}; nothing is lost of {file}") from None
    for written in target.parent.glob(f"{target.name}*"):
        hand_over(written, owner)
    out.print(f"{target} was restored from {file}." + (f" What was there before is in {kept}." if kept else ""))


def put_by(database: Path) -> Path | None:
    """Keep what is there beside it, under a name that nothing has yet; None: there is nothing.

    What SQLite cannot read any more is kept as it lies on the disk, and is in nobody's way from then on.
    """
    if not database.exists():
        return None
    names = (f"{database.name}.before{f'-{number}' if number else ''}" for number in itertools.count())
    kept = next(file for file in map(database.with_name, names) if not file.exists())
    try:
        replicate(database, kept)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # no room, say: what is there may be sound
            kept.unlink(missing_ok=True)
            raise
        for tail in ("", "-wal"):
            with suppress(FileNotFoundError):
                database.with_name(database.name + tail).replace(kept.with_name(kept.name + tail))
        database.with_name(f"{database.name}-shm").unlink(missing_ok=True)
    return kept


def replicate(source: Path, target: Path) -> None:
    """All that is in a SQLite database, also while others write it, into another."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)
        other.execute("PRAGMA journal_mode = DELETE")  # so that it is one file


def hand_over(file: Path, owner: os.stat_result) -> None:
    """Let a file belong to whoever the database belonged to: what an administrator writes a service must read."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.chown(file, owner.st_uid, owner.st_gid)
    if stat.S_ISREG(owner.st_mode):
        file.chmod(stat.S_IMODE(owner.st_mode))


def copy(out: Console, to: str, database: str | None) -> None:
    """Copy everything into another database, of either kind. The server must not run."""
    url = database or default_database()
    if sql.make_url(address(url)).set(password=None) == sql.make_url(address(to)).set(password=None):
        raise CannotDo("that is the database itself; name another, empty one")
    lock = None
    if url.startswith("sqlite:"):
        if not _sqlite_file(url).exists():
            raise CannotDo(f"there is no database {_sqlite_file(url)}; name the server's by $TABLEE_DATA or --database")
        lock = claim(_sqlite_file(url))
        if lock is None:
            raise CannotDo(f"a server uses {_sqlite_file(url)}; stop it first")
    for_me_only()
    copied = Table("table", "rows", box=None)
    with lock or nullcontext(), in_words(url), in_words(to):
        source, target = engine_for(url), engine_for(to)
        migrate(target)
        move(source, target, lambda name, rows: copied.add_row(name, str(rows)))
        with target.connect() as connection:
            broken = gaps(connection)
        source.dispose()
        target.dispose()
    out.print(copied)
    for table in broken:
        out.print(f"The log of table {table} has a gap: it could not be read before, either.")
    out.print(f"All of it is in {address(to)}, and was compared row by row. {address(url)} is as it was.")
    if not os.environ.get(SECRET):
        out.print("What signs tokens is not in it: servers need the same one there, or every guest is signed out:")
        out.print(f"{SECRET}=$(cat {shlex.quote(str(data_folder() / 'secret'))})", soft_wrap=True)


def _sqlite_file(database: str | None) -> Path:
    address(database or default_database())
    url = sql.make_url(database or default_database())
    if url.get_backend_name() != "sqlite" or not url.database:
        raise CannotDo("this is for SQLite; PostgreSQL has pg_dump and pg_restore")
    return Path(url.database)


async def with_store(database: str | None, work: Callable[[Store], Awaitable[Result]]) -> Result:
    url = database or default_database()
    if url.startswith("sqlite:") and not _sqlite_file(url).exists():
        raise CannotDo(f"there is no database {_sqlite_file(url)}; name the server's by $TABLEE_DATA or --database")
    with in_words(url):
        store = Store(url)
        try:
            return await work(store)
        finally:
            store.close()
