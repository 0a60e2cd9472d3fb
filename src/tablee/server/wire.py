"""How long a client's wire is, as the server itself measures it: it sends a beat, and the client sends it back."""

import collections
import time

MEASURES = 8  # the last so many count: the shortest of them, since whatever else happens makes one longer
UNDER_WAY = 8  # beats that may be
QUICK, SLOW = 0.1, 2.0  # seconds between two beats: while little is known yet, and then


class Wire:
    def __init__(self) -> None:
        self._sent: collections.OrderedDict[int, float] = collections.OrderedDict()
        self._measured: collections.deque[float] = collections.deque(maxlen=MEASURES)
        self._number = 0

    def beat(self) -> int:
        """The number of a beat that is sent now."""
        self._number += 1
        self._sent[self._number] = time.perf_counter()
        if len(self._sent) > UNDER_WAY:
            self._sent.popitem(last=False)
        return self._number

    def back(self, number: int) -> None:
        """It is back. What was never sent, or came back before, is not believed."""
        if (sent := self._sent.pop(number, None)) is not None:
            self._measured.append(time.perf_counter() - sent)

    @property
    def pause(self) -> float:
        """Seconds until the next beat."""
        return QUICK if len(self._measured) < MEASURES else SLOW

    @property
    def length(self) -> int:
        """There and back, in milliseconds; 0 while it is unknown."""
        return round(1000 * min(self._measured, default=0.0))
