"""A real server for the tests: a process of its own, on a port and in a folder of its own, that can be killed."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import client
import pytest
from inside import House

from process import Server
from tablee.server.app import make_app
from tablee.server.schema import migrate
from tablee.server.settings import Settings
from tablee.server.store import Store, engine_for

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
def inside(tmp_path: Path) -> Callable[[Callable[[House], Awaitable[None]]], None]:
    """Let something happen at a server in this very process."""
    settings = Settings(f"sqlite:///{tmp_path}/tablee.db", b"0123456789abcdef" * 2, threads=1)
    engine = engine_for(settings.database)
    migrate(engine)
    engine.dispose()

    async def whole(scene: Callable[[House], Awaitable[None]]) -> None:
        app = make_app(settings)
        async with app.router.lifespan_context(app):
            await asyncio.wait_for(scene(House(app)), LONGEST)

    return lambda scene: asyncio.run(whole(scene))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store(f"sqlite:///{tmp_path}/tablee.db")
    migrate(kept.engine)
    yield kept
    kept.close()
