"""The timers of the tables: who thinks for long is warned, and when their time is up the stand-in plays for them."""

import asyncio
import logging

from tablee.server.clock import now
from tablee.server.hall import Hall
from tablee.server.room import Room
from tablee.table import Refusal

AGAIN = 2.0  # seconds before something that failed is tried again

logger = logging.getLogger("tablee.server")


class Timers:
    def __init__(self, hall: Hall) -> None:
        self._alarms: dict[str, asyncio.TimerHandle] = {}  # by table
        self._warned: dict[str, set[tuple[int, int]]] = {}  # by table: the seats, and of which deadline
        self._closed = False
        self._ringing: set[asyncio.Task[None]] = set()
        hall.on_change.append(self.wind)

    def wind(self, room: Room) -> None:
        """Set the table's alarm to the next moment at which somebody is to be warned, or their time is up."""
        table = room.table
        if table.id in self._alarms:
            self._alarms.pop(table.id).cancel()
        deadlines = {(seat, deadline) for seat in table.waiting_for if (deadline := table.deadline(seat))}
        warned = self._warned[table.id] = self._warned.get(table.id, set()) & deadlines
        if not warned:
            del self._warned[table.id]
        if self._closed:
            return
        moments = [deadline for _, deadline in deadlines] if room.kept else []
        if room.clients:  # each process warns those who are with it
            moments += [warning for seat, of in deadlines - warned if (warning := table.warning(seat)) is not None]
        if moments:
            wait = max(0, min(moments) - now()) / 1000
            self._alarms[table.id] = asyncio.get_running_loop().call_later(wait, self._ring, room)

    def _ring(self, room: Room) -> None:
        self._alarms.pop(room.table.id, None)
        task = asyncio.create_task(self._look(room))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _look(self, room: Room) -> None:
        table = room.table
        try:
            for seat in list(table.waiting_for):
                deadline, warning = table.deadline(seat), table.warning(seat)
                if deadline is not None and deadline <= now():
                    if room.kept:
                        await room.time_is_up(seat)
                elif deadline is not None and warning is not None and warning <= now():
                    self._warned.setdefault(table.id, set()).add((seat, deadline))
                    room.warn(seat, deadline)
        except Refusal:
            pass  # somebody else was faster: whose time is up now is looked at below
        except Exception:
            logger.exception("table %s: nobody could stand in", table.id)
            await asyncio.sleep(AGAIN)
        if table.id not in self._alarms:
            self.wind(room)

    def close(self) -> None:
        self._closed = True
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in self._ringing:
            task.cancel()
