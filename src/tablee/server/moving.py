"""Everything in one database, copied into another that is empty: from SQLite to PostgreSQL, or back.

All of it arrives in one transaction, and is compared before that is committed: the rows of each table are counted and
digested on both sides, whatever their order, since databases sort texts differently. So either all of it is there, as
it was, or nothing is.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any

import sqlalchemy as sql

from tablee.server.database import BadDatabase
from tablee.server.schema import newest, version_of
from tablee.server.store import SCHEMA, log

LOT = 1000  # rows at a time

Tell = Callable[[str, int], None]


def move(source: sql.Engine, target: sql.Engine, tell: Tell) -> None:
    """Copy it all; nobody may write to either meanwhile. `tell` hears of each table that was checked, and its rows."""
    if version_of(source) != newest():
        raise BadDatabase("the database to copy is of another version: start this version's server with it once")
    with source.connect() as here, target.begin() as there:
        for table in SCHEMA.sorted_tables:
            if there.execute(sql.select(sql.func.count()).select_from(table)).scalar():
                raise BadDatabase(f"the database to copy into is not empty: its table {table.name!r} has rows")
        for table in SCHEMA.sorted_tables:
            for lot in rows(here, table).mappings().partitions():
                there.execute(sql.insert(table), [dict(row) for row in lot])
            count_on(there, table)
            went, came = digest(rows(here, table)), digest(rows(there, table))
            if went != came:
                raise BadDatabase(f"table {table.name!r} did not come to be the same: nothing was copied")
            tell(table.name, went[0])


def gaps(connection: sql.Connection) -> Sequence[str]:
    """The tables whose log is not whole: they could not be read before, either."""
    whole = sql.func.count() == sql.func.max(log.c.number) + 1
    broken = sql.select(log.c.table_id).group_by(log.c.table_id).having(~whole)
    return connection.execute(broken).scalars().all()


def rows(connection: sql.Connection, table: sql.Table) -> sql.CursorResult[Any]:
    return connection.execute(sql.select(table).execution_options(yield_per=LOT))


def digest(found: Iterable[Any]) -> tuple[int, int]:
    """How many rows there are; and a number that they come to in any order."""
    count = total = 0
    for row in found:
        plain = repr([bytes(value) if isinstance(value, memoryview) else value for value in row])
        total += int.from_bytes(sha256(plain.encode("utf-8", "surrogatepass")).digest())
        count += 1
    return count, total % (1 << 256)


def count_on(connection: sql.Connection, table: sql.Table) -> None:
    """Where PostgreSQL itself gives out numbers, it goes on after the last one that was copied."""
    column = table.autoincrement_column
    if connection.dialect.name != "postgresql" or column is None:
        return
    sequence = sql.func.pg_get_serial_sequence(table.name, column.name)
    if (name := connection.execute(sql.select(sequence)).scalar()) is not None:
        last = connection.execute(sql.select(sql.func.max(column))).scalar()
        connection.execute(sql.select(sql.func.setval(name, last or 1, last is not None)))
