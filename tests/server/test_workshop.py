"""What the bots search with is compiled beside the server, and nobody waits for it."""

import asyncio
import subprocess
from pathlib import Path
from typing import Any

import pytest
from client import PATIENCE, guest

from process import Server
from tablee.compiler import cache_folder
from tablee.server.workshop import Workshop


def compiling(pid: int) -> list[int]:
    """The children of a process that compile a search."""
    listed = subprocess.run(["pgrep", "-P", str(pid), "-f", "tablee.bots.prepare"], capture_output=True, text=True)
    return [int(line) for line in listed.stdout.split()]


def kept(folder: Path) -> list[str]:
    return [file.name for file in folder.rglob("*.nbi")]


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_an_expert_plays_by_habit_until_its_search_is_there(
    tmp_path: Path, go: Any, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("TABLEE_CACHE", str(cache))

    async def scene(server: Any) -> None:
        ann = await guest(server.address, "Ann")
        table = (await ann.open("shit", players=2, pace="instant", timer="none"))["table"]
        socket = await ann.connect()
        await socket.watch(table)
        await socket.ask(table, "sit", seat=0)
        await socket.ask(table, "bot", seat=1, level="expert")
        await socket.ask(table, "start")
        while not any(((message.get("news") or {}).get("by") == "bot") for message in socket.received):
            ready = [sight for sight in socket.view["sights"] if sight["choices"]]
            if ready:
                await socket.ask(table, "act", seat=0, do=ready[0]["choices"][0]["do"])
            else:
                await socket.next()
        while not socket.view["sights"][0]["choices"]:
            await socket.next()
        advice = (await ann.get(f"/api/tables/{table}/advice?seat=0")).json()
        assert advice["reason"], "who advises by habit says why, too"
        assert not kept(cache), "it has waited until all was compiled"
        (child,) = compiling(server.process.pid)
        await asyncio.to_thread(getattr(server, end))
        async with asyncio.timeout(PATIENCE):  # it does not go on for nobody
            while Path(f"/proc/{child}/cmdline").exists():
                await asyncio.sleep(0.1)

    server = Server(tmp_path)
    try:
        go(scene(server))
    finally:
        if server.process.poll() is None:
            server.kill()
    assert "Traceback" not in server.said(), server.said()


def test_what_it_made_is_in_the_cache() -> None:
    async def scene() -> None:
        workshop = Workshop()
        await workshop.order("shit").making
        assert await workshop.has("shit")

    asyncio.run(scene())
    assert any("passes" in name for name in kept(cache_folder()))


def test_a_child_that_fails_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        await Workshop().order("chess").making

    asyncio.run(scene())
    assert "chess" in caplog.text
    assert "invalid choice" in caplog.text
