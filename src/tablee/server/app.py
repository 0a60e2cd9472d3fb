"""The service: HTTP and sockets, put together from the other parts."""

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tablee.catalogue import GAMES
from tablee.server import messages
from tablee.server.answers import Answer
from tablee.server.bus import Alone, RedisBus, Word
from tablee.server.clock import DAY, now
from tablee.server.company import ASKING, QUESTIONS, Company
from tablee.server.doorkeeper import Doorkeeper
from tablee.server.endpoint import (
    Failure,
    Wrong,
    address_of,
    endpoint,
    is_welcome,
    known_of,
    not_welcome,
    refuse,
    reply,
)
from tablee.server.gate import FILES, Gate
from tablee.server.hall import Hall
from tablee.server.hosts import Hosts, OnlyOurs
from tablee.server.http import ENDPOINTS, lesson_page
from tablee.server.keeping import GRACE, Keeper, Purged
from tablee.server.limits import Buckets
from tablee.server.lobby import Lobby, opener_of
from tablee.server.metrics import Metrics
from tablee.server.outage import Unavailable
from tablee.server.page import page_routes
from tablee.server.people import People
from tablee.server.replays import Replays
from tablee.server.results import catch_up
from tablee.server.reviews import Reviews
from tablee.server.room import KEEPING, Room, several
from tablee.server.settings import ALONE, Settings
from tablee.server.sockets import BANNED, NOT_A_GUEST, TOO_MANY, TRY_LATER, Connection, Paces
from tablee.server.store import Store
from tablee.server.timers import Timers
from tablee.table import AnyEntry
from tablee.table.entries import Acted, Closed, Started

MOMENT = 1.0  # seconds for which a server that was found ready is believed to be
TIDYING = 600.0  # seconds between two rounds in which what is not to be kept goes
IDLE = 600_000  # milliseconds after which a table that nobody looks at is put away
HELD = 3.0  # seconds of lateness that the log has a line of
PULSE = 0.5  # seconds between two times at which it is felt how late this process is
HOUSEKEEPING = 30.0  # seconds between two rounds of it,
SWEEPS = 40  # and rounds between two sweeps of the whole memory
AFTER = 1.0  # seconds after which clients of a server that stops should come back,
LAST_WORDS = 0.1  # and that it gives itself to tell them

Handler = Callable[[Request], Awaitable[Response]]
logger = logging.getLogger("tablee.server")

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'self'",
        )
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
PRIVATE = "no-store"  # for whatever does not say how long it may be kept: it may depend on who asks
SAFE = "max-age=31536000"  # once over TLS, a browser comes by no other way for a year


