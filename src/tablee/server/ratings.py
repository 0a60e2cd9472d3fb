"""Ratings of those who keep their name: one for each person and game, by openskill's Plackett–Luce.

A match changes the ratings of the people in it who keep their name, by how they came in among each other, if there are
at least two of them. Guests and bots are left out: a guest is somebody else tomorrow, and a bot's strength changes with
every version, so that a fixed rating for it would be a guess that everybody's own would hang on.

Nothing but the results, in the order in which they were entered, makes a rating: `recompute` comes to the same numbers.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import sqlalchemy as sql
from openskill.models import PlackettLuce

from tablee.server.store import matches, ratings, results

SURE = 3  # spreads below its mean are what a rating is sure to be worth: so lists are ordered

model = PlackettLuce()


class Rating(NamedTuple):
    mean: float = model.mu
    spread: float = model.sigma
    matches: int = 0

    @property
    def low(self) -> float:
        return self.mean - SURE * self.spread


def after(before: Mapping[str, Rating], places: Sequence[tuple[str, int]]) -> dict[str, Rating]:
    """The ratings of people after a match in which they came in at these places."""
    were = [before.get(person, Rating()) for person, _ in places]
    teams = [[model.rating(mu=one.mean, sigma=one.spread)] for one in were]
    rated = model.rate(teams, ranks=[float(place) for _, place in places])
    return {
        person: Rating(new.mu, new.sigma, one.matches + 1)
        for (person, _), one, [new] in zip(places, were, rated, strict=True)
    }


def rate(connection: sql.Connection, game: str, places: Sequence[tuple[str, int]]) -> None:
    """Change the ratings that are kept. Nobody else may do so meanwhile."""
    theirs = ratings.c.person.in_([person for person, _ in places]), ratings.c.game == game
    kept = sql.select(ratings.c.person, ratings.c.mean, ratings.c.spread, ratings.c.matches).where(*theirs)
    before = {person: Rating(*rating) for person, *rating in connection.execute(kept)}
    connection.execute(sql.delete(ratings).where(*theirs))
    keep(connection, {(person, game): new for person, new in after(before, places).items()})


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
    wanted = (
        sql.select(matches.c.number, matches.c.game, results.c.person, results.c.place)
        .join(results, results.c.table_id == matches.c.table_id)
        .where(results.c.rated, matches.c.number > last)
        .order_by(matches.c.number, results.c.seat)
    )
    lines = connection.execute(wanted.execution_options(yield_per=1000))
    for (number, game), seats in groupby(lines, key=lambda line: (line.number, line.game)):
        places = [(line.person, line.place) for line in seats]
        before = {person: rated[person, game] for person, _ in places if (person, game) in rated}
        rated.update({(person, game): new for person, new in after(before, places).items()})
        last = number
    return last
