"""The HTTP part: guests, tables, and what is remembered of them.

What is here is also what the OpenAPI page says: both come from ENDPOINTS.
"""

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql
from starlette.requests import Request
from starlette.responses import Response

from tablee.catalogue import GAMES, games
from tablee.catalogue.game import OptionKind
from tablee.lessons import Lesson, lesson_of
from tablee.pictures import Choice, choice_of
from tablee.server.belongings import Belongings, belongings_of
from tablee.server.clock import now
from tablee.server.company import Past
from tablee.server.conduct import NOTE, Ban, Blocked, Reason, block, blocks_of, report, unblock
from tablee.server.database import room_on_disk
from tablee.server.devices import device_of
from tablee.server.endpoint import (
    COOKIE,
    JSON,
    Endpoint,
    Failure,
    address_of,
    asker,
    guest,
    known_of,
    machine_of,
    reply,
    spend,
    while_there,
)
from tablee.server.hall import is_name
from tablee.server.keeping import part
from tablee.server.lobby import LobbyEntry, opener_of
from tablee.server.papers import MatchRecord, Review
from tablee.server.people import Device
from tablee.server.replays import Replay, ReplayQuery
from tablee.server.reviews import State
from tablee.server.room import Room
from tablee.server.standings import GameStandings, Standing, find_keeper, standing_of, standings_of
from tablee.table import Table, TableView, Terms, Viewer
from tablee.table.refusal import AWAY
from tablee.table.sights import Shown, go_of
from tablee.table.writing import plain

if TYPE_CHECKING:
    from tablee.server.app import Service

MB = 1_000_000  # bytes
FULL = 60.0  # seconds after which there may be room again on a disk that was full
YEAR = 365 * 24 * 3600
WAIT = 60.0  # seconds before who waits for others asks again whether there is room


# ---- what comes and goes ----


class NameBody(Shown, frozen=True):
    name: str


class CodeBody(Shown, frozen=True):
    code: str


class Me(Shown, frozen=True):
    person: str
    name: str
    ban: Ban | None = None  # you are not let in


class SignedOut(Shown, frozen=True):
    code: str | None  # the new recovery code of who had one: the old one is worthless


class Guest(Shown, frozen=True):
    """A guest who has just come. Browsers keep the token as a cookie; others send it as `Authorization: Bearer`."""

    person: str
    name: str
    token: str


class OptionEntry(Shown, frozen=True):
    name: str
    kind: OptionKind
    low: int
    high: int | None  # None: that of the last seat
    default: int


class GameEntry(Shown, frozen=True):
    slug: str
    title: str
    authors: str
    players: tuple[int, ...]
    usual: int
    minutes: str
    real_time: bool
    options: tuple[OptionEntry, ...]  # defaults for the usual number of players
    conflicts: tuple[tuple[str, str], ...]


class TableEntry(Shown, frozen=True):
    table: str
    code: str
    game: str
    phase: str


class Advice(Shown, frozen=True):
    """What the coach would do, from what your seat knows."""

    do: str | None  # None: wait, and see
    choice: Choice | None  # the same, and what it concerns
    reason: str | None  # what speaks for it, in a word
    values: dict[str, float]  # the chance to win after each choice, as far as it was weighed


class Whom(Shown, frozen=True):
    """Somebody at a table: who sits there, or who said something."""

    seat: int | None = None
    said: int | None = None  # when: the `at` of the line


class ReportBody(Whom, frozen=True, kw_only=True):
    reason: Reason
    text: str = ""


class SeatQuery(Shown, frozen=True):
    seat: int


class Pending(Shown, frozen=True):
    """Not ready yet: ask again in a moment."""

    state: State
    before: int  # about how many others are begun or done before it


class Seen(Shown, frozen=True):
    """How a request came here: what whatever stands in front of the server passes on."""

    address: str
    scheme: str


class Healthy(Shown, frozen=True):
    tables: int
    sockets: int


def with_cookie(answer: Response, token: str, request: Request) -> Response:
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return answer


def by_cookie(request: Request) -> bool:
    return "authorization" not in request.headers and COOKIE in request.cookies


def limit(service: "Service", request: Request) -> None:
    """Refuse what an address asks too often: what is looked up may have to be brought in, or gone through."""
    spend(service.lookups, address_of(request), "questions from this address")


async def asked_about(service: "Service", request: Request) -> Room:
    """The table of a question to the coach. Who asks is mostly at it: then it need not be looked up."""
    spend(service.questions, guest(request).id, "questions to the coach")
    if request.path_params["table"] not in service.hall.rooms:
        limit(service, request)
    return await service.hall.room(request.path_params["table"], address_of(request))


