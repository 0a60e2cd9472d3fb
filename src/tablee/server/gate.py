"""Who may have a connection, before a byte of it is read: so many in all, so many an address, and none for nothing.

How many there may be follows from how many files the process may have open, of which some are kept for the database and
whatever else the tables need that are being played. A web server in front that is known by name (`--proxy`) speaks for
many people: of the shares of one address it is free. Whoever may have none is answered by a 503 and let go of; cut off,
without a word, is only who owes something.
"""

import asyncio
import collections
import contextlib
import logging
import sys
import time
from typing import Protocol

from tablee.server.limits import Buckets, household
from tablee.server.settings import Networks

FILES = 65_536  # that a process asks for, if it may have so many,
KEPT_BACK = 128  # and of these for what is no connection; half of them, if there are fewer than twice as many
PATIENCE = 10.0  # seconds between two looks: who owes the same at both is cut off
TELL = 60.0  # seconds between two lines of the log about who was refused
REFILL = 10.0  # seconds in which an address that has opened all it may have at once may do so again

logger = logging.getLogger("tablee.server")


Owed = tuple[str, int] | None  # what, and a number that changes whenever some of it has come


class Wire(Protocol):
    """A connection, as the gate sees it."""

    @property
    def owes(self) -> Owed:
        """What the other side is to do next; None: nothing."""

    def abort(self) -> None:
        """Let go of it at once."""


class Gate:
    def __init__(self, files: int, each: int, proxies: Networks) -> None:
        self.most = files - min(files // 2, KEPT_BACK)  # connections in all,
        self.each = min(each, self.most // 2)  # and of one address
        self.refused = 0
        self.cut_off = 0
        self.proxies = proxies
        self._owed: dict[Wire, Owed] = {}  # when it was last looked at
        self._shares: collections.Counter[str] = collections.Counter()  # connections, by address
        self._arrivals = Buckets(self.each, self.each / REFILL)
        self._alarm: asyncio.TimerHandle | None = None
        self._told = -TELL
        self._untold: collections.Counter[str] = collections.Counter()  # refusals that the log has no line of

    def __len__(self) -> int:
        return len(self._owed)

    def lets_in(self, wire: Wire, host: str) -> bool:
        """Whether a new connection may stay; otherwise it is answered by a 503. If so, it `leaves` some time."""
        address = household(host)
        if len(self) >= self.most:
            why = f"all {self.most} that there may be are in use"
        elif host not in self.proxies and self._shares[address] >= self.each:
            why = f"more than {self.each} at a time from one address"
        elif host not in self.proxies and not self._arrivals.take(address):
            why = f"more than {self._arrivals.rate:g} a second from one address"
        else:
            self.enter(wire, host)
            return True
        self.refused += 1
        self._untold[why] += 1
        self._tell()
        return False

    def enter(self, wire: Wire, host: str) -> None:
        self._owed[wire] = None
        self._shares[household(host)] += 1
        if self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(PATIENCE, self._ring)

    def leave(self, wire: Wire, host: str) -> None:
        if wire in self._owed:
            del self._owed[wire]
            self._shares[household(host)] -= 1
            if not self._shares[household(host)]:
                del self._shares[household(host)]

    def _ring(self) -> None:
        self._alarm = None
        self.look()
        self._tell()
        if self._owed or self._untold:
            self._alarm = asyncio.get_running_loop().call_later(PATIENCE, self._ring)

    def look(self) -> None:
        """Cut off whoever owes what they owed when they were last looked at: a request, or reading their answer."""
        for wire, before in list(self._owed.items()):
            owes = wire.owes
            if owes is not None and owes == before:
                self.cut_off += 1
                wire.abort()
            else:
                self._owed[wire] = owes

    def _tell(self) -> None:
        """A line in the log about those who were refused, but not one for each."""
        if self._untold and time.monotonic() - self._told >= TELL:
            for why, count in self._untold.items():
                logger.warning("refused %d connections: %s", count, why)
            self._untold.clear()
            self._told = time.monotonic()


def files_allowed() -> int:
    """How many files the process may have open, once it has asked for more."""
    if sys.platform == "win32":  # which knows no such limit
        return FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    have, may = (FILES if limit == resource.RLIM_INFINITY else min(limit, FILES) for limit in (soft, hard))
    if have < may:
        with contextlib.suppress(OSError, ValueError):  # macOS has another limit below the one it names
            resource.setrlimit(resource.RLIMIT_NOFILE, (may, hard))
            return may
    return have
