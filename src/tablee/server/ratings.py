"""Ratings of those who keep their name: one for each person and game, by openskill's Plackett–Luce.

A match changes somebody's rating by how they came in among those others by whom people are measured there. Who these
are, and how much the match counts, is decided when its result is entered (`tablee.server.merit`), and stands in it.
Guests and bots are left out: a guest is somebody else tomorrow, and a bot's strength changes with every version, so
that a fixed rating for it would be a guess that everybody's own would hang on.

The longer somebody has not played, the less sure their rating is: its spread grows, up to that of somebody new. Time is
that of the matches, so nothing but the results, in the order in which they were entered, makes a rating: `recompute`
comes to the same numbers, whenever it is done.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

import sqlalchemy as sql
from openskill.models import PlackettLuce

from tablee.server.clock import DAY
from tablee.server.store import matches, ratings, results

SURE = 3  # spreads below its mean are what a rating is sure to be worth: so lists are ordered
REST = 4 * 365 * DAY  # milliseconds of rest in which all that was known of somebody is forgotten

model = PlackettLuce()


class Rating(NamedTuple):
    mean: float = model.mu
    spread: float = model.sigma
    matches: int = 0
    last: int = 0  # when the last of them ended

    @property
    def low(self) -> float:
        return self.mean - SURE * self.spread

    def at(self, moment: int) -> "Rating":
        """What it is worth at a later moment."""
        grown = self.spread**2 + model.sigma**2 * max(0, moment - self.last) / REST
        return self._replace(spread=max(self.spread, min(model.sigma, math.sqrt(grown))))


class Seat(NamedTuple):
    """A person's seat in a match that is over."""

    person: str | None  # None: they are gone, and what they brought along is all that is known
    place: int  # behind everybody, for who left
    weight: float  # how much the match counts for them
    counts: bool  # whether others are measured by them
    mean: float | None  # what they brought along
    spread: float | None


def rank(place: int, left: bool, players: int) -> int:
    """As which somebody is rated who came in at that place."""
    return players + 1 if left else place


def after(before: Mapping[str, Rating], seats: Iterable[Seat], ended: int) -> dict[str, Rating]:
    """The ratings, after a match, of those for whom it counts."""
    brought = [(seat, rating_of(before, seat, ended)) for seat in seats]
    changed = {}
    for seat, own in brought:
        others = [(other.place, one) for other, one in brought if other.counts and other is not seat]
        if seat.person is not None and seat.weight > 0 and others:
            new = among(own, seat.place, others)
            part = seat.weight * trust(own, [one for _, one in others])
            mean, spread = own.mean + part * (new.mean - own.mean), own.spread + part * (new.spread - own.spread)
            changed[seat.person] = Rating(mean, spread, own.matches + 1, max(own.last, ended))
    return changed


def rating_of(before: Mapping[str, Rating], seat: Seat, ended: int) -> Rating:
    """Somebody's rating when a match ended; of who is gone since, as it was written down then."""
    if seat.person is None and seat.mean is not None and seat.spread is not None:
        return Rating(seat.mean, seat.spread)
    return before.get(seat.person or "", Rating()).at(ended)


def among(own: Rating, place: int, others: Sequence[tuple[int, Rating]]) -> Rating:
    """Somebody's rating after they came in at that place among these others."""
    teams = [[model.rating(mu=one.mean, sigma=one.spread)] for one in (own, *(one for _, one in others))]
    [new] = model.rate(teams, ranks=[float(place), *(float(place) for place, _ in others)])[0]
    return Rating(new.mu, new.sigma)


def trust(own: Rating, others: Sequence[Rating]) -> float:
    """How much a match says: one against people of whom less is known than of oneself says less."""
    return fmean(min(1.0, own.spread / one.spread) ** 2 for one in others)


def kept(connection: sql.Connection, game: str, people: Iterable[str]) -> dict[str, Rating]:
    """The ratings that these people have."""
    c = ratings.c
    wanted = sql.select(c.person, c.mean, c.spread, c.matches, c.last).where(c.person.in_(people), c.game == game)
    return {person: Rating(*rating) for person, *rating in connection.execute(wanted)}


def change(connection: sql.Connection, game: str, new: Mapping[str, Rating]) -> None:
    """Put ratings in the place of those that are kept. Nobody else may do so meanwhile."""
    connection.execute(sql.delete(ratings).where(ratings.c.person.in_(new), ratings.c.game == game))
    keep(connection, {(person, game): rating for person, rating in new.items()})


def keep(connection: sql.Connection, rated: Mapping[tuple[str, str], Rating]) -> None:
    """Enter ratings, by person and game, where there are none."""
    if rated:
        lines = [
            {"person": person, "game": game, "low": rating.low, **rating._asdict()}
            for (person, game), rating in rated.items()
        ]
        connection.execute(sql.insert(ratings), lines)


def one_at_a_time(connection: sql.Connection) -> None:
    """Let no other process enter results meanwhile: their order is that in which ratings changed."""
    if connection.dialect.name == "postgresql":
        connection.execute(sql.text("LOCK TABLE matches IN SHARE ROW EXCLUSIVE MODE"))


def recompute(engine: sql.Engine) -> int:
    """Make all ratings anew from the results; gives how many there are. A running server need not stop."""
    rated: dict[tuple[str, str], Rating] = {}
    with engine.connect() as connection:
        last = follow(connection, rated)  # nearly all of them, and nobody waits
    with engine.begin() as connection:
        one_at_a_time(connection)
        connection.execute(sql.delete(ratings))
        follow(connection, rated, last)  # those that came in meanwhile
        keep(connection, rated)
    return len(rated)


def follow(connection: sql.Connection, rated: dict[tuple[str, str], Rating], last: int = 0) -> int:
    """Change these ratings by every match after that number, in order; gives the number of the last one."""
    m, r = matches.c, results.c
    seat = r.person, r.place, r.left, r.weight, r.counts, r.mean, r.spread
    wanted = (
        sql.select(m.number, m.game, m.ended, m.players, *seat)
        .join(results, r.table_id == m.table_id)
        .where((r.weight > 0) | r.counts, m.number > last)
        .order_by(m.number, r.seat)
    )
    lines = connection.execute(wanted.execution_options(yield_per=1000))
    for (number, game, ended), found in groupby(lines, key=lambda line: (line.number, line.game, line.ended)):
        seats = [
            Seat(one.person, rank(one.place, one.left, one.players), one.weight, one.counts, one.mean, one.spread)
            for one in found
        ]
        people = [seat.person for seat in seats if seat.person is not None]
        before = {person: rated[person, game] for person in people if (person, game) in rated}
        rated.update({(person, game): new for person, new in after(before, seats, ended).items()})
        last = number
    return last
