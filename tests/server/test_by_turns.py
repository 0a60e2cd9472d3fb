"""Stop it! by turns on a server: one person, three bots, and no clock."""

import asyncio
from typing import Any

import pytest
from client import Socket, guest, log_of

from tablee.record import replay
from tablee.table import table_of
from tablee.table.entries import Acted, Waited

Json = dict[str, Any]
pytestmark = pytest.mark.xdist_group("real-time")
WANTED = ("go", "file", "take", "call")  # what somebody does first


async def sat(server: Any, **terms: Any) -> tuple[Any, Socket, str]:
    """Somebody at a table of Stop it! by turns, with three bots."""
    ann = await guest(server.address, "Ann")
    terms = {"players": 4, "pace": "instant", "turns": True, "options": {"points": 3}, **terms}
    table = (await ann.open("stop-it", **terms))["table"]
    socket = await ann.connect()
    await socket.watch(table)
    await socket.ask(table, "sit", seat=0)
    for seat in (1, 2, 3):
        await socket.ask(table, "bot", seat=seat, level="casual")
    await socket.ask(table, "start")
    return ann, socket, table


def choices(socket: Socket) -> list[str]:
    return [choice["do"] for choice in socket.view["sights"][0]["choices"]]


def best(offered: list[str]) -> str:
    return next(do for verb in WANTED for do in offered if do.startswith(verb))


async def whole(server: Any) -> tuple[str, Json, Json]:
    """A match: as soon as they may, and then now and again, the person lets the others move."""
    ann, socket, table = await sat(server)
    turn = waited = 0
    while socket.view["phase"] != "over":
        if not (offered := choices(socket)):
            await socket.next()
            continue
        turn += 1
        if waited <= turn // 5 and socket.view["sights"][0]["may_wait"]:
            waited += 1
            answer = await socket.ask(table, "wait", seat=0)
        else:
            answer = await socket.ask(table, "act", seat=0, do=best(offered))
        assert answer["type"] == "done", answer
    record = (await ann.get(f"/api/tables/{table}/record")).json()
    return table, socket.view, record


def test_a_whole_match_goes_seat_by_seat_and_its_record_verifies(server: Any, go: Any) -> None:
    table, view, record = go(whole(server))
    log = log_of(server, table)
    moves = [entry for entry in log if isinstance(entry, Acted | Waited)]
    again = table_of(log[: log.index(moves[0])])
    for entry in log[log.index(moves[0]) :]:
        if isinstance(entry, Acted | Waited):
            assert again.match is not None
            assert [entry.seat] == again.waiting_for
            if again.match.actors == [0, 1, 2, 3]:  # cards are being taken: nobody moves twice before all have moved
                assert entry.seat == (moves[moves.index(entry) - 1].seat + 1) % 4
        again.take(entry)
    assert any(isinstance(entry, Waited) for entry in moves)
    assert all(entry.timing is None for entry in moves if isinstance(entry, Acted))
    # Here, in another process, the log makes the same of the table; and so does the record.
    assert again.over
    assert again.match is not None
    assert again.match.scores == [seat["score"] for seat in view["sights"][0]["picture"]["seats"]]
    assert replay(record).scores == again.match.scores


def test_bots_do_nothing_while_somebody_thinks(server: Any, go: Any) -> None:
    async def scene() -> None:
        _, socket, table = await sat(server)
        await socket.ask(table, "act", seat=0, do="go")
        while not choices(socket):
            await socket.next()
        assert socket.view["turn"] == 0
        assert socket.view["opens"] is None
        assert all(chair["deadline"] is None for chair in socket.view["chairs"])
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(socket.connection.recv(), 1.5)  # not even a beat: nobody's wire matters
        done = await socket.ask(table, "wait", seat=0)
        again = await socket.ask(table, "wait", id=done["id"], seat=0)
        assert (done["type"], again) == ("done", done)  # asked twice, done once

    go(scene())


def test_a_server_killed_in_between_goes_on_with_the_same_seat(mortal: Any, go: Any) -> None:
    async def before() -> tuple[Any, str, Json]:
        ann, socket, table = await sat(mortal)
        await socket.ask(table, "act", seat=0, do="go")
        while not choices(socket):
            await socket.next()
        return ann, table, socket.view

    async def after(ann: Any, table: str) -> Json:
        socket = await ann.connect()
        await socket.watch(table)
        shown = socket.view
        assert (await socket.ask(table, "act", seat=0, do=best(choices(socket))))["type"] == "done"
        return shown

    ann, table, view = go(before())
    mortal.kill()
    mortal.start()
    shown = go(after(ann, table))
    assert (shown["turn"], shown["sights"]) == (view["turn"], view["sights"])
