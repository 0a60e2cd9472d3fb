"""Replays: from a seat exactly what that seat was shown during the match, and nothing before the match is over."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from client import PATIENCE, Guest, Socket, guest
from tables import ANN, BEN, started
from test_server import play_on, record_of, seated

from process import Server
from tablee.dice import Dice
from tablee.table import Terms, requests, steps_of

Json = dict[str, Any]
pytestmark = pytest.mark.xdist_group("server")
EVERYBODY = ("0", "1", "spectator", "open")


async def whole(person: Guest, table: str, seat: object, count: int = 50) -> list[Json]:
    """All steps, page by page."""
    steps: list[Json] = []
    while True:
        answer = await person.get(f"/api/tables/{table}/replay?seat={seat}&from={len(steps)}&count={count}")
        assert answer.status_code == 200, answer.text
        page = answer.json()
        assert (page["table"], page["from"], str(page["seat"])) == (table, len(steps), str(seat))
        assert len(page["steps"]) == min(count, page["total"] - len(steps))
        steps += page["steps"]
        if len(steps) == page["total"]:
            return steps


def shown(socket: Socket) -> list[Json]:
    """What the socket was told of the match, as the steps of a replay: the first deal, and every action."""
    views = [message for message in socket.received if message.get("view", {}).get("sights")]
    told = [views[0], *(message for message in views if message.get("news"))]
    return [{"news": message.get("news"), "pictures": [message["view"]["sights"][0]["picture"]]} for message in told]


@pytest.mark.parametrize("game", ["stick-em", "sticheln", "hat-trick", "shit", "stoick", "stop-it"])
def test_from_a_seat_it_is_what_that_seat_was_shown(server: Any, go: Any, game: str) -> None:
    """So nothing of anybody's hand is in it before they showed it."""
    short = {"shit": {"target": 60}, "stop-it": {"points": 3}, "stoick": {}}.get(game, {"rounds": 2})

    async def scene() -> None:
        table, [(ann, first), (ben, second)] = await seated(server, game, 4, people=2, options=short)
        eve = await (await guest(server.address, "Eve")).connect()
        await eve.watch(table)
        await first.ask(table, "start")
        watching = asyncio.create_task(eve.until(lambda message: message.get("view", {}).get("phase") == "over"))
        await asyncio.gather(play_on(table, first), play_on(table, second))
        await watching
        record = await record_of(ann, table)
        for person, socket, seat in ((ann, first, 0), (ben, second, 1), (ann, eve, "spectator")):
            steps = await whole(person, table, seat)
            assert len(steps) == len(record["actions"]) + 1
            assert steps == shown(socket)
        if game in ("stick-em", "sticheln", "shit", "stop-it"):  # in the others everybody sees what is done
            assert [step for step in shown(first)[1:] if step["news"]["do"] is None]

    go(scene())


