"""A room: one table, with those who look at it.

Whatever changes a table goes through `Room._add`: it is written to the log, then happens, then is announced. Requests
of people and actions of bots alike wait for each other in front of the same lock.
"""

import asyncio
import collections
import contextlib
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, NamedTuple, Protocol

import msgspec

from tablee.server import messages
from tablee.server.absence import Absence
from tablee.server.bus import Alone, Bus, Word
from tablee.server.claims import Claims
from tablee.server.clock import now
from tablee.server.lobby import line_of
from tablee.server.results import note
from tablee.server.store import SetBack, Store
from tablee.table import (
    AnyEntry,
    AnyRequest,
    Glance,
    News,
    Person,
    Refusal,
    Scene,
    Table,
    Viewer,
    act,
    decide,
    follow_up,
    hand_on,
    news_of,
    stand_in,
    table_of,
    wait,
)
from tablee.table.entries import Acted, Closed, Hand, Kicked, Rematched, TakenBack
from tablee.table.names import new_code
from tablee.table.race import LONGEST, SLACK, Timing, lot, timed
from tablee.table.referee import close_call, is_claim
from tablee.table.refusal import AWAY
from tablee.table.requests import Act, Back

KEEPING = 2.0  # seconds between two times at which processes tell each other who is with them,
FRESH = 3 * KEEPING  # and for which it is believed
TRIES = 20  # at writing the next entry, while others write theirs
MISSED = 20  # actions that somebody who comes back is told of

logger = logging.getLogger("tablee.server")


class Client(Protocol):
    """Somebody who is connected."""

    person: Person
    blocked: frozenset[str]  # those they want to hear nothing of

    @property
    def wire(self) -> int:
        """Milliseconds there and back; 0: unknown."""

    def send(self, message: bytes) -> None: ...


class Past(NamedTuple):
    """An action, and the match before it."""

    version: int  # that it led to
    entry: Acted
    before: Any


class Elsewhere(NamedTuple):
    """Who looks at a table by way of another process."""

    until: float  # that is believed
    people: frozenset[str]
    wire: int  # the longest of the players'


