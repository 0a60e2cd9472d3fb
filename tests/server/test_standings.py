"""What came of a match is entered once and only once, whatever happens; and ratings follow from it alone."""

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from client import PATIENCE, Guest, guest
from tables import ANN, BEN, EVE, Log
from test_server import play_on, seated

from farm import Club
from tablee.dice import Dice
from tablee.server import schema
from tablee.server.merit import MANY
from tablee.server.ratings import REST, Rating, Seat, after, recompute
from tablee.server.results import catch_up, enter, note, result_of
from tablee.server.store import Store, engine_for, log, matches, people, ratings, results, tables, tokens
from tablee.table import Person, Terms, requests
from tablee.table.entries import encode

Json = dict[str, Any]
pytestmark = pytest.mark.xdist_group("server")
IVY = Person("ivy", "Ivy")
PEOPLE = (ANN, BEN, EVE, IVY)
FORMER = Club.variant


# ---- by a real server ----


async def keep_name(person: Guest) -> None:
    async with httpx.AsyncClient(base_url=f"http://{person.address}", timeout=PATIENCE, headers=person.headers) as http:
        assert (await http.post("/api/me/recovery")).status_code == 200


async def forget_name(person: Guest) -> None:
    async with httpx.AsyncClient(base_url=f"http://{person.address}", timeout=PATIENCE, headers=person.headers) as http:
        assert (await http.delete("/api/me/recovery")).status_code == 204


async def standing(person: Guest) -> Json:
    """Somebody's own, at the game that is played here."""
    found = (await person.get("/api/me/standing")).json()
    return {**found, **{name: [one for one in found[name] if one["game"] == "shit"] for name in ("games", "recent")}}


async def started(server: Any, keepers: int = 2, people: int = 2) -> tuple[str, list[Any]]:
    """A short match of people, some of whom keep their name, and a bot."""
    table, who = await seated(server, "shit", people + 1, people=people)
    for person, _ in who[:keepers]:
        await keep_name(person)
        await asyncio.to_thread(season, server, (await standing(person))["person"])
    await who[0][1].ask(table, "start")
    return table, who


async def played(server: Any, keepers: int = 2, people: int = 2) -> tuple[str, list[Any]]:
    """Such a match, played to the end."""
    table, who = await started(server, keepers, people)
    await play_to_the_end(table, who)
    return table, who


async def play_to_the_end(table: str, who: list[Any]) -> None:
    """Until everybody finds the match among theirs: it is entered a moment after they hear that it is over."""
    await asyncio.gather(*(play_on(table, socket) for _, socket in who))
    for person, _ in who:
        while table not in [match["table"] for match in (await standing(person))["recent"]]:
            await asyncio.sleep(0.02)


async def played_until_killed(server: Any) -> tuple[str, Guest]:
    """Such a match, at the end of which the server is killed."""
    table, who = await started(server)
    await kill_at_the_end(server, table, who)
    return table, who[0][0]


async def kill_at_the_end(server: Any, table: str, who: list[Any]) -> None:
    playing = [asyncio.create_task(play_on(table, socket)) for _, socket in who]
    while (await who[0][0].get(f"/api/tables/{table}")).json()["phase"] != "over":
        await asyncio.sleep(0.02)
    await asyncio.to_thread(server.kill)
    await asyncio.gather(*playing, return_exceptions=True)


async def found_again(person: Guest) -> Json:
    """Their standing, as soon as there is something in it."""
    while not (mine := await standing(person))["games"]:
        await asyncio.sleep(0.05)
    return mine


def begun(server: Any) -> None:
    """Its address is known before its database is ready."""
    assert httpx.get(f"http://{server.address}/healthz", timeout=PATIENCE).status_code == 200


def entered(database: str) -> dict[str, list[tuple[int, int]]]:
    """The seats and their places that are entered, by table; and that matches are numbered without a gap."""
    engine = engine_for(database)
    found: dict[str, list[tuple[int, int]]] = {}
    with engine.connect() as connection:
        wanted = sql.select(results.c.table_id, results.c.seat, results.c.place).join(matches)
        for table, seat, place in connection.execute(wanted.where(matches.c.variant != FORMER)):
            found.setdefault(table, []).append((seat, place))
        numbers = list(connection.execute(sql.select(matches.c.number).order_by(matches.c.number)).scalars())
    engine.dispose()
    assert numbers == list(range(1, len(numbers) + 1))
    return found


def kept_ratings(engine: sql.Engine) -> list[Any]:
    with engine.connect() as connection:
        return list(connection.execute(sql.select(ratings).order_by(ratings.c.person, ratings.c.game)))


