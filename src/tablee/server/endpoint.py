"""How an endpoint of the HTTP part is made: it reads and checks, and answers, whatever happens, with JSON."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from tablee.errors import TableeError
from tablee.server.hall import UnknownTable
from tablee.server.limits import Buckets, household
from tablee.server.outage import TROUBLE, Unavailable
from tablee.server.people import Known, Stranger
from tablee.server.settings import Settings
from tablee.server.shares import TooMany
from tablee.table import Person
from tablee.table.sights import Shown

if TYPE_CHECKING:
    from tablee.server.app import Service

COOKIE = "tablee"
JSON = "application/json"
LARGE = 4096  # bytes of a request,
PATIENCE = 10.0  # and seconds for it to come
LATER = (429, 503)  # statuses of what might go well another time,
SOON = 5.0  # and seconds after which a database that was away may be back

logger = logging.getLogger("tablee.server")
Work = Callable[["Service", Request, Any], Awaitable[Any]]
Made = TypeVar("Made")


class Wrong(Shown, frozen=True):
    code: str
    why: str


class Failure(Exception):
    """An answer that is an error."""

    def __init__(self, status: int, code: str, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.status, self.code, self.why = status, code, why
        self.wait = wait  # seconds before there is any use in asking again


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    name: str
    work: Work
    gives: Any
    takes: Any = None  # the body; of a GET, the query
    status: int = 200
    guests: bool = False  # whether only guests may: `work` finds them by `guest`,
    banned: bool = False  # and whether those who are banned may, too
    fails: tuple[int, ...] = ()  # statuses of its own, beside those that all have
    not_yet: Any = None  # what it gives with 202, while there is nothing better
    media: str = JSON

    @property
    def changes(self) -> bool:
        """Whether a guest changes something by it. (What anybody may do who is nobody yet has limits of its own.)"""
        return self.guests and self.method != "GET"


def endpoint(one: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """A route's handler: reads and checks, does the work, and answers, whatever happens, with JSON."""
    decoder = msgspec.json.Decoder(one.takes) if one.takes is not None else None

    async def handle(request: Request) -> Response:
        service: Service = request.app.state.service
        began = time.perf_counter()
        answer = await answer_to(request, service)
        service.metrics.http.labels(one.name, answer.status_code).observe(time.perf_counter() - began)
        return answer

    async def answer_to(request: Request, service: "Service") -> Response:
        try:
            if one.method == "GET":
                body = one.takes and read_query(request, one.takes)
            else:
                check_sender(request, service, with_body=decoder is not None)
                body = decoder and read(await body_of(request), decoder)
            if one.guests:
                request.state.known = await guest_of(request, service)
                if not one.banned:
                    check_ban(request.state.known)
                if one.changes:
                    spend(service.own_changes, guest(request).id, "changes")
                    spend(service.changes, address_of(request), "changes from this address")
            answer = await one.work(service, request, body)
        except Failure as failure:
            return refuse(failure)
        except UnknownTable as error:
            return reply(Wrong("no_table", str(error)), 404)
        except Stranger:
            return refuse(stranger(request))
        except TooMany as error:
            return refuse(Failure(429, "too_many", str(error), error.wait))
        except TableeError as error:
            return reply(Wrong("bad_request", str(error)), 422)
        except Unavailable:
            service.metrics.unavailable.labels("http").inc()
            return refuse(Failure(503, "unavailable", TROUBLE, SOON))
        except Exception:
            logger.exception("%s %s failed", one.method, one.path)
            return refuse(Failure(503, "failed", "something went wrong here; try again"))
        return answer if isinstance(answer, Response) else reply(answer, one.status)

    return handle


def reply(answer: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type=JSON)


def refuse(failure: Failure) -> Response:
    """An answer that is an error. What might go well later says when."""
    answer = reply(Wrong(failure.code, failure.why), failure.status)
    if failure.status in LATER:
        answer.headers["retry-after"] = str(max(1, math.ceil(failure.wait)))
    return answer


def spend(buckets: Buckets, caller: str, what: str) -> None:
    """Refuse what a caller does too often; `what` names it and where it comes from."""
    if not buckets.take(caller):
        raise Failure(429, "too_many", f"too many {what}; try again later", buckets.wait(caller))


def read(body: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Failure(422, "bad_request", str(error)) from None


def read_query(request: Request, takes: Any) -> Any:
    try:
        return msgspec.convert(dict(request.query_params), takes, strict=False)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Failure(422, "bad_request", str(error)) from None


def check_sender(request: Request, service: "Service", with_body: bool) -> None:
    """Refuse what somebody else's page lets a visitor's browser send, such as a name that is not theirs."""
    if not is_welcome(request, service.settings):
        raise not_welcome()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if with_body and kind != JSON:  # any page may send plain text and forms, without being asked where it is from
        raise Failure(415, "bad_request", f"a request comes as {JSON}")


def not_welcome() -> Failure:
    return Failure(403, "not_welcome", "this page is not ours; `--origin` lets others in")


def is_welcome(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether the page that asks is ours. What is no browser sends no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    scheme, _, host = origin.partition("://")  # behind a web server either may be the one in the browser's address
    return scheme in ("http", "https") and host == connection.headers.get("host")


async def body_of(request: Request) -> bytes:
    body = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGE:
                    raise Failure(413, "too_long", f"a request has at most {LARGE} bytes")
    except (TimeoutError, ClientDisconnect):
        raise Failure(408, "too_slow", f"a request has to be there within {PATIENCE:g} s") from None
    return body


async def while_there(request: Request, work: Coroutine[Any, Any, Made]) -> Made:
    """Have it done for as long as whoever asked waits for the answer."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(departure(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Failure(408, "too_slow", "whoever asked is gone")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def departure(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def known_of(connection: HTTPConnection, service: "Service") -> Known | None:
    """Who asks, by header or cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        token = connection.cookies.get(COOKIE, "")
    return await service.people.known_by(token) if token else None


async def guest_of(request: Request, service: "Service") -> Known:
    known = await known_of(request, service)
    if known is None:
        raise stranger(request)
    return known


def stranger(request: Request) -> Failure:
    came = "authorization" in request.headers or COOKIE in request.cookies
    why = "this token is worth nothing (any more)" if came else "say who you are first"
    return Failure(401, "no_guest", f"{why}: POST /api/people with a name")


def check_ban(known: Known) -> None:
    if known.ban is not None:
        until = datetime.fromtimestamp(known.ban.until / 1000, UTC).isoformat(" ", "minutes")
        raise Failure(403, "banned", f"you are banned until {until}: {known.ban.why}")


def guest(request: Request) -> Person:
    """Who asks, at an endpoint that is for guests."""
    return asker(request).person


def asker(request: Request) -> Known:
    """The same, with what else is known of them."""
    found: Known = request.state.known
    return found


def machine_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def address_of(connection: HTTPConnection) -> str:
    """By what limits know whoever asks."""
    return household(machine_of(connection))
