"""What a server of an older version left behind goes on under this one: people, tables, matches, records.

`before/NNNN.sql` is the whole database of a server of schema NNNN, as it was when the program wrote that schema, and
`before/NNNN.json` the secret of its tokens and the names of its tables. Ann and Ben sit at seats 0 and 1 of a match of
SHIT! and one of strict Stoïck that are being played, of one that is over, and of a table that has not begun.
"""

import asyncio
import contextlib
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from client import Guest, Socket, log_of

from process import Server
from tablee.record import replay
from tablee.table import table_of

BEFORE = Path(__file__).parent / "before"
TIMES = {"made", "joined", "opened", "changed", "began", "ended", "seen"}  # columns
pytestmark = pytest.mark.xdist_group("server")


def lay_out(schema: str, folder: Path) -> dict[str, str]:
    """That database in the folder, as if it were of today: what is old is cleared away, in time."""
    named: dict[str, str] = json.loads((BEFORE / f"{schema}.json").read_text(encoding="utf-8"))
    (folder / "secret").write_text(named["secret"], encoding="utf-8")
    with contextlib.closing(sqlite3.connect(folder / "tablee.db")) as database:
        database.executescript((BEFORE / f"{schema}.sql").read_text(encoding="utf-8"))
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = {line[1] for line in database.execute(f"PRAGMA table_info({table})")}
            for column in columns & TIMES:
                database.execute(f"UPDATE {table} SET {column} = ?", (time.time_ns() // 1_000_000,))
        database.commit()
    return named


async def come(who: Guest, table: str) -> Socket:
    socket = await who.connect()
    await socket.watch(table)
    return socket


async def play_on(table: str, sockets: list[Socket], actions: int) -> None:
    """So many actions more, or to the end of the match: whatever comes first among what one may do."""
    until = sockets[0].view["actions"] + actions
    while sockets[0].view["phase"] == "playing" and sockets[0].view["actions"] < until:
        for socket in sockets:
            ready = [sight for sight in socket.view["sights"] if sight["choices"]]
            if ready and socket.view["phase"] == "playing":
                await socket.ask(table, "act", seat=ready[0]["seat"], do=ready[0]["choices"][0]["do"])
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.02):
                    await socket.next()


@pytest.mark.parametrize("schema", sorted(path.stem for path in BEFORE.glob("*.sql")))
def test_everything_goes_on(schema: str, tmp_path: Path, go: Any) -> None:
    named = lay_out(schema, tmp_path)

    async def scene(address: str) -> None:
        ann, ben = (Guest(address, name, named[name.lower()]) for name in ("Ann", "Ben"))
        assert (await ann.get("/api/me")).json()["name"] == "Ann"
        [figures] = (await ann.get("/api/me/standing")).json()["games"]
        assert (figures["game"], figures["matches"]) == ("stick-em", 1)
        replay((await ann.get(f"/api/tables/{named['over']}/record")).json())
        for game in ("shit", "stoick"):
            sockets = [await come(who, named[game]) for who in (ann, ben)]
            before = sockets[0].view["actions"]
            assert (sockets[0].view["phase"], before > 5) == ("playing", True)
            await play_on(named[game], sockets, 12)
            assert sockets[0].view["actions"] >= before + 12
        waiting = await come(ann, named["open"])
        assert [chair["name"] for chair in waiting.view["chairs"][:2]] == ["Ann", "Ben"]
        assert (await waiting.ask(named["open"], "start"))["type"] == "done"

    with Server(tmp_path, "--crowd", "1000") as server:
        go(scene(server.address))
        assert "Traceback" not in server.said(), server.said()
        for game in ("shit", "stoick"):  # by the rules that it began with
            assert table_of(log_of(server, named[game])).setup.version == 1