def season(server: Any, person: str) -> None:
    """Let somebody have played for some days, at another game: others are measured by them."""
    club = Club(getattr(server, "database", url_of(server)))
    club.settle(person)
    club.engine.dispose()


def timeless(found: Json) -> Json:
    """A standing without what is less sure by every second."""
    for one in found["games"]:
        del one["rating"]["spread"], one["rating"]["low"]
    return found


def file_of(server: Any) -> Path:
    return Path(server.folder) / "tablee.db"


def url_of(server: Any) -> str:
    return f"sqlite:///{file_of(server)}"


def admin(server: Any, *words: str) -> Any:
    environment = {**os.environ, "TABLEE_DATA": str(server.folder), "COLUMNS": "200"}
    command = [sys.executable, "-m", "tablee", "admin", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)


def test_two_who_keep_their_names(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, [(ann, _), (ben, _), (eve, _)] = await played(server, people=3)
        record = (await ann.get(f"/api/tables/{table}/record")).json()
        mine, theirs, guests = [await standing(person) for person in (ann, ben, eve)]
        assert [one["keeps"] for one in (mine, theirs, guests)] == [True, True, False]
        for seat, one in enumerate((mine, theirs, guests)):
            (figures,) = one["games"]
            won = seat in record["winners"]
            assert (figures["game"], figures["matches"], figures["stood_in"]) == ("shit", 1, 0)
            assert (figures["wins"], figures["share"]) == (won, won / len(record["winners"]))
            assert figures["place"] == 1 + sum(score > record["scores"][seat] for score in record["scores"])
            (last,) = one["recent"]
            assert (last["table"], last["seat"], last["score"]) == (table, seat, record["scores"][seat])
            assert (last["variant"], last["players"]) == ("", 4)
            assert last["unrated"] == (None if seat < 2 else "guest")
            assert figures["last"] == last["ended"]
        assert guests["games"][0]["rating"] is None
        better, worse = sorted((mine, theirs), key=lambda one: float(one["games"][0]["place"]))
        if better["games"][0]["place"] < worse["games"][0]["place"]:
            assert better["games"][0]["rating"]["mean"] > 25 > worse["games"][0]["rating"]["mean"]
        listed = (await eve.get("/api/games/shit/standings")).json()
        assert listed["matches"] >= 1
        assert listed["actions"] > 1
        assert {mine["person"], theirs["person"]} <= {one["person"] for one in listed["top"]}
        assert guests["person"] not in {one["person"] for one in listed["top"]}
        lows = [one["rating"]["low"] for one in listed["top"]]
        assert lows == sorted(lows, reverse=True)
        await forget_name(ann)  # whose name leads nowhere now: nobody is to see how they stand
        listed = (await eve.get("/api/games/shit/standings")).json()
        assert {mine["person"], theirs["person"]} & {one["person"] for one in listed["top"]} == {theirs["person"]}

    go(scene())


def test_what_others_see(server: Any, go: Any) -> None:
    async def scene() -> None:
        _, [(ann, _), (eve, _)] = await played(server, keepers=1)
        mine, guests = await standing(ann), await standing(eve)
        seen = (await eve.get(f"/api/people/{mine['person']}/standing")).json()
        assert seen["recent"] == []  # a table's id is for those who were there
        assert [one for one in seen["games"] if one["game"] == "shit"] == mine["games"]
        assert mine["games"][0]["rating"] is None  # there was nobody else to be rated by
        assert (mine["recent"][0]["unrated"], guests["recent"][0]["unrated"]) == ("nobody", "guest")
        for person in (guests["person"], "nobody", "%00", "..%2f", "x" * 99):
            answer = await ann.get(f"/api/people/{person}/standing")
            assert (answer.status_code, answer.json()["code"]) in ((404, "no_guest"), (404, "no_path"))
        assert httpx.get(f"http://{server.address}/api/me/standing", timeout=PATIENCE).status_code == 401
        for game in ("chess", "%00", "' or 1=1"):
            assert (await ann.get(f"/api/games/{game}/standings")).json()["code"] == "no_game"

    go(scene())


def test_who_leaves_has_still_played_and_who_holds_two_seats_is_not_counted(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, [(ann, first), (ben, second), (eve, third)] = await seated(server, "shit", 4, people=3)
        for person in (ann, ben, eve):
            await keep_name(person)
            await asyncio.to_thread(season, server, (await standing(person))["person"])
        await first.ask(table, "clear", seat=3)
        await third.ask(table, "sit", seat=3)
        await first.ask(table, "start")
        await second.ask(table, "stand", seat=1)
        await play_to_the_end(table, [(ann, first), (eve, third)])
        (left,) = (await standing(ben))["games"]
        assert (left["matches"], left["stood_in"]) == (1, 1)
        assert left["rating"]["matches"] == 1
        lent = await standing(eve)
        assert lent["games"] == []
        assert {one["unrated"] for one in lent["recent"]} == {"seats"}
        assert (await standing(ann))["recent"][0]["unrated"] is None  # who leaves is measured by, as the last
        assert [one["seat"] for one in lent["recent"]] == [2, 3]

    go(scene())


def test_killed_before_the_result_is_entered(mortal: Any, go: Any) -> None:
    """The match is over, everybody knows, and the process dies before it has entered what came of it."""
    begun(mortal)
    with contextlib.closing(sqlite3.connect(file_of(mortal))) as database:
        new = f"(SELECT variant FROM matches WHERE table_id = NEW.table_id) <> '{FORMER}'"
        database.execute(f"CREATE TRIGGER stop BEFORE INSERT ON results WHEN {new} BEGIN SELECT RAISE(ABORT, ''); END")
        database.commit()
    table, ann = go(played_until_killed(mortal))
    assert entered(url_of(mortal)) == {}
    with contextlib.closing(sqlite3.connect(file_of(mortal))) as database:
        assert database.execute("SELECT phase FROM tables WHERE game = 'shit'").fetchall() == [
            ("playing",)
        ]  # all or nothing
        database.execute("DROP TRIGGER stop")
        database.commit()

    for _ in range(2):
        mortal.start()
        mine = go(found_again(ann))  # though nobody looks at the table
        assert (mine["games"][0]["matches"], mine["games"][0]["rating"]["matches"]) == (1, 1)
        assert [seat for seat, _ in entered(url_of(mortal))[table]] == [0, 1, 2]
        mortal.stop()


def test_an_old_match_is_entered_when_somebody_looks(mortal: Any, go: Any) -> None:
    table, [(ann, _), _] = go(played(mortal))
    mortal.kill()
    with contextlib.closing(sqlite3.connect(file_of(mortal))) as database:  # as if it had died a week ago
        for name in ("results", "matches", "ratings"):
            only = f" WHERE table_id = '{table}'" if name != "ratings" else ""
            database.execute(f"DELETE FROM {name}{only}")
        week = "UPDATE tables SET phase = 'playing', changed = changed - 7 * 24 * 3600 * 1000 WHERE id = ?"
        database.execute(week, (table,))
        database.commit()
    mortal.start()
    assert go(standing(ann))["games"] == []
    go(ann.get(f"/api/tables/{table}"))
    assert go(standing(ann))["games"][0]["matches"] == 1
    assert len(entered(url_of(mortal))[table]) == 3


def test_ratings_made_anew_and_a_backup(mortal: Any, go: Any, tmp_path: Path) -> None:
    async def scene() -> list[Guest]:
        table, who = await played(mortal)
        for _ in range(3):
            assert (await who[0][1].ask(table, "rematch"))["type"] == "done"
            table = who[0][1].view["rematch"]
            for _, socket in who:
                await socket.watch(table)
            await who[0][1].ask(table, "start")
            await play_to_the_end(table, who)
        return [person for person, _ in who]

    ann, ben = go(scene())
    engine = engine_for(url_of(mortal))
    kept = kept_ratings(engine)
    assert [line.matches for line in kept] == [4, 4]
    with engine.begin() as connection:
        connection.execute(sql.update(ratings).values(mean=0.0))
    done = admin(mortal, "ratings")
    assert (done.returncode, done.stdout.strip()) == (0, "2 ratings were made anew.")
    assert kept_ratings(engine) == kept
    engine.dispose()
    copy = str(tmp_path / "copy.db")
    assert admin(mortal, "backup", copy).returncode == 0
    before = [timeless(go(standing(person))) for person in (ann, ben)]
    go(played(mortal))
    mortal.stop()
    assert admin(mortal, "restore", copy).returncode == 0
    mortal.start()
    assert [timeless(go(standing(person))) for person in (ann, ben)] == before


def test_on_postgresql_whoever_is_left_enters_it(tmp_path: Path, go: Any) -> None:
    """The process that wrote the end dies; another, by which somebody looked on, enters what came of it."""
    cluster = pytest.importorskip("test_cluster").Cluster(tmp_path)
    one, other = cluster.servers
    one.database = other.database = cluster.postgres.url
    engine = engine_for(cluster.postgres.url)

    async def scene(connection: sql.Connection) -> tuple[str, Guest]:
        table, who = await started(one)
        ann = who[0][0]
        connection.execute(sql.text("LOCK TABLE matches IN EXCLUSIVE MODE"))  # so they wait with the result
        eve = await (await guest(other.address, "Eve")).connect()
        await eve.watch(table)
        watching = asyncio.create_task(eve.until(lambda message: message.get("view", {}).get("phase") == "over"))
        await kill_at_the_end(one, table, who)
        await watching
        return table, ann

    try:
        begun(one)
        with engine.begin() as connection:
            table, ann = go(scene(connection))
        ann.address = other.address
        assert go(found_again(ann))["games"][0]["rating"]["matches"] == 1
        one.start()
        begun(one)
        go(played(other))
        assert [seat for seat, _ in entered(cluster.postgres.url)[table]] == [0, 1, 2]
        assert go(ann.get("/api/games/shit/standings")).json()["matches"] == 2
        kept = kept_ratings(engine)
        assert [line.matches for line in kept] == [1] * 4
        done = admin(one, "ratings", "--database", cluster.postgres.url)
        assert done.returncode == 0, done.stderr
        assert kept_ratings(engine) == kept
        many_at_once(cluster.postgres.url)
    finally:
        engine.dispose()
        cluster.close()
    assert "Traceback" not in one.said()


# ---- by the store alone ----


def finished(table: str, seats: tuple[Person, ...], lot: str, terms: Terms | None = None) -> Log:
    """A table whose match is over, with these people at its seats."""
    made = Log(terms or Terms("shit", len(seats)), host=seats[0])
    for seat, person in enumerate(seats):
        made.ask(person, requests.Sit(seat))
    made.ask(seats[0], requests.Start())
    made.play_on(Dice(lot))
    made.table.id = table
    return made


def book_in(connection: sql.Connection, made: Log, phase: str) -> None:
    """Write a table and its log, as it is when the process has died."""
    line = {"id": made.table.id, "code": made.table.id, "game": made.table.terms.game, "public": False}
    times = {"opened": 1, "changed": made.now, "keeper": "", "kept_until": 0}
    connection.execute(sql.insert(tables).values(**line, phase=phase, **times))
    lines = [
        {"table_id": made.table.id, "number": number, "entry": encode(entry)}
        for number, entry in enumerate(made.entries)
    ]
    connection.execute(sql.insert(log), lines)


def keepers(connection: sql.Connection) -> None:
    for person in PEOPLE:
        connection.execute(sql.insert(people).values(id=person.id, name=person.name, joined=1))
        connection.execute(sql.insert(tokens).values(digest=person.id, person=person.id, made=1, recovers=True))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store(f"sqlite:///{tmp_path}/tablee.db")
    schema.migrate(kept.engine)
    yield kept
    kept.close()


def many_at_once(url: str) -> None:
    """Forty matches of the same people, each entered by several at once; then ratings are made anew."""
    engine = sql.create_engine(url, pool_size=10, connect_args={"timeout": 30} if "sqlite" in url else {})
    made = [finished(f"t{number}", (PEOPLE * 2)[number % 4 :][:3], f"{number}") for number in range(40)]
    with engine.begin() as connection:
        keepers(connection)
        for one in made:
            book_in(connection, one, "playing")
    club = Club(url)
    for person in PEOPLE:
        club.settle(person.id)
    club.engine.dispose()

    def work(one: Log) -> None:
        result = result_of(one.table)
        assert result is not None
        with engine.begin() as connection:
            connection.execute(sql.update(tables).where(tables.c.id == one.table.id).values(phase="over"))
            enter(connection, result)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, [one for one in made for _ in range(3)]))
    found = entered(url)
    for one in made:
        assert sorted(found[one.table.id]) == [
            (seat, 1 + sum(score > own for score in scores))
            for scores in [one.table.match.scores if one.table.match else []]
            for seat, own in enumerate(scores)
        ]
    kept = kept_ratings(engine)
    with engine.connect() as connection:
        theirs = results.c.weight > 0, results.c.person.in_([person.id for person in PEOPLE])
        rated = connection.execute(sql.select(sql.func.count()).select_from(results).where(*theirs)).scalar()
    assert sum(line.matches for line in kept if line.person in {person.id for person in PEOPLE}) == rated
    assert rated == MANY * len(PEOPLE)  # they all end on one day
    recompute(engine)
    assert kept_ratings(engine) == kept
    engine.dispose()


