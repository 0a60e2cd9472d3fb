"""Who is next, by the order of what is done: never by the clock."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tablee.server.shares import Job, Line, Pool, TooMany, Turns


def all_of(turns: Turns[str]) -> list[str]:
    taken = []
    while turns:
        taken.append(turns.take())
    return taken


def test_addresses_take_turns_and_at_each_its_tables() -> None:
    turns: Turns[str] = Turns()
    for table in "xyz":
        for number in range(2):
            turns.put(("eve", table), f"eve {table}{number}")
    turns.put(("ann", "t"), "ann 0")
    turns.put(("ben", "t"), "ben 0")
    turns.put(("ann", "t"), "ann 1")
    foreseen = list(turns)
    assert foreseen == all_of(turns)
    assert foreseen[:5] == ["eve x0", "ann 0", "ben 0", "eve y0", "ann 1"]
    assert foreseen[5:] == ["eve z0", "eve x1", "eve y1", "eve z1"]


def test_whoever_comes_waits_for_one_of_everybody_else_at_most() -> None:
    turns: Turns[str] = Turns()
    for number in range(1000):
        turns.put(("eve", f"table {number}"), "eve")
    turns.take()
    turns.put(("ann", "t"), "ann")
    assert [turns.take(), turns.take()] == ["eve", "ann"]


def test_what_is_removed_is_gone() -> None:
    turns: Turns[str] = Turns()
    for item in "abc":
        turns.put(("x", item), item)
    turns.remove(("x", "b"), "b")
    assert turns.count() == turns.count(("x",)) == 2
    assert turns.count(("x", "b")) == turns.count(("y",)) == 0
    assert all_of(turns) == ["a", "c"]
    assert not turns


def test_a_line_has_an_end_for_each_and_for_all() -> None:
    line: Line[str] = Line(4, 3, 2)
    line.put(("eve", "1"), "")
    line.put(("eve", "1"), "")
    with pytest.raises(TooMany):
        line.put(("eve", "1"), "")
    line.put(("eve", "2"), "")
    with pytest.raises(TooMany):
        line.put(("eve", "3"), "")
    line.put(("ann", "1"), "")
    with pytest.raises(TooMany):
        line.put(("ben", "1"), "")


class Held:
    """A pool whose only thread is busy until it is let go."""

    def __init__(self) -> None:
        self.first: Line[Job] = Line(1000)
        self.second: Line[Job] = Line(1000)
        self.pool = Pool("held", 1, [self.first, self.second])
        self.order: list[str] = []
        self.shares: dict[str, float] = {}
        self._gate = threading.Event()
        self._blocking = asyncio.create_task(self.pool.do(self.first, ("nobody", "t"), lambda _: self._gate.wait(60)))

    def noting(self, what: str) -> Callable[[float], str]:
        def work(share: float) -> str:
            self.order.append(what)
            self.shares[what] = share
            return what

        return work

    def task(self, line: Line[Job], address: str, table: str, what: str) -> "asyncio.Task[str]":
        return asyncio.create_task(self.pool.do(line, (address, table), self.noting(what)))

    async def let_go(self, *tasks: "asyncio.Task[Any]") -> list[Any]:
        await asyncio.sleep(0)
        self._gate.set()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        await self._blocking
        self.pool.close()
        return answers


def test_an_earlier_line_goes_first_and_in_each_everybody_has_a_turn() -> None:
    async def scene() -> None:
        held = Held()
        await asyncio.sleep(0)
        advice = [held.task(held.second, "eve", "t", f"advice {number}") for number in range(3)]
        bots = [held.task(held.first, "eve", f"{number}", f"master {number}") for number in range(3)]
        honest = held.task(held.first, "ann", "t", "expert")
        await held.let_go(*advice, *bots, honest)
        assert held.order == ["master 0", "expert", "master 1", "master 2", "advice 0", "advice 1", "advice 2"]

    asyncio.run(scene())


def test_an_address_has_the_same_share_however_much_it_brings() -> None:
    async def scene() -> None:
        held = Held()
        await asyncio.sleep(0)
        tasks = [held.task(held.first, "eve", f"{number}", f"master {number}") for number in range(50)]
        honest = held.task(held.first, "ann", "t", "expert")
        asked = held.task(held.second, "ben", "t", "advice")
        await held.let_go(*tasks, honest, asked)
        assert held.shares["expert"] == 1 / 2
        assert held.shares["master 0"] == pytest.approx(1 / 2 / 50)
        assert held.shares["advice"] == 1.0, "when its turn comes nobody else is there any more"

    asyncio.run(scene())


def test_who_no_longer_waits_leaves_the_line() -> None:
    async def scene() -> None:
        held = Held()
        await asyncio.sleep(0)
        tasks = [held.task(held.second, "eve", "t", f"{number}") for number in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.sleep(0)
        assert held.second.count() == 2
        answers = await held.let_go(*tasks)
        assert held.order == ["0", "2"]
        assert isinstance(answers[1], asyncio.CancelledError)
        assert held.pool.load == 0

    asyncio.run(scene())


def test_what_fails_is_told_to_who_asked_and_the_next_one_goes_on() -> None:
    async def scene() -> None:
        held = Held()

        def fail(share: float) -> None:
            raise ValueError("no")

        failing = asyncio.create_task(held.pool.do(held.first, ("eve", "t"), fail))
        after = held.task(held.first, "eve", "t", "after")
        answers = await held.let_go(failing, after)
        assert isinstance(answers[0], ValueError)
        assert answers[1] == "after"

    asyncio.run(scene())


def test_a_pool_that_is_closed_begins_nothing_more() -> None:
    async def scene() -> None:
        held = Held()
        await asyncio.sleep(0)
        waiting = held.task(held.first, "eve", "t", "waiting")
        await asyncio.sleep(0)
        held.pool.close()
        await held.let_go()
        assert held.order == []
        waiting.cancel()
        with pytest.raises(TooMany, match="stop"):
            await held.task(held.first, "ann", "t", "too late")

    asyncio.run(scene())
