"""Who waits for the coach, and for how many others: by the order of their turns."""

import asyncio
from typing import Any

import pytest

from tablee.catalogue import find
from tablee.match import Match
from tablee.server import reviews
from tablee.server.reviews import Child, Reviews, Stand
from tablee.server.shares import TooMany


class Coach:
    """Who needs as many turns for a match as it has actions, and takes one when told to."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.begun: list[str] = []
        self.closed: list[str] = []
        self._go = asyncio.Semaphore(0)

    async def begin(self, record: Any, seat: int) -> Any:
        coach, left = self, len(record["actions"])
        coach.begun.append(record["name"])

        class Desk:
            async def turn(self) -> bytes | None:
                nonlocal left
                await coach._go.acquire()
                coach.order.append(record["name"])
                left -= 1
                return record["name"].encode() if not left else None

            def close(self) -> None:
                coach.closed.append(record["name"])

        return Desk()

    async def turns(self, count: int) -> None:
        for _ in range(count):
            self._go.release()
            for _ in range(10):
                await asyncio.sleep(0)


class Waiting:
    def __init__(self) -> None:
        self.coach = Coach()
        self.reviews = Reviews(self.coach.begin)

    def ask(self, name: str, size: int = 1, address: str = "", person: str = "") -> Any:
        record = {"name": name, "actions": [0] * size}
        return self.reviews.of((name, 0), lambda: record, address or name, person or name)


def test_a_long_match_does_not_keep_a_short_one_waiting() -> None:
    async def scene() -> None:
        waiting = Waiting()
        assert waiting.ask("long", 100, "eve") == Stand("waiting", 0)
        await waiting.coach.turns(2)
        assert waiting.ask("long", 100, "eve") == Stand("working", 0)
        assert waiting.ask("short", 2, "ann") == Stand("waiting", 1)
        await waiting.coach.turns(4)
        assert waiting.ask("short") == b"short"
        assert waiting.coach.order == ["long", "long", "long", "short", "long", "short"]
        waiting.reviews.close()

    asyncio.run(scene())


def test_an_address_has_one_begun_and_then_its_shortest() -> None:
    async def scene() -> None:
        waiting = Waiting()
        for name, size in (("first", 2), ("longest", 3), ("shortest", 1)):
            waiting.ask(name, size, "eve")
        assert waiting.ask("longest") == Stand("waiting", 2)
        await waiting.coach.turns(6)
        assert waiting.coach.order == ["shortest", "first", "first", "longest", "longest", "longest"]
        assert waiting.coach.closed == ["shortest", "first", "longest"]

    asyncio.run(scene())


def test_only_so_many_are_begun() -> None:
    async def scene() -> None:
        waiting = Waiting()
        for number in range(8):
            waiting.ask(f"{number}", 3)
        await waiting.coach.turns(8)
        assert len(waiting.coach.begun) == reviews.BEGUN
        await waiting.coach.turns(16)
        assert {waiting.ask(f"{number}") for number in range(8)} == {f"{number}".encode() for number in range(8)}

    asyncio.run(scene())


def test_the_line_has_an_end_for_each_and_for_all() -> None:
    async def scene() -> None:
        waiting = Waiting()
        for number in range(reviews.EACH):
            waiting.ask(f"mine {number}", 1, "eve", "eve")
        with pytest.raises(TooMany):
            waiting.ask("one more", 1, "eve", "eve")
        for number in range(reviews.OF_ADDRESS - reviews.EACH):
            waiting.ask(f"ours {number}", 1, "eve", f"friend {number}")
        with pytest.raises(TooMany):
            waiting.ask("one more", 1, "eve", "another friend")
        for number in range(reviews.WAITING - reviews.OF_ADDRESS):
            waiting.ask(f"theirs {number}")
        with pytest.raises(TooMany):
            waiting.ask("one more")
        waiting.reviews.close()

    asyncio.run(scene())


def test_what_nobody_asks_for_any_more_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        waiting = Waiting()
        waiting.ask("begun", 9, "eve")
        waiting.ask("waiting", 9, "eve")
        await waiting.coach.turns(1)
        monkeypatch.setattr(reviews, "FORGOTTEN", -1.0)
        await waiting.coach.turns(1)
        assert waiting.coach.closed == ["begun"]
        monkeypatch.setattr(reviews, "FORGOTTEN", 1000.0)
        assert waiting.ask("waiting", 9, "eve") == Stand("waiting", 0), "it begins anew"
        waiting.reviews.close()

    asyncio.run(scene())


def test_what_fails_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async def fail(record: Any, seat: int) -> Any:
            raise OSError("no room")

        failing = Reviews(fail)
        assert failing.of(("t", 0), lambda: {"actions": []}, "eve", "eve") == Stand("waiting", 0)
        await asyncio.sleep(0.01)
        assert failing.of(("t", 0), lambda: {"actions": []}, "eve", "eve") == Stand("failed")
        assert failing.of(("t", 0), lambda: {"actions": []}, "eve", "eve") == Stand("waiting", 0)
        failing.close()

    asyncio.run(scene())
    assert "no room" in caplog.text


def test_the_child_works_turn_by_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        match = Match(find("shit").setup(2, target=1), "a deck")
        while not match.over:
            seat = match.actors[0]
            match.play(seat, match.legal(seat)[0])
        monkeypatch.setattr(reviews, "TURN", 0.0)
        child, turns = await Child.begin(match.record(), 0), 1
        while (found := await child.turn()) is None:
            turns += 1
        assert turns == len(match.actions)
        assert b"tablee-analysis" in found
        child.close()
        await child._process.wait()

    asyncio.run(scene())


def test_a_child_that_fails_says_why() -> None:
    async def scene() -> None:
        child = await Child.begin({"format": "nonsense"}, 0)
        with pytest.raises(RuntimeError, match="BadRecord"):
            await child.turn()
        child.close()
        await child._process.wait()

    asyncio.run(scene())
