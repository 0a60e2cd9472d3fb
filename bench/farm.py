"""What each way of farming a rating earns: `python bench/farm.py` writes bench/farm.md.

A club plays for a hundred days: each day everybody plays a match with three others, drawn by lot. Who comes in where is
drawn, too, by how good they are. Meanwhile others win a match a day, each in a way that has little to do with playing
well. All of it goes the way of any result (`tablee.server.results.enter`).
"""

import random
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path

import sqlalchemy as sql

from run import machine
from run import table as as_table
from tablee.server.clock import DAY
from tablee.server.merit import DAYS, MANY, STANDING, Unrated
from tablee.server.ratings import Rating, kept, recompute
from tablee.server.results import Result, enter
from tablee.server.schema import migrate
from tablee.server.store import engine_for, people, ratings, tables, tokens
from tablee.table.names import new_code, new_id

HERE = Path(__file__).parent
GAME = "stick-em"
CLUB, DAYS_OF_PLAY = 24, 100
SKILLS = 1.5  # a spread of which the club's skills are drawn: who is one better wins three of four from somebody
SEATS = 4
BEFORE = 30  # days since when everybody has been here


class Club:
    """A database of people and results."""

    variant = "made up"

    def __init__(self, url: str) -> None:
        self.engine = engine_for(url)
        migrate(self.engine)

    def join(self, person: str, day: int = -BEFORE) -> str:
        """Somebody who keeps their name."""
        joined = day * DAY
        with self.engine.begin() as connection:
            connection.execute(sql.insert(people).values(id=person, name=person, joined=joined, seen=joined))
            token = {"digest": person, "person": person, "made": joined, "seen": joined, "device": ""}
            connection.execute(sql.insert(tokens).values(recovers=True, **token))
        return person

    def settle(self, person: str, day: int = 0) -> str:
        """Play as many matches with a friend, on as many days before that one, as it takes to have some standing."""
        friend = self.join(f"{person}, friend")
        for number in range(STANDING):
            self.play([person, friend], (day - DAYS + number % DAYS) * DAY)
        return person

    def play(
        self, order: Sequence[str], ended: int, unrated: Unrated | None = None, left: Collection[str] = ()
    ) -> None:
        """A match that these people have come out of in this order."""
        table = new_id()
        line = {"id": table, "code": new_code(), "game": GAME, "public": False, "phase": "over", "keeper": ""}
        match = {
            "table_id": table,
            "game": GAME,
            "variant": self.variant,
            "players": len(order),
            "actions": 1,
            "began": ended,
        }
        seats = [
            {"table_id": table, "seat": seat, "person": person, "bot": None, "score": -seat, "place": seat + 1}
            | {"share": float(seat == 0), "stood_in": person in left, "left": person in left}
            for seat, person in enumerate(order)
        ]
        with self.engine.begin() as connection:
            connection.execute(sql.insert(tables).values(**line, opened=ended, changed=ended, kept_until=0))
            enter(connection, Result({**match, "began": ended, "ended": ended}, seats, frozenset(order), unrated))

    def ratings(self) -> list[sql.Row[tuple[object, ...]]]:
        with self.engine.connect() as connection:
            return list(connection.execute(sql.select(ratings).order_by(ratings.c.person)))

    def made_anew(self) -> list[sql.Row[tuple[object, ...]]]:
        """All ratings, after they were made anew from the results."""
        recompute(self.engine)
        return self.ratings()

    def rating(self, person: str, day: int = DAYS_OF_PLAY) -> Rating:
        with self.engine.connect() as connection:
            return kept(connection, GAME, [person]).get(person, Rating()).at(day * DAY)


def honest(club: Club, dice: random.Random, days: int = DAYS_OF_PLAY) -> list[str]:
    """A club plays; gives its people, the best first."""
    skills = {club.settle(club.join(f"member {number}")): dice.gauss(0, SKILLS) for number in range(CLUB)}
    for day in range(days):
        members = dice.sample(sorted(skills), CLUB)
        for table in range(0, CLUB, SEATS):
            lots = {one: skills[one] - dice.gammavariate(1, 1) for one in members[table : table + SEATS]}
            club.play(sorted(lots, key=lambda one: -lots[one]), day * DAY)
    return sorted(skills, key=lambda one: -skills[one])


