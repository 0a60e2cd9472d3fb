"""The hall: the tables that are open in this process."""

import asyncio
import collections
import logging
from collections.abc import Callable

from tablee.errors import TableeError
from tablee.fairness import new_secret
from tablee.server.answers import for_all
from tablee.server.bus import Alone, Bus, Word
from tablee.server.clock import now
from tablee.server.lobby import line_of
from tablee.server.results import note
from tablee.server.room import Client, Room, open_table, several
from tablee.server.shares import Job, Line, Pool
from tablee.server.store import Store
from tablee.table import AnyEntry, Person, Terms, setup_of, table_of
from tablee.table.entries import Opened
from tablee.table.names import new_id

WAITING, OF_ADDRESS = 400, 100  # tables that may wait to be brought in, and for who comes from one address
LEASE = 6000  # milliseconds for which a process looks after a table before it must say so again

logger = logging.getLogger("tablee.server")


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
        self.on_person: list[Callable[[str], None]] = []  # told about whom another process changed something
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._words: dict[str, collections.deque[Word]] = {}  # of other processes, by table: not attended to yet
        self._attending: set[asyncio.Task[None]] = set()
        self._leaving = False
        self._line: Line[Job] = Line(WAITING, OF_ADDRESS)
        self._bringing = Pool("hall", 1, [self._line])

    async def open(self, host: Person, terms: Terms, opener: str | None = None) -> Room:
        """A new table. `opener`: by what the address is known that it is opened from."""
        rules = setup_of(terms).version
        opened = Opened(at=now(), table=new_id(), terms=terms, host=host.id, secret=new_secret(), rules=rules)
        await open_table(self.store, [opened], opener)
        return await self.room(opened.table)

    async def room(self, table: str, address: str = "") -> Room:
        """The table of that id, brought in from the store if need be: for whoever asks from that address."""
        if not is_name(table):
            raise UnknownTable("there is no such table")
        if table in self.rooms:
            return self.rooms[table]
        if table not in self._opening:  # two who come at once come into the same room
            opening = self._opening[table] = for_all(self._bring_in(table, address))
            opening.add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(self._opening[table])  # who asked may be gone; others wait for the same

    async def _bring_in(self, table: str, address: str) -> Room:
        kept = await self.store.find(id=table)
        if kept is None:
            raise UnknownTable("there is no such table")
        log = await self.store.log_of(table)
        # A long match is played again: others need not wait, and addresses take turns.
        brought = await self._bringing.do(self._line, (address,), lambda _: table_of(log))
        room = self.rooms[table] = Room(brought, kept.code, self.store, self._changed, self.bus, kept.opener)
        room.on_entry = self.on_entry
        room.table.wake(now())
        line = line_of(room.table)
        if (kept.phase, kept.seats) != (line["phase"], line["seats"]):  # the process ended before it could say so
            await note(self.store, room.table, log[-1].at)
        self._changed(room)
        return room

    async def come_in(self, client: Client, table: str, since: int | None = None, address: str = "") -> Room:
        """Somebody looks at a table from now on; this process looks after it, unless another does."""
        room = await self.room(table, address)
        if several(self.bus) and not room.kept:
            await self._look_after([room])
            room = await self.room(table, address)  # nobody looked at it yet: it may have been put away meanwhile
        room.look(client, since)  # last of all: if anything fails, or they go, nobody would let go of them
        return room

    def put_away(self, idle: Callable[[Room], bool]) -> None:
        for room in [room for room in self.rooms.values() if not room.clients and idle(room)]:
            del self.rooms[room.table.id]

    def close(self) -> None:
        self._bringing.close()

    # ---- several processes ----

    async def listen(self) -> None:
        """To the other processes, for as long as this one runs."""
        await self.bus.listen(self._hear)

    def _hear(self, word: Word) -> None:
        """A table's words are attended to one after another; a table that takes long keeps only its own waiting."""
        if word.person:
            for tell in self.on_person:
                tell(word.person)
        room = self.rooms.get(word.table)
        if room is None:
            return
        words = self._words.setdefault(word.table, collections.deque())
        words.append(word)
        if len(words) == 1:
            task = asyncio.create_task(self._attend(room, words))
            self._attending.add(task)
            task.add_done_callback(self._attending.discard)

    async def _attend(self, room: Room, words: "collections.deque[Word]") -> None:
        try:
            while words:
                word = words[0]
                if word.present is not None:
                    room.hear_presence(word.origin, word.present, word.wire)
                await room.hear(word.version)
                if word.free and room.clients:
                    await self._look_after([room])
                words.popleft()
        except Exception:  # `compare` will see to it
            logger.exception("table %s: not heard of in time", room.table.id)
        finally:
            del self._words[room.table.id]

    async def hear_of(self, table: str, version: int) -> None:
        """This process itself has written in a log, beside its rooms."""
        if table in self.rooms:
            await self.rooms[table].hear(version)
        self.bus.tell(Word(self.bus.origin, table, version=version))

    async def compare(self) -> None:
        """Compare the tables that somebody looks at with the database, in case nothing was heard of a change."""
        rooms = [room for room in self.rooms.values() if room.clients]
        lengths = await self.store.lengths([room.table.id for room in rooms])
        await asyncio.gather(*(room.compare(lengths.get(room.table.id)) for room in rooms))
        await asyncio.gather(*(room.note_again() for room in self.rooms.values() if room.unnoted is not None))

    async def keep(self) -> None:
        """Look after the tables that somebody looks at here, unless another process does."""
        wanted, done = [], []
        for room in self.rooms.values():
            room.forget()
            if room.clients:
                room.tell_presence()
            if room.clients and not room.table.over:
                wanted.append(room)
            elif room.kept:
                done.append(room)
        await self._look_after(wanted)
        await self._let_go(done)

    async def _look_after(self, rooms: list[Room]) -> None:
        if self._leaving:
            return
        ids = [room.table.id for room in rooms]
        kept = await self.store.keep(ids, self.bus.origin, LEASE)
        for room in rooms:
            before, room.kept = room.kept, room.table.id in kept
            if room.kept != before:
                self._changed(room)

    async def _let_go(self, rooms: list[Room]) -> None:
        for room in rooms:
            room.kept = False
            self._changed(room)
        await self.store.release([room.table.id for room in rooms], self.bus.origin)
        for room in rooms:
            self.bus.tell(Word(self.bus.origin, room.table.id, free=True))

    async def leave(self) -> None:
        """Let other processes look after all of it, at once."""
        self._leaving = True
        if several(self.bus):
            await self._let_go([room for room in self.rooms.values() if room.kept])

    def _changed(self, room: Room) -> None:
        if room.lost:
            self.rooms.pop(room.table.id, None)
        for tell in self.on_change:
            tell(room)


def is_name(text: str) -> bool:
    """Whether it could be a table's id or code."""
    return text.isascii() and text.replace("-", "").replace("_", "").isalnum() and len(text) <= 32