def test_many_at_once_are_entered_once_each(store: Store) -> None:
    many_at_once(str(store.engine.url))


def test_a_database_from_before_there_were_results(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/tablee.db")
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        keepers(connection)
        made = finished("t", (ANN, BEN), "old")
        book_in(connection, made, "over")
    club = Club(str(store.engine.url))  # which brings it up to date
    club.settle(ANN.id)
    club.settle(BEN.id)
    club.engine.dispose()

    async def scene() -> None:
        assert await catch_up(store) == 1
        assert await catch_up(store) == 0

    asyncio.run(scene())
    assert len(entered(str(store.engine.url))["t"]) == 2
    assert [line.matches for line in kept_ratings(store.engine)] == [1, 1]
    store.close()


def test_the_line_of_a_match(store: Store) -> None:
    terms = Terms("sticheln", 3, {"mild": True, "rounds": 1, "first": 2})
    made = finished("t", (ANN, BEN, EVE), "line", terms)
    with store.engine.begin() as connection:
        keepers(connection)
        book_in(connection, made, "playing")
    asyncio.run(note(store, made.table, 7))
    asyncio.run(note(store, made.table, 8))  # it changes nothing
    with store.engine.connect() as connection:
        line = connection.execute(sql.select(matches)).one()
        phase = connection.execute(sql.select(tables.c.phase)).scalar()
    assert (line.game, line.variant, line.players, phase) == ("sticheln", "mild=1 rounds=1", 3, "over")
    match = made.table.match
    assert match is not None
    assert line.actions == len(match.actions) == 45
    assert line.ended - line.began == 1000 * 45
    assert line.ended == made.entries[-1].at


def test_a_shared_win() -> None:
    """Who has the same score has the same place, and an equal share."""
    for lot in range(500):
        made = finished("t", (ANN, BEN, EVE), f"tie {lot}", Terms("stick-em", 3, {"rounds": 1}))
        assert made.table.match is not None
        if len(made.table.match.winners) == 2:
            break
    result = result_of(made.table)
    assert result is not None
    assert sorted((line["place"], line["share"]) for line in result.seats) == [(1, 0.5), (1, 0.5), (3, 0.0)]


def places(*came_in: tuple[str, int], weight: float = 1.0) -> list[Seat]:
    return [Seat(person, place, weight, True, None, None) for person, place in came_in]


def test_ratings_of_equals_stay_equal() -> None:
    rated = after({}, places(("ann", 1), ("ben", 1), ("eve", 3)), 0)
    assert rated["ann"] == rated["ben"]
    assert rated["ann"].mean > 25 > rated["eve"].mean
    assert all(one.spread < Rating().spread and one.matches == 1 for one in rated.values())
    again = after(rated, places(("ann", 2), ("ben", 1)), 0)
    assert again["ben"].mean > rated["ben"].mean > again["ann"].mean
    assert again["ann"].matches == 2


def test_a_match_that_counts_for_less_changes_less() -> None:
    whole = after({}, places(("ann", 1), ("ben", 2)), 0)["ann"]
    part = after({}, places(("ann", 1), ("ben", 2), weight=0.25), 0)["ann"]
    assert 25 < part.mean < whole.mean
    assert part.mean - 25 == pytest.approx((whole.mean - 25) / 4)
    assert after({}, places(("ann", 1), ("ben", 2), weight=0.0), 0) == {}


def test_somebody_new_changes_little_about_who_is_known() -> None:
    known = Rating(25, 2.0, 50)
    by_known = after({"ann": known, "ben": known}, places(("ann", 1), ("ben", 2)), 0)["ann"]
    by_new = after({"ann": known}, places(("ann", 1), ("ben", 2)), 0)
    assert 0 < by_new["ann"].mean - 25 < (by_known.mean - 25) / 10
    assert 25 - by_new["ben"].mean > 1  # and much about themselves


def test_a_rating_at_rest_is_less_and_less_sure() -> None:
    rated = Rating(30, 2.0, 50, last=1_000)
    spreads = [rated.at(1_000 + REST * year // 4).spread for year in range(6)]
    assert spreads[0] == 2.0
    assert spreads == sorted(spreads)
    assert spreads[-1] == Rating().spread
    assert rated.at(0) == rated  # what is entered late does not make it any surer
    lows = [rated.at(1_000 + REST * year // 4).low for year in range(6)]
    assert lows == sorted(lows, reverse=True)
