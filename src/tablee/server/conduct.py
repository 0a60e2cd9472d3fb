"""How people treat each other: who is banned, who wants to hear nothing of whom, and what was reported of somebody."""

from collections.abc import Collection

import sqlalchemy as sql

from tablee.server.clock import now
from tablee.server.store import bans, blocks
from tablee.table.sights import Shown


class Ban(Shown, frozen=True):
    """Somebody may not come in, for a while."""

    until: int  # milliseconds since 1970
    why: str


def bans_now(connection: sql.Connection) -> dict[str, Ban]:
    """Those who are banned, each by the ban that lasts longest."""
    wanted = sql.select(bans.c.person, bans.c.until, bans.c.why).where(bans.c.until > now()).order_by(bans.c.until)
    return {person: Ban(until, why) for person, until, why in connection.execute(wanted)}


def blocked_by(connection: sql.Connection, people: Collection[str]) -> dict[str, frozenset[str]]:
    """Whom each of these people wants to hear nothing of."""
    found: dict[str, set[str]] = {}
    wanted = sql.select(blocks.c.person, blocks.c.whom).where(blocks.c.person.in_(people))
    for person, whom in connection.execute(wanted):
        found.setdefault(person, set()).add(whom)
    return {person: frozenset(whom) for person, whom in found.items()}
