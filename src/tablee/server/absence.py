"""Since when somebody has been away from a table without leaving it, so that the others need not wait for ever."""

import time
from collections.abc import Collection, Iterable

GONE = 60.0  # seconds after which somebody is not expected back at once


class Absence:
    def __init__(self) -> None:
        self._since: dict[str, float] = {}  # by person

    def begin(self, people: Iterable[str]) -> None:
        """They were here just now."""
        self._since |= dict.fromkeys(people, time.monotonic())

    def miss(self, people: Iterable[str]) -> None:
        """They are not here, and may not have been for long."""
        for person in people:
            self._since.setdefault(person, time.monotonic())

    def gone(self, present: Collection[str]) -> set[str]:
        """Those who have been away for so long, of all but who is here."""
        now = time.monotonic()
        return {person for person, since in self._since.items() if now - since >= GONE and person not in present}

    def wait(self, present: Collection[str], gone: Collection[str]) -> float | None:
        """Seconds until the next one is gone; None: nobody will be."""
        going = [since for person, since in self._since.items() if person not in present and person not in gone]
        return max(0.0, min(going) + GONE - time.monotonic()) if going else None
