"""Reviews of finished matches: the coach goes through one in a process beside this one, at a low priority."""

import asyncio
import collections
import logging
import os
import sys
from collections.abc import Callable
from typing import Literal

import msgspec

from tablee.catalogue.game import Json

KEPT = 100  # reviews that are kept for who asks again
WAITING = 20  # that may wait their turn,
EACH = 2  # and of one person
LONGEST = 600.0  # seconds that one may take

State = Literal["waiting", "working", "failed"]
logger = logging.getLogger("tablee.server")


class TooMany(Exception):
    """So many reviews wait already that another would be no use to anybody."""


class Reviews:
    def __init__(self) -> None:
        self._done: collections.OrderedDict[tuple[str, int], bytes] = collections.OrderedDict()
        self._under_way: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._states: dict[tuple[str, int], State] = {}
        self._askers: list[str] = []  # who waits, once for each
        self._desk = asyncio.Lock()  # one at a time

    def of(self, table: str, seat: int, record: Callable[[], Json], asker: str) -> bytes | State:
        """The review of a match from one seat, as JSON; or how far it has come: ask again."""
        key = table, seat
        if key in self._done:
            self._done.move_to_end(key)
            return self._done[key]
        if key not in self._under_way:
            if self._states.pop(key, None) == "failed":
                return "failed"
            if len(self._under_way) >= WAITING or self._askers.count(asker) >= EACH:
                raise TooMany("many reviews are waiting; ask again later")
            self._states[key] = "waiting"
            self._askers.append(asker)
            task = self._under_way[key] = asyncio.create_task(self._make(key, record()))
            task.add_done_callback(lambda _: self._askers.remove(asker))
        return self._states[key]

    async def _make(self, key: tuple[str, int], record: Json) -> None:
        try:
            async with self._desk:
                self._states[key] = "working"
                async with asyncio.timeout(LONGEST):
                    self._done[key] = await analysed(record, key[1])
            del self._states[key]
        except Exception:
            logger.exception("table %s: no review", key[0])
            self._states[key] = "failed"
        finally:
            del self._under_way[key]
        while len(self._done) > KEPT:
            self._done.popitem(last=False)

    def close(self) -> None:
        for task in self._under_way.values():
            task.cancel()


async def analysed(record: Json, seat: int) -> bytes:
    """What the coach makes of a record."""
    command = [sys.executable, "-m", "tablee.server.reviewer", str(seat), "--parent", str(os.getpid())]
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        answer, errors = await child.communicate(msgspec.json.encode(record))
    finally:
        if child.returncode is None:
            child.kill()
    if child.returncode != 0:
        raise RuntimeError(errors.decode(errors="replace").strip().rpartition("\n")[2])
    return answer
