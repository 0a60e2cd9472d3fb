"""A client's socket: what comes in is decoded, limited and done; what goes out waits its turn."""

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tablee.server import messages
from tablee.server.clock import now
from tablee.server.hall import Hall, UnknownTable
from tablee.server.limits import Buckets
from tablee.server.messages import (
    KEY,
    PROTOCOL,
    Ask,
    Banned,
    Beat,
    Done,
    FromClient,
    Leave,
    Ping,
    Pong,
    Refused,
    Watch,
    Welcome,
)
from tablee.server.metrics import Metrics
from tablee.server.outage import TROUBLE, Unavailable
from tablee.server.people import Known, People
from tablee.server.room import Room
from tablee.server.shares import TooMany
from tablee.server.wire import Wire
from tablee.table import Refusal
from tablee.table.requests import Back, Mute, Say, Sit

NOT_A_GUEST, BANNED, TOO_MANY = 4401, 4423, 4429  # codes with which a socket is closed,
TRY_LATER = 1013  # and that of WebSocket itself
GOODBYE = 5.0  # seconds that a client has to hear why it is cut off
LARGE = 4096  # characters of a message from a client
QUEUE = 64  # messages that may wait for a slow client
BURST, RATE = 60, 20  # messages of a person that are read at once, and a second from then on
WATCHED = 8  # tables that a client may look at
TALK = 10  # things that it may say at once, and in ten seconds from then on
BACKS = 10  # take-backs that it may ask for at once, and in a minute from then on

logger = logging.getLogger("tablee.server")


class Paces:
    """How fast a person may go on, over all their sockets together."""

    def __init__(self) -> None:
        self.messages = Buckets(BURST, RATE)
        self.words = Buckets(TALK, TALK / 10)
        self.backs = Buckets(BACKS, BACKS / 60)


