"""Stop it! on a server: the countdown, claims over wires of different length, the grace after a call."""

import asyncio
import json
import selectors
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from client import PATIENCE, Socket, guest, log_of
from tables import ANN, BEN, EVE, started

from tablee.server import claims, room, timers
from tablee.server.claims import Claims
from tablee.server.clock import now
from tablee.server.hall import Hall
from tablee.server.room import Room
from tablee.server.timers import Timers
from tablee.table import AnyEntry, Person, Refusal, Terms
from tablee.table.entries import Acted, Beaten
from tablee.table.race import COUNTDOWN, GRACE, LONGEST, SLACK
from tablee.table.requests import Act

Json = dict[str, Any]
pytestmark = pytest.mark.xdist_group("real-time")


class Ear:
    """A client that keeps what it is sent."""

    def __init__(self, person: Person, wire: int) -> None:
        self.person, self.wire = person, wire
        self.heard: list[bytes] = []
        self.blocked: frozenset[str] = frozenset()

    def send(self, message: bytes) -> None:
        self.heard.append(message)


# ---- in a time of its own: what happens when is the same on however busy a machine ----


class Hourglass(selectors.DefaultSelector):
    """Nobody waits: where a loop would sleep, its time passes at once."""

    time = 0.0

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0 if timeout else timeout)
        self.time += 0 if found or not timeout else timeout
        return found


