"""Reviews of finished matches: the coach goes through one in a process beside this one, at a low priority.

A long match takes minutes, and nobody with a short one should wait for all of that. So the coach works at one review at
a time, for a few seconds, and then at one from another address: addresses take turns. Each has one review begun, and
then its shortest. What nobody asks for any more is dropped.
"""

import asyncio
import collections
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

import msgspec

from tablee.catalogue.game import Json
from tablee.server.shares import TooMany

KEPT = 100  # reviews that are kept for who asks again
WAITING = 20  # that may wait their turn,
OF_ADDRESS = 8  # from one address,
EACH = 2  # and of one person
BEGUN = 4  # at a time: each is a process
TURN = 5.0  # seconds for which the coach works at one, if others wait
LONGEST = 600.0  # seconds of its turns, together
FORGOTTEN = 60.0  # seconds after which a review that nobody has asked for again is dropped
LARGEST = 64 * 1024 * 1024  # bytes of one

State = Literal["waiting", "working", "failed"]
logger = logging.getLogger("tablee.server")


class Stand(NamedTuple):
    """How far a review has come."""

    state: State
    before: int = 0  # about how many others are begun or done before it


class Desk(Protocol):
    """Where the coach has a match before them."""

    async def turn(self) -> bytes | None:
        """Go on for a while. Gives the review, as JSON, if that was the end of it."""

    def close(self) -> None: ...


Key = tuple[str, int]  # table and seat


@dataclass
class Review:
    key: Key
    record: Json
    address: str
    asker: str
    asked: float  # when somebody last did
    desk: Desk | None = None  # once it is begun
    worked: float = 0.0  # seconds so far
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = len(self.record["actions"])


class Reviews:
    def __init__(self, begin: "Callable[[Json, int], Awaitable[Desk]] | None" = None) -> None:
        self._begin = begin or Child.begin
        self._done: collections.OrderedDict[Key, bytes] = collections.OrderedDict()
        self._failed: set[Key] = set()
        self._waiting: collections.OrderedDict[str, list[Review]] = collections.OrderedDict()  # by address
        self._working: asyncio.Task[None] | None = None
        self._at_work: Review | None = None  # whose turn it is

    def of(self, key: Key, record: Callable[[], Json], address: str, asker: str) -> bytes | Stand:
        """The review of a match from one seat, as JSON; or how far it has come: ask again."""
        if key in self._done:
            self._done.move_to_end(key)
            return self._done[key]
        if key in self._failed:
            self._failed.discard(key)
            return Stand("failed")
        review = next((review for review in self if review.key == key), None)
        if review is None:
            self._check_room(address, asker)
            review = Review(key, record(), address, asker, time.monotonic())
            own = self._waiting.setdefault(address, [])
            own.append(review)
            own.sort(key=lambda one: (one.desk is None, one.size))
            if self._working is None or self._working.done():
                self._working = asyncio.create_task(self._work_on())
        review.asked = time.monotonic()
        return Stand("waiting", self._before(review)) if review.desk is None else Stand("working")

    def __iter__(self) -> Iterator[Review]:
        return (review for own in self._waiting.values() for review in own)

    def _check_room(self, address: str, asker: str) -> None:
        self._drop_forgotten()
        own = self._waiting.get(address, [])
        mine = [review for review in own if review.asker == asker]
        if len(list(self)) >= WAITING or len(own) >= OF_ADDRESS or len(mine) >= EACH:
            raise TooMany("many reviews are waiting; ask again later", FORGOTTEN)

    def _before(self, review: Review) -> int:
        place = self._waiting[review.address].index(review)
        others = (own for address, own in self._waiting.items() if address != review.address)
        return place + sum(min(len(own), place + 1) for own in others)

    def _drop_forgotten(self) -> None:
        past = [review for review in self if time.monotonic() - review.asked > FORGOTTEN]
        for review in past:
            if review is not self._at_work:
                self._drop(review)

    def _drop(self, review: Review) -> None:
        if review.desk is not None:
            review.desk.close()
        own = self._waiting[review.address]
        own.remove(review)
        if not own:
            del self._waiting[review.address]

    async def _work_on(self) -> None:
        """Turn by turn, until there is nothing left to do."""
        while (review := self._next()) is not None:
            self._at_work = review
            try:
                done = await self._turn_of(review)
            except Exception:
                logger.exception("table %s: no review", review.key[0])
                self._failed.add(review.key)
                self._drop(review)
                continue
            if done is not None:
                self._done[review.key] = done
                self._drop(review)
            while len(self._done) > KEPT:
                self._done.popitem(last=False)

    def _next(self) -> Review | None:
        """Whose turn it is: of each address the first of its reviews has one."""
        self._at_work = None
        self._drop_forgotten()
        begun = sum(review.desk is not None for review in self)
        heads = (own[0] for own in self._waiting.values())
        return next((first for first in heads if first.desk is not None or begun < BEGUN), None)

    async def _turn_of(self, review: Review) -> bytes | None:
        began = time.monotonic()
        async with asyncio.timeout(LONGEST - review.worked):
            if review.desk is None:
                review.desk = await self._begin(review.record, review.key[1])
            done = await review.desk.turn()
        review.worked += time.monotonic() - began
        self._waiting.move_to_end(review.address)
        return done

    def close(self) -> None:
        if self._working is not None:
            self._working.cancel()
        for review in list(self):
            self._drop(review)


class Child:
    """The coach in a process of its own, at one match."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def begin(cls, record: Json, seat: int) -> "Child":
        options = ["--turn", str(TURN), "--parent", str(os.getpid())]
        command = [sys.executable, "-m", "tablee.server.reviewer", str(seat), *options]
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe, limit=LARGEST)
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(record) + b"\n")
        return cls(process)

    async def turn(self) -> bytes | None:
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        stdin.write(b"\n")
        answer = await stdout.readline()
        if not answer:
            errors = await stderr.read()
            raise RuntimeError(errors.decode(errors="replace").strip().rpartition("\n")[2])
        return answer.strip() or None

    def close(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
