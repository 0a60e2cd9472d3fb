"""The time of day. One clock for all that a server writes down.

Deadlines, countdowns and claims are moments of this clock, so it must neither stand still nor run backwards when
somebody sets the machine's. Between two looks it goes on as the steady clock does, which nobody can set. Where the time
of day is ahead of it (it was set forward, or the machine has slept), it is there at once: what was due meanwhile is
due. Where the time of day is behind (it was set back), it goes a tenth slower until that has caught up: a second is
back in ten, and after an hour set back by mistake nobody's countdown takes longer than a tenth more.
"""

import threading
import time
from collections.abc import Callable

SLOWER = 10  # one part of so many is held back


class Clock:
    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        self._wall, self._steady = wall, steady
        self._now, self._then = wall(), steady()
        self._lock = threading.Lock()

    def now(self) -> int:
        """Nanoseconds since 1970; never less than before."""
        with self._lock:
            then = self._steady()
            gone = then - self._then
            ahead = self._now + gone - self._wall()
            self._then = then
            self._now += gone - (min(ahead, gone // SLOWER) if ahead > 0 else ahead)
            return self._now


_clock = Clock()


def now() -> int:
    """Milliseconds since 1970."""
    return _clock.now() // 1_000_000
