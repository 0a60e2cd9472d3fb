"""For whom a match counts, and how much: what keeps ratings from being farmed.

A match is rated for those who keep their name, played it themselves and alone at one seat, if it is no shorter than
usual and nobody may have asked the coach. Everybody is measured only by opponents who have earned some standing:
accounts that are made to be beaten would have to play for days first. And the more often the same two have met lately,
the less it counts for either.

Who leaves most of a seat to the stand-in is rated as the last: that saves nobody from a match that goes badly, and
nobody is rated by what a bot has won. Others are not measured by such a seat.

All of it is decided once, when the result is entered, and written down with it.
"""

from collections import Counter
from collections.abc import Iterable
from statistics import fmean
from typing import Any, Literal

import sqlalchemy as sql

from tablee.server.clock import DAY
from tablee.server.store import matches, results, tokens

Unrated = Literal["guest", "seats", "absent", "short", "hints", "nobody", "often"]

STANDING, DAYS = 5, 3  # whole matches that one has played, on as many different days, before others are measured by one
WINDOW = 30 * DAY  # milliseconds for which it is remembered that two have met,
OFTEN = 2  # and how often until a match counts for half as much
LEAST = 0.05  # of a match: what would count for less does not count
SHARE = 0.2  # of a seat's actions that a stand-in may do before it is no longer the person's
PLAYED = ("guest", "nobody", "often")  # not rated, but played to the end


def judge(
    connection: sql.Connection,
    match: dict[str, Any],
    seats: list[dict[str, Any]],
    took_part: frozenset[str],
    unrated: Unrated | None,
) -> list[dict[str, Any]]:
    """The seats of a match, each with what it counts for; `unrated`: why the whole match counts for nobody."""
    held = Counter(line["person"] for line in seats if line["person"])
    keep = keepers(connection, held)

    def why(person: str) -> Unrated | None:
        if unrated is not None:
            return unrated
        if held[person] > 1:
            return "seats"  # who holds several lends them to others
        if person not in took_part:
            return "absent"
        return None if person in keep else "guest"

    reasons = {person: why(person) for person in held}
    rated = [line for line in seats if line["person"] and reasons[line["person"]] is None]
    people = [line["person"] for line in rated]
    measures = {line["person"] for line in rated if not line["left"] and has_standing(connection, line["person"])}
    met = meetings(connection, match, people) if measures else Counter()
    weights: dict[str, float] = {}
    for person in people:
        others = measures - {person}
        weight = freshness(met[person, other] for other in sorted(others)) if others else 0.0
        reasons[person] = "nobody" if not others else "often" if weight < LEAST else None
        weights[person] = weight if reasons[person] is None else 0.0
    return [
        {
            **line,
            "unrated": reasons.get(line["person"]),
            "weight": weights.get(line["person"], 0.0),
            "counts": line["person"] in measures,
        }
        for line in seats
    ]


def freshness(met: Iterable[int]) -> float:
    """How much a match counts with people whom one has met so often lately."""
    return fmean(1 / (1 + (times / OFTEN) ** 2) for times in met)


def keepers(connection: sql.Connection, people: Counter[str]) -> set[str]:
    """Those of them who keep their name."""
    wanted = sql.select(tokens.c.person).where(tokens.c.recovers, tokens.c.person.in_(people))
    return set(connection.execute(wanted).scalars())


def has_standing(connection: sql.Connection, person: str) -> bool:
    """Whether somebody has played enough for others to be measured by them."""
    whole = results.c.unrated.is_(None) | results.c.unrated.in_(PLAYED)
    played = (
        sql.select(matches.c.ended // DAY)
        .join(results, results.c.table_id == matches.c.table_id)
        .where(results.c.person == person, whole, sql.not_(results.c.left))
    )
    days = connection.execute(played.distinct().limit(DAYS)).all()
    return len(days) == DAYS and len(connection.execute(played.limit(STANDING)).all()) == STANDING


def meetings(connection: sql.Connection, match: dict[str, Any], people: list[str]) -> Counter[tuple[str, str]]:
    """How often lately a match counted for the first of two and the second was one to be measured by."""
    one, other = results.alias("one"), results.alias("other")
    lately = matches.c.ended > match["ended"] - WINDOW, matches.c.game == match["game"]
    wanted = (
        sql.select(one.c.person, other.c.person, sql.func.count())
        .join(other, other.c.table_id == one.c.table_id)
        .join(matches, matches.c.table_id == one.c.table_id)
        .where(one.c.person.in_(people), one.c.weight > 0, other.c.person.in_(people), other.c.counts)
        .where(one.c.seat != other.c.seat, *lately)
        .group_by(one.c.person, other.c.person)
    )
    return Counter({(person, whom): count for person, whom, count in connection.execute(wanted)})
