"""What is remembered of a match that is over: a line for the match, and one for each seat.

They are written together with the table's phase and with the ratings that the match changes, all or nothing: a table
whose phase is "over" has its result. A process that ends before that leaves the table's log, from which the result is
entered when the table is next brought in, or when a server starts (`catch_up`). Whoever comes second finds it there.
"""

import asyncio
import logging
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from tablee.server.clock import DAY, now
from tablee.server.lobby import line_of
from tablee.server.merit import SHARE, Unrated, judge
from tablee.server.ratings import Rating, Seat, after, change, kept, one_at_a_time, rank
from tablee.server.store import Store, matches, results, tables
from tablee.table import Table, table_of

logger = logging.getLogger("tablee.server")

REST = 10  # times as long as it took to play a match again, before the next one
BEGUN = DAY  # milliseconds since a match began for which a start looks whether it is over after all


@dataclass(frozen=True)
class Result:
    """A match that is over, as it is entered."""

    match: dict[str, Any]
    seats: list[dict[str, Any]]
    took_part: frozenset[str]  # the people who did anything during the match
    unrated: Unrated | None  # why it counts for nobody's rating, whoever they are


def result_of(table: Table) -> Result | None:
    """None: its match is not over."""
    match, setup = table.match, table.setup
    if match is None or not table.over:
        return None
    named = {option.name for option in setup.game.options if not option.is_seat}  # who opens makes no variant
    variant = " ".join(f"{name}={value}" for name, value in setup.chosen.items() if name in named)
    scores, winners = match.scores, match.winners
    acted = Counter(seat for seat, _ in match.actions)
    stood_in = Counter(seat for (seat, _), (_, by) in zip(match.actions, table.acts, strict=True) if by == "stand-in")
    return Result(
        {
            "table_id": table.id,
            "game": setup.game.slug,
            "variant": variant,
            "players": setup.players,
            "actions": len(match.actions),
            "began": table.began,
            "ended": table.ended,
        },
        [
            {
                "table_id": table.id,
                "seat": seat,
                "person": None if chair.person in ("", *table.gone) else chair.person,
                "bot": chair.bot,
                "score": scores[seat],
                "place": 1 + sum(score > scores[seat] for score in scores),
                "share": 1 / len(winners) if seat in winners else 0.0,
                "stood_in": stood_in[seat] > 0,
                "left": stood_in[seat] > SHARE * acted[seat],
            }
            for seat, chair in enumerate(table.chairs)
        ],
        frozenset(table.took_part),
        "short" if setup.is_short else "hints" if table.terms.hints else None,
    )


async def note(store: Store, table: Table, at: int) -> None:
    """Enter in the book how a table stands; and, once its match is over, what came of it."""
    line, result = line_of(table), result_of(table)  # now: the table may change while they are written

    def write(connection: sql.Connection) -> None:
        # First, so that of two who enter the same result the second waits here, and SQLite lets nobody else write.
        connection.execute(sql.update(tables).where(tables.c.id == table.id).values(**line, changed=at))
        if result is not None:
            enter(connection, result)

    await store.write(write)


def enter(connection: sql.Connection, result: Result) -> None:
    """Enter a result, and change ratings by it, unless it is there already."""
    one_at_a_time(connection)
    there = sql.select(matches.c.number).where(matches.c.table_id == result.match["table_id"])
    if connection.execute(there).first() is not None:
        return
    last = connection.execute(sql.select(sql.func.max(matches.c.number))).scalar() or 0
    connection.execute(sql.insert(matches).values(number=last + 1, **result.match))
    lines = judge(connection, result.match, result.seats, result.took_part, result.unrated)
    game, ended = result.match["game"], result.match["ended"]
    before = kept(connection, game, [line["person"] for line in lines if line["person"]])
    for line in lines:
        brought = before.get(line["person"], Rating()).at(ended) if line["weight"] or line["counts"] else None
        line["mean"], line["spread"] = (brought.mean, brought.spread) if brought else (None, None)
    connection.execute(sql.insert(results), lines)
    change(connection, game, after(before, [seat_of(line, len(lines)) for line in lines], ended))


def seat_of(line: dict[str, Any], players: int) -> Seat:
    place = rank(line["place"], line["left"], players)
    return Seat(line["person"], place, line["weight"], line["counts"], line["mean"], line["spread"])


async def catch_up(store: Store) -> int:
    """Enter what a process that ended could not enter any more. Gives how many results that were.

    Whether a match is over only its log can tell, played again: so this goes on slowly, beside whatever else there is
    to do, from the tables that changed last. Those that another process looks after are its own. A match that began
    longer ago, and of which nobody knows that it is over, is entered when somebody looks at it.
    """
    recent = sql.and_(tables.c.phase == "playing", tables.c.changed >= now() - BEGUN)
    missing = sql.select(tables.c.id).where(recent | (tables.c.phase == "over"))
    missing = missing.where(~sql.exists().where(matches.c.table_id == tables.c.id), tables.c.kept_until < store.clock)
    missing = missing.order_by(tables.c.changed.desc())
    entered = 0
    for id in await store.read(lambda connection: connection.execute(missing).scalars().all()):  # noqa: A001
        began = time.monotonic()
        try:
            log = await store.log_of(id)
            table = await asyncio.to_thread(table_of, log)
            if table.over:
                await note(store, table, log[-1].at)
                entered += 1
        except Exception:  # a log that cannot be read any more keeps nobody else's result away
            logger.exception("table %s: its result was not entered", id)
        await asyncio.sleep(REST * (time.monotonic() - began))
    return entered
