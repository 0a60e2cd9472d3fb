"""Work that is done once for all who ask: whoever is gone by its end leaves no trouble behind."""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tablee.server.answers import Answer
from tablee.server.hall import Hall
from tablee.server.outage import Unavailable
from tablee.server.store import Store


def an_answer(store: Store, fails: Callable[[], Coroutine[Any, Any, Any]]) -> Coroutine[Any, Any, Any]:
    return Answer(fails).get()


def a_table(store: Store, fails: Callable[..., Coroutine[Any, Any, Any]]) -> Coroutine[Any, Any, Any]:
    store.find = fails  # type: ignore[method-assign]
    return Hall(store).room("table")


@pytest.mark.parametrize("asked", [an_answer, a_table])
def test_what_fails_once_nobody_waits_for_it_is_no_trouble(store: Store, asked: Any) -> None:
    async def scene() -> list[str]:
        told: list[str] = []
        loop, go = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(lambda _, context: told.append(context["message"]))

        async def fails(**_: Any) -> None:
            await go.wait()
            raise Unavailable("the database cannot be read")

        asking = asyncio.create_task(asked(store, fails))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        go.set()
        del asking
        for _ in range(5):
            await asyncio.sleep(0)
        gc.collect()
        return told

    assert asyncio.run(scene()) == []


def test_who_waits_hears_what_failed_and_the_next_one_asks_again(store: Store) -> None:
    made: list[int] = []

    async def make() -> int:
        made.append(1)
        if len(made) == 1:
            raise Unavailable("the database cannot be read")
        return len(made)

    async def scene() -> None:
        answer = Answer(make)
        for failed in await asyncio.gather(answer.get(), answer.get(), return_exceptions=True):
            assert isinstance(failed, Unavailable)
        assert [await answer.get(), await answer.get()] == [2, 2]

    asyncio.run(scene())
