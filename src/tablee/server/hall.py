"""The hall: the tables that are open in this process."""

import asyncio
from collections.abc import Callable

from tablee.errors import TableeError
from tablee.fairness import new_secret
from tablee.server.bus import Alone, Bus, Word
from tablee.server.clock import now
from tablee.server.results import note
from tablee.server.room import Room, open_table, several
from tablee.server.store import Store
from tablee.table import AnyEntry, Person, Terms, setup_of, table_of
from tablee.table.entries import Opened
from tablee.table.names import new_id
from tablee.table.sights import phase_of

LEASE = 6000  # milliseconds for which a process looks after a table before it must say so again


class UnknownTable(TableeError):
    """There is no table of that id or code."""


class Hall:
    """All tables. One that nobody has looked at for a while is put away; its log is in the store."""

    def __init__(self, store: Store, bus: Bus | None = None) -> None:
        self.store = store
        self.bus = bus or Alone()
        self.rooms: dict[str, Room] = {}
        self.on_change: list[Callable[[Room], None]] = []
        self.on_entry: list[Callable[[Room, AnyEntry], None]] = []
        self._opening: dict[str, asyncio.Task[Room]] = {}

    async def open(self, host: Person, terms: Terms) -> Room:
        """A new table."""
        setup_of(terms)
        opened = Opened(at=now(), table=new_id(), terms=terms, host=host.id, secret=new_secret())
        await open_table(self.store, [opened])
        return await self.room(opened.table)

    async def room(self, table: str) -> Room:
        """The table of that id, brought in from the store if need be."""
        if not is_name(table):
            raise UnknownTable("there is no such table")
        if table in self.rooms:
            return self.rooms[table]
        if table not in self._opening:  # two who come at once come into the same room
            self._opening[table] = asyncio.create_task(self._bring_in(table))
        try:
            return await asyncio.shield(self._opening[table])
        finally:
            self._opening.pop(table, None)

    async def _bring_in(self, table: str) -> Room:
        kept = await self.store.find(id=table)
        if kept is None:
            raise UnknownTable("there is no such table")
        log = await self.store.log_of(table)
        room = self.rooms[table] = Room(table_of(log), kept.code, self.store, self._changed, self.bus)
        room.on_entry = self.on_entry
        room.table.wake(now())
        if kept.phase != phase_of(room.table):  # the process ended before it could say so
            await note(self.store, room.table, log[-1].at)
        if several(self.bus):
            room.kept = await self.store.keep(table, self.bus.origin, now(), now() + LEASE)
        self._changed(room)
        return room

    def put_away(self, idle: Callable[[Room], bool]) -> None:
        for room in [room for room in self.rooms.values() if not room.clients and idle(room)]:
            del self.rooms[room.table.id]

    # ---- several processes ----

    async def listen(self) -> None:
        """To the other processes, for as long as this one runs."""
        await self.bus.listen(self._hear)

    async def _hear(self, word: Word) -> None:
        room = self.rooms.get(word.table)
        if room is None:
            return
        if word.present is not None:
            room.hear_presence(word.origin, word.present, word.wire)
        await room.hear(word.version)

    async def compare(self) -> None:
        """Compare the tables that somebody looks at with the database, in case nothing was heard of a change."""
        rooms = [room for room in self.rooms.values() if room.clients]
        lengths = await self.store.lengths([room.table.id for room in rooms])
        for room in rooms:
            await room.hear(lengths.get(room.table.id, 0))

    async def keep(self) -> None:
        """Look after the tables that somebody looks at here, unless another process does."""
        for room in [room for room in self.rooms.values() if room.clients or room.kept]:
            wanted = bool(room.clients) and not room.table.over
            kept = await self.store.keep(room.table.id, self.bus.origin, now(), now() + (LEASE if wanted else 0))
            before, room.kept = room.kept, kept and wanted
            room.tell_presence()
            if room.kept != before:
                self._changed(room)

    def _changed(self, room: Room) -> None:
        for tell in self.on_change:
            tell(room)


def is_name(text: str) -> bool:
    """Whether it could be a table's id or code."""
    return text.isascii() and text.replace("-", "").replace("_", "").isalnum() and len(text) <= 32
