"""What a server gives and takes on the wire, whatever is asked: how much, how fast, and what every answer says."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from process import Server
from tablee.server.hosts import BadHostName, Hosts, check_host_name
from tablee.server.settings import check_origin

pytestmark = pytest.mark.xdist_group("wires")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for a crowd of one, behind a web server on the same machine."""
    with Server(tmp_path_factory.mktemp("small"), "--crowd", "1") as running:
        yield running
    assert "Traceback" not in running.said()


def test_who_is_refused_for_now_is_told_for_how_long(small: Any) -> None:
    with httpx.Client(base_url=f"http://{small.address}") as http:
        for _ in range(4):
            answer = http.post("/api/people", json={"name": "Ann"})
    assert answer.status_code == 429
    assert 600 <= int(answer.headers["retry-after"]) <= 1200  # three an hour


def test_what_depends_on_who_asks_is_kept_by_nobody(small: Any) -> None:
    with httpx.Client(base_url=f"http://{small.address}") as http:
        for path in ("/api/me", "/api/tables", "/api/nothing", "/metrics"):
            assert http.get(path).headers["cache-control"] == "no-store"


def test_over_tls_a_browser_is_told_to_come_by_no_other_way(small: Any) -> None:
    with httpx.Client(base_url=f"http://{small.address}") as http:
        assert "strict-transport-security" not in http.get("/api/games").headers
        behind = http.get("/api/games", headers={"x-forwarded-proto": "https"})
        assert behind.headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize(
    "name", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil", "a.com."]
)
def test_a_foreign_name_in_host_is_not_answered(small: Any, name: str) -> None:
    with httpx.Client(base_url=f"http://{small.address}", headers={"host": name}) as http:
        for path in ("/", "/api/games", "/healthz", "/metrics"):
            answer = http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (421, "not_here")
        assert "--host-name" in answer.json()["why"]
        shake = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
        answer = http.get("/api/socket", headers={**shake, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="})
        assert answer.status_code == 421


@pytest.mark.parametrize(
    "name",
    [
        "192.168.1.7:8000",
        "127.0.0.1",
        "localhost:8000",
        "[::1]:8000",
        "[fe80::1]",
        "tablee",
        "club.local:80",
        "pi.local.",
    ],
)
def test_addresses_and_names_of_a_home_need_not_be_named(small: Any, name: str) -> None:
    assert httpx.get(f"http://{small.address}/api/games", headers={"host": name}).status_code == 200


def test_names_that_were_named() -> None:
    hosts = Hosts([check_host_name("Cards.Example.org")], [check_origin("https://other.example:8443")])
    assert "cards.example.org:443" in hosts
    assert "other.example" in hosts
    assert "example.org" not in hosts
    assert "evil.example" in Hosts(["*"])
    with pytest.raises(BadHostName, match=r"cards\.example\.org"):
        check_host_name("https://cards.example.org")
