"""Who is next: work for a few threads, shared fairly among those for whom it is done.

Work waits in lines, and what is in an earlier line goes first. Within a line everybody has their turn: of each address
one piece of work, then of each the next; and with an address its tables, or its people, have theirs in the same way. So
whoever brings much waits for themselves, and others for one piece of theirs at most. A line has an end for everybody.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from tablee.errors import TableeError

Item = TypeVar("Item")
Made = TypeVar("Made")
Path = tuple[str, ...]  # for whom: an address, and who or what there


class TooMany(TableeError):
    """So much waits already that more would be no use to anybody. It might be after `wait` seconds."""

    def __init__(self, why: str, wait: float = 5.0) -> None:
        super().__init__(why)
        self.wait = wait


class Turns(Generic[Item]):
    """Things that wait, by path: at each fork the ways have their turns, at its end it is first come, first served."""

    def __init__(self) -> None:
        self._ways: OrderedDict[str, Turns[Item]] = OrderedDict()
        self._here: deque[Item] = deque()

    def put(self, path: Path, item: Item) -> None:
        if path:
            self._ways.setdefault(path[0], Turns()).put(path[1:], item)
        else:
            self._here.append(item)

    def take(self) -> Item:
        """The next. There is one."""
        if self._here:
            return self._here.popleft()
        way, further = self._ways.popitem(last=False)
        item = further.take()
        if further:
            self._ways[way] = further  # behind all others
        return item

    def remove(self, path: Path, item: Item) -> None:
        if not path:
            self._here.remove(item)
            return
        further = self._ways[path[0]]
        further.remove(path[1:], item)
        if not further:
            del self._ways[path[0]]

    def count(self, path: Path = ()) -> int:
        """How many wait there."""
        if path:
            return self._ways[path[0]].count(path[1:]) if path[0] in self._ways else 0
        return len(self._here) + sum(further.count() for further in self._ways.values())

    def __bool__(self) -> bool:
        return bool(self._here or self._ways)

    def __iter__(self) -> Iterator[Item]:
        """In the order in which they would be taken, if nothing more came."""
        yield from self._here
        ways = deque(iter(further) for further in self._ways.values())
        while ways:
            way = ways.popleft()
            for item in way:
                yield item
                ways.append(way)
                break


class Line(Turns[Item]):
    """One with an end: so many may wait in all, with an address, with a person there."""

    def __init__(self, most: int, *each: int) -> None:
        super().__init__()
        self._bounds = (most, *each)

    def is_full(self, path: Path) -> bool:
        return any(self.count(path[:depth]) >= bound for depth, bound in enumerate(self._bounds))

    def put(self, path: Path, item: Item) -> None:
        if self.is_full(path):
            raise TooMany("many are waiting already; ask again in a while")
        super().put(path, item)


class Job:
    """Some work, told what share of the threads it has."""

    def __init__(self, path: Path, rank: int, work: Callable[[float], Any], done: "asyncio.Future[Any]") -> None:
        self.path, self.rank, self.work, self.done = path, rank, work, done
        self.begun = False


class Pool:
    """Some threads, and the lines in front of them, those first that go first."""

    def __init__(self, name: str, threads: int, lines: Sequence[Line[Job]]) -> None:
        self.threads = threads
        self._executor = ThreadPoolExecutor(threads, name)
        self._lines = lines
        self._running: list[Job] = []
        self._closed = False

    @property
    def load(self) -> int:
        """How much is done, or waits."""
        return len(self._running) + sum(line.count() for line in self._lines)

    async def do(self, line: Line[Job], path: Path, work: Callable[[float], Made]) -> Made:
        """Have it done in a thread. Who no longer waits for it leaves the line."""
        if self._closed:
            raise TooMany("the server is about to stop")
        job = Job(path, self._lines.index(line), work, asyncio.get_running_loop().create_future())
        line.put(path, job)
        self._go_on()
        try:
            made: Made = await job.done
        finally:
            if not job.begun:
                line.remove(path, job)
        return made

    def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._closed and len(self._running) < self.threads and any(self._lines):
            job = next(line for line in self._lines if line).take()
            share = self._share(job)
            job.begun = True
            self._running.append(job)
            work = loop.run_in_executor(self._executor, job.work, share)
            work.add_done_callback(lambda done, job=job: self._end(job, done))  # type: ignore[misc]

    def _end(self, job: Job, work: "asyncio.Future[Any]") -> None:
        self._running.remove(job)
        if not job.done.done():
            if work.cancelled():
                job.done.cancel()
            elif error := work.exception():
                job.done.set_exception(error)
            else:
                job.done.set_result(work.result())
        elif not work.cancelled():
            work.exception()  # nobody asks any more
        self._go_on()

    def _share(self, job: Job) -> float:
        """The share of a thread that a job has, beside all others before which it does not go."""
        rivals = [*self._running, job, *(one for line in self._lines[: job.rank + 1] for one in line)]
        share = float(self.threads)
        for depth in range(len(job.path)):
            share /= len({one.path[depth] for one in rivals})
            rivals = [one for one in rivals if one.path[depth] == job.path[depth]]
        return min(1.0, share / len(rivals))

    def close(self) -> None:
        """Begin nothing more. What is waited for still is the waiting ones' to give up."""
        self._closed = True
        self._executor.shutdown(wait=False, cancel_futures=True)
