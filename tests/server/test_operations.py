"""What a host needs: figures, lines in a log, closing a table, copies of the data."""

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from client import PATIENCE, guest

from process import Server
from tablee.server.app import HELD
from tablee.server.store import Store
from tablee.table import Terms
from tablee.table.entries import Opened

pytestmark = pytest.mark.xdist_group("server")


def admin(server: Any, *words: str) -> Any:
    environment = {**os.environ, "TABLEE_DATA": str(server.folder), "COLUMNS": "200"}
    command = [sys.executable, "-m", "tablee", "admin", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)


def test_figures(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        table = (await ann.open("shit", players=2))["table"]
        socket = await ann.connect()
        await socket.watch(table)
        await socket.ask(table, "start")
        await socket.ask(table, "sit")

    go(scene())
    page = httpx.get(f"http://{server.address}/metrics", timeout=PATIENCE).text
    figures = dict(line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#"))
    shown = {name for name in re.findall(r"^# TYPE (tablee_\w+)", page, re.MULTILINE) if not name.endswith("_created")}
    told = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = [line for line in told.splitlines() if line.startswith("| `tablee_")]
    assert shown == {name for row in rows for name in re.findall(r"`(tablee_\w+)`", row)}
    assert float(figures["tablee_tables"]) >= 1
    assert float(figures['tablee_refusals_total{code="not_full"}']) >= 1
    assert float(figures["tablee_entries_total"]) >= 2
    assert float(figures["tablee_request_seconds_count"]) >= 2


def test_figures_are_for_whom_the_host_names(tmp_path: Path) -> None:
    asker = {"x-forwarded-for": "10.1.2.3"}  # by way of a web server on this machine
    for named, status in (((), 403), (("--figures", "10.0.0.0/8"), 200), (("--figures", "10.1.2.4"), 403)):
        with Server(tmp_path, *named, *(("--proxy", "10.0.0.2") if named else ())) as server:
            assert httpx.get(f"http://{server.address}/metrics").status_code == 200  # this machine always may
            assert httpx.get(f"http://{server.address}/metrics", headers=asker).status_code == status


def test_a_process_that_was_held_says_so(mortal: Any) -> None:
    time.sleep(1)  # it has begun to feel how late it is
    mortal.process.send_signal(signal.SIGSTOP)
    time.sleep(HELD + 2)
    mortal.process.send_signal(signal.SIGCONT)
    while "was held" not in mortal.said():  # it is, when it has gone on for a moment
        time.sleep(0.1)


def test_headers(server: Any) -> None:
    headers = httpx.get(f"http://{server.address}/api/games", timeout=PATIENCE).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_closing_a_table_from_outside(server: Any, go: Any) -> None:
    async def scene() -> None:
        ann = await guest(server.address, "Ann")
        opened = await ann.open("stoick")
        socket = await ann.connect()
        await socket.watch(opened["table"])
        assert opened["code"] in admin(server, "tables").stdout
        done = admin(server, "close", opened["code"].lower())
        assert done.returncode == 0, done.stderr
        await socket.until(lambda message: message.get("view", {}).get("phase") == "closed")
        assert (await socket.ask(opened["table"], "sit"))["code"] == "closed"
        assert opened["code"] not in admin(server, "tables").stdout
        again = admin(server, "close", opened["code"])
        assert again.returncode != 0
        assert "closed already" in again.stderr

    go(scene())


def test_backup_and_restore(mortal: Any, go: Any, tmp_path: Path) -> None:
    async def open_one() -> Any:
        return await (await guest(mortal.address, "Ann")).open("stoick", public=True)

    first = go(open_one())
    copy = str(tmp_path / "copy.db")
    assert admin(mortal, "backup", copy).returncode == 0
    assert "there already" in admin(mortal, "backup", copy).stderr
    assert "cannot write" in admin(mortal, "backup", str(tmp_path / "nowhere" / "copy.db")).stderr
    second = go(open_one())
    assert "stop it first" in admin(mortal, "restore", copy).stderr
    second_server = [sys.executable, "-m", "tablee", "serve", "--port", "0"]
    environment = {**os.environ, "TABLEE_DATA": str(mortal.folder), "COLUMNS": "200"}
    refused = subprocess.run(second_server, capture_output=True, text=True, env=environment, timeout=300)
    assert "another server uses" in refused.stderr
    mortal.stop()
    done = admin(mortal, "restore", copy)
    assert done.returncode == 0, done.stderr
    assert (mortal.folder / "tablee.db.before").stat().st_mode & 0o077 == 0
    assert (mortal.folder / "tablee.db").stat().st_mode & 0o077 == 0
    mortal.start()
    listed = [entry["table"] for entry in httpx.get(f"http://{mortal.address}/api/tables", timeout=PATIENCE).json()]
    assert listed == [first["table"]]
    assert second["table"] not in listed
    nonsense = tmp_path / "nonsense"
    nonsense.write_text("hello")
    assert "not a database" in admin(mortal, "restore", str(nonsense)).stderr


def names_in(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as database:
        return {name for (name,) in database.execute("SELECT name FROM people")}


def test_a_restore_can_be_undone_and_nothing_is_ever_written_over(mortal: Any, go: Any, tmp_path: Path) -> None:
    go(guest(mortal.address, "Ann"))
    copy, database = str(tmp_path / "copy.db"), mortal.folder / "tablee.db"
    assert admin(mortal, "backup", copy).returncode == 0
    go(guest(mortal.address, "Ben"))
    mortal.stop()
    itself = admin(mortal, "restore", str(database))
    assert (itself.returncode, "the database itself" in itself.stderr) == (2, True)
    assert admin(mortal, "restore", copy).returncode == 0
    assert names_in(database) == {"Ann"}
    undone = admin(mortal, "restore", f"{database}.before")
    assert undone.returncode == 0, undone.stderr
    assert "tablee.db.before-1" in undone.stdout
    assert names_in(database) == {"Ann", "Ben"}
    kept = [names_in(mortal.folder / name) for name in ("tablee.db.before", "tablee.db.before-1")]
    assert kept == [{"Ann", "Ben"}, {"Ann"}]


def test_what_cannot_be_read_any_more_is_kept_too(mortal: Any, tmp_path: Path) -> None:
    mortal.stop()
    copy, database = str(tmp_path / "copy.db"), mortal.folder / "tablee.db"
    assert admin(mortal, "backup", copy).returncode == 0
    database.write_bytes(b"no database " * 1000)
    done = admin(mortal, "restore", copy)
    assert done.returncode == 0, done.stderr
    assert (mortal.folder / "tablee.db.before").read_bytes() == b"no database " * 1000
    mortal.start()


def test_a_copy_without_its_tables_is_none(mortal: Any, tmp_path: Path) -> None:
    mortal.stop()
    copy = tmp_path / "copy.db"
    assert admin(mortal, "backup", str(copy)).returncode == 0
    with closing(sqlite3.connect(copy)) as database:
        database.execute("DROP TABLE results")
        database.commit()
    refused = admin(mortal, "restore", str(copy))
    assert (refused.returncode, "has no results" in refused.stderr) == (2, True)
    copy.replace(mortal.folder / "tablee.db")
    refused = admin(mortal, "backup", str(tmp_path / "another"))
    assert (refused.returncode, "has no results" in refused.stderr) == (2, True)


def test_a_damaged_database_is_not_copied(mortal: Any, go: Any, tmp_path: Path) -> None:
    async def open_some() -> None:
        ann = await guest(mortal.address, "Ann")
        for _ in range(30):
            await ann.open("stoick")

    go(open_some())
    mortal.stop()
    damage(mortal.folder / "tablee.db")
    folder = tmp_path / "copies"
    folder.mkdir()
    refused = admin(mortal, "backup", str(folder / "copy"))
    assert (refused.returncode, "nothing was copied" in refused.stderr) == (2, True)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "database"),
    [
        ("serve --port 0", "nonsense"),
        ("serve --port 0", "postgresql+psycopg://a:b"),
        ("serve --port 0", "mysql://somebody:hunter2@127.0.0.1/x"),
        ("serve --port 0", "postgresql+psycopg://somebody:hunter2@127.0.0.1:1/x"),
        ("serve --port 0", "sqlite:////proc/nowhere/x.db"),
        ("serve --port 0", "sqlite:///"),
        ("admin tables", "nonsense"),
        ("admin backup copy", "nonsense"),
    ],
)
def test_databases_that_are_none(tmp_path: Path, command: str, database: str) -> None:
    environment = {**os.environ, "TABLEE_DATA": str(tmp_path), "TABLEE_DATABASE": database, "COLUMNS": "200"}
    environment["TABLEE_WAIT"] = "0"
    command_line = [sys.executable, "-m", "tablee", *command.split()]
    done = subprocess.run(command_line, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 2
    assert done.stderr.startswith("tablee: ")
    assert "Traceback" not in done.stderr
    assert "hunter2" not in done.stderr


def test_nothing_is_made_beside_what_is_not_a_database(tmp_path: Path) -> None:
    other = tmp_path / "passwd"
    other.write_text("root:x:0:0\n")
    environment = {**os.environ, "TABLEE_DATA": str(tmp_path / "data"), "COLUMNS": "200"}
    command = [sys.executable, "-m", "tablee", "serve", "--port", "0", "--database", f"sqlite:///{other}"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert (done.returncode, "name another file" in done.stderr) == (2, True)
    assert {file.name for file in tmp_path.iterdir()} == {"passwd", "data"}


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    environment = {**os.environ, "TABLEE_DATA": "/proc/nowhere", "COLUMNS": "200"}
    environment.pop("TABLEE_SECRET", None)
    command = [sys.executable, "-m", "tablee", "serve", "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 2
    assert "cannot use /proc/nowhere" in done.stderr
    assert "$TABLEE_DATA" in done.stderr


def test_a_redis_that_is_none(tmp_path: Path) -> None:
    environment = {**os.environ, "TABLEE_DATA": str(tmp_path), "TABLEE_REDIS": "somewhere"}
    command = [sys.executable, "-m", "tablee", "serve", "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 2
    assert "redis://host:6379" in done.stderr


def test_lines_of_the_log_are_json_and_tell_nothing_hidden(mortal: Any, go: Any) -> None:
    """A whole match with refused requests, and a stop: no name, token, word, secret or card."""

    async def scene() -> tuple[str, list[str], set[str]]:
        ann = await guest(mortal.address, "Ann-of-the-Log")
        table = (await ann.open("shit", players=2, pace="instant", timer="none"))["table"]
        socket = await ann.connect()
        await socket.watch(table)
        await socket.ask(table, "sit")
        await socket.ask(table, "word", seat=0, word="word-of-the-log")
        await socket.ask(table, "bot", seat=1, level="novice")
        await socket.ask(table, "start")
        cards = set()
        while socket.view["phase"] == "playing":
            choices = socket.view["sights"][0]["choices"]
            cards |= {choice["do"] for choice in choices}
            if choices:
                await socket.ask(table, "act", seat=0, do="lay the table")
                await socket.ask(table, "act", seat=0, do=choices[0]["do"])
            else:
                await socket.next()
        await ann.get("/api/tables/nothing-here")
        return table, [ann.token, *ann.token.split("."), socket.view["secret"]], cards

    table, secrets, cards = go(scene())
    mortal.stop()
    said = mortal.said()
    lines = [json.loads(line) for line in said.splitlines()]
    assert all(line["level"] == "info" for line in lines)
    said_at_start, started, *_, said_at_stop = [line["what"] for line in lines]
    assert f"serves at http://{mortal.address}; database sqlite:///{mortal.folder}/tablee.db, schema" in said_at_start
    assert started == f"table {table}: started"
    assert said_at_stop.startswith("stopped")
    assert len(cards) > 5
    for hidden in ["Ann-of-the-Log", "word-of-the-log", *secrets, *cards]:
        assert hidden not in said


def test_an_error_of_the_database_tells_nothing_of_what_was_written(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'none.db'}")  # without its tables, so that nothing can be written
    opened = Opened(at=1, table="table-of-the-log", terms=Terms("shit"), host="h", secret="secret-of-the-log")
    with pytest.raises(Exception, match="no such table") as error:
        asyncio.run(store.append("table-of-the-log", 0, [opened]))
    store.close()
    assert "of-the-log" not in str(error.value)


def damage(file: Path) -> None:
    """A page in the middle is overwritten, as by a disk that forgets."""
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as pages:
        pages.seek(file.stat().st_size // 2 // 4096 * 4096)
        pages.write(b"\xff" * 4096)


def test_a_copy_is_looked_at_before_it_replaces_anything(mortal: Any, go: Any, tmp_path: Path) -> None:
    async def open_some() -> None:
        ann = await guest(mortal.address, "Ann")
        for _ in range(30):
            await ann.open("stoick")

    go(open_some())
    mortal.stop()
    database = mortal.folder / "tablee.db"
    gap, newer, damaged = (tmp_path / name for name in ("gap", "newer", "damaged"))
    for file in (gap, newer, damaged):
        assert admin(mortal, "backup", str(file)).returncode == 0
    with sqlite3.connect(gap) as copy:
        copy.execute("UPDATE log SET number = 1 WHERE table_id = (SELECT min(table_id) FROM log)")
    with sqlite3.connect(newer) as copy:
        copy.execute("UPDATE alembic_version SET version_num = '9999'")
    damage(damaged)
    before = database.read_bytes()
    for file, why in ((gap, "1 logs with a gap"), (newer, "schema 9999"), (damaged, "damaged")):
        refused = admin(mortal, "restore", str(file))
        assert refused.returncode == 2
        assert why in refused.stderr
        assert "Traceback" not in refused.stderr
    assert database.read_bytes() == before
    assert admin(mortal, "restore", str(gap), "--anyway").returncode == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_what_an_administrator_puts_back_the_service_can_read(mortal: Any, tmp_path: Path) -> None:
    mortal.stop()
    assert admin(mortal, "backup", str(tmp_path / "copy")).returncode == 0
    for file in mortal.folder.glob("tablee.db*"):
        os.chown(file, 12345, 54321)
    (mortal.folder / "tablee.db.lock").unlink()
    assert admin(mortal, "restore", str(tmp_path / "copy")).returncode == 0
    owners = {file.name: (file.stat().st_uid, file.stat().st_gid) for file in mortal.folder.glob("tablee.db*")}
    assert {"tablee.db", "tablee.db.lock", "tablee.db.before"} <= owners.keys()
    assert set(owners.values()) == {(12345, 54321)}


def test_a_damaged_database_is_not_served(mortal: Any, go: Any) -> None:
    async def open_some() -> None:
        ann = await guest(mortal.address, "Ann")
        for _ in range(30):
            await ann.open("stoick")

    go(open_some())
    mortal.stop()
    damage(mortal.folder / "tablee.db")
    environment = {**os.environ, "TABLEE_DATA": str(mortal.folder), "COLUMNS": "200"}
    command = [sys.executable, "-m", "tablee", "serve", "--port", "0"]
    refused = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert refused.returncode == 2
    assert "tablee admin restore FILE" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_disk_that_fills_up_refuses_new_tables_first(tmp_path: Path, go: Any) -> None:
    async def scene(server: Server) -> None:
        ann = await guest(server.address, "Ann")
        table = (await ann.open("shit", players=2))["table"]
        server.stop()
        server.arguments = ("--room", f"{10**9}")  # MB
        server.start()
        socket = await ann.connect()
        await socket.watch(table)
        assert (await socket.ask(table, "sit", seat=0))["type"] == "done"
        new = httpx.post(f"http://{server.address}/api/tables", json={"game": "shit"}, headers=ann.headers)
        assert (new.status_code, new.json()["code"]) == (503, "no_room")
        assert (await ann.get("/readyz")).status_code == 200

    with Server(tmp_path) as server:
        go(scene(server))
    assert "MB are free" in server.said()