# ---- the endpoints ----


async def join(service: "Service", request: Request, body: NameBody) -> Response:
    """Come as a guest, by a name."""
    spend(service.new_guests, address_of(request), "new names from this address")
    person, token = await service.people.join(body.name, device_of(request.headers.get("user-agent", "")))
    return with_cookie(reply(Guest(person.id, person.name, token), 201), token, request)


async def me(service: "Service", request: Request, body: None) -> Response:
    """Who you are. A browser may keep its cookie for another year."""
    found = asker(request)
    answer = reply(Me(found.person.id, found.person.name, found.ban))
    return with_cookie(answer, request.cookies[COOKIE], request) if by_cookie(request) else answer


async def rename(service: "Service", request: Request, body: NameBody) -> Me:
    """Take another name."""
    person = await service.people.rename(asker(request), body.name)
    return Me(person.id, person.name)


async def devices(service: "Service", request: Request, body: None) -> tuple[Device, ...]:
    """Where you are signed in."""
    return await service.people.devices(asker(request))


async def sign_out(service: "Service", request: Request, body: None) -> Response:
    """Sign out one device. A recovery code goes on."""
    found, device = asker(request), request.path_params["device"]
    if not is_name(device) or not await service.people.sign_out(found, device):
        raise Failure(404, "no_device", "you are not signed in on this device; GET /api/me/devices lists where you are")
    await service.changed(found.person.id)
    answer = Response(status_code=204)
    if found.token.startswith(device):
        answer.delete_cookie(COOKIE)
    return answer


async def sign_out_others(service: "Service", request: Request, body: None) -> SignedOut:
    """Sign out everywhere else. A recovery code is replaced by a new one, which is in the answer."""
    found = asker(request)
    code = await service.people.sign_out_all(found, but=found.token)
    await service.changed(found.person.id)
    return SignedOut(code)


async def sign_out_everywhere(service: "Service", request: Request, body: None) -> Response:
    """Sign out everywhere: all your tokens are worthless, and a recovery code is replaced by the one in the answer."""
    found = asker(request)
    answer = reply(SignedOut(await service.people.sign_out_all(found)))
    await service.changed(found.person.id)
    answer.delete_cookie(COOKIE)
    return answer


async def data(service: "Service", request: Request, body: None) -> Belongings:
    """All that is kept of you, to take along."""
    person = guest(request)
    if not service.exports.take(person.id):
        raise Failure(429, "too_many", "it was put together a moment ago; try again later")
    return await belongings_of(service.store, person.id)


async def leave(service: "Service", request: Request, body: NameBody) -> Response:
    """Delete all that is kept of you; `name` is your own, to be sure. The seats you had go on without your name."""
    person = guest(request)
    if body.name != person.name:
        raise Failure(422, "bad_request", f"this deletes all that is kept of {person.name!r}: say that name")
    await service.people.write(asker(request), lambda connection: part(connection, person.id))
    await service.changed(person.id)
    service.lobby.forget()
    service.leaving.set()
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE)
    return answer


async def recovery(service: "Service", request: Request, body: None) -> CodeBody:
    """A code that finds your name again on another device; it replaces the one before."""
    return CodeBody(await service.people.recovery_code(asker(request)))


async def forget_code(service: "Service", request: Request, body: None) -> Response:
    """Make your recovery code worthless: nothing leads back to your name but the devices that are signed in."""
    await service.people.forget_code(asker(request))
    return Response(status_code=204)


async def recover(service: "Service", request: Request, body: CodeBody) -> Response:
    """Come back as whoever has that code."""
    spend(service.new_guests, address_of(request), "tries from this address")
    found = await service.people.recover(body.code, device_of(request.headers.get("user-agent", "")))
    if found is None:
        raise Failure(404, "no_guest", "nobody has this recovery code")
    person, token = found
    return with_cookie(reply(Guest(person.id, person.name, token)), token, request)


async def list_blocks(service: "Service", request: Request, body: None) -> tuple[Blocked, ...]:
    """Those of whom you want to hear nothing."""
    person = guest(request).id
    return await service.store.read(lambda connection: blocks_of(connection, person))


async def block_somebody(service: "Service", request: Request, body: Whom) -> Response:
    """Hear nothing of somebody, at any table, by whatever name; and they cannot sit down where you are the host."""
    person, (_, whom) = guest(request).id, await found_at(service, request, body)
    if not await service.people.write(asker(request), lambda connection: block(connection, person, whom)):
        raise Failure(409, "full_list", "so many people are on your list that no more fit; take some off it first")
    await service.changed(person)
    return Response(status_code=204)


