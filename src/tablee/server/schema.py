"""Bringing a database's schema up to date: by hand with `alembic`, or at every start of the server."""

from pathlib import Path

import sqlalchemy as sql

from tablee.server.database import BadDatabase

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x7AB1EE  # of PostgreSQL: of several processes that start at once one migrates, the others wait


def migrate(engine: sql.Engine) -> None:
    """To the newest schema. A database that is newer than this program is left alone, and refused."""
    there = version_of(engine)
    if there == newest():
        return
    if there is not None and there > newest():
        raise BadDatabase(f"the database is of schema {there}, and this program knows {newest()}: install a newer one")
    from alembic import command  # takes longer to load than all the rest of a start, and is seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sql.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def newest() -> str:
    """The newest migration, by the number that its file begins with."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def version_of(engine: sql.Engine) -> str | None:
    """The migration that a database is at; None: it is empty."""
    with engine.connect() as connection:
        if not sql.inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar()
