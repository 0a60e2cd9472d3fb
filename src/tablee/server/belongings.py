"""All that is kept of somebody, for themselves: to look at, and to take along."""

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sql

from tablee.server.merit import Unrated
from tablee.server.store import (
    Store,
    bans,
    blocks,
    log,
    matches,
    people,
    ratings,
    reports,
    results,
    tables,
    tokens,
    visits,
)
from tablee.table.entries import AnyEntry, Hosted, Kicked, Muted, Opened, Said, Sat, Stood, Worded, decode
from tablee.table.sights import Shown

LOT = 50  # tables that are gone through at a time, so that nobody waits
TELLING = (Opened, Hosted, Sat, Stood, Worded, Said, Muted, Kicked)  # the entries that say something of people
HEADS = [f'{{"what":"{kind.__name__.lower()}"'.encode() for kind in TELLING]  # with which such an entry begins


class OwnDevice(Shown, frozen=True):
    kind: str
    made: int
    seen: int
    recovers: bool  # it is not a device but the recovery code


class OwnRating(Shown, frozen=True):
    game: str
    mean: float
    spread: float
    matches: int
    last: int


class OwnResult(Shown, frozen=True):
    table: str
    game: str
    variant: str
    ended: int
    seat: int
    score: int
    place: int
    stood_in: bool
    left: bool
    unrated: Unrated | None
    weight: float  # of the match, for the rating


class OwnWords(Shown, frozen=True):
    at: int
    name: str
    phrase: str | None
    text: str


class OwnTable(Shown, frozen=True):
    """A table whose log names them: they opened it, sat at it, or were sent away.

    Who has its id finds the record of its match at `/api/tables/{id}/record`.
    """

    table: str
    code: str
    game: str
    opened: int
    host: bool  # whether they ever were
    names: tuple[str, ...]  # by which they sat there
    seats: tuple[int, ...]  # that they had in the end
    words: tuple[str, ...]  # that they gave for the deck
    said: tuple[OwnWords, ...]
    muted: int  # how often they wanted to hear nothing of somebody, or to hear them again
    sent_away: bool  # by the host


class OwnReport(Shown, frozen=True):
    """Something that they reported."""

    at: int
    name: str
    table: str
    reason: str
    text: str


class OwnBan(Shown, frozen=True):
    made: int
    until: int
    why: str


class OwnBlock(Shown, frozen=True):
    name: str
    made: int


class Belongings(Shown, frozen=True):
    person: str
    name: str
    joined: int
    seen: int
    devices: tuple[OwnDevice, ...]
    ratings: tuple[OwnRating, ...]
    results: tuple[OwnResult, ...]
    tables: tuple[OwnTable, ...]
    reports: tuple[OwnReport, ...]
    bans: tuple[OwnBan, ...]
    blocked: tuple[OwnBlock, ...]


async def belongings_of(store: Store, person: str) -> Belongings:
    whole = await store.read(lambda connection: _plain(connection, person))
    t = tables.c
    theirs = sql.select(t.id, t.code, t.game, t.opened).join(visits).where(visits.c.person == person).order_by(t.opened)
    lines = await store.read(lambda connection: connection.execute(theirs).all())
    found: list[OwnTable] = []
    for start in range(0, len(lines), LOT):
        lot = lines[start : start + LOT]
        told = await store.read(lambda connection, lot=lot: _told(connection, [line.id for line in lot]))  # type: ignore[misc]
        found += [_own_table(line, told.get(line.id, []), person) for line in lot]
    return msgspec.structs.replace(whole, tables=tuple(found))


def _plain(connection: sql.Connection, person: str) -> Belongings:
    """What stands in lines of its own."""

    def rows(table: sql.Table, *columns: sql.ColumnElement[Any]) -> Iterator[tuple[Any, ...]]:
        wanted = sql.select(*columns).select_from(table).where(table.c.person == person)
        return (tuple(row) for row in connection.execute(wanted))

    m, r, p = matches.c, results.c, people.c
    name, joined, seen = connection.execute(sql.select(p.name, p.joined, p.seen).where(p.id == person)).one()
    played = sql.select(
        r.table_id, m.game, m.variant, m.ended, r.seat, r.score, r.place, r.stood_in, r.left, r.unrated, r.weight
    )
    played = played.join(matches, m.table_id == r.table_id).where(r.person == person).order_by(m.number, r.seat)
    blocked = sql.select(p.name, blocks.c.made).join(blocks, blocks.c.whom == p.id).where(blocks.c.person == person)
    told = reports.c
    return Belongings(
        person=person,
        name=name,
        joined=joined,
        seen=seen,
        devices=tuple(
            OwnDevice(*row) for row in rows(tokens, tokens.c.device, tokens.c.made, tokens.c.seen, tokens.c.recovers)
        ),
        ratings=tuple(
            OwnRating(*row)
            for row in rows(
                ratings, ratings.c.game, ratings.c.mean, ratings.c.spread, ratings.c.matches, ratings.c.last
            )
        ),
        results=tuple(OwnResult(*row) for row in connection.execute(played)),
        tables=(),
        reports=tuple(
            OwnReport(*row) for row in rows(reports, told.made, told.name, told.table_id, told.reason, told.text)
        ),
        bans=tuple(OwnBan(*row) for row in rows(bans, bans.c.made, bans.c.until, bans.c.why)),
        blocked=tuple(OwnBlock(*row) for row in connection.execute(blocked)),
    )


def _told(connection: sql.Connection, ids: list[str]) -> dict[str, list[AnyEntry]]:
    """Of these tables' logs the entries that say something of people."""
    telling = sql.or_(*(sql.func.substr(log.c.entry, 1, len(head)) == head for head in HEADS))
    wanted = sql.select(log.c.table_id, log.c.entry).where(log.c.table_id.in_(ids), telling)
    found: dict[str, list[AnyEntry]] = {}
    for table, entry in connection.execute(wanted.order_by(log.c.table_id, log.c.number)):
        found.setdefault(table, []).append(decode(entry))
    return found


def _own_table(line: Any, told: list[AnyEntry], person: str) -> OwnTable:
    seats: dict[int, str] = {}
    names: list[str] = []
    words: list[str] = []
    said: list[OwnWords] = []
    host, muted, sent_away = False, 0, False
    for entry in told:
        match entry:
            case Opened(host=who) | Hosted(person=who):
                host = host or who == person
            case Sat(seat=seat, person=who, name=name):
                seats[seat] = who
                names += [name] if who == person else []
            case Stood(seat=seat):
                seats.pop(seat, None)
            case Worded(seat=seat, word=word):
                words += [word] if seats.get(seat) == person else []
            case Said(at=at, person=who, name=name, phrase=phrase, text=text):
                said += [OwnWords(at, name, phrase, text)] if who == person else []
            case Muted(person=who):
                muted += who == person
            case Kicked(person=who):
                sent_away = sent_away or who == person
                seats = {seat: one for seat, one in seats.items() if one != who}
            case _:
                pass
    return OwnTable(
        table=line.id,
        code=line.code,
        game=line.game,
        opened=line.opened,
        host=host,
        names=tuple(dict.fromkeys(names)),
        seats=tuple(seat for seat, one in sorted(seats.items()) if one == person),
        words=tuple(words),
        said=tuple(said),
        muted=muted,
        sent_away=sent_away,
    )
