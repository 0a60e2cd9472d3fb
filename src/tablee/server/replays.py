"""Replays, a page at a time: made in a thread of their own, one after the other, and kept nowhere."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Literal

import msgspec

from tablee.table import Step, Table, steps_of
from tablee.table.sights import SPECTATOR, Shown

PAGE = 50  # steps at a time
WAITING = 20  # pages that may wait for each other

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
        self._pool = ThreadPoolExecutor(1, "replay")
        self._waiting = 0

    @property
    def busy(self) -> bool:
        return self._waiting >= WAITING

    async def page(self, table: Table, asked: ReplayQuery) -> Replay:
        """Of a table whose match is over; the seat is one of the table's."""
        seat = asked.seat if isinstance(asked.seat, int) else SPECTATOR if asked.seat == "spectator" else None
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            steps = await loop.run_in_executor(self._pool, steps_of, table, seat, asked.start, asked.count)
        finally:
            self._waiting -= 1
        return Replay(table.id, asked.seat, len(table.acts) + 1, asked.start, steps)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
