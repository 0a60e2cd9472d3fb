"""A real server for the tests: a process of its own, on a port and in a folder of its own, that can be killed."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import client
import pytest

from process import Server
from tablee.server.schema import migrate
from tablee.server.store import Store

LONGEST = 1200  # seconds: what gives way to everything else, as a review does, takes long on a busy machine


def serve(folder: Path) -> Iterator[Server]:
    running = Server(folder, "--crowd", "100000")
    yield running
    if running.process.poll() is None:
        assert running.stop() in (0, -signal.SIGTERM)
    assert "Traceback" not in running.said(), running.said()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests of a module."""
    yield from serve(tmp_path_factory.mktemp("server"))


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """One that a test may end, and start again."""
    yield from serve(tmp_path)


@pytest.fixture
def go() -> Callable[[Awaitable[Any]], Any]:
    """Run something asynchronous to its end."""

    async def whole(work: Awaitable[Any]) -> Any:
        try:
            return await asyncio.wait_for(work, LONGEST)
        finally:
            while client.OPEN:
                await client.OPEN.pop().close()

    return lambda work: asyncio.run(whole(work))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store(f"sqlite:///{tmp_path}/tablee.db")
    migrate(kept.engine)
    yield kept
    kept.close()