async def unblock_somebody(service: "Service", request: Request, body: None) -> Response:
    """Hear of somebody again."""
    person, whom = guest(request).id, request.path_params["person"]
    known = asker(request)
    if not is_name(whom) or not await service.people.write(known, lambda connection: unblock(connection, person, whom)):
        raise Failure(404, "no_block", "they are not on your list; GET /api/me/blocks is")
    await service.changed(person)
    return Response(status_code=204)


async def report_somebody(service: "Service", request: Request, body: ReportBody) -> Response:
    """Tell who runs the server of somebody. They are not told by whom."""
    person, (table, whom) = guest(request).id, await found_at(service, request, body)
    if person != table.host and person not in table.called.values():
        raise Failure(403, "not_seated", "only those who are, or were, at the table may")
    if len(body.text) > NOTE:
        raise Failure(422, "too_long", f"a report has at most {NOTE} characters; got {len(body.text)}")
    text = plain(body.text)

    def write(connection: sql.Connection) -> bool:
        return report(connection, person, whom, table, body.reason, text)

    if not await service.people.write(asker(request), write):
        raise Failure(429, "too_many", "so many reports in a day; write to who runs the server")
    return Response(status_code=204)


async def found_at(service: "Service", request: Request, body: Whom) -> tuple[Table, str]:
    """A table, and somebody else who is meant there."""
    limit(service, request)
    person = guest(request).id
    table = (await service.hall.room(request.path_params["table"], address_of(request))).table
    if not table.may_watch(person) and person not in table.called.values():  # who was there has seen what they mean
        raise Failure(403, *AWAY)
    if body.seat is not None:
        whom = table.chairs[table.setup.check_seat(body.seat)].person
    else:
        whom = next((said.person for said in table.talk if said.at == body.said), "")
    if whom in ("", person, *table.gone):
        raise Failure(409, "nobody", "nobody else sits there, or has said that")
    return table, whom


async def list_games(service: "Service", request: Request, body: None) -> tuple[GameEntry, ...]:
    """The games, with their options."""
    return tuple(
        GameEntry(
            slug=game.slug,
            title=game.title,
            authors=game.authors,
            players=tuple(game.players),
            usual=game.usual,
            minutes=game.minutes,
            real_time=game.real_time is not None,
            options=tuple(OptionEntry(o.name, o.kind, o.low, o.high, o.default_for(game.usual)) for o in game.options),
            conflicts=tuple((conflict.one, conflict.other) for conflict in game.conflicts),
        )
        for game in games()
    )


async def lesson(service: "Service", request: Request, body: None) -> Response:
    """A first game of its kind, step by step, for somebody who has never seen it."""
    slug = request.path_params["game"]
    if slug not in GAMES:
        raise Failure(404, "no_game", "there is no such game; GET /api/games lists them")
    return Response(await service.lessons[slug].get(), media_type=JSON)


async def lesson_page(slug: str) -> bytes:
    """A lesson as JSON. It is played for it, so it is kept."""
    return await asyncio.to_thread(lambda: msgspec.json.encode(lesson_of(slug)))


async def open_table(service: "Service", request: Request, body: Terms) -> TableEntry:
    """Open a table."""
    person = guest(request)
    free = room_on_disk(service.settings.database)
    if free is not None and free < service.settings.room * MB:
        raise Failure(503, "no_room", "the server's disk is nearly full, and the tables that run need the rest", FULL)
    spend(service.new_tables, address_of(request), "new tables from this address")
    opener = opener_of(address_of(request), service.settings.secret)
    if body.public and await service.lobby.is_full(opener):
        why = f"{service.lobby.each} public tables from this address wait for players already; others go by their code"
        raise Failure(429, "many_public", why, WAIT)
    room = await service.hall.open(person, body, opener)
    return TableEntry(room.table.id, room.code, body.game, "open")


async def list_tables(service: "Service", request: Request, body: None) -> Response:
    """The public tables that are open or being played."""
    limit(service, request)
    return Response(await service.lobby.page(), media_type=JSON)


async def find_code(service: "Service", request: Request, body: None) -> TableEntry:
    """The table of a code."""
    spend(service.guesses, address_of(request), "codes from this address")
    code = request.path_params["code"].upper()
    kept = await service.store.find(code=code) if is_name(code) else None
    if kept is None:
        raise Failure(404, "no_table", "no table has this code")
    return TableEntry(kept.id, kept.code, kept.game, kept.phase)


