"""The timers of the tables: when somebody's time is up, the stand-in plays for them."""

import asyncio
import logging

from tablee.server.clock import now
from tablee.server.hall import Hall
from tablee.server.room import Room

AGAIN = 2.0  # seconds before something that failed is tried again

logger = logging.getLogger("tablee.server")


class Timers:
    def __init__(self, hall: Hall) -> None:
        self._alarms: dict[str, asyncio.TimerHandle] = {}  # by table
        self._closed = False
        self._ringing: set[asyncio.Task[None]] = set()
        hall.on_change.append(self.wind)

    def wind(self, room: Room) -> None:
        """Set the table's alarm to the next moment at which somebody's time is up."""
        if room.table.id in self._alarms:
            self._alarms.pop(room.table.id).cancel()
        if self._closed or not room.kept:
            return
        deadlines = [deadline for seat in room.table.waiting_for if (deadline := room.table.deadline(seat))]
        if deadlines:
            wait = max(0, min(deadlines) - now()) / 1000
            self._alarms[room.table.id] = asyncio.get_running_loop().call_later(wait, self._ring, room)

    def _ring(self, room: Room) -> None:
        self._alarms.pop(room.table.id, None)
        task = asyncio.create_task(self._stand_in(room))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _stand_in(self, room: Room) -> None:
        try:
            for seat in room.table.waiting_for:
                await room.stand_in(seat)
        except Exception:
            logger.exception("table %s: nobody could stand in", room.table.id)
            await asyncio.sleep(AGAIN)
        if room.table.id not in self._alarms:
            self.wind(room)

    def close(self) -> None:
        self._closed = True
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in self._ringing:
            task.cancel()
