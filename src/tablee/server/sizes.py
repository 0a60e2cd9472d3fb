"""How much room the tables of the database take, and the logs by what has become of their matches."""

from typing import NamedTuple

import sqlalchemy as sql

from tablee.server.store import SCHEMA, log, tables


class Size(NamedTuple):
    name: str
    rows: int
    bytes: int


def sizes_of(connection: sql.Connection) -> list[Size]:
    """The largest first. Of each table with its indexes; of a log's parts only what is in the entries."""
    whole = [Size(name, count(connection, table), room(connection, table)) for name, table in SCHEMA.tables.items()]
    parts = sql.select(tables.c.phase, sql.func.count(), sql.func.sum(sql.func.length(log.c.entry)))
    parts = parts.join(log, log.c.table_id == tables.c.id).group_by(tables.c.phase)
    logs = [Size(f"log: entries of {phase} tables", rows, int(size)) for phase, rows, size in connection.execute(parts)]
    found = sorted(whole + logs, key=lambda size: -size.bytes)
    if connection.dialect.name == "sqlite":
        pages = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
        size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
        found.append(Size("free, for what comes", 0, pages * size))
    return found


def count(connection: sql.Connection, table: sql.Table) -> int:
    return int(connection.execute(sql.select(sql.func.count()).select_from(table)).scalar_one())


def room(connection: sql.Connection, table: sql.Table) -> int:
    """Bytes of a table and its indexes."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(sql.select(sql.func.pg_total_relation_size(table.name))).scalar_one())
    names = "SELECT name FROM sqlite_schema WHERE tbl_name = :name"
    pages = sql.text(f"SELECT sum(pgsize) FROM dbstat WHERE name IN ({names})")
    return int(connection.execute(pages, {"name": table.name}).scalar() or 0)
