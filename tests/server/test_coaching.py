"""The coach at a server: what to do now, and a review of what was done."""

import asyncio
from typing import Any

import pytest
from client import guest

pytestmark = pytest.mark.xdist_group("server")


async def alone(server: Any, game: str, **terms: Any) -> Any:
    """Somebody who plays with bots: the person, their socket, the table."""
    ann = await guest(server.address, "Ann")
    table = (await ann.open(game, players=3, pace="instant", timer="none", **terms))["table"]
    socket = await ann.connect()
    await socket.watch(table)
    await socket.ask(table, "sit", seat=0)
    for seat in (1, 2):
        await socket.ask(table, "bot", seat=seat, level="casual")
    await socket.ask(table, "start")
    return ann, socket, table


@pytest.mark.parametrize("game", ["stick-em", "shit", "stoick", "stop-it"])
def test_advice_is_something_one_can_do(server: Any, go: Any, game: str) -> None:
    async def scene() -> None:
        ann, socket, table = await alone(server, game)
        while not socket.view["sights"][0]["choices"]:
            await socket.next()
        offered = socket.view["sights"][0]["choices"]
        choices = {choice["do"] for choice in offered}
        answer = await ann.get(f"/api/tables/{table}/advice?seat=0")
        assert answer.status_code == 200, answer.text
        found = answer.json()
        assert found["choice"] in offered
        assert found["choice"]["do"] == found["do"]
        assert set(found["values"]) <= choices
        assert all(0 <= value <= 1 for value in found["values"].values())

    go(scene())


def test_before_a_race_begins_the_advice_is_to_say_go(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann, socket, table = await alone(server, "stop-it", options={"first": 1})
        while not socket.view["sights"][0]["choices"]:
            await socket.next()
        assert (await ann.get(f"/api/tables/{table}/advice?seat=0")).json()["do"] == "go"

    go(scene())


def test_advice_only_for_oneself_and_only_where_it_is_fair(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann, socket, table = await alone(server, "shit")
        ben = await guest(server.address, "Ben")
        assert (await ben.get(f"/api/tables/{table}/advice?seat=0")).json()["code"] == "not_yours"
        for seat in ("", "?seat=", "?seat=x", "?seat=-1", "?seat=99", "?seat=0&hand=1"):
            assert (await ann.get(f"/api/tables/{table}/advice{seat}")).status_code == 422, seat
        for hints, status in ((False, 403), (True, 200)):
            opened = (await ann.open("shit", players=2, timer="none", hints=hints))["table"]
            other = await ben.connect()
            await socket.watch(opened)
            await socket.ask(opened, "sit", seat=0)
            await other.ask(opened, "sit", seat=1)
            assert (await ann.get(f"/api/tables/{opened}/advice?seat=0")).json()["code"] == "not_your_turn"
            await socket.ask(opened, "start")
            assert (await ann.get(f"/api/tables/{opened}/advice?seat=0")).status_code == status

    go(scene())


def test_a_review_of_a_finished_match(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann, socket, table = await alone(server, "shit", options={"target": 1})
        assert (await ann.get(f"/api/tables/{table}/review?seat=0")).json()["code"] == "not_over"
        while socket.view["phase"] == "playing":
            choices = socket.view["sights"][0]["choices"]
            if choices:
                await socket.ask(table, "act", seat=0, do=choices[0]["do"])
            else:
                await socket.next()
        states = []
        while (answer := await ann.get(f"/api/tables/{table}/review?seat=0")).status_code == 202:
            states.append(answer.json()["state"])
            await asyncio.sleep(int(answer.headers["retry-after"]))
        assert answer.status_code == 200, answer.text
        assert states
        assert set(states) <= {"waiting", "working"}
        found = answer.json()
        assert found["format"] == "tablee-analysis/1"
        assert {decision["seat"] for decision in found["decisions"]} == {0}
        for decision in found["decisions"]:
            assert decision["choice"]["do"] == decision["do"]
            assert decision["best_choice"]["do"] == decision["best"]
        again = await ann.get(f"/api/tables/{table}/review?seat=0")
        assert again.content == answer.content

    go(scene())