# ---- ways to farm ----


def new_accounts(club: Club, farmer: str, matches: int) -> None:
    """Against three new accounts each time."""
    for number in range(matches):
        club.play([farmer, *(club.join(f"{farmer}, prey {number}.{one}") for one in range(3))], number * DAY)


def one_account(club: Club, farmer: str, matches: int) -> None:
    """A hundred rematches of the same two."""
    other = club.settle(club.join(f"{farmer}, other"))
    for number in range(matches):
        club.play([farmer, other], number * DAY)


def two_accounts(club: Club, farmer: str, matches: int) -> None:
    """Two accounts feed a third."""
    others = [club.settle(club.join(f"{farmer}, feeder {one}")) for one in range(2)]
    for number in range(matches):
        club.play([farmer, *others], number * DAY)


def ten_accounts(club: Club, farmer: str, matches: int) -> None:
    """Ten accounts, each of which has played for three days first, are beaten in turn."""
    others = [club.settle(club.join(f"{farmer}, herd {one}")) for one in range(10)]
    for number in range(matches):
        club.play([farmer, others[number % 10]], number * DAY)


def short_matches(club: Club, farmer: str, matches: int) -> None:
    """Matches of one round, with honest people."""
    for number in range(matches):
        club.play([farmer, "member 0", "member 1"], number * DAY, unrated="short")


def a_bot_wins(club: Club, farmer: str, matches: int) -> None:
    """The stand-in plays, and wins, against honest people."""
    for number in range(matches):
        club.play([farmer, f"member {number % CLUB}", f"member {(number + 7) % CLUB}"], number * DAY, left=[farmer])


def crowd(club: Club, farmer: str, matches: int) -> None:
    """A hundred accounts, each of which has played for three days first, are beaten in turn, all in one day."""
    for number in range(matches):
        club.play([farmer, club.settle(club.join(f"{farmer}, crowd {number}"))], number)


def patient_crowd(club: Club, farmer: str, matches: int) -> None:
    """The same, ten a day."""
    for number in range(matches):
        club.play([farmer, club.settle(club.join(f"{farmer}, crowd {number}"))], number // MANY * DAY)


def levels(club: Club, farmer: str, matches: int) -> None:
    """Forty such accounts feed fifteen others in one day, and those the farmer on the next, at tables of six."""
    low = [club.settle(club.join(f"{farmer}, low {number}")) for number in range(40)]
    high = [club.settle(club.join(f"{farmer}, high {number}")) for number in range(15)]
    for one in high:
        for number in range(16):
            club.play([one, *low[number % 8 * 5 :][:5]], number)
    for number in range(matches):
        club.play([farmer, *high[number % 3 * 5 :][:5]], DAY + number)


WAYS = (
    new_accounts,
    short_matches,
    a_bot_wins,
    one_account,
    two_accounts,
    ten_accounts,
    crowd,
    patient_crowd,
    levels,
)


def main() -> None:
    dice = random.Random("farm")
    with tempfile.TemporaryDirectory() as folder:
        club = Club(f"sqlite:///{folder}/club.db")
        members = honest(club, dice)
        lines = []
        for place in (1, CLUB // 4, CLUB // 2, CLUB):
            lines.append((f"number {place} of a club of {CLUB}", DAYS_OF_PLAY, club.rating(members[place - 1])))
        for way in WAYS:
            farmer = club.settle(club.join(way.__name__))
            way(club, farmer, DAYS_OF_PLAY)
            lines.append((str(way.__doc__), DAYS_OF_PLAY, club.rating(farmer)))
        before = club.ratings()
        assert club.made_anew() == before
        club.engine.dispose()
    head = ["who", "matches", "of them rated", "mean", "spread", "low"]
    rows = [
        [who, f"{count}", f"{one.matches}", f"{one.mean:.1f}", f"{one.spread:.1f}", f"{one.low:.1f}"]
        for who, count, one in lines
    ]
    text = "\n\n".join(
        ["# What farming a rating earns", f"Made by `python bench/farm.py` on {machine()}.", as_table(head, rows)]
    )
    (HERE / "farm.md").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
