"""The server, from outside: people who open tables, sit down, play, go away and come back."""

import asyncio
import json
from itertools import pairwise
from typing import Any

import httpx
import pytest
from client import PATIENCE, Guest, Socket, guest, log_of
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablee.record import replay
from tablee.table.entries import Acted

Json = dict[str, Any]
pytestmark = pytest.mark.xdist_group("server")  # one server for all of these


async def seated(server: Any, game: str, players: int, people: int = 1, **terms: Any) -> tuple[str, list[Any]]:
    """A table whose first seats are people's, the others bots'; not started yet. Gives its id and (guest, socket)s."""
    who = []
    table = ""
    for number in range(people):
        person = await guest(server.address, f"Guest {number}")
        if not table:
            table = (await person.open(game, players=players, pace="instant", timer="none", **terms))["table"]
        socket = await person.connect()
        await socket.watch(table)
        assert (await socket.ask(table, "sit", seat=number))["type"] == "done"
        who.append((person, socket))
    for seat in range(people, players):
        await who[0][1].ask(table, "bot", seat=seat, level="casual")
    return table, who


async def play_on(table: str, socket: Socket, actions: int = 10_000) -> None:
    """Act for every seat of one's own, the first choice each time, until the match is over or so often."""
    for _ in range(actions):
        ready = [sight for sight in socket.view["sights"] if sight["choices"]]
        if socket.view["phase"] == "over":
            return
        if ready:
            answer = await socket.ask(table, "act", seat=ready[0]["seat"], do=ready[0]["choices"][0]["do"])
            if socket.view["terms"]["game"] == "stop-it":  # somebody else's hand may have been faster
                assert answer["type"] == "done" or answer["code"] in ("illegal", "not_your_turn", "faster"), answer
            else:
                assert answer["type"] == "done", answer
        else:
            await socket.next()


async def record_of(person: Guest, table: str) -> Any:
    return (await person.get(f"/api/tables/{table}/record")).json()


@pytest.mark.parametrize("game", ["stick-em", "hat-trick", "shit", "stoick", "stop-it"])
def test_a_whole_match_with_bots(server: Any, go: Any, game: str) -> None:
    async def scene() -> None:
        table, [(ann, socket)] = await seated(server, game, 3 if game != "hat-trick" else 4)
        early = await ann.get(f"/api/tables/{table}/record")
        assert (early.status_code, early.json()["code"]) == (409, "not_over")
        await socket.ask(table, "start")
        commitment = socket.view["commitment"]
        assert socket.view["secret"] is None
        await play_on(table, socket)
        record = await record_of(ann, table)
        assert record["fairness"]["commitment"] == commitment
        assert record["fairness"]["secret"] == socket.view["secret"]
        assert replay(record).over
        told = [message["news"] for message in socket.received if message.get("news")]
        assert len(told) == len(record["actions"])
        assert [news["seat"] for news in told] == [action["seat"] for action in record["actions"]]

    go(scene())