class Connection:
    """One client's socket."""

    def __init__(
        self,
        socket: WebSocket,
        known: Known,
        people: People,
        hall: Hall,
        metrics: Metrics,
        paces: Paces,
        address: str = "",
        opener: str | None = None,
    ) -> None:
        self.person = known.person
        self.token = known.token
        self.blocked = known.blocked
        self._address = address
        self._opener = opener  # by what tables know the address that they are opened from
        self._people = people
        self.ended = False  # by us
        self._why: tuple[int, Banned | None] | None = None  # what the client is told then
        self._socket = socket
        self._hall = hall
        self._metrics = metrics
        self._rooms: dict[str, Room] = {}
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue(QUEUE)
        self._paces = paces
        self._task: asyncio.Task[Any] | None = None
        self._wire = Wire()
        self._beating: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve the client until it goes."""
        self._task = asyncio.current_task()
        sender = asyncio.create_task(self._send_on())
        self._say(Welcome(PROTOCOL, self.person.id, self.person.name, now()))
        try:
            while (text := await self._next()) is not None:
                await self._receive(text)
        finally:
            sender.cancel()
            if self._beating is not None:
                self._beating.cancel()
            for room in self._rooms.values():
                room.leave(self)

    async def _next(self) -> str | None:
        """What the client says next; None: it is gone, or it sent bytes where text belongs."""
        try:
            return await self._socket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return None

    @property
    def wire(self) -> int:
        return self._wire.length

    async def _beat_on(self) -> None:
        """Measure the wire, for as long as it matters."""
        while any(room.table.race is not None for room in self._rooms.values()):
            self._say(Beat(self._wire.beat()))
            await asyncio.sleep(self._wire.pause)

    def send(self, message: bytes) -> None:
        """Put a message on its way. Who does not read is cut off: the table is shown anew when they come back."""
        try:
            self._outgoing.put_nowait(message)
        except asyncio.QueueFull:
            self.end()

    def come_to_know(self, known: Known | None) -> None:
        """What there is to be known about the client now; None: its token is worthless."""
        if known is None:
            self._why = NOT_A_GUEST, None
            self.end()
        elif known.ban is not None:
            self._why = BANNED, Banned(known.ban.until, known.ban.why)
            self.end()
        elif known.blocked != self.blocked:
            self.blocked = known.blocked
            for room in self._rooms.values():
                room.show(self)

    async def say_why(self) -> None:
        """Tell a client that was cut off why, if there is anything to tell: who does not read would not read that."""
        if self._why is None:
            return
        code, last = self._why
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(GOODBYE):
                if last is not None:
                    await self._socket.send_text(messages.encode(last).decode())
                await self._socket.close(code)

    def end(self) -> None:
        """Cut the client off."""
        if self._task is not None and not self.ended:
            self.ended = True
            self._task.cancel()

    def _say(self, message: messages.FromServer) -> None:
        self.send(messages.encode(message))

    async def _send_on(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone: `_next` hears of it, too
            while True:
                message = await self._outgoing.get()
                await self._socket.send_text(message.decode())

    async def _receive(self, text: str) -> None:
        if (wait := self._paces.messages.reserve(self.person.id)) > 0:
            await asyncio.sleep(wait)  # nothing is lost: who sends too much has to wait
        if len(text) > LARGE:
            self._say(Refused("bad_message", f"a message has at most {LARGE} characters"))
            return
        try:
            message: FromClient = messages.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            about = messages.address_of(text)
            self._say(Refused("bad_message", str(error), about.table, about.id))
            return
        await self._answer(message)

    async def _answer(self, message: FromClient) -> None:
        match message:
            case Ping(at=at):
                self._say(Pong(at, now()))
            case Beat(number=number):
                self._wire.back(number)
            case Watch(table=table, since=since):
                await self._watch(table, since)
            case Leave(table=table):
                if (room := self._rooms.pop(table, None)) is not None:
                    room.leave(self)
            case Ask():
                await self._ask(message)

    async def _watch(self, table: str, since: int | None) -> None:
        if table not in self._rooms and len(self._rooms) >= WATCHED:
            self._say(Refused("too_many", f"at most {WATCHED} tables at a time", table))
            return
        try:
            room = self._rooms[table] = await self._hall.come_in(self, table, since, self._address)
        except UnknownTable as error:
            self._say(Refused("no_table", str(error), table))
            return
        except TooMany as error:
            self._say(Refused("too_many", str(error), table))
            return
        except Refusal as refusal:
            self._say(Refused(refusal.code, str(refusal), table))
            return
        except Unavailable:
            self._trouble(table)
            return
        except Exception:
            logger.exception("a table could not be brought in")
            self._say(Refused("failed", "something went wrong here; try again", table))
            return
        if room.table.race is not None and (self._beating is None or self._beating.done()):
            self._beating = asyncio.create_task(self._beat_on())

    def _trouble(self, table: str, id: str | None = None) -> None:  # noqa: A002
        self._metrics.unavailable.labels("socket").inc()
        self._say(Refused("unavailable", TROUBLE, table, id))

    async def _ask(self, message: Ask) -> None:
        table, id = message.table, message.id  # noqa: A001
        if not 1 <= len(id) <= KEY:
            self._say(Refused("bad_message", f"the id of a request has from 1 to {KEY} characters", table))
            return
        if isinstance(message.request, Say | Mute) and not self._paces.words.take(self.person.id):
            self._say(Refused("too_fast", "say less, or say it later", table, id))
            return
        if isinstance(message.request, Back) and not self._paces.backs.take(self.person.id):
            self._say(Refused("too_fast", "take less back, or take it back later", table, id))
            return
        try:
            if isinstance(message.request, Sit):  # they may have taken another name since they came
                self.person = await self._people.again(self.person)
            room = self._rooms.get(table) or await self._hall.room(table, self._address)
            if isinstance(message.request, Sit) and await self._people.has_blocked(room.table.host, self.person.id):
                raise Refusal("unwelcome", "the host of the table does not want to play with you")
            with self._metrics.latency.time():
                version = await room.ask(self.person, message.request, id, self.wire, self._opener)
        except UnknownTable as error:
            self._say(Refused("no_table", str(error), table, id))
        except TooMany as error:
            self._say(Refused("too_many", str(error), table, id))
        except Refusal as refusal:
            self._metrics.refusals.labels(refusal.code).inc()
            self._say(Refused(refusal.code, str(refusal), table, id))
        except Unavailable:
            self._trouble(table, id)
        except Exception:
            logger.exception("a request failed")
            self._say(Refused("failed", "something went wrong here; ask again with the same id", table, id))
        else:
            self._say(Done(table, id, version))