async def show_table(service: "Service", request: Request, body: None) -> TableView:
    """A table, as you may see it."""
    limit(service, request)
    found = await known_of(request, service)
    room = await service.hall.room(request.path_params["table"], address_of(request))
    id = found.person.id if found else ""  # noqa: A001
    if not room.table.may_watch(id):
        raise Failure(403, *AWAY)
    viewer = Viewer(id, tuple(room.table.seats_of(id)), found.blocked if found else frozenset())
    return room.scene().for_viewer(viewer)


async def record(service: "Service", request: Request, body: None) -> Any:
    """The record of a finished match."""
    limit(service, request)
    room = await service.hall.room(request.path_params["table"], address_of(request))
    if room.table.match is None or not room.table.match.over:
        raise Failure(409, "not_over", "the record tells all cards, so there is none before the match is over")
    return room.table.match.record()


async def replay(service: "Service", request: Request, body: ReplayQuery) -> Replay:
    """A finished match again, step by step, from a seat as it was seen then, or with all cards open."""
    limit(service, request)
    table = (await service.hall.room(request.path_params["table"], address_of(request))).table
    if not table.over:
        raise Failure(409, "not_over", "a replay tells all cards, so there is none before the match is over")
    if isinstance(body.seat, int):
        table.setup.check_seat(body.seat)
    return await service.replays.page(table, body, address_of(request))


async def my_standing(service: "Service", request: Request, body: None) -> Standing:
    """How you stand, game by game, and your last matches."""
    person = guest(request)
    return await service.store.read(lambda connection: standing_of(connection, person, own=True, at=now()))


async def standing(service: "Service", request: Request, body: None) -> Standing:
    """How somebody stands who keeps their name."""
    limit(service, request)
    id = request.path_params["person"]  # noqa: A001

    def look(connection: sql.Connection) -> Standing | None:
        person = find_keeper(connection, id)
        return None if person is None else standing_of(connection, person, own=False, at=now())

    found = await service.store.read(look) if is_name(id) else None
    if found is None:
        raise Failure(404, "no_guest", "nobody who keeps their name has this id")
    return found


async def standings(service: "Service", request: Request, body: None) -> GameStandings:
    """A game's matches, and its top rated players of those who keep their name."""
    slug = request.path_params["game"]
    if slug not in GAMES:
        raise Failure(404, "no_game", "there is no such game; GET /api/games lists them")
    limit(service, request)
    return await service.store.read(lambda connection: standings_of(connection, slug, now()))


async def advice(service: "Service", request: Request, body: SeatQuery) -> Advice:
    """What you could do now. At a table with other people only if its terms allow hints."""
    room, person = await asked_about(service, request), guest(request)
    table, seat = room.table, room.table.setup.check_seat(body.seat)
    if table.chairs[seat].person != person.id:
        raise Failure(403, "not_yours", f"seat {seat} is not yours")
    if seat not in table.waiting_for:
        raise Failure(409, "not_your_turn", "there is nothing to decide now")
    if not table.terms.hints and any(chair.person not in ("", person.id) for chair in table.chairs):
        raise Failure(403, "no_hints", "there are no hints at this table: others play against you")
    if go := go_of(table):
        return Advice(go[0].do, go[0], None, {})
    try:
        action, thought = await while_there(request, service.company.advise(room, seat, address_of(request)))
    except Past:
        raise Failure(409, "past", "the table has moved on; ask again") from None
    values = {table.setup.say(one): value for one, value in thought.values.items()}
    choice = None if action is None else choice_of(table.setup, action)
    return Advice(choice.do if choice else None, choice, thought.reason, values)


async def review(service: "Service", request: Request, body: SeatQuery) -> Response:
    """A finished match from one seat, decision by decision: 202 while the coach is at it, then what they found."""
    room = await asked_about(service, request)
    match, seat = room.table.match, room.table.setup.check_seat(body.seat)
    if match is None or not match.over:
        raise Failure(409, "not_over", "the match is not over")
    found = service.reviews.of((room.table.id, seat), match.record, address_of(request), guest(request).id)
    if isinstance(found, bytes):
        return Response(found, media_type=JSON)
    if found.state == "failed":
        raise Failure(503, "failed", "the coach could not go through this match; try again")
    answer = reply(Pending(*found), 202)
    answer.headers["retry-after"] = f"{1 / service.questions.rate:.0f}"
    return answer


async def seen(service: "Service", request: Request, body: None) -> Seen:
    """As whom, and by which scheme, this server takes you to have come."""
    return Seen(machine_of(request), request.url.scheme)


async def health(service: "Service", request: Request, body: None) -> Healthy:
    """Whether this process is alive: it answers at once, whatever has become of its database."""
    return Healthy(len(service.hall.rooms), len(service.connections))


