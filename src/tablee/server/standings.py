"""How people stand, by the results of the matches they have played to the end."""

from bisect import insort
from typing import Any

import sqlalchemy as sql

from tablee.server.merit import Unrated
from tablee.server.ratings import Rating
from tablee.server.store import matches, people, ratings, results, tokens
from tablee.table import Person
from tablee.table.sights import Shown

TOP = 50  # people whom a game's list names,
RECENT = 20  # and matches of one's own that are named


class RatingEntry(Shown, frozen=True):
    """A rating, by openskill: what it takes somebody's skill for, and how unsure it is of that by now."""

    mean: float
    spread: float
    low: float  # three spreads below the mean: what lists are ordered by
    matches: int  # that it comes from


class GameFigures(Shown, frozen=True):
    """What somebody has done in one game. A seat that a stand-in took over is still theirs."""

    game: str
    matches: int
    wins: int  # shared ones too
    share: float  # of the wins, a match: a win that two share is a half for each
    place: float  # the mean; 1 is the first
    stood_in: int  # matches of which a stand-in played a part
    last: int  # when the last one ended: milliseconds since 1970
    rating: RatingEntry | None


class Finished(Shown, frozen=True):
    """A match of one's own that is over."""

    table: str
    game: str
    variant: str  # the options that are not at their default
    players: int
    seat: int
    score: int
    place: int
    ended: int
    unrated: Unrated | None  # why it changed nothing about one's rating; None: it did


class Standing(Shown, frozen=True):
    person: str
    name: str
    keeps: bool  # whether they keep their name by a recovery code: only then others see this, and there are ratings
    games: tuple[GameFigures, ...]  # that they have played, the latest first
    recent: tuple[Finished, ...]  # for their own eyes: who knows a table's id can look at it


class Rated(Shown, frozen=True):
    person: str
    name: str
    rating: RatingEntry


class GameStandings(Shown, frozen=True):
    game: str
    matches: int
    actions: float  # of a match, on average,
    minutes: float  # and how long it takes
    top: tuple[Rated, ...]


def find_keeper(connection: sql.Connection, person: str) -> Person | None:
    """The person of that id, if they keep their name."""
    wanted = sql.select(people.c.id, people.c.name).join(tokens, tokens.c.person == people.c.id)
    found = connection.execute(wanted.where(people.c.id == person, tokens.c.recovers)).first()
    return None if found is None else Person(*found)


def standing_of(connection: sql.Connection, person: Person, own: bool, at: int) -> Standing:
    """Somebody's standing, for their own eyes or for others'."""
    return Standing(
        person=person.id,
        name=person.name,
        keeps=find_keeper(connection, person.id) is not None,
        games=figures_of(connection, person.id, at),
        recent=recent(connection, person.id) if own else (),
    )


def figures_of(connection: sql.Connection, person: str, at: int) -> tuple[GameFigures, ...]:
    theirs = results.c.person == person
    # Who holds several seats lends them to others: nobody knows whose win it was.
    lent = sql.select(results.c.table_id).where(theirs).group_by(results.c.table_id).having(sql.func.count() > 1)
    last = sql.func.max(matches.c.ended)
    wanted = (
        sql.select(
            matches.c.game,
            sql.func.count(),
            sql.func.sum(sql.case((results.c.place == 1, 1), else_=0)),
            sql.func.avg(results.c.share),
            sql.func.avg(results.c.place),
            sql.func.sum(sql.case((results.c.stood_in, 1), else_=0)),
            last,
        )
        .join(results, results.c.table_id == matches.c.table_id)
        .where(theirs, results.c.table_id.not_in(lent))
        .group_by(matches.c.game)
        .order_by(last.desc())
    )
    c = ratings.c
    rated = sql.select(c.game, c.mean, c.spread, c.matches, c.last).where(c.person == person)
    known = {game: entry_of(Rating(*rating), at) for game, *rating in connection.execute(rated)}
    return tuple(
        GameFigures(game, count, wins, float(share), float(place), stood_in, ended, known.get(game))
        for game, count, wins, share, place, stood_in, ended in connection.execute(wanted)
    )


def recent(connection: sql.Connection, person: str) -> tuple[Finished, ...]:
    m, r = matches.c, results.c
    wanted: sql.Select[Any] = (
        sql.select(m.table_id, m.game, m.variant, m.players, r.seat, r.score, r.place, m.ended, r.unrated)
        .join(results, r.table_id == m.table_id)
        .where(r.person == person)
        .order_by(m.ended.desc(), m.table_id, r.seat)
        .limit(RECENT)
    )
    return tuple(Finished(*line) for line in connection.execute(wanted))


def standings_of(connection: sql.Connection, game: str, at: int) -> GameStandings:
    length = sql.func.avg(matches.c.actions), sql.func.avg(matches.c.ended - matches.c.began)
    count, actions, duration = connection.execute(
        sql.select(sql.func.count(), *length).where(matches.c.game == game)
    ).one()
    return GameStandings(game, count, float(actions or 0), float(duration or 0) / 60_000, best(connection, game, at))


def best(connection: sql.Connection, game: str, at: int) -> tuple[Rated, ...]:
    """The best of a game by now. Ratings only fall with time, so that who is far down in the list needs no look."""
    c = ratings.c
    wanted = (
        sql.select(c.low, people.c.id, people.c.name, c.mean, c.spread, c.matches, c.last)
        .join(people, people.c.id == c.person)
        .where(c.game == game, sql.exists().where(tokens.c.person == c.person, tokens.c.recovers))
        .order_by(c.low.desc())
    )
    found: list[tuple[float, str, Rated]] = []
    for low, person, name, *rating in connection.execute(wanted.execution_options(yield_per=TOP)):
        if len(found) == TOP and -found[-1][0] > low:
            break
        entry = entry_of(Rating(*rating), at)
        insort(found, (-entry.low, person, Rated(person, name, entry)))
        del found[TOP:]
    return tuple(rated for _, _, rated in found)


def entry_of(rating: Rating, at: int) -> RatingEntry:
    now = rating.at(at)
    return RatingEntry(now.mean, now.spread, now.low, now.matches)
