"""An answer that is the same for everybody: made once for all who ask, and kept for a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")


def for_all(work: Coroutine[Any, Any, Made]) -> asyncio.Task[Made]:
    """Begin what several may wait for. If it fails once they are all gone, nobody need hear of that."""
    task = asyncio.create_task(work)
    task.add_done_callback(lambda task: task.cancelled() or task.exception())
    return task


class Answer(Generic[Made]):
    """`make` is asked again once `seconds` are over, or if it failed."""

    def __init__(self, make: Callable[[], Awaitable[Made]], seconds: float = float("inf")) -> None:
        self._make, self._seconds = make, seconds
        self._making: asyncio.Task[Made] | None = None
        self._until = 0.0

    async def get(self) -> Made:
        if self._making is None or (self._making.done() and time.monotonic() >= self._until):
            self._making = for_all(self._anew())
        return await asyncio.shield(self._making)  # who asked may be gone; others wait for the same

    async def _anew(self) -> Made:
        self._until = 0.0
        made = await self._make()
        self._until = time.monotonic() + self._seconds
        return made

    def forget(self) -> None:
        """Make it anew for whoever asks next."""
        self._making = None
