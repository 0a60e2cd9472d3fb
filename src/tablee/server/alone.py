"""One server at a time for a SQLite database: whoever serves it holds a lock, which ends with the process."""

import os
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows: there nobody is stopped
    fcntl = None  # type: ignore[assignment]


def claim(database: Path) -> IO[str] | None:
    """Hold the database's lock for as long as the answer is open; None: somebody else does."""
    database.parent.mkdir(parents=True, exist_ok=True)
    lock = database.with_name(f"{database.name}.lock").open("a", encoding="utf-8")
    if fcntl is not None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            return None
    return lock


def for_me_only() -> None:
    """What is written from now on only its owner can read: the log of a table has everybody's cards."""
    os.umask(0o077)