async def ready(service: "Service", request: Request, body: None) -> Healthy:
    """Whether it can serve: something can be written, and within two seconds. Asked at once by many, it tries once."""
    await service.ready.get()
    return Healthy(len(service.hall.rooms), len(service.connections))


async def metrics(service: "Service", request: Request, body: None) -> Response:
    """Figures for Prometheus, if it asks from where it is expected: this machine itself, if nothing else is said."""
    if machine_of(request) not in service.settings.figures:
        raise Failure(403, "not_here", "figures are for the machine itself, and for whom --figures names")
    return Response(service.metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")


ENDPOINTS = (
    Endpoint("POST", "/api/people", "join", join, Guest, NameBody, 201, fails=(429,)),
    Endpoint("GET", "/api/me", "me", me, Me, guests=True, banned=True),
    Endpoint("PATCH", "/api/me", "rename", rename, Me, NameBody, guests=True),
    Endpoint("GET", "/api/me/devices", "devices", devices, tuple[Device, ...], guests=True, banned=True),
    Endpoint("DELETE", "/api/me/devices", "sign_out_others", sign_out_others, SignedOut, guests=True, banned=True),
    Endpoint(
        "DELETE",
        "/api/me/devices/{device}",
        "sign_out",
        sign_out,
        None,
        status=204,
        guests=True,
        banned=True,
        fails=(404,),
    ),
    Endpoint(
        "DELETE", "/api/me/tokens", "sign_out_everywhere", sign_out_everywhere, SignedOut, guests=True, banned=True
    ),
    Endpoint("GET", "/api/me/data", "data", data, Belongings, guests=True, banned=True, fails=(429,)),
    Endpoint("DELETE", "/api/me", "leave", leave, None, NameBody, status=204, guests=True, banned=True),
    Endpoint("POST", "/api/me/recovery", "recovery", recovery, CodeBody, guests=True),
    Endpoint("DELETE", "/api/me/recovery", "forget_code", forget_code, None, status=204, guests=True, banned=True),
    Endpoint("POST", "/api/recover", "recover", recover, Guest, CodeBody, fails=(404, 429)),
    Endpoint("GET", "/api/me/blocks", "blocks", list_blocks, tuple[Blocked, ...], guests=True),
    Endpoint(
        "DELETE",
        "/api/me/blocks/{person}",
        "unblock",
        unblock_somebody,
        None,
        status=204,
        guests=True,
        fails=(404,),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/blocks",
        "block",
        block_somebody,
        None,
        Whom,
        204,
        guests=True,
        fails=(409,),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/reports",
        "report",
        report_somebody,
        None,
        ReportBody,
        204,
        guests=True,
        fails=(409,),
    ),
    Endpoint("GET", "/api/games", "games", list_games, tuple[GameEntry, ...]),
    Endpoint("GET", "/api/lessons/{game}", "lesson", lesson, Lesson, fails=(404,)),
    Endpoint("POST", "/api/tables", "open", open_table, TableEntry, Terms, 201, guests=True),
    Endpoint("GET", "/api/tables", "tables", list_tables, tuple[LobbyEntry, ...], fails=(429,)),
    Endpoint("GET", "/api/codes/{code}", "code", find_code, TableEntry, fails=(404, 429)),
    Endpoint("GET", "/api/tables/{table}", "table", show_table, TableView, fails=(403, 429)),
    Endpoint("GET", "/api/tables/{table}/record", "record", record, MatchRecord, fails=(409, 429)),
    Endpoint("GET", "/api/tables/{table}/replay", "replay", replay, Replay, ReplayQuery, fails=(409, 429)),
    Endpoint("GET", "/api/me/standing", "my_standing", my_standing, Standing, guests=True),
    Endpoint("GET", "/api/people/{person}/standing", "standing", standing, Standing, fails=(404, 429)),
    Endpoint("GET", "/api/games/{game}/standings", "standings", standings, GameStandings, fails=(404, 429)),
    Endpoint(
        "GET", "/api/tables/{table}/advice", "advice", advice, Advice, SeatQuery, guests=True, fails=(403, 409, 429)
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/review",
        "review",
        review,
        Review,
        SeatQuery,
        guests=True,
        fails=(409, 429),
        not_yet=Pending,
    ),
    Endpoint("GET", "/api/seen", "seen", seen, Seen),
    Endpoint("GET", "/healthz", "health", health, Healthy),
    Endpoint("GET", "/readyz", "ready", ready, Healthy),
    Endpoint("GET", "/metrics", "metrics", metrics, Any, fails=(403,), media="text/plain"),
)
