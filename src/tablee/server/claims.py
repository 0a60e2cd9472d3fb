"""Claims in a game in real time wait until no earlier one can still be on its way."""

import asyncio
import heapq
from typing import NamedTuple

from tablee.server.clock import now


class Waiting(NamedTuple):
    moment: int
    lot: bytes  # between those of the same moment
    number: int
    released: "asyncio.Future[None]"


class Claims:
    """Those of one table, by the moments from which they count."""

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._number = 0

    async def wait(self, moment: int, lot: bytes, until: int) -> None:
        """Until then, or until a later one's time has come: an earlier one always goes first."""
        loop = asyncio.get_running_loop()
        self._number += 1
        claim = Waiting(moment, lot, self._number, loop.create_future())
        heapq.heappush(self._waiting, claim)
        alarm = loop.call_later(max(0, until - now()) / 1000, self._release, claim)
        try:
            await claim.released
        finally:
            alarm.cancel()
            if claim in self._waiting:  # whoever made it is gone
                self._waiting.remove(claim)
                heapq.heapify(self._waiting)

    def _release(self, last: Waiting) -> None:
        while self._waiting and self._waiting[0][:3] <= last[:3]:
            claim = heapq.heappop(self._waiting)
            if not claim.released.done():
                claim.released.set_result(None)
