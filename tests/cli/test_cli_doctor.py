"""`tablee doctor`: what it makes of surroundings that are as they should be, and of those that are not."""

import contextlib
import http.server
import os
import resource
import sqlite3
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from process import Server
from tablee.cli.doctor import apart
from tablee.server.settings import load_secret

pytestmark = pytest.mark.xdist_group("server")


def doctor(folder: Path, *words: str, **more: Any) -> tuple[int, str]:
    environment = {**os.environ, "TABLEE_DATA": str(folder), "COLUMNS": "60"}
    environment.pop("TABLEE_SECRET", None)
    command = [sys.executable, "-m", "tablee", "doctor", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, **more)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def data(server: Server, tmp_path: Path) -> Path:
    """A folder with a database of its own, as a server left it."""
    with (
        contextlib.closing(sqlite3.connect(server.folder / "tablee.db")) as one,
        contextlib.closing(sqlite3.connect(tmp_path / "tablee.db")) as other,
    ):
        one.backup(other)
    return tmp_path


def change(folder: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(folder / "tablee.db")) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def test_all_is_well_beside_a_server_that_runs(server: Server) -> None:
    code, said = doctor(server.folder, "--url", f"http://{server.address}")
    assert code == 0, said
    assert "✗" not in said
    for word in (
        "can be written; 0 tables open",
        "sees us as 127.0.0.1, by http",
        "sockets come through",
        "figures are",
    ):
        assert word in said


def test_a_folder_that_is_new(tmp_path: Path) -> None:
    code, said = doctor(tmp_path / "new")
    assert code == 0, said
    assert "the first start makes one" in said
    assert "tablee.db is not there yet: the first start makes it" in said
    assert list(tmp_path.iterdir()) == []  # who looks makes nothing


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (("--database", "foo"), "a database is given as sqlite:///file"),
        (("--database", "sqlite:///"), "sqlite:///file"),
        (("--database", "sqlite:////etc/passwd"), "name another file"),
        (("--redis", "somewhere"), "redis://host:6379"),
        (("--url", "cards.example.org"), "begin with https://"),
        (("--database", "postgresql+psycopg://somebody@127.0.0.1:1/x"), "is the address right?"),
    ],
)
def test_what_was_given_wrong(tmp_path: Path, words: tuple[str, ...], remedy: str) -> None:
    code, said = doctor(tmp_path, *words)
    assert code == 1
    assert "✗" in said
    assert remedy in said


@pytest.mark.parametrize(
    ("missing", "words", "extra"),
    [
        ("redis", ("--redis", "redis://127.0.0.1:1"), "tablee[redis]"),
        ("psycopg", ("--database", "postgresql+psycopg://somebody@127.0.0.1:1/x"), "tablee[postgres]"),
    ],
)
def test_an_extra_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str, words: tuple[str, ...], extra: str
) -> None:
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules[{missing!r}] = None\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    code, said = doctor(tmp_path / "data", *words)
    assert (code, f"pip install '{extra}'" in said) == (1, True), said


def test_a_database_without_its_tables(data: Path) -> None:
    change(data, "DROP TABLE results")
    code, said = doctor(data)
    assert (code, "has no results" in said) == (1, True)


@pytest.mark.parametrize(
    ("statements", "mark", "told"),
    [
        (["UPDATE alembic_version SET version_num = '9999'"], "✗", "install the newer program again"),
        (["UPDATE alembic_version SET version_num = '0001'"], "!", "make a backup first"),
        (
            [
                "INSERT INTO tables (id, code, game, public, phase, opened, changed, keeper, kept_until)"
                " VALUES ('holed', 'AAAAAA', 'shit', 0, 'open', 1, 1, '', 0)",
                "INSERT INTO log (table_id, number, entry) VALUES ('holed', 0, 'x'), ('holed', 2, 'x')",
            ],
            "✗",
            "1 logs have a gap: holed",
        ),
    ],
)
def test_a_database_that_is_not_as_it_should_be(data: Path, statements: list[str], mark: str, told: str) -> None:
    change(data, *statements)
    code, said = doctor(data)
    assert code == (mark == "✗")
    assert f"{mark} database" in said
    assert told in said


def test_a_database_that_is_damaged(data: Path) -> None:
    file = data / "tablee.db"
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    code, said = doctor(data)
    assert code == 1
    assert "✗ database" in said
    assert "tablee admin restore" in said


def test_what_does_not_answer(tmp_path: Path) -> None:
    nowhere = ("--database", "postgresql+psycopg://somebody:hunter2@127.0.0.1:1/x", "--redis", "redis://127.0.0.1:1")
    code, said = doctor(tmp_path, *nowhere)
    assert code == 1
    assert {"✗ database", "✗ redis"} <= {line.partition(":")[0] for line in said.splitlines()}
    assert "hunter2" not in said
    code, said = doctor(tmp_path, "--redis", "redis://127.0.0.1:1")
    assert "several processes need PostgreSQL" in said
    code, said = doctor(tmp_path, "--url", "http://127.0.0.1:1")
    assert (code, "cannot be asked" in said) == (1, True)


def test_something_else_at_that_address(tmp_path: Path) -> None:
    with http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        code, said = doctor(tmp_path, "--url", f"http://127.0.0.1:{other.server_port}")
        other.shutdown()
    assert code == 1
    assert "is that this server" in said


def test_a_certificate_that_nobody_believes(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key", tmp_path / "certificate"
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout"
    subprocess.run(["openssl", *words.split(), key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as other:
        other.socket = context.wrap_socket(other.socket, server_side=True)
        threading.Thread(target=other.serve_forever, daemon=True).start()
        code, said = doctor(tmp_path, "--url", f"https://127.0.0.1:{other.server_port}")
        other.shutdown()
    assert (code, "no certificate that browsers believe" in said) == (1, True), said


def test_few_files(tmp_path: Path) -> None:
    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))

    code, said = doctor(tmp_path, preexec_fn=few)
    assert code == 0
    assert "! connections: 128 at the most" in said


def test_clocks() -> None:
    assert apart("Redis", 1.0).state == "good"
    assert apart("Redis", 15.0).found == "Redis's is 15 s ahead of ours"
    assert apart("Redis", -15.0).found == "Redis's is 15 s behind ours"


def test_a_secret_that_others_can_read(tmp_path: Path) -> None:
    load_secret(tmp_path)
    (tmp_path / "secret").chmod(0o644)
    assert "chmod 600" in doctor(tmp_path)[1]
