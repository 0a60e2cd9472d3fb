"""How several processes hear of each other: what changed at a table, and who looks at it elsewhere.

The database is the truth; the bus only says that there is something new in it. When it is silent for a while (no Redis,
or Redis is down) tables that somebody looks at are compared with the database now and then: news come later, never
wrongly.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from tablee.server.outage import Outage

CHANNEL = "tablee"
PAUSE = 1.0  # seconds before a lost Redis is tried again


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one process tells the others."""

    origin: str
    table: str
    version: int = 0  # the log has grown to this
    present: tuple[str, ...] | None = None  # the people who look at it there,
    wire: int = 0  # and the longest of the players' wires, in milliseconds
    free: bool = False  # it is no longer looked after there
    person: str = ""  # of no table: somebody whose tokens, bans or blocks have changed


Listener = Callable[[Word], None]
decode = msgspec.json.Decoder(Word).decode


class Bus(Protocol):
    origin: str  # this process
    told: int  # words so far,
    heard: int  # those of others,
    dropped: int  # and those that could not be told
    outages: dict[str, Outage]

    def tell(self, word: Word) -> None: ...

    async def listen(self, listener: Listener) -> None:
        """Until cancelled."""

    async def close(self) -> None: ...


class Alone:
    """No other process to talk to."""

    origin = ""
    told = heard = dropped = 0

    def __init__(self) -> None:
        self.outages: dict[str, Outage] = {}

    def tell(self, word: Word) -> None:
        pass

    async def listen(self, listener: Listener) -> None:
        await asyncio.Event().wait()

    async def close(self) -> None:
        pass


class RedisBus:
    """By Redis's publish and subscribe. While it is down, what is told is not heard, and the database is asked."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self.origin = secrets.token_urlsafe(8)
        self.told = self.heard = self.dropped = 0
        self.telling, self.hearing = Outage("Redis", "told"), Outage("Redis", "heard")
        self.outages = {"redis_tell": self.telling, "redis_hear": self.hearing}
        self._redis: Any = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2)
        self._outgoing: asyncio.Queue[Word] = asyncio.Queue(10_000)
        self._telling = asyncio.create_task(self._tell_on())

    def tell(self, word: Word) -> None:
        try:
            self._outgoing.put_nowait(word)
        except asyncio.QueueFull:
            self.dropped += 1

    async def _tell_on(self) -> None:
        while True:
            word = await self._outgoing.get()
            try:
                await self._redis.publish(CHANNEL, msgspec.json.encode(word))
            except Exception as error:  # whatever Redis's client raises: others find out by the database
                self.dropped += 1
                self.telling.failed(str(error) or type(error).__name__)
                await asyncio.sleep(PAUSE)
            else:
                self.told += 1
                self.telling.worked()
            finally:
                self._outgoing.task_done()

    async def listen(self, listener: Listener) -> None:
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    while True:
                        message = await subscription.get_message(ignore_subscribe_messages=True, timeout=PAUSE)
                        self.hearing.worked()
                        if message is not None:
                            self.heard += 1
                            word = decode(message["data"])
                            if word.origin != self.origin:
                                listener(word)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                self.hearing.failed(str(error) or type(error).__name__)
                await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        with contextlib.suppress(TimeoutError):  # last words
            await asyncio.wait_for(self._outgoing.join(), PAUSE)
        self._telling.cancel()
        await self._redis.aclose()
