"""The wire, as uvicorn speaks it, with an end to all that one connection can have us hold.

uvicorn reads all that has come before it lets anybody have the first of it, answers pings whether or not the answers
are read, and waits for ever for the end of a request. Here a connection is taken in by the slice: no more is read than
is attended to, nothing is read of whoever does not read, and who is in no hurry to say what they came for is cut off by
the `Gate`.
"""

import asyncio
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from tablee.server.endpoint import JSON, Wrong
from tablee.server.gate import Gate, Owed
from tablee.server.limits import Bucket

MESSAGE = 64 * 1024  # bytes that a frame may have at most
SLICE = 64  # bytes that are taken in at a time: ten of the smallest frames
FEW = 8  # messages that wait for the server before it reads no more of them
FRAGMENTS = 64  # frames that one message may come in
FAREWELL = 16 * 1024  # bytes in which to say goodbye too, once we have
CONTROLS = 20  # pings and pongs that may come at once, and in ten seconds from then on: a browser sends none by itself
GRACE = 5  # seconds for which a server that stops waits for its clients
SILENCE = 10  # seconds between two pings of ours, and for the answer to one: who gives none is gone
SOON = 10  # seconds after which somebody who was refused may try again


class Config(uvicorn.Config):
    """How uvicorn serves us."""

    def __init__(self, app: Any, gate: Gate) -> None:
        super().__init__(
            app,
            http=Http,
            ws=Socket,
            ws_max_size=MESSAGE,
            ws_ping_interval=SILENCE,
            ws_ping_timeout=SILENCE,
            ws_per_message_deflate=False,  # messages are small, and a hostile one could unfold
            forwarded_allow_ips=[str(network) for network in gate.proxies.networks],
            access_log=False,
            log_config=None,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
        )
        self.gate = gate


class Http(H11Protocol):
    """Requests. Who has a connection owes the head of one, and reads what it is answered."""

    config: Config

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._answered = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._host = host_of(transport)
        if self.config.gate.lets_in(self, self._host):
            super().connection_made(transport)
        else:
            transport.set_protocol(asyncio.Protocol())  # one that hears nothing
            transport.write(REFUSED)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.gate.leave(self, self._host)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.config.gate.leave(self, self._host)
        super().handle_websocket_upgrade(event)  # whose protocol enters

    def on_response_complete(self) -> None:
        self._answered += 1
        super().on_response_complete()

    @property
    def owes(self) -> Owed:
        return unread(self.transport) or (None if self.is_busy else ("request", self._answered))

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def abort(self) -> None:
        self.transport.abort()


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket. Of what has come only as much is taken in as is attended to."""

    config: Config

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._rest = bytearray()  # what has come, and is not taken in yet: one read of the transport's at most
        self._next: asyncio.Handle | None = None  # slice
        self._fragments = 0
        self._farewell = FAREWELL
        self._controls = Bucket(CONTROLS, CONTROLS / 10)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._host = host_of(self.transport)
        self.config.gate.enter(self, self._host)

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.gate.leave(self, self._host)
        self._drop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if self._next is None:
            self._take()

    def _take(self) -> None:
        """Take in the next frame or more, if somebody attends to it; the others have their turn in between."""
        self._next = None
        while self._rest and self._is_ready() and self._next is None:
            if self.close_sent:
                self._farewell -= SLICE
                if self._farewell < 0:
                    self._drop()
                    self.transport.close()
                    return
            self.conn.receive_data(bytes(self._rest[:SLICE]))
            del self._rest[:SLICE]
            if self.conn.parser_exc is not None:
                self._drop()
                self.handle_parser_exception()
            elif self.conn.events:
                self.handle_events()
                if self._rest:
                    self._next = self.loop.call_soon(self._take)
        self._read_or_wait()

    def _is_ready(self) -> bool:
        """Whether another message has a place to wait, and the client reads what it is told."""
        return self.queue.qsize() < FEW and self.writable.is_set() and not self.transport.is_closing()

    def _read_or_wait(self) -> None:
        if self.transport.is_closing():
            return
        wait = bool(self._rest) or not self._is_ready()
        if wait and not self.read_paused:
            self.transport.pause_reading()
        elif self.read_paused and not wait:
            self.transport.resume_reading()
        self.read_paused = wait

    def _drop(self) -> None:
        """Forget what has come: the client is gone, or does what it must not. Who says goodbye has had their say."""
        self._rest.clear()
        if self._next is not None:
            self._next.cancel()
            self._next = None
        if self.conn.close_rcvd is None:
            waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
            for event in waiting:
                if event["type"] != "websocket.receive":
                    self.queue.put_nowait(event)

    def _fail(self, code: CloseCode, why: str) -> None:
        """Close it: what came is nothing that a client may send."""
        self._drop()
        self.conn.fail(code, why)
        self.handle_parser_exception()

    async def receive(self) -> Any:
        event = await self.queue.get()
        if self._next is None:
            self._take()
        return event

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True  # refused, which uvicorn would take for forgotten

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._next is None:
            self._take()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_or_wait()

    def handle_text(self, event: Frame) -> None:
        self._fragments = 1
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._fail(CloseCode.UNSUPPORTED_DATA, "a message is text")

    def handle_cont(self, event: Frame) -> None:
        self._fragments += 1
        if self._fragments > FRAGMENTS:
            self._fail(CloseCode.POLICY_VIOLATION, f"a message comes in at most {FRAGMENTS} frames")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
        except UnicodeDecodeError:
            self._fail(CloseCode.INVALID_DATA, "text is UTF-8")

    def handle_ping(self) -> None:
        if self._may_say_more():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_say_more():
            super().handle_pong(event)

    def _may_say_more(self) -> bool:
        if self.close_sent:
            return False
        if well := self._controls.take():
            return well
        self._fail(CloseCode.POLICY_VIOLATION, "too many pings and pongs")
        return False

    @property
    def owes(self) -> Owed:
        return unread(self.transport) or (None if self.handshake_complete else ("handshake", 0))

    def abort(self) -> None:
        self.transport.abort()


def host_of(transport: asyncio.Transport) -> str:
    found = get_remote_addr(transport)
    return found[0] if found else ""


def unread(transport: asyncio.Transport) -> Owed:
    """What the other side owes of its reading, or of its going; None: nothing."""
    waiting = transport.get_write_buffer_size()
    return ("reading", waiting) if waiting or transport.is_closing() else None


def refused() -> bytes:
    """The answer to who comes when there is no room: it is not known yet what they ask."""
    body = msgspec.json.encode(Wrong("too_many", "there are too many connections; try again later"))
    head = (
        "HTTP/1.1 503 Service Unavailable",
        f"content-type: {JSON}",
        f"content-length: {len(body)}",
        f"retry-after: {SOON}",
        "connection: close",
    )
    return "".join(f"{line}\r\n" for line in (*head, "")).encode() + body


REFUSED = refused()
