"""Replays, a page at a time: made in a thread of their own, one after the other, and kept nowhere.

Addresses take turns.
"""

from typing import Annotated, Literal

import msgspec

from tablee.server.shares import Job, Line, Pool
from tablee.table import Step, Table, steps_of
from tablee.table.sights import SPECTATOR, Shown

PAGE = 50  # steps at a time
WAITING, OF_ADDRESS = 20, 5  # pages that may wait for each other, and from one address

Eyes = int | Literal["spectator", "open"]


class ReplayQuery(Shown, frozen=True):
    seat: Eyes = "spectator"  # `open`: all seats at once
    start: Annotated[int, msgspec.Meta(ge=0)] = msgspec.field(default=0, name="from")
    count: Annotated[int, msgspec.Meta(ge=1, le=PAGE)] = PAGE


class Replay(Shown, frozen=True):
    """Some steps of a match that is over, as a seat saw it then."""

    table: str
    seat: Eyes
    total: int  # steps of the whole match: the first deal, and one for each action
    start: int = msgspec.field(name="from")
    steps: tuple[Step, ...]


class Replays:
    def __init__(self) -> None:
        self._line: Line[Job] = Line(WAITING, OF_ADDRESS)
        self._pool = Pool("replay", 1, [self._line])

    async def page(self, table: Table, asked: ReplayQuery, address: str) -> Replay:
        """Of a table whose match is over; the seat is one of the table's."""
        seat = asked.seat if isinstance(asked.seat, int) else SPECTATOR if asked.seat == "spectator" else None
        steps = await self._pool.do(self._line, (address,), lambda _: steps_of(table, seat, asked.start, asked.count))
        return Replay(table.id, asked.seat, len(table.acts) + 1, asked.start, steps)

    def close(self) -> None:
        self._pool.close()