class Service:
    """Everything that a running server holds."""

    def __init__(self, settings: Settings, gate: Gate) -> None:
        self.settings = settings
        self.gate = gate
        self.store = Store(settings.database)
        self.ready = Answer(self.store.probe, MOMENT)
        self.people = People(self.store, settings.secret)
        self.bus = RedisBus(settings.redis) if settings.redis else Alone()
        self.hall = Hall(self.store, self.bus)
        self.keeper = Keeper(self.store, settings.keep, self.hall.hear_of)
        self.leaving = asyncio.Event()  # somebody wants to be forgotten
        self.exports = Buckets(2, 1 / 60)  # of a person: all that is kept of them
        self.lobby = Lobby(self.store, settings.public)
        self.company = Company(self.hall, settings.threads, settings.crowd)
        self.timers = Timers(self.hall)
        self.replays = Replays()
        self.lessons = {slug: Answer(partial(lesson_page, slug)) for slug in GAMES}
        self.connections: set[Connection] = set()
        self.door = Doorkeeper(self.people, self.connections)
        self.metrics = Metrics(self)
        self.hall.on_entry.append(self.count)
        self.hall.on_person.append(self.door.hear)
        self.sockets: dict[str, int] = {}  # by address
        hour = 3600
        self.new_tables = Buckets(settings.tables, settings.tables / hour)
        self.new_guests = Buckets(settings.guests, settings.guests / hour)
        self.paces = Paces()
        self.reviews = Reviews()
        self.questions = Buckets(QUESTIONS, ASKING)  # that a person may ask the coach
        self.handshakes = Buckets(settings.crowd, settings.crowd / 10)  # sockets that an address may open,
        each = settings.requests
        self.guesses = Buckets(each, each / 60)  # codes that an address may look up,
        self.lookups = Buckets(each, each / 60)  # tables, what came of them, and the lobby,
        self.changes = Buckets(each, each / 60)  # and what it may change, over all its people;
        self.own_changes = Buckets(ALONE, ALONE / 60)  # and a person, wherever they are

    async def catch_up(self) -> None:
        """Enter results that a process which ended could not enter any more."""
        try:
            if entered := await catch_up(self.store):
                logger.info("%d results entered that were missing", entered)
        except Exception:
            logger.exception("results may be missing")

    def chores(self) -> list[Coroutine[Any, Any, None]]:
        """What goes on beside the requests, for as long as the server runs."""
        return [
            self.catch_up(),
            self.keep_house(),
            self.keep_up(),
            self.hall.listen(),
            self.door.watch(),
            self.feel(),
            self.tidy_up(),
        ]

    async def keep_up(self) -> None:
        """See whether another process has changed a table; of several, look after some."""
        while True:
            await asyncio.sleep(KEEPING)
            try:
                await self.store.go_by_its_clock()
                if several(self.bus):
                    await self.hall.keep()
                await self.hall.compare()
            except Exception:  # later is early enough
                logger.exception("cannot keep up")

    async def tidy_up(self) -> None:
        """Do away with what is not to be kept: soon when somebody wants to be forgotten, otherwise now and then."""
        rest = max(GRACE / 1000, min(TIDYING, self.settings.keep.shortest * DAY / 4000))
        wait, began = AFTER, True  # a process that ended may have left something, and half of it a moment ago
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.leaving.wait(), wait)
            self.leaving.clear()
            wait = GRACE / 1000 + 1
            try:
                done = await self.keeper.purge()
                wait = wait if done.waiting or self.keeper.owes or began else rest
                began = False
                if done != Purged():
                    logger.info("purged: %s", done)
            except Exception:  # later is early enough
                logger.exception("nothing could be purged")

    async def feel(self) -> None:
        """By how much this process is late."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + PULSE
            await asyncio.sleep(PULSE)
            late = max(0.0, loop.time() - due)
            self.metrics.lag.observe(late)
            if late > HELD:
                logger.warning("this process was held, or had something else to do, for %.0f s", late)

    async def keep_house(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(HOUSEKEEPING)
            self.hall.put_away(lambda room: now() - last_change(room) > IDLE)
            rounds += 1
            if rounds % SWEEPS == 0:
                gc.collect()

    def count(self, room: Room, entry: AnyEntry) -> None:
        if isinstance(entry, Acted):
            self.metrics.actions.labels(entry.by).inc()
        elif isinstance(entry, Started | Closed):
            logger.info("table %s: %s", room.table.id, type(entry).__name__.lower())

    async def changed(self, person: str) -> None:
        """Somebody's tokens, bans or blocks have changed: let that count here and in all other processes.

        That is written down, whatever becomes of the database now: then the door sees to their sockets once it can.
        """
        self.bus.tell(Word(self.bus.origin, "", person=person))
        with contextlib.suppress(Unavailable):
            await self.door.look(person)

    async def say_goodbye(self) -> None:
        """Let nothing new begin, and tell everybody to come back in a moment."""
        self.timers.close()
        self.company.close()
        try:
            async with asyncio.timeout(AFTER):
                await self.hall.leave()
        except Exception:  # another process will take over a little later
            logger.exception("tables were not let go of")
        farewell = messages.encode(messages.Bye(AFTER))
        for connection in list(self.connections):
            connection.send(farewell)
        await asyncio.sleep(LAST_WORDS)

    def close(self) -> None:
        """Write what is still to be written, and let go of the database."""
        self.timers.close()
        self.company.close()
        self.replays.close()
        self.hall.close()
        self.reviews.close()
        self.store.close()


def last_change(room: Room) -> int:
    return max(room.table.since)


def make_app(settings: Settings, gate: Gate | None = None) -> Starlette:
    """The whole of it as an application; `gate` is that of the server which serves it, for its figures."""
    # Python's own sweeps would go through every object of every table, and keep everybody waiting meanwhile. Hardly any
    # of our garbage is in cycles (some KiB of a socket that is gone), so the young are swept in large lots, and all of
    # them only now and then: many small sweeps would meet the same objects, those that each socket waits with.
    gc.set_threshold(100_000, 50, 100_000)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        service = app.state.service = Service(settings, gate or Gate(FILES, settings.connections, settings.proxies))
        chores = [asyncio.create_task(chore) for chore in service.chores()]
        yield
        for chore in chores:
            chore.cancel()
        await service.bus.close()
        service.close()
        logger.info("stopped; what was answered is written")

    routes_with_socket = [*routes(), WebSocketRoute("/api/socket", socket), *page_routes()]
    app = Starlette(
        routes=routes_with_socket,
        lifespan=lifespan,
        middleware=[Middleware(Headers), Middleware(OnlyOurs, hosts=Hosts(settings.host_names, settings.origins))],
        exception_handlers={404: no_such_path, 405: no_such_path},
    )
    app.router.redirect_slashes = False  # it would redirect to whatever the client says we are called
    return app


def routes() -> list[Route]:
    """One for each path, so that who comes with a wrong method is told of all the right ones."""
    paths: dict[str, dict[str, Handler]] = {}
    for one in ENDPOINTS:
        paths.setdefault(one.path, {})[one.method] = endpoint(one)
    return [Route(path, by_method(handlers), methods=list(handlers)) for path, handlers in paths.items()]


def by_method(handlers: dict[str, Handler]) -> Handler:
    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return handle


async def no_such_path(request: Request, error: Exception) -> Response:
    allowed = (getattr(error, "headers", None) or {}).get("Allow")
    why = "there is nothing here; docs/protocol/openapi.json lists what there is"
    answer = reply(Wrong("no_path", f"this takes {allowed}" if allowed else why), getattr(error, "status_code", 404))
    if allowed:
        answer.headers["allow"] = allowed
    return answer


async def socket(websocket: WebSocket) -> None:
    """A client's socket, from the first message to the last."""
    service: Service = websocket.app.state.service
    address = address_of(websocket)
    if not service.handshakes.take(address):  # refused before anything is looked up
        failure = Failure(429, "too_many", "too many sockets from this address", service.handshakes.wait(address))
        await websocket.send_denial_response(refuse(failure))
        return
    if not is_welcome(websocket, service.settings):
        await websocket.send_denial_response(refuse(not_welcome()))
        return
    try:
        known = await known_of(websocket, service)
    except Unavailable:
        service.metrics.unavailable.labels("socket").inc()
        await websocket.accept()
        await websocket.close(TRY_LATER)
        return
    await websocket.accept()
    if known is None:
        await websocket.close(NOT_A_GUEST)
        return
    if known.ban is not None:
        banned = messages.Banned(known.ban.until, known.ban.why)
        await websocket.send_text(messages.encode(banned).decode())
        await websocket.close(BANNED)
        return
    if service.sockets.get(address, 0) >= service.settings.sockets:
        await websocket.close(TOO_MANY)
        return
    opener = opener_of(address, service.settings.secret)
    parts = service.people, service.hall, service.metrics, service.paces
    connection = Connection(websocket, known, *parts, address, opener)
    service.sockets[address] = service.sockets.get(address, 0) + 1
    service.connections.add(connection)
    try:
        await connection.run()
    except asyncio.CancelledError:
        if not connection.ended:
            raise
        await connection.say_why()
    finally:
        service.connections.discard(connection)
        service.sockets[address] -= 1
        if not service.sockets[address]:
            del service.sockets[address]


class Headers:
    """Adds the headers that every answer has."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("cache-control", PRIVATE)
                if scope["scheme"] == "https":
                    headers["strict-transport-security"] = SAFE
            await send(message)

        await self.app(scope, receive, send_with)
