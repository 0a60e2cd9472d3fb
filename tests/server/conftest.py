"""A real server for the tests: a process of its own, on a port and in a folder of its own, that can be killed."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import client
import pytest


class Server:
    """`tablee serve` in a process of its own. The same folder again is the same server after a restart."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.arguments = arguments
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """At the port it had before, if it had one."""
        command = [sys.executable, "-m", "tablee", "serve", "--port", str(self.port), "--threads", "1", *self.arguments]
        self.errors = (self.folder / "errors").open("a", encoding="utf-8")
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env={**os.environ, "TABLEE_DATA": str(self.folder), "COLUMNS": "200"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        assert line.startswith("http://"), (line, self.said())
        self.port = int(line.rsplit(":", 1)[1])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def said(self) -> str:
        """What it wrote to its standard error."""
        return (self.folder / "errors").read_text(encoding="utf-8")

    def _end(self) -> int:
        code = self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.errors.close()
        return code


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
            return await asyncio.wait_for(work, 120)
        finally:
            while client.OPEN:
                await client.OPEN.pop().close()

    return lambda work: asyncio.run(whole(work))
