"""What a server gives and takes on the wire, whatever is asked: how much, how fast, and what every answer says."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from process import Server

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
