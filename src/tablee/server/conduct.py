"""How people treat each other: who is banned, who wants to hear nothing of whom, and what was reported of somebody.

All of it is kept with the people, whatever names they take. Who was reported is never told by whom. Who is
blocked is not told either, but can see it where the one who did it is the host: there they cannot sit down.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

import msgspec
import sqlalchemy as sql

from tablee.server.clock import DAY, now
from tablee.server.store import bans, blocks, people, reports
from tablee.table import Table
from tablee.table.sights import LINES, Shown

Reason = Literal["insult", "name", "cheating", "stalling", "other"]
REPORTS = 10  # that somebody may make in a day,
NOTE = 200  # characters that they may add to each,
BLOCKED = 500  # and people they may block


class Ban(Shown, frozen=True):
    """Somebody may not come in, for a while."""

    until: int  # milliseconds since 1970
    why: str


class Blocked(Shown, frozen=True):
    """Somebody of whom one wants to hear nothing."""

    person: str
    name: str  # by which they go now
    since: int  # milliseconds since 1970


class Report(NamedTuple):
    """Something that somebody did at a table, as another tells it."""

    number: int
    made: int
    person: str  # who reports
    whom: str
    name: str  # by which the reported went there
    table_id: str
    version: int
    reason: Reason
    text: str
    talk: str  # what was said there last, as JSON
    done: bool


# ---- bans ----


def bans_now(connection: sql.Connection) -> dict[str, Ban]:
    """Those who are banned, each by the ban that lasts longest."""
    wanted = sql.select(bans.c.person, bans.c.until, bans.c.why).where(bans.c.until > now()).order_by(bans.c.until)
    return {person: Ban(until, why) for person, until, why in connection.execute(wanted)}


def ban(connection: sql.Connection, person: str, until: int, why: str) -> None:
    connection.execute(sql.insert(bans).values(person=person, made=now(), until=until, why=why))


def unban(connection: sql.Connection, person: str) -> bool:
    """Let somebody in again; False: nobody kept them out."""
    lifted = sql.update(bans).where(bans.c.person == person, bans.c.until > now()).values(until=now())
    return connection.execute(lifted).rowcount > 0


# ---- blocks ----


def blocked_by(connection: sql.Connection, persons: Collection[str]) -> dict[str, frozenset[str]]:
    """Whom each of these people wants to hear nothing of."""
    found: dict[str, set[str]] = {}
    wanted = sql.select(blocks.c.person, blocks.c.whom).where(blocks.c.person.in_(persons))
    for person, whom in connection.execute(wanted):
        found.setdefault(person, set()).add(whom)
    return {person: frozenset(whom) for person, whom in found.items()}


def blocks_of(connection: sql.Connection, person: str) -> tuple[Blocked, ...]:
    """Somebody's list, the latest first."""
    wanted = sql.select(people.c.id, people.c.name, blocks.c.made).join(blocks, blocks.c.whom == people.c.id)
    theirs = wanted.where(blocks.c.person == person).order_by(blocks.c.made.desc())
    return tuple(Blocked(*line) for line in connection.execute(theirs))


def block(connection: sql.Connection, person: str, whom: str) -> bool:
    """False: the list is full."""
    there = blocked_by(connection, [person]).get(person, frozenset())
    if whom not in there and len(there) < BLOCKED:
        connection.execute(sql.insert(blocks).values(person=person, whom=whom, made=now()))
    return whom in there or len(there) < BLOCKED


def unblock(connection: sql.Connection, person: str, whom: str) -> bool:
    """False: they were not on the list."""
    gone = sql.delete(blocks).where(blocks.c.person == person, blocks.c.whom == whom)
    return connection.execute(gone).rowcount > 0


# ---- reports ----


def report(connection: sql.Connection, person: str, whom: str, table: Table, reason: Reason, text: str) -> bool:
    """Write it down, with what was said at the table last. False: they have reported enough for a day."""
    made = now()
    lately = sql.select(sql.func.count()).where(reports.c.person == person, reports.c.made > made - DAY)
    if connection.execute(lately).scalar_one() >= REPORTS:
        return False
    line = {
        "made": made,
        "person": person,
        "whom": whom,
        "name": [name for name, called in table.called.items() if called == whom][-1],
        "table_id": table.id,
        "version": table.version,
        "reason": reason,
        "text": text,
        "talk": msgspec.json.encode(table.talk[-LINES:]).decode(),
        "done": False,
    }
    connection.execute(sql.insert(reports).values(line))
    return True


def all_reports(connection: sql.Connection, done: bool, limit: int = 100) -> list[Report]:
    """The reports, the latest first; `done`: also those that somebody has looked into."""
    wanted = sql.select(reports).order_by(reports.c.number.desc()).limit(limit)
    lines = connection.execute(wanted if done else wanted.where(sql.not_(reports.c.done)))
    return [Report(*line) for line in lines]
