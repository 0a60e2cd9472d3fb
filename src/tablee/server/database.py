"""What is wrong with a database, or its address, in a sentence."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sql

from tablee.errors import TableeError

BACKENDS = ("sqlite", "postgresql")
RESTORE = "put a backup in its place by `tablee admin restore FILE`"
OWN = "whoever runs this must be allowed to write it, and its folder"
ADVICE = {
    "malformed": RESTORE,
    "not a database": RESTORE,
    "readonly": OWN,
    "unable to open": OWN,
    "Permission denied": OWN,
    "Read-only file system": OWN,
    "is full": "make room on its disk",
}


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
        what = advice(why)
        raise BadDatabase(f"cannot use the database {shown}: {why}{what and f'; {what}'}") from None


def advice(why: str) -> str:
    """What to do about it, where that can be told from what SQLite says."""
    return next((what for word, what in ADVICE.items() if word in why), "")


def address(url: str) -> str:
    """As it may be shown."""
    try:
        parsed = sql.make_url(url)
    except (sql.exc.ArgumentError, ValueError):
        parsed = None
    if parsed is None or parsed.get_backend_name() not in BACKENDS:
        raise BadDatabase("a database is given as sqlite:///file or postgresql+psycopg://user@host/name")
    return parsed.render_as_string(hide_password=True)


def file_of(url: str) -> Path | None:
    """Where a SQLite database lies; None: it is another one."""
    address(url)
    parsed = sql.make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    if parsed.database in (None, "", ":memory:"):
        raise BadDatabase(f"{url} names no file, so nothing would be kept: sqlite:///file does")
    return Path(str(parsed.database))


def room_on_disk(url: str) -> int | None:
    """Bytes that are free where a SQLite database lies; None: it is another one, on a disk that is not ours to see."""
    parsed = sql.make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return None
    return shutil.disk_usage(nearest(Path(parsed.database))).free


def nearest(path: Path) -> Path:
    """The folder in which it is, or will be."""
    return next(folder for folder in path.absolute().parents if folder.exists())
