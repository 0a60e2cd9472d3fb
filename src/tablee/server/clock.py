"""The time of day. One clock for all that a server writes down.

Deadlines, countdowns and claims are moments of this clock, so it must neither stand still nor run backwards when
somebody sets the machine's. Between two looks it goes on as the steady clock does, which nobody can set. Where the time
of day is ahead of it (it was set forward, or the machine has slept), it is there at once: what was due meanwhile is
due. Where the time of day is behind (it was set back), it goes a tenth slower until that has caught up: a second is
back in ten, and after an hour set back by mistake nobody's countdown takes longer than a tenth more.

Processes that share a PostgreSQL share its clock, too, whatever those of their machines show: each finds out by how
much its own is ahead, at its start and now and then, and goes by the other.
"""

import threading
import time
from collections.abc import Callable

DAY = 24 * 3600 * 1000  # milliseconds
SLOWER = 10  # one part of so many is held back


class Clock:
    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        self._wall, self._steady = wall, steady
        self._now, self._then = wall(), steady()
        self._ahead = 0  # nanoseconds by which the time of day here is ahead of the clock that counts
        self._lock = threading.Lock()

    def now(self) -> int:
        """Nanoseconds since 1970; never less than before."""
        with self._lock:
            then = self._steady()
            gone = then - self._then
            ahead = self._now + gone - (self._wall() - self._ahead)
            self._then = then
            self._now += gone - (min(ahead, gone // SLOWER) if ahead > 0 else ahead)
            return self._now

    def follow(self, ahead: int, at_once: bool = False) -> None:
        """Go by another clock, which the time of day here is ahead of; at once only before anybody was told a time."""
        with self._lock:
            self._ahead = ahead
            if at_once:
                self._now, self._then = self._wall() - ahead, self._steady()


_clock = Clock()
follow = _clock.follow


def now() -> int:
    """Milliseconds since 1970."""
    return _clock.now() // 1_000_000
