"""Bringing a database's schema up to date: by hand with `alembic`, or at every start of the server."""

from pathlib import Path

import sqlalchemy as sql
from alembic import command
from alembic.config import Config

LOCK = 0x7AB1EE  # of PostgreSQL: of several processes that start at once one migrates, the others wait


def migrate(engine: sql.Engine) -> None:
    """To the newest schema. A database that is newer than this program is left alone, and refused."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sql.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
