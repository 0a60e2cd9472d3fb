"""How a server is set up, and what it makes of an address and a header."""

import secrets
import stat
import threading
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from tablee.server.endpoint import address_of
from tablee.server.page import takes_gzip
from tablee.server.settings import BadOrigin, BadRetention, BadSecret, Retention, check_origin, load_secret, weakness_of


@pytest.fixture(autouse=True)
def no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLEE_SECRET", raising=False)


def test_a_secret_is_made_once(tmp_path: Path) -> None:
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(load_secret(tmp_path / "new"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
    assert len(found[0]) == 64
    (file,) = (tmp_path / "new").iterdir()  # and nothing is left lying about
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("bad", [b"", b"\n", b"short", b" " * 40])
def test_a_secret_that_is_none(tmp_path: Path, bad: bytes) -> None:
    (tmp_path / "secret").write_bytes(bad)
    with pytest.raises(BadSecret, match="remove it"):
        load_secret(tmp_path)


@pytest.mark.parametrize(
    "bad",
    ["short", "a" * 40, "ab" * 30, "changeme-changeme", "Change-me-please!", "secret-password-12345678", "x1y2z3" * 9],
)
def test_a_secret_that_somebody_might_guess(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: str) -> None:
    monkeypatch.setenv("TABLEE_SECRET", bad)
    with pytest.raises(BadSecret, match="openssl rand -hex 32") as error:
        load_secret(tmp_path)
    assert bad not in str(error.value)


def test_a_secret_by_chance_is_none_of_these(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for size in (16, 32):
        for _ in range(200):
            assert not weakness_of(secrets.token_hex(size))
            assert not weakness_of(secrets.token_urlsafe(size))
    monkeypatch.setenv("TABLEE_SECRET", "four horses, a lamp and the letter q")
    assert load_secret(tmp_path) == b"four horses, a lamp and the letter q"


@pytest.mark.parametrize(
    "origin", ["not a url", "cards.example.org", "https://", "https://a/b", "x://a", "https://u@a", ""]
)
def test_an_origin_that_is_none(origin: str) -> None:
    with pytest.raises(BadOrigin, match="such as"):
        check_origin(origin)


@pytest.mark.parametrize("days", [float("inf"), float("nan"), 1e300, -1.0])
def test_what_is_kept_for_no_number_of_days(days: float) -> None:
    for name in ("talk", "unused", "logs"):
        with pytest.raises(BadRetention, match=f"{name}.*days"):
            Retention(**{name: days})


def test_an_origin() -> None:
    assert check_origin("https://Cards.example.org/") == "https://cards.example.org"
    assert check_origin("http://[::1]:8000") == "http://[::1]:8000"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_household_is_one_address(host: str, address: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []})) == address


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, gzip;q=0.8", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, identity", False),
        ("GZIP", True),
        ("x-nogzip", False),
        ("", False),
    ],
)
def test_packed_files(accepted: str, taken: bool) -> None:
    assert takes_gzip(accepted) == taken