def test_who_takes_another_name_sits_down_by_that(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Guest")
        table = (await ann.open("shit"))["table"]
        socket = await ann.connect()
        await socket.watch(table)
        async with httpx.AsyncClient(
            base_url=f"http://{server.address}", timeout=PATIENCE, headers=ann.headers
        ) as http:
            assert (await http.patch("/api/me", json={"name": "Ann"})).status_code == 200
        await socket.ask(table, "sit", seat=0)
        assert socket.view["chairs"][0]["name"] == "Ann"

    go(scene())


def test_two_people_a_spectator_and_a_rematch(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, [(ann, first), (ben, second)] = await seated(server, "shit", 3, people=2, options={"target": 30})
        eve = await (await guest(server.address, "Eve")).connect()
        await eve.watch(table)
        await first.ask(table, "start")
        both = asyncio.gather(play_on(table, first), play_on(table, second))
        watching = asyncio.create_task(eve.until(lambda message: message.get("view", {}).get("phase") == "over"))
        await both
        await watching
        (sight,) = eve.view["sights"]
        assert (sight["seat"], sight["choices"]) == (None, [])
        assert first.view["mine"] == [0]
        assert (await eve.ask(table, "act", seat=0, do="lay shit"))["code"] == "not_yours"
        assert (await second.ask(table, "rematch"))["type"] == "done"
        following = second.view["rematch"]
        assert (await first.watch(following))["view"]["chairs"][1]["name"] == "Guest 1"
        assert replay(await record_of(ben, table)).over
        assert ann.name == "Guest 0"

    go(scene())


def test_one_device_may_hold_several_seats(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, [(_, socket)] = await seated(server, "stick-em", 3, options={"rounds": 1})
        await socket.ask(table, "clear", seat=1)
        await socket.ask(table, "sit", seat=1)
        await socket.ask(table, "start")
        assert [sight["seat"] for sight in socket.view["sights"]] == [0, 1, None]  # and what all around it see
        await play_on(table, socket)
        assert socket.view["phase"] == "over"

    go(scene())


# ---- nothing is lost, nothing happens twice ----


def test_asking_again_changes_nothing(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, [(ann, socket)] = await seated(server, "hat-trick", 4)
        await socket.ask(table, "start")
        do = socket.view["sights"][0]["choices"][0]["do"]
        one = await socket.ask(table, "act", id="mine", seat=0, do=do)
        other = await (await ann.connect()).ask(table, "act", id="mine", seat=0, do=do)
        assert one == other
        elsewhere = await ann.connect()
        await elsewhere.watch(table)
        while elsewhere.view["actions"] < 4:
            await elsewhere.next()
        assert (await elsewhere.ask(table, "act", id="mine", seat=0, do=do)) == one

    go(scene())


def test_the_same_id_for_something_else_is_refused(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, [(_, socket)] = await seated(server, "hat-trick", 4)
        one = await socket.ask(table, "say", id="x", phrase="hello")
        other = await socket.ask(table, "say", id="x", phrase="thanks")
        assert (other["type"], other["code"]) == ("refused", "id_used")
        assert await socket.ask(table, "say", id="x", phrase="hello") == one
        assert [line["phrase"] for line in socket.view["talk"]] == ["hello"]

    go(scene())


def test_an_expert_takes_its_time_however_soon_it_knows(server: Any, go: Any) -> None:
    """With one card left there is nothing to think about, and nobody should see that."""

    async def scene() -> str:
        table, [(_, socket)] = await seated(server, "stoick", 2, options={"games": 9})  # one may be over at once
        await socket.ask(table, "clear", seat=1)
        await socket.ask(table, "bot", seat=1, level="expert")
        await socket.ask(table, "start")
        while sum((message.get("news") or {}).get("by") == "bot" for message in socket.received) < 3:
            assert socket.view["phase"] == "playing"
            await play_on(table, socket, 1)
        return table

    log = log_of(server, go(scene()))
    took = [entry.at - before.at for before, entry in pairwise(log) if isinstance(entry, Acted) and entry.by == "bot"]
    assert len(took) >= 3
    assert min(took) >= 120  # milliseconds: a tenth of a second to think, and a little more


def test_signing_out_ends_the_socket(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        socket = await ann.connect()
        await socket.next()
        async with httpx.AsyncClient(
            base_url=f"http://{server.address}", timeout=PATIENCE, headers=ann.headers
        ) as http:
            assert (await http.delete("/api/me/tokens")).status_code == 200
        with pytest.raises(ConnectionClosed):
            await socket.next()

    go(scene())


def test_who_comes_back_is_told_what_they_missed(server: Any, go: Any) -> None:
    async def scene() -> None:
        table, [(_, first), (ben, second)] = await seated(server, "hat-trick", 4, people=2)
        await first.ask(table, "start")
        await second.until(lambda message: message.get("view", {}).get("phase") == "playing")
        seen = second.view["version"]
        await second.close()
        await play_on(table, first, 1)
        while 1 not in first.view["sights"][0]["picture"]["actors"]:
            await first.next()
        again = await ben.connect()
        answer = await again.watch(table, since=seen)
        assert [news["seat"] for news in answer["missed"]] == [0]
        assert answer["missed"][0]["do"] is not None
        assert (await again.watch(table, since=answer["view"]["version"])).get("missed", []) == []

    go(scene())


@pytest.mark.parametrize("way", ["kill", "stop"])
def test_after_a_restart_everything_is_there(mortal: Any, go: Any, way: str) -> None:
    async def scene() -> None:
        table, [(ann, socket)] = await seated(mortal, "stick-em", 3, options={"rounds": 1})
        await socket.ask(table, "start")
        await play_on(table, socket, 4)
        done = [message["version"] for message in socket.received if message["type"] == "done"][-1]
        getattr(mortal, way)()
        if way == "stop":
            with pytest.raises(ConnectionClosed):
                await socket.until(lambda message: False)
            assert socket.received[-1]["type"] == "bye"
        mortal.start()
        again = await ann.connect()
        view = (await again.watch(table))["view"]
        assert view["version"] >= done
        await play_on(table, again)
        assert replay(await record_of(ann, table)).over

    go(scene())


# ---- who may come in ----


def test_only_guests_from_our_own_page(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        url = f"ws://{server.address}/api/socket"
        for headers in ({}, {"authorization": "Bearer x.y.z"}, {"authorization": f"Bearer {ann.token}x"}):
            async with connect(url, additional_headers=headers, open_timeout=PATIENCE) as nobody:
                with pytest.raises(ConnectionClosed) as closed:
                    await nobody.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
        with pytest.raises(InvalidStatus):
            await connect(url, additional_headers={**ann.headers, "origin": "https://elsewhere.example"})
        origin = {"origin": f"http://{server.address}"}
        async with connect(url, additional_headers={**ann.headers, **origin}, open_timeout=PATIENCE) as ours:
            assert json.loads(await ours.recv())["type"] == "welcome"

    go(scene())


def test_guests(server: Any) -> None:
    with httpx.Client(base_url=f"http://{server.address}", timeout=PATIENCE) as http:
        assert http.get("/api/me").status_code == 401
        joined = http.post("/api/people", json={"name": "  Zoë \n Q "})
        assert joined.json()["name"] == "Zoë Q"
        assert "HttpOnly" in joined.headers["set-cookie"]
        assert http.get("/api/me").json()["name"] == "Zoë Q"  # by the cookie
        assert http.patch("/api/me", json={"name": "Zoé"}).json()["name"] == "Zoé"
        assert http.get("/api/me").json()["name"] == "Zoé"
        code = http.post("/api/me/recovery").json()["code"]
        with httpx.Client(base_url=f"http://{server.address}", timeout=PATIENCE) as elsewhere:
            assert elsewhere.post("/api/recover", json={"code": "AAAAA-AAAAA"}).status_code == 404
            found = elsewhere.post("/api/recover", json={"code": code.lower().replace("-", " ")})
            assert found.json()["person"] == joined.json()["person"]
            assert elsewhere.get("/api/me").json()["name"] == "Zoé"
            gone = elsewhere.delete("/api/me/tokens")
            assert gone.json()["code"] not in (None, code)
        assert http.get("/api/me").status_code == 401  # all tokens are worthless
    kept = (server.folder / "tablee.db").read_bytes() + (server.folder / "tablee.db-wal").read_bytes()
    assert joined.json()["token"].encode() not in kept
    assert code.replace("-", "").encode() not in kept
    assert (server.folder / "secret").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("name", ["", "   ", "\u200b\n", "x" * 25, "\u3164", "\u2800", "\u0301" * 5, "..."])
def test_names_that_are_none(server: Any, name: str) -> None:
    answer = httpx.post(f"http://{server.address}/api/people", json={"name": name}, timeout=PATIENCE)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")


def test_the_lobby(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        hidden = await ann.open("shit")
        shown = await ann.open("stoick", public=True)
        listed = [entry["table"] for entry in (await ann.get("/api/tables")).json()]
        assert shown["table"] in listed
        assert hidden["table"] not in listed
        socket = await ann.connect()
        await socket.ask(shown["table"], "sit", seat=1)
        await socket.ask(shown["table"], "bot", seat=2, level="novice")
        async with asyncio.timeout(PATIENCE):
            while True:  # the list is kept for a moment
                entries = {entry["table"]: entry for entry in (await ann.get("/api/tables")).json()}
                if entries[shown["table"]]["seats"] == [None, "Ann", "", None]:
                    break
        assert entries[shown["table"]]["terms"]["game"] == "stoick"
        found = await ann.get(f"/api/codes/{hidden['code'].lower()}")
        assert found.json()["table"] == hidden["table"]
        assert (await ann.get("/api/codes/ZZZZZZ")).status_code == 404
        assert (await ann.get("/api/tables/nothing")).status_code == 404
        games = {game["slug"]: game for game in (await ann.get("/api/games")).json()}
        assert set(games) >= {"shit", "stop-it"}
        kinds = {option["name"]: option["kind"] for option in games["stoick"]["options"]}
        assert kinds.items() >= {"games": "number", "strict": "flag", "first": "seat"}.items()
        assert (await ann.get("/healthz")).status_code == 200

    go(scene())


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "chess"}, 422),
        ({"game": "shit", "players": 99}, 422),
        ({"game": "shit", "options": {"mild": True}}, 422),
        ({"game": "shit", "surprise": 1}, 422),
        ({"game": "shit", "options": {"players": 3}}, 422),
        ({"game": "shit", "timer": "hourglass"}, 422),
        ([], 422),
        ({"game": "shit", "options": {f"o{n}": 1 for n in range(900)}}, 413),
    ],
)
def test_tables_that_cannot_be(server: Any, go: Any, body: Any, status: int) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        async with httpx.AsyncClient(
            base_url=f"http://{server.address}", timeout=PATIENCE, headers=ann.headers
        ) as http:
            answer = await http.post("/api/tables", json=body)
        assert answer.status_code == status
        assert answer.json()["why"]

    go(scene())


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "[" * 4000, "x" * 5000, '{"type":"dance"}', '{"type":"watch"}']
    + ['{"type":"watch","table":7}', '{"type":"ask","table":"t","id":"1","request":{"ask":"sing"}}']
    + ['{"type":"ping","at":"noon"}'],
)
def test_messages_that_are_none(server: Any, go: Any, text: str) -> None:
    async def scene() -> None:
        socket = await (await guest(server.address, "Ann")).connect()
        await socket.next()
        await socket.connection.send(text)
        answer = await socket.next()
        assert (answer["type"], answer["code"]) == ("refused", "bad_message")
        await socket.send(type="ping", at=1.5)
        assert (await socket.next())["at"] == 1.5

    go(scene())
