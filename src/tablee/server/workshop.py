"""Compiling what the bots search with, in a process beside this one.

Compiled in a thread of ours, a search would keep that thread, and everybody else waiting for Python's lock, for half a
minute. So a child compiles it, at a low priority, into the cache on disk, from where it is loaded in a moment. It
begins when a bot that searches takes its seat, mostly before there is anything for it to do. If there is, the bot takes
as long as a person might, and from then on plays by habit until the search is there: people would rather see a move a
little weaker than wonder, the first time that a game is played on a machine, whether the table is dead.
"""

import asyncio
import logging
import os
import sys
from typing import NamedTuple

PATIENCE = 3.0  # seconds; more than it takes to find out that all is compiled already

logger = logging.getLogger("tablee.server")


class Order(NamedTuple):
    placed: float
    making: "asyncio.Task[None]"


class Workshop:
    def __init__(self) -> None:
        self._orders: dict[str, Order] = {}  # by game
        self._bench = asyncio.Lock()  # one at a time

    def order(self, slug: str) -> Order:
        """See to it that the game's search is compiled."""
        if slug not in self._orders:
            placed = asyncio.get_running_loop().time()
            self._orders[slug] = Order(placed, asyncio.create_task(self._make(slug)))
        return self._orders[slug]

    async def has(self, slug: str) -> bool:
        """Whether it is; who asks soon after it was ordered waits a little."""
        order = self.order(slug)
        left = order.placed + PATIENCE - asyncio.get_running_loop().time()
        if not order.making.done() and left > 0:
            await asyncio.wait([order.making], timeout=left)
        return order.making.done()

    async def _make(self, slug: str) -> None:
        async with self._bench:
            try:
                failed = await compile_apart(slug)
            except OSError as error:
                failed = str(error)
        if failed:  # a bot's thread will have to compile it
            logger.warning("%s: the search was not compiled beforehand: %s", slug, failed)

    def close(self) -> None:
        for order in self._orders.values():
            order.making.cancel()


async def compile_apart(slug: str) -> str:
    """Why it failed, if it did."""
    command = [sys.executable, "-m", "tablee.bots.prepare", slug, "--parent", str(os.getpid())]
    child = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    try:
        _, errors = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
    return "" if child.returncode == 0 else errors.decode(errors="replace").strip().rpartition("\n")[2]
