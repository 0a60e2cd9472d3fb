"""Ratings cannot be farmed, and follow from the results alone, whoever is gone since."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tables import ANN, BEN, EVE, Log, started

import farm
from farm import Club
from tablee.catalogue import games
from tablee.dice import Dice
from tablee.server.clock import DAY
from tablee.server.merit import AGE, DAYS, MANY, STANDING
from tablee.server.ratings import REST, Rating
from tablee.server.results import result_of
from tablee.server.standings import TOP, standings_of
from tablee.server.store import matches, ratings, results
from tablee.table import Terms, requests

MATCHES = 100
PAY = (farm.ten_accounts, farm.patient_crowd)  # many accounts that have played for days, over many days
DAILY = (farm.crowd,)  # what a day holds has a test of its own
Unrated = dict[str, str | None]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Club, float]]:
    """A club, and what one of its good players is sure to be worth."""
    club = Club(f"sqlite:///{tmp_path_factory.mktemp('club')}/club.db")
    members = farm.honest(club, random.Random("farm"))
    yield club, club.rating(members[5]).low
    club.engine.dispose()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    club = Club(f"sqlite:///{tmp_path}/club.db")
    yield club
    club.engine.dispose()


def unrated(club: Club) -> Unrated:
    """Why the last match did not count, by person."""
    last = sql.select(matches.c.table_id).order_by(matches.c.number.desc()).limit(1).scalar_subquery()
    with club.engine.connect() as connection:
        found = connection.execute(sql.select(results.c.person, results.c.unrated).where(results.c.table_id == last))
        return {one.person: one.unrated for one in found}


@pytest.mark.parametrize("way", [one for one in farm.WAYS if one not in (*PAY, *DAILY)])
def test_who_farms_stays_below_who_plays_well(whole: tuple[Club, float], way: Callable[..., None]) -> None:
    club, honest = whole
    farmer = club.settle(club.join(way.__name__))
    way(club, farmer, MATCHES)
    assert club.rating(farmer, MATCHES).low < honest
    if way in (farm.new_accounts, farm.short_matches):
        assert club.rating(farmer).matches == 0
    if way is farm.a_bot_wins:
        assert club.rating(farmer).mean < Rating().mean


def test_nobody_is_measured_by_an_account_made_for_that(club: Club) -> None:
    old, new = club.settle(club.join("old")), club.join("new")
    club.play([old, new], 0)
    assert unrated(club) == {"old": "nobody", "new": None}  # while the new one is measured by the old
    for number in range(STANDING):
        club.play([new], number * DAY)  # with bots
        club.play([club.join(f"other {number}", number + 1 - AGE // DAY), new], number * DAY)  # with who is new, too
    club.play([old, new], STANDING * DAY)
    assert unrated(club) == {"old": "nobody", "new": None}
    for number in range(STANDING):
        club.play([club.join(f"another {number}"), new], number * DAY)
    club.play([old, new], STANDING * DAY)
    assert unrated(club) == {"old": None, "new": None}


def test_a_day_of_many_matches_is_no_standing(club: Club) -> None:
    old, new = club.settle(club.join("old")), club.join("new")
    friend = club.join("friend")
    for _ in range(3 * STANDING):
        club.play([new, friend], 0)
    for day in range(1, DAYS - 1):
        club.play([new, friend], day * DAY)
    club.play([old, new], 1 * DAY)
    assert unrated(club)["old"] == "nobody"


def test_people_who_meet_often_count_for_less_and_less_until_a_while_has_passed(club: Club) -> None:
    people = [club.settle(club.join(name)) for name in ("ann", "ben")]
    means = []
    for _ in range(15):
        club.play(people, 0)
        means.append(club.rating("ann", 0).mean)
    steps = [later - sooner for sooner, later in zip([25.0, *means], means)]
    assert steps == sorted(steps, reverse=True)
    assert unrated(club) == {"ann": "often", "ben": "often"}
    club.play(people, 40 * DAY)
    assert unrated(club) == {"ann": None, "ben": None}


def test_who_leaves_is_the_last_whatever_the_stand_in_wins(club: Club) -> None:
    people = [club.settle(club.join(name)) for name in ("ann", "ben", "eve")]
    club.play(people, 0, left=["ann"])
    assert unrated(club) == {"ann": None, "ben": None, "eve": None}
    assert club.rating("ann", 0).mean < 25
    assert club.rating("ben", 0).mean > club.rating("eve", 0).mean > club.rating("ann", 0).mean


def test_who_leaves_takes_nothing_from_who_wins(club: Club) -> None:
    """In a match of two the winner would otherwise be measured by nobody, and be robbed by a sore loser."""
    for name in ("ann", "ben", "eve", "ivy", "joe", "kim"):
        club.settle(club.join(name))
    club.play(["ann", "ben"], 0)
    club.play(["eve", "ivy"], 0, left=["ivy"])
    club.play(["kim", "joe"], 0, left=["kim"])  # the stand-in has won
    assert unrated(club) == {"kim": None, "joe": None}
    assert club.rating("ann", 0) == club.rating("eve", 0) == club.rating("joe", 0)
    assert club.rating("ben", 0) == club.rating("ivy", 0) == club.rating("kim", 0)


def test_of_a_day_only_the_first_matches_count(club: Club) -> None:
    club.settle(club.join("ann"))
    for number in range(MANY):
        club.play(["ann", club.settle(club.join(f"other {number}"))], number)
        assert unrated(club)["ann"] is None
    before = club.rating("ann", 0)
    last = club.settle(club.join("last"))
    club.play(["ann", last], MANY)
    assert unrated(club) == {"ann": "many", "last": None}
    assert club.rating("ann", 0) == before
    club.play(["ann", last], DAY + MANY)
    assert unrated(club)["ann"] is None
    before = club.ratings()
    assert club.made_anew() == before


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        (Terms("shit", 2), None),
        (Terms("shit", 2, {"target": 1}), "short"),
        (Terms("shit", 2, {"target": 149}), "short"),
        (Terms("shit", 2, {"target": 160}), None),
        (Terms("shit", 2, hints=True), "hints"),
        (Terms("sticheln", 3, {"mild": True}), None),
        (Terms("stop-it", 2, {"points": 3}), "short"),
    ],
)
def test_why_a_match_counts_for_nobody(terms: Terms, why: str | None) -> None:
    log = started(terms, people=(ANN, BEN))
    log.play_on(Dice("why"))
    result = result_of(log.table)
    assert result is not None
    assert result.unrated == why


def test_every_game_says_what_makes_a_match_short() -> None:
    for game in games():
        [length] = [option for option in game.options if option.length]
        assert not game.setup().is_short
        assert game.setup(**{length.name: length.default_for(game.usual) + 1}).is_short is False
        if length.default_for(game.usual) > length.low:
            assert game.setup(**{length.name: length.low}).is_short


@pytest.mark.parametrize(("acts", "left"), [(0, True), (2, True), (10_000, False)])
def test_whose_seat_it_was(acts: int, left: bool) -> None:
    """By who has done most of what was done at it."""
    log: Log = started(Terms("shit", 3), people=(ANN, BEN, EVE))
    log.play_on(Dice("whose"), 3 * acts)
    match = log.table.match
    assert match is not None
    if not match.over:
        log.ask(ANN, requests.Stand(0))
    dice = Dice("stand-in")
    while not match.over:
        seat = dice.pick(log.table.waiting_for)
        log.act(seat, dice.pick(match.choices(seat)), "stand-in" if seat == 0 else "person")
    result = result_of(log.table)
    assert result is not None
    assert [line["left"] for line in result.seats] == [left, False, False]


names = st.sampled_from(["ann", "ben", "eve", "ivy", "joe"])
played = st.tuples(
    st.lists(names, min_size=1, max_size=4, unique=True),
    st.integers(0, 60),  # the day: some are entered late
    st.sets(names, max_size=1),  # who left
    st.sampled_from([None, None, None, "short"]),
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(played, max_size=12), st.sets(names, max_size=2))
def test_ratings_made_anew_are_the_same(tmp_path_factory: Any, evenings: list[Any], gone: set[str]) -> None:
    club = Club(f"sqlite:///{tmp_path_factory.mktemp('anew')}/club.db")
    for name in ("ann", "ben", "eve", "ivy", "joe"):
        club.join(name)
        if name != "joe":
            club.settle(name)
    for order, day, left, why in evenings:
        club.play(order, day * DAY, unrated=why, left=left)
    before = club.ratings()
    assert club.made_anew() == before
    with club.engine.begin() as connection:  # some have their data deleted: the others' ratings stay as they are
        connection.execute(sql.update(results).where(results.c.person.in_(gone)).values(person=None))
        connection.execute(sql.delete(ratings).where(ratings.c.person.in_(gone)))
    assert club.made_anew() == [line for line in before if line.person not in gone]
    club.engine.dispose()


def test_the_best_of_a_game_are_those_by_now(club: Club) -> None:
    """Who has not played for long has fallen behind others in the list, though nobody has touched their rating."""
    lines = [
        {"person": club.join(f"{number}"), "game": farm.GAME, "mean": 40.0, "matches": 9, "last": last}
        | {"spread": spread, "low": 40.0 - 3 * spread}
        for number in range(2 * TOP)
        for spread, last in [(2.0 + number / 100, 0 if number % 2 else REST // 2)]
    ]
    with club.engine.begin() as connection:
        connection.execute(sql.insert(ratings), lines)
        found = standings_of(connection, farm.GAME, REST // 2).top
    assert [int(one.person) for one in found] == list(range(0, 2 * TOP, 2))
    lows = [one.rating.low for one in found]
    assert lows == sorted(lows, reverse=True)
