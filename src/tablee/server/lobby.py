"""The lobby: the public tables that are open or being played.

What is told of a table stands in its line in the book, and is written there whenever it changes: no log is read for it.
A line names people, not what they are called: who takes another name is listed by that. The list is made once a second,
however many ask. Nobody fills it alone: of each address it has a few tables, everybody's first ones before the others,
and an address can have only so many waiting for players.

An address is kept as a digest with the server's secret, as long as the table is in play, and never shown.
"""

import hmac
from typing import Any

import msgspec
import sqlalchemy as sql

from tablee.server.answers import Answer
from tablee.server.clock import DAY, now
from tablee.server.store import Store, people, tables
from tablee.table import Table, Terms
from tablee.table.sights import Phase, Shown, phase_of

LISTED = 100  # tables
MOMENT = 1.0  # seconds for which the list is kept
IDLE = DAY  # milliseconds for which a table is listed at which nothing begins

decode_terms = msgspec.json.Decoder(Terms).decode
decode_seats = msgspec.json.Decoder(list[str | None]).decode


class LobbyEntry(Shown, frozen=True):
    """A public table, with who sits at it while it waits for more."""

    table: str
    code: str
    game: str
    phase: Phase
    terms: Terms | None  # None, as the seats: it is being played
    seats: tuple[str | None, ...]  # a name, "" for a bot, None for nobody


def opener_of(address: str, secret: bytes) -> str:
    """By what a table knows the address that opened it."""
    return hmac.digest(secret, f"opener {address}".encode(), "sha256").hex()[:32]


def line_of(table: Table) -> dict[str, Any]:
    """What the book says of a table as it is now."""
    phase = phase_of(table)
    line: dict[str, Any] = {"phase": phase, "terms": None, "seats": None}
    if phase == "open":
        seats = [None if chair.free else chair.person for chair in table.chairs]
        line["terms"] = msgspec.json.encode(table.terms).decode()
        line["seats"] = msgspec.json.encode(seats).decode()
    return line if phase in ("open", "playing") else {**line, "opener": None}


class Lobby:
    def __init__(self, store: Store, each: int) -> None:
        self.each = each  # tables of an address that are listed, and that may wait for players
        self._store = store
        self._page = Answer(self._made, MOMENT)

    async def page(self) -> bytes:
        """The list, as JSON."""
        return await self._page.get()

    def forget(self) -> None:
        self._page.forget()

    async def is_full(self, opener: str) -> bool:
        """Whether so many tables of an address wait for players that another would not be listed."""
        c = tables.c
        waiting = sql.select(sql.func.count()).where(
            c.opener == opener, c.public, c.phase == "open", c.changed >= now() - IDLE
        )
        return await self._store.read(lambda connection: connection.execute(waiting).scalar_one()) >= self.each

    async def _made(self) -> bytes:
        return msgspec.json.encode(await self._store.read(self._look))

    def _look(self, connection: sql.Connection) -> list[LobbyEntry]:
        c = tables.c
        whose = sql.func.coalesce(c.opener, c.id)
        rank = sql.func.row_number().over(partition_by=whose, order_by=c.changed.desc()).label("rank")
        there = sql.and_(c.public, c.phase.in_(("open", "playing")), c.changed >= now() - IDLE)
        ranked = sql.select(c.id, c.code, c.game, c.phase, c.terms, c.seats, c.changed, rank).where(there).subquery()
        wanted = sql.select(ranked).where(ranked.c.rank <= self.each)
        lines = connection.execute(wanted.order_by(ranked.c.rank, ranked.c.changed.desc()).limit(LISTED)).all()
        seats = {line.id: decode_seats(line.seats) if line.seats else [] for line in lines}
        sitting = {person for seated in seats.values() for person in seated if person}
        called = sql.select(people.c.id, people.c.name).where(people.c.id.in_(sitting))
        names = {id: name for id, name in connection.execute(called)} if sitting else {}  # noqa: A001, C416
        return [
            LobbyEntry(
                line.id,
                line.code,
                line.game,
                line.phase,
                decode_terms(line.terms) if line.terms else None,
                tuple(names.get(person) if person else person for person in seats[line.id]),
            )
            for line in lines
        ]
