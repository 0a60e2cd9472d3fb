"""What is away for a while, the database or Redis: a line when that begins and one when it is over, in between counts.

Whoever needed it is refused by `Unavailable`, after a little patience; once it has been away for longer than that, at
once, and only now and then somebody tries.
"""

import logging
import threading
import time

TROUBLE = "the server has trouble with its database; ask again in a moment, with the same id"
AGAIN = 1.0  # seconds between two tries at what has been away for long

logger = logging.getLogger("tablee.server")


class Unavailable(Exception):
    """It could not be done, through no fault of who asked: it can be asked again, just so."""


class Outage:
    """Of one thing and what is done with it. Any thread may tell of it."""

    def __init__(self, thing: str, done: str) -> None:
        self.thing, self.done = thing, done
        self.failures = 0  # so far
        self.why = ""
        self._began: float | None = None
        self._tried = 0.0
        self._before = 0  # failures, when it began
        self._lock = threading.Lock()

    @property
    def lasting(self) -> float | None:
        """Seconds since it began; None: all is well."""
        began = self._began
        return None if began is None else time.monotonic() - began

    def hopeless(self, patience: float) -> bool:
        """Whether it has been away for longer than that, and somebody has just tried in vain."""
        lasting = self.lasting
        return lasting is not None and lasting > patience and time.monotonic() - self._tried < AGAIN

    def failed(self, why: str) -> None:
        with self._lock:
            begins = self._began is None
            if begins:
                self._began, self._before = time.monotonic(), self.failures
            self.failures += 1
            self._tried, self.why = time.monotonic(), why
        if begins:
            logger.error("%s cannot be %s: %s", self.thing, self.done, why)

    def worked(self) -> None:
        if self._began is None:
            return
        with self._lock:
            lasted, self._began = self.lasting, None
            failures = self.failures - self._before
        if lasted is not None:
            logger.warning("%s can be %s again, after %.1f s; failed: %d", self.thing, self.done, lasted, failures)