def test_open_it_is_the_record(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, [(ann, socket)] = await seated(server, "stoick", 3)
        await socket.ask(table, "start")
        await play_on(table, socket)
        record = await record_of(ann, table)
        steps = await whole(ann, table, "open", count=7)
        told = [step["news"] for step in steps[1:]]
        assert [news["choice"]["do"] for news in told] == [news["do"] for news in told]
        assert [{"seat": news["seat"], "do": news["do"]} for news in told] == record["actions"]
        results = [{"after": after, **one} for after, news in enumerate(told, 1) for one in news["results"]]
        assert results == record["results"]
        for seat in range(3):
            theirs = [step["pictures"][0] for step in await whole(ann, table, seat)]
            assert [step["pictures"][seat] for step in steps] == theirs
        # Whoever was not there sees it too, and the host cannot take it away.
        assert (await socket.ask(table, "close"))["code"] == "over"
        nobody = httpx.get(
            f"http://{server.address}/api/tables/{table}/replay?seat=2&from={len(steps) - 1}", timeout=PATIENCE
        )
        assert nobody.json()["steps"][0]["pictures"][0] == steps[-1]["pictures"][2]

    go(scene())


def test_none_before_the_match_is_over(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, [(ann, socket), (ben, _)] = await seated(server, "hat-trick", 4, people=2)
        eve = await guest(server.address, "Eve")

        async def refused() -> None:
            for person in (ann, ben, eve):
                for seat in EVERYBODY:
                    answer = await person.get(f"/api/tables/{table}/replay?seat={seat}")
                    assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
                    assert set(answer.json()) == {"code", "why"}

        await refused()
        await socket.ask(table, "start")
        await play_on(table, socket, 1)
        await refused()
        await socket.ask(table, "close")
        await refused()

    go(scene())


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("seat=-1", "the seats are 0 to 1"),
        ("seat=2", "the seats are 0 to 1"),
        (f"seat={2**70}", "the seats are 0 to 1"),
        ("seat=0.5", "seat"),
        ("seat=Open", "seat"),
        ("seat=", "seat"),
        ("seat=%00", "seat"),
        ("seat=%ff", "seat"),
        ("seat=%ed%a0%80", "seat"),
        ("from=-1", ">= 0"),
        ("from=x", "from"),
        ("from=1e999", "from"),
        (f"from={'9' * 5000}", "from"),
        ("count=0", ">= 1"),
        ("count=51", "<= 50"),
        ("count=-5", ">= 1"),
        ("count=NaN", "count"),
        ("cards=all", "cards"),
    ],
)
def test_odd_questions(server: Any, over: str, query: str, why: str) -> None:
    answer = httpx.get(f"http://{server.address}/api/tables/{over}/replay?{query}", timeout=PATIENCE)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")
    assert why in answer.json()["why"]


def test_a_page_beyond_the_end_is_empty(server: Any, over: str) -> None:
    for start in (10_000, 2**63, 10**30):
        page = httpx.get(f"http://{server.address}/api/tables/{over}/replay?from={start}", timeout=PATIENCE).json()
        assert page["steps"] == []
        assert page["total"] > 2


@pytest.mark.parametrize("table", ["nothing", "..%2f..", "%00", "x" * 40])
def test_no_such_table(server: Any, table: str) -> None:
    answer = httpx.get(f"http://{server.address}/api/tables/{table}/replay", timeout=PATIENCE)
    assert answer.status_code == 404


@pytest.fixture(scope="module")
def over(server: Any) -> str:
    """A table with two seats whose match is over."""

    async def scene() -> str:
        table, [(_, socket)] = await seated(server, "shit", 2, options={"target": 10})
        await socket.ask(table, "start")
        await play_on(table, socket)
        await socket.close()
        return table

    return asyncio.run(scene())


def test_what_was_taken_back_is_not_in_it() -> None:
    log = started(Terms("hat-trick", 4))
    seats = {0: ANN, 1: BEN}
    match = log.table.match
    assert match is not None
    while match.actors[0] not in seats:
        log.act(match.actors[0], match.choices(match.actors[0])[0], "bot")
    actor = match.actors[0]
    log.ask(seats[actor], requests.Act(actor, match.choices(actor)[0]))
    log.ask(seats[actor], requests.Back(actor))
    log.ask(seats[1 - actor], requests.Answer(1 - actor, yes=True))
    match = log.table.match
    assert match is not None
    log.act(actor, match.choices(actor)[-1])
    log.play_on(Dice("to the end"))
    steps = steps_of(log.table, None, 0, 10_000)
    record = log.table.match.record() if log.table.match else {}
    assert [step.news.do for step in steps if step.news] == [action["do"] for action in record["actions"]]


def test_an_address_may_not_ask_for_too_many(tmp_path: Path) -> None:
    server = Server(tmp_path, "--crowd", "3")
    try:
        with httpx.Client(base_url=f"http://{server.address}", timeout=PATIENCE) as http:
            answers = {http.get("/api/tables/nothing/replay").status_code for _ in range(300)}
            assert answers == {404, 429}
            assert "too_many" in [http.get("/api/games/shit/standings").json().get("code") for _ in range(300)]
    finally:
        server.stop()