class OwnTime(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.glass = Hourglass()
        super().__init__(self.glass)

    def time(self) -> float:
        return self.glass.time


class Paper:
    """Where entries are written, in place of a database."""

    def __init__(self) -> None:
        self.entries: list[AnyEntry] = []

    async def append(self, table: str, start: int, made: list[AnyEntry], after: AnyEntry | None = None) -> bool:
        self.entries += made
        return True


class Race:
    """Ann and Ben at a table of Stop it! that is 0 ms old, each at the end of a wire."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, ann: int, ben: int, pace: Any = "instant") -> None:
        log = started(Terms("stop-it", 2, pace=pace))
        log.go()
        self.loop, self.start, self.paper = OwnTime(), log.now, Paper()
        store: Any = self.paper
        self.room = Room(log.table, "CODE", store, lambda room: None)
        self.wires = {ANN: ann, BEN: ben}
        self.version = log.table.version
        for module in (claims, room):
            monkeypatch.setattr(module, "now", lambda: self.start + round(1000 * self.loop.time()))

    def run(self, *work: Awaitable[Any]) -> list[Any]:
        async def whole() -> list[Any]:
            for person, wire in self.wires.items():
                self.room.look(Ear(person, wire))
            return await asyncio.gather(*work)

        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            return runner.run(whole())

    async def take(self, person: Person, pile: int, at: int, **says: Any) -> str:
        """Reach for a card at that time, and be heard half a wire later. Gives what comes of it."""
        await asyncio.sleep((at + self.wires[person] / 2) / 1000)
        request = Act(list(self.wires).index(person), f"take {pile}", **says)
        try:
            await self.room.ask(person, request, f"{at}", self.wires[person])
        except Refusal as refusal:
            return refusal.code
        return "done"

    async def take_after(self, person: Person, pile: int, reaction: int, says: bool = True) -> str:
        """Reach for a card so long after having seen the table."""
        told = {"seen": self.version, "reaction": reaction if says else None}
        return await self.take(person, pile, self.wires[person] // 2 + reaction, **told)


def test_the_quicker_hand_gets_the_card_over_the_longer_wire(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann is heard 110 ms before Ben, who was 120 ms quicker."""
    race = Race(monkeypatch, 10, 240)
    assert race.run(race.take_after(ANN, 1, 420), race.take_after(BEN, 1, 300)) == ["faster", "done"]
    taken, beaten = race.paper.entries
    assert isinstance(taken, Acted)
    assert isinstance(beaten, Beaten)
    assert (taken.seat, beaten.seat) == (1, 0)
    assert taken.timing is not None
    assert (taken.timing.moment, beaten.timing.moment) == (race.start + 300, race.start + 420)
    assert (taken.timing.arrived, beaten.timing.arrived) == (race.start + 540, race.start + 430)


def test_who_says_nothing_is_taken_as_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    race = Race(monkeypatch, 10, 240)
    said = race.run(race.take_after(ANN, 1, 420, says=False), race.take_after(BEN, 1, 300, says=False))
    assert said == ["done", "faster"]


@pytest.mark.parametrize("says", [{}, {"seen": 10**9}])
def test_nobody_is_given_a_card_that_they_cannot_have_seen(monkeypatch: pytest.MonkeyPatch, says: Any) -> None:
    """Whatever they say they saw, or if they say nothing: Ben acts before he can have heard of what Ann does."""
    race = Race(monkeypatch, 10, 240)
    first = race.take_after(ANN, 1, 400)
    assert race.run(first, race.take(BEN, 1, 500, **says)) == ["done", "faster"]


def test_nothing_can_be_taken_before_the_countdown_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    race = Race(monkeypatch, 0, 0, pace="quick")
    opens = COUNTDOWN["quick"]
    said = race.run(race.take(ANN, 1, opens - 1), race.take(ANN, 2, opens), race.take(BEN, 3, opens + 1))
    assert said == ["too_early", "done", "done"]


# ---- over sockets ----


class Wired:
    """Somebody at the end of a wire: sees everything so much later, and is heard so much later."""

    def __init__(self, socket: Socket, table: str, seat: int, wire: float) -> None:
        self.socket, self.table, self.seat, self.wire = socket, table, seat, wire
        self.shown: dict[int, float] = {}  # when each version came
        self.views: list[Json] = []  # all of them
        self.beats = 0  # that were sent back
        self.answers: list[Json] = []
        self.running = asyncio.create_task(self.run())

    @property
    def view(self) -> Json:
        return self.views[-1]

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            loop.call_later(self.wire / 2, self.hear, json.loads(await self.socket.connection.recv()))

    def hear(self, message: Json) -> None:
        if message["type"] == "beat":
            self.later(message)
            self.beats += 1
        if "view" in message:
            self.views.append(message["view"])
            self.shown[self.view["version"]] = time.perf_counter()
        if message["type"] in ("done", "refused", "hurry"):
            self.answers.append(message)

    def later(self, message: Json) -> None:
        async def send() -> None:
            await asyncio.sleep(self.wire / 2)
            await self.socket.send(**message)

        self.sending = asyncio.create_task(send())

    async def act(self, do: str, **fields: Any) -> Json:
        """Do something and wait for the answer."""
        key = f"{self.seat} {do} {time.perf_counter()}"
        request = {"ask": "act", "seat": self.seat, "do": do, **fields}
        self.later({"type": "ask", "table": self.table, "id": key[:40], "request": request})
        async with asyncio.timeout(PATIENCE):
            while not (mine := [answer for answer in self.answers if answer.get("id") == key[:40]]):
                await asyncio.sleep(0.005)
        return mine[0]

    async def until(self, true: Callable[[Json], bool], since: int = 0) -> Json:
        """The first view that is like that, of those since that version; waited for if need be."""
        async with asyncio.timeout(PATIENCE):
            while not (found := [view for view in self.views if view["version"] >= since and true(view)]):
                await asyncio.sleep(0.005)
        return found[0]

    async def take_after(self, pile: int, reaction: float) -> Json:
        """Take a card so long after having seen the table as it is now, or after the countdown."""
        version = self.view["version"]
        start = max(self.shown[version], time.perf_counter() + self.view["opens"] / 1000 - time.time())
        await asyncio.sleep(start + reaction - time.perf_counter())
        told = round(1000 * (time.perf_counter() - start))
        return await self.act(f"take {pile}", seen=version, reaction=told)


async def table_of(server: Any, wires: list[float], **terms: Any) -> list[Wired]:
    """People at a table of Stop it! at the end of such wires, which the server has measured; before "go"."""
    players: list[Wired] = []
    table = ""
    for seat, wire in enumerate(wires):
        person = await guest(server.address, f"Wire {seat}")
        if not table:
            terms = {"pace": "instant", "timer": "none", **terms}
            table = (await person.open("stop-it", players=len(wires), **terms))["table"]
        socket = await person.connect()
        await socket.watch(table)
        await socket.ask(table, "sit", seat=seat)
        players.append(Wired(socket, table, seat, wire))
    await players[0].socket.send(type="ask", table=table, id="s", request={"ask": "start"})
    async with asyncio.timeout(PATIENCE):
        while min(player.beats for player in players) < 3:
            await asyncio.sleep(0.05)
    return players


async def all_see(players: list[Wired], answer: Json) -> None:
    """Wait until everybody has been shown what came of that."""
    assert answer["type"] == "done", answer
    for player in players:
        await player.until(lambda view: True, since=answer["version"])


async def all_go(players: list[Wired]) -> None:
    for player in players:
        await all_see(players, await player.act("go"))


async def leave(players: list[Wired]) -> None:
    for player in players:
        player.running.cancel()


def test_a_longer_wire_is_measured_and_made_up_for(server: Any, go: Any) -> None:
    async def scene() -> str:
        near, far = players = await table_of(server, [0.01, 0.24])
        await all_go(players)
        before = near.view["version"]
        await all_see(players, await far.take_after(1, 0.1))
        late = await near.act("take 1", seen=before, reaction=0)
        assert late["code"] == "faster", late
        await leave(players)
        return near.table

    table = go(scene())
    [taken] = [entry.timing for entry in log_of(server, table) if isinstance(entry, Acted) and entry.timing]
    assert taken.wire >= 240
    assert 235 <= taken.arrived - taken.moment <= LONGEST + SLACK


def test_claims_go_in_the_order_of_their_moments() -> None:
    """Whichever has to wait longer; the lot decides between equal ones."""

    async def scene() -> list[str]:
        claims, order = Claims(), []
        start = now()

        async def claim(name: str, moment: int, lot: bytes, until: int) -> None:
            await claims.wait(start + moment, lot, start + until)
            order.append(name)

        await asyncio.gather(
            claim("fourth", 40, b"", 90),
            claim("first", 10, b"", 400),
            claim("third", 20, b"b", 300),
            claim("second", 20, b"a", 500),
        )
        return order

    assert asyncio.run(scene()) == ["first", "second", "third", "fourth"]


def test_nobody_waits_who_plays_alone_with_bots() -> None:
    """No other person's claim can be on its way; bots wait for that person's."""
    log = started(Terms("stop-it", 3), (ANN,))
    store: Any = None  # nothing is written here
    room = Room(log.table, "CODE", store, lambda room: None)
    room.look(Ear(ANN, 80))
    assert room.longest_wire(ANN.id) == 0
    assert room.longest_wire("") == 80
    room.look(Ear(EVE, 200))  # who only looks is waited for by nobody
    room.look(Ear(ANN, 300))  # and somebody with two sockets for the shorter one
    assert room.longest_wire("") == 80


def test_who_thinks_for_long_is_warned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = OwnTime()
    monkeypatch.setattr(timers, "now", lambda: round(1000 * loop.time()))

    async def scene() -> list[Json]:
        log = started(Terms("stick-em", 3, timer="blitz"))
        store: Any = None
        hall = Hall(store)
        timers = Timers(hall)
        room = Room(log.table, "CODE", store, timers.wind)
        ear = Ear(ANN, 0)
        room.look(ear)
        log.table.wake(-9_000)  # of 15 seconds
        timers.wind(room)
        await asyncio.sleep(0.9)
        assert not hurries(ear)
        await asyncio.sleep(2)
        timers.wind(room)
        await asyncio.sleep(2)
        timers.close()
        return hurries(ear)

    def hurries(ear: Ear) -> list[Json]:
        return [message for message in map(json.loads, ear.heard) if message["type"] == "hurry"]

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        [hurry] = runner.run(scene())
    assert hurry["seat"] == 0
    assert hurry["deadline"] == 6_000


def test_a_countdown_before_the_first_card(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann, ben = players = await table_of(server, [0.02, 0.02], pace="quick")
        await all_see(players, await ben.act("go"))
        before = 1000 * time.time()
        await all_see(players, await ann.act("go"))
        assert before + 1000 <= ben.view["opens"] <= 1000 * time.time() + 1000
        assert (await ben.take_after(1, 0.2))["type"] == "done"
        await leave(players)

    go(scene())


def test_who_does_not_file_after_a_call_drops_the_card(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann, ben = players = await table_of(server, [0.002, 0.002])
        await all_go(players)
        while True:
            choices = [one["do"] for one in ben.view["sights"][0]["choices"]]
            calls = [do for do in choices if do.startswith("call")]
            held = ann.view["sights"][0]["picture"]["seats"][0]["holding"]
            if calls and held:
                break
            if not held:
                takes = (one["do"] for one in ann.view["sights"][0]["choices"])
                done = await ann.act(next(do for do in takes if do[:4] == "take"))
            elif filing := [do for do in choices if do.startswith("file")]:
                done = await ben.act(filing[0])
            else:
                done = await ben.act(next(do for do in choices if do[:4] == "take"))
            await all_see(players, done)
        called = 1000 * time.time()
        done = await ben.act(calls[0])
        assert done["type"] == "done", done
        grace = await ann.until(lambda view: view["sights"][0]["picture"]["phase"] == "grace", done["version"])
        assert grace["chairs"][0]["deadline"] >= called + GRACE
        ready = await ann.until(lambda view: view["sights"][0]["picture"]["phase"] == "ready", done["version"])
        assert 1000 * time.time() >= called + GRACE
        picture = ready["sights"][0]["picture"]
        assert picture["last_count"]["hands"][0]["dropped"], picture
        await leave(players)

    go(scene())
