"""For whom a match counts, and how much: what keeps ratings from being farmed.

A match is rated for those who keep their name, played it themselves and alone at one seat, if it is no shorter than
usual and nobody may have asked the coach. Everybody is measured only by opponents who have earned some standing, and
that is earned among people who have it, or are here for a while: accounts that are made to be beaten would have to wait
and to play for days first. The more often the same two have met lately, the less it counts for either; and of a day's
matches only the first few count, so that nobody gets in a night what takes others a season.

Who leaves much of a seat to the stand-in is rated as the last, behind all others, whatever the bot has won. That saves
nobody from a match that goes badly, nor takes from the others what they get for it.

All of it is decided once, when the result is entered, and written down with it.
"""

from collections import Counter
from collections.abc import Iterable
from statistics import fmean
from typing import Any, Literal

import sqlalchemy as sql

from tablee.server.clock import DAY
from tablee.server.store import matches, people, results, tokens

Unrated = Literal["guest", "seats", "absent", "short", "hints", "nobody", "often", "many"]

STANDING, DAYS = 5, 3  # whole matches that one has played, on as many different days, before others are measured by one
AGE = 7 * DAY  # for which somebody has been here before others earn standing by them, while they have none themselves
MANY = 10  # matches of a game that count for somebody within a day
WINDOW = 30 * DAY  # milliseconds for which it is remembered that two have met,
OFTEN = 2  # and how often until a match counts for half as much
LEAST = 0.05  # of a match: what would count for less does not count
SHARE = 0.2  # of a seat's actions that a stand-in may do before it is no longer the person's
NAMED = ("nobody", "often", "many")  # not rated, but played to the end by who keeps their name,
PLAYED = ("guest", *NAMED)  # or by anybody


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
    persons = [line["person"] for line in rated]
    measures = {person for person in persons if has_standing(connection, person)}
    met = meetings(connection, match, persons) if measures else Counter()
    day = today(connection, match, persons) if measures else Counter()
    weights: dict[str, float] = {}
    for person in persons:
        others = measures - {person}
        weight = freshness(met[person, other] for other in sorted(others)) if others else 0.0
        reasons[person] = (
            "nobody" if not others else "many" if day[person] >= MANY else "often" if weight < LEAST else None
        )
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


def keepers(connection: sql.Connection, persons: Counter[str]) -> set[str]:
    """Those of them who keep their name."""
    wanted = sql.select(tokens.c.person).where(tokens.c.recovers, tokens.c.person.in_(persons))
    return set(connection.execute(wanted).scalars())


def has_standing(connection: sql.Connection, person: str) -> bool:
    """Whether somebody has played enough for others to be measured by them."""
    own, other = results.alias("own"), results.alias("other")
    known = other.c.unrated.is_(None) | other.c.unrated.in_(NAMED)
    company = (
        sql.select(other.c.seat)
        .join(people, people.c.id == other.c.person, isouter=True)
        .where(other.c.table_id == own.c.table_id, other.c.seat != own.c.seat, sql.not_(other.c.left))
        .where(other.c.counts | known & (people.c.joined <= matches.c.began - AGE))
        .correlate(own, matches)
    )
    played = (
        sql.select(matches.c.ended // DAY)
        .join(own, own.c.table_id == matches.c.table_id)
        .where(own.c.person == person, own.c.unrated.is_(None) | own.c.unrated.in_(PLAYED), sql.not_(own.c.left))
        .where(company.exists())
    )
    days = connection.execute(played.distinct().limit(DAYS)).all()
    return len(days) == DAYS and len(connection.execute(played.limit(STANDING)).all()) == STANDING


def today(connection: sql.Connection, match: dict[str, Any], persons: list[str]) -> Counter[str]:
    """How many matches of that game counted for each of them within the day before this one ended."""
    wanted = (
        sql.select(results.c.person, sql.func.count().label("matches"))
        .join(matches, matches.c.table_id == results.c.table_id)
        .where(results.c.person.in_(persons), results.c.weight > 0)
        .where(matches.c.game == match["game"], matches.c.ended > match["ended"] - DAY)
        .group_by(results.c.person)
    )
    return Counter({one.person: one.matches for one in connection.execute(wanted)})


def meetings(connection: sql.Connection, match: dict[str, Any], persons: list[str]) -> Counter[tuple[str, str]]:
    """How often lately a match counted for the first of two and the second was one to be measured by."""
    one, other = results.alias("one"), results.alias("other")
    lately = matches.c.ended > match["ended"] - WINDOW, matches.c.game == match["game"]
    wanted = (
        sql.select(one.c.person, other.c.person, sql.func.count())
        .join(other, other.c.table_id == one.c.table_id)
        .join(matches, matches.c.table_id == one.c.table_id)
        .where(one.c.person.in_(persons), one.c.weight > 0, other.c.person.in_(persons), other.c.counts)
        .where(one.c.seat != other.c.seat, *lately)
        .group_by(one.c.person, other.c.person)
    )
    return Counter({(person, whom): count for person, whom, count in connection.execute(wanted)})