class Room:
    """One table, with those who look at it."""

    def __init__(
        self,
        table: Table,
        code: str,
        store: Store,
        changed: Callable[["Room"], None],
        bus: Bus | None = None,
        opener: str | None = None,
    ) -> None:
        self.table = table
        self.code = code
        self.opener = opener or table.id  # whose share of the server it takes: that of the address that opened it,
        # which is forgotten with the end of its match
        self.clients: set[Client] = set()
        self.kept = not several(bus)  # whether this process looks after its bots and clocks
        self.unnoted: int | None = None  # when it changed, if the book does not say so yet
        self.lost = False  # whether there is no log of it any more
        self.on_entry: list[Callable[[Room, AnyEntry], None]] = []  # told of each entry that this process wrote
        self._elsewhere: dict[str, Elsewhere] = {}  # by process
        self._absence = Absence()
        self._missing: asyncio.TimerHandle | None = None  # rings when the next one is gone
        self._handing: asyncio.Task[None] | None = None  # the table to another host
        self._claims = Claims()
        self._bus = bus or Alone()
        self._store = store
        self._changed = changed  # told after everything that happened
        self._lock = asyncio.Lock()
        self._glance: Glance | None = None
        self._past: collections.deque[Past] = collections.deque(maxlen=MISSED)

    # ---- what happens ----

    async def ask(self, person: Person, request: AnyRequest, key: str, wire: int = 0, opener: str | None = None) -> int:
        """A person's request. Gives the version of the table that it led to; asked again, the same one.

        `opener`: by what the address is known that it comes from; a table for a rematch is opened from there.
        """
        key = f"{person.id} {key} {digest(request)}"
        timing = None
        if isinstance(request, Act) and self.table.led_to(key) is None and is_claim(self.table, request.do):
            wire = min(wire, self.wire_of(person.id) or wire)
            timing = await self._turn_of(request.seat, person.id, wire, request.seen, request.reaction)
        self._absence.begin({person.id} & self._members)  # who asks is there, whether or not they look
        async with self._lock:
            if self.table.led_to(key) is None:
                async with self._noting(request, timing):
                    if isinstance(request, Back):  # worlds are tried out for that: other tables need not wait
                        made = await asyncio.to_thread(decide, self.table, person, request, now(), key)
                        await self._add(lambda: made, key, person, tries=1)
                    else:
                        await self._add(
                            lambda: decide(self.table, person, request, now(), key, timing, self.gone),
                            key,
                            person,
                            opener=opener,
                        )
            led_to = self.table.led_to(key)
            return self.table.version if led_to is None else led_to  # what changes nothing is not written down

    async def act(self, seat: int, do: str, by: Hand, seen: int | None = None) -> None:
        """An action of a bot that saw that version of the table."""
        timing = await self._turn_of(seat, "", 0, seen, None) if is_claim(self.table, do) else None
        async with self._lock:
            if self.table.player_of(seat) is None:
                raise Refusal("not_yours", f"seat {seat} is played by a person")
            # One try: if somebody else was faster, the reasons for it may be gone.
            async with self._noting(Act(seat, do), timing):
                await self._add(lambda: act(self.table, seat, do, now(), by, timing=timing), tries=1)

    async def wait(self, seat: int) -> None:
        """A bot lets the others move, where a game in real time is played by turns."""
        async with self._lock:
            if self.table.player_of(seat) is None:
                raise Refusal("not_yours", f"seat {seat} is played by a person")
            await self._add(lambda: wait(self.table, seat, now()), tries=1)

    async def _turn_of(self, seat: int, person: str, wire: int, seen: int | None, reaction: int | None) -> Timing:
        """Let a claim wait until nobody else's earlier one can still be on its way."""
        table, race = self.table, self.table.race
        assert race is not None
        if seen is None or seen > table.version:  # who does not say so has seen what can have come to them by now
            seen = race.newest(now() - wire)
        timing = timed(race, now(), wire, seen, reaction)
        longest = self.longest_wire(person)
        until = timing.moment + (min(longest, LONGEST) + SLACK if longest else 0)
        await self._claims.wait(timing.moment, lot(table.secret, seen, seat), until)
        return timing

    def longest_wire(self, asker: str) -> int:
        """Of all people who play; 0 if nobody but the asker does.

        Their own is one of them: so every claim waits for the same time after its moment, and processes that share a
        table let claims go in the same order without talking to each other.
        """
        playing = {chair.person for chair in self.table.chairs if chair.person and not chair.away}
        if playing <= {asker}:
            return 0
        now = time.monotonic()
        elsewhere = [one.wire for one in self._elsewhere.values() if one.until > now]
        return max([self.wire_of(person) for person in playing] + elsewhere, default=0)

    def wire_of(self, person: str) -> int:
        """The shortest of somebody's wires to this process, if they have several."""
        return min((client.wire for client in self.clients if client.person.id == person and client.wire), default=0)

    @contextlib.asynccontextmanager
    async def _noting(self, request: AnyRequest, timing: Timing | None) -> AsyncIterator[None]:
        """Write down a claim that somebody else was a little faster than."""
        try:
            yield
        except Refusal as refusal:
            if refusal.code == "faster" and timing is not None and isinstance(request, Act):
                with contextlib.suppress(Refusal):  # so many write that it is not worth more tries
                    await self._add(lambda: close_call(self.table, request, now(), timing), tries=1)
            raise

    async def time_is_up(self, seat: int) -> None:
        """Let the stand-in play for somebody, or do what the game wants of who keeps everybody waiting."""
        async with self._lock:
            table = self.table
            deadline = table.deadline(seat)
            if deadline is None or deadline > now() or table.match is None:
                return
            late = None if table.race is None else table.late(seat)
            if late is None:
                await self._add(lambda: stand_in(table, seat, now()), tries=1)
            else:
                await self._add(lambda: act(table, seat, table.setup.say(late), now(), "table"), tries=1)

    async def _add(
        self,
        decided: Callable[[], list[AnyEntry]],
        key: str = "",
        person: Person | None = None,
        tries: int = TRIES,
        opener: str | None = None,
    ) -> None:
        """Write what is decided to the log; let it happen; announce it."""
        for _ in range(tries):
            made = decided()
            if not made:
                return
            next_table: list[AnyEntry] = []
            for entry in made:
                if isinstance(entry, Rematched) and person is not None:  # first, so that it is there when it is named
                    next_table = follow_up(self.table, entry, person.id)
                    await open_table(self._store, next_table, opener)
            set_back = False
            try:
                written = await self._store.append(self.table.id, self.table.version, made, after=self.table.last)
            except SetBack:
                written, set_back = False, True
            if written:
                before = line_of(self.table)
                self._happen(made)
                self._bus.tell(Word(self._bus.origin, self.table.id, version=self.table.version))
                for entry in made:
                    for tell in self.on_entry:
                        tell(self, entry)
                if line_of(self.table) != before:
                    await self._note(made[-1].at)
                return
            if next_table:
                await close_again(self._store, next_table)
            if set_back:
                await self._begin_again()
            if set_back or not await self._catch_up():
                raise Refusal("set_back", "the table was set back, with the server's database; look again")
            if key and self.table.led_to(key) is not None:
                return  # another process was faster, and it was this very request that it wrote
        raise Refusal("busy", "others were faster; look again")

    async def _note(self, at: int) -> None:
        """Enter in the book how it stands. If this fails it is tried again, and when the table is next brought in."""
        self.unnoted = at
        try:
            await note(self._store, self.table, at)
            self.unnoted = None
        except Exception as error:
            why = str(error).partition("\n")[0]
            logger.warning("table %s: how it stands was not noted: %s", self.table.id, why)

    async def hear(self, version: int) -> None:
        """Another process has written up to that version."""
        async with self._lock:
            if version > self.table.version:
                await self._catch_up()

    async def note_again(self) -> None:
        async with self._lock:
            if self.unnoted is not None:
                await self._note(self.unnoted)

    async def compare(self, length: int | None) -> None:
        """The log has been seen to have so many entries; None: the table is not in the book."""
        if length == self.table.version:
            return
        async with self._lock:  # nobody writes now: what is known here is also there, unless it was taken away
            if length is None:
                await self._begin_again()
            else:
                await self._catch_up()

    async def _catch_up(self) -> bool:
        """Read what others have written. False: the log is another one than was known here."""
        before, entries = line_of(self.table), await self._store.log_of(self.table.id, self.table.version - 1)
        if not entries or entries[0] != self.table.last:
            await self._begin_again()
            return False
        self._happen(entries[1:])
        if line_of(self.table) != before:  # whoever wrote them may have ended before noting it
            await self._note(entries[-1].at)
        return True

    async def _begin_again(self) -> None:
        """The log is another one than was known here: go on from what is there, and tell everybody."""
        before, version, kept = self.table, self.table.version, await self._store.find(id=self.table.id)
        log = [] if kept is None else await self._store.log_of(self.table.id)
        try:
            self.table = await asyncio.to_thread(table_of, log)
            self.table.wake(now())
            said = f"goes on from the {len(log)}"
        except Exception:  # there is none, or none that can be read
            self.lost = True
            if not before.closed:
                before.take(Closed(at=now()))
            said = f"is closed: of the {len(log)} nothing can be made"
        ended = before.over and self.table.over  # it was only kept in another way
        if not ended:
            self._store.set_back += 1
            logger.error("table %s: set back; %d entries were known, it %s that are there", before.id, version, said)
        self._past.clear()
        self._glance = self._new_glance()
        for client in self.clients:
            view = self.scene().for_viewer(self._viewer(client))
            client.send(messages.encode(messages.Table(view, set_back=not ended)))
        if not self.lost:
            await self._note(log[-1].at)
        self._look_for_host()
        self._changed(self)

    def _happen(self, entries: list[AnyEntry]) -> None:
        for entry in entries:
            before = self._glance
            if isinstance(entry, Acted) and self.table.match is not None:
                self._past.append(Past(self.table.version + 1, entry, self.table.match.state.copy()))
            if isinstance(entry, TakenBack):
                self._past.clear()
            self.table.take(entry)
            if isinstance(entry, Kicked):
                self._turn_away()
            if not isinstance(entry, Acted | TakenBack) and before is not None:
                self._announce(None)
                continue
            self._glance = self._new_glance()
            if isinstance(entry, Acted) and before is not None:
                self._announce(partial(self._news, entry, before))
            else:
                self._announce(None)
        self._look_for_host()
        self._changed(self)

    # ---- what is shown ----

    def look(self, client: Client, since: int | None = None) -> None:
        """Show the table to somebody, now and from now on."""
        if not self.table.may_watch(client.person.id):
            raise Refusal(*AWAY)
        came = client.person.id not in self.present
        first = not self.clients
        self.clients.add(client)
        if first:
            self._changed(self)  # bots wait until somebody looks
        self._miss()
        self.tell_presence()
        if came and self.table.seats_of(client.person.id):
            self._announce(None, but=client)
        view = self.scene().for_viewer(self._viewer(client))
        client.send(messages.encode(messages.Table(view, self._missed(client, since))))

    def show(self, client: Client) -> None:
        """Show the table once more to somebody, to whom it looks different now though nothing has happened."""
        if client in self.clients:
            client.send(messages.encode(messages.Update(self.scene().for_viewer(self._viewer(client)))))

    def _turn_away(self) -> None:
        """Nobody looks on any more who must not."""
        for client in [client for client in self.clients if not self.table.may_watch(client.person.id)]:
            client.send(messages.encode(messages.Refused(*AWAY, self.table.id)))
            self.leave(client)

    def warn(self, seat: int, deadline: int) -> None:
        """Tell who sits there that their time is running out."""
        for client in self.clients:
            if client.person.id == self.table.chairs[seat].person:
                client.send(messages.encode(messages.Hurry(self.table.id, seat, deadline)))

    def leave(self, client: Client) -> None:
        self.clients.discard(client)
        self._left({client.person.id})
        self.tell_presence()
        if client.person.id not in self.present and self.table.seats_of(client.person.id):
            self._announce(None)

    @property
    def present(self) -> set[str]:
        """Who is connected, here or by another process."""
        here = {client.person.id for client in self.clients}
        now = time.monotonic()
        return here.union(*(one.people for one in self._elsewhere.values() if one.until > now))

    @property
    def gone(self) -> set[str]:
        """Who has not been connected for so long that nobody should have to wait for them."""
        return self._absence.gone(self.present)

    @property
    def _members(self) -> set[str]:
        """Who belongs here: those who have a seat, and the host."""
        return {self.table.host, *(chair.person for chair in self.table.chairs if chair.person)}

    def _left(self, people: set[str]) -> None:
        self._absence.begin(people & self._members)
        self._miss()

    def _miss(self) -> None:
        """Wait for the moment at which the next of those who belong here is gone."""
        present = self.present
        self._absence.miss(self._members - present)
        if self._missing is not None:
            self._missing.cancel()
        wait = self._absence.wait(present, self.gone)
        ring = wait is not None and bool(self.clients)
        self._missing = asyncio.get_running_loop().call_later(wait or 0.0, self._ring) if ring else None
        self._look_for_host()

    def _ring(self) -> None:
        self._miss()
        self._announce(None)

    def _look_for_host(self) -> None:
        """Before the match begins others wait for the host; if they are gone, somebody else is."""
        if self.table.host in self.gone and hand_on(self.table, self.present, now()):
            self._handing = asyncio.create_task(self._hand_on())

    async def _hand_on(self) -> None:
        try:
            async with self._lock:
                await self._add(lambda: hand_on(self.table, self.present, now()), tries=1)
        except Refusal:
            pass  # another process has written something meanwhile, perhaps the same
        except Exception:
            logger.exception("table %s: nobody could be its host", self.table.id)

    def tell_presence(self) -> None:
        people = tuple(sorted({client.person.id for client in self.clients}))
        wire = max((self.wire_of(person) for person in people if self.table.seats_of(person)), default=0)
        self._bus.tell(Word(self._bus.origin, self.table.id, present=people, wire=wire))

    def hear_presence(self, origin: str, people: tuple[str, ...], wire: int = 0) -> None:
        """Who looks at the table by way of another process."""
        before = self.present
        self._elsewhere[origin] = Elsewhere(time.monotonic() + FRESH, frozenset(people), wire)
        self._absence.begin(self._members.intersection(people))  # should nothing more be heard of them
        if self.present != before:
            self._left(before - self.present)
            self._announce(None)

    def forget(self) -> None:
        """Let go of those whose process has not been heard of any more, and say so."""
        now = time.monotonic()
        gone = [origin for origin, one in self._elsewhere.items() if one.until <= now]
        people = set().union(*(self._elsewhere.pop(origin).people for origin in gone))
        if people - self.present:
            self._left(people - self.present)
            self._announce(None)

    def _announce(self, news: Callable[[tuple[int, ...]], News] | None, but: Client | None = None) -> None:
        """Tell everybody how the table looks now. Those who see the same get the same bytes."""
        ready: dict[object, bytes] = {}
        scene = self.scene()
        for client in self.clients:
            if client is but:
                continue
            viewer = self._viewer(client)
            same = viewer if viewer.seats or viewer.blocked or viewer.person == self.table.host else None
            if same not in ready:
                update = messages.Update(scene.for_viewer(viewer), news and news(viewer.hearing))
                ready[same] = messages.encode(update)
            client.send(ready[same])

    def scene(self) -> Scene:
        """The table as it is now."""
        if self._glance is None:
            self._glance = self._new_glance()
        return Scene(self.table, self.code, self.present, self._glance, self.gone)

    def _viewer(self, client: Client) -> Viewer:
        return Viewer(client.person.id, tuple(self.table.seats_of(client.person.id)), client.blocked)

    def _new_glance(self) -> Glance | None:
        return None if self.table.match is None else Glance(self.table.setup, self.table.match.state)

    def _news(self, entry: Acted, before: Glance, watching: tuple[int, ...]) -> News:
        assert self._glance is not None
        return news_of(before, self._glance, watching, entry.seat, self.table.setup.parse(entry.do), entry.by)

    def _missed(self, client: Client, since: int | None) -> tuple[News, ...]:
        """The actions after that version, as the client would have seen them."""
        table = self.table
        missed = [version for version, _ in table.acts if since is not None and version > since]
        if table.match is None or not missed or not self._past or self._past[0].version > missed[0]:
            return ()
        watching = self._viewer(client).hearing
        past = [one for one in self._past if one.version >= missed[0]]
        glances = [Glance(table.setup, one.before) for one in past]
        glances.append(Glance(table.setup, table.match.state))
        return tuple(
            news_of(before, after, watching, one.entry.seat, table.setup.parse(one.entry.do), one.entry.by)
            for one, before, after in zip(past, glances, glances[1:], strict=False)
        )


def digest(request: AnyRequest) -> str:
    """Tells one request from another that goes by the same id."""
    return hashlib.sha256(msgspec.json.encode(request)).hexdigest()[:16]


def several(bus: Bus | None) -> bool:
    """Whether there are other processes."""
    return bus is not None and not isinstance(bus, Alone)


async def close_again(store: Store, log: list[AnyEntry]) -> None:
    """Close a table that was opened for nothing: nobody would ever come to it."""
    closed = Closed(at=log[0].at)
    if await store.append(table_of(log).id, len(log), [closed], after=log[-1]):
        await note(store, table_of([*log, closed]), closed.at)


async def open_table(store: Store, log: list[AnyEntry], opener: str | None = None) -> None:
    """Enter a new table, with what has happened at it so far, under a code of its own."""
    table = table_of(log)
    opened = log[0].at
    for _ in range(TRIES):
        line = {
            "id": table.id,
            "code": new_code(),
            "game": table.terms.game,
            "public": table.terms.public,
            "opened": opened,
            "changed": opened,
            "keeper": "",
            "kept_until": 0,
            "opener": opener,
            **line_of(table),
        }
        if await store.append(table.id, 0, log, line):
            return
    raise TimeoutError("no code is free")
