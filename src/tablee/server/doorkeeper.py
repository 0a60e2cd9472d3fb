"""Who is connected, and whether they may stay.

A process hears of somebody who signs out, or is banned, over the bus, or by no way at all: Redis may be away, and an
administrator's command knows of no bus. So the database is asked every few seconds, too, about all who are connected.
"""

import asyncio
import logging

from tablee.server.people import KNOWN, Known, People
from tablee.server.sockets import Connection

LOOKS = 3.0  # seconds between two of them

logger = logging.getLogger("tablee.server")


class Doorkeeper:
    def __init__(self, people: People, connections: set[Connection]) -> None:
        self._people = people
        self._connections = connections
        self._looking: set[asyncio.Task[None]] = set()

    async def watch(self) -> None:
        """For as long as the server runs."""
        while True:
            await asyncio.sleep(LOOKS)
            try:
                await self.look()
            except Exception:  # later is early enough
                logger.exception("cannot see who may stay")

    def hear(self, person: str) -> None:
        """Another process says that something about somebody has changed."""
        self._people.forget(person)
        task = asyncio.create_task(self._look_at(person))
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _look_at(self, person: str) -> None:
        try:
            await self.look(person)
        except Exception:
            logger.exception("cannot see who may stay")

    async def look(self, person: str = "") -> None:
        """Ask about all who are connected, or about one of them."""
        if person:
            self._people.forget(person)
        here = [one for one in self._connections if person in ("", one.person.id)]
        tokens = list({one.token for one in here})
        known: dict[str, Known] = {}
        for place in range(0, len(tokens), KNOWN):
            known |= await self._people.look_up(tokens[place : place + KNOWN])
        for one in here:
            one.come_to_know(known.get(one.token))
