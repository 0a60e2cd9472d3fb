"""What is wrong with a database, or its address, in a sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sql

from tablee.errors import TableeError

BACKENDS = ("sqlite", "postgresql")


class BadDatabase(TableeError):
    """There is none, or none that can be used."""


@contextmanager
def in_words(url: str) -> Iterator[None]:
    """Whatever fails inside says why, and with which database, but not its password."""
    shown = address(url)
    try:
        yield
    except TableeError:
        raise
    except ModuleNotFoundError as error:
        raise BadDatabase(f"for {shown} {error.name!r} is missing: pip install 'tablee[postgres]'") from None
    except Exception as error:  # of SQLAlchemy, of Alembic, of whatever drives the database
        why = " ".join(str(getattr(error, "orig", None) or error).split())
        raise BadDatabase(f"cannot use the database {shown}: {why}") from None


def address(url: str) -> str:
    """As it may be shown."""
    try:
        parsed = sql.make_url(url)
    except (sql.exc.ArgumentError, ValueError):
        parsed = None
    if parsed is None or parsed.get_backend_name() not in BACKENDS:
        raise BadDatabase("a database is given as sqlite:///file or postgresql+psycopg://user@host/name")
    return parsed.render_as_string(hide_password=True)
